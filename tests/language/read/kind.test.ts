/** Tests of reading a kind from its comment and its tags, and of types that only look like kinds. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { describeDiagnostic } from "../../../scripts/core/diagnostics/describe.js";
import { buildSources, widget } from "../../support/project.js";

const kinds = suite("kinds");

/** Returns the diagnostics for a widget with the given fields, whose kind has the given tags. */
function problemsOf(fields: string, tags: readonly string[] = [], rest = ""): string[] {
  const source = widget(fields, rest);
  const comment = `/**\n * A widget.\n *\n * ${tags.join("\n * ")}\n */\n`;
  const text = source.text.replace("/** A widget. */\n", comment);
  const { diagnostics } = buildSources([{ ...source, text }]);
  return diagnostics.map((diagnostic) => `${diagnostic.code}: ${describeDiagnostic(diagnostic).message}`);
}

const NAME = "/** A name. */\nname: string;";

kinds("a label or an annotation of one key is written once", () => {
  for (const tag of ["crdLabel", "crdAnnotation"]) {
    const twice = [`@${tag} a=1`, `@${tag} b=1`, `@${tag} a=2`];
    assert.equal(problemsOf(NAME, twice), [`tag-duplicate: the comment has @${tag} a more than once`]);
    assert.equal(problemsOf(NAME, twice.slice(0, 2)), []);
  }
});

kinds("an alias of an object is no kind unless it has both literals", () => {
  const alias = (fields: string) => `type Ref = { ${fields} /** A name. */ name: string };`;
  const ref = "/** A reference. */\nref: Ref;";
  assert.equal(problemsOf(ref, [], alias('/** Its kind. */ kind: "Service";')), []);
  assert.equal(problemsOf(ref, [], alias('/** Its version. */ apiVersion: "v1";')), []);
  assert.equal(problemsOf(ref, [], alias('/** Its version. */ apiVersion: "v1"; /** Its kind. */ kind: "Service";')), [
    "kind-not-interface: Ref looks like a kind but is a type alias",
  ]);
});

kinds("a class with literals for apiVersion and kind is reported, however it declares them", () => {
  const declared = (kind: string) =>
    problemsOf(NAME, [], `export class Gadget { apiVersion = "example.dev/v1"; ${kind} }`);
  const found = ["kind-not-interface: Gadget looks like a kind but is a class"];
  for (const kind of [
    'kind: "Gadget";',
    'kind = "Gadget";',
    "kind = `Gadget`;",
    'readonly kind = "Gadget" as const;',
    'readonly kind = "Gadget" satisfies string;',
    'readonly kind = ("Gadget" as "Gadget");',
    'readonly kind = <const>"Gadget";',
    'constructor(readonly kind: "Gadget") {}',
    'constructor(public kind = "Gadget" as const) {}',
  ]) {
    assert.equal(declared(kind), found, kind);
  }
  for (const kind of ["kind: string;", 'constructor(kind: "Gadget") {}']) assert.equal(declared(kind), [], kind);
});

kinds("an empty comment takes no words away", () => {
  assert.equal(problemsOf("/** A name. */ /**/ name: string;"), []);
});

kinds("tags are aimed at items and values, and at nothing else", () => {
  const field = "/**\n * A name.\n *\n * @foo.maxLength 5\n */\nname: string;";
  assert.equal(problemsOf(field), ["tag-unknown: @foo.maxLength is not a tag; did you mean @items.maxLength?"]);
});

kinds("words for one channel do not stand in the words of a tag, bound to a channel or not", () => {
  for (const bound of ["", " (experimental)"]) {
    const field = `/**\n * A name.\n *\n * @validation${bound} \`self != ""\` Give a name{@experimental , a short one}.\n */\nname: string;`;
    assert.equal(
      problemsOf(field).map((problem) => problem.split(":")[0]),
      ["inline-tag-in-value"],
    );
  }
});

kinds("blanks describe nothing", () => {
  const field = "/** {@standard A name.} {@standard A short one.} */\nname: string;";
  assert.equal(problemsOf(field), ['field-no-description: "name" has no description in the experimental channel']);
});

kinds("a schema that is written out can be a resource of its own", () => {
  const raw = `/**
 * Any object.
 *
 * @rawSchema \`{"type": "object", "x-kubernetes-preserve-unknown-fields": true}\`
 */
interface Any { [field: string]: unknown }`;
  assert.equal(problemsOf("/**\n * An object.\n *\n * @embeddedResource\n */\nobject: Any;", [], raw), []);
  assert.match(
    problemsOf("/**\n * A map.\n *\n * @embeddedResource\n */\nmap: Record<string, string>;").join(),
    /^constraint-type: @embeddedResource/,
  );
});

kinds("columns show the fields of every object, and wildcards lead to fields and items", () => {
  const column = (path: string) => problemsOf(NAME, [`@printColumn Version string \`${path}\``]);
  for (const path of [".apiVersion", ".kind", ".metadata.name", ".spec.*"]) assert.equal(column(path), [], path);
  const problem = 'column-path-unknown: `.spec.nope` does not lead to a field of v1: there is no field "nope"';
  assert.equal(column(".spec.nope"), [problem]);
});

kinds("suggestions for a field of a rule are names that CEL can write", () => {
  const fields = `${NAME}\n/** In German. */\n"größe": string;`;
  const rule = (read: string) => problemsOf(fields, [`@validation \`self.spec.${read} != ""\` Set it.`]);
  assert.equal(rule("naame"), [
    'rule-field-unknown: the rule reads "naame", which is not a field of the object; did you mean "name"?',
  ]);
  assert.equal(rule("grosse"), ['rule-field-unknown: the rule reads "grosse", which is not a field of the object']);
});

kinds.run();
