/**
 * Numbers as the API server has them. One that JSON writes as a whole number of 64 bits stays whole, and bounds are cut
 * to whole ones before it is compared with them; every other one is a floating-point number.
 * Source: kube-openapi pkg/validation/validate (numberValidator), as in Kubernetes 1.36 and later. Earlier ones look at
 * no format of a number, and cut a bound that its type cannot hold.
 */
import { isIntOrString, type StructuralSchema } from "../../core/model/schema.js";

const INT64_LIMIT = 2 ** 63;
const INT32_LIMIT = 2 ** 31;

/** Whether a number is held as a whole one of 64 bits. The limits themselves are written as larger ones in JSON. */
export function isInt64(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < INT64_LIMIT;
}

/** What a bound is cut to when whole numbers are compared with it: without fraction, and the lowest if it is too large. */
export function toInt64(limit: number): number {
  return Math.abs(limit) < INT64_LIMIT ? Math.trunc(limit) : -INT64_LIMIT;
}

/** What is wrong with a number under the numeric keywords of a schema. */
export function numberProblems(schema: StructuralSchema, value: number): string[] {
  const keywords = COMPARISONS.flatMap(({ keyword, words, holds }) => {
    const limit = schema[keyword];
    if (limit === undefined) return [];
    const outside = rangeProblem(schema, limit);
    if (outside !== undefined) return [`nothing fits, since its ${keyword} ${limit} is ${outside}`];
    return holds(value, limit, schema) ? [] : [`it is ${words} ${limit}`];
  });
  const outside = rangeProblem(schema, value);
  return outside === undefined ? keywords : [`it is ${outside}`, ...keywords];
}

/** Whether the type and format of a schema hold a number; a bound must be one that they hold, or nothing fits. */
export function rangeProblem(schema: StructuralSchema, value: number): string | undefined {
  const { type, format } = schema;
  if (isIntOrString(schema)) return undefined;
  if (type === "number" && format === "float") return Number.isFinite(Math.fround(value)) ? undefined : "no float";
  if (type !== "integer") return undefined;
  if (!isInt64(value)) return "no int64";
  return format === "int32" && (value < -INT32_LIMIT || value >= INT32_LIMIT) ? "no int32" : undefined;
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

/** Within a billionth, and only where every whole number can be told from the next. */
function isNearlyWhole(value: number): boolean {
  const nearest = Math.round(value);
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER && Math.abs(value - nearest) <= 1e-9 * Math.abs(nearest);
}
