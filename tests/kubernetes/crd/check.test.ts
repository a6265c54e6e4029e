/** Tests of the check as a whole: its order, its limits, any input, and published CRDs. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { describeDiagnostic } from "../../../scripts/core/diagnostics/describe.js";
import { isJsonObject, type Json, type JsonObject } from "../../../scripts/core/model/json.js";
import { loadAllYaml } from "../../../scripts/core/yaml/yaml.js";
import { checkNewCrd, checkUpdatedCrd } from "../../../scripts/kubernetes/crd/check.js";
import { type CrdProblem, isRejection, problem } from "../../../scripts/kubernetes/crd/problem.js";
import fc from "../../support/drawn.js";
import { withCorpus } from "../../support/shared.js";
import { crd, object, rootWith, STRING, versionWith, withField, withMetadata, withSpec } from "./documents.js";

const checks = suite("check of CRDs");

function codesOf(problems: readonly CrdProblem[]): string[] {
  return problems.map(({ code }) => code);
}

/** Checks a document as a new CRD, as an old one and as an update, and prints every problem. */
function checkAll(document: JsonObject): CrdProblem[] {
  const problems = [...checkNewCrd(document), ...checkUpdatedCrd(document, crd()), ...checkUpdatedCrd(crd(), document)];
  for (const { code, args } of problems) assert.match(describeDiagnostic({ code, args }).message, /\S/);
  return problems;
}

checks("all problems are reported in one run, each once for each version", () => {
  const broken = rootWith({ type: "float", pattern: "(" });
  const document = withSpec({ scope: "Global", versions: [versionWith(broken), versionWith(broken, 1)] });
  assert.equal(
    checkNewCrd(document).map(({ code, path }) => [code, path.slice(0, 3).join(".")]),
    [
      ["crd-field-value", "spec.scope"],
      ["crd-type", "spec.versions.0"],
      ["crd-type", "spec.versions.1"],
      ["pattern-invalid", "spec.versions.0"],
      ["pattern-invalid", "spec.versions.1"],
    ],
  );
});

checks("the path of a missing key ends with that key", () => {
  const [found] = checkNewCrd(withField({}));
  const path = "spec.versions.0.schema.openAPIV3Schema.properties.spec.properties.a.type";
  assert.is(found?.path.join("."), path);
});

checks("a value of the wrong type has no other problems", () => {
  assert.equal(codesOf(checkNewCrd(withField({ type: 5 }))), ["crd-field-type"]);
  assert.equal(codesOf(checkNewCrd(withSpec({ versions: 5, group: "" }))), ["crd-field-type", "crd-field-required"]);
});

checks("rules about defaults are the caller's", () => {
  const calls: Json[] = [];
  const document = withField(object({ b: STRING, c: { ...STRING, default: 1 } }, { default: { b: "x" } }));
  const problems = checkNewCrd(document, {
    checkDefaultRules: (schema, value, path) => {
      calls.push([Object.keys(schema), value]);
      return [problem("rule-missing", {}, path)];
    },
  });
  assert.equal(codesOf(problems), ["rule-missing", "default-unfit"]);
  assert.equal(calls, [[["type", "properties", "default"], { b: "x" }]]);
});

checks("a CRD that etcd cannot store is reported as crd-too-large-to-store", () => {
  const described = (length: number) => codesOf(checkNewCrd(withField({ ...STRING, description: "x".repeat(length) })));
  assert.equal(described(1_600_000), ["crd-too-large-to-store", "crd-too-large"]);
  assert.equal(described(1_500_000), ["crd-too-large"]);
});

/** Returns an object that is nested in itself. */
function nested(depth: number, key: string): JsonObject {
  let value: JsonObject = {};
  for (let level = 0; level < depth; level++) value = { [key]: value };
  return value;
}

checks("a certificate of any length is read", () => {
  const withBundle = (caBundle: string) => {
    const clientConfig = { url: "https://example.com/convert", caBundle };
    const webhook = { clientConfig, conversionReviewVersions: ["v1"] };
    return codesOf(checkNewCrd(withSpec({ conversion: { strategy: "Webhook", webhook } })));
  };
  assert.not.ok(withBundle("A".repeat(6_000_000)).includes("crd-field-type"));
  for (const text of ["A".repeat(6_000_001), "A===", "A=AA", "=AAA"]) {
    assert.ok(withBundle(text).includes("crd-field-type"), text.slice(0, 8));
  }
});

checks("a document that is nested too deeply is reported as crd-too-deep, and nothing else", () => {
  for (const key of ["properties", "items", "default", "x"]) {
    assert.equal(codesOf(checkNewCrd(withField(nested(1_000_000, key)))), ["crd-too-deep"]);
    assert.equal(codesOf(checkNewCrd(nested(1_000_000, key))), ["crd-too-deep"]);
  }
  let list: Json = [];
  for (let level = 0; level < 1_000_000; level++) list = [list];
  assert.equal(codesOf(checkNewCrd(withField({ ...STRING, enum: list }))), ["crd-too-deep"]);
  assert.ok(checkUpdatedCrd(nested(1_000_000, "x"), crd()).length > 0);
});

checks("a document of the greatest depth is checked", () => {
  const deep = nested(90, "properties");
  for (const [key, value] of Object.entries({ not: deep, default: nested(180, "a"), properties: { a: deep } })) {
    const codes = codesOf(checkAll(withField({ type: "object", [key]: value })));
    assert.not.ok(codes.includes("crd-too-deep"), key);
  }
});

checks("large lists and maps are checked", () => {
  const names = Array.from({ length: 200_000 }, (_, index) => `n${index}`);
  const fields = Object.fromEntries(names.map((name) => [name, STRING]));
  const documents = [
    withField({ type: "object", properties: fields, required: names }),
    withField({ ...STRING, enum: names }),
    withField({
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": names,
      items: object(fields),
    }),
    withMetadata({ labels: Object.fromEntries(names.map((name) => [name, "a b"])) }),
    withSpec({ versions: names.map((name) => ({ name })) }),
    withField({ ["x".repeat(1_000_000)]: 1 }),
  ];
  for (const document of documents) assert.ok(checkNewCrd(document).length > 0);
});

checks("names of prototypes are names", () => {
  const document = JSON.parse(
    JSON.stringify(withField(object({ PLACE: STRING }, { required: ["PLACE"], default: { PLACE: 1 } }))).replaceAll(
      "PLACE",
      "__proto__",
    ),
  ) as JsonObject;
  assert.equal(codesOf(checkNewCrd(document)), ["default-unfit"]);
  for (const name of ["constructor", "toString", "hasOwnProperty"]) {
    assert.equal(codesOf(checkNewCrd(withField(object({}, { required: [name] })))), ["crd-required-unknown"]);
    assert.equal(codesOf(checkNewCrd(withField(object({}, { default: { [name]: 1 } })))), ["crd-default-pruned"]);
    assert.equal(codesOf(checkNewCrd(withSpec({ [name]: 1 }))), ["crd-field-unknown"]);
  }
});

checks("any JSON is judged, alone or in any place of a CRD", () => {
  const anything = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
  const places = placesIn(crd());
  fc.assert(
    fc.property(anything, fc.constantFrom(...places), (value, place) => {
      if (isJsonObject(value)) checkAll(value);
      const document = replaced(crd(), place, value);
      if (isJsonObject(document)) checkAll(document);
    }),
    { numRuns: 1000 },
  );
});

type Place = readonly (string | number)[];

function placesIn(value: Json): Place[] {
  if (typeof value !== "object" || value === null) return [[]];
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  const inner = steps.flatMap((step) => placesIn((value as JsonObject)[step] as Json).map((place) => [step, ...place]));
  return [[], ...inner];
}

function replaced(value: Json, [step, ...rest]: Place, by: Json): Json {
  if (step === undefined) return by;
  const inner = replaced((value as JsonObject)[step] as Json, rest, by);
  if (Array.isArray(value)) return value.map((item: Json, index) => (index === step ? inner : item));
  return { ...(value as JsonObject), [step]: inner };
}

/** The published CRDs that the API server rejects, as apiextensions-apiserver v0.37.2 does. */
const REJECTED = [
  "crossplane-contrib__provider-kubernetes/objects.kubernetes.crossplane.io.yaml",
  ...[
    ..."authservices consulresolvers devportals hosts kubernetesendpointresolvers kubernetesserviceresolvers".split(
      " ",
    ),
    ..."logservices mappings modules ratelimitservices tcpmappings tlscontexts tracingservices".split(" "),
  ].map((name) => `emissary-ingress__emissary/${name}.getambassador.io.yaml`),
];

withCorpus(checks, "upstream/crds", 1, (test, directory) => {
  test("the published CRDs are accepted, except those that the API server rejects", () => {
    const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".yaml"),
    );
    const rejected = files.filter((path) => {
      const loaded = loadAllYaml(readFileSync(join(directory, path), "utf8"));
      const documents = "problem" in loaded ? [] : loaded.value.filter(isJsonObject);
      return documents.some((document) => checkNewCrd(document).some(isRejection));
    });
    assert.is(files.length, 298);
    assert.equal(rejected.sort(), REJECTED);
  });
});

checks.run();
