/** Finds the doc comment of each declaration, and reports tags in all other comments. */

import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { DescriptionLayout } from "../../core/model/bundle.js";
import type { Acceptance, Diagnostic } from "../../core/model/diagnostic.js";
import type { Location } from "../../core/model/location.js";
import { type Comment, findTags, NO_COMMENT, readComment } from "../tags/comment.js";
import type { Target } from "../tags/definition.js";
import { TAG_NAMES } from "../tags/index.js";
import { scanComment } from "../tags/scan.js";
import { acceptTag } from "../tags/tag/accept.js";
import { isEnumLiteral } from "./enum-literal.js";
import { isResource } from "./literal-property.js";
import type { Names } from "./names.js";
import { projectPath } from "./project.js";
import type { CommentRange, ParsedSource } from "./source.js";
import { ts } from "./ts-morph.js";

/** The doc comments of a project, by the node that they describe. */
export interface Comments {
  of(node: ts.Node): Comment;
  acceptancesIn(file: ts.SourceFile): readonly Acceptance[];
}

/** The doc comments of a file. */
export interface FileComments {
  readonly comments: ReadonlyMap<ts.Node, Comment>;
  readonly acceptances: readonly Acceptance[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads all doc comments, also of types that nothing uses yet, so a misspelled tag is always reported. `kept` has those
 * of files that need not be read again, and gets the others.
 */
export function readComments(
  sources: readonly ParsedSource[],
  names: Names,
  layout: DescriptionLayout,
  diagnostics: Diagnostic[],
  kept: Map<ts.Node, FileComments>,
): Comments {
  for (const source of sources) {
    if (!kept.has(source.file)) kept.set(source.file, commentsIn(source, names, layout));
  }
  const files = sources.flatMap(({ file }) => kept.get(file) ?? []);
  diagnostics.push(...files.flatMap((file) => file.diagnostics));
  return {
    of: (node) => kept.get(node.getSourceFile())?.comments.get(node) ?? NO_COMMENT,
    acceptancesIn: (file) => kept.get(file)?.acceptances ?? [],
  };
}

function commentsIn(source: ParsedSource, names: Names, layout: DescriptionLayout): FileComments {
  const comments = new Map<ts.Node, Comment>();
  const acceptances: Acceptance[] = [];
  const diagnostics: Diagnostic[] = [];
  const path = projectPath(source.file);
  const owned = new Set<CommentRange>();
  for (const { node, target, gapStart } of attachable(source.file, names)) {
    const range = docCommentIn(source, gapStart, node.getStart(source.file));
    if (!range) continue;
    owned.add(range);
    const text = source.text.slice(range.start, range.end);
    const scanned = scanComment(text, range.start, path, TAG_NAMES, layout, diagnostics);
    const comment = readComment(scanned, target, diagnostics);
    comments.set(node, comment);
    acceptances.push(...acceptancesIn(comment, { file: path, start: range.start, end: node.end }));
  }
  reportUnowned(source, owned, diagnostics);
  return { comments, acceptances, diagnostics };
}

function acceptancesIn(comment: Comment, scope: Location): Acceptance[] {
  return findTags(comment, acceptTag).map(({ value, location }) => ({ ...value, location, scope }));
}

/** A node that can have a doc comment. */
interface Attachable {
  readonly node: ts.Node;
  readonly target: Target;
  /** The end of what is before the comment. */
  readonly gapStart: number;
}

/** Returns the nodes of a file that can have a doc comment. */
export function attachable(file: ts.SourceFile, names: Names): Attachable[] {
  const found: Attachable[] = [];
  const visit = (node: ts.Node, gapStart: number): void => {
    const target = targetOf(node, names);
    if (target) found.push({ node, target, gapStart });
    let before: ts.Node | undefined;
    ts.forEachChild(node, (child) => {
      // The comment of a union member can be on either side of its bar, which the compiler assigns to neither member.
      visit(child, ts.isUnionTypeNode(node) ? (before?.end ?? node.pos) : child.pos);
      before = child;
    });
  };
  visit(file, file.pos);
  return found;
}

/** Returns what a comment of a node describes, or undefined if the node cannot have a comment. */
function targetOf(node: ts.Node, names: Names): Target | undefined {
  if (ts.isInterfaceDeclaration(node)) return isResource(node, names) ? "kind" : "type";
  if (ts.isTypeAliasDeclaration(node) || ts.isEnumDeclaration(node)) return "type";
  if (ts.isPropertySignature(node)) return "property";
  return ts.isEnumMember(node) || isEnumValue(node) ? "member" : undefined;
}

/** Returns whether a type can contribute values to an enum: a literal, or one of several names in a union. */
function isEnumValue(node: ts.Node): boolean {
  if (ts.isLiteralTypeNode(node)) return isEnumLiteral(node);
  return ts.isTypeReferenceNode(node) && ts.isUnionTypeNode(node.parent) && hasSeveralNames(node.parent);
}

function hasSeveralNames(union: ts.UnionTypeNode): boolean {
  let names = 0;
  for (const member of union.types) if (isNamed(member) && ++names > 1) return true;
  return false;
}

function isNamed(node: ts.TypeNode): boolean {
  return !ts.isLiteralTypeNode(node) || isEnumLiteral(node);
}

/** Returns the last doc comment between two positions. */
export function docCommentIn({ text, comments }: ParsedSource, start: number, end: number): CommentRange | undefined {
  for (let at = countBefore(end, comments) - 1; at >= 0; at--) {
    const range = comments[at];
    if (!range || range.start < start) return undefined;
    if (isDoc(text.slice(range.start, range.end))) return range;
  }
  return undefined;
}

/** Returns how many comments begin before a position. The search is binary: comments are in source order. */
function countBefore(position: number, comments: readonly CommentRange[]): number {
  let [low, high] = [0, comments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((comments[middle]?.start ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Reports whether a comment is a doc comment, whose text starts with `/**`. */
export function isDoc(comment: string): boolean {
  return comment.startsWith("/**") && comment !== "/**/";
}

/** Reports tags that would be ignored: in a doc comment without a declaration, or in any other comment. */
function reportUnowned(
  { text, file, comments }: ParsedSource,
  owned: ReadonlySet<CommentRange>,
  diagnostics: Diagnostic[],
): void {
  for (const range of comments) {
    if (owned.has(range)) continue;
    const comment = text.slice(range.start, range.end);
    const tag = firstTag(comment);
    if (!tag) continue;
    const start = range.start + tag.at;
    const location = { file: projectPath(file), start, end: start + tag.name.length + 1 };
    diagnostics.push(diagnose(isDoc(comment) ? "comment-detached" : "comment-not-doc", { tag: tag.name }, location));
  }
}

function firstTag(comment: string): { name: string; at: number } | undefined {
  for (const match of comment.matchAll(/^(?:[ \t]*(?:\/\/+|\/?\*+))?[ \t]*@([A-Za-z]\w*)/gm)) {
    const [text, name] = match;
    if (name && TAG_NAMES.has(name)) return { name, at: match.index + text.length - name.length - 1 };
  }
  return undefined;
}
