/** What can be wrong with a type. */
import { didYouMean, entry } from "./entry.js";

export const TYPE_ENTRIES = {
  typescript: entry<{ problem: string; number: number }>({
    message: ({ problem, number }) => `TypeScript does not compile this: ${problem} (TS${number})`,
    fix: "Correct it as in any TypeScript file. The files below apis/ are compiled with --strict.",
    why: "A type that the compiler cannot resolve would become an empty schema, and no client could import it.",
  }),
  "constraint-twice": entry<{ tag: string; other: string; keyword: string }>({
    message: ({ tag, other, keyword }) => `@${tag} sets "${keyword}", which @${other} beside it sets as well`,
    fix: "Keep one of them.",
    why: "Which of the two holds would depend on the order they stand in.",
  }),
  "constraint-type": entry<{ tag: string; type: string; types: string }>({
    message: ({ tag, type }) => `@${tag} means nothing for a value of type ${type}`,
    fix: ({ types }) => `It goes with: ${types}. For the elements of a list write @items., for those of a map @values.`,
    why: "The API server ignores such a keyword: the bound that a reader sees would not hold.",
  }),
  "enum-duplicate": entry<{ value: string }>({
    message: ({ value }) => `"${value}" is a member twice`,
    fix: "Keep one of them.",
    why: "Two members can be tagged differently, and then one of the two tags would not hold.",
  }),
  "enum-empty": entry<{ channel: string }>({
    message: ({ channel }) => `every member is experimental, so that none is left in the ${channel} channel`,
    fix: "Tag what uses the type @experimental as well, or leave one member in the standard channel.",
    why: "An enum without members admits no value at all.",
  }),
  "enum-tags-lost": entry<{ type: string }>({
    message: ({ type }) => `the tags of ${type} do not come along when it is one member of a union`,
    fix: "Put the tags on the type that the union becomes, or on the property.",
    why: "A rule that is silently dropped is a validation that does not hold.",
  }),
  "enum-words-lost": entry<{ type: string }>({
    message: ({ type }) => `the words before ${type} are shown nowhere`,
    fix: "Put them on its own members.",
    why: "The description of an enum lists its members, and this one is a whole list of them.",
  }),
  "field-no-description": entry<{ field: string; channel?: string | undefined }>({
    message: ({ field, channel }) =>
      `"${field}" has no description${channel === undefined ? "" : ` in the ${channel} channel`}`,
    fix: "Put a /** … */ comment before it: what it does, what happens without it, how it meets its neighbours.",
    why: "The description is all that kubectl explain, editors and reference pages have to show.",
  }),
  "import-package": entry<{ specifier: string }>({
    message: ({ specifier }) => `types from packages are not read, and "${specifier}" is not a file below apis/`,
    fix: 'Copy the types that you need into a file below apis/ and import it by its path, as in "../../meta/v1.js".',
    why: "The version of a package depends on the machine, so the same sources could build different CRDs.",
  }),
  "type-no-such-field": entry<{ derivation: string; field: string; nearest?: string | undefined }>({
    message: ({ derivation, field, nearest }) =>
      `${derivation} names "${field}", which the type does not have${didYouMean(nearest && `"${nearest}"`)}`,
    fix: "Correct the name, or remove it where the field is gone.",
    why: "TypeScript lets Omit name anything, so the field that was meant would stay.",
  }),
  "type-number-or-string": entry<{ type: string }>({
    message: ({ type }) => `${type} would admit 1.5, which Kubernetes' int-or-string does not`,
    fix: "Write IntOrString from apis/meta/v1.ts.",
    why: "A schema for a number or a string cannot be structural; int-or-string is the one exception that Kubernetes makes.",
  }),
  "type-recursive": entry<{ cycle: string }>({
    message: ({ cycle }) => `the type contains itself: ${cycle}`,
    fix: "Write one type for each level that is needed, or JSONValue from apis/meta/v1.ts for any depth, checked by the controller.",
    why: "The schema of a CRD has no references: a recursive type would have no end.",
  }),
  "type-too-deep": entry<{ limit: number }>({
    message: ({ limit }) => `types are nested more than ${limit} levels deep`,
    fix: "Flatten the types, or write JSONValue from apis/meta/v1.ts for values of any depth.",
    why: "Programs that read such a CRD, or objects of it, stop at their own limits.",
  }),
  "type-unsupported": entry<{ type: string; hint: string }>({
    message: ({ type }) => `there is no schema for ${type}`,
    fix: ({ hint }) => `${hint[0]?.toUpperCase()}${hint.slice(1)}.`,
    why: "A type that is read as something else than it says would validate the wrong thing.",
  }),
};
