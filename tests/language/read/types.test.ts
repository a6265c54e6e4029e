/** Tests of types that earlier versions misread: each now causes a diagnostic at its location. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Location } from "../../../scripts/core/model/location.js";
import { buildSources, widget } from "../../support/project.js";

const types = suite("types");

/** Returns the diagnostics for one field, each with the source at its location. */
function problemsOf(type: string, rest = ""): string[] {
  const source = widget(`  /** A field. */\n  field: ${type};`, rest);
  const textOf = ({ start, end }: Location) => source.text.slice(start, end);
  return buildSources([source]).diagnostics.map(({ code, location }) => `${code} ${location ? textOf(location) : ""}`);
}

types("a class has no schema", () => {
  assert.equal(problemsOf("Klass", "declare class Klass { name: string }"), ["type-unsupported Klass"]);
});

types("a member of an enum has no schema by itself", () => {
  assert.equal(problemsOf("Colour.Red", 'enum Colour { Red = "Red" }'), ["type-unsupported Colour.Red"]);
});

types("an interface that is declared in two places would lose the fields of one", () => {
  const rest = "interface Part { /** A. */ a: string }\ninterface Part { /** B. */ b: string }";
  assert.equal(problemsOf("Part", rest), ["type-unsupported Part"]);
});

types("a type and a value of one name are no such thing", () => {
  assert.equal(problemsOf("Name", "type Name = string;\ndeclare const Name: number;"), []);
});

types("an experimental name for members of an enum is experimental", () => {
  const rest = '/** @experimental */\ntype More = "C";';
  assert.equal(problemsOf('"A" | More', rest), ["experimental-type field"]);
  assert.equal(problemsOf('"A" | /** @experimental */ More', rest), []);
});

types("a kind is experimental if it extends an experimental type", () => {
  const { path, text } = widget(
    "  /** A. */\n  a?: string;",
    "/** @experimental */\ninterface Base { /** B. */ b?: string }",
  );
  const found = buildSources([{ path, text: text.replace("Widget {", "Widget extends Base {") }]).diagnostics;
  assert.equal(
    found.map(({ code, args }) => [code, args]),
    [["experimental-type", { user: "Widget", type: "Base" }]],
  );
});

types("null in an enum is advice, at the union", () => {
  assert.equal(problemsOf('"A" | null'), ['enum-null "A" | null']);
  assert.equal(problemsOf("1 | null | 2"), ["enum-null 1 | null | 2"]);
  assert.equal(problemsOf("null | Colour", 'type Colour = "A" | "B";'), ["enum-null null | Colour"]);
});

types("numbers are the members of an enum of integers or of numbers", () => {
  const schemaOf = (type: string, before = "") => {
    const { diagnostics, crds } = buildSources([widget(`  /** A field. */\n  field: ${type};`, before)]);
    assert.equal(diagnostics, []);
    const root = crds[0]?.crds[0]?.spec.versions[0]?.schema.openAPIV3Schema;
    const { type: of, enum: values } = root?.properties?.spec?.properties?.field ?? {};
    return { type: of, enum: values };
  };
  assert.equal(schemaOf("3 | 1 | 2"), { type: "integer", enum: [3, 1, 2] });
  assert.equal(schemaOf("-1 | 0x10 | 1_000 | -0"), { type: "integer", enum: [-1, 16, 1000, 0] });
  assert.equal(schemaOf("0.5 | 1"), { type: "number", enum: [0.5, 1] });
  assert.equal(schemaOf("7"), { type: "integer", enum: [7] });
  assert.equal(schemaOf("Code | 1.5", "type Code = 1 | 2;"), { type: "number", enum: [1, 2, 1.5] });
});

types("a property with a number as its name has the name that TypeScript gives it", () => {
  const { diagnostics, crds } = buildSources([widget("  /** A. */\n  0x10?: string;\n  /** B. */\n  1e3?: string;")]);
  const root = crds[0]?.crds[0]?.spec.versions[0]?.schema.openAPIV3Schema;
  assert.equal([diagnostics, Object.keys(root?.properties?.spec?.properties ?? {})], [[], ["16", "1000"]]);
});

types("tags on what is no value of an enum are reported", () => {
  const problem = ["comment-detached @experimental"];
  assert.equal(problemsOf("/** @experimental */ string | null"), problem);
  assert.equal(problemsOf("string | /** @experimental */ null"), problem);
  assert.equal(problemsOf("/** @experimental */ Name", "type Name = string;"), problem);
  assert.equal(problemsOf("Name", "type Name = /** @experimental */ string;"), problem);
});

types("a union that is no enum has a hint that fits all of its members", () => {
  const hintOf = (type: string) => {
    const { diagnostics } = buildSources([widget(`  /** A field. */\n  field: ${type};`)]);
    return diagnostics.flatMap(({ code, args }) => (code === "type-unsupported" ? [args.hint] : []));
  };
  const [boolean] = hintOf("true | false");
  const [texts] = hintOf('"A" | string');
  const [numbers] = hintOf("9007199254740993 | 2");
  const [literals] = hintOf('true | "A"');
  const [absent] = hintOf('undefined | "A"');
  const [other] = hintOf("boolean | number");
  const hints = { boolean, texts, numbers, literals, absent, other };
  assert.is(new Set(Object.values(hints).filter((hint) => typeof hint === "string")).size, 6);
  const same = (hint: unknown, ...unions: string[]) => {
    for (const union of unions) assert.equal(hintOf(union), [hint], union);
  };
  same(boolean, "false | true", "true | false | null");
  same(texts, 'string | "A" | "B"', 'string | "A" | null');
  same(literals, "false | 1", '"A" | 1');
  same(numbers, "1e400", "-1e300 | 1");
  same(absent, "undefined | string", "true | undefined | false", "1 | undefined");
  same(other, "true | string", '"A" | number', "1 | number", 'boolean | "A"', "string | boolean", "string | 1");
});

types("what is no form of the language is unsupported, with its text in short and a hint", () => {
  const unsupported = (type: string) =>
    buildSources([widget(`  /** A field. */\n  field: ${type};`)]).diagnostics.flatMap(({ code, args }) => {
      if (code !== "type-unsupported") return [];
      assert.type(args.hint, "string", type);
      return [args.type];
    });
  const tuple = (length: number) => `["${"a".repeat(length - 4)}"]`;
  for (const type of ["this", "[string]", "Record<string>", "Record<number, string>", "Date", tuple(60)]) {
    assert.equal(unsupported(type), [type]);
  }
  assert.equal(unsupported(tuple(61)), [`["${"a".repeat(55)}...`]);
  assert.equal(unsupported("(() =>\n    void)[]"), ["() => void"]);
  assert.equal(unsupported("string & number"), ["string & number", "string & number"]);
});

types.run();
