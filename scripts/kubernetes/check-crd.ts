/** Checks a CRD and all its validation rules as the API server does. */
import { type CodeRange, rangesIn } from "../core/code-place.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../core/model/json.js";
import type { StructuralSchema } from "../core/model/schema.js";
import type { RuleProblem } from "./cel/rules/problem.js";
import { checkSchemaRules, type Kept, type SchemaRules } from "./cel/rules/schema-rules.js";
import { checkDecodedCrd } from "./crd/check.js";
import { type Crd, readCrd } from "./crd/crd.js";
import { decode } from "./crd/decode.js";
import { accepted, type CrdProblem, type Path } from "./crd/problem.js";
import { defaultRulesCheck } from "./crd/schema/default-rules.js";
import { keepsSchema, storedExpressions } from "./crd/stored-rules.js";

/** The API server, and what it has stored. */
export interface Server {
  /** Minor version of the API server. */
  readonly minor: number;
  /** The CRD that is replaced, as the API server has it. If unset, the CRD is new. */
  readonly old?: JsonObject | undefined;
}

export interface CheckedCrdDocument {
  readonly problems: readonly PlacedProblem[];
  readonly versions: readonly CheckedVersion[];
}

/** Problem of a CRD. */
export interface PlacedProblem extends CrdProblem {
  /** Part of the expression at the path. Unset if the problem concerns the whole value. */
  readonly range?: CodeRange | undefined;
}

/** Schema of an API version, with its path in the CRD, and with the problems and costs of its rules. */
export interface CheckedVersion extends SchemaRules {
  readonly version: string;
  readonly schema: StructuralSchema;
  readonly path: Path;
}

/** Returns all problems of a CRD, and the costs of its rules. The problems of rules come last. */
export function checkCrd(crd: JsonObject, { minor, old }: Server): CheckedCrdDocument {
  const [decoded, decodedOld] = [decode(crd), old && decode(old)];
  const options = { old: decodedOld, checkDefaultRules: defaultRulesCheck(minor) };
  const problems = checkDecodedCrd(crd, decoded, options);
  const keptOf = decodedOld ? keptIn(decoded.value, decodedOld.value) : () => undefined;
  const checkRules = onceForEach((schema, kept) => checkSchemaRules(schema, minor, kept));
  // Problems of the rules in another kind of object would be misleading.
  const schemas = problems.some(({ code }) => code === "crd-api-version") ? [] : schemasOf(decoded.value);
  const versions = schemas.map((version) => ({
    ...version,
    ...checkRules(version.schema, keptOf(version.path)),
  }));
  return { problems: [...problems, ...versions.flatMap(ruleProblems)], versions };
}

/** Returns the value at a path, or undefined if there is none. */
export function valueAt(root: Json, path: Path): Json | undefined {
  let value: Json | undefined = root;
  for (const step of path) {
    const isIndex = typeof step === "number";
    if (isJsonArray(value)) value = isIndex ? value[step] : undefined;
    else value = isJsonObject(value) && Object.hasOwn(value, step) ? value[String(step)] : undefined;
  }
  return value;
}

type CheckRules = (schema: StructuralSchema, kept: Kept | undefined) => SchemaRules;

/** Returns a function that checks equal schemas of a CRD once, because most versions have the same one. */
function onceForEach(check: CheckRules): CheckRules {
  const known = new Map<string, SchemaRules>();
  return (schema, kept) => {
    const key = `${kept?.isUnchanged} ${JSON.stringify(schema)}`;
    const result = known.get(key) ?? check(schema, kept);
    known.set(key, result);
    return result;
  };
}

/** Returns a function that tells what a decoded update keeps in a version, given by the path of its schema. */
function keptIn(decoded: JsonObject, decodedOld: JsonObject): (path: Path) => Kept {
  const [crd, old] = [decoded, decodedOld].map(readCrd) as [Crd, Crd];
  const expressions = storedExpressions(old);
  return ([, , index]) => ({ expressions, isUnchanged: keepsSchema(crd, Number(index), old) });
}

type VersionSchema = Pick<CheckedVersion, "version" | "schema" | "path">;

/** Returns the schemas of all versions of a decoded CRD. */
function schemasOf({ spec }: JsonObject): VersionSchema[] {
  const versions = isJsonObject(spec) && isJsonArray(spec.versions) ? spec.versions : [];
  return versions.flatMap((version, index) => {
    const { name, schema } = isJsonObject(version) ? version : {};
    const root = isJsonObject(schema) ? schema.openAPIV3Schema : undefined;
    const path = ["spec", "versions", index, "schema", "openAPIV3Schema"];
    return isJsonObject(root) ? [{ version: typeof name === "string" ? name : "", schema: root, path }] : [];
  });
}

function ruleProblems({ problems, advice, path: root, schema }: CheckedVersion): PlacedProblem[] {
  const ranges = new Map<string, ReturnType<typeof rangesIn>>();
  /** Returns the part of the expression that a problem concerns: all of it, or that at an offset in code points. */
  const rangeOf = ({ path, offset, length = 1 }: RuleProblem): CodeRange | undefined => {
    const part = path.at(-1);
    const code = part === "rule" || part === "messageExpression" ? valueAt(schema, path) : undefined;
    if (typeof code !== "string") return undefined;
    const find = ranges.get(code) ?? rangesIn(code);
    ranges.set(code, find);
    const range = offset === undefined ? wholeOf(code) : find(offset, length);
    return { ...range, ...(part === "messageExpression" && { name: part }) };
  };
  const placed = (problem: RuleProblem) => {
    const { code, args, path } = problem;
    return { code, args, path: [...root, ...path], range: rangeOf(problem) };
  };
  return [...problems.map(placed), ...advice.map((problem) => accepted(placed(problem)))];
}

/** Returns all of an expression without the white space around it. */
function wholeOf(code: string): CodeRange {
  const start = code.length - code.trimStart().length;
  return { code, start, end: start + code.trim().length };
}
