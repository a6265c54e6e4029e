/** Limits the nesting of sources. Deeper sources could exhaust the stack of the compiler or of readers of the CRD. */

import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { SourceText } from "../../core/model/location.js";
import { SyntaxKind, ts } from "./ts-morph.js";

/**
 * Limits how deep types can be nested. Each type adds at most two levels to a YAML file, and YAML parsers have limits
 * (ours is 200); the API server decodes at most 64 levels of CBOR.
 */
export const TYPE_DEPTH = 80;

/** Limits the number of open brackets in a source, because the compiler's parser is recursive. */
const BRACKET_DEPTH = 250;

const OPENING: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.OpenBraceToken,
  SyntaxKind.OpenParenToken,
  SyntaxKind.OpenBracketToken,
]);
const CLOSING: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.CloseBraceToken,
  SyntaxKind.CloseParenToken,
  SyntaxKind.CloseBracketToken,
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

/** Returns a diagnostic for the first position of a source that is nested too deeply. */
export function nestingProblem({ path, text }: SourceText): Diagnostic | undefined {
  const scanner = ts.createScanner(ts.ScriptTarget.ES2022, true, ts.LanguageVariant.Standard, text);
  let [open, angles, run] = [0, 0, 0];
  for (let token = scanner.scan(); token !== SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    if (OPENING.has(token)) open++;
    if (CLOSING.has(token)) open = Math.max(0, open - 1);
    if (ENDS.has(token)) angles = 0;
    if (token === SyntaxKind.LessThanToken) angles++;
    if (token === SyntaxKind.GreaterThanToken) angles = Math.max(0, angles - 1);
    run = REPEATED.has(token) ? run + 1 : 0;
    if (Math.max(open, angles, run) <= BRACKET_DEPTH) continue;
    const location = { file: path, start: scanner.getTokenStart(), end: scanner.getTokenEnd() };
    return diagnose("type-too-deep", { limit: BRACKET_DEPTH }, location);
  }
  return undefined;
}

/** Returns whether an error means that the stack is exhausted. */
export function isStackExhausted(error: unknown): boolean {
  return error instanceof RangeError && /call stack/.test(error.message);
}
