/** What can be wrong with what a tag refers to. */
import { didYouMean, entry } from "./entry.js";

export const CHECK_ENTRIES = {
  "bounds-empty": entry<{ problem: string }>({
    message: ({ problem }) => `no value is allowed here: ${problem}`,
    fix: "Correct one of the bounds. If the channels need different bounds, bind the tag: (experimental).",
    why: "The API server accepts a CRD with such bounds and then rejects every object that sets the field.",
  }),
  "column-path-unfit": entry<{ path: string; use: string; version: string; problem: string }>({
    message: ({ path, use, version, problem }) => `\`${path}\` cannot be ${use} of ${version}: ${problem}`,
    fix: "Correct the path or the type of the column, or give the version columns of its own with @differs.",
    why: "The API server accepts the CRD, but leaves the column empty.",
    advice: true,
  }),
  "column-path-unknown": entry<{ path: string; version: string; from?: string | undefined; problem: string }>({
    message: ({ path, version, from, problem }) =>
      `\`${path}\`${from === undefined ? "" : `, taken over from ${from},`} leads to no field of ${version}: ${problem}`,
    fix: "Correct the path, as in `.spec.replicas`, or give the version columns of its own with @differs.",
    why: "The API server accepts the CRD, but leaves the column empty. If it cannot read the path, kubectl shows none of the columns.",
    advice: true,
  }),
  "default-unfit": entry<{ tag: string; problem: string; path: string; channel?: string | undefined }>({
    message: ({ tag, problem, path, channel }) =>
      `@${tag} does not fit the schema${channel === undefined ? "" : ` of the ${channel} channel`}: ${path}${problem}`,
    fix: "Correct the value or the schema. Where the channels need different values, bind the tag: (experimental).",
    why: "The API server rejects a CRD with a default that does not match its schema.",
  }),
  "example-unfit": entry<{ tag: string; problem: string; path: string; channel?: string | undefined }>({
    message: ({ tag, problem, path, channel }) =>
      `@${tag} has an example that does not match the schema${channel === undefined ? "" : ` of the ${channel} channel`}: ${path}${problem}`,
    fix: "Correct the value or the schema. If the channels need different values, limit the tag to one: (experimental).",
    why: "The API server rejects an object that is written as the example shows.",
    advice: true,
  }),
  "experimental-type": entry<{ user: string; type: string }>({
    message: ({ user, type }) => `${user} is in the standard channel, but its type ${type} is experimental`,
    fix: "Tag it @experimental as well, or take the tag off the type.",
    why: "The standard channel would promise stability for a type that may still change.",
  }),
  "format-too-new": entry<{ format: string; since: string; oldest: string }>({
    message: ({ format, since, oldest }) =>
      `the API server checks the format "${format}" from Kubernetes ${since} on, but the bundle supports ${oldest}`,
    fix: "Write a @pattern instead, or raise kubernetes.oldest in apis/bundle.yaml.",
    why: "An older API server ignores the format, so it stores values that newer ones reject.",
    advice: true,
  }),
  "format-unknown": entry<{ format: string; type: string; nearest?: string | undefined; formats: string }>({
    message: ({ format, type, nearest }) =>
      `the API server does not check the format "${format}" for the type ${type}${didYouMean(nearest)}`,
    fix: ({ formats }) => `Write one of these formats, or a @pattern or bounds: ${formats}.`,
    why: "The API server ignores a format that it does not know: values that look checked are not.",
    advice: true,
  }),
  "list-key": entry<{ key: string; problem: string }>({
    message: ({ key, problem }) => `the list key "${key}" ${problem}`,
    fix: "Name a field of the items that is a string, number or boolean and is required or has a default, in each channel of the list.",
    why: "The API server tells the items apart by it and refuses a CRD where it can be absent.",
  }),
  "list-map-keys": entry<{ given: string; missing: string }>({
    message: ({ given, missing }) => `${given} is given without ${missing}`,
    fix: "Give both or neither, in the same channels: @listType map and one @listMapKey for each key.",
    why: "The API server refuses one without the other.",
  }),
  "path-experimental": entry<{ path: string; field: string }>({
    message: ({ path, field }) => `\`${path}\` reaches "${field}", which is not in the standard channel`,
    fix: "Tag the version @experimental, or refer to a standard field.",
    why: "In the standard channel the column, field or subresource would always be empty.",
  }),
  "path-unknown": entry<{ path: string; version: string; from?: string | undefined; problem: string }>({
    message: ({ path, version, from, problem }) =>
      `\`${path}\`${from === undefined ? "" : `, taken over from ${from},`} leads to no field of ${version}: ${problem}`,
    fix: "Correct the path, as in `.spec.replicas`, or give the version paths of its own with @differs.",
    why: "The API server rejects the CRD, or the scale subresource does not work.",
  }),
  "path-unfit": entry<{ path: string; use: string; version: string; problem: string }>({
    message: ({ path, use, version, problem }) => `\`${path}\` cannot be ${use} of ${version}: ${problem}`,
    fix: "Correct the path or the type, or give the version paths of its own with @differs.",
    why: "The API server rejects the CRD, or the scale subresource does not work.",
  }),
  "pattern-invalid": entry<{ pattern: string; problem: string }>({
    message: ({ pattern, problem }) => `\`${pattern}\` is no RE2 expression: ${problem}`,
    fix: "Correct it. RE2 has no lookaround and no back references.",
    why: "The API server refuses a CRD with a pattern that Go cannot compile.",
  }),
  "rule-field-experimental": entry<{ field: string }>({
    message: ({ field }) => `the rule holds in the standard channel but reads "${field}", which is experimental`,
    fix: "Bind it: @validation (experimental), with a rule of its own for (standard) where one is needed.",
    why: "The API server refuses a CRD with a rule that reads a field the schema does not have.",
  }),
  "rule-field-free-form": entry<{ field: string }>({
    message: ({ field }) => `the rule reads "${field}", whose type is free-form`,
    fix: "Give the field a type, or leave what is in it to the controller.",
    why: "For the rules of the API server a field without a type is not there: it refuses the CRD.",
  }),
  "rule-field-unknown": entry<{ field: string; nearest?: string | undefined }>({
    message: ({ field, nearest }) =>
      `the rule reads "${field}", which is no field here${didYouMean(nearest && `"${nearest}"`)}`,
    fix: "Correct the name. A field a-b is written a__dash__b; of metadata a rule reads name and generateName alone.",
    why: "The API server refuses a CRD with a rule that reads a field the schema does not have.",
  }),
  "rule-optional-read": entry<{ read: string; guard: string }>({
    message: ({ read }) => `the rule reads \`${read}\` without asking whether it is there`,
    fix: ({ guard }) =>
      `Ask first, as in \`!${guard.startsWith("has(") ? guard : `(${guard})`} || …\`. Or make the field required, or give it a default.`,
    why: "Where it is absent the rule is an error, and the API server refuses the object with a message nobody wrote.",
    advice: true,
  }),
  "rule-syntax": entry<{ part: string; problem: string }>({
    message: ({ part, problem }) => `the ${part} is no CEL expression: ${problem}`,
    fix: "Correct the expression. Texts in CEL stand in single or double quotes.",
    why: "The API server refuses a CRD with a rule that does not compile.",
  }),
  "schema-keyword": entry<{
    tag: string;
    keyword: string;
    saidBy?: string | undefined;
    nearest?: string | undefined;
  }>({
    message: ({ tag, keyword, saidBy, nearest }) =>
      `@${tag} sets "${keyword}", which ${saidBy === undefined ? `CRDs do not have${didYouMean(nearest)}` : `${saidBy} says`}`,
    fix: ({ saidBy }) =>
      saidBy === undefined
        ? "Correct its name, or remove it."
        : "Say it there. @schema is for what TypeScript and the other tags cannot say: oneOf, anyOf, allOf, not.",
    why: "What is said twice can differ, and what the API server does not know it drops or refuses.",
  }),
  "tombstone-reused": entry<{ field: string; since: string; why: string }>({
    message: ({ field, since, why }) => `"${field}" is reserved: it was removed in ${since}. ${why}`,
    fix: "Choose another name.",
    why: "Objects that were stored before may still hold the old field, with its old meaning.",
  }),
};
