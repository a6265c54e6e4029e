/** Diagnostics about the values, paths, and rules in tags. */
import { pageLink } from "../../docs.js";
import { didYouMean, entry } from "./entry.js";

const DIFFERS =
  "If this API version needs other paths than the storage version, add tags with these paths to this version. Also " +
  "add `@differs selectableFields <reason>` for selectable fields, or `@differs scale <reason>` for the scale " +
  `subresource (see ${pageLink("type-language.md")}).`;

/** Returns the advice to use another format. Types such as boolean have none. */
function useOneOf(formats: string): string {
  return formats === "" ? "" : `Use one of these formats: ${formats}. `;
}

export const CHECK_ENTRIES = {
  "bounds-empty": entry<{ problem: string }>({
    message: ({ problem }) => `invalid bounds: ${problem}`,
    example: { problem: "minLength 20 is greater than maxLength 10" },
    fix:
      "Change the bounds so that at least one value is valid. If the channels need different bounds, use one tag for " +
      "each channel, such as `@maxLength (standard) 20` and `@maxLength (experimental) 40`.",
    manifestFix: "Change the bounds so that at least one value is valid.",
    why: "The API server accepts a CRD with these bounds, but rejects every object that sets the field.",
  }),
  "column-path-unfit": entry<{ path: string; use: string; version: string; problem: string }>({
    message: ({ path, use, version, problem }) => `\`${path}\` cannot be ${use} of ${version}: ${problem}`,
    example: {
      path: ".spec.color",
      use: "an integer column",
      version: "v1",
      problem: "the type of the field is string, but must be integer, number, or int-or-string",
    },
    fix:
      "If the path in the @printColumn tag is wrong, correct it. Otherwise, correct the type of the column. If this " +
      "API version needs other columns than the storage version, define them in @printColumn tags on this version, " +
      "and add the tag `@differs columns <reason>` to this version.",
    manifestFix: "If `jsonPath` is wrong, correct it. Otherwise, correct the type of the column.",
    why: "The API server accepts the CRD, but leaves the column empty in the output of `kubectl get`.",
    advice: true,
  }),
  "column-path-unknown": entry<{ path: string; version: string; from?: string | undefined; problem: string }>({
    message: ({ path, version, from, problem }) =>
      `\`${path}\`${from === undefined ? "" : `, inherited from ${from},`} does not lead to a field of ${version}: ` +
      problem,
    example: { path: ".spec.colr", version: "v1", problem: 'there is no field "colr"; did you mean "color"?' },
    fix:
      "In the @printColumn tag, correct the path, as in `.spec.color`. Put a backslash before each dot in the name " +
      "of a field or key, even in brackets, as in `.metadata.labels['example\\.dev/size']`. If this API version " +
      "needs other columns than the storage version, define them in @printColumn tags on this version, and add the " +
      "tag `@differs columns <reason>` to this version.",
    manifestFix:
      "Correct the path in `jsonPath`, as in `.spec.color`. Put a backslash before each dot in the name of a " +
      "field or key, even in brackets, as in `.metadata.labels['example\\.dev/size']`.",
    why:
      "The API server accepts the CRD, but leaves the column empty in the output of `kubectl get`. If the API " +
      "server cannot parse the path, `kubectl get` shows none of the columns that the CRD defines.",
    advice: true,
  }),
  "default-unfit": entry<{ tag: string; problem: string; path: string; channel?: string | undefined }>({
    message: ({ tag, problem, path, channel }) =>
      `the value of @${tag} does not match the schema${channel === undefined ? "" : ` of the ${channel} channel`}: ` +
      `${path}${problem}`,
    manifestMessage: ({ tag, problem, path }) => `the value of \`${tag}\` does not match the schema: ${path}${problem}`,
    example: { tag: "default", problem: 'must be one of "Small", "Large"', path: "" },
    fix:
      "Correct the value in the tag. If the value is correct, change the type or the constraints of the field. If " +
      "the channels need different values, use one tag for each channel, as in `@default (experimental)`.",
    manifestFix: "Correct the default. If it is correct, change the type or the constraints of the field.",
    why: "The API server rejects a CRD if a default does not match the schema.",
  }),
  "example-unfit": entry<{ tag: string; problem: string; path: string; channel?: string | undefined }>({
    message: ({ tag, problem, path, channel }) =>
      `the value of @${tag} does not match the schema${channel === undefined ? "" : ` of the ${channel} channel`}: ` +
      `${path}${problem}`,
    example: { tag: "example", problem: "must match the pattern ^[a-z]+$", path: "" },
    fix:
      "Correct the value in the tag. If the value is correct, change the type or the constraints of the field. If " +
      "the channels need different values, use one tag for each channel, as in `@example (experimental)`.",
    why: "If users copy the example into an object, the API server rejects the object.",
    advice: true,
  }),
  "experimental-type": entry<{ user: string; type: string }>({
    message: ({ user, type }) => `${user} is in the standard channel, but its type ${type} is experimental`,
    example: { user: '"color"', type: "Color" },
    fix: ({ user, type }) =>
      `To keep ${user} out of the standard channel, tag it with @experimental as well. To allow ${type} in the ` +
      `standard channel, remove @experimental from ${type}.`,
    why: "The standard channel promises stability, but an experimental type can still change.",
  }),
  "format-too-new": entry<{ format: string; since: string; oldest: string }>({
    message: ({ format, since, oldest }) =>
      `the format "${format}" requires Kubernetes ${since} or later, but the bundle also supports ${oldest}`,
    example: { format: "k8s-short-name", since: "1.34", oldest: "1.33" },
    fix:
      "Use @pattern instead of @format. If the bundle no longer needs to support older versions of Kubernetes, keep " +
      "@format, and set `kubernetes.oldest` in apis/bundle.yaml to a version that supports the format.",
    why: "Older API servers ignore the format, so they store values that newer API servers reject.",
    advice: true,
  }),
  "format-unknown": entry<{ format: string; type: string; nearest?: string | undefined; formats: string }>({
    message: ({ format, type, nearest }) =>
      `the API server does not validate the format "${format}" for the type ${type}${didYouMean(nearest)}`,
    example: { format: "uint32", type: "integer", nearest: "int32", formats: "int32, int64" },
    fix: ({ formats }) =>
      `${useOneOf(formats)}To restrict the value in another way, use a tag such as @pattern or @minimum instead of ` +
      "@format.",
    manifestFix: ({ formats }) =>
      `${useOneOf(formats)}To restrict the value in another way, remove the format and use a keyword such as ` +
      "`pattern` or `minimum`.",
    why: "The API server ignores a format that it does not support for the type, so it accepts any value of the type.",
    advice: true,
  }),
  "list-key": entry<{ key: string; problem: string }>({
    message: ({ key, problem }) => `invalid list key "${key}": ${problem}`,
    example: { key: "name", problem: "the field is optional and has no default" },
    fix:
      "In @listMapKey, specify a field of the list items that has the type string, number, or boolean. The field " +
      "must be in every channel that contains the list. If the field is optional, make it required or add @default " +
      "to it.",
    manifestFix:
      "In `x-kubernetes-list-map-keys`, specify a field of the list items that has the type string, number, " +
      "integer, or boolean. If the field is optional, require it or set a default for it.",
    why:
      "The API server uses the keys to identify list items. It rejects the CRD if a key is not a field of the items, " +
      "if a key is an object or a list, or if an item can omit a key.",
  }),
  "list-map-keys": entry<{ given: string; missing: string }>({
    message: ({ given, missing }) => `${given} requires ${missing}`,
    example: { given: "@listType map", missing: "@listMapKey" },
    fix:
      "If one or more fields uniquely identify each item of the list, add `@listType map` and one @listMapKey tag " +
      "for each of these fields. Every channel that contains the list must have these tags. Otherwise, remove " +
      "`@listType map` and all @listMapKey tags.",
    manifestFix:
      "If one or more fields uniquely identify each item of the list, set `x-kubernetes-list-type: map`, and list " +
      "these fields in `x-kubernetes-list-map-keys`. Otherwise, remove both.",
    why: "The API server rejects a CRD if a list of type map has no keys, or if a list of another type has keys.",
  }),
  "object-field-tag": entry<{ tag: string; field: string; problem: string }>({
    message: ({ tag, field, problem }) => `@${tag} cannot constrain ${field}: ${problem}`,
    example: {
      tag: "validation",
      field: "metadata",
      problem: "only @schema can restrict it, with properties for name and generateName",
    },
    fix:
      "Remove the tag. To restrict the names of objects, tag `metadata` with @schema, as in " +
      '`{"properties": {"name": {"type": "string", "maxLength": 63}}}`, or add a rule about `self.metadata.name` to ' +
      "the kind.",
    why:
      "Kubernetes defines the fields that all objects have. The API server rejects a CRD whose schema restricts " +
      "anything in `metadata` except the name and the generateName.",
  }),
  "path-experimental": entry<{ path: string; field: string }>({
    message: ({ path, field }) => `\`${path}\` contains "${field}", which is not in the standard channel`,
    example: { path: ".spec.color", field: "color" },
    fix:
      "In the tag that contains this path, use a path to a field in the standard channel. If the whole API version " +
      "is experimental, add @experimental to the comment of its interface. If the field is stable, remove " +
      "@experimental from the field.",
    why:
      "In the standard channel, the path does not lead to a field, so the column, selectable field, or scale " +
      "subresource that uses the path does not work.",
  }),
  "path-unknown": entry<{ path: string; version: string; from?: string | undefined; problem: string }>({
    message: ({ path, version, from, problem }) =>
      `\`${path}\`${from === undefined ? "" : `, inherited from ${from},`} does not lead to a field of ${version}: ` +
      problem,
    example: { path: ".spec.siz", version: "v1", problem: 'there is no field "siz"; did you mean "size"?' },
    fix: `Correct the path in the tag that contains it, for example: \`.spec.size\`. ${DIFFERS}`,
    manifestFix: "Correct the path, for example: `.spec.size`.",
    why:
      "In most cases, the API server rejects a CRD with such a path. It accepts some invalid paths for the scale " +
      "subresource, but then the subresource does not work.",
  }),
  "path-unfit": entry<{ path: string; use: string; version: string; problem: string }>({
    message: ({ path, use, version, problem }) => `\`${path}\` cannot be ${use} of ${version}: ${problem}`,
    example: {
      path: ".spec.colors",
      use: "a selectable field",
      version: "v1",
      problem: "its type is array, but must be string, boolean, or integer",
    },
    fix:
      "Correct the path in the tag that contains it. If the path is correct, change the type of the field, or remove " +
      "the tag. " +
      DIFFERS,
    manifestFix: "Correct the path. If the path is correct, change the type of the field, or remove the path.",
    why:
      "In most cases, the API server rejects a CRD with such a path. It accepts some invalid paths for the scale " +
      "subresource, but then the subresource does not work.",
  }),
  "pattern-invalid": entry<{ pattern: string; problem: string }>({
    message: ({ pattern, problem }) => `\`${pattern}\` is not a valid RE2 regular expression: ${problem}`,
    example: { pattern: "^(?!default$).+$", problem: "invalid or unsupported Perl syntax: `(?!`" },
    fix:
      "Correct the expression. RE2 does not support lookaround or backreferences. To express such a condition, add a " +
      "CEL validation rule with @validation instead.",
    manifestFix:
      "Correct the expression. RE2 does not support lookaround or backreferences. To express such a condition, add a " +
      "CEL rule to `x-kubernetes-validations` instead.",
    why: "The API server compiles each pattern as an RE2 expression, and rejects the CRD if a pattern does not compile.",
  }),
  "rule-field-experimental": entry<{ field: string }>({
    message: ({ field }) => `the rule applies in the standard channel but reads "${field}", which is experimental`,
    example: { field: "color" },
    fix:
      "Limit the rule to the experimental channel with `@validation (experimental)`. If the standard channel needs " +
      "a different rule, add it with `@validation (standard)`.",
    why:
      "The schema of the standard channel does not define the field. The API server rejects a CRD if a rule reads a " +
      "field that the schema does not define.",
  }),
  "rule-field-free-form": entry<{ field: string }>({
    message: ({ field }) => `the rule reads "${field}", which can contain values of any type`,
    example: { field: "settings" },
    fix:
      "Declare a specific type for the field instead of a free-form type such as `JSONValue` or `unknown`. If " +
      "the field must accept any type, remove the rule, and have the controller validate the value.",
    why: "CEL rules can read a field only if the schema defines its type, so the API server rejects the CRD.",
  }),
  "rule-field-unknown": entry<{ field: string; nearest?: string | undefined }>({
    message: ({ field, nearest }) =>
      `the rule reads "${field}", which is not a field of the object${didYouMean(nearest && `"${nearest}"`)}`,
    example: { field: "colr", nearest: "color" },
    fix:
      "In the rule, correct the name of the field. If the name contains a hyphen, write `__dash__` instead of the " +
      `hyphen. For other special characters and for reserved words, see ${pageLink("type-language.md")}. In ` +
      "`metadata`, rules can read only `name` and `generateName`.",
    manifestFix:
      "In the rule, correct the name of the field. Escape special characters, such as a hyphen with `__dash__`, a " +
      "dot with `__dot__`, and a slash with `__slash__`, and enclose reserved words, as in `__namespace__`. In " +
      "`metadata`, rules can read only `name` and `generateName`.",
    why:
      "The API server rejects a CRD whose rule reads a field that the schema does not define. If the rule hides the " +
      "read with `dyn()`, the API server accepts the CRD, but each read fails, and `has()` of the field is always false.",
  }),
  "rule-no-message": entry<Record<never, never>>({
    message: () => "the rule has no message",
    fix:
      "After the rule and its options, write a message that states the condition, as in `must not be greater than " +
      "max`. If the message depends on the value, set messageExpression instead.",
    why: "If an object violates the rule, the API server shows the CEL expression of the rule to users.",
    advice: true,
  }),
  "rule-optional-read": entry<{ read: string; guard: string }>({
    message: ({ read }) => `the rule reads \`${read}\` without checking that it is set`,
    example: { read: "self.spec.color", guard: "has(self.spec.color)" },
    fix: ({ guard }) =>
      `In the rule, check first that the field is set, as in \`!${guard.startsWith("has(") ? guard : `(${guard})`} ` +
      "|| …`. If the field should always be set, make the field required, or add @default to the field.",
    why:
      "If the field is unset, the rule fails with an error. The API server then rejects the object with this error " +
      "instead of the rule's message.",
    advice: true,
  }),
  "rule-syntax": entry<{ part: string; problem: string }>({
    message: ({ part, problem }) => `the ${part} is not a valid CEL expression: ${problem}`,
    example: { part: "rule", problem: '"=" is not part of CEL' },
    fix:
      "In the @validation tag, correct the expression. In CEL, `==` compares two values, and strings are enclosed " +
      "in single or double quotes.",
    manifestFix:
      "Correct the expression. In CEL, `==` compares two values, and strings are enclosed in single or double " +
      "quotes.",
    why: "The API server rejects a CRD with a CEL expression that does not compile.",
  }),
  "schema-keyword": entry<{
    tag: string;
    keyword: string;
    saidBy?: string | undefined;
    nearest?: string | undefined;
  }>({
    message: ({ tag, keyword, saidBy, nearest }) =>
      saidBy === undefined
        ? `@${tag} sets "${keyword}", which is not a keyword of CRD schemas${didYouMean(nearest)}`
        : `@${tag} sets "${keyword}", which must be set with ${saidBy}`,
    example: { tag: "schema", keyword: "type", saidBy: "the TypeScript type" },
    fix: ({ tag, saidBy }) =>
      saidBy === undefined
        ? `In @${tag}, correct the name of the keyword, or remove the keyword.`
        : `Remove the keyword from @${tag}, and use ${saidBy} instead. Use @schema only for keywords that cannot be ` +
          "set with a TypeScript type or another tag, such as `oneOf`, `anyOf`, `allOf`, and `not`.",
    why:
      "If @schema and another part of the source set the same keyword, the two values can contradict each other. If " +
      "a keyword is not part of CRD schemas, the API server drops or rejects the keyword.",
  }),
  "tombstone-reused": entry<{ field: string; since: string; why: string }>({
    message: ({ field, since, why }) =>
      `the name "${field}" is reserved because a field with this name was removed in ${since}: ${why}`,
    example: { field: "color", since: "1.6.0", why: "it was replaced by paint" },
    fix: "Use a different name for the new field.",
    why:
      "Stored objects might still contain the old field. If the new field had the same name, the API server would " +
      "treat the old value as the value of the new field.",
  }),
};
