/** How deep sources may be nested: deeper ones would exhaust the stack of the compiler, or of those who read the CRD. */
import { SyntaxKind, ts } from "ts-morph";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { SourceText } from "../../core/model/location.js";

/**
 * How many types may be read inside one another. Each is at most two levels of a YAML file, and readers of YAML stop
 * (ours at 200); the API server decodes no more than 64 levels of CBOR.
 */
export const TYPE_DEPTH = 80;

/** How many brackets may be open in a source. The compiler's parser is recursive. */
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
/** Where no type argument goes on: before it, `<` may have been a comparison. */
const ENDS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.SemicolonToken,
  SyntaxKind.OpenBraceToken,
  SyntaxKind.CloseBraceToken,
]);
/** What nests when it is repeated side by side: `keyof keyof T`, `T[][]`. */
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

/** The first place of a source that is nested too deeply. */
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

/** Whether an error says that the stack is exhausted. */
export function isStackExhausted(error: unknown): boolean {
  return error instanceof RangeError && /call stack/.test(error.message);
}
