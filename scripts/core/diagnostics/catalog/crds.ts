/** Diagnostics about CRDs, whatever wrote them: rules of the API server, and mistakes that it accepts. */
import { didYouMean, entry } from "./entry.js";

const REJECTED = "The API server rejects the CRD.";

export const CRD_ENTRIES = {
  "crd-api-version": entry<{ field: string; expected: string }>({
    message: ({ field, expected }) => `${field} must be ${expected}`,
    example: { field: "apiVersion", expected: "apiextensions.k8s.io/v1" },
    fix: "Correct the value. If the document is not a CRD, remove it from the files that you check.",
    why:
      "The API server no longer serves other versions of CustomResourceDefinition, such as v1beta1, and rejects " +
      "documents of an unknown kind.",
  }),
  "crd-approval": entry<{ group: string; annotation: string; problem: string }>({
    message: ({ group, annotation, problem }) =>
      `the group ${group} requires the annotation ${annotation}, but ${problem}`,
    example: { group: "widgets.k8s.io", annotation: "api-approved.kubernetes.io", problem: "it is missing" },
    fix:
      "Use a group in a domain that you own. If the API belongs to Kubernetes, set the annotation to the URL of the " +
      "pull " +
      'request that approved it. If it is not approved yet, set the annotation to "unapproved" and a reason.',
    why: `Kubernetes reserves the groups below k8s.io and kubernetes.io. ${REJECTED}`,
  }),
  "crd-branch-empty": entry<{ keyword: string }>({
    message: ({ keyword }) => `${keyword} contains an empty schema, which every value matches`,
    example: { keyword: "anyOf" },
    fix: ({ keyword }) => `In the @schema tag, remove the empty schema, or add the missing constraints to ${keyword}.`,
    manifestFix: ({ keyword }) => `Remove the empty schema, or add the missing constraints to ${keyword}.`,
    why:
      "An empty schema in anyOf or allOf has no effect. In oneOf, it excludes the values that match another schema. " +
      "Under not, it excludes every value.",
    advice: true,
    onlyIn: "check",
  }),
  "crd-branch-keyword": entry<{ keyword: string }>({
    message: ({ keyword }) => `\`${keyword}\` is not allowed below allOf, anyOf, oneOf, or not`,
    example: { keyword: "type" },
    fix: "In the @schema tag, use only keywords that constrain values, such as `required`, `enum`, and `pattern`, inside allOf, anyOf, oneOf, and not. Express the others with tags and TypeScript types.",
    manifestFix:
      "Move the keyword to the schema of the field, outside allOf, anyOf, oneOf, and not. Inside them, use only " +
      "keywords that constrain values, such as `required`, `enum`, and `pattern`.",
    why:
      "The API server must be able to tell which fields an object has without evaluating these schemas. Otherwise, " +
      "it rejects the CRD.",
  }),
  "crd-branch-undeclared": entry<{ branch: string }>({
    message: ({ branch }) => `the schema must declare what ${branch} constrains`,
    example: { branch: "anyOf.0.properties.spec" },
    fix: "Add the field to the interface, or correct its name in the @schema tag.",
    manifestFix: "Add the field or the items to the schema, outside allOf, anyOf, oneOf, and not.",
    why:
      "The API server prunes fields that are not declared, so a constraint on such a field has no meaning. The API " +
      "server rejects the CRD.",
  }),
  "crd-column": entry<{ field: string; problem: string }>({
    message: ({ field, problem }) => `invalid ${field}: ${problem}`,
    example: {
      field: "spec.versions[0].additionalPrinterColumns[0].jsonPath",
      problem: '"spec.size" must start with a dot',
    },
    fix: "Correct the path, as in `.spec.size`.",
    why: REJECTED,
  }),
  "crd-conversion": entry<{ field: string; problem: string }>({
    message: ({ field, problem }) => `invalid ${field}: ${problem}`,
    example: { field: "spec.conversion.webhook.clientConfig.url", problem: "must have the scheme https" },
    fix:
      "Correct the value. If you do not need a webhook, set `strategy: None` and remove `webhook`. For `strategy: " +
      "Webhook`, set `webhook.clientConfig` with either `url` or `service`, and list the supported versions of " +
      "ConversionReview in `webhook.conversionReviewVersions`.",
    why: `Without a valid webhook, the API server cannot convert objects between versions. ${REJECTED}`,
  }),
  "crd-default-forbidden": entry<{ place: string }>({
    message: ({ place }) => `a schema cannot have a default ${place}`,
    example: { place: "in `metadata` of the resource" },
    fix: "Remove the @default tag.",
    manifestFix: "Remove the default.",
    why: `The API server sets the metadata of objects by its own rules. ${REJECTED}`,
  }),
  "crd-default-pruned": entry<{ field: string }>({
    message: ({ field }) => `the default contains ${field}, which the schema does not declare`,
    example: { field: ".colr" },
    fix: "Correct the name of the field in the @default tag, or add the field to the interface. To allow any field, add @preserveUnknownFields to the object that contains the field.",
    manifestFix:
      "Correct the name of the field in the default, or declare the field in the schema. To allow any field, set " +
      "`x-kubernetes-preserve-unknown-fields: true` in the schema of the object that contains the field.",
    why: "The API server prunes fields that are not declared, and rejects a CRD with such a field in a default.",
  }),
  "crd-deprecation-warning": entry<{ version: string; problem: string }>({
    message: ({ version, problem }) => `invalid deprecation warning of ${version}: ${problem}`,
    example: { version: "v1beta1", problem: "must be at most 256 bytes, not 300" },
    fix: "In the @deprecated tag, write the warning on a single line of at most 256 bytes.",
    manifestFix:
      "Write the warning on a single line of at most 256 bytes. If the version is not deprecated, remove the " +
      "warning; otherwise, set `deprecated: true`.",
    why: `The API server sends the warning to clients in an HTTP header. ${REJECTED}`,
  }),
  "crd-enum-type": entry<{ value: string; type: string }>({
    message: ({ value, type }) => `the enum contains ${value}, which is not of type ${type}`,
    example: { value: "1", type: "string" },
    fix: "Remove the value from the enum, or write it in the type of the field, for example, in quotes.",
    why:
      "The API server accepts the CRD, but rejects every object with this value, because the value has the wrong " +
      "type.",
    advice: true,
    onlyIn: "check",
  }),
  "crd-field-required": entry<{ field: string }>({
    message: ({ field }) => `${field} is required`,
    example: { field: "spec.group" },
    fix: ({ field }) => `Set ${field}.`,
    why: REJECTED,
  }),
  "crd-field-type": entry<{ field: string; expected: string }>({
    message: ({ field, expected }) => `${field} must be ${expected}`,
    example: { field: "spec.versions[0].served", expected: "true or false" },
    fix: "Correct the value. In YAML, do not quote numbers or booleans, but quote strings that look like them.",
    why: "Depending on the field, the API server either rejects the CRD or ignores the value.",
  }),
  "crd-field-unknown": entry<{ field: string; nearest?: string | undefined }>({
    message: ({ field, nearest }) => `${field} is not a field of a CRD${didYouMean(nearest && `"${nearest}"`)}`,
    example: { field: "spec.versions[0].schma", nearest: "schema" },
    fix: "Correct the name of the field, or remove the field. Field names are case-sensitive.",
    why:
      "Clients such as kubectl request strict validation, so the API server rejects the CRD. For other clients, it " +
      "drops the field.",
  }),
  "crd-field-value": entry<{ field: string; value: string; expected: string }>({
    message: ({ field, value, expected }) => `invalid value "${value}" for ${field}: ${expected}`,
    example: { field: "spec.scope", value: "Global", expected: "must be Cluster or Namespaced" },
    fix: ({ field, expected }) => `Correct ${field}, which ${expected}.`,
    why: REJECTED,
  }),
  "crd-group": entry<{ group: string; problem: string }>({
    message: ({ group, problem }) => `invalid group "${group}": ${problem}`,
    example: { group: "example", problem: "must be a DNS name with a dot" },
    fix: "Use a domain that you own, such as `example.dev`, or a subdomain of it.",
    why: `The group is part of the URL of every object. ${REJECTED}`,
  }),
  "crd-immutable": entry<{ field: string; from: string; to: string }>({
    message: ({ field, from, to }) => `${field} cannot change from "${from}" to "${to}"`,
    example: { field: "spec.scope", from: "Namespaced", to: "Cluster" },
    fix:
      "Restore the previous value. If the change is necessary, create a CRD with a different plural name or group, " +
      "and migrate the objects to it. Deleting a CRD also deletes all of its objects.",
    why: "Stored objects depend on the value. The API server rejects the update.",
  }),
  "crd-keyword": entry<{ keyword: string; reason: string }>({
    message: ({ keyword, reason }) => `\`${keyword}\` is not allowed here: ${reason}`,
    example: { keyword: "$ref", reason: "schemas of CRDs do not support it" },
    fix: ({ keyword }) =>
      `In the @schema or @rawSchema tag, remove \`${keyword}\`, or change the schema so that it does not need the keyword.`,
    manifestFix: ({ keyword }) => `Remove \`${keyword}\`, or change the schema so that it does not need the keyword.`,
    why: REJECTED,
  }),
  "crd-keyword-missing": entry<{ keyword: string; reason: string }>({
    message: ({ keyword, reason }) => `\`${keyword}\` is required: ${reason}`,
    example: { keyword: "items", reason: "a list must have a schema for its items" },
    fix: ({ keyword }) => `In the @schema or @rawSchema tag, add \`${keyword}\` to the schema.`,
    manifestFix: ({ keyword }) => `Add \`${keyword}\` to the schema.`,
    why: `Without it, the API server cannot tell which fields an object has. ${REJECTED}`,
  }),
  "crd-list-type": entry<{ keyword: string; value: string; problem: string }>({
    message: ({ keyword, value, problem }) => `invalid ${keyword} "${value}": ${problem}`,
    example: { keyword: "x-kubernetes-list-type", value: "set", problem: "the type must be array" },
    fix: "For a list, use `@listType atomic`, `@listType set` if the items are scalars, or `@listType map` if the items are objects that @listMapKey tags identify. For an object, use `@mapType granular` or `@mapType atomic`.",
    manifestFix:
      "Correct the schema. For a list, set `x-kubernetes-list-type` to `atomic`, to `set` if the items are scalars, " +
      "or to `map` if the items are objects that are identified by `x-kubernetes-list-map-keys`. For an object, set " +
      "`x-kubernetes-map-type` to `granular` or `atomic`.",
    why: `The API server uses these types to merge changes from several clients. ${REJECTED}`,
  }),
  "crd-metadata": entry<{ field: string; problem: string }>({
    message: ({ field, problem }) => `invalid metadata (${field}): ${problem}`,
    example: { field: "namespace", problem: "a CRD is not namespaced" },
    fix: "In the metadata of the CRD, correct or remove the field that the message names.",
    why: REJECTED,
  }),
  "crd-metadata-schema": entry<{ name: string }>({
    message: ({ name }) => `the schema of metadata cannot contain \`${name}\``,
    example: { name: "description" },
    fix:
      "In the schema of metadata, keep only `type: object` and, if needed, constraints on the fields `name` and " +
      "`generateName`.",
    why: `Kubernetes defines the metadata of all objects. ${REJECTED}`,
  }),
  "crd-name": entry<{ name: string; expected: string }>({
    message: ({ name, expected }) => `the name of the CRD is "${name}", but must be "${expected}"`,
    example: { name: "widget.example.dev", expected: "widgets.example.dev" },
    fix: "Set `metadata.name` to `<spec.names.plural>.<spec.group>`, and remove `metadata.generateName`.",
    why: REJECTED,
  }),
  "crd-preserve-unknown-fields": entry<Record<never, never>>({
    message: () => "spec.preserveUnknownFields must be false or omitted",
    fix:
      "Remove the field. To preserve unknown fields, set `x-kubernetes-preserve-unknown-fields: true` in the " +
      "schemas that need it.",
    why:
      "The API server supports the value true only for old CRDs that were created with v1beta1 and have no defaults. " +
      "It rejects any other CRD with this value.",
  }),
  "crd-required-unknown": entry<{ field: string; nearest?: string | undefined }>({
    message: ({ field, nearest }) =>
      `"${field}" is required, but the schema does not declare it${didYouMean(nearest && `"${nearest}"`)}`,
    example: { field: "colr", nearest: "color" },
    fix: "Correct the name in `required` in the @schema or @rawSchema tag, or add the field to the interface.",
    manifestFix: "Correct the name in `required`, or declare the field in `properties`.",
    why:
      "The API server accepts the CRD, but prunes the field and then rejects every object in which the field is " +
      "required, because the field is missing.",
    advice: true,
    onlyIn: "check",
  }),
  "crd-schema-missing": entry<{ version: string }>({
    message: ({ version }) => `${version} has no schema`,
    example: { version: "v1" },
    fix:
      "Set `schema.openAPIV3Schema` for the version. To allow any object, set `type: object` and " +
      "`x-kubernetes-preserve-unknown-fields: true`.",
    why: "Without a schema, the API server would prune every field. It rejects the CRD.",
  }),
  "crd-selectable-limit": entry<{ count: number; limit: number }>({
    message: ({ count, limit }) => `the version has ${count} selectable fields, but the limit is ${limit}`,
    example: { count: 9, limit: 8 },
    fix: "Remove @selectableField tags of fields that clients need least, until at most 8 remain.",
    manifestFix: "Remove the selectable fields that clients need least, until at most 8 remain.",
    why: `The API server evaluates every selectable field for each object that it sends. ${REJECTED}`,
  }),
  "crd-selectable-versions": entry<{ version: string; problem: string }>({
    message: ({ version, problem }) => `invalid selectable fields of ${version}: ${problem}`,
    example: { version: "v1", problem: "all versions have the same selectable fields, but their schemas differ" },
    fix: "If all versions have the same schema, descriptions included, give them the same @selectableField tags. Otherwise, omit one of the tags in at least one version, or write the tags in another order.",
    manifestFix:
      "If all versions have the same schema, descriptions included, give them the same selectable fields. Otherwise, " +
      "omit a selectable field in at least one version, or list the fields in another order.",
    why:
      "The API server stores what all versions share only once, and then needs both the schema and the selectable " +
      "fields in the same place. " +
      REJECTED,
  }),
  "crd-set-items": entry<{ type: string }>({
    message: ({ type }) => `the items of a set have the type ${type}`,
    example: { type: "object" },
    fix: "Add `@listType map` to the list and a @listMapKey tag for each key field, or use `@listType atomic`.",
    manifestFix:
      "Set `x-kubernetes-list-type: map` and list the key fields in `x-kubernetes-list-map-keys`, or set " +
      "`x-kubernetes-list-type: atomic`.",
    why: "Server-side apply and validation rules do not support such sets, so the API server sends a warning.",
    advice: true,
    onlyIn: "check",
  }),
  "crd-stored-version": entry<{ version: string }>({
    message: ({ version }) => `the version ${version} is missing, but objects may be stored in it`,
    example: { version: "v1beta1" },
    fix: ({ version }) =>
      `Keep ${version} with \`served: false\`. To remove it, first store all objects in the storage version, and ` +
      `then remove ${version} from \`status.storedVersions\`.`,
    why: "The API server cannot read objects in an unknown version, so it rejects the update.",
  }),
  "crd-too-deep": entry<{ limit: number }>({
    message: ({ limit }) => `the CRD has more than ${limit} nested levels`,
    example: { limit: 200 },
    fix: "Reduce the nesting of the types. If values can be nested to any depth, add @preserveUnknownFields to the object where the nesting starts.",
    manifestFix:
      "Reduce the nesting. If values can be nested to any depth, set `x-kubernetes-preserve-unknown-fields: true` in " +
      "the schema where the nesting starts.",
    why:
      "The tool processes nested values recursively, so it needs a limit to handle any file. The limit of the API " +
      "server is higher: 10000 levels.",
  }),
  "crd-too-large-to-store": entry<{ kind: string; size: number; limit: number }>({
    message: ({ kind, size, limit }) => `the CRD of ${kind} has ${size} bytes, but etcd stores at most ${limit}`,
    example: { kind: "Widget", size: 1_604_112, limit: 1_572_864 },
    fix: "Shorten or remove descriptions, and remove versions that are neither served nor needed.",
    why: "The database, etcd, rejects a request that is larger than its limit, so no client can create the CRD.",
  }),
  "crd-type": entry<{ problem: string }>({
    message: ({ problem }) => `invalid type: ${problem}`,
    example: { problem: "a field must have a type" },
    fix: "Use a TypeScript type that the type language supports. In a @rawSchema tag, set `type` to string, number, integer, boolean, array, or object.",
    manifestFix:
      "Set `type` to string, number, integer, boolean, array, or object. If a value can be an integer or a string, " +
      "set `x-kubernetes-int-or-string: true` instead of `type`. To allow any value, set " +
      "`x-kubernetes-preserve-unknown-fields: true` instead.",
    why: `The API server must know the type of every value. ${REJECTED}`,
  }),
  "crd-version-twice": entry<{ version: string }>({
    message: ({ version }) => `the version ${version} is declared more than once`,
    example: { version: "v1" },
    fix: "Rename or remove the duplicates, so each name of a version occurs only once.",
    why: REJECTED,
  }),
};
