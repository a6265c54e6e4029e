/** Schemas of values in configuration files that name parts of an API. */
import * as v from "valibot";
import { MAX_DEPTH } from "../model/depth.js";
import { parseFieldPath, type Step, stepsIn } from "../model/field-path.js";
import type { Json } from "../model/json.js";
import { groupProblem, kindProblem, labelProblem } from "../model/names.js";
import { parseVersion, type Version } from "../model/release-version.js";
import { EMBEDDED_FIELDS } from "../model/schema.js";
import { stringMatching } from "./schema.js";

const VERSION = "must be a version, such as 1.7.0";

/** Version of a release. */
export const releaseVersion = v.pipe(
  v.string(VERSION),
  v.transform((version) => parseVersion(version)),
  v.guard((version: Version | undefined): version is Version => version !== undefined, VERSION),
);

/** Name of an entry, for messages and other files. */
export const shortName = stringMatching(
  /^[a-z0-9]([-a-z0-9.]{0,61}[a-z0-9])?$/,
  "must be at most 63 lowercase letters, digits, hyphens, and dots",
);

export const apiGroup = stringMatching(
  (name) => groupProblem(name) === undefined,
  "must be an API group, such as example.dev",
);
export const kindName = stringMatching((name) => kindProblem(name) === undefined, "must be a kind, such as Widget");
export const apiVersion = stringMatching(
  (name) => labelProblem(name) === undefined,
  "must be an API version without a group, such as v1beta1",
);

/** Returns the schema of a path whose steps have a form. */
export function pathOf(hasForm: (steps: readonly Step[]) => boolean, expected: string) {
  const isPath = (text: string) => {
    const steps = stepsIn(parseFieldPath(text));
    return steps !== undefined && steps.length > 0 && steps.length <= MAX_DEPTH && hasForm(steps);
  };
  return v.pipe(stringMatching(isPath, expected), v.transform(parseFieldPath));
}

/** All kinds have the same apiVersion, kind and metadata, so no CRD decides about them. */
export function isOfKind([first]: readonly Step[]): boolean {
  return first?.kind === "field" && !EMBEDDED_FIELDS.includes(first.name);
}

/** Examples of paths that `isOfKind` accepts, for messages. */
export const SUCH_PATHS = "such as .spec.rules[].name, outside of apiVersion, kind, and metadata";

export const pathOfKind = pathOf(isOfKind, `must be a path, ${SUCH_PATHS}`);

/** Null would be dropped by the API server, and other numbers would not have the same value in JSON. */
export const exactValue = v.custom<Json>(
  (given) => given !== null && isExact(given),
  "must be a value other than null, with numbers that are finite and, if they are integers, at most 2^53 - 1",
);

function isExact(given: unknown): boolean {
  if (typeof given === "number") return Number.isInteger(given) ? Number.isSafeInteger(given) : Number.isFinite(given);
  return typeof given !== "object" || given === null || Object.values(given).every(isExact);
}
