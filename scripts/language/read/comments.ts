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
import { isResource, projectPath } from "./project.js";
import { Node, type SourceFile, SyntaxKind, type TypeNode, ts, type UnionTypeNode } from "./ts-morph.js";

/** The doc comments of a project, by the node that they describe. */
export interface Comments {
  of(node: Node): Comment;
  readonly acceptances: readonly Acceptance[];
}

interface CommentRange {
  readonly start: number;
  readonly end: number;
}

/** Reads all doc comments, also of types that nothing uses yet, so a misspelled tag is always reported. */
export function readComments(
  files: readonly SourceFile[],
  layout: DescriptionLayout,
  diagnostics: Diagnostic[],
): Comments {
  const comments = new Map<ts.Node, Comment>();
  const acceptances: Acceptance[] = [];
  for (const file of files) {
    const owned = new Set<number>();
    for (const { node, target } of attachable(file)) {
      const range = docCommentOf(node);
      if (!range) continue;
      owned.add(range.start);
      const text = file.getFullText().slice(range.start, range.end);
      const scanned = scanComment(text, range.start, projectPath(file), TAG_NAMES, layout, diagnostics);
      const comment = readComment(scanned, target, diagnostics);
      comments.set(node.compilerNode, comment);
      acceptances.push(...acceptancesIn(comment, { file: projectPath(file), start: range.start, end: node.getEnd() }));
    }
    reportUnowned(file, owned, diagnostics);
  }
  return { of: (node) => comments.get(node.compilerNode) ?? NO_COMMENT, acceptances };
}

function acceptancesIn(comment: Comment, scope: Location): Acceptance[] {
  return findTags(comment, acceptTag).map(({ value, location }) => ({ ...value, location, scope }));
}

function attachable(file: SourceFile): { node: Node; target: Target }[] {
  const found: { node: Node; target: Target }[] = [];
  file.forEachDescendant((node) => {
    if (Node.isInterfaceDeclaration(node)) found.push({ node, target: isResource(node) ? "kind" : "type" });
    else if (Node.isTypeAliasDeclaration(node)) found.push({ node, target: "type" });
    else if (Node.isEnumDeclaration(node)) found.push({ node, target: "type" });
    else if (Node.isPropertySignature(node)) found.push({ node, target: "property" });
    else if (Node.isEnumMember(node)) found.push({ node, target: "member" });
    else if (Node.isTypeNode(node) && isEnumValue(node)) found.push({ node, target: "member" });
  });
  return found;
}

/** Returns whether a type can contribute values to an enum: a literal, or one of several names in a union. */
function isEnumValue(node: TypeNode): boolean {
  const union = node.getParent();
  if (Node.isLiteralTypeNode(node)) return isEnumLiteral(node);
  return Node.isUnionTypeNode(union) && Node.isTypeReference(node) && hasSeveralNames(union);
}

function hasSeveralNames(union: UnionTypeNode): boolean {
  let names = 0;
  for (const member of union.getTypeNodes()) if (isNamed(member) && ++names > 1) return true;
  return false;
}

function isNamed(node: TypeNode): boolean {
  return !Node.isLiteralTypeNode(node) || isEnumLiteral(node);
}

/** Returns the last doc comment before a node. The comment of a union member can be on either side of its bar. */
function docCommentOf(node: Node): CommentRange | undefined {
  const text = node.getSourceFile().getFullText();
  const union = node.getParent();
  const gapStart = Node.isUnionTypeNode(union) ? gapBefore(node, union) : node.getPos();
  const gap = text.slice(gapStart, node.getStart());
  const found = commentsIn(gap).filter((range) => isDoc(gap.slice(range.start, range.end)));
  const last = found.at(-1);
  return last && { start: gapStart + last.start, end: gapStart + last.end };
}

/** Returns the end of the previous member. The compiler assigns the bar between two members to neither of them. */
function gapBefore(member: Node, union: UnionTypeNode): number {
  const { types } = union.compilerNode;
  const index = indexIn(types, member.getPos());
  return types[index - 1]?.end ?? union.getPos();
}

/** Returns the index of the member that begins at a position. The search is binary: members are in source order. */
function indexIn(members: readonly ts.Node[], pos: number): number {
  let [low, high] = [0, members.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((members[middle]?.pos ?? 0) < pos) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Reports whether a comment is a doc comment, whose text starts with `/**`. */
export function isDoc(comment: string): boolean {
  return comment.startsWith("/**") && comment !== "/**/";
}

/** Returns all comments of a text. The compiler's scanner distinguishes them from strings and templates. */
function commentsIn(text: string): CommentRange[] {
  const scanner = ts.createScanner(ts.ScriptTarget.ES2022, false, ts.LanguageVariant.Standard, text);
  const found: CommentRange[] = [];
  for (let token = scanner.scan(); token !== SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    if (token === SyntaxKind.MultiLineCommentTrivia || token === SyntaxKind.SingleLineCommentTrivia) {
      found.push({ start: scanner.getTokenStart(), end: scanner.getTokenEnd() });
    }
  }
  return found;
}

/** Reports tags that would be ignored: in a doc comment without a declaration, or in any other comment. */
function reportUnowned(file: SourceFile, owned: ReadonlySet<number>, diagnostics: Diagnostic[]): void {
  const text = file.getFullText();
  for (const range of commentsIn(text)) {
    if (owned.has(range.start)) continue;
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
