/**
 * Types that replace the type parameters of a rule, and tests whether one type can be used as another. Source: google/cel-go,
 * checker/types.go and checker/mapping.go.
 */
import { DYN, isSame, type Type, withParameters } from "../types/type.js";

export class Substitution {
  readonly #found = new Map<string, Type>();
  /** Entries to restore if an attempt fails, oldest first. */
  readonly #changes: { readonly name: string; readonly before: Type | undefined }[] = [];
  #next = 0;

  /** Returns a new type parameter. */
  newParameter(): Type {
    return { kind: "parameter", name: `_${this.#next++}`, parameters: [] };
  }

  /** Reports whether the types can be used as the others, in pairs. If not, no parameter changes. */
  areAssignable(types: readonly Type[], others: readonly Type[]): boolean {
    const start = this.#changes.length;
    if (this.#areAssignable(types, others)) return true;
    for (const { name, before } of this.#changes.splice(start).reverse()) {
      if (before) this.#found.set(name, before);
      else this.#found.delete(name);
    }
    return false;
  }

  isAssignable(type: Type, other: Type): boolean {
    return this.areAssignable([type], [other]);
  }

  /** Replaces the parameters that are known in a type. */
  resolve(type: Type): Type {
    return this.#resolve(type, undefined);
  }

  /** Replaces all parameters in a type: those that stand for nothing become dyn. */
  resolveFully(type: Type): Type {
    return this.#resolve(type, DYN);
  }

  #resolve(type: Type, unknown: Type | undefined): Type {
    if (type.kind === "parameter") {
      const found = this.#found.get(type.name);
      return found ? this.#resolve(found, unknown) : (unknown ?? type);
    }
    return hasParameter(type)
      ? withParameters(
          type,
          type.parameters.map((part) => this.#resolve(part, unknown)),
        )
      : type;
  }

  #set(name: string, type: Type): void {
    this.#changes.push({ name, before: this.#found.get(name) });
    this.#found.set(name, type);
  }

  #areAssignable(types: readonly Type[], others: readonly Type[]): boolean {
    return types.length === others.length && types.every((type, i) => this.#isAssignable(type, others[i] as Type));
  }

  #isAssignable(a: Type, b: Type): boolean {
    if (b.kind === "parameter") {
      const fit = this.#fits(a, b);
      if (fit !== "other way") return fit;
    }
    if (a.kind === "parameter") return this.#fits(b, a) === true;
    if (isWildcard(a) || isWildcard(b)) return true;
    if (a.kind === "null") return isNullable(b);
    if (b.kind === "null") return isNullable(a);
    if (a.kind !== b.kind) return false;
    switch (a.kind) {
      case "type":
        return true;
      case "object":
        return isSame(a, b);
      default:
        return a.name === b.name && this.#areAssignable(a.parameters, b.parameters);
    }
  }

  /** Lets a parameter stand for a type, if it can. If it cannot yet, the type can still be a parameter for it. */
  #fits(type: Type, param: Type): boolean | "other way" {
    if (type.kind === param.kind && isSame(type, param)) return true;
    const found = this.#found.get(param.name);
    if (!found) {
      if (this.#contains(type, param)) return "other way";
      this.#set(param.name, type);
      return true;
    }
    if (type.kind === found.kind && isSame(type, found)) return true;
    if (!this.#isAssignable(type, found)) return false;
    const general = isLessSpecific(type, found) ? type : found;
    if (!this.#contains(general, param)) this.#set(param.name, general);
    return true;
  }

  /** Reports whether a type is or contains a parameter, which then cannot stand for it. */
  #contains(type: Type, param: Type): boolean {
    if (isSame(type, param)) return true;
    if (type.kind !== "parameter") return type.parameters.some((part) => this.#contains(part, param));
    const found = this.#found.get(type.name);
    return found !== undefined && this.#contains(found, param);
  }
}

/** Returns the more general of two types, one of which can be used as the other. */
export function moreGeneral(a: Type, b: Type): Type {
  return isLessSpecific(a, b) ? a : b;
}

export function isWildcard({ kind }: Type): boolean {
  return kind === "dyn" || kind === "error";
}

function isNullable({ kind }: Type): boolean {
  return kind === "opaque" || kind === "object" || kind === "duration" || kind === "timestamp" || kind === "null";
}

function isLessSpecific(a: Type, b: Type): boolean {
  if (a.kind === "dyn" || a.kind === "parameter") return true;
  if (b.kind === "dyn" || b.kind === "parameter") return false;
  if (a.kind !== b.kind) return false;
  if (a.kind === "type") return true;
  if (a.kind === "object") return isSame(a, b);
  return (
    a.name === b.name &&
    a.parameters.length === b.parameters.length &&
    a.parameters.every((part, i) => isLessSpecific(part, b.parameters[i] as Type))
  );
}

const withParameter = new WeakMap<Type, boolean>();

function hasParameter(type: Type): boolean {
  if (type.kind === "parameter") return true;
  if (type.parameters.length === 0) return false;
  const known = withParameter.get(type);
  if (known !== undefined) return known;
  const has = type.parameters.some(hasParameter);
  withParameter.set(type, has);
  return has;
}
