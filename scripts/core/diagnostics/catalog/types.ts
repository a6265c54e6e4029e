/** Diagnostics about types. */
import { didYouMean, entry } from "./entry.js";

export const TYPE_ENTRIES = {
  typescript: entry<{ problem: string; number: number }>({
    message: ({ problem, number }) => `TypeScript reports an error: ${problem} (TS${number})`,
    example: { problem: "Cannot find name 'Color'.", number: 2304 },
    fix:
      "Fix the error as you would in any TypeScript file. The build compiles the files in apis/ with the option " +
      "`--strict`.",
    why:
      "If the build ignored such errors, a type that the compiler cannot resolve would have an empty schema, and " +
      "TypeScript programs that import the type would not compile.",
  }),
  "constraint-twice": entry<{ tag: string; other: string; keyword: string }>({
    message: ({ tag, other, keyword }) => `@${tag} and @${other} both set "${keyword}"`,
    example: { tag: "schema", other: "maxLength", keyword: "maxLength" },
    fix: "Set the keyword in only one of the two tags.",
    why: "If the build accepted both tags, their order would determine which value the build uses.",
  }),
  "constraint-type": entry<{ tag: string; type: string; types: string }>({
    message: ({ tag, type }) => `@${tag} does not apply to a value of type ${type}`,
    example: { tag: "maxLength", type: "number", types: "string, int-or-string" },
    fix: ({ tag, types }) =>
      `Use @${tag} only with these types: ${types}. To constrain the elements of a list, use @items.${tag}. To ` +
      `constrain the values of a map, use @values.${tag}.`,
    why: "For a value of this type, the API server ignores the constraint or rejects the CRD.",
  }),
  "enum-duplicate": entry<{ value: string | number }>({
    message: ({ value }) => `the union contains the member ${JSON.stringify(value)} more than once`,
    example: { value: "Small" },
    fix: "Remove the duplicate member.",
    why: "If the duplicates have different tags or comments, the build cannot tell which tags or comments to use.",
  }),
  "enum-empty": entry<{ channel: string }>({
    message: ({ channel }) => `all members are experimental, so the enum is empty in the ${channel} channel`,
    example: { channel: "standard" },
    fix:
      "Remove @experimental from at least one member. If the whole enum is experimental, instead add @experimental " +
      "to every property that uses it.",
    why: "An enum without members has no valid value, so the API server rejects every object that sets the field.",
  }),
  "enum-null": entry<Record<never, never>>({
    message: () => "the union contains null, but the API server rejects null for an enum",
    fix: "Remove null from the union, and make the field optional instead.",
    why:
      "The API server accepts a CRD with a nullable enum, but compares null with the members of the enum like any other " +
      "value. Users who set the field to null get an error.",
    advice: true,
  }),
  "enum-tags-lost": entry<{ type: string }>({
    message: ({ type }) => `the tags of ${type} have no effect, because ${type} is a member of a union`,
    example: { type: "BasicColor" },
    fix:
      "Move the tags to the type alias of the whole union. If the union does not have an alias, move them to the " +
      "property that uses the union.",
    why:
      "If a member of a union is a named type, the build uses only the values of that type. The constraints in the " +
      "tags of the type are not added to the CRD, so the API server does not enforce them.",
  }),
  "enum-words-lost": entry<{ type: string }>({
    message: ({ type }) => `the comment before ${type} does not appear in the CRD`,
    example: { type: "BasicColor" },
    fix: ({ type }) => `Remove the comment, and describe each member of ${type} in a comment before that member.`,
    why:
      "The CRD lists each value of the enum with its comment. This comment describes a type that has several values, " +
      "so the CRD does not show it with any of them.",
    advice: true,
  }),
  "field-no-description": entry<{ field: string; channel?: string | undefined }>({
    message: ({ field, channel }) =>
      `"${field}" has no description${channel === undefined ? "" : ` in the ${channel} channel`}`,
    example: { field: "color" },
    fix: "In a `/** … */` comment before the property, describe the field, its default, and how other fields affect it.",
    why:
      "Users rely on the descriptions in `kubectl explain`, in editors, and on reference pages. They rarely see " +
      "the source.",
    advice: true,
  }),
  "import-outside": entry<{ specifier: string }>({
    message: ({ specifier }) =>
      `"${specifier}" is outside apis/, and the build reads types only from files under apis/`,
    example: { specifier: "../../../shared/types.js" },
    fix:
      "Move the types into a file under apis/, and import that file by its relative path, as in " +
      '"../v1/shared.js". To share types between projects, publish them as a package.',
    why: "The tool compares and releases only the sources under apis/, so it would miss a change to any other file.",
  }),
  "import-package": entry<{ specifier: string; problem: string }>({
    message: ({ specifier, problem }) => `"${specifier}" cannot be imported: ${problem}`,
    example: { specifier: "@example/widget-types/v1", problem: "the package is not installed" },
    fix:
      "Install the package in the project, and import a module that it exports. The module must be a `.ts` file with " +
      "types of the type language. Otherwise, copy the types into a file under apis/, and import that file by its " +
      "relative path.",
    why:
      "The build finds packages as Node does, but it runs nothing and reads only `.ts` files inside the package. " +
      "Declaration files such as `index.d.ts` describe programs, not APIs.",
  }),
  "type-no-such-field": entry<{ derivation: string; field: string; nearest?: string | undefined }>({
    message: ({ derivation, field, nearest }) =>
      `"${field}" in ${derivation} is not a field of the type${didYouMean(nearest && `"${nearest}"`)}`,
    example: { derivation: "Omit", field: "colr", nearest: "color" },
    fix: "In Omit, correct the name. If the field no longer exists, remove the name.",
    why: "TypeScript accepts any name in Omit, so a misspelled name leaves the field in the type.",
  }),
  "type-number-or-string": entry<{ type: string }>({
    message: ({ type }) => `${type} allows 1.5, which is not a valid int-or-string value in Kubernetes`,
    example: { type: "number | string" },
    fix: "Import IntOrString from crd-bundle/meta/v1, and use it instead of the union.",
    why:
      "A CRD schema allows one type for each value. The only exception is int-or-string, which allows integers and " +
      "strings, but not numbers with a fractional part.",
  }),
  "type-recursive": entry<{ cycle: string }>({
    message: ({ cycle }) => `the type contains itself: ${cycle}`,
    example: { cycle: "Part → PartList → Part" },
    fix:
      "Declare one type for each level that you need. For values that can be nested to any depth, use JSONValue from " +
      "crd-bundle/meta/v1, and have the controller validate the value.",
    why:
      "A CRD schema cannot contain references. Without references, the schema of a type that contains itself would " +
      "be infinite.",
  }),
  "type-too-deep": entry<{ limit: number }>({
    message: ({ limit }) => `the type has more than ${limit} nested levels`,
    example: { limit: 80 },
    fix:
      "Declare the type with fewer nested levels. For values that can be nested to any depth, use JSONValue from " +
      "crd-bundle/meta/v1.",
    why:
      "YAML parsers and the API server can read only a limited number of nested levels. If a CRD or its objects " +
      "exceed the limit, reading them fails.",
  }),
  "type-unsupported": entry<{ type: string; hint: string }>({
    message: ({ type }) => `${type} cannot be converted to a CRD schema`,
    example: { type: "Map<string, string>", hint: "use Record<string, T> or { [key: string]: T }" },
    fix: ({ hint }) => `${hint[0]?.toUpperCase()}${hint.slice(1)}.`,
    why:
      "If the tool accepted the type, it would have to guess a schema, and the API server might not enforce what the " +
      "type states.",
  }),
};
