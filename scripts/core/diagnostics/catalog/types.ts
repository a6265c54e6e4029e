/** Diagnostics about types. */
import { didYouMean, entry } from "./entry.js";

export const TYPE_ENTRIES = {
  typescript: entry<{ problem: string; number: number }>({
    message: ({ problem, number }) => `TypeScript reports an error: ${problem} (TS${number})`,
    fix: "Fix the error as you would in any TypeScript file. The files in apis/ are compiled with --strict.",
    why: "If the compiler cannot resolve a type, its schema would be empty, and TypeScript programs could not import it.",
  }),
  "constraint-twice": entry<{ tag: string; other: string; keyword: string }>({
    message: ({ tag, other, keyword }) => `@${tag} and @${other} both set "${keyword}"`,
    fix: "Keep only one of the tags.",
    why: "The order of the tags would determine which value is used.",
  }),
  "constraint-type": entry<{ tag: string; type: string; types: string }>({
    message: ({ tag, type }) => `@${tag} has no effect on a value of type ${type}`,
    fix: ({ tag, types }) =>
      `Use @${tag} only with these types: ${types}. ` +
      `For the elements of a list, use @items.${tag}. For the values of a map, use @values.${tag}.`,
    why: "For a value of this type, the API server would ignore the constraint or reject the CRD.",
  }),
  "enum-duplicate": entry<{ value: string }>({
    message: ({ value }) => `the union contains the member "${value}" more than once`,
    fix: "Remove the duplicate member.",
    why: "If the duplicates have different tags or comments, the build cannot tell which ones to use.",
  }),
  "enum-empty": entry<{ channel: string }>({
    message: ({ channel }) => `all members are experimental, so the enum is empty in the ${channel} channel`,
    fix: "Keep at least one member in the standard channel, or tag all properties that use the enum @experimental.",
    why:
      "The API server would reject every object that sets the field, because an enum without members has no valid " +
      "value.",
  }),
  "enum-tags-lost": entry<{ type: string }>({
    message: ({ type }) => `the tags of ${type} would be lost, because it is a member of a union`,
    fix: "Move the tags to the type alias of the whole union, or to the property that uses the union.",
    why:
      "If a member of a union is a type, the build takes only its values. The constraints in the tags of the type " +
      "would be missing from the CRD, so the API server would not enforce them.",
  }),
  "enum-words-lost": entry<{ type: string }>({
    message: ({ type }) => `the comment before ${type} would not appear in the CRD`,
    fix: ({ type }) => `Move the comment to the members of ${type}.`,
    why:
      "The CRD lists each value of the enum with a comment. This comment is before a type that has several values, " +
      "so it would not appear with any of them.",
    advice: true,
  }),
  "field-no-description": entry<{ field: string; channel?: string | undefined }>({
    message: ({ field, channel }) =>
      `"${field}" has no description${channel === undefined ? "" : ` in the ${channel} channel`}`,
    fix: "In a /** … */ comment before the property, describe the field, its default, and how other fields affect it.",
    why:
      "Users rely on the descriptions in kubectl explain, in editors, and on reference pages. They rarely see the " +
      "source.",
    advice: true,
  }),
  "import-outside": entry<{ specifier: string }>({
    message: ({ specifier }) =>
      `"${specifier}" is outside of apis/, and the build reads types only from files below apis/`,
    fix: 'Move the types into a file below apis/, and import that file by its relative path, as in "../../meta/v1.js".',
    why: "The commands compare and release the sources below apis/. They would miss a change of any other file.",
  }),
  "import-package": entry<{ specifier: string }>({
    message: ({ specifier }) =>
      `"${specifier}" is not a file below apis/, and the build does not read types from packages`,
    fix: 'Copy the types into a file below apis/, and import that file by its relative path, as in "../../meta/v1.js".',
    why: "Two machines can have different versions of a package, so the same sources could build different CRDs.",
  }),
  "type-no-such-field": entry<{ derivation: string; field: string; nearest?: string | undefined }>({
    message: ({ field, nearest }) =>
      `Omit lists "${field}", which is not a field of the type${didYouMean(nearest && `"${nearest}"`)}`,
    fix: "Correct the name, or remove it if the field no longer exists.",
    why: "TypeScript accepts any name in Omit, so a misspelled name would leave the field in the type.",
  }),
  "type-number-or-string": entry<{ type: string }>({
    message: ({ type }) => `${type} would allow 1.5, which is not a valid int-or-string value in Kubernetes`,
    fix: "Import IntOrString from apis/meta/v1.ts and use it instead.",
    why:
      "A CRD schema allows one type for each value. The only exception is int-or-string, which allows integers and " +
      "strings.",
  }),
  "type-recursive": entry<{ cycle: string }>({
    message: ({ cycle }) => `the type contains itself: ${cycle}`,
    fix:
      "Declare one type for each level that you need. For values that can be nested to any depth, use JSONValue from " +
      "apis/meta/v1.ts and have the controller validate the value.",
    why: "The schema of a CRD cannot contain references, so the schema of a recursive type would be infinite.",
  }),
  "type-too-deep": entry<{ limit: number }>({
    message: ({ limit }) => `the type has more than ${limit} nested levels`,
    fix: "Flatten the type. For values that can be nested to any depth, use JSONValue from apis/meta/v1.ts.",
    why:
      "YAML parsers and the API server limit the number of nested levels, and could fail to read the CRD or its " +
      "objects.",
  }),
  "type-unsupported": entry<{ type: string; hint: string }>({
    message: ({ type }) => `${type} cannot be converted to a CRD schema`,
    fix: ({ hint }) => `${hint[0]?.toUpperCase()}${hint.slice(1)}.`,
    why: "The tool would have to guess a schema, and the API server might not enforce what the type states.",
  }),
};
