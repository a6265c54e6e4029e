/** Tests of integers near the limits of int64 in manifests, with the verdicts of Go. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isJsonObject, type Json } from "../../../scripts/core/model/json.js";
import { loadManifests } from "../../../scripts/core/yaml/yaml.js";
import { checkNewCrd } from "../../../scripts/kubernetes/crd/check.js";
import { keepInInt64 } from "../../../scripts/kubernetes/crd/int64.js";
import { crd, withField } from "./documents.js";

const int64 = suite("CRDs: int64");

const MAX = "9223372036854775807";
const MIN = "-9223372036854775808";

/** Returns the codes of the problems of a CRD with a field, whose schema is JSON with any numbers. */
function problemsWith(field: string): string[] {
  const text = JSON.stringify(withField({ title: "HERE" })).replace('{"title":"HERE"}', field);
  const loaded = loadManifests(text);
  if ("problem" in loaded) throw new Error(loaded.problem);
  keepInInt64(loaded.value);
  const [document] = loaded.value.documents;
  return isJsonObject(document) ? checkNewCrd(document).map(({ code }) => code) : ["no object"];
}

/** Schemas of a field, and the problems of the CRD. */
const CASES: Readonly<Record<string, readonly string[]>> = {
  [`{"type": "string", "maxLength": ${MAX}}`]: [],
  '{"type": "string", "maxLength": 9223372036854775296}': [],
  '{"type": "string", "maxLength": 9223372036854775808}': ["crd-field-type"],
  '{"type": "string", "maxLength": 18446744073709551616}': ["crd-field-type"],
  [`{"type": "array", "items": {"type": "string"}, "maxItems": ${MAX}}`]: [],
  '{"type": "array", "items": {"type": "string"}, "maxItems": 9223372036854775808}': ["crd-field-type"],
  [`{"type": "integer", "default": ${MAX}}`]: [],
  [`{"type": "integer", "default": ${MIN}}`]: [],
  '{"type": "integer", "default": 9223372036854775808}': ["default-unfit"],
  [`{"type": "integer", "format": "int64", "default": ${MAX}, "enum": [1, ${MAX}]}`]: [],
  [`{"type": "integer", "default": ${MAX}, "enum": [1]}`]: ["default-unfit"],
  // Go reads a bound as a float64, which is above the limit.
  [`{"type": "integer", "maximum": ${MAX}}`]: ["bounds-empty"],
  [`{"type": "integer", "maximum": ${MAX}, "default": 1}`]: ["bounds-empty", "default-unfit"],
  [`{"type": "integer", "minimum": ${MIN}}`]: ["bounds-empty"],
  // Names of properties are not keywords.
  [`{"type": "object", "properties": {"maximum": {"type": "integer", "default": ${MAX}}}}`]: [],
  [`{"type": "object", "properties": {"maximum": {"type": "integer"}}, "default": {"maximum": ${MAX}}}`]: [],
  [`{"type": "object", "properties": {"default": {"type": "integer", "maximum": ${MAX}}}}`]: ["bounds-empty"],
  [`{"type": "object", "additionalProperties": {"type": "integer", "maximum": ${MAX}}}`]: ["bounds-empty"],
  [`{"type": "array", "items": {"type": "integer"}, "default": [${MAX}, ${MIN}]}`]: [],
};

for (const [field, codes] of Object.entries(CASES)) {
  int64(field, () => {
    assert.equal(problemsWith(field).sort(), codes);
  });
}

int64("are found in all documents of a stream, and in lists", () => {
  const item = JSON.stringify(crd({ maximum: "MAX", spec: { preserveUnknownFields: "MAX" } }));
  const text = `a: 1\n---\n{"items": [1, {"items": [${item}]}]}`.replaceAll('"MAX"', MAX);
  const loaded = loadManifests(`${text}\n---\n[${MAX}]\n---\n${MAX}\n`);
  if ("problem" in loaded) throw new Error(loaded.problem);
  keepInInt64(loaded.value);
  const numbers = JSON.stringify(loaded.value.documents as Json).match(/9\d{18}/g);
  assert.equal(new Set(numbers), new Set(["9223372036854775000"]));
});

int64.run();
