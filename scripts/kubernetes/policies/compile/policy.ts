/**
 * Compiles the expressions of a policy. Source: k8s.io/kubernetes, pkg/apis/admissionregistration/validation, and
 * k8s.io/apiserver, pkg/admission/plugin/policy/validating/plugin.go (compilePolicy).
 */
import { isBlank } from "../../../core/white-space.js";
import type { Checked } from "../../cel/check/checked.js";
import { compileWith } from "../../cel/compile/compile.js";
import { type Environment, environmentOf } from "../../cel/environment/environment.js";
import { type Program, programOf } from "../../cel/evaluate/program.js";
import { allParts, type Core } from "../../cel/syntax/core.js";
import type { ExpressionProblem } from "../../cel/syntax/problem.js";
import { BOOL, DYN, NULL, objectOf, STRING, type Type } from "../../cel/types/type.js";
import type { PolicySpec, Validation } from "../documents/model.js";
import type { Decoded } from "../documents/shape.js";
import type { DocumentProblem, Path } from "../problem.js";
import { composedType, givenVariables, VARIABLES } from "./variables.js";

/** Expression of a policy, with its path in the document. */
export interface PolicyExpression {
  readonly path: Path;
  readonly source: string;
  readonly run: Program;
}

export interface PolicyVariable extends PolicyExpression {
  /** Names of the variables that the expression reads. All of them are declared before this one. */
  readonly reads: readonly string[];
}

export interface PolicyValidation extends PolicyExpression {
  readonly validation: Validation;
  readonly message: PolicyExpression | undefined;
}

/** Policy whose expressions compile. */
export interface CompiledPolicy {
  readonly name: string;
  readonly spec: PolicySpec;
  readonly matchConditions: readonly PolicyExpression[];
  /** Variables by name, in the order of their declaration. */
  readonly variables: ReadonlyMap<string, PolicyVariable>;
  readonly validations: readonly PolicyValidation[];
  readonly auditAnnotations: readonly PolicyExpression[];
}

export interface PolicyCompilation {
  /** The policy. It is incomplete if there are problems. */
  readonly policy: CompiledPolicy;
  readonly problems: readonly DocumentProblem[];
}

/** Compiles all expressions of a policy, as an API server of a minor version does for a new policy. */
export function compilePolicy({ metadata, spec }: Decoded<PolicySpec>, minor: number): PolicyCompilation {
  const compiler = new PolicyCompiler(spec, environmentOf(minor));
  const { matchConditions = [], validations = [], auditAnnotations = [] } = spec;
  const conditions = matchConditions.flatMap(({ expression }, index) =>
    compiler.condition(expression, ["spec", "matchConditions", index, "expression"]),
  );
  for (const index of (spec.variables ?? []).keys()) compiler.variable(index);
  const policy = {
    name: metadata.name ?? "",
    spec,
    matchConditions: conditions,
    variables: compiler.variables,
    validations: validations.flatMap((validation, index) =>
      compiler.validation(validation, ["spec", "validations", index]),
    ),
    auditAnnotations: auditAnnotations.flatMap(({ valueExpression }, index) =>
      compiler.annotation(valueExpression, ["spec", "auditAnnotations", index, "valueExpression"]),
    ),
  };
  return { policy, problems: compiler.problems };
}

class PolicyCompiler {
  readonly problems: DocumentProblem[] = [];
  readonly variables = new Map<string, PolicyVariable>();
  readonly #given: ReadonlyMap<string, Type>;
  /** Types of the variables that are declared so far. */
  readonly #fields = new Map<string, Type>();
  readonly #all: ReadonlyMap<string, Type>;
  /** Types of the variables in messages. */
  readonly #ofMessages: ReadonlyMap<string, Type>;

  constructor(
    readonly spec: PolicySpec,
    readonly environment: Environment,
  ) {
    const hasParams = spec.paramKind !== undefined;
    // Without variables, not even the object for them exists.
    const own = spec.variables?.length ? [[VARIABLES, objectOf("kubernetes.variables", this.#fields)] as const] : [];
    this.#given = givenVariables({ hasParams, hasAuthorizer: true });
    this.#all = new Map([...this.#given, ...own]);
    this.#ofMessages = new Map([...givenVariables({ hasParams, hasAuthorizer: false }), ...own]);
  }

  /** The API server checks match conditions without the variables of the policy. */
  condition(source: string | undefined, path: Path): PolicyExpression[] {
    return this.#compiled({ source, path, variables: this.#given, results: [BOOL] });
  }

  variable(index: number): void {
    const { name = "", expression } = this.spec.variables?.[index] ?? {};
    const path = ["spec", "variables", index, "expression"];
    const [found] = this.#compiled({ source: expression, path, variables: this.#all });
    this.#fields.set(name, found ? composedType(found.checked.type) : DYN);
    if (found) this.variables.set(name, { ...found, reads: readsIn(found.checked).names });
  }

  validation(validation: Validation, path: Path): PolicyValidation[] {
    const { expression, messageExpression } = validation;
    const [found] = this.#compiled({
      source: expression,
      path: [...path, "expression"],
      variables: this.#all,
      results: [BOOL],
    });
    const [message] = this.#compiled({
      source: messageExpression,
      path: [...path, "messageExpression"],
      variables: this.#ofMessages,
      results: [STRING],
    });
    return found ? [{ ...found, validation, message }] : [];
  }

  annotation(source: string | undefined, path: Path): PolicyExpression[] {
    return this.#compiled({ source, path, variables: this.#all, results: [STRING, NULL] });
  }

  /** Returns no expression if it is blank, which the check of the document reports, or if it does not compile. */
  #compiled({ source = "", path, variables, results }: Uncompiled): (PolicyExpression & { checked: Checked })[] {
    if (isBlank(source)) return [];
    const { checked, problems } = compileWith({ source, variables, ...(results && { results }) }, this.environment);
    if (!checked) {
      this.problems.push(...problems.map((problem) => inDocument(problem, path)));
      return [];
    }
    const { isWhole } = readsIn(checked);
    if (isWhole) this.problems.push({ kind: "undecidable", path, message: WHOLE });
    return [{ path, source, run: programOf(checked), checked }];
  }
}

interface Uncompiled {
  readonly source: string | undefined;
  readonly path: Path;
  readonly variables: ReadonlyMap<string, Type>;
  readonly results?: readonly Type[];
}

const WHOLE = "`variables` can be evaluated only if a dot and the name of a variable follow";

function inDocument({ message, offset, length }: ExpressionProblem, path: Path): DocumentProblem {
  return { kind: "invalid", path, message, range: { offset, length } };
}

/** Returns the variables of the policy that an expression reads, and whether it uses the object of them as a whole. */
function readsIn({ root }: Checked): { readonly names: readonly string[]; readonly isWhole: boolean } {
  const parts = allParts(root);
  const names = new Set<string>();
  const read = new Set<Core>();
  for (const part of parts) {
    const found = memberIn(part);
    if (!found || !isVariables(found.operand)) continue;
    names.add(found.name);
    read.add(found.operand);
  }
  return { names: [...names], isWhole: [...parts].some((part) => isVariables(part) && !read.has(part)) };
}

function memberIn(core: Core): { readonly operand: Core; readonly name: string } | undefined {
  if (core.kind === "select") return { operand: core.operand, name: core.field };
  const [operand, field] = core.kind === "call" && core.name === "_?._" ? core.args : [];
  const name = field?.kind === "literal" && field.value.type === "string" ? field.value.value : undefined;
  return operand && name !== undefined ? { operand, name } : undefined;
}

function isVariables(core: Core): boolean {
  return core.kind === "ident" && core.name.replace(/^\./, "") === VARIABLES;
}
