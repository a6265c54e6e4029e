/** Draws API sources: the fields of a widget in every form and depth, with constraints in both channels. */

import type { Channel } from "../../scripts/core/model/channel.js";
import { controlCharacterIn } from "../../scripts/core/model/control-characters.js";
import fc from "./drawn.js";

/** A drawn field, before it is written as TypeScript. */
export interface DrawnField {
  readonly name: string;
  readonly prose: string;
  readonly optional: boolean;
  readonly experimental: boolean;
  readonly type: DrawnType;
}

export type DrawnType = DrawnLeaf | DrawnEnum | DrawnCollection | DrawnObject;

interface DrawnBase {
  readonly nullable: boolean;
  /** The tags, without the at sign. */
  readonly tags: readonly DrawnTag[];
}

interface DrawnLeaf extends DrawnBase {
  readonly form: "leaf";
  readonly text: string;
  /** If true, the type is declared with a name and has its own tags. */
  readonly named: boolean;
}

interface DrawnEnum extends DrawnBase {
  readonly form: "enum";
  readonly members: readonly { readonly value: string; readonly experimental: boolean; readonly prose: string }[];
}

interface DrawnCollection extends DrawnBase {
  readonly form: "array" | "map";
  readonly element: DrawnType;
}

interface DrawnObject extends DrawnBase {
  readonly form: "object";
  readonly written: (typeof WRITTEN)[number];
  readonly fields: readonly DrawnField[];
}

interface DrawnTag {
  readonly name: string;
  readonly value: string;
  readonly channel: Channel | undefined;
}

/** The ways to write an object type. */
const WRITTEN = ["inline", "interface", "extends", "intersection", "Partial", "Omit", "generic"] as const;

/** Strings that some YAML reader does not read as strings. */
export const AMBIGUOUS = [
  ..."y Y n N yes Yes YES no No NO on On ON off Off OFF true True TRUE false False FALSE null Null NULL ~".split(" "),
  ..."0 -0 00 007 0o14 0O14 0x1F 0X1f -0x1f 0b101 0B1 1_000 +1 -1 -_1 +0x1 1__0 _1 0_ 1:30 -1:30:00 190:20:30".split(
    " ",
  ),
  ..."1.6 1.6.1 1. .5 -.5 +.5 1e3 1E+3 1.e-3 .5e1 1e 0e 0.1e1 0x1p3 1_0.5 0.1.2 1,000 0x 0xg 08 09 0o8 12e03".split(
    " ",
  ),
  ..."9007199254740993 18446744073709551616 1e400 .inf .Inf -.INF +.inf .nan .NaN .NAN inf nan NaN Infinity".split(" "),
  ..."2024-01-01 2024-1-1 2024-01-01T00:00:00Z 2024-13-01 2024-01 20240101 12:00 12:00:00".split(" "),
  "2024-01-01 00:00:00",
  ..."= << <<: - -- --- ... ? : -: a: :a #a a# a:b & * ! | > ' \" % @ ` [ ] { } , [] {} -a ?a !a &a *a %a @a =a".split(
    " ",
  ),
  ...["", " ", "  ", " a", "a ", "a #b", "a: b", "- a", "? a", "\t", "\ta", "a\t", "a\n", "\na", "\n", "\n\n", "a\n\n"],
  ...["a\nb", "a\n b", " a\nb", "a\n\tb", "a\n---\nb", "a\n...\n", "a\r\nb", "\r", "---\na", "!!int 1", "!!str", "\\n"],
  ...["\u0000", "\u0007", "\u007F", "\u0085", "\u00A0", "\u2028", "\u2029", "\uFEFF", "\uFEFFa", "\uFFFE", "é", "🚢"],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "length", "then"],
];

/** Text that needs no escaping in a comment and that YAML could misread. */
const PROSE = [
  ...["What it is.", "On", "yes: no", "1.6", "# not a comment", 'It\'s "quoted".', "A colon at the end:", "~ null"],
  ...[
    "Braces {like these} and [these].",
    "%percent & ampersand, * star, ! bang",
    "first\n *\n * second",
    "港, é and 🚢",
  ],
  ...[
    "- one\n * - two",
    "Stays. {@experimental Goes.}",
    "{@standard Stable.} {@experimental Not yet.}",
    "a | b > c",
    "An early end *&#47; and // more, `code`.",
    "```\n * @deprecated in code\n * ```",
    "=",
    "<<",
  ],
];

const NAMES = [
  ..."name kind class namespace type on y No null true x1 _under $dollar __proto__ constructor toString new get readonly".split(
    " ",
  ),
  ..."with-dash 1st dotted.name 1.6 2024-01-01 ~ << = 0x1F".split(" "),
];

const channel = fc.constantFrom<Channel | undefined>(undefined, undefined, "standard", "experimental");
const isExperimental = fc.constantFrom(false, false, true);
const prose = fc.constantFrom(...PROSE);

/** Draws some of the tags without repetition, each for one channel or for both. */
function tagsFrom(...candidates: readonly string[]): fc.Arbitrary<DrawnTag[]> {
  return fc
    .subarray([...candidates], { maxLength: Math.min(4, candidates.length) })
    .chain((tags) => fc.tuple(...tags.map((tag) => channel.map((bound) => ({ ...split(tag), channel: bound })))));
}

function split(tag: string): { name: string; value: string } {
  const at = tag.indexOf(" ");
  return at < 0 ? { name: tag, value: "" } : { name: tag.slice(0, at), value: tag.slice(at + 1) };
}

const RULE = "validation `self == self` Hold still: yes.";
const STRING_TAGS = [
  ...["minLength 1", "maxLength 20", "pattern `^[^\\s]*$`", "format password", "title 1.6"],
  ...['default `"On"`', 'example `"1_000"`', RULE, "immutable Keep it."],
];
const NUMBER_TAGS = [
  "minimum -5",
  "maximum 99",
  "multipleOf 1",
  "exclusiveMaximum",
  "default `7`",
  "example `0`",
  RULE,
];

function leaf(text: string, ...tags: readonly string[]): fc.Arbitrary<DrawnLeaf> {
  return fc.record({
    form: fc.constant("leaf" as const),
    text: fc.constant(text),
    named: fc.boolean(),
    nullable: fc.boolean(),
    tags: tagsFrom(...tags),
  });
}

const leaves = fc.oneof(
  leaf("string", ...STRING_TAGS),
  leaf("boolean", "default `true`", "title no", RULE),
  ...["number", "meta.int32", "meta.int64", "meta.double"].map((text) => leaf(text, ...NUMBER_TAGS)),
  ...["meta.Quantity", "meta.IntOrString"].map((text) => leaf(text, "default `5`", "maxLength 9")),
  leaf("meta.Time", 'example `"2024-01-01T00:00:00Z"`'),
  leaf("meta.EmbeddedResource"),
  leaf("unknown", 'example `{"a": [null, "~"]}`'),
);

/** Strings that sources can contain as values. Control characters cause diagnostics. */
const WRITABLE = AMBIGUOUS.filter((text) => controlCharacterIn(text) === undefined);

const enums: fc.Arbitrary<DrawnEnum> = fc
  .uniqueArray(fc.constantFrom(...WRITABLE, "Plain"), { minLength: 1, maxLength: 4 })
  .chain((values) =>
    fc.record({
      form: fc.constant("enum" as const),
      nullable: fc.constant(false), // the API server does not allow null in an enum
      tags: tagsFrom("title =", RULE),
      // The first member is in both channels, because an enum without members in a channel is an error.
      members: fc.tuple(
        ...values.map((value, index) =>
          fc.record({
            value: fc.constant(value),
            experimental: index === 0 ? fc.constant(false) : isExperimental,
            prose: fc.oneof(fc.constant(""), prose),
          }),
        ),
      ),
    }),
  );

/** Draws the fields of one object: at least one, with unique names. */
const { fields } = fc.letrec<{ type: DrawnType; fields: DrawnField[] }>((tie) => ({
  type: fc.oneof(
    { depthSize: "small", maxDepth: 4, withCrossShrink: true },
    { weight: 3, arbitrary: leaves },
    { weight: 2, arbitrary: enums },
    {
      weight: 2,
      arbitrary: fc.record({
        form: fc.constantFrom("array" as const, "map" as const),
        nullable: fc.boolean(),
        tags: tagsFrom("title x", RULE),
        element: tie("type"),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        form: fc.constant("object" as const),
        written: fc.constantFrom(...WRITTEN),
        nullable: fc.boolean(),
        tags: tagsFrom("mapType granular", "title {}", RULE),
        fields: tie("fields"),
      }),
    },
  ),
  fields: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...NAMES),
      prose,
      optional: fc.boolean(),
      experimental: isExperimental,
      type: tie("type"),
    }),
    { minLength: 1, maxLength: 5, selector: ({ name }) => name },
  ),
}));

export { fields as drawnFields };

/** Writes fields as TypeScript: the members of an object, and the declarations that they use. */
export function writeFields(drawn: readonly DrawnField[]): { members: string; declarations: string } {
  const writer = new Writer();
  const members = writer.members(drawn);
  return { members, declarations: writer.declarations.join("\n") };
}

class Writer {
  readonly declarations: string[] = [];

  /** Writes the members in the drawn order. The names of their types do not depend on that order. */
  members(drawn: readonly DrawnField[], texts: readonly string[] = []): string {
    const written = new Map<DrawnField, string>();
    const byName = [...drawn].sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const field of byName) written.set(field, this.#member(field, texts[drawn.indexOf(field)]));
    return drawn.map((field) => written.get(field)).join("\n");
  }

  /** Writes a member. If a type parameter replaces the type, `text` is its name. */
  #member(
    { name, prose: words, optional, experimental, type }: DrawnField,
    text = this.#type(type, experimental),
  ): string {
    const tags = [...(experimental ? ["@experimental"] : []), ...tagLines(type)];
    return `${comment(words, tags)}\n${key(name)}${optional ? "?" : ""}: ${text};`;
  }

  #type(type: DrawnType, isInExperimental: boolean): string {
    const text = this.#body(type, isInExperimental);
    return type.nullable ? `(${text}) | null` : text;
  }

  #body(type: DrawnType, isInExperimental: boolean): string {
    switch (type.form) {
      case "leaf":
        return type.named
          ? this.#declare("type", comment("A leaf.", ownTags(type)), (name) => `${name} = ${type.text};`)
          : type.text;
      case "enum":
        return type.members
          .map(({ value, experimental, prose: words }) => {
            const tags = experimental ? ["@experimental"] : [];
            return `| ${words === "" && !experimental ? "" : `${comment(words, tags)} `}${JSON.stringify(value)}`;
          })
          .join(" ");
      case "array":
        return `(${this.#type(type.element, isInExperimental)})[]`;
      case "map":
        return `Record<string, ${this.#type(type.element, isInExperimental)}>`;
      case "object":
        return this.#object(type, isInExperimental);
    }
  }

  #object({ written, fields: drawn }: DrawnObject, isInExperimental: boolean): string {
    const half = Math.ceil(drawn.length / 2);
    const [first, second] = [drawn.slice(0, half), drawn.slice(half)];
    switch (written) {
      case "inline":
        return `{\n${this.members(drawn)}\n}`;
      case "interface":
        return this.#interface(drawn, isInExperimental);
      case "extends":
        return this.#interface(second, isInExperimental, ` extends ${this.#interface(first, isInExperimental)}`);
      case "intersection":
        return `${this.#interface(first, isInExperimental)} & {\n${this.members(second)}\n}`;
      case "Partial":
        return `Partial<${this.#interface(drawn, isInExperimental)}>`;
      case "Omit": {
        const more: DrawnField = { ...PLAIN_FIELD, name: "leftOut" };
        return `Omit<${this.#interface([...drawn, more], isInExperimental)}, "leftOut">`;
      }
      case "generic": {
        const [, ...rest] = drawn;
        const argument = drawn[0] ? this.#type(drawn[0].type, isInExperimental || drawn[0].experimental) : "string";
        const texts = ["Parameter", ...rest.map((field) => this.#type(field.type, field.experimental))];
        const body = this.members(drawn, texts);
        const words = comment("Generic.", []);
        return `${this.#declare("interface", words, (name) => `${name}<Parameter> {\n${body}\n}`)}<${argument}>`;
      }
    }
  }

  /**
   * Writes an interface. A type in an experimental position has the tag `@experimental`, too, and only experimental
   * fields may use it.
   */
  #interface(drawn: readonly DrawnField[], isInExperimental: boolean, heritage = ""): string {
    const body = this.members(drawn);
    const tags = isInExperimental ? ["@experimental"] : [];
    return this.#declare("interface", comment("An object.", tags), (name) => `${name}${heritage} {\n${body}\n}`);
  }

  #declare(keyword: string, words: string, rest: (name: string) => string): string {
    const name = `Type${this.declarations.length}`;
    this.declarations.push(`${words}\n${keyword} ${rest(name)}`);
    return name;
  }
}

const PLAIN_FIELD: DrawnField = {
  name: "plain",
  prose: "Nothing much.",
  optional: true,
  experimental: false,
  type: { form: "leaf", text: "string", named: false, nullable: false, tags: [] },
};

/**
 * Returns the tags of a property: those of its type, unless that has a name, and those for the items or values of a
 * collection.
 */
function tagLines(type: DrawnType, prefix = ""): string[] {
  const own = type.form === "leaf" && type.named ? [] : ownTags(type, prefix);
  if (type.form === "array") return [...own, ...tagLines(type.element, `${prefix}items.`)];
  return type.form === "map" ? [...own, ...tagLines(type.element, `${prefix}values.`)] : own;
}

function ownTags({ tags }: DrawnBase, prefix = ""): string[] {
  return tags.map((tag) => `@${prefix}${tag.name} ${tag.channel ? `(${tag.channel}) ` : ""}${tag.value}`.trimEnd());
}

function comment(words: string, tags: readonly string[]): string {
  return ["/**", ...(words === "" ? [] : [` * ${words}`]), ...tags.map((tag) => ` * ${tag}`), " */"].join("\n");
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
