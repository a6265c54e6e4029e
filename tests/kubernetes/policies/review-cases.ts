/**
 * Policies with a request, and the result of the review: undefined if the request is accepted, or the end of the message
 * of the denial. `tests/apiserver/policies.newest.ts` asks a server about all of them.
 */
import type { JsonObject } from "../../../scripts/core/model/json.js";
import type { PolicyCase } from "../../support/arbitrary-policies.js";
import { CONFIG_MAP, RULE } from "./documents.js";

export type ReviewCase = readonly [name: string, drawn: PolicyCase, denial?: string | RegExp];

/** Returns a case about a widget. */
function review(policy: JsonObject, others: Partial<PolicyCase> = {}): PolicyCase {
  const constraints = { matchConstraints: { resourceRules: [{ ...RULE, apiVersions: ["*"], resources: ["*"] }] } };
  return {
    policy: { ...constraints, ...policy },
    binding: { validationActions: ["Deny"] },
    params: [],
    namespaceLabels: { team: "a" },
    resource: "widgets",
    version: "v1",
    object: { labels: { team: "a" }, spec: { n: 1, s: "a" } },
    ...others,
  };
}

function validating(expression: string, spec: JsonObject = {}, others: Partial<PolicyCase> = {}): PolicyCase {
  return review({ validations: [{ expression }], ...spec }, others);
}

function withRule(rule: JsonObject, others: Partial<PolicyCase> = {}, match: JsonObject = {}): PolicyCase {
  return validating("false", { matchConstraints: { resourceRules: [{ ...RULE, ...rule }], ...match } }, others);
}

function bound(matchResources: JsonObject, others: Partial<PolicyCase> = {}): PolicyCase {
  return validating("false", {}, { binding: { validationActions: ["Deny"], matchResources }, ...others });
}

const FALSE = "failed expression: false";
const ERROR = /cannot be evaluated/;
const CONFIGURATION = /^failed to configure binding/;
const OVER_BUDGET = /cost more than their budget/;

/** An expression that is true and costs 859,954, for a list of 350 items. */
const HEAVY = "object.spec.big.all(x, object.spec.big.all(y, x + y >= 0))";

function big(length: number): Partial<PolicyCase> {
  return { object: { labels: {}, spec: { big: Array.from({ length }, (_, index) => index) } } };
}

function times(count: number, item: JsonObject): JsonObject[] {
  return Array.from({ length: count }, () => item);
}

function conditions(...expressions: string[]): JsonObject {
  return { matchConditions: expressions.map((expression, index) => ({ name: `c${index}`, expression })) };
}

function variables(...expressions: string[]): JsonObject {
  return { variables: expressions.map((expression, index) => ({ name: `v${index}`, expression })) };
}

const failing = (validation: JsonObject): PolicyCase =>
  review({ validations: [{ expression: "object.spec.n == 2", ...validation }] });

function withParams(expression: string, paramRef: JsonObject, others: Partial<PolicyCase> = {}): PolicyCase {
  const params = ["1", "2"].map((max, index) => ({
    name: `p${index}`,
    labels: { tier: `t${index}` },
    data: { max },
    isElsewhere: false,
  }));
  const binding = { validationActions: ["Deny"], paramRef: { parameterNotFoundAction: "Deny", ...paramRef } };
  return validating(expression, { paramKind: CONFIG_MAP }, { params, binding, ...others });
}

const TEAM_B = { matchLabels: { team: "b" } };
const UPDATE = { oldObject: { labels: { team: "b" }, spec: { n: 1 } } };

export const REVIEWS: readonly ReviewCase[] = [
  ["a validation that holds", validating("object.spec.n == 1")],
  ["a validation that fails", validating("false"), FALSE],
  [
    "the first of two validations that fail",
    review({ validations: ["1 > 2", "false"].map((expression) => ({ expression })) }),
    "failed expression: 1 > 2",
  ],
  ["no old object", validating("oldObject == null")],
  ["an old object", validating("oldObject.spec.n == 1 && request.operation == 'UPDATE'", {}, UPDATE)],

  // Matching
  ["another operation", withRule({ operations: ["UPDATE"] })],
  ["an update", withRule({ operations: ["UPDATE"] }, UPDATE), FALSE],
  ["another group", withRule({ apiGroups: ["example.org"] })],
  ["another resource", withRule({ resources: ["gizmos"] })],
  ["a subresource", withRule({ resources: ["widgets/status"] })],
  ["all subresources", withRule({ resources: ["widgets/*"] }), FALSE],
  ["everything", withRule({ resources: ["*/*"] }), FALSE],
  ["objects without a namespace", withRule({ scope: "Cluster" })],
  ["objects with a namespace", withRule({ scope: "Namespaced" }), FALSE],
  ["a gizmo", withRule({ scope: "Cluster", resources: ["gizmos"] }, { resource: "gizmos" }), FALSE],
  ["another version", withRule({}, { version: "v1beta1" }), FALSE],
  ["exactly another version", withRule({}, { version: "v1beta1" }, { matchPolicy: "Exact" })],
  ["a version that is not served", withRule({ apiVersions: ["v2"] })],
  ["an excluding rule", withRule({}, {}, { excludeResourceRules: [RULE] })],
  ["an excluding rule for another version", withRule({}, { version: "v1beta1" }, { excludeResourceRules: [RULE] })],
  [
    "an excluding rule for another resource",
    withRule({}, {}, { excludeResourceRules: [{ ...RULE, resources: ["a"] }] }),
    FALSE,
  ],
  ["the labels of the Namespace", withRule({}, {}, { namespaceSelector: { matchLabels: { team: "a" } } }), FALSE],
  ["other labels of the Namespace", withRule({}, {}, { namespaceSelector: TEAM_B })],
  [
    "labels of no Namespace",
    withRule({ resources: ["*"] }, { resource: "gizmos" }, { namespaceSelector: TEAM_B }),
    FALSE,
  ],
  ["the labels of the object", withRule({}, {}, { objectSelector: { matchLabels: { team: "a" } } }), FALSE],
  ["other labels of the object", withRule({}, {}, { objectSelector: TEAM_B })],
  ["the labels of the old object", withRule({}, UPDATE, { objectSelector: TEAM_B }), FALSE],
  ["a binding to other resources", bound({ resourceRules: [{ ...RULE, resources: ["a"] }] })],
  ["a binding to the resources", bound({ resourceRules: [RULE] }), FALSE],
  ["a binding to no rules", bound({ objectSelector: { matchLabels: { team: "a" } } }), FALSE],
  ["a binding to other objects", bound({ objectSelector: TEAM_B })],
  ["a binding to other Namespaces", bound({ namespaceSelector: TEAM_B })],
  [
    "the version that is matched",
    validating(
      "object.apiVersion == 'example.dev/v1' && request.kind.version == 'v1' && request.resource.version == 'v1' && " +
        "request.requestKind.version == 'v1beta1' && request.requestResource.version == 'v1beta1'",
      { matchConstraints: { resourceRules: [RULE] } },
      { version: "v1beta1" },
    ),
  ],

  // Match conditions
  ["a condition that holds", validating("false", conditions("object.spec.n == 1")), FALSE],
  ["a condition that does not hold", validating("false", conditions("object.spec.n == 2"))],
  ["a condition that fails", validating("true", conditions("object.spec.a == 1")), ERROR],
  [
    "a condition that fails and is ignored",
    validating("false", { ...conditions("object.spec.a == 1"), failurePolicy: "Ignore" }),
  ],
  ["a condition that fails before a false one", validating("false", conditions("object.spec.a == 1", "false"))],
  ["conditions see no Namespace", validating("false", conditions("namespaceObject == null")), FALSE],
  ["conditions within their budget", validating("true", conditions(HEAVY, HEAVY), big(350))],
  ["conditions over their budget", validating("true", conditions(HEAVY, HEAVY, HEAVY), big(350)), OVER_BUDGET],
  [
    "conditions over their budget, and a false one",
    validating("true", conditions("false", HEAVY, HEAVY, HEAVY), big(350)),
    OVER_BUDGET,
  ],

  // Errors and budgets
  ["a validation with an error", validating("object.spec.a == 1"), ERROR],
  ["a validation with an ignored error", validating("object.spec.a == 1", { failurePolicy: "Ignore" })],
  ["a false validation despite the failure policy", validating("false", { failurePolicy: "Ignore" }), FALSE],
  ["an error that does not matter", validating("object.spec.a == 1 || true")],
  ["an expression over its limit", validating(HEAVY, {}, big(400)), ERROR],
  ["an ignored expression over its limit", validating(HEAVY, { failurePolicy: "Ignore" }, big(400))],
  ["validations within their budget", review({ validations: times(11, { expression: HEAVY }) }, big(350))],
  ["validations over their budget", review({ validations: times(12, { expression: HEAVY }) }, big(350)), OVER_BUDGET],
  [
    "a false validation before the budget ends",
    review({ validations: [{ expression: "false" }, ...times(12, { expression: HEAVY })] }, big(350)),
    OVER_BUDGET,
  ],
  [
    "messages within the budget",
    review(
      {
        validations: [
          ...times(10, { expression: HEAVY }),
          { expression: "true", messageExpression: `${HEAVY} ? 'a' : 'b'` },
        ],
      },
      big(350),
    ),
  ],
  [
    "messages over the budget",
    review(
      {
        validations: [
          ...times(11, { expression: HEAVY }),
          { expression: "true", messageExpression: `${HEAVY} ? 'a' : 'b'` },
        ],
      },
      big(350),
    ),
    OVER_BUDGET,
  ],

  // Variables
  ["variables", validating("variables.v1 == 2", variables("object.spec.n", "variables.v0 + 1"))],
  ["a variable with an error", validating("variables.v0 == 1", variables("object.spec.a")), ERROR],
  ["has of a variable with an error", validating("has(variables.v0)", variables("object.spec.a")), ERROR],
  ["a variable with an error that is not read", validating("true || variables.v0 == 1", variables("object.spec.a"))],
  [
    "a variable with an error in another one",
    validating("variables.v1", variables("object.spec.a", "variables.v0 == 1 || true")),
  ],
  ["a variable over its limit", validating("variables.v0 || true", variables(HEAVY), big(400))],
  [
    "a variable whose cost counts once",
    review({ validations: times(12, { expression: "variables.v0" }), ...variables(HEAVY) }, big(350)),
  ],
  [
    "variables over the budget",
    validating(
      Array.from({ length: 12 }, (_, index) => `variables.v${index}`).join(" && "),
      variables(...Array(12).fill(HEAVY)),
      big(350),
    ),
    OVER_BUDGET,
  ],
  ["variables that are not read", validating("variables.v0", variables(...Array(12).fill(HEAVY)), big(350))],
  [
    "a variable with the name of an escape",
    validating("variables.a__x__b == 1", { variables: [{ name: "a__x__b", expression: "1" }] }),
    ERROR,
  ],
  [
    "a variable with underscores",
    validating("variables.a__b == 1", { variables: [{ name: "a__b", expression: "1" }] }),
  ],
  ["an optional variable", validating("variables.v0.orValue(2) == 2", variables("object.spec.?a"))],
  [
    "300 variables of each other",
    validating(
      "variables.v299 == 299",
      variables("0", ...Array.from({ length: 299 }, (_, index) => `variables.v${index} + 1`)),
    ),
  ],

  // Values
  ["a number of the object is an int", validating("type(object.spec.n) == int")],
  [
    "null is a value",
    validating("has(object.spec.a) && object.spec.a == null", {}, { object: { labels: {}, spec: { a: null } } }),
  ],
  [
    "names are not escaped",
    validating("object.spec.__in__ == 1", {}, { object: { labels: {}, spec: { in: 1 } } }),
    ERROR,
  ],
  [
    "reserved names",
    validating(
      "object.spec.in == 1 && object.spec['a-b'] == 2",
      {},
      { object: { labels: {}, spec: { in: 1, "a-b": 2 } } },
    ),
  ],
  [
    "empty fields of the request",
    validating("!has(request.namespace) && !has(request.subResource)", {}, { resource: "gizmos" }),
  ],
  [
    "the Namespace",
    validating("namespaceObject.metadata.labels.team == 'a' && namespaceObject.metadata.name == request.namespace"),
  ],
  ["no Namespace", validating("namespaceObject == null", {}, { resource: "gizmos" })],

  // Messages
  ["a written message", failing({ message: " written " }), "written"],
  [
    "an evaluated message",
    failing({ message: "written", messageExpression: "' n is ' + string(object.spec.n)" }),
    "n is 1",
  ],
  ["an empty message", failing({ message: "written", messageExpression: "' '" }), "written"],
  ["a message of two lines", failing({ messageExpression: "'a\\nb'" }), "failed expression: object.spec.n == 2"],
  ["a message with a carriage return", failing({ messageExpression: "'a\\rb'" }), "a\rb"],
  ["the longest message", failing({ messageExpression: `'${"a".repeat(5_120)}'` }), "a".repeat(5_120)],
  [
    "a message that is too long",
    failing({ message: "written", messageExpression: `'${"a".repeat(5_121)}'` }),
    "written",
  ],
  ["a message with an error", failing({ message: "written", messageExpression: "string(object.spec.a)" }), "written"],
  [
    "a message over its limit",
    review({ validations: [{ expression: "false", messageExpression: `${HEAVY} ? 'a' : 'b'` }] }, big(400)),
    FALSE,
  ],

  // Parameters
  ["a parameter", withParams("params.data.max == '1'", { name: "p0" })],
  [
    "another parameter",
    withParams("params.data.max == '1'", { name: "p1" }),
    "failed expression: params.data.max == '1'",
  ],
  ["the kind of a parameter", withParams("params.kind == 'ConfigMap' && params.apiVersion == 'v1'", { name: "p0" })],
  ["a parameter that is not there", withParams("true", { name: "p2" }), CONFIGURATION],
  ["a parameter that need not be there", withParams("false", { name: "p2", parameterNotFoundAction: "Allow" })],
  [
    "a parameter that is not there, ignored",
    { ...withParams("true", { name: "p2" }), policy: { ...withParams("true", {}).policy, failurePolicy: "Ignore" } },
  ],
  ["a parameter without a namespace", withParams("true", { name: "p0" }, { resource: "gizmos" }), CONFIGURATION],
  [
    "selected parameters",
    withParams("params.data.max == '1'", { selector: {} }),
    "failed expression: params.data.max == '1'",
  ],
  ["one selected parameter", withParams("params.data.max == '1'", { selector: { matchLabels: { tier: "t0" } } })],
  ["no selected parameter", withParams("false", { selector: { matchLabels: { tier: "t2" } } }), CONFIGURATION],
  ["a binding without a parameter", withParams("params == null", {}, { binding: { validationActions: ["Deny"] } })],

  // Actions
  ["a warning", validating("false", {}, { binding: { validationActions: ["Warn"] } })],
  [
    "a missing parameter despite a warning",
    withParams(
      "true",
      {},
      { binding: { validationActions: ["Warn"], paramRef: { name: "p2", parameterNotFoundAction: "Deny" } } },
    ),
    CONFIGURATION,
  ],
  [
    "an annotation with an error despite a warning",
    validating(
      "true",
      { auditAnnotations: [{ key: "a", valueExpression: "string(object.spec.a)" }] },
      { binding: { validationActions: ["Warn"] } },
    ),
    ERROR,
  ],
  [
    "an annotation with the authorizer",
    validating("true", {
      auditAnnotations: [{ key: "a", valueExpression: "authorizer.path('/').check('get').reason()" }],
    }),
    ERROR,
  ],
  ["an annotation", validating("true", { auditAnnotations: [{ key: "a", valueExpression: "null" }] })],
];
