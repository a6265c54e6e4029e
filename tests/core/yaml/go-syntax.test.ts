/**
 * Tests that YAML which kubectl reads differently from YAML 1.2 is an error with its location. Every fact comes from
 * sigs.k8s.io/yaml 1.6.0 (YAMLToJSON) with go.yaml.in/yaml/v2 2.4.4.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadManifests } from "../../../scripts/core/yaml/yaml.js";

const syntax = suite("syntax of Go");

/** Returns the first document as JSON. */
function read(text: string): string {
  const loaded = loadManifests(text);
  return "problem" in loaded ? loaded.problem : JSON.stringify(loaded.value.documents[0]);
}

const KEY = "kubectl reads ? in a flow collection as the start of a key: put the string in quotes";
const COLON = "kubectl reads a colon without a space after it as part of the string: add the space";
const START = "kubectl reads a colon here as the end of a key: put the string in quotes";
const ANCHOR = "kubectl reads only letters, digits, - and _ as the name of an anchor: rename it";
const MERGE = "kubectl reads << as a merge key if its tag is !: remove the tag";
const TAG_END = "kubectl reads what follows a tag without a space as part of the tag: add the space";
const BLOCK = "kubectl does not read all of a block scalar that is a whole document: put it in quotes";
const LINE = "kubectl keeps an empty line after an escaped line break: write \\n instead of it";
const EMPTY = "kubectl reads an empty string here, whatever its tag: write the value";

/** YAML that kubectl reads differently, the part from the error on, and the result or the error of kubectl. */
const FOREIGN: readonly (readonly [text: string, place: string, problem: string, kubectl: string])[] = [
  ["{x: {type: string}, ?x: {type: integer}}", "?x", KEY, '{"x":{"type":"integer"}}'],
  ["[?x]", "?x", KEY, '[{"x":null}]'],
  ["{?x}", "?x", KEY, '{"x":null}'],
  ["{?'x': 1}", "?'x'", KEY, '{"x":1}'],
  ["[a, [?x: 1]]", "?x", KEY, '["a",[{"x":1}]]'],
  ["[a ?b]", "a ?b", KEY, "fails"],
  ["{a: [b], c: d?}", "d?", KEY, "fails"],
  ["{k:, v: 1}", "k:", COLON, '{"k:":null,"v":1}'],
  ["{k:}", "k:", COLON, '{"k:":null}'],
  ["[k:, v]", "k:", COLON, '["k:","v"]'],
  ["{k :, v: 1}", "k :", COLON, '{"k :":null,"v":1}'],
  ["{a: 1, b\n:, c: 2}", "b\n", COLON, '{"a":1,"b :":null,"c":2}'],
  ["{k:[a]}", "k:", COLON, "fails"],
  ["- &a:b x", "&a:b", ANCHOR, '[":b x"]'],
  ["&a?b x: 1", "&a?b", ANCHOR, '{"?b x":1}'],
  ["- &a.b [x]", "&a.b", ANCHOR, "fails"],
  ["- &é {x: 1}", "&é", ANCHOR, "fails"],
  ["- &a:b x\n- *a:b", "&a:b", ANCHOR, "fails"],
  ["! <<: {a: 1}", "! <<", MERGE, '{"a":1}'],
  ['a: &a {x: 1}\n! "<<": *a', '! "<<"', MERGE, '{"a":{"x":1},"x":1}'],
  ["[!, e]", "!, e", TAG_END, '["e"]'],
  ["[!!str, e]", "!!str, e", TAG_END, "fails"],
  ["{a: !}", "!}", TAG_END, "fails"],
  ["{!!str d:,e}", "d:", COLON, '{"d:":null,"e":null}'],
  ['a: "b\\\n\n c"', "b\\", LINE, '{"a":"b\\nc"}'],
  ['a: "\\\\\\\n \r\n c"', "\\\\\\", LINE, '{"a":"\\\\\\nc"}'],
  ["|\na: 1\n", "a: 1", BLOCK, "an empty text"],
  [">1\n  a\n", "  a", BLOCK, '" a\\n"'],
  ["[! :x, b]", ":x", START, '[{"":"x"},"b"]'],
  ["{a: :b}", ":b", START, "fails"],
  ["a: !!map\nb: 1", "!!map", EMPTY, '{"a":"","b":1}'],
  ["[!!seq , b]", "!!seq", EMPTY, '["","b"]'],
];

for (const [text, place, problem, kubectl] of FOREIGN) {
  syntax(`rejects ${JSON.stringify(text)}, of which kubectl makes ${kubectl}`, () => {
    assert.equal(loadManifests(text), { problem, offset: text.indexOf(place) });
    const [first, second] = ["a: 1\n---\n", text];
    assert.equal(loadManifests(first + second), { problem, offset: first.length + text.indexOf(place) });
  });
}

/**
 * Characters that kubectl reads differently in any place: YAML with the character, its offset, and the result of
 * kubectl.
 */
const CHARACTERS: readonly (readonly [text: string, offset: number, problem: string, kubectl: string])[] = [
  [
    "a: 1\n---\n\uFEFFb: 2\n",
    9,
    "kubectl ignores the character U+FEFF at the start of a line: remove it",
    '{"a":1} and {"b":2}',
  ],
  [
    "a: |\n  b\r\r\n  c\n",
    8,
    "kubectl reads two carriage returns before a line feed as one: remove one",
    '{"a":"b\\nc\\n"}',
  ],
  ["a: 1\n---#c: 2\n", 5, "kubectl reads this line as the beginning of a document: write --- only", '{"a":1}'],
  ["a: 1\n---\u00A0\n: 2\n", 5, "kubectl reads this line as the beginning of a document: write --- only", "fails"],
  ["a: 1\n--- # b\rc: 2\n", 5, "kubectl reads this line as the beginning of a document: write --- only", '{"a":1}'],
  [
    ' \u00A0{"a": 1, b: 2}',
    1,
    "kubectl ignores the character U+00A0 before the first document: remove it",
    '{"a":1,"b":2}',
  ],
  ['{"a": "\\ud800"}', 7, "kubectl does not keep half of a surrogate pair: write the character", '{"a":"\uFFFD"}'],
  [
    "a: 1\n---\nb: 2\n...\n! # c\n",
    18,
    "kubectl does not read what follows a document without a line ---",
    "not the last",
  ],
  ["---\n...\na: 1\n", 8, "kubectl does not read what follows a document without a line ---", "nothing"],
  ["---\n\r---\na: 1\n", 9, "kubectl does not read what follows a document without a line ---", "nothing"],
  [" --- {a: 1}", 0, "kubectl reads --- after spaces as a string: remove the spaces", '{"--- {a":"1}"}'],
  ["\uFEFF ---\nb", 1, "kubectl reads --- after spaces as a string: remove the spaces", '"--- b"'],
];

for (const [text, offset, problem, kubectl] of CHARACTERS) {
  syntax(`rejects ${JSON.stringify(text)}, of which kubectl makes ${kubectl}`, () => {
    assert.equal(loadManifests(text), { problem, offset });
  });
}

syntax("reads what looks alike and means the same", () => {
  assert.is(read("? a?b\n: c?\n"), '{"a?b":"c?"}');
  assert.is(read("{? x : 1, 'y?': \"?z\"}"), '{"x":1,"y?":"?z"}');
  assert.is(read("- ?x\n- {a: b}\n- c?\n"), '["?x",{"a":"b"},"c?"]');
  assert.is(read('{"k":, v: 1}'), '{"k":null,"v":1}');
  assert.is(read("[a:b, c: d]"), '["a:b",{"c":"d"}]');
  assert.is(read("- k:,\n- k:[a]\n"), '["k:,","k:[a]"]');
  assert.is(read("- &a-b_1 x\n- *a-b_1\n"), '["x","x"]');
  assert.is(read("[&a x, &b , *a]"), '["x",null,"x"]');
  assert.is(read("{a: ! , b: !!str }"), '{"a":"","b":""}');
  assert.is(read("! a: ! 1\n"), '{"a":"1"}');
  assert.is(read('a: "b\\\\\n\n c\\\n d"'), '{"a":"b\\\\\\ncd"}');
  assert.is(read("\uFEFF---\r\na: b\uFEFF\r\nc: |\n ---\n  --- d\n"), '{"a":"b\uFEFF","c":"---\\n --- d\\n"}');
  assert.is(read('{"a": "\\ud83d\\ude00", b: ! c}'), '{"a":"😀","b":"c"}');
  assert.is(read("\u00A0a: b\n"), '{"\u00A0a":"b"}');
  assert.is(read("!!str <<: {a: 1}"), '{"<<":{"a":1}}');
  assert.is(read("a: !!map {}\nb: !!seq []\nc: !!null\n"), '{"a":{},"b":[],"c":null}');
});

syntax("a template of a Helm chart is named as one, and other files with braces are not", () => {
  const hint = /; the file looks like a template of a Helm chart, so use the output of `helm template`/;
  for (const text of ["{{- if .Values.crds }}\na: b\n{{- end }}\n", 'a: {{ include "x" . }}\n', "{{ $a := 1 }}\n"]) {
    assert.match(read(text), hint, text);
  }
  assert.not.match(read("a: {{ b\n"), "Helm");
  assert.is(read("a: '{{ .Values.b }}'\n"), '{"a":"{{ .Values.b }}"}');
});

syntax.run();
