/**
 * Tests that the check and the API server agree on mutants of CRDs. `mutant-verdicts.txt` contains a line for each set:
 * a digit for each mutant, 1 if apiextensions-apiserver v0.37.2 accepts it. Errors of CEL expressions do not count.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isJsonObject, type JsonObject } from "../../../scripts/core/model/json.js";
import { loadAllYaml } from "../../../scripts/core/yaml/yaml.js";
import { checkNewCrd } from "../../../scripts/kubernetes/crd/check.js";
import { isRejection } from "../../../scripts/kubernetes/crd/problem.js";
import { ROOT as REPOSITORY } from "../../support/golden.js";
import { corpusPath, withCorpus } from "../../support/shared.js";
import {
  crd,
  list,
  map,
  object,
  ROOT,
  resource,
  STRING,
  set,
  versionWith,
  withField,
  withRoot,
  withSpec,
} from "./documents.js";
import { mutantsOf } from "./mutants.js";

const mutants = suite("mutants of CRDs");

const KEYED = object({ name: STRING, value: { type: "integer", default: 1 } }, { required: ["name"] });
const RICH = object(
  {
    list: map(KEYED, ["name"]),
    set: set(STRING),
    matrix: list(list({ type: "number" })),
    labels: { type: "object", additionalProperties: STRING },
    port: { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] },
    pod: resource({ properties: { kind: STRING, metadata: { type: "object" }, spec: object({}) } }),
    any: { "x-kubernetes-preserve-unknown-fields": true },
  },
  { default: { set: ["a"] } },
);
const LIKE_ROOT = { anyOf: [{ properties: { spec: { required: ["size"] } } }, { required: ["status"] }] };
const FIELDS = { selectableFields: [{ jsonPath: ".spec.size" }], subresources: { status: {} } };
const BASES = [
  crd(),
  withField(RICH),
  withRoot(LIKE_ROOT),
  withSpec({ versions: [versionWith(ROOT, 0, FIELDS), versionWith(ROOT, 1, FIELDS)] }),
  withSpec({ versions: [versionWith(ROOT, 0, FIELDS), versionWith({ ...ROOT, title: "x" }, 1)] }),
];

/** The largest published CRDs take long, and do not differ from the others in form. */
const LARGEST = 30_000;

function published(directory: string): JsonObject[] {
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".yaml"));
  const texts = files.sort().map((path) => readFileSync(join(directory, path), "utf8"));
  return texts
    .filter((text) => text.length < LARGEST)
    .flatMap((text) => {
      const loaded = loadAllYaml(text);
      return "problem" in loaded ? [] : loaded.value.filter(isJsonObject);
    });
}

/** The sets of mutants, in the order of the lines. */
export const SETS = {
  own: () => mutantsOf(BASES, 4000, 1),
  published: () => mutantsOf(published(corpusPath("upstream/crds") ?? ""), 3000, 2),
};

const [OWN = "", PUBLISHED = ""] = readFileSync(
  join(REPOSITORY, "tests/kubernetes/crd/mutant-verdicts.txt"),
  "utf8",
).split("\n");

function assertVerdicts(documents: readonly JsonObject[], verdicts: string): void {
  assert.is(documents.length, verdicts.length);
  const wrong = documents.filter((document, index) => {
    const isAccepted = !checkNewCrd(document).some(isRejection);
    return isAccepted !== (verdicts[index] === "1");
  });
  assert.equal(wrong, []);
}

mutants("own CRDs", () => assertVerdicts(SETS.own(), OWN));

withCorpus(mutants, "upstream/crds", 1, (test) => {
  test("published CRDs", () => assertVerdicts(SETS.published(), PUBLISHED));
});

mutants.run();
