/** Diagnostics about the values, paths, and rules in tags. */
import { pageLink } from "../../docs.js";
import { didYouMean, entry } from "./entry.js";

export const CHECK_ENTRIES = {
  "bounds-empty": entry<{ problem: string }>({
    message: ({ problem }) => `invalid bounds: ${problem}`,
    fix:
      "Change the bounds so that at least one value is valid. If the channels need different bounds, use one tag for " +
      "each channel, as in @minimum (experimental).",
    why: "The API server accepts a CRD with these bounds, but rejects every object that sets the field.",
  }),
  "column-path-unfit": entry<{ path: string; use: string; version: string; problem: string }>({
    message: ({ path, use, version, problem }) => `\`${path}\` cannot be ${use} of ${version}: ${problem}`,
    fix:
      "Correct the path or the type of the column. If this API version needs different columns than the storage " +
      "version, define them with @printColumn and tag the version @differs columns <reason>.",
    why: "The API server accepts the CRD, but leaves the column empty.",
    advice: true,
  }),
  "column-path-unknown": entry<{ path: string; version: string; from?: string | undefined; problem: string }>({
    message: ({ path, version, from, problem }) =>
      `\`${path}\`${from === undefined ? "" : `, inherited from ${from},`} does not lead to a field of ${version}: ` +
      problem,
    fix:
      "Correct the path, as in `.spec.replicas`. Put a backslash before each dot in the name of a field or key, even in " +
      "brackets, as in `.metadata.labels['example\\.dev/size']`. If this API version needs different columns than the " +
      "storage version, define them with @printColumn and tag the version @differs columns <reason>.",
    why:
      "The API server accepts the CRD, but leaves the column empty. If the API server cannot parse the path, kubectl " +
      "shows none of the columns.",
    advice: true,
  }),
  "default-unfit": entry<{ tag: string; problem: string; path: string; channel?: string | undefined }>({
    message: ({ tag, problem, path, channel }) =>
      `the value of @${tag} does not match the schema${channel === undefined ? "" : ` of the ${channel} channel`}: ` +
      `${path}${problem}`,
    fix:
      "Correct the value or the schema. If the channels need different values, use one tag for each channel, as in " +
      "@default (experimental).",
    why: "The API server rejects a CRD if a default does not match the schema.",
  }),
  "example-unfit": entry<{ tag: string; problem: string; path: string; channel?: string | undefined }>({
    message: ({ tag, problem, path, channel }) =>
      `the value of @${tag} does not match the schema${channel === undefined ? "" : ` of the ${channel} channel`}: ` +
      `${path}${problem}`,
    fix:
      "Correct the value or the schema. If the channels need different values, use one tag for each channel, as in " +
      "@example (experimental).",
    why: "Users who copy the example would create an object that the API server rejects.",
    advice: true,
  }),
  "experimental-type": entry<{ user: string; type: string }>({
    message: ({ user, type }) => `${user} is in the standard channel, but its type ${type} is experimental`,
    fix: ({ user, type }) => `Tag ${user} @experimental as well, or remove @experimental from ${type}.`,
    why: "The standard channel would promise stability for a type that might still change.",
  }),
  "format-too-new": entry<{ format: string; since: string; oldest: string }>({
    message: ({ format, since, oldest }) =>
      `the format "${format}" requires Kubernetes ${since} or later, but the bundle also supports ${oldest}`,
    fix:
      "Use @pattern instead of @format or, if the bundle no longer needs to support the older versions of " +
      "Kubernetes, increase kubernetes.oldest in apis/bundle.yaml.",
    why: "Older API servers ignore the format, so they store values that newer API servers reject.",
    advice: true,
  }),
  "format-unknown": entry<{ format: string; type: string; nearest?: string | undefined; formats: string }>({
    message: ({ format, type, nearest }) =>
      `the API server does not validate the format "${format}" for the type ${type}${didYouMean(nearest)}`,
    fix: ({ formats }) =>
      `Use one of these formats: ${formats}. For other restrictions, use a tag such as @pattern or @maximum.`,
    why: "The API server ignores formats that it does not know, so it would accept any value of the type.",
    advice: true,
  }),
  "list-key": entry<{ key: string; problem: string }>({
    message: ({ key, problem }) => `invalid list key "${key}": ${problem}`,
    fix:
      "In @listMapKey, name a field of the list items that has the type string, number, or boolean. The field must " +
      "be required or have a default in each channel that contains the list.",
    why: "The API server uses the keys to identify list items, and rejects the CRD if an item can omit a key.",
  }),
  "list-map-keys": entry<{ given: string; missing: string }>({
    message: ({ given, missing }) => `${given} requires ${missing}`,
    fix: "In each channel, set @listType map and one @listMapKey for each key, or omit both tags.",
    why: "The API server rejects a CRD if a list of type map has no keys, or if a list of another type has keys.",
  }),
  "path-experimental": entry<{ path: string; field: string }>({
    message: ({ path, field }) => `\`${path}\` contains "${field}", which is not in the standard channel`,
    fix: "Use a path to a field in the standard channel, or tag the API version @experimental.",
    why:
      "In the standard channel, the path would not lead to a field, so the column, selectable field, or scale " +
      "subresource would not work.",
  }),
  "path-unknown": entry<{ path: string; version: string; from?: string | undefined; problem: string }>({
    message: ({ path, version, from, problem }) =>
      `\`${path}\`${from === undefined ? "" : `, inherited from ${from},`} does not lead to a field of ${version}: ` +
      problem,
    fix:
      "Correct the path, as in `.spec.replicas`. If this API version needs different paths than the storage version, " +
      `add tags with these paths to the version, and tag it @differs (see ${pageLink("type-language.md")}).`,
    why: "The API server would reject the CRD, or the scale subresource would not work.",
  }),
  "path-unfit": entry<{ path: string; use: string; version: string; problem: string }>({
    message: ({ path, use, version, problem }) => `\`${path}\` cannot be ${use} of ${version}: ${problem}`,
    fix:
      "Correct the path or the type of the field, or remove the tag with the path. If this API version needs " +
      "different paths than the storage version, add tags with these paths to the version, and tag it @differs (see " +
      `${pageLink("type-language.md")}).`,
    why: "The API server would reject the CRD, or the scale subresource would not work.",
  }),
  "pattern-invalid": entry<{ pattern: string; problem: string }>({
    message: ({ pattern, problem }) => `\`${pattern}\` is not a valid RE2 regular expression: ${problem}`,
    fix: "Correct the expression. RE2 does not support lookaround or backreferences.",
    why:
      "The API server compiles each pattern as an RE2 expression, and rejects the CRD if a pattern does not compile.",
  }),
  "rule-field-experimental": entry<{ field: string }>({
    message: ({ field }) => `the rule applies in the standard channel but reads "${field}", which is experimental`,
    fix:
      "Limit the rule to the experimental channel with @validation (experimental). If the standard channel needs a " +
      "different rule, add it with @validation (standard).",
    why: "The API server rejects a CRD whose rule reads a field that the schema does not define.",
  }),
  "rule-field-free-form": entry<{ field: string }>({
    message: ({ field }) => `the rule reads "${field}", which can contain values of any type`,
    fix:
      "Declare a specific type for the field instead of a free-form type such as JSONValue or unknown. If the field " +
      "must accept any type, remove the rule, and have the controller validate the value.",
    why: "CEL rules can read a field only if the schema defines its type, so the API server rejects the CRD.",
  }),
  "rule-field-unknown": entry<{ field: string; nearest?: string | undefined }>({
    message: ({ field, nearest }) =>
      `the rule reads "${field}", which is not a field of the object${didYouMean(nearest && `"${nearest}"`)}`,
    fix:
      "Correct the name of the field. In CEL, the name a-b is written as a__dash__b. In metadata, rules can read " +
      "only name and generateName.",
    why: "The API server rejects a CRD whose rule reads a field that the schema does not define.",
  }),
  "rule-optional-read": entry<{ read: string; guard: string }>({
    message: ({ read }) => `the rule reads \`${read}\` without checking that it is set`,
    fix: ({ guard }) =>
      "Do one of the following: check first that the field is set, as in " +
      `\`!${guard.startsWith("has(") ? guard : `(${guard})`} || …\`; make the field required; or add @default.`,
    why:
      "If the field is unset, the rule fails with an error. The API server then rejects the object with this error " +
      "instead of the rule's message.",
    advice: true,
  }),
  "rule-syntax": entry<{ part: string; problem: string }>({
    message: ({ part, problem }) => `the ${part} is not a valid CEL expression: ${problem}`,
    fix: "Correct the expression. In CEL, strings are enclosed in single or double quotes.",
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
        : `@${tag} sets "${keyword}", which must come from ${saidBy}`,
    fix: ({ saidBy }) =>
      saidBy === undefined
        ? "Correct the name of the keyword, or remove the keyword."
        : `Remove the keyword, and use ${saidBy} instead. Use @schema only for keywords that cannot be set with a ` +
          "TypeScript type or another tag, such as oneOf, anyOf, allOf, and not.",
    why:
      "If @schema and another part of the source set the same keyword, the two values can contradict each other. The " +
      "API server drops or rejects unknown keywords.",
  }),
  "tombstone-reused": entry<{ field: string; since: string; why: string }>({
    message: ({ field, since, why }) =>
      `the name "${field}" is reserved because a field with this name was removed in ${since}: ${why}`,
    fix: "Use a different name for the new field.",
    why:
      "Stored objects might still contain the old field, and the API server would treat its value as the value of " +
      "the new field.",
  }),
};
