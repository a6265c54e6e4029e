/**
 * Decides whether a rule is true for every object of an older schema, which lacks the fields and the enum members that
 * are new. A result is true, false or unknown. A read of a missing field is an error, which counts as unknown. The API
 * server rejects an object if a rule is false or an error.
 */
import type { StructuralSchema } from "../../../core/model/schema.js";
import { boolOf, type Comprehension, type Core, partsOf } from "../syntax/core.js";
import { quantifierOf } from "../syntax/macros.js";
import { aroundLoop, insideLoop, isDeclared, placeOf, type Scope, scopeOf, testedPlace } from "./place.js";
import { type Assumptions, isReadable, isTestable, NO_ASSUMPTIONS, presenceOf } from "./presence.js";

type Truth = boolean | undefined;
type Call = Extract<Core, { kind: "call" }>;

/**
 * Maximum number of optional fields in a rule for which all combinations are tried. Each field doubles their number.
 */
const MOST_OPTIONAL = 6;

/** Most parts of a rule that are evaluated, for all combinations together. Without a result by then, it is unknown. */
const MOST_STEPS = 200_000;

/**
 * Reports whether `rule` holds for all objects that match `schema`, which is the schema of `self` before the rule was
 * added.
 */
export function holdsForOldObjects(rule: Core, schema: StructuralSchema): boolean {
  return new Evaluation().isAlways(true, rule, { scope: scopeOf(schema, "self", "oldSelf"), assumed: NO_ASSUMPTIONS });
}

interface Environment {
  readonly scope: Scope;
  readonly assumed: Assumptions;
}

class Evaluation {
  #left = MOST_STEPS;

  /** Reports whether an expression has the wanted result with and without each optional field that it tests for. */
  isAlways(wanted: boolean, core: Core, { scope, assumed }: Environment): boolean {
    const asked = [...new Set(this.#optionalFields(core, { scope, assumed }))];
    const cases = asked.length > MOST_OPTIONAL ? [NO_ASSUMPTIONS] : casesOf(asked);
    return cases.every((more) => this.#truth(core, { scope, assumed: new Map([...assumed, ...more]) }) === wanted);
  }

  /** Counts a step, and reports whether there was one left. */
  #spend(): boolean {
    return this.#left-- > 0;
  }

  /**
   * Returns the paths of the fields that a rule tests for, that an older object can have or lack, and about which no
   * assumption exists yet.
   */
  #optionalFields(core: Core, { scope, assumed }: Environment): string[] {
    if (!this.#spend()) return [];
    const tested = testedPlace(core, scope);
    if (tested) return isDeclared(tested.type) && presenceOf(tested, assumed) === undefined ? [tested.path] : [];
    if (core.kind === "comprehension") {
      const predicate = quantifierOf(core)?.predicate;
      return predicate ? this.#optionalFields(predicate, { scope: aroundLoop(core, scope), assumed }) : [];
    }
    return core.kind === "call" ? partsOf(core).flatMap((part) => this.#optionalFields(part, { scope, assumed })) : [];
  }

  #truth(core: Core, env: Environment): Truth {
    if (!this.#spend()) return undefined;
    switch (core.kind) {
      case "literal":
        return boolOf(core);
      case "select": {
        const tested = testedPlace(core, env.scope);
        return tested && isTestable(tested, env.assumed) ? presenceOf(tested, env.assumed) : undefined;
      }
      case "call":
        return this.#truthOfCall(core, env);
      case "comprehension":
        return this.#truthOfLoop(core, env);
      default:
        return undefined;
    }
  }

  #truthOfCall({ name, args }: Call, env: Environment): Truth {
    const [left, right, third] = args as [Core, Core, Core];
    switch (name) {
      case "!_":
        return not(this.#truth(left, env));
      case "_&&_":
        return both(this.#truth(left, env), this.#truth(right, env));
      case "_||_":
        return not(both(not(this.#truth(left, env)), not(this.#truth(right, env))));
      case "_?_:_": {
        // If the condition is unknown, it can be an error, and so can the result.
        const condition = this.#truth(left, env);
        return condition === undefined ? undefined : this.#truth(condition ? right : third, env);
      }
      case "_==_":
        return this.#equal(left, right, env);
      case "_!=_":
        return not(this.#equal(left, right, env));
      default:
        return undefined;
    }
  }

  /** Compares two known truths, or a field with a string that its older enum does not contain. */
  #equal(left: Core, right: Core, env: Environment): Truth {
    const [a, b] = [this.#truth(left, env), this.#truth(right, env)];
    if (a !== undefined && b !== undefined) return a === b;
    return isNewText(left, right, env) || isNewText(right, left, env) ? false : undefined;
  }

  /** Evaluates `all`, which is true, and `exists`, which is false, if no element decides otherwise. */
  #truthOfLoop(core: Comprehension, { scope, assumed }: Environment): Truth {
    const quantifier = quantifierOf(core);
    const range = placeOf(core.range, scope);
    if (!quantifier || !range || !isReadable(range, assumed)) return undefined;
    const { predicate, decisive } = quantifier;
    const inside = { scope: insideLoop(core, scope), assumed };
    return this.isAlways(!decisive, predicate, inside) ? !decisive : undefined;
  }
}

function casesOf(paths: readonly string[]): Assumptions[] {
  return paths.reduce<Assumptions[]>(
    (cases, path) => cases.flatMap((taken) => [true, false].map((is) => new Map([...taken, [path, is]]))),
    [NO_ASSUMPTIONS],
  );
}

function not(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth;
}

function both(a: Truth, b: Truth): Truth {
  if (a === false || b === false) return false;
  return a === true && b === true ? true : undefined;
}

function isNewText(field: Core, literal: Core, { scope, assumed }: Environment): boolean {
  if (literal.kind !== "literal" || literal.value.type !== "string") return false;
  const place = placeOf(field, scope);
  if (!place || !isDeclared(place.type) || !isReadable(place, assumed)) return false;
  return place.type.schema.enum?.includes(literal.value.value) === false;
}
