/** Diagnostics about the values, paths and rules that tags give. */
import { didYouMean, entry } from "./entry.js";

export const CHECK_ENTRIES = {
  "bounds-empty": entry<{ problem: string }>({
    message: ({ problem }) => `no value can be valid here: ${problem}`,
    fix:
      "Correct one of the bounds. If the channels need different bounds, limit the tag to one channel: @minimum " +
      "(experimental).",
    why: "The API server accepts a CRD with such bounds, but rejects every object that sets the field.",
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
    why: "The API server rejects a CRD whose default does not match its schema.",
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
    fix: ({ user, type }) => `Tag ${user} @experimental as well, or remove the tag from ${type}.`,
    why: "The standard channel would promise stability for a type that may still change.",
  }),
  "format-too-new": entry<{ format: string; since: string; oldest: string }>({
    message: ({ format, since, oldest }) =>
      `the format "${format}" requires Kubernetes ${since}, but the bundle supports ${oldest}`,
    fix: "Use a @pattern instead, or raise kubernetes.oldest in apis/bundle.yaml.",
    why: "An older API server ignores the format, so it stores values that newer ones reject.",
    advice: true,
  }),
  "format-unknown": entry<{ format: string; type: string; nearest?: string | undefined; formats: string }>({
    message: ({ format, type, nearest }) =>
      `the API server does not validate the format "${format}" for the type ${type}${didYouMean(nearest)}`,
    fix: ({ formats }) => `Use one of these formats: ${formats}. Or use a @pattern or bounds instead.`,
    why: "The API server ignores formats that it does not know, so it would accept any value.",
    advice: true,
  }),
  "list-key": entry<{ key: string; problem: string }>({
    message: ({ key, problem }) => `invalid list key "${key}": ${problem}`,
    fix:
      "Name a field of the items whose type is string, number or boolean. It must be required or have a default in " +
      "each channel of the list.",
    why: "The API server uses the key to tell the items apart, and rejects the CRD if an item could omit it.",
  }),
  "list-map-keys": entry<{ given: string; missing: string }>({
    message: ({ given, missing }) => `${given} requires ${missing}`,
    fix: "Set both or neither, in the same channels: @listType map, and one @listMapKey for each key.",
    why: "The API server rejects a CRD that sets only one of them.",
  }),
  "path-experimental": entry<{ path: string; field: string }>({
    message: ({ path, field }) => `\`${path}\` contains "${field}", which is not in the standard channel`,
    fix: "Tag the version @experimental, or use a path of standard fields.",
    why: "In the standard channel, the path would lead to no field: a column or subresource would have no value.",
  }),
  "path-unknown": entry<{ path: string; version: string; from?: string | undefined; problem: string }>({
    message: ({ path, version, from, problem }) =>
      `\`${path}\`${from === undefined ? "" : `, inherited from ${from},`} does not lead to a field of ${version}: ` +
      problem,
    fix: "Correct the path, as in `.spec.replicas`. If the version needs paths of its own, tag it @differs.",
    why: "The API server would reject the CRD, or the scale subresource would not work.",
  }),
  "path-unfit": entry<{ path: string; use: string; version: string; problem: string }>({
    message: ({ path, use, version, problem }) => `\`${path}\` cannot be ${use} of ${version}: ${problem}`,
    fix: "Correct the path or the type. If the version needs paths of its own, tag it @differs.",
    why: "The API server would reject the CRD, or the scale subresource would not work.",
  }),
  "pattern-invalid": entry<{ pattern: string; problem: string }>({
    message: ({ pattern, problem }) => `\`${pattern}\` is not a valid RE2 expression: ${problem}`,
    fix: "Correct it. RE2 has no lookaround and no backreferences.",
    why: "The API server rejects a CRD with a pattern that Go cannot compile.",
  }),
  "rule-field-experimental": entry<{ field: string }>({
    message: ({ field }) => `the rule applies in the standard channel but reads "${field}", which is experimental`,
    fix:
      "Limit the rule to one channel: @validation (experimental). If the standard channel needs a rule, add one with " +
      "(standard).",
    why: "The API server rejects a CRD whose rule reads a field that the schema does not define.",
  }),
  "rule-field-free-form": entry<{ field: string }>({
    message: ({ field }) => `the rule reads "${field}", which has no type`,
    fix: "Give the field a type, or have the controller validate its value.",
    why: "A CEL rule cannot read a field that has no type, so the API server rejects the CRD.",
  }),
  "rule-field-unknown": entry<{ field: string; nearest?: string | undefined }>({
    message: ({ field, nearest }) =>
      `the rule reads "${field}", which is not a field here${didYouMean(nearest && `"${nearest}"`)}`,
    fix: "Correct the name. Write a__dash__b for a field a-b. Of metadata, a rule can read only name and generateName.",
    why: "The API server rejects a CRD whose rule reads a field that the schema does not define.",
  }),
  "rule-optional-read": entry<{ read: string; guard: string }>({
    message: ({ read }) => `the rule reads \`${read}\` without checking that it is set`,
    fix: ({ guard }) =>
      `Check first, as in \`!${guard.startsWith("has(") ? guard : `(${guard})`} || …\`. ` +
      "Or make the field required, or give it a default.",
    why:
      "If the field is unset, the rule fails with an error, and the API server rejects the object without the " +
      "message of the rule.",
    advice: true,
  }),
  "rule-syntax": entry<{ part: string; problem: string }>({
    message: ({ part, problem }) => `the ${part} is not a valid CEL expression: ${problem}`,
    fix: "Correct the expression. CEL strings are in single or double quotes.",
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
        ? "Correct the name of the keyword, or remove it."
        : `Remove the keyword and use ${saidBy}. @schema is for oneOf, anyOf, allOf and not, which have no other form.`,
    why: "Two settings for one thing can contradict each other, and the API server drops or rejects unknown keywords.",
  }),
  "tombstone-reused": entry<{ field: string; since: string; why: string }>({
    message: ({ field, since, why }) =>
      `the name "${field}" is reserved for a field that was removed in ${since}: ${why}`,
    fix: "Choose another name.",
    why: "Stored objects may still contain the old field, and the API server would take its value for the new one.",
  }),
};
