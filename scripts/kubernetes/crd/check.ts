/**
 * Checks whether the API server accepts a CRD, except for CEL, and reports what it accepts although nobody wants it.
 *
 * Source: apiextensions-apiserver v0.37 pkg/registry/customresourcedefinition/strategy.go and
 * pkg/apis/apiextensions/validation.
 */
import type { JsonObject } from "../../core/model/json.js";
import { type Crd, readCrd } from "./crd.js";
import { type Decoded, decode } from "./decode.js";
import { needsStructure } from "./preserve-unknown.js";
import { type CrdProblem, isRejection, problem } from "./problem.js";
import type { Rule } from "./rule.js";
import { ADVICE, CRD_RULES, defaultRules, SCHEMA_RULES, STRUCTURAL_RULES } from "./rules.js";
import type { DefaultRulesCheck } from "./schema/defaults.js";
import { sizeProblems } from "./sizes.js";

export interface CheckOptions {
  /** Evaluates the validation rules of a schema for its default. Called for defaults that match their schema. */
  readonly checkDefaultRules?: DefaultRulesCheck;
}

/** Returns all problems of a CRD that does not exist yet. */
export function checkNewCrd(document: JsonObject, options: CheckOptions = {}): CrdProblem[] {
  return checkDecodedCrd(document, decode(document), options);
}

/**
 * Returns all problems of a CRD that replaces an old one, as the API server has it, with its status. Some rules do not
 * apply to CRDs that already break them.
 */
export function checkUpdatedCrd(old: JsonObject, document: JsonObject, options: CheckOptions = {}): CrdProblem[] {
  return checkDecodedCrd(document, decode(document), { ...options, old: decode(old) });
}

const API_VERSION = "apiextensions.k8s.io/v1";
const KIND = "CustomResourceDefinition";

/** Returns all problems of a CRD that is already decoded. If there is an old CRD, checks its replacement. */
export function checkDecodedCrd(
  document: JsonObject,
  decoded: Decoded,
  { old: replaced, ...options }: CheckOptions & { readonly old?: Decoded | undefined },
): CrdProblem[] {
  if (decoded.isTooDeep) return [...decoded.problems];
  const crd = readCrd(decoded.value);
  const old = replaced && readCrd(replaced.value);
  const identity = identityProblems(crd);
  if (identity.length > 0) return identity;
  const broken = rulesFor(crd, old, options).flatMap((rule) => rule.check(crd, old));
  const found = [...decoded.problems, ...broken, ...sizeProblems(document, crd.names.kind ?? KIND)];
  return withoutConsequences(found, decoded.problems);
}

/** Returns the problem of a document that is not a CRD. Its other problems would be misleading. */
function identityProblems({ apiVersion, kind }: Crd): CrdProblem[] {
  if (apiVersion !== API_VERSION)
    return [problem("crd-api-version", { field: "apiVersion", expected: API_VERSION }, ["apiVersion"])];
  return kind === KIND ? [] : [problem("crd-api-version", { field: "kind", expected: KIND }, ["kind"])];
}

function rulesFor(crd: Crd, old: Crd | undefined, { checkDefaultRules = () => [] }: CheckOptions): Rule[] {
  const structural = [...STRUCTURAL_RULES, ...defaultRules(checkDefaultRules)];
  const isStructural = needsStructure(crd, old, STRUCTURAL_RULES);
  const rules = [...CRD_RULES, ...SCHEMA_RULES, ...(isStructural ? structural : []), ...ADVICE];
  return rules.filter((rule) => applies(rule, old));
}

function applies({ isRatcheted, check: checkOld }: Rule, old: Crd | undefined): boolean {
  return !isRatcheted || !old || !checkOld(old).some(isRejection);
}

/** Removes the problems of values that could not be decoded, and that are therefore missing. */
function withoutConsequences(found: readonly CrdProblem[], undecoded: readonly CrdProblem[]): CrdProblem[] {
  const lost = undecoded.filter((each) => each.code === "crd-field-type" && isRejection(each));
  if (lost.length === 0) return [...found];
  const places = new Set(lost.map(({ path }) => JSON.stringify(path)));
  const isLost = ({ path }: CrdProblem) =>
    path.some((_, index) => places.has(JSON.stringify(path.slice(0, index + 1))));
  return found.filter((each) => each.code === "crd-field-type" || !isLost(each));
}
