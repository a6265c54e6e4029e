/** Diagnostics about types. */
import { didYouMean, entry } from "./entry.js";

export const TYPE_ENTRIES = {
  typescript: entry<{ problem: string; number: number }>({
    message: ({ problem, number }) => `TypeScript reports an error: ${problem} (TS${number})`,
    fix: "Correct it as in any TypeScript file. The files in apis/ are compiled with --strict.",
    why: "A type that the compiler cannot resolve would become an empty schema, and no client could import it.",
  }),
  "constraint-twice": entry<{ tag: string; other: string; keyword: string }>({
    message: ({ tag, other, keyword }) => `@${tag} and @${other} both set "${keyword}"`,
    fix: "Keep one of them.",
    why: "The order of the tags would decide which of the two values is used.",
  }),
  "constraint-type": entry<{ tag: string; type: string; types: string }>({
    message: ({ tag, type }) => `@${tag} has no effect on a value of type ${type}`,
    fix: ({ types }) =>
      `Use it with these types: ${types}. ` +
      "In front of its name, write items. for the elements of a list, or values. for the values of a map.",
    why: "The API server ignores the keyword, so it would not enforce the constraint that readers see.",
  }),
  "enum-duplicate": entry<{ value: string }>({
    message: ({ value }) => `the union has the member "${value}" twice`,
    fix: "Keep one of them.",
    why: "If the two had different tags, the tags of one of them would be lost.",
  }),
  "enum-empty": entry<{ channel: string }>({
    message: ({ channel }) => `all members are experimental, so the enum is empty in the ${channel} channel`,
    fix: "Tag what uses the type @experimental as well, or keep one member in the standard channel.",
    why: "No value can match an enum without members.",
  }),
  "enum-tags-lost": entry<{ type: string }>({
    message: ({ type }) => `the tags of ${type} would be lost, because it is a member of a union`,
    fix: "Move the tags to the type of the whole union, or to the property.",
    why: "The CRD would lack a constraint that the source states, and the API server would not enforce it.",
  }),
  "enum-words-lost": entry<{ type: string }>({
    message: ({ type }) => `the comment before ${type} would appear nowhere`,
    fix: ({ type }) => `Move the comment to the members of ${type}.`,
    why: "The description of an enum lists each member with its comment, and this type stands for several members.",
    advice: true,
  }),
  "field-no-description": entry<{ field: string; channel?: string | undefined }>({
    message: ({ field, channel }) =>
      `"${field}" has no description${channel === undefined ? "" : ` in the ${channel} channel`}`,
    fix: "Put a /** … */ comment before it that describes the field, its default, and how other fields affect it.",
    why: "Users of kubectl explain, editors and reference pages see only the description.",
    advice: true,
  }),
  "import-package": entry<{ specifier: string }>({
    message: ({ specifier }) =>
      `"${specifier}" is not a file below apis/, and the build does not read types from packages`,
    fix: 'Copy the types into a file below apis/, and import them with its path, as in "../../meta/v1.js".',
    why: "The installed version of a package can differ between machines, so the same sources could build different CRDs.",
  }),
  "type-no-such-field": entry<{ derivation: string; field: string; nearest?: string | undefined }>({
    message: ({ derivation, field, nearest }) =>
      `${derivation} names "${field}", which is not a field of the type${didYouMean(nearest && `"${nearest}"`)}`,
    fix: "Correct the name, or remove it if the field no longer exists.",
    why: "TypeScript accepts any name in Omit, so a field with a misspelled name would stay in the type.",
  }),
  "type-number-or-string": entry<{ type: string }>({
    message: ({ type }) => `${type} would allow 1.5, which is not valid for the int-or-string of Kubernetes`,
    fix: "Use IntOrString from apis/meta/v1.ts.",
    why: "A structural schema cannot describe a number or a string. The only exception in Kubernetes is int-or-string.",
  }),
  "type-recursive": entry<{ cycle: string }>({
    message: ({ cycle }) => `the type contains itself: ${cycle}`,
    fix:
      "Declare one type for each level that you need. For any depth, use JSONValue from apis/meta/v1.ts and have the " +
      "controller validate the value.",
    why: "The schema of a CRD cannot contain references, so a recursive type would never end.",
  }),
  "type-too-deep": entry<{ limit: number }>({
    message: ({ limit }) => `the type has more than ${limit} levels`,
    fix: "Flatten the type, or use JSONValue from apis/meta/v1.ts for values of any depth.",
    why: "Programs that read the CRD or its objects have limits of their own, and would fail.",
  }),
  "type-unsupported": entry<{ type: string; hint: string }>({
    message: ({ type }) => `${type} cannot be converted to a CRD schema`,
    fix: ({ hint }) => `${hint[0]?.toUpperCase()}${hint.slice(1)}.`,
    why: "The tool would have to guess a schema, and the API server would validate something else than the type states.",
  }),
};
