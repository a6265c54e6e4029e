/** Constraints of a node on strings, as a formula over patterns, lengths and formats. */
import { RE2JS } from "re2js";
import type { Json } from "../../../../core/model/json.js";
import type { StructuralSchema } from "../../../../core/model/schema.js";
import { textFormat, textFormatOf } from "../../../../kubernetes/formats/formats.js";
import { allowsType, type Node } from "../node.js";

export type Language =
  | { readonly kind: "pattern"; readonly pattern: string }
  | { readonly kind: "length"; readonly min: number; readonly max: number }
  /** Requirement of a format beyond its pattern. Only its name is known. */
  | { readonly kind: "format"; readonly name: string }
  | { readonly kind: "all" | "any" | "one"; readonly of: readonly Language[] }
  | { readonly kind: "not"; readonly of: readonly [Language] };

export function languageOf(node: Node): Language {
  return { kind: "all", of: node.parts.map(({ schema }) => ownLanguage(schema)) };
}

export function without(language: Language, other: Language): Language {
  return { kind: "all", of: [language, { kind: "not", of: [other] }] };
}

const NOTHING: Language = { kind: "any", of: [] };

/** Returns the language of a schema without its `allOf`, whose branches are parts of the node. */
function ownLanguage(schema: StructuralSchema): Language {
  if (!allowsType(schema, "string")) return NOTHING;
  const { pattern, enum: values, anyOf, oneOf, not } = schema;
  const format = textFormatOf(schema);
  return {
    kind: "all",
    of: [
      ...lengths(schema),
      ...(pattern !== undefined ? [{ kind: "pattern" as const, pattern }] : []),
      ...(values && values.length > 0 ? [listed(values)] : []),
      ...(format === undefined ? [] : formatLanguages(format)),
      ...choice("any", anyOf),
      ...choice("one", oneOf),
      ...(not ? [{ kind: "not" as const, of: [branchLanguage(not)] as const }] : []),
    ],
  };
}

function branchLanguage(branch: StructuralSchema): Language {
  return { kind: "all", of: [ownLanguage(branch), ...choice("all", branch.allOf)] };
}

function choice(kind: "all" | "any" | "one", branches: readonly StructuralSchema[] = []): Language[] {
  return branches.length === 0 ? [] : [{ kind, of: branches.map(branchLanguage) }];
}

function lengths({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }: StructuralSchema): Language[] {
  if (minLength === 0 && maxLength === Number.POSITIVE_INFINITY) return [];
  return [{ kind: "length", min: minLength, max: maxLength }];
}

function listed(values: readonly Json[]): Language {
  const texts = values.filter((value) => typeof value === "string").map((text) => RE2JS.quote(text));
  return texts.length === 0 ? NOTHING : { kind: "pattern", pattern: `^(?:${texts.join("|")})$` };
}

function formatLanguages(name: string): Language[] {
  const { pattern, maxLength, test } = textFormat(name) ?? {};
  return [
    ...(pattern === undefined ? [] : [{ kind: "pattern" as const, pattern }]),
    ...(maxLength === undefined ? [] : lengths({ maxLength })),
    ...(test === undefined ? [] : [{ kind: "format" as const, name }]),
  ];
}

/** Returns every formula of a given kind within a formula. */
export function atomsOf<Kind extends Language["kind"]>(
  language: Language,
  kind: Kind,
): Extract<Language, { kind: Kind }>[] {
  if (isOfKind(language, kind)) return [language];
  return "of" in language ? language.of.flatMap((below) => atomsOf(below, kind)) : [];
}

function isOfKind<Kind extends Language["kind"]>(
  language: Language,
  kind: Kind,
): language is Extract<Language, { kind: Kind }> {
  return language.kind === kind;
}

/** Reports whether a string is in a language, based on the truth of its atoms. */
export function evaluate(language: Language, isTrue: (atom: Language) => boolean): boolean {
  switch (language.kind) {
    case "all":
      return language.of.every((below) => evaluate(below, isTrue));
    case "any":
      return language.of.some((below) => evaluate(below, isTrue));
    case "one":
      return language.of.filter((below) => evaluate(below, isTrue)).length === 1;
    case "not":
      return !evaluate(language.of[0], isTrue);
    default:
      return isTrue(language);
  }
}
