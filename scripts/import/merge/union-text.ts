/** Changes the members of a union in the text of a type. Everything else in the text stays as its author wrote it. */
import { isDoc } from "../../language/read/comments.js";
import type { TextRange } from "../../language/read/outline.js";
import { ts } from "../../language/read/ts-morph.js";
import { flagTag } from "../comments.js";
import type { Comment } from "../declarations.js";
import { mergeComment } from "./doc-comment.js";

/** Member of a union of literals. The value null is the type `null`. */
export interface UnionMember {
  readonly value: string | number | null;
  readonly isExperimental: boolean;
}

/**
 * Returns the text of a union with other members, or undefined if only a new text can express them.
 *
 * The text starts directly after the equals sign or the colon, so it includes the comments of the first member. It ends
 * after the semicolon or comma and the comments on the same line, so it includes the comment of the last member. It
 * includes the line break if nothing else follows on that line; otherwise a line comment at its end gets one. `indent`
 * is for new lines in a union that is on one line.
 */
export function mergeUnion(
  written: string,
  base: readonly UnionMember[],
  next: readonly UnionMember[],
  indent: string,
): string | undefined {
  const union = readUnion(written);
  if (!union || next.length === 0 || !isSame(valuesIn(union.parts), valuesIn(base))) return undefined;
  if (!isSame(sharedValues(base, next), sharedValues(next, base))) return undefined;
  const isTagged = hasNewTag(base, next);
  const isUnchanged = isSame(valuesIn(base), valuesIn(next)) && !isTagged && !hasNewTag(next, base);
  if (isUnchanged) return written;
  const style = styleOf(union, indent);
  if (isTagged && !style.isBroken && !tokensIn(written).some(isComment)) return undefined;
  const text = printUnion(union, changedParts(union, base, next, style), style);
  return endsInLineComment(text) && !endsInLineComment(written) ? `${text}\n` : text;
}

type Value = UnionMember["value"];

/** Member with the text around it. */
interface Part {
  readonly value: Value;
  /** Comments that a blank line separates from the member. They stay if it is removed. */
  readonly loose: string;
  /** Text between the loose comments and the literal: the comments of the member, and the bar. */
  readonly lead: string;
  readonly literal: string;
  /** Comments on the rest of the line, and the bar if it is there. */
  readonly trail: string;
}

interface Union {
  /** Comments before those of the first member. */
  readonly head: string;
  readonly parts: readonly Part[];
  /** Semicolon or comma after the type, or nothing. */
  readonly end: string;
  /** Text after the line of the last member. */
  readonly rest: string;
}

const HEAD = "interface Source { property:";

/** Reads a union, or returns undefined if the text is another type. */
function readUnion(written: string): Union | undefined {
  const file = ts.createSourceFile("union.ts", `${HEAD}${written}\n}`, ts.ScriptTarget.ES2022);
  const [declaration, ...others] = file.statements;
  if (!declaration || !ts.isInterfaceDeclaration(declaration) || others.length > 0) return undefined;
  const [property, ...more] = declaration.members;
  if (!property || !ts.isPropertySignature(property) || !property.type || more.length > 0) return undefined;
  const nodes = ts.isUnionTypeNode(property.type) ? property.type.types : [property.type];
  const literals = nodes.map((node) => ({
    value: literalValue(node),
    start: node.getStart(file) - HEAD.length,
    end: node.end - HEAD.length,
  }));
  const [typeEnd, propertyEnd] = [property.type.end - HEAD.length, property.end - HEAD.length];
  const end = written.slice(typeEnd, propertyEnd).slice(-1);
  const tail = splitGap(written.slice(typeEnd, propertyEnd - end.length) + written.slice(propertyEnd));
  const gaps = literals.map(({ start }, index) => {
    const previous = literals[index - 1];
    return previous ? splitGap(written.slice(previous.end, start)) : splitHead(written.slice(0, start));
  });
  const parts: Part[] = [];
  for (const [index, { value, ...range }] of literals.entries()) {
    if (value === undefined) return undefined;
    const { loose = "", lead = "" } = gaps[index] ?? {};
    const { trail } = gaps[index + 1] ?? tail;
    parts.push({ value, loose: index === 0 ? "" : loose, lead, literal: written.slice(range.start, range.end), trail });
  }
  return { head: `${gaps[0]?.trail}${gaps[0]?.loose}`, parts, end, rest: tail.loose + tail.lead };
}

/** Returns the value of a literal, or undefined for other types. */
function literalValue(node: ts.TypeNode): Value | undefined {
  if (!ts.isLiteralTypeNode(node)) return undefined;
  const { literal } = node;
  if (literal.kind === ts.SyntaxKind.NullKeyword) return null;
  if (ts.isStringLiteral(literal)) return literal.text;
  if (ts.isNumericLiteral(literal)) return Number(literal.text);
  const isNegative = ts.isPrefixUnaryExpression(literal) && ts.isNumericLiteral(literal.operand);
  return isNegative ? -Number(literal.operand.text) : undefined;
}

/** Text between two members. */
type Gap = Pick<Part, "loose" | "lead" | "trail">;

/** Splits the text after a member. A doc comment belongs to the next member, also on the line of the previous one. */
function splitGap(gap: string): Gap {
  const tokens = tokensIn(gap);
  const lineEnd = tokens.find(isLineBreak) ?? tokens.find(isBar);
  return splitAt(lineEnd?.start ?? gap.length, gap, tokens);
}

/** Splits the text before the first member. A comment on the line of the equals sign belongs to no member. */
function splitHead(gap: string): Gap {
  const tokens = tokensIn(gap);
  const lineEnd = tokens.find((token) => isLineBreak(token) || isBar(token));
  return splitAt(lineEnd?.start ?? 0, gap, tokens);
}

function splitAt(lineEnd: number, gap: string, tokens: readonly Token[]): Gap {
  const doc = tokens.find(({ text }) => isDoc(text))?.start ?? gap.length;
  const trail = gap.slice(0, Math.min(lineEnd, doc)).trimEnd();
  const others = tokens.filter((token) => token.start >= trail.length && !isLineBreak(token));
  const limit = Math.min(doc, others.find(isBar)?.start ?? gap.length);
  const isLoose = ({ start, end }: Token, at: number) => start < limit && /\n[ \t]*\n/.test(gap.slice(end, at));
  const own = others.reduceRight((at, token) => (isLoose(token, at) ? at : token.start), gap.length);
  const isAnyLoose = others.some(({ start }) => start < own);
  const lead = isAnyLoose ? gap.lastIndexOf("\n", own - 1) : trail.length;
  return { trail, loose: gap.slice(trail.length, lead), lead: gap.slice(lead) };
}

/** Form of what is added to a union. */
interface Style {
  /** True if the members are on lines of their own. */
  readonly isBroken: boolean;
  readonly indent: string;
}

/** Returns the style of a union. A first member without a bar can be on a line of its own in any union. */
function styleOf({ parts }: Union, indent: string): Style {
  const indents = parts.map(({ lead }, index) => (index > 0 || hasBar(lead) ? lineIndent(lead) : undefined));
  const broken = indents.find((each) => each !== undefined);
  return { isBroken: broken !== undefined, indent: broken ?? indent };
}

/** Returns the indentation of the last line, or undefined if the text has no line break outside of comments. */
function lineIndent(text: string): string | undefined {
  const start = tokensIn(text).findLast(isLineBreak)?.end;
  return start === undefined ? undefined : /^[ \t]*/.exec(text.slice(start))?.[0];
}

/** Members of a changed union, and the loose comments after the last one. */
interface Changed {
  readonly parts: readonly Part[];
  readonly loose: string;
}

function changedParts(
  { parts }: Union,
  base: readonly UnionMember[],
  next: readonly UnionMember[],
  style: Style,
): Changed {
  const places = new Map(base.map(({ value }, index) => [value, index]));
  let done = 0;
  const looseUntil = (end: number) => {
    const loose = parts.slice(done, end).map((part) => part.loose);
    done = end;
    return loose.join("");
  };
  const changed = next.map(({ value, isExperimental }): Part => {
    const place = places.get(value) ?? -1;
    const part = parts[place];
    if (!part) return newPart(value, isExperimental, style);
    const lead = taggedLead(part.lead, base[place]?.isExperimental ?? false, isExperimental, style);
    return { ...part, loose: looseUntil(place + 1), lead };
  });
  return { parts: changed, loose: looseUntil(parts.length) };
}

function newPart(value: Value, isExperimental: boolean, style: Style): Part {
  return {
    value,
    loose: "",
    lead: taggedLead(leadIn(style), false, isExperimental, style),
    literal: JSON.stringify(value),
    trail: "",
  };
}

/** Returns the text before a member with `@experimental` added to its doc comment or removed from it. */
function taggedLead(lead: string, before: boolean, after: boolean, style: Style): string {
  if (before === after) return lead;
  const { start, end } = tokensIn(lead).findLast(({ text }) => isDoc(text)) ?? placeOfComment(lead);
  const [above, below] = [lead.slice(0, start), lead.slice(end)];
  const indent = /\n([ \t]*)$/.exec(above)?.[1];
  const comment = mergeComment(lead.slice(start, end), commentOf(before), commentOf(after), {
    indent: indent ?? style.indent,
  });
  if (comment === "") return withoutComment(above, below);
  const gap = indent === undefined ? " " : `\n${indent}`;
  return `${above}${comment}${start === end ? gap : ""}${below}`;
}

function commentOf(isExperimental: boolean): Comment {
  return { tags: isExperimental ? [flagTag("experimental")] : [] };
}

/** Returns the place for a doc comment: on a line of its own if the member is the first on its line. */
function placeOfComment(lead: string): TextRange {
  const code = /\n[ \t]*(\|?[ \t]*)$/.exec(lead)?.[1] ?? "";
  const start = lead.length - code.length;
  return { start, end: start };
}

/** Returns the text around a doc comment without the line of the comment, if there is nothing else on it. */
function withoutComment(above: string, below: string): string {
  return startsLine(below) ? above.replace(/\n?[ \t]*$/, "") + below : above + below.replace(/^[ \t]+/, "");
}

function printUnion({ head, parts: [first], end, rest }: Union, { parts, loose }: Changed, style: Style): string {
  const texts = parts.map((part, index) => {
    const previous = parts[index - 1];
    return (previous ? textBetween(previous, part, style) : firstLead(part, first, style)) + part.literal;
  });
  const trail = withoutBar(parts.at(-1)?.trail ?? "").trimEnd();
  const after = loose === "" ? rest : loose + rest.replace(/^\n/, "");
  const line = endsInLineComment(trail) && /^[ \t]*\S/.test(after) ? "\n" : "";
  return `${head}${texts.join("")}${end}${trail}${line}${after}`;
}

/** Returns the text before the first member, with a bar if there was one before. */
function firstLead({ value, loose, lead }: Part, written: Part | undefined, style: Style): string {
  if (!written || value === written.value) return loose + lead;
  const space = /^\s*/.exec(written.lead)?.[0] ?? "";
  const barred = hasBar(written.lead) ? withBar(lead) : withoutBar(lead);
  const text = `${space}${barred.trimStart()}`;
  const needsLine = loose !== "" || (startsLine(lead) && tokensIn(lead).some(isComment));
  return loose + (needsLine ? onNewLine(text, style) : text);
}

/** Returns the text between two members, with one bar. If their bars do not match, they were not neighbors before. */
function textBetween({ trail }: Part, { loose, lead }: Part, style: Style): string {
  const [isBarBefore, isBarAfter] = [hasBar(trail), hasBar(lead)];
  const barred = isBarBefore ? withoutBar(lead) : withBar(lead.trim() === "" ? leadIn(style) : lead);
  const needsLine = loose !== "" || endsInLineComment(trail) || (isBarBefore === isBarAfter && style.isBroken);
  return trail + loose + (needsLine ? onNewLine(barred, style) : barred);
}

function onNewLine(lead: string, { indent }: Style): string {
  return startsLine(lead) ? lead : `\n${indent}${lead.trimStart()}`;
}

function startsLine(text: string): boolean {
  return /^[ \t]*\n/.test(text);
}

/** Returns the text before a member without comments. */
function leadIn({ isBroken, indent }: Style): string {
  return isBroken ? `\n${indent}| ` : " | ";
}

/** Adds a bar: before comments on the line of the previous member, which would otherwise be about that member. */
function withBar(lead: string): string {
  if (hasBar(lead)) return lead;
  return startsLine(lead) ? `${lead}| ` : ` | ${lead.trimStart()}`;
}

/** Removes the bar, and the space that separates it from the member. */
function withoutBar(text: string): string {
  const bar = tokensIn(text).find(isBar);
  if (!bar) return text;
  const [before, after] = [text.slice(0, bar.start), text.slice(bar.end)];
  return /\s$/.test(before) ? before + after.replace(/^[ \t]+/, "") : before + after;
}

function hasBar(text: string): boolean {
  return tokensIn(text).some(isBar);
}

/** Token of the text around a member: a bar, a comment, or a line break. */
interface Token extends TextRange {
  readonly kind: ts.SyntaxKind;
  readonly text: string;
}

function tokensIn(text: string): Token[] {
  const scanner = ts.createScanner(ts.ScriptTarget.ES2022, false, ts.LanguageVariant.Standard, text);
  const tokens: Token[] = [];
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (kind === ts.SyntaxKind.WhitespaceTrivia) continue;
    tokens.push({ kind, text: scanner.getTokenText(), start: scanner.getTokenStart(), end: scanner.getTokenEnd() });
  }
  return tokens;
}

function isBar({ kind }: Token): boolean {
  return kind === ts.SyntaxKind.BarToken;
}

function isLineBreak({ kind }: Token): boolean {
  return kind === ts.SyntaxKind.NewLineTrivia;
}

function isComment({ kind }: Token): boolean {
  return kind === ts.SyntaxKind.SingleLineCommentTrivia || kind === ts.SyntaxKind.MultiLineCommentTrivia;
}

function endsInLineComment(text: string): boolean {
  return tokensIn(text).at(-1)?.kind === ts.SyntaxKind.SingleLineCommentTrivia;
}

function valuesIn(members: readonly { readonly value: Value }[]): Value[] {
  return members.map(({ value }) => value);
}

/** Returns the values that are also in another union. */
function sharedValues(members: readonly UnionMember[], others: readonly UnionMember[]): Value[] {
  const known = new Set(valuesIn(others));
  return valuesIn(members).filter((value) => known.has(value));
}

function isSame(values: readonly Value[], others: readonly Value[]): boolean {
  return values.length === others.length && values.every((value, index) => value === others[index]);
}

/** Reports whether a member is experimental only after a change. */
function hasNewTag(before: readonly UnionMember[], after: readonly UnionMember[]): boolean {
  const experimental = new Set(before.filter((member) => member.isExperimental).map(({ value }) => value));
  return after.some(({ value, isExperimental }) => isExperimental && !experimental.has(value));
}
