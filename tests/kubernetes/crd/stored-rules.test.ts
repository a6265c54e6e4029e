import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Json, JsonObject } from "../../../scripts/core/model/json.js";
import { checkCrd } from "../../../scripts/kubernetes/check-crd.js";
import { isRejection } from "../../../scripts/kubernetes/crd/problem.js";
import type { UpdateCase } from "./cases.js";
import { list, object, rootWith, STRING, versionWith, withField, withSpec } from "./documents.js";

const tests = suite("rules that an update keeps");

const RULES = "x-kubernetes-validations";
const AT_RULE = "0.properties.spec.properties.a.x-kubernetes-validations.0";

/** A rule that costs 45 million: too much for one rule, but not for all. */
const COSTLY = list({ type: "integer" }, { maxItems: 3000, [RULES]: [{ rule: "self.all(a, self.all(b, a != b))" }] });
const COSTLIER = object({ a: COSTLY, b: COSTLY, c: COSTLY });
const CHEAP = list({ type: "integer" }, { maxItems: 30, [RULES]: [{ rule: "self.all(a, self.all(b, a != b))" }] });

/** A function that new rules can use from Kubernetes 1.38 on. */
const RECENT = "[1, 2].includes(1)";

function ruled(...rules: readonly JsonObject[]): JsonObject {
  return { ...STRING, [RULES]: rules };
}

/** Returns a CRD as the API server has it. */
function stored(document: JsonObject): JsonObject {
  return { ...document, status: { storedVersions: ["v1"], conditions: [{ type: "Established", status: "True" }] } };
}

/** Returns a CRD with versions of these names, in this order. Objects are stored in v1. */
function versions(...named: readonly (readonly [name: string, schema: Json])[]): JsonObject {
  return withSpec({
    versions: named.map(([name, schema], index) =>
      versionWith(rootWith(schema), index, { name, storage: name === "v1" }),
    ),
  });
}

export const CASES: readonly UpdateCase[] = [
  ["an expensive rule", stored(withField(STRING)), withField(COSTLY), `rule-cost ${AT_RULE}.rule`],
  ["an expensive rule of a schema that is kept", stored(withField(COSTLY)), withField(COSTLY)],
  [
    "an expensive rule of a schema that equals the old one for Go",
    stored(withField(COSTLY)),
    withField({ ...COSTLY, required: [], enum: [], nullable: false }),
  ],
  [
    "an expensive rule of a schema with another description",
    stored(withField(COSTLY)),
    withField({ ...COSTLY, description: "x" }),
    `rule-cost ${AT_RULE}.rule`,
  ],
  [
    "rules that are too expensive together, of a schema that is kept",
    stored(withField(COSTLIER)),
    withField(COSTLIER),
    "rule-cost-total 0",
  ],
  [
    "an expensive schema that another version gets too",
    stored(versions(["v1", COSTLY])),
    versions(["v1", COSTLY], ["v2", COSTLY]),
  ],
  [
    "an expensive schema that another version gets too, before the first",
    stored(versions(["v1", COSTLY])),
    versions(["v2", COSTLY], ["v1", COSTLY]),
  ],
  [
    "an expensive schema that becomes that of all versions, under the name of its own",
    stored(versions(["v1", COSTLY], ["v2", CHEAP])),
    versions(["v1", COSTLY], ["v2", COSTLY]),
  ],
  [
    "an expensive schema that becomes that of all versions, under another name",
    stored(versions(["v2", CHEAP], ["v1", COSTLY])),
    versions(["v2", COSTLY], ["v1", COSTLY]),
    `rule-cost ${AT_RULE}.rule`,
    `rule-cost ${AT_RULE.replace("0", "1")}.rule`,
  ],
  [
    "an expensive schema that another version gets, beside a third one",
    stored(versions(["v1", COSTLY], ["v2", CHEAP])),
    versions(["v1", CHEAP], ["v2", CHEAP], ["v3", COSTLY]),
    `rule-cost ${AT_RULE.replace("0", "2")}.rule`,
  ],
  [
    "an expensive schema of one version, beside another one that changes",
    stored(versions(["v1", COSTLY], ["v2", CHEAP])),
    versions(["v2", STRING], ["v1", COSTLY]),
  ],
  [
    "a rule with a recent function",
    stored(withField(STRING)),
    withField(ruled({ rule: RECENT })),
    `rule-type ${AT_RULE}.rule`,
  ],
  [
    "a kept rule with a recent function",
    stored(withField(ruled({ rule: RECENT }))),
    withField(ruled({ rule: RECENT })),
  ],
  [
    "a kept rule with a recent function, at another field",
    stored(withField(object({ b: ruled({ rule: RECENT }) }))),
    withField(ruled({ rule: "true" }, { rule: RECENT, message: "must hold" })),
  ],
  [
    "a kept rule with another space",
    stored(withField(ruled({ rule: RECENT }))),
    withField(ruled({ rule: `${RECENT} ` })),
    `rule-type ${AT_RULE}.rule`,
  ],
  [
    "a kept rule about a value of another type",
    stored(withField(ruled({ rule: "self.size() > 1" }))),
    withField({ ...ruled({ rule: "self.size() > 1" }), type: "integer" }),
    `rule-type ${AT_RULE}.rule`,
  ],
  [
    "a kept messageExpression with a recent function",
    stored(withField(ruled({ rule: "self != ''", messageExpression: `string(${RECENT})` }))),
    withField(ruled({ rule: "self != 'a'", messageExpression: `string(${RECENT})` })),
  ],
  [
    "a kept rule as a messageExpression",
    stored(withField(ruled({ rule: RECENT }))),
    withField(ruled({ rule: "self != 'a'", messageExpression: RECENT })),
    `rule-type ${AT_RULE}.messageExpression`,
  ],
  [
    "a kept messageExpression as a rule",
    stored(withField(ruled({ rule: "self != ''", messageExpression: RECENT }))),
    withField(ruled({ rule: RECENT })),
    `rule-type ${AT_RULE}.rule`,
  ],
  [
    "a default that breaks a kept rule with a recent function",
    stored(withField(ruled({ rule: `self != 'a' && ${RECENT}` }))),
    withField({ ...ruled({ rule: `self != 'a' && ${RECENT}` }), default: "a" }),
    "default-unfit 0.properties.spec.properties.a.default",
  ],
];

for (const [name, old, document, ...problems] of CASES) {
  tests(name, () => {
    const found = checkCrd(document, { minor: 37, old }).problems.filter(isRejection);
    const places = found.map(({ code, path }) => {
      const [, , version, , , ...inner] = path;
      return `${code} ${[version, ...inner].join(".")}`;
    });
    assert.equal(places, problems);
  });
}

tests("kept rules cannot use functions of later API servers", () => {
  const document = withField(ruled({ rule: RECENT }));
  const codesIn = (minor: number) =>
    checkCrd(document, { minor, old: stored(document) })
      .problems.filter(isRejection)
      .map(({ code }) => code);
  assert.equal(codesIn(37), []);
  assert.equal(codesIn(36), ["rule-type"]);
});

tests.run();
