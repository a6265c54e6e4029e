/** Parses sources, each once: a source that did not change keeps its syntax tree. */

import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { SourceText } from "../../core/model/location.js";
import { BRACKET_DEPTH, Nesting } from "./nesting.js";
import type { ParsedSources } from "./parsed-sources.js";
import { memoryPath } from "./project.js";
import { tokensOf } from "./tokens.js";
import { SyntaxKind, ts } from "./ts-morph.js";

/** A source with its syntax tree. */
export interface ParsedSource {
  readonly text: string;
  readonly file: ts.SourceFile;
  /** All comments, in source order. */
  readonly comments: readonly CommentRange[];
}

export interface CommentRange {
  readonly start: number;
  readonly end: number;
}

/** Returns the sources with their syntax trees, sorted by path, and a diagnostic for each source that is too deep. */
export function parseSources(
  sources: readonly SourceText[],
  parsed: ParsedSources,
): { readonly files: readonly ParsedSource[]; readonly tooDeep: readonly Diagnostic[] } {
  const results = [...sources].sort((a, b) => (a.path < b.path ? -1 : 1)).map((source) => parse(source, parsed));
  return {
    files: results.filter((result) => "file" in result),
    tooDeep: results.filter((result) => "code" in result),
  };
}

function parse(source: SourceText, parsed: ParsedSources): ParsedSource | Diagnostic {
  const known = parsed.get(source.path) as ParsedSource | undefined;
  if (known?.text === source.text) return known;
  const scanned = scan(source);
  if ("code" in scanned) return scanned;
  const result = { text: source.text, file: syntaxTree(memoryPath(source.path), source.text), comments: scanned };
  parsed.set(source.path, result);
  return result;
}

/**
 * Returns the syntax tree of a file in memory. Our own scanner reads the comments, so the compiler does not. Comments such as
 * `@ts-expect-error` have no effect: a type with an error would have an empty schema.
 */
export function syntaxTree(path: string, text: string): ts.SourceFile {
  const languageVersion = ts.ScriptTarget.ES2022;
  const options = { languageVersion, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  const file = ts.createSourceFile(path, text, options, true, ts.ScriptKind.TS);
  const unheeded = { commentDirectives: undefined, checkJsDirective: undefined };
  return Object.assign(file, unheeded, { version: text }); // by which programs recognize a file of an earlier program
}

/** Returns all comments of a source, or a diagnostic for the first position that is nested too deeply. */
export function scan({ path, text }: SourceText): CommentRange[] | Diagnostic {
  const nesting = new Nesting();
  const comments: CommentRange[] = [];
  for (const { kind, start, end } of tokensOf(text)) {
    if (kind === SyntaxKind.MultiLineCommentTrivia || kind === SyntaxKind.SingleLineCommentTrivia) {
      comments.push({ start, end });
    } else if (kind > SyntaxKind.LastTriviaToken && nesting.isTooDeep(kind)) {
      return diagnose("type-too-deep", { limit: BRACKET_DEPTH }, { file: path, start, end });
    }
  }
  return comments;
}
