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

types("an enum cannot be null: the API server refuses it", () => {
  assert.equal(problemsOf('"A" | null'), ['type-unsupported "A" | null']);
  assert.equal(problemsOf("null | Colour", 'type Colour = "A" | "B";'), ["type-unsupported null | Colour"]);
});

types("tags on what is no value of an enum are reported", () => {
  const problem = ["comment-detached @experimental"];
  assert.equal(problemsOf("/** @experimental */ string | null"), problem);
  assert.equal(problemsOf("string | /** @experimental */ null"), problem);
  assert.equal(problemsOf("/** @experimental */ Name", "type Name = string;"), problem);
  assert.equal(problemsOf("Name", "type Name = /** @experimental */ string;"), problem);
});

types.run();
