/** Finds numbers in a CRD that the API server rounds or cannot represent. */
import type { InexactNumber } from "../../core/yaml/yaml.js";

type Path = InexactNumber["path"];

/** Returns the numbers below a path of a YAML stream, with the rest of their paths. */
export function inexactBelow(path: Path, inexact: readonly InexactNumber[]): InexactNumber[] {
  return inexact
    .filter((number) => path.every((step, index) => number.path[index] === step))
    .map((number) => ({ ...number, path: number.path.slice(path.length) }))
    .filter(({ path: inner, number }) => typeof number !== "bigint" || !isFloat(inner));
}

/**
 * Keywords whose values the API server rounds as well. Source: JSONSchemaProps of apiextensions.k8s.io/v1 (float64).
 */
const FLOATS = ["minimum", "maximum", "multipleOf"];
/** Keywords whose value can be any value of an object. A key inside it is not a keyword. */
const VALUES = ["default", "enum", "example"];

function isFloat(path: Path): boolean {
  let isFieldName = false;
  for (const step of path.slice(path.indexOf("openAPIV3Schema") + 1, -1)) {
    if (!isFieldName && VALUES.includes(String(step))) return false;
    isFieldName = !isFieldName && step === "properties";
  }
  return path.includes("openAPIV3Schema") && !isFieldName && FLOATS.includes(String(path.at(-1)));
}
