/** What can be wrong with what a tag refers to. */
import { didYouMean, entry } from "./entry.js";

export const CHECK_ENTRIES = {
  "default-unfit": entry<{ tag: string; problem: string; path: string; channel: string }>({
    says: ({ tag, problem, path, channel }) =>
      `@${tag} does not fit the schema of the ${channel} channel: ${path}${problem}`,
    mend: "Correct the value or the schema. Where the channels need different values, bind the tag: (experimental).",
    why: "The API server refuses a CRD whose default does not fit, and an example that does not fit misleads.",
  }),
  "experimental-type": entry<{ user: string; type: string }>({
    says: ({ user, type }) => `${user} is in the standard channel, but its type ${type} is experimental`,
    mend: "Tag it @experimental as well, or take the tag off the type.",
    why: "The standard channel would promise stability for a type that may still change.",
  }),
  "list-key": entry<{ key: string; problem: string }>({
    says: ({ key, problem }) => `the list key "${key}" ${problem}`,
    mend: "Name a field of the items that is a string, number or boolean and is required or has a default.",
    why: "The API server tells the items apart by it and refuses a CRD where it can be absent.",
  }),
  "list-map-keys": entry<{ problem: string }>({
    says: ({ problem }) => problem,
    mend: "@listType map and @listMapKey go together, on a list of objects.",
    why: "The API server refuses one without the other.",
  }),
  "path-experimental": entry<{ path: string; field: string }>({
    says: ({ path, field }) => `${path} reaches "${field}", which is not in the standard channel`,
    mend: "Tag the version @experimental, or refer to a standard field.",
    why: "In the standard channel the column, field or subresource would always be empty.",
  }),
  "path-unknown": entry<{ path: string; problem: string }>({
    says: ({ path, problem }) => `${path} does not lead to a field: ${problem}`,
    mend: "Correct the path. It begins with a dot: `.spec.replicas`.",
    why: "The API server would take it and show nothing, or refuse the CRD.",
  }),
  "pattern-invalid": entry<{ pattern: string; problem: string }>({
    says: ({ pattern, problem }) => `\`${pattern}\` is no RE2 expression: ${problem}`,
    mend: "Write it without lookaround and back references, which RE2 does not have.",
    why: "The API server refuses a CRD with a pattern that Go cannot compile.",
  }),
  "rule-field-experimental": entry<{ field: string }>({
    says: ({ field }) => `the rule holds in the standard channel but reads "${field}", which is experimental`,
    mend: "Bind it: @validation (experimental), with a rule of its own for (standard) where one is needed.",
    why: "The API server refuses a CRD with a rule that reads a field the schema does not have.",
  }),
  "rule-field-unknown": entry<{ field: string; nearest?: string | undefined }>({
    says: ({ field, nearest }) =>
      `the rule reads "${field}", which is no field here${didYouMean(nearest && `"${nearest}"`)}`,
    mend: "Correct the name. A field named like a word of CEL is written with underscores: `self.__namespace__`.",
    why: "The API server refuses a CRD with a rule that reads a field the schema does not have.",
  }),
  "rule-syntax": entry<{ problem: string }>({
    says: ({ problem }) => `the rule is no CEL expression: ${problem}`,
    mend: "Correct the expression. Texts in CEL stand in single or double quotes.",
    why: "The API server refuses a CRD with a rule that does not compile.",
  }),
  "schema-keyword": entry<{ tag: string; keyword: string; problem: string }>({
    says: ({ tag, keyword, problem }) => `@${tag} sets "${keyword}", ${problem}`,
    mend: "@schema is for what TypeScript and the other tags cannot say: oneOf, anyOf, allOf, not and the like.",
    why: "What is said twice can differ, and what the API server does not know it drops or refuses.",
  }),
  "tombstone-reused": entry<{ field: string; since: string; why: string }>({
    says: ({ field, since, why }) => `"${field}" is reserved: it was removed in ${since}. ${why}`,
    mend: "Choose another name.",
    why: "Objects that were stored before may still hold the old field, with its old meaning.",
  }),
};
