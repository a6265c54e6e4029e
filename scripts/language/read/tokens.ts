/** Splits a source into tokens before it is parsed. */

import { SyntaxKind, ts } from "./ts-morph.js";

/** A token, white space or a comment. */
export interface Token {
  readonly kind: SyntaxKind;
  readonly start: number;
  readonly end: number;
}

/** Tokens after which a slash divides. After all others, it begins a regular expression. */
const OPERANDS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.Identifier,
  SyntaxKind.NumericLiteral,
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateTail,
  SyntaxKind.CloseParenToken,
  SyntaxKind.CloseBracketToken,
  SyntaxKind.CloseBraceToken,
]);

/** Returns the tokens of a text. The compiler's scanner knows neither where templates continue nor what a slash is. */
export function* tokensOf(text: string): Iterable<Token> {
  const scanner = ts.createScanner(ts.ScriptTarget.ES2022, false, ts.LanguageVariant.Standard, text);
  const braces: SyntaxKind[] = []; // those that are open: `{`, or the head of a template up to `${`
  let before = SyntaxKind.Unknown;
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (kind === SyntaxKind.CloseBraceToken && braces.at(-1) === SyntaxKind.TemplateHead) {
      kind = scanner.reScanTemplateToken(false);
    }
    if (kind === SyntaxKind.SlashToken && !OPERANDS.has(before)) kind = scanner.reScanSlashToken();
    if (kind === SyntaxKind.OpenBraceToken || kind === SyntaxKind.TemplateHead) braces.push(kind);
    if (kind === SyntaxKind.CloseBraceToken || kind === SyntaxKind.TemplateTail) braces.pop();
    if (kind > SyntaxKind.LastTriviaToken) before = kind;
    yield { kind, start: scanner.getTokenStart(), end: scanner.getTokenEnd() };
  }
}
