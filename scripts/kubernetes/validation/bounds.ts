/**
 * Finds bounds that no value can meet. The API server accepts a CRD with such bounds, and then rejects every object.
 */

import type { StructuralSchema } from "../../core/model/schema.js";
import { toInt64 } from "../int64.js";
import { rangeProblem } from "./numbers.js";

interface BoundProblem {
  /** Keywords that cause the problem. */
  readonly keywords: readonly string[];
  readonly problem: string;
}

const SIZES = [
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
] as const;

/** Returns the contradictions between the bounds of one schema. */
export function boundProblems(schema: StructuralSchema): BoundProblem[] {
  const sizes = SIZES.flatMap(([low, high]) => sizeProblem(low, schema[low], high, schema[high]));
  return [
    ...sizes,
    ...(["minimum", "maximum", "multipleOf"] as const).flatMap((keyword) => limitProblem(schema, keyword)),
    ...rangeProblems(schema),
  ];
}

function sizeProblem(low: string, least: number | undefined, high: string, most: number | undefined): BoundProblem[] {
  if (least === undefined || most === undefined || least <= most) return [];
  return [{ keywords: [low, high], problem: `${low} ${least} is greater than ${high} ${most}` }];
}

/** Finds a limit that is outside of the type. Since Kubernetes 1.36, no value meets such a limit. */
function limitProblem(schema: StructuralSchema, keyword: "minimum" | "maximum" | "multipleOf"): BoundProblem[] {
  const limit = schema[keyword];
  if (limit === undefined) return [];
  const type = String(schema.format ?? schema.type);
  if (rangeProblem(schema, limit) !== undefined)
    return [{ keywords: [keyword], problem: `${keyword} ${limit} is not of type ${type}` }];
  return keyword === "multipleOf" && limit <= 0
    ? [{ keywords: [keyword], problem: `multipleOf ${limit} is not greater than 0` }]
    : [];
}

/**
 * Finds a range that contains no value. The API server truncates the bounds before it compares them with an integer,
 * and a range can be too narrow to contain an integer.
 */
function rangeProblems(schema: StructuralSchema): BoundProblem[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (minimum === undefined || maximum === undefined) return [];
  const isWhole = schema.type === "integer";
  const least = isWhole ? toInt64(minimum) + Number(exclusiveMinimum === true) : minimum;
  const most = isWhole ? toInt64(maximum) - Number(exclusiveMaximum === true) : maximum;
  const isOpen = !isWhole && (exclusiveMinimum === true || exclusiveMaximum === true);
  if (least < most || (least === most && !isOpen)) return [];
  const low = `${exclusiveMinimum === true ? "exclusive " : ""}minimum ${minimum}`;
  const high = `${exclusiveMaximum === true ? "exclusive " : ""}maximum ${maximum}`;
  return [{ keywords: ["minimum", "maximum"], problem: `no number is between ${low} and ${high}` }];
}
