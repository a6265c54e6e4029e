/** Tests of what can be written, and is explained, at a position of a doc comment. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ADVICE_CODES } from "../../../scripts/core/diagnostics/catalog/index.js";
import type { Target } from "../../../scripts/language/tags/definition.js";
import { TAGS } from "../../../scripts/language/tags/index.js";
import { tagNameAt, writtenAt } from "../../../scripts/language/tags/position.js";
import { suggestionsFor } from "../../../scripts/language/tags/suggest.js";

const position = suite("positions in doc comments");

/** Offset of the comment in its file. */
const START = 100;

/** Returns the comment without the bar, and the position of the bar in the file. */
function cursor(marked: string) {
  const at = marked.indexOf("|");
  return { comment: { text: marked.replace("|", ""), start: START }, at: START + at };
}

/** Returns what can be written in place of the bar, and the text that it replaces. */
function offered(marked: string, target?: Target) {
  const { comment, at } = cursor(marked);
  const part = writtenAt(comment, at);
  if (!part) return undefined;
  const replaced = comment.text.slice(part.start - START, part.end - START);
  return { replaced, texts: suggestionsFor(part, target).map(({ text }) => text) };
}

const textsAt = (marked: string, target?: Target) => offered(marked, target)?.texts ?? [];

position("names are those of the tags that the declaration can have", () => {
  for (const target of ["kind", "type", "property", "member"] as const) {
    const names = TAGS.filter(({ targets }) => targets.includes(target)).map(({ name }) => name);
    const elements = target === "type" || target === "property" ? ["items.", "values."] : [];
    assert.equal(textsAt("/** Text.\n * @exp| */", target), [...names, ...elements]);
  }
  assert.equal(textsAt("/** @| */"), [...TAGS.map(({ name }) => name), "items.", "values."], "of no declaration");
});

position("a name is replaced as a whole", () => {
  assert.is(offered("/** @| */")?.replaced, "");
  assert.is(offered("/** @exp|erimental */")?.replaced, "experimental");
  assert.is(offered("/**\n * Text.\n *\n * @items.max|\n */", "property")?.replaced, "items.max");
  assert.is(offered("/** @maxLength| 5 */")?.replaced, "maxLength");
});

position("after items. and values. are the tags for elements", () => {
  const texts = textsAt("/** @items.| */", "property");
  assert.ok(texts.includes("items.maxLength"));
  assert.ok(texts.includes("items.values."));
  assert.not.ok(texts.includes("items.experimental"));
  assert.ok(textsAt("/** @values.items.m| */", "property").includes("values.items.maxLength"));
  assert.equal(textsAt("/** @things.| */", "property"), []);
  assert.not.ok(textsAt("/** @| */", "kind").includes("items."));
});

position("nothing is offered in prose, in code, and before a tag", () => {
  const none = [
    "/** Te|xt. */",
    "/** Text. @exp| */",
    "/** `@exp|` */",
    "/**\n * ```\n * @exp|\n * ```\n */",
    "/** @default `@exp|` */",
    "/** | @experimental */",
  ];
  for (const marked of none) assert.is(offered(marked, "property"), undefined, marked);
});

const VALUES: readonly [marked: string, texts: readonly string[], replaced: string][] = [
  ["@listType |", ["atomic", "set", "map"], ""],
  ["@scope Na|mes", ["Namespaced", "Cluster"], "Names"],
  ["@status |", ["none"], ""],
  ["@mapType granular |", [], ""],
  ["@differs |", ["columns", "selectableFields", "status", "scale"], ""],
  ["@accept |", ADVICE_CODES, ""],
  ["@accept rule-optional-read |", [], ""],
  ["@printColumn |", [], ""],
  ["@printColumn Age |", ["integer", "number", "string", "boolean", "date"], ""],
  ['@printColumn "Last Seen" da|', ["integer", "number", "string", "boolean", "date"], "da"],
  ["@printColumn Age date `.a` priority=1 de|", ["description="], "de"],
  ["@validation |", [], ""],
  ['@validation `self.a` fieldPath=`.a` message=`"b"` op|', ["messageExpression=", "optionalOldSelf"], "op"],
  ["@validation `self.a` a message |", [], ""],
];

position("words of values are those that the form of the tag accepts", () => {
  for (const [marked, texts, replaced] of VALUES) {
    const result = offered(`/**\n * Text.\n *\n * ${marked}\n */`, "kind");
    const known = result?.texts.filter((text) => !/^(\(|reason=|format=)/.test(text));
    assert.equal(result && [[...(known ?? [])].sort(), result.replaced], [[...texts].sort(), replaced], marked);
  }
});

position("formats, reasons and the formats of columns are listed", () => {
  const formats = textsAt("/** @format d| */", "property");
  for (const format of ["date-time", "ipv4", "int32", "double"]) assert.ok(formats.includes(format), format);
  assert.ok(textsAt("/** @validation `self.a` reason=F| */").includes("reason=FieldValueInvalid"));
  assert.ok(textsAt("/** @printColumn Age date `.a` | */").includes("format=date-time"));
});

position("a value can start with a channel if the tag can be limited to one", () => {
  assert.equal(textsAt("/** @maxLength | */"), ["(standard)", "(experimental)"]);
  assert.equal(offered("/** @maxLength (exp| */"), { replaced: "(exp", texts: ["(standard)", "(experimental)"] });
  assert.equal(textsAt("/** @maxLength (standard) | */"), []);
  assert.equal(textsAt("/** @listType (standard) s| */"), ["atomic", "set", "map"]);
  assert.equal(textsAt("/** @scope | */"), ["Namespaced", "Cluster"]);
});

position("values continue in the next line", () => {
  const marked = "/**\n * @validation\n * ```\n * self.a\n * ```\n * reason=FieldValueInvalid\n * opt|\n */";
  assert.equal(textsAt(marked, "type"), ["fieldPath=", "messageExpression=", "optionalOldSelf", "message="]);
});

position("the tag under the cursor is found by its name only", () => {
  const name = (marked: string) => {
    const { comment, at } = cursor(marked);
    return tagNameAt(comment, at);
  };
  assert.equal(name("/** @max|Length 5 */"), { name: "maxLength", start: START + 4, end: START + 14 });
  assert.is(name("/**\n * @|items.maxLength 5\n */")?.name, "items.maxLength");
  assert.is(name("/** @maxLength |5 */"), undefined);
  assert.is(name("/** Text `@max|Length` */"), undefined);
});

position("of hostile comments is found without an error", () => {
  for (const text of [`/** ${"@".repeat(5000)}| */`, `/**\n${" * @maxLength 1\n".repeat(5000)} * @m|\n */`, "/**|*/"]) {
    offered(text, "property");
  }
  assert.ok(textsAt(`/**\n${" * @maxLength 1\n".repeat(5000)} * @m|\n */`, "property").includes("maxLength"));
  assert.equal(textsAt("/** @__proto__| */", "property").includes("__proto__"), false);
  assert.equal(textsAt("/** @constructor | */", "property"), []);
});

position.run();
