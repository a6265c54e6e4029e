/** Tests of the scanner: recognition of tags, the end of code, and the correctness of all locations. */

import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { DescriptionLayout } from "../../../scripts/core/model/bundle.js";
import type { Diagnostic } from "../../../scripts/core/model/diagnostic.js";
import type { Location } from "../../../scripts/core/model/location.js";
import { joinWords } from "../../../scripts/language/tags/forms.js";
import { TAG_NAMES } from "../../../scripts/language/tags/index.js";
import { type ScannedComment, type ScannedTag, scanComment } from "../../../scripts/language/tags/scan.js";
import fc from "../../support/drawn.js";

const FILE = "apis/example.dev/v1/widget.ts";
/** The source before the comment, so offsets do not start at 0. */
const BEFORE = "interface A {\n";

interface Scan extends ScannedComment {
  readonly codes: readonly string[];
  /** The source at the locations of the diagnostics. */
  readonly places: readonly string[];
  /** Returns the source at a location. */
  readonly at: (location: Location) => string;
}

/** Scans a whole comment. */
function scan(comment: string, layout: DescriptionLayout = "reflowed"): Scan {
  const diagnostics: Diagnostic[] = [];
  const scanned = scanComment(comment, BEFORE.length, FILE, TAG_NAMES, layout, diagnostics);
  const source = `${BEFORE}${comment}\n  a: string;\n}\n`;
  const at = ({ file, start, end }: Location) => {
    assert.is(file, FILE);
    return source.slice(start, end);
  };
  const places = diagnostics.map(({ location }) => at(location as Location));
  return { ...scanned, codes: diagnostics.map(({ code }) => code), places, at };
}

/** Scans lines as a comment of several lines. */
function scanLines(...lines: string[]): Scan {
  return scan(commentOf(lines));
}

function commentOf(lines: readonly string[], indent = "  ", end = "\n"): string {
  return ["/**", ...lines.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}`), `${indent} */`].join(end);
}

function proseOf({ prose }: ScannedComment): string {
  return prose.map(({ text }) => text).join("");
}

/** Returns the only tag of a comment without diagnostics. */
function onlyTag(scanned: Scan): ScannedTag {
  assert.equal(scanned.codes, []);
  assert.is(scanned.tags.length, 1);
  return scanned.tags[0] as ScannedTag;
}

/** Returns the code in a tag's value. */
function codesOf(tag: ScannedTag): string[] {
  return tag.pieces.filter(({ kind }) => kind === "code").map(({ text }) => text);
}

/** Returns the source at the locations of the pieces of all tags. */
function placesOf(scanned: Scan): string[] {
  return scanned.tags.flatMap(({ pieces }) => pieces.map(({ location }) => scanned.at(location)));
}

const scanner = suite("scanner");

scanner("a tag stands at the start of a line and runs to the next one", () => {
  const scanned = scanLines(
    "Words.",
    "",
    "@title A name",
    "of two lines",
    "@items.values.maxLength 5",
    "  @experimental",
  );
  assert.equal(scanned.codes, []);
  assert.is(proseOf(scanned), "Words.");
  assert.equal(
    scanned.tags.map(({ name, pieces }) => [name, joinWords(pieces)]),
    [
      ["title", "A name of two lines"],
      ["items.values.maxLength", "5"],
      ["experimental", ""],
    ],
  );
  assert.equal(
    scanned.tags.map(({ location }) => scanned.at(location)),
    ["@title", "@items.values.maxLength", "@experimental"],
  );
});

scanner("a tag that there is not is a tag all the same, for the reader to report", () => {
  assert.equal(
    scanLines("@experimetal", "@foo-bar_1 x").tags.map(({ name }) => name),
    ["experimetal", "foo-bar_1"],
  );
});

scanner("other at-signs in prose are words", () => {
  const prose = "Ask @someone, @ home, a@b, @@title, me@default.dev or {@ x}.";
  const scanned = scanLines(prose, "someone@example.dev at the start", "@ alone", "@1st too");
  assert.equal(scanned.codes, []);
  assert.equal(scanned.tags, []);
  assert.is(proseOf(scanned), `${prose} someone@example.dev at the start @ alone @1st too`);
});

scanner("a known tag in the middle of words is reported at its place", () => {
  const scanned = scanLines(
    "It has a @default value (@title too), *&#47; and @items.maxLength 5.",
    "@title Not @format",
  );
  assert.equal(scanned.codes, ["tag-in-prose", "tag-in-prose", "tag-in-prose", "tag-in-prose"]);
  assert.equal(scanned.places, ["@default", "@title", "@items.maxLength", "@format"]);
});

scanner("a known tag is reported behind the mark of a list, and in one-line comments", () => {
  assert.equal(scanLines("- @default 1").places, ["@default"]);
  assert.equal(scan("/** A name. @maxLength 5 */").places, ["@maxLength"]);
});

scanner("code between backticks holds no tags", () => {
  const scanned = scanLines("A `@default` and ``a `@title` b``.", "`@format` at the start.");
  assert.equal(scanned.codes, []);
  assert.equal(scanned.tags, []);
  assert.is(proseOf(scanned), "A `@default` and ``a `@title` b``. `@format` at the start.");
});

scanner("code between single backticks is taken as it stands", () => {
  const tag = onlyTag(scanLines("@pattern ` ^[^@{}\\\\]+ `"));
  assert.equal(codesOf(tag), [" ^[^@{}\\\\]+ "]);
});

scanner("code between double backticks may hold single ones, and begin and end with them", () => {
  assert.equal(codesOf(onlyTag(scanLines("@pattern ``a`b``"))), ["a`b"]);
  assert.equal(codesOf(onlyTag(scanLines("@pattern `` `a` ``"))), ["`a`"]);
  assert.equal(codesOf(onlyTag(scanLines("@pattern `` a``"))), [" a"]);
  assert.equal(codesOf(onlyTag(scanLines("@pattern `a``b`"))), ["a``b"]);
});

scanner("pieces are in order, and each points at its place with its backticks", () => {
  const scanned = scanLines("@validation `self` reason=Invalid fieldPath=`.a`", "  Say ``a `b` `` again.");
  const tag = onlyTag(scanned);
  assert.equal(
    tag.pieces.map(({ kind, text, location }) => [kind, text, scanned.at(location)]),
    [
      ["code", "self", "`self`"],
      ["text", " reason=Invalid fieldPath=", " reason=Invalid fieldPath="],
      ["code", ".a", "`.a`"],
      ["text", "  Say ", "  Say "],
      ["code", "a `b` ", "``a `b` ``"],
      ["text", " again.", " again."],
    ],
  );
});

scanner("code ends on its line", () => {
  const scanned = scanLines("An `open span", "closed` here.", "@pattern ``x`");
  assert.equal(scanned.codes, ["backtick-unclosed", "backtick-unclosed", "code-unclosed"]);
  assert.equal(scanned.places, ["`", "`", "``"]);
  assert.is(proseOf(scanned), "An `open span closed` here.");
  assert.equal(
    scanned.tags.map(({ name }) => name),
    [],
    "a tag whose code is open has no value that could be judged",
  );
});

for (const mark of ["```", "~~~", "````", "~~~~~"]) {
  scanner(`a fence of ${mark} holds no tags and no braces`, () => {
    const code = ["  - {@experimental", "", "      @default `", "  - ``", "``", "~~"];
    const scanned = scanLines("Words:", `${mark}yaml`, ...code, mark, "More.", "", "@schema", mark, ...code, mark);
    const tag = onlyTag(scanned);
    assert.is(proseOf(scanned), ["Words:", `${mark}yaml`, ...code, mark, "More."].join("\n"));
    assert.equal(codesOf(tag), [code.join("\n")]);
  });
}

scanner("a fence is closed by its own mark alone", () => {
  const inner = ["```", "~~~", "`````"];
  assert.equal(codesOf(onlyTag(scanLines("@schema", "````", ...inner, "````"))), [inner.join("\n")]);
  const open = scanLines("Words.", "```yaml", "@default", "~~~");
  assert.equal(open.codes, ["code-unclosed"]);
  assert.equal(open.places, ["```yaml"]);
});

scanner("a tag and a mark after a backtick that nothing closes have their meaning", () => {
  assert.equal(scanLines("An `open span with @minimum").codes, ["backtick-unclosed", "tag-in-prose"]);
  assert.equal(scanLines("An ``open `span` {@experimental for one}").codes, ["backtick-unclosed"]);
  assert.equal(scanLines("An `open span {@experimental for one").codes, ["backtick-unclosed", "inline-tag-unclosed"]);
});

scanner("a fence begins a line: elsewhere its mark is prose", () => {
  const scanned = scanLines("A path such as a~~~b, or ~~~~.", "@title Widgets");
  assert.equal(scanned.codes, []);
  assert.is(proseOf(scanned), "A path such as a~~~b, or ~~~~.");
  assert.is(joinWords(onlyTag(scanned).pieces), "Widgets");
});

scanner("the indentation that all lines of a fence share is taken off", () => {
  const scanned = scanLines("@schema", "  ```", "", "    a:", "      b: 1", "", "  ```", "words");
  const tag = onlyTag(scanned);
  assert.equal(codesOf(tag), ["\na:\n  b: 1\n"]);
  assert.is(joinWords(tag.pieces.slice(1)), "words");
});

scanner("a fence points at its content", () => {
  const scanned = scanLines("@schema", "```", "  a: 1", "", "  b: 2", "```");
  assert.equal(placesOf(scanned), ["a: 1\n   *\n   *   b: 2"]);
  assert.equal(placesOf(scanLines("@schema", "```", "", "  a: 1", "```")), ["\n   *   a: 1"]);
});

scanner("a star and a slash are written with an escape, in prose, spans and fences", () => {
  const scanned = scanLines("A *&#47; b `c*&#47;d`.", "@schema", "```", "e: *&#47;", "```", "@title *&#47; `*&#47;`");
  assert.equal(scanned.codes, []);
  assert.is(proseOf(scanned), "A */ b `c*/d`.");
  assert.equal(
    scanned.tags.map(({ pieces }) => pieces.map(({ text }) => text)),
    [["e: */"], [" */ ", "*/"]],
  );
});

scanner("what stands behind an escape is found at its place", () => {
  const scanned = scanLines("A *&#47; b *&#47; {@experimantal c}.");
  assert.equal(scanned.codes, ["inline-tag-unknown"]);
  assert.equal(scanned.places, ["{@experimantal"]);
});

scanner("no other escapes are read", () => {
  assert.is(proseOf(scanLines("a&#47;b *\\/ &amp; \\@title \\n")), "a&#47;b *\\/ &amp; \\@title \\n");
});

scanner("a comment of one line is read like any other", () => {
  assert.equal(
    ["/** @experimental */", "/**@experimental*/", "/**\t@experimental\t*/"].map(
      (comment) => onlyTag(scan(comment)).name,
    ),
    ["experimental", "experimental", "experimental"],
  );
  assert.is(proseOf(scan("/** A name. */")), "A name.");
  assert.is(proseOf(scan("/**A name.*/")), "A name.");
  assert.equal(scan("/** */").prose, []);
  assert.is(joinWords(onlyTag(scan("/** @title A `b` */")).pieces), "A `b`");
});

scanner("the stars at the start of lines are not needed, and taken off once", () => {
  assert.is(proseOf(scan("/**\n   A name\n   of two lines.\n   */")), "A name of two lines.");
  assert.is(proseOf(scan("/**\n\t* Before:\n\t* * a list\n\t* * of two\n\t*/")), "Before:\n* a list\n* of two");
  assert.is(onlyTag(scan("/** Words.\n@title A\n*/")).name, "title");
});

scanner("CRLF reads like LF", () => {
  const lines = ["Words", "go on.", "", "```", "  a", "   b", "```", "@title A `b`", "@pattern", "~~~", "^a", "~~~"];
  const [unix, windows] = [scan(commentOf(lines)), scan(commentOf(lines, "  ", "\r\n"))];
  assert.equal(windows.codes, []);
  assert.is(proseOf(windows), proseOf(unix));
  assert.equal(windows.tags.map(contentOf), unix.tags.map(contentOf));
  assert.equal(
    windows.tags.map(({ location }) => windows.at(location)),
    ["@title", "@pattern"],
  );
  assert.equal(placesOf(windows), [" A ", "`b`", "^a"]);
});

scanner("a channel stands in parentheses right behind the tag", () => {
  const scanned = scanLines("@maxLength (experimental) 5", "@pattern (standard)", "`^a`", "@immutable (experimental)");
  assert.equal(scanned.codes, []);
  assert.equal(
    scanned.tags.map(({ name, channel, pieces }) => [name, channel, joinWords(pieces)]),
    [
      ["maxLength", "experimental", "5"],
      ["pattern", "standard", "`^a`"],
      ["immutable", "experimental", ""],
    ],
  );
  assert.equal(placesOf(scanned), ["5", "`^a`"]);
});

scanner("parentheses elsewhere are words", () => {
  const scanned = scanLines("@title A (standard) name", "@deprecated", "(experimental) words", "@title `a` (standard)");
  assert.equal(scanned.codes, []);
  assert.equal(
    scanned.tags.map(({ channel }) => channel),
    [undefined, undefined, undefined],
  );
  assert.is(joinWords(scanned.tags[1]?.pieces ?? []), "(experimental) words");
});

scanner("a channel that there is not is reported at its place", () => {
  const scanned = scanLines("@maxLength (experimantal) 5");
  assert.equal(scanned.codes, ["channel-unknown"]);
  assert.equal(scanned.places, [" (experimantal)"]);
});

scanner("braces bind words to a channel", () => {
  const { prose, codes } = scanLines("A {@experimental b", "c} d {@standard e `}` f} {g {h} i}.");
  assert.equal(codes, []);
  assert.equal(prose, [
    { text: "A " },
    { text: "b c", channel: "experimental" },
    { text: " d " },
    { text: "e `}` f", channel: "standard" },
    { text: " {g {h} i}." },
  ]);
});

scanner("words for one channel do not stand in the words of a tag, behind its channel either", () => {
  for (const bound of ["", "(experimental) "]) {
    const { codes } = scanLines(`@title ${bound}A {@experimental short} title`);
    assert.equal(codes, ["inline-tag-in-value"], bound);
  }
});

scanner("braces that are not closed, nested or unknown are reported at their places", () => {
  assert.equal(scanLines("A {@experimental b", "", "@title c}").codes, ["inline-tag-unclosed"]);
  const scanned = scanLines("A {@experimental b {@standard c}} {@link d} {@title e}");
  assert.equal(scanned.codes, ["inline-tag-nested", "inline-tag-unknown", "inline-tag-unknown"]);
  assert.equal(scanned.places, ["{@standard", "{@link", "{@title"]);
});

scanner("paragraphs are joined, lists and fences stay", () => {
  const scanned = scanLines(
    "a",
    "  b",
    "",
    "",
    "c",
    "- d",
    "  e",
    "  - f",
    "* g",
    "10. h",
    "",
    "  i",
    "```",
    " j",
    "```",
    "k",
  );
  assert.is(proseOf(scanned), "a b\n\nc\n- d e\n  - f\n* g\n10. h\n\n  i\n```\n j\n```\nk");
});

scanner("the words of a tag are no prose", () => {
  assert.equal(scanLines("@privateRemarks Words.", "", "More.").prose, []);
});

/** A part of a line, as it is written and as the scanner returns it. */
interface Part {
  readonly written: string;
  readonly read: string;
}

const ESCAPE = /\*&#47;/g;

function partOf(written: string): Part {
  return { written, read: written.replace(ESCAPE, "*/") };
}

const word = fc
  .constantFrom("name", "it's", "a@b.dev", "(x)", "*&#47;", "日本", "😀", "@someone", "1.", "x=", "\\")
  .map(partOf);
const span = fc
  .tuple(
    fc.array(fc.constantFrom("a", " ", "@default", "{", "}", "*&#47;", "😀", "\\", "//"), { minLength: 1 }),
    fc.boolean(),
  )
  .map(([content, double]) => partOf(double ? `\`\`x\`${content.join("")}\`y\`\`` : `\`${content.join("")}\``));
const fenceLine = fc.constantFrom("a: 1", "  b: {@x}", "@default", "", "`", "- *&#47;", "    c");
const fence = fc
  .tuple(fc.constantFrom("```", "~~~~"), fc.array(fenceLine))
  .map(([mark, lines]) => [mark, ...lines, mark]);
/** Starts a line with a plain word so that it is neither a list item nor a tag. */
const line = fc.array(fc.oneof(word, span), { maxLength: 5 }).map((parts) => [partOf("Words"), ...parts]);
const paragraph = fc.array(line, { minLength: 1, maxLength: 3 });
const tag = fc.record({
  name: fc.constantFrom(...TAG_NAMES, "items.maxLength", "values.items.pattern", "unknown"),
  channel: fc.constantFrom(undefined, "standard", "experimental"),
  lines: fc.array(line, { maxLength: 3 }),
  fence: fc.option(fence),
});
const layout = fc.record({ indent: fc.constantFrom("", "  ", "\t"), end: fc.constantFrom("\n", "\r\n") });

type Parts<A> = A extends fc.Arbitrary<infer Value> ? Value : never;

function writeLine(parts: readonly Part[]): string {
  return parts.map(({ written }) => written).join(" ");
}

function writeTag({ name, channel, lines, fence: code }: Parts<typeof tag>): string[] {
  return [`@${name}${channel ? ` (${channel})` : ""}`, ...lines.map(writeLine), ...(code ?? [])];
}

function readLine(parts: readonly Part[]): string {
  return parts.map(({ read }) => read).join(" ");
}

/** Folds whitespace, as the scanner does in the value of a tag. */
function folded(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Returns a scanned tag without its locations. */
function contentOf({ name, channel, pieces }: ScannedTag) {
  return { name, channel, pieces: pieces.map(({ kind, text, raw }) => ({ kind, text, raw })) };
}

scanner("comments put together from parts come apart into them, and every place is right", () => {
  const comments = fc.tuple(fc.array(paragraph, { maxLength: 3 }), fc.array(tag, { maxLength: 4 }), layout);
  fc.assert(
    fc.property(comments, ([paragraphs, tags, { indent, end }]) => {
      const prose = paragraphs.flatMap((lines) => [...lines.map(writeLine), ""]);
      const scanned = scan(commentOf([...prose, ...tags.flatMap(writeTag)], indent, end));
      assert.equal(scanned.codes, []);
      assert.is(proseOf(scanned), paragraphs.map((lines) => lines.map(readLine).join(" ")).join("\n\n"));
      assert.equal(
        scanned.tags.map(({ name, channel }) => [name, channel]),
        tags.map(({ name, channel }) => [name, channel]),
      );
      for (const [index, expected] of tags.entries()) checkTag(scanned, scanned.tags[index] as ScannedTag, expected);
    }),
    { numRuns: 300 },
  );
});

/** A line that is neither a tag nor code, with any white space in it and at its end. */
const writtenLine = fc.array(
  fc.constantFrom(" ", "  ", "\t", "a", "-", "*", "1.", "{b}", "\uE000", "*&#47;", "`c`.", "é"),
);

scanner("as written, every line break and all white space inside of a description stays", () => {
  const lines = fc.array(
    writtenLine.map((parts) => parts.join("")),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(lines, layout, fc.boolean(), (written, { indent, end }, tagged) => {
      const comment = commentOf([...written, ...(tagged ? ["@format date"] : [])], indent, end);
      const scanned = scan(comment, "as-written");
      assert.equal(scanned.codes, []);
      assert.is(proseOf(scanned), written.join("\n").replaceAll("*&#47;", "*/").trim());
      assert.is(scanned.tags.length, tagged ? 1 : 0);
    }),
    { numRuns: 300 },
  );
});

scanner("the layout of descriptions does not change the value of a tag", () => {
  const lines = ["Words.", "@schema", "```yaml \t", "not:  ", "  enum: [a] \t", "```  ", "@format  date "];
  const [reflowed, written] = (["reflowed", "as-written"] as const).map((each) =>
    scan(commentOf(lines), each).tags.map(contentOf),
  );
  assert.equal(written, reflowed);
});

function checkTag(scanned: Scan, found: ScannedTag, expected: Parts<typeof tag>): void {
  assert.is(scanned.at(found.location), `@${expected.name}`);
  const code = expected.fence ? found.pieces.at(-1) : undefined;
  const rest = code ? found.pieces.slice(0, -1) : found.pieces;
  assert.is(joinWords(rest), folded(expected.lines.map(readLine).join(" ")));
  for (const { raw, location } of rest) assert.is(scanned.at(location).replace(ESCAPE, "*/"), raw);
  if (code) checkFence(scanned, code, expected.fence?.slice(1, -1) ?? []);
}

function checkFence(
  scanned: Scan,
  { kind, text, location }: ScannedTag["pieces"][number],
  lines: readonly string[],
): void {
  const indent = Math.min(...lines.filter((one) => one !== "").map((one) => one.search(/\S/)), 99);
  const expected = lines.map((one) => one.slice(indent).replace(ESCAPE, "*/"));
  assert.is(kind, "code");
  assert.is(text, expected.join("\n"));
  const place = scanned.at(location).replace(ESCAPE, "*/").split(/\r?\n/);
  if (lines.length === 0) return;
  assert.is(place.length, lines.length);
  assert.is(place[0], expected[0]);
  assert.ok(place.at(-1)?.endsWith(expected.at(-1) ?? ""));
}

scanner.run();
