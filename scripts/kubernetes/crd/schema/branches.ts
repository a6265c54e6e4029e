import { isJsonObject, type Json } from "../../../core/model/json.js";
import type { StructuralSchema } from "../../../core/model/schema.js";
import { type CrdProblem, type Path, problem } from "../problem.js";
import { eachNode, eachVersion } from "../rule.js";

/**
 * Keywords that a branch cannot have, because it only constrains values that the schema around it declares.
 *
 * Source: apiextensions-apiserver pkg/apiserver/schema/validation.go (validateNestedValueValidation).
 */
const FORBIDDEN: Readonly<Record<string, (value: Json) => boolean>> = {
  type: isAny,
  default: isAny,
  title: isAny,
  description: isAny,
  nullable: isAny,
  additionalProperties: (value) => value !== false,
  "x-kubernetes-preserve-unknown-fields": (value) => value === true,
  "x-kubernetes-embedded-resource": isAny,
  "x-kubernetes-int-or-string": isAny,
  "x-kubernetes-list-map-keys": isFilled,
  "x-kubernetes-list-type": isAny,
  "x-kubernetes-map-type": isAny,
  "x-kubernetes-validations": isFilled,
};

function isAny(): boolean {
  return true;
}

function isFilled(value: Json): boolean {
  return Array.isArray(value) && value.length > 0;
}

/** Checks that branches contain only keywords that constrain values, and no metadata. */
export const branchKeywordsRule = eachNode(({ schema, path, position, isIntOrStringForm }) => {
  if (position !== "branch" || isIntOrStringForm) return [];
  const keywords = Object.entries(schema)
    .filter(([keyword, value]) => Object.hasOwn(FORBIDDEN, keyword) && FORBIDDEN[keyword]?.(value))
    .map(([keyword]) => problem("crd-branch-keyword", { keyword }, [...path, keyword]));
  const hasMetadata = Object.hasOwn(schema.properties ?? {}, "metadata");
  const metadata = problem("crd-branch-keyword", { keyword: "metadata" }, [...path, "properties", "metadata"]);
  return hasMetadata ? [...keywords, metadata] : keywords;
});

/**
 * Checks that the fields and items that branches of the root constrain are declared outside of them. The API server
 * does not check the branches of other schemas.
 *
 * Source: apiextensions-apiserver pkg/apiserver/schema/complete.go.
 */
export const branchFieldsRule = eachVersion(({ schema, schemaPath }) =>
  schema ? undeclaredInBranches(schema, schema, schemaPath, schemaPath) : [],
);

function undeclaredInBranches(
  branch: StructuralSchema,
  declared: StructuralSchema,
  branchPath: Path,
  declaredPath: Path,
): CrdProblem[] {
  const { allOf = [], anyOf = [], oneOf = [], not } = branch;
  const within = (inner: StructuralSchema, ...steps: Path) =>
    undeclaredIn(inner, declared, [...branchPath, ...steps], declaredPath);
  return [
    ...(not ? within(not, "not") : []),
    ...allOf.flatMap((inner, index) => within(inner, "allOf", index)),
    ...anyOf.flatMap((inner, index) => within(inner, "anyOf", index)),
    ...oneOf.flatMap((inner, index) => within(inner, "oneOf", index)),
  ];
}

function undeclaredIn(
  branch: StructuralSchema,
  declared: StructuralSchema | undefined,
  branchPath: Path,
  declaredPath: Path,
): CrdProblem[] {
  if (!declared) {
    const args = { branch: pathBelow(branchPath) };
    return [problem("crd-branch-undeclared", args, declaredPath)];
  }
  const { items, properties = {} } = branch;
  const child = (inner: StructuralSchema, outer: Json | undefined, ...steps: Path) =>
    undeclaredIn(
      inner,
      isJsonObject(outer) ? outer : undefined,
      [...branchPath, ...steps],
      [...declaredPath, ...steps],
    );
  const fields = declared.properties ?? {};
  return [
    ...undeclaredInBranches(branch, declared, branchPath, declaredPath),
    ...(isJsonObject(items) ? child(items, declared.items, "items") : []),
    ...Object.entries(properties).flatMap(([name, inner]) =>
      child(inner, Object.hasOwn(fields, name) ? fields[name] : undefined, "properties", name),
    ),
  ];
}

/** Returns the place of a branch in the schema of its version, for a message. */
function pathBelow(path: Path): string {
  return path.slice(path.indexOf("openAPIV3Schema") + 1).join(".");
}
