import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Constraint, SchemaNode } from "../../core/model/api.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { isJsonObject, type Json } from "../../core/model/json.js";
import type { Location } from "../../core/model/location.js";
import { isIntOrString, type StructuralSchema } from "../../core/model/schema.js";
import { walkModel } from "../../core/model/walk.js";
import { nearest } from "../../core/nearest.js";
import { patternProblem } from "../../kubernetes/re2/pattern.js";
import type { SchemaType } from "../tags/definition.js";
import { tagNamed } from "../tags/index.js";
import type { Check } from "./check.js";

/** Checks that constraints apply to their types, that patterns compile, and that schemas use only known keywords. */
export const constraintsCheck: Check = {
  name: "constraints",
  run: ({ model }) =>
    [...walkModel(model)].flatMap(({ node }) => [
      ...rawProblems(node),
      ...twiceProblems(node),
      ...node.constraints.flatMap((constraint) => [
        ...typeProblem(node, constraint),
        ...keywordProblems(node, constraint),
      ]),
    ]),
};

/** Reports two tags of one comment that set the same keyword: @schema, and the tag for this keyword. */
function twiceProblems({ constraints }: SchemaNode): Diagnostic[] {
  return constraints.flatMap((constraint, index) => {
    const { tag, keyword, level, channel, adds, location } = constraint;
    const twin = constraints
      .slice(0, index)
      .find((other) => other.keyword === keyword && other.level === level && other.channel === channel);
    return twin && !adds ? [diagnose("constraint-twice", { tag, other: twin.tag, keyword }, location)] : [];
  });
}

function typeProblem(node: SchemaNode, constraint: Constraint): Diagnostic[] {
  const types = tagNamed(constraint.tag)?.constraint?.appliesTo ?? [];
  const type = schemaType(node);
  if (types.includes(type)) return [];
  const args = { tag: constraint.tag, type, types: types.join(", ") };
  return [diagnose("constraint-type", args, constraint.location)];
}

/** Returns the type of a schema, which determines the keywords that apply to it. */
export function schemaType(node: SchemaNode): SchemaType {
  if (node.form === "scalar") return node.type;
  return node.form === "raw" ? typeOfSchema(node.schema) : node.form;
}

/** The type that a raw schema has for its keywords. */
export function typeOfSchema(schema: StructuralSchema): SchemaType {
  if (isIntOrString(schema)) return "int-or-string";
  if (schema.type === "object" && schema.additionalProperties !== undefined) return "map";
  return (schema.type as SchemaType | undefined) ?? "any";
}

const BY_TYPE = "the TypeScript type";

/** Keywords that follow from the TypeScript source, with the part of the source that sets them. */
const SAID_BY: Readonly<Record<string, string>> = {
  type: BY_TYPE,
  properties: BY_TYPE,
  items: BY_TYPE,
  additionalProperties: BY_TYPE,
  required: "the question mark after a property",
  enum: "a union of strings or numbers",
  nullable: "`| null`",
  description: "the description in the comment",
};

/** Returns the part of the source that sets a keyword of a node, or undefined if only `@schema` can set this value. */
function saidBy(node: SchemaNode, keyword: string, value: Json): string | undefined {
  const by = Object.hasOwn(SAID_BY, keyword) ? SAID_BY[keyword] : undefined;
  if (by === BY_TYPE) return schemaType(node) === "any" ? undefined : by;
  if (keyword === "required" && node.form === "object" && Array.isArray(value)) {
    return value.some((name) => node.fields.some((field) => field.name === name)) ? by : undefined;
  }
  if (keyword === "required") return node.form === "map" || node.form === "raw" ? undefined : by;
  return keyword === "enum" && !isUnion(node, value) ? undefined : by;
}

/** Reports whether a union can list the values of an enum: those of a type that has literals. */
function isUnion(node: SchemaNode, values: Json): boolean {
  const type = schemaType(node);
  if (!Array.isArray(values)) return true;
  if (type === "string") return values.every((value) => typeof value === "string");
  return (type === "number" || type === "integer") && values.every((value) => typeof value === "number");
}

/** Source: apiextensions.k8s.io/v1 JSONSchemaProps, without the keywords that CRDs cannot use, such as $ref. */
const SCHEMA_KEYWORDS = [
  ..."additionalProperties allOf anyOf default description enum example exclusiveMaximum exclusiveMinimum".split(" "),
  ..."externalDocs format items maxItems maxLength maxProperties maximum minItems minLength minProperties".split(" "),
  ..."minimum multipleOf not nullable oneOf pattern properties required title type".split(" "),
  ..."x-kubernetes-embedded-resource x-kubernetes-int-or-string x-kubernetes-list-map-keys".split(" "),
  ..."x-kubernetes-list-type x-kubernetes-map-type x-kubernetes-preserve-unknown-fields".split(" "),
  "x-kubernetes-validations",
];

/** Checks the keyword of a constraint. Only `@schema` can set one that another part of the source sets. */
function keywordProblems(node: SchemaNode, { tag, keyword, value, location }: Constraint): Diagnostic[] {
  const by = tag === "schema" ? saidBy(node, keyword, value) : undefined;
  if (by !== undefined) return [diagnose("schema-keyword", { tag, keyword, saidBy: by }, location)];
  return schemaProblems({ [keyword]: value }, tag, location);
}

function rawProblems(node: SchemaNode): Diagnostic[] {
  return node.form === "raw" ? schemaProblems(node.schema, "rawSchema", node.location) : [];
}

/** Reports unknown keywords and patterns that do not compile, at every depth of a schema. */
export function schemaProblems(schema: StructuralSchema, tag: string, location: Location): Diagnostic[] {
  const unknown = Object.keys(schema).filter((keyword) => !SCHEMA_KEYWORDS.includes(keyword));
  return [
    ...unknown.map((keyword) => {
      const args = { tag, keyword, nearest: nearest(keyword, SCHEMA_KEYWORDS) };
      return diagnose("schema-keyword", args, location);
    }),
    ...patternProblems(schema.pattern, location),
    ...subschemas(schema).flatMap((inner) => schemaProblems(inner, tag, location)),
  ];
}

function patternProblems(pattern: string | undefined, location: Location): Diagnostic[] {
  if (pattern === undefined) return [];
  const problem = patternProblem(pattern);
  return problem === undefined ? [] : [diagnose("pattern-invalid", { pattern, problem }, location)];
}

/** Returns the schemas directly inside a schema. */
export function subschemas({
  items,
  additionalProperties,
  not,
  properties = {},
  allOf = [],
  anyOf = [],
  oneOf = [],
}: StructuralSchema): StructuralSchema[] {
  const inner = [items, additionalProperties, not, ...allOf, ...anyOf, ...oneOf];
  return [...inner, ...Object.values(properties)].filter(isJsonObject);
}
