import { patternProblem } from "../accept/pattern.js";
import { diagnose } from "../diagnostics/diagnose.js";
import { nearest } from "../diagnostics/nearest.js";
import type { Constraint, SchemaNode } from "../model/api.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { Location } from "../model/location.js";
import { walkModel } from "../model/walk.js";
import type { SchemaType } from "../tags/definition.js";
import { tagNamed } from "../tags/index.js";
import type { Check } from "./check.js";

/** Constraints mean something for the type they are on, patterns compile, raw schema keeps to its own keywords. */
export const constraintsCheck: Check = {
  name: "constraints",
  run: ({ model }) =>
    [...walkModel(model)].flatMap(({ node }) => [
      ...rawProblems(node),
      ...twiceProblems(node),
      ...node.constraints.flatMap((constraint) => [
        ...typeProblem(node, constraint),
        ...patternProblems(constraint.keyword, constraint.value, constraint.location),
        ...keywordProblem(constraint),
      ]),
    ]),
};

/** Two tags of one comment that set one keyword: @schema beside the tag that has a name for it. */
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

function schemaType(node: SchemaNode): SchemaType {
  if (node.form === "scalar") return node.type;
  if (node.form !== "raw") return node.form;
  if (node.schema["x-kubernetes-int-or-string"] === true) return "int-or-string";
  if (node.schema.type === "object" && node.schema.additionalProperties !== undefined) return "map";
  return (node.schema.type as SchemaType | undefined) ?? "any";
}

function patternProblems(keyword: string, value: unknown, location: Location): Diagnostic[] {
  const problem = keyword === "pattern" ? patternProblem(String(value)) : undefined;
  return problem === undefined ? [] : [diagnose("pattern-invalid", { pattern: String(value), problem }, location)];
}

/** What TypeScript says, with how. */
const SAID_BY_TYPESCRIPT: Readonly<Record<string, string>> = {
  type: "which the TypeScript type says",
  properties: "which the TypeScript type says",
  items: "which the TypeScript type says",
  additionalProperties: "which the TypeScript type says",
  required: "which the question mark behind a property says",
  enum: "which a union says",
  nullable: "which | null says",
  description: "which the prose of the comment says",
};

/** Source: apiextensions.k8s.io/v1 JSONSchemaProps, less what CRDs may not use ($ref, definitions and the like). */
const SCHEMA_KEYWORDS = [
  ..."additionalProperties allOf anyOf default description enum example exclusiveMaximum exclusiveMinimum".split(" "),
  ..."externalDocs format items maxItems maxLength maxProperties maximum minItems minLength minProperties".split(" "),
  ..."minimum multipleOf not nullable oneOf pattern properties required title type".split(" "),
  ..."x-kubernetes-embedded-resource x-kubernetes-int-or-string x-kubernetes-list-map-keys".split(" "),
  ..."x-kubernetes-list-type x-kubernetes-map-type x-kubernetes-preserve-unknown-fields".split(" "),
  "x-kubernetes-validations",
];

function keywordProblem({ tag, keyword, location }: Constraint): Diagnostic[] {
  if (tag !== "schema") return [];
  const problem = SAID_BY_TYPESCRIPT[keyword] ?? unknownKeyword(keyword);
  return problem === undefined ? [] : [diagnose("schema-keyword", { tag, keyword, problem }, location)];
}

function unknownKeyword(keyword: string): string | undefined {
  if (SCHEMA_KEYWORDS.includes(keyword)) return undefined;
  const near = nearest(keyword, SCHEMA_KEYWORDS);
  return `which CRDs do not have${near === undefined ? "" : `; did you mean ${near}?`}`;
}

function rawProblems(node: SchemaNode): Diagnostic[] {
  if (node.form !== "raw") return [];
  return Object.entries(node.schema).flatMap(([keyword, value]) => {
    const problem = unknownKeyword(keyword);
    const args = { tag: "rawSchema", keyword, problem: problem ?? "" };
    const unknown = problem === undefined ? [] : [diagnose("schema-keyword", args, node.location)];
    return [...unknown, ...patternProblems(keyword, value, node.location)];
  });
}
