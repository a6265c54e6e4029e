/**
 * Numbers as the API server processes them. A number that JSON writes as a 64-bit integer remains an integer, and
 * bounds are truncated before it is compared with them. Every other number is a floating-point number.
 *
 * Source: kube-openapi pkg/validation/validate (numberValidator), as in Kubernetes 1.36 and later. Earlier versions
 * ignore the format of a number, and truncate a bound that is outside of its type.
 */
import { isIntOrString, type StructuralSchema } from "../../core/model/schema.js";
import { isInt64, toInt64 } from "../int64.js";

const INT32_LIMIT = 2 ** 31;

export interface NumberProblem {
  readonly problem: string;
  /** Set if the API server names no field: for values and bounds that are outside of their type. */
  readonly isOfRoot?: true;
}

/** Returns the errors of a number under the numeric keywords of a schema. */
export function numberProblems(schema: StructuralSchema, value: number): NumberProblem[] {
  const keywords = COMPARISONS.flatMap(({ keyword, words, holds }): NumberProblem[] => {
    const limit = schema[keyword];
    if (limit === undefined) return [];
    const outside = rangeProblem(schema, limit);
    if (outside !== undefined) {
      return [{ problem: `no value can be valid, because the ${keyword} ${limit} is not ${outside}`, isOfRoot: true }];
    }
    return holds(value, limit, schema) ? [] : [{ problem: `must be ${words} ${limit}` }];
  });
  const outside = rangeProblem(schema, value);
  return outside === undefined ? keywords : [{ problem: `must be ${outside}`, isOfRoot: true }, ...keywords];
}

/** Returns the type or format of a schema that a number is outside of. If a bound is, no value is valid. */
export function rangeProblem(schema: StructuralSchema, value: number): string | undefined {
  const { type, format } = schema;
  if (isIntOrString(schema)) return undefined;
  if (type === "number" && format === "float") return Number.isFinite(Math.fround(value)) ? undefined : "a float";
  if (type !== "integer") return undefined;
  if (!isInt64(value)) return "an int64";
  return format === "int32" && (value < -INT32_LIMIT || value >= INT32_LIMIT) ? "an int32" : undefined;
}

interface Comparison {
  readonly keyword: "minimum" | "maximum" | "multipleOf";
  readonly words: string;
  readonly holds: (value: number, limit: number, schema: StructuralSchema) => boolean;
}

const COMPARISONS: readonly Comparison[] = [
  {
    keyword: "minimum",
    words: "at least",
    holds(value, limit, schema) {
      const bound = isInt64(value) ? toInt64(limit) : limit;
      return schema.exclusiveMinimum === true ? value > bound : value >= bound;
    },
  },
  {
    keyword: "maximum",
    words: "at most",
    holds(value, limit, schema) {
      const bound = isInt64(value) ? toInt64(limit) : limit;
      return schema.exclusiveMaximum === true ? value < bound : value <= bound;
    },
  },
  {
    keyword: "multipleOf",
    words: "a multiple of",
    holds(value, factor) {
      if (isInt64(value)) return toInt64(factor) > 0 && value % toInt64(factor) === 0;
      return factor > 0 && isNearlyWhole(factor < 1 ? (1 / factor) * value : value / factor);
    },
  },
];

/**
 * Reports whether a number is an integer, with a relative tolerance of one billionth. Returns false beyond the safe
 * integers, because neighboring integers can be equal there.
 */
function isNearlyWhole(value: number): boolean {
  const nearest = Math.round(value);
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER && Math.abs(value - nearest) <= 1e-9 * Math.abs(nearest);
}
