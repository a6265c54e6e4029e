/** Limits the nesting of sources. Deeper sources could exhaust the stack of the compiler or of readers of the CRD. */

import { SyntaxKind } from "./ts-morph.js";

/**
 * Limits how deep types can be nested. Each type adds at most two levels to a YAML file, and YAML parsers have limits
 * (ours is 200); the API server decodes at most 64 levels of CBOR.
 */
export const TYPE_DEPTH = 80;

/** Limits the number of open brackets in a source, because the compiler's parser is recursive. */
export const BRACKET_DEPTH = 250;

const OPENING: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.OpenBraceToken,
  SyntaxKind.OpenParenToken,
  SyntaxKind.OpenBracketToken,
  SyntaxKind.TemplateHead,
]);
const CLOSING: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.CloseBraceToken,
  SyntaxKind.CloseParenToken,
  SyntaxKind.CloseBracketToken,
  SyntaxKind.TemplateTail,
]);
/** Tokens that end all type arguments. A `<` before them may have been a comparison. */
const ENDS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.SemicolonToken,
  SyntaxKind.OpenBraceToken,
  SyntaxKind.CloseBraceToken,
]);
/** Tokens that nest when they are repeated, as in `keyof keyof T` or `T[][]`. */
const REPEATED: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.OpenBracketToken,
  SyntaxKind.CloseBracketToken,
  SyntaxKind.KeyOfKeyword,
  SyntaxKind.ReadonlyKeyword,
  SyntaxKind.UniqueKeyword,
  SyntaxKind.TypeOfKeyword,
  SyntaxKind.ExclamationToken,
  SyntaxKind.MinusToken,
  SyntaxKind.PlusToken,
  SyntaxKind.TildeToken,
]);

/** Follows the nesting of a source, token by token. */
export class Nesting {
  #open = 0;
  #angles = 0;
  #run = 0;

  /** Adds the next token, and returns whether it is nested too deeply. */
  isTooDeep(token: SyntaxKind): boolean {
    if (OPENING.has(token)) this.#open++;
    if (CLOSING.has(token)) this.#open = Math.max(0, this.#open - 1);
    if (ENDS.has(token)) this.#angles = 0;
    if (token === SyntaxKind.LessThanToken) this.#angles++;
    if (token === SyntaxKind.GreaterThanToken) this.#angles = Math.max(0, this.#angles - 1);
    this.#run = REPEATED.has(token) ? this.#run + 1 : 0;
    return Math.max(this.#open, this.#angles, this.#run) > BRACKET_DEPTH;
  }
}

/** A result of reading, with the number of levels that were nested below it. */
export interface Measured<T> {
  readonly result: T;
  readonly height: number;
}

/** Follows the nesting of types while they are read, also of those that were read before. */
export class Levels {
  #depth = 0;
  #deepest = 0;

  /** Reports whether types of a height are nested too deeply here. Counts them if they are not. */
  isTooDeep(height: number): boolean {
    const deepest = this.#depth + height;
    if (deepest > TYPE_DEPTH) return true;
    this.#deepest = Math.max(this.#deepest, deepest);
    return false;
  }

  /** Reads something, and returns how many levels are nested below it. */
  measure<T>(read: () => T): Measured<T> {
    const outside = this.#deepest;
    this.#deepest = this.#depth;
    const result = read();
    const height = this.#deepest - this.#depth;
    this.#deepest = Math.max(this.#deepest, outside);
    return { result, height };
  }

  /** Reads something one level below. */
  below<T>(read: () => T): T {
    this.#depth++;
    this.#deepest = Math.max(this.#deepest, this.#depth);
    const result = read();
    this.#depth--;
    return result;
  }
}

/** Returns whether an error means that the stack is exhausted. */
export function isStackExhausted(error: unknown): boolean {
  return error instanceof RangeError && /call stack/.test(error.message);
}
