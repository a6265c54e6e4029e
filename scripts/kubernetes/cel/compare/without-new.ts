/** Simplifies rules for the objects of an older schema, which lacks the fields that are new. */
import type { StructuralSchema } from "../../../core/model/schema.js";
import { ACCUMULATOR, boolOf, type Comprehension, type Core, mapParts } from "../syntax/core.js";
import { insideLoop, type Scope, scopeOf, testedPlace } from "./place.js";
import { isTestable, NO_ASSUMPTIONS } from "./presence.js";

type Call = Extract<Core, { kind: "call" }>;

/**
 * Simplifies a rule for the objects that match `schema`: `has()` of a field that they cannot have is false, and
 * operands that it decides are removed. This is possible because CEL's && and || absorb errors, so the rest of `false
 * && …` does not matter.
 */
export function withoutNew(rule: Core, schema: StructuralSchema): Core {
  return reduced(rule, scopeOf(schema, "self", "oldSelf"));
}

function reduced(core: Core, scope: Scope): Core {
  const tested = testedPlace(core, scope);
  if (tested) return tested.type === "absent" && isTestable(tested, NO_ASSUMPTIONS) ? literal(false, core) : core;
  if (core.kind === "comprehension") return reducedLoop(core, scope);
  const inner = mapParts(core, (part) => reduced(part, scope));
  return inner.kind === "call" ? folded(inner) : inner;
}

function reducedLoop(core: Comprehension, scope: Scope): Core {
  const inside = insideLoop(core, scope);
  const { range, init, condition, step, result } = core;
  return {
    ...core,
    range: reduced(range, scope),
    init: reduced(init, scope),
    condition: reduced(condition, inside),
    step: reduced(step, inside),
    result: reduced(result, inside),
  };
}

/** Simplifies a call whose operands decide its result. The step of a macro keeps the form that all its steps have. */
function folded(call: Call): Core {
  if (call.args.some((arg) => arg.kind === "ident" && arg.name === ACCUMULATOR)) return call;
  const [left, right, third] = call.args;
  const [a, b] = [left, right].map((operand) => operand && boolOf(operand));
  switch (call.name) {
    case "!_":
      return a === undefined ? call : literal(!a, call);
    case "_&&_":
    case "_||_": {
      const decisive = call.name === "_||_";
      if (a === decisive || b === decisive) return literal(decisive, call);
      if (a === undefined && b === undefined) return call;
      return (a === undefined ? left : right) ?? call;
    }
    case "_==_":
      return a === undefined || b === undefined ? call : literal(a === b, call);
    case "_?_:_":
      return a === undefined ? call : ((a ? right : third) ?? call);
    default:
      return call;
  }
}

function literal(value: boolean, { at, length }: Core): Core {
  return { kind: "literal", value: { type: "bool", value }, at, length };
}
