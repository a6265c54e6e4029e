/** Finds the doc comment at a position of a source, for editors. */

import type { Imports } from "../../core/model/imports.js";
import type { SourceText } from "../../core/model/location.js";
import type { Target } from "../tags/definition.js";
import type { CommentText } from "../tags/position.js";
import { attachable, docCommentIn, isDoc } from "./comments.js";
import { Names } from "./names.js";
import type { ParsedSources } from "./parsed-sources.js";
import { memoryPath } from "./project.js";
import { parseSources } from "./source.js";

/** The delimiters of a doc comment. */
const OPEN = "/**";
const CLOSE = "*/";

export interface CommentAt extends CommentText {
  /** The kind of declaration to which the comment belongs; unset if it belongs to none. */
  readonly target?: Target;
}

/** Returns the doc comment around a position in the source at a path. The sources are parsed as by `readApi`. */
export function commentAt(
  { path, position }: { readonly path: string; readonly position: number },
  sources: readonly SourceText[],
  imports: Imports,
  parsed: ParsedSources,
): CommentAt | undefined {
  const { files } = parseSources(sources, parsed);
  const source = files.find(({ file }) => file.fileName === memoryPath(path));
  const range = source?.comments.find(
    ({ start, end }) => start + OPEN.length <= position && position <= end - CLOSE.length,
  );
  if (!source || !range) return undefined;
  const text = source.text.slice(range.start, range.end);
  if (!isDoc(text)) return undefined;
  const names = new Names(
    files.map(({ file }) => file),
    imports,
  );
  const owner = attachable(source.file, names).find(
    ({ node, gapStart }) => docCommentIn(source, gapStart, node.getStart(source.file)) === range,
  );
  return { text, start: range.start, ...(owner && { target: owner.target }) };
}
