import type { StructuralSchema } from "../../scripts/core/model/schema.js";
import { type Compilation, checkTypes, compile } from "../../scripts/kubernetes/cel/compile/compile.js";
import { anyEnvironment, environmentOf } from "../../scripts/kubernetes/cel/environment/environment.js";
import { type DeclType, declTypeOf } from "../../scripts/kubernetes/cel/types/decl-type.js";
import type { RuleOfValue } from "../../scripts/kubernetes/cel/worlds/guards.js";

interface Options {
  readonly isRoot?: boolean;
  readonly server?: number;
  /** Minor version of the features of the rule, if it is not the one before the server. */
  readonly minor?: number;
  readonly optionalOldSelf?: boolean;
}

/** Compiles a rule about the values of a schema. Throws if CEL has no type for them. */
export function compileRule(source: string, schema: StructuralSchema, options: Options = {}): Compilation {
  const { isRoot = false, server = 37, minor = server - 1, optionalOldSelf = false } = options;
  const self = typeOf(schema, isRoot, server);
  return compile({ source, self, use: "rule", optionalOldSelf }, environmentOf(server, minor));
}

/** Returns the cost of a rule, or undefined if it does not compile. */
export function costOf(source: string, schema: StructuralSchema, options: Options = {}): bigint | undefined {
  return compileRule(source, schema, options).compiled?.cost;
}

/** Returns the first problem and the part of the rule that it marks, or undefined if the rule compiles. */
export function wrongIn(source: string, schema: StructuralSchema, options: Options = {}): string | undefined {
  const [problem] = compileRule(source, schema, options).problems ?? [];
  if (!problem) return undefined;
  const { message, offset, length } = problem;
  return `${message} | ${[...source].slice(offset, offset + length).join("")}`;
}

/** Returns the fields that an expression reads and that no version of Kubernetes finds, by their names in CEL. */
export function unknownFieldsIn(source: string, schema: StructuralSchema, isRoot = false): string[] {
  const environment = anyEnvironment();
  const self = typeOf(schema, isRoot, environment.server);
  const { problems = [] } = checkTypes({ source, self, optionalOldSelf: false }, environment);
  return problems.flatMap(({ field }) => field?.name ?? []);
}

/** Returns a rule with its types. `oldSelf` is optional if the rule uses it so. Throws if a version has no such rule. */
export function checkedRule(source: string, schema: StructuralSchema, isRoot = false): RuleOfValue {
  const environment = anyEnvironment();
  const self = typeOf(schema, isRoot, environment.server);
  const expression = { source, self, optionalOldSelf: source.includes("oldSelf.hasValue()") };
  const { checked, problems } = checkTypes(expression, environment);
  if (!checked) throw new Error(`${problems.map(({ message }) => message).join(", ")}: ${source}`);
  return { ...expression, checked };
}

function typeOf(schema: StructuralSchema, isRoot: boolean, server: number): DeclType {
  const self = declTypeOf(schema, isRoot, server);
  if (!self) throw new Error("CEL has no type for the schema");
  return self;
}
