/** Diagnostics about the values, paths, and rules in tags. */
import { didYouMean, entry } from "./entry.js";

export const CHECK_ENTRIES = {
  "bounds-empty": entry<{ problem: string }>({
    message: ({ problem }) => `invalid bounds: ${problem}`,
    fix:
      "Correct one of the bounds. If the channels need different bounds, limit the tag to one channel, as in " +
      "@minimum (experimental).",
    why: "The API server accepts a CRD with these bounds, but rejects every object that sets the field.",
  }),
  "column-path-unfit": entry<{ path: string; use: string; version: string; problem: string }>({
    message: ({ path, use, version, problem }) => `\`${path}\` cannot be ${use} of ${version}: ${problem}`,
    fix: "Correct the path or the type of the column. If the version needs columns of its own, tag it @differs.",
    why: "The API server accepts the CRD, but leaves the column empty.",
    advice: true,
  }),
  "column-path-unknown": entry<{ path: string; version: string; from?: string | undefined; problem: string }>({
    message: ({ path, version, from, problem }) =>
      `\`${path}\`${from === undefined ? "" : `, inherited from ${from},`} does not lead to a field of ${version}: ` +
      problem,
    fix: "Correct the path, as in `.spec.replicas`. If the version needs columns of its own, tag it @differs.",
    why:
      "The API server accepts the CRD, but leaves the column empty. If it cannot parse the path, kubectl shows none of " +
      "the columns.",
    advice: true,
  }),
  "default-unfit": entry<{ tag: string; problem: string; path: string; channel?: string | undefined }>({
    message: ({ tag, problem, path, channel }) =>
      `the value of @${tag} does not match the schema${channel === undefined ? "" : ` of the ${channel} channel`}: ` +
      `${path}${problem}`,
    fix:
      "Correct the value or the schema. If the channels need different values, limit the tag to one channel, as in " +
      "@default (experimental).",
    why: "The API server rejects a CRD if a default does not match the schema.",
  }),
  "example-unfit": entry<{ tag: string; problem: string; path: string; channel?: string | undefined }>({
    message: ({ tag, problem, path, channel }) =>
      `the value of @${tag} does not match the schema${channel === undefined ? "" : ` of the ${channel} channel`}: ` +
      `${path}${problem}`,
    fix:
      "Correct the value or the schema. If the channels need different values, limit the tag to one channel, as in " +
      "@example (experimental).",
    why: "The API server rejects an object that a user writes as the example shows.",
    advice: true,
  }),
  "experimental-type": entry<{ user: string; type: string }>({
    message: ({ user, type }) => `${user} is in the standard channel, but its type ${type} is experimental`,
    fix: ({ user, type }) => `Tag ${user} @experimental as well, or remove @experimental from ${type}.`,
    why: "The standard channel would promise stability for a type that may still change.",
  }),
  "format-too-new": entry<{ format: string; since: string; oldest: string }>({
    message: ({ format, since, oldest }) =>
      `the format "${format}" requires Kubernetes ${since} or later, but the bundle also supports ${oldest}`,
    fix: "Use @pattern instead, or increase kubernetes.oldest in apis/bundle.yaml.",
    why: "Older API servers ignore the format, so they store values that newer API servers reject.",
    advice: true,
  }),
  "format-unknown": entry<{ format: string; type: string; nearest?: string | undefined; formats: string }>({
    message: ({ format, type, nearest }) =>
      `the API server does not validate the format "${format}" for the type ${type}${didYouMean(nearest)}`,
    fix: ({ formats }) =>
      `Use one of these formats: ${formats}. To limit other values, use @pattern or bounds such as @maximum.`,
    why: "The API server ignores formats that it does not know, so it would accept any value of the type.",
    advice: true,
  }),
  "list-key": entry<{ key: string; problem: string }>({
    message: ({ key, problem }) => `invalid list key "${key}": ${problem}`,
    fix:
      "Use a field of the items that has the type string, number, or boolean. The field must be required or have a " +
      "default in each channel that contains the list.",
    why: "The API server uses the keys to identify items, and rejects the CRD if an item can omit a key.",
  }),
  "list-map-keys": entry<{ given: string; missing: string }>({
    message: ({ given, missing }) => `${given} requires ${missing}`,
    fix: "In each channel, set @listType map and one @listMapKey for each key, or omit both tags.",
    why: "The API server rejects a CRD if a list of type map has no keys, or if any other list has keys.",
  }),
  "path-experimental": entry<{ path: string; field: string }>({
    message: ({ path, field }) => `\`${path}\` contains "${field}", which is not in the standard channel`,
    fix: "Use a path to a field in the standard channel, or tag the version @experimental.",
    why: "In the standard channel, the path would not lead to a field, so the column or subresource would not work.",
  }),
  "path-unknown": entry<{ path: string; version: string; from?: string | undefined; problem: string }>({
    message: ({ path, version, from, problem }) =>
      `\`${path}\`${from === undefined ? "" : `, inherited from ${from},`} does not lead to a field of ${version}: ` +
      problem,
    fix:
      "Correct the path, as in `.spec.replicas`. If the paths of this version differ from those of the storage " +
      "version, add @differs to this version.",
    why: "The API server would reject the CRD, or the scale subresource would not work.",
  }),
  "path-unfit": entry<{ path: string; use: string; version: string; problem: string }>({
    message: ({ path, use, version, problem }) => `\`${path}\` cannot be ${use} of ${version}: ${problem}`,
    fix:
      "Correct the path or the type. If the paths of this version differ from those of the storage version, add " +
      "@differs to this version.",
    why: "The API server would reject the CRD, or the scale subresource would not work.",
  }),
  "pattern-invalid": entry<{ pattern: string; problem: string }>({
    message: ({ pattern, problem }) => `\`${pattern}\` is not a valid RE2 regular expression: ${problem}`,
    fix: "Correct the expression. RE2 does not support lookaround or backreferences.",
    why: "The API server rejects a CRD with a pattern that Go cannot compile.",
  }),
  "rule-field-experimental": entry<{ field: string }>({
    message: ({ field }) => `the rule applies in the standard channel but reads "${field}", which is experimental`,
    fix:
      "Limit the rule to one channel with @validation (experimental). If the standard channel needs a different " +
      "rule, add it with @validation (standard).",
    why: "The API server rejects a CRD whose rule reads a field that the schema does not define.",
  }),
  "rule-field-free-form": entry<{ field: string }>({
    message: ({ field }) => `the rule reads "${field}", which has no type`,
    fix: "Give the field a type, or have the controller validate its value.",
    why: "A CEL rule cannot read a field that has no type, so the API server rejects the CRD.",
  }),
  "rule-field-unknown": entry<{ field: string; nearest?: string | undefined }>({
    message: ({ field, nearest }) =>
      `the rule reads "${field}", which is not a field of the object${didYouMean(nearest && `"${nearest}"`)}`,
    fix:
      "Correct the name. In CEL, the name a-b is written as a__dash__b. In metadata, rules can read only name and " +
      "generateName.",
    why: "The API server rejects a CRD whose rule reads a field that the schema does not define.",
  }),
  "rule-optional-read": entry<{ read: string; guard: string }>({
    message: ({ read }) => `the rule reads \`${read}\` without checking that it is set`,
    fix: ({ guard }) =>
      "Do one of the following: check first that the field is set, as in " +
      `\`!${guard.startsWith("has(") ? guard : `(${guard})`} || …\`; make the field required; or set a default.`,
    why:
      "If the field is unset, the rule fails with an error. The API server then rejects the object with this error " +
      "instead of the rule's message.",
    advice: true,
  }),
  "rule-syntax": entry<{ part: string; problem: string }>({
    message: ({ part, problem }) => `the ${part} is not a valid CEL expression: ${problem}`,
    fix: "Correct the expression. In CEL, strings are enclosed in single or double quotes.",
    why: "The API server rejects a CRD with a rule that does not compile.",
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
        : `Remove the keyword, and use ${saidBy} instead. Use @schema for keywords that have no tag or TypeScript ` +
          "form, such as oneOf, anyOf, allOf, and not.",
    why:
      "Two settings for the same keyword can contradict each other, and the API server drops or rejects unknown " +
      "keywords.",
  }),
  "tombstone-reused": entry<{ field: string; since: string; why: string }>({
    message: ({ field, since, why }) =>
      `the name "${field}" is reserved because a field with this name was removed in ${since}: ${why}`,
    fix: "Use a different name.",
    why:
      "Stored objects might still contain the old field, and the API server would treat its value as the value of " +
      "the new field.",
  }),
};
