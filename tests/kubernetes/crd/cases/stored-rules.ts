import type { Json, JsonObject } from "../../../../scripts/core/model/json.js";
import { list, object, rootWith, STRING, versionWith, withField, withSpec } from "../documents.js";
import type { UpdateCase } from "./case.js";

const RULES = "x-kubernetes-validations";

/** A rule that costs 45 million: too much for one rule, but not for all. */
const COSTLY = list({ type: "integer" }, { maxItems: 3000, [RULES]: [{ rule: "self.all(a, self.all(b, a != b))" }] });
const COSTLIER = object({ a: COSTLY, b: COSTLY, c: COSTLY });
const CHEAP = list({ type: "integer" }, { maxItems: 30, [RULES]: [{ rule: "self.all(a, self.all(b, a != b))" }] });

/** An expression with a function that new rules can use from Kubernetes 1.38 on. */
export const RECENT = "[1, 2].includes(1)";

/** Returns a string with validation rules. */
export function ruled(...rules: readonly JsonObject[]): JsonObject {
  return { ...STRING, [RULES]: rules };
}

/** Returns a CRD as the API server has it. */
export function stored(document: JsonObject): JsonObject {
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
  ["an expensive rule", stored(withField(STRING)), withField(COSTLY), "rule-cost"],
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
    "rule-cost",
  ],
  [
    "rules that are too expensive together, of a schema that is kept",
    stored(withField(COSTLIER)),
    withField(COSTLIER),
    "rule-cost-total",
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
    "rule-cost",
    "rule-cost",
  ],
  [
    "an expensive schema that another version gets, beside a third one",
    stored(versions(["v1", COSTLY], ["v2", CHEAP])),
    versions(["v1", CHEAP], ["v2", CHEAP], ["v3", COSTLY]),
    "rule-cost",
  ],
  [
    "an expensive schema of one version, beside another one that changes",
    stored(versions(["v1", COSTLY], ["v2", CHEAP])),
    versions(["v2", STRING], ["v1", COSTLY]),
  ],
  ["a rule with a recent function", stored(withField(STRING)), withField(ruled({ rule: RECENT })), "rule-type"],
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
    "rule-type",
  ],
  [
    "a kept rule about a value of another type",
    stored(withField(ruled({ rule: "self.size() > 1" }))),
    withField({ ...ruled({ rule: "self.size() > 1" }), type: "integer" }),
    "rule-type",
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
    "rule-type",
  ],
  [
    "a kept messageExpression as a rule",
    stored(withField(ruled({ rule: "self != ''", messageExpression: RECENT }))),
    withField(ruled({ rule: RECENT })),
    "rule-type",
  ],
  [
    "a default that breaks a kept rule with a recent function",
    stored(withField(ruled({ rule: `self != 'a' && ${RECENT}` }))),
    withField({ ...ruled({ rule: `self != 'a' && ${RECENT}` }), default: "a" }),
    "default-unfit",
  ],
];
