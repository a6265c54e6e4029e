/**
 * Policies and bindings, with the fields that the API server reports, or `shape` if it cannot decode the document.
 * `tests/apiserver/policies.newest.ts` asks a server about all of them.
 */
import type { JsonObject } from "../../../scripts/core/model/json.js";
import { binding, policy, RULE, validating } from "./documents.js";

export type DocumentCase = readonly [name: string, document: JsonObject, ...fields: string[]];

const CONSTRAINTS = "spec.matchConstraints";
const FIRST_RULE = `${CONSTRAINTS}.resourceRules[0]`;

function withRule(rule: JsonObject): JsonObject {
  return policy({ matchConstraints: { resourceRules: [{ ...RULE, ...rule }] } });
}

function withSelector(selector: JsonObject): JsonObject {
  return policy({ matchConstraints: { resourceRules: [RULE], objectSelector: selector } });
}

function withVariables(variables: JsonObject, expression = "true", spec: JsonObject = {}): JsonObject {
  const named = Object.entries(variables).map(([name, source]) => ({ name, expression: source }));
  return validating(expression, { variables: named, ...spec });
}

function withCondition(expression: string, spec: JsonObject = {}): JsonObject {
  return policy({ matchConditions: [{ name: "a", expression }], ...spec });
}

const EXPRESSION = "spec.validations[0].expression";
const VARIABLE = "spec.variables[0].expression";
const MESSAGE = "spec.validations[0].messageExpression";
const PARAM_KIND = { apiVersion: "v1", kind: "ConfigMap" };

function withMessage(messageExpression: string, spec: JsonObject = {}): JsonObject {
  return policy({ validations: [{ expression: "true", messageExpression }], ...spec });
}

function withAnnotation(valueExpression: string, key = "a"): JsonObject {
  return policy({ auditAnnotations: [{ key, valueExpression }] });
}

const named = (name: string): JsonObject => ({ ...policy(), metadata: { name } });

export const POLICIES: readonly DocumentCase[] = [
  ["a policy", policy()],
  ["an unknown field", policy({ validation: [] }), "shape"],
  ["an unknown field in a validation", policy({ validations: [{ expression: "true", rule: "true" }] }), "shape"],
  ["validations that are no list", policy({ validations: {} }), "shape"],
  ["an expression that is no string", policy({ validations: [{ expression: true }] }), "shape"],
  ["a null", policy({ paramKind: null, variables: null })],
  ["a name that is none", named("A"), "metadata.name"],
  ["a reserved name", named("a.static.k8s.io"), "metadata.name"],
  ["a label that is none", { ...policy(), metadata: { name: "a", labels: { "a b": "c d" } } }, "metadata.labels"],
  ["no validations", policy({ validations: [] }), "spec.validations", "spec.auditAnnotations"],
  ["a failure policy that is none", policy({ failurePolicy: "Warn" }), "spec.failurePolicy"],
  ["an empty failure policy", policy({ failurePolicy: "" }), "spec.failurePolicy"],
  ["no constraints", policy({ matchConstraints: null }), CONSTRAINTS],
  ["no rules", policy({ matchConstraints: {} }), `${CONSTRAINTS}.resourceRules`],
  [
    "a match policy that is none",
    policy({ matchConstraints: { resourceRules: [RULE], matchPolicy: "equivalent" } }),
    `${CONSTRAINTS}.matchPolicy`,
  ],
  ["a rule without operations", withRule({ operations: [] }), `${FIRST_RULE}.operations`],
  ["an operation that is none", withRule({ operations: ["PATCH"] }), `${FIRST_RULE}.operations[0]`],
  ["all operations and another one", withRule({ operations: ["*", "CREATE"] }), `${FIRST_RULE}.operations`],
  ["a rule without groups", withRule({ apiGroups: [] }), `${FIRST_RULE}.apiGroups`],
  ["the core group", withRule({ apiGroups: [""] })],
  ["all groups and another one", withRule({ apiGroups: ["*", ""] }), `${FIRST_RULE}.apiGroups`],
  ["a rule without versions", withRule({ apiVersions: [] }), `${FIRST_RULE}.apiVersions`],
  ["an empty version", withRule({ apiVersions: [""] }), `${FIRST_RULE}.apiVersions[0]`],
  ["all versions and another one", withRule({ apiVersions: ["v1", "*"] }), `${FIRST_RULE}.apiVersions`],
  ["a rule without resources", withRule({ resources: [] }), `${FIRST_RULE}.resources`],
  ["an empty resource", withRule({ resources: [""] }), `${FIRST_RULE}.resources[0]`],
  ["a wildcard before another resource", withRule({ resources: ["*", "widgets"] }), `${FIRST_RULE}.resources`],
  ["a wildcard after another resource", withRule({ resources: ["widgets", "*"] })],
  ["a wildcard and a subresource", withRule({ resources: ["*", "widgets/status"] })],
  ["all subresources and one", withRule({ resources: ["a/*", "a/b"] }), `${FIRST_RULE}.resources[1]`],
  ["one and all subresources", withRule({ resources: ["a/b", "a/*"] })],
  ["a subresource twice", withRule({ resources: ["*/b", "a/b"] }), `${FIRST_RULE}.resources[1]`],
  ["everything and something", withRule({ resources: ["*/*", "a"] }), `${FIRST_RULE}.resources`],
  ["a scope that is none", withRule({ scope: "namespaced" }), `${FIRST_RULE}.scope`],
  ["a resource name with a slash", withRule({ resourceNames: ["a/b"] }), `${FIRST_RULE}.resourceNames[0]`],
  ["a resource name twice", withRule({ resourceNames: ["a", "a"] }), `${FIRST_RULE}.resourceNames[1]`],
  [
    "an excluding rule",
    policy({ matchConstraints: { resourceRules: [RULE], excludeResourceRules: [{ ...RULE, scope: "a" }] } }),
    `${CONSTRAINTS}.excludeResourceRules[0].scope`,
  ],
  ["a selector", withSelector({ matchLabels: { a: "b" }, matchExpressions: [{ key: "c", operator: "Exists" }] })],
  ["a key that is none", withSelector({ matchLabels: { "a b": "c" } }), `${CONSTRAINTS}.objectSelector.matchLabels`],
  [
    "an operator that is none",
    withSelector({ matchExpressions: [{ key: "a", operator: "Gt", values: ["1"] }] }),
    `${CONSTRAINTS}.objectSelector.matchExpressions[0].operator`,
  ],
  [
    "an operator without values",
    withSelector({ matchExpressions: [{ key: "a", operator: "In" }] }),
    `${CONSTRAINTS}.objectSelector.matchExpressions[0].values`,
  ],
  [
    "an operator with values",
    withSelector({ matchExpressions: [{ key: "a", operator: "Exists", values: ["b"] }] }),
    `${CONSTRAINTS}.objectSelector.matchExpressions[0].values`,
  ],
  ["parameters", policy({ paramKind: PARAM_KIND })],
  ["parameters without a version", policy({ paramKind: { apiVersion: "a/", kind: "A" } }), "spec.paramKind.apiVersion"],
  [
    "parameters of a wrong version",
    policy({ paramKind: { apiVersion: "a/b/c", kind: "A" } }),
    "spec.paramKind.apiVersion",
  ],
  ["parameters without a kind", policy({ paramKind: { apiVersion: "v1" } }), "spec.paramKind.kind"],
  ["parameters of a wrong kind", policy({ paramKind: { apiVersion: "v1", kind: "a_b" } }), "spec.paramKind.kind"],
  ["a blank expression", validating(" \n"), EXPRESSION],
  ["an expression with an error", validating("object.a =="), EXPRESSION],
  ["an expression that is no bool", validating("1"), EXPRESSION],
  ["an expression that is dyn", validating("object.spec.a"), EXPRESSION],
  ["an unknown variable", validating("self.a"), EXPRESSION],
  ["params without a kind", validating("params == null"), EXPRESSION],
  ["params", validating("params == null", { paramKind: PARAM_KIND })],
  ["an unknown field of the request", validating("request.uid == ''"), EXPRESSION],
  ["fields of the request", validating("request.userInfo.groups.exists(g, g == request.namespace) || request.dryRun")],
  ["kinds that cannot be compared", validating("request.name == 1"), EXPRESSION],
  ["equal types of different fields", validating("request.kind == request.requestKind")],
  ["different types of fields", validating("request.kind == request.resource"), EXPRESSION],
  [
    "a Namespace",
    validating("namespaceObject.metadata.labels['a'] == 'b' && namespaceObject.status.phase == 'Active'"),
  ],
  [
    "a time of a Namespace",
    validating("namespaceObject.metadata.creationTimestamp < timestamp('2030-01-01T00:00:00Z')"),
  ],
  ["an unknown field of a Namespace", validating("namespaceObject.metadata.uid == ''"), EXPRESSION],
  ["the authorizer", validating("authorizer.group('').resource('pods').check('get').allowed()")],
  ["the resource of the authorizer", validating("authorizer.requestResource.check('get').reason() == ''")],
  ["a field selector", validating("authorizer.requestResource.fieldSelector('a=b').check('get').allowed()")],
  ["a wrong method of the authorizer", validating("authorizer.requestResource.group('a').allowed()"), EXPRESSION],
  ["another field of the authorizer", validating("authorizer.a"), EXPRESSION],
  ["a pattern that is not RE2", validating("object.a.matches('(?=a)')"), EXPRESSION],
  ["a function of a later version", validating("[1].includes(1)"), EXPRESSION],
  ["a nested expression", validating(`${"(".repeat(300)}true${")".repeat(300)}`), EXPRESSION],
  ["a long expression", validating(`true // ${"a".repeat(100_000)}`), EXPRESSION],
  ["mixed items", validating("object.a in [1, 'a']"), EXPRESSION],
  [
    "an estimated cost without a limit",
    validating("object.a.all(x, object.a.all(y, object.a.all(z, x == y && y == z)))"),
  ],
  ["a name in backticks", validating("object.metadata.labels.`a/b` == 'c'")],
  ["no variables", validating("variables.a"), EXPRESSION],
  ["a variable", withVariables({ a: "object.spec.a" }, "variables.a == 1")],
  ["a variable of a variable", withVariables({ a: "1", b: "variables.a + 1" }, "variables.b == 2")],
  ["a variable of a later one", withVariables({ a: "variables.b", b: "1" }), VARIABLE],
  ["a variable of itself", withVariables({ a: "variables.a" }), VARIABLE],
  ["an unknown variable of the policy", withVariables({ a: "1" }, "variables.b == 1"), EXPRESSION],
  ["the type of a variable", withVariables({ a: "'a'" }, "variables.a == 1"), EXPRESSION],
  ["the type of a list", withVariables({ a: "[['a']]" }, "variables.a[0][0] == 1"), EXPRESSION],
  ["the type of a map", withVariables({ a: "{'a': 1u}" }, "variables.a.b == 'a'"), EXPRESSION],
  ["a variable that is null", withVariables({ a: "null" }, "variables.a == null")],
  ["a variable that is null in a sum", withVariables({ a: "null" }, "variables.a + 1 == 2"), EXPRESSION],
  ["an object in a variable is dyn", withVariables({ a: "request.kind" }, "variables.a.unknown == 1")],
  ["an optional in a variable is dyn", withVariables({ a: "optional.of(1)" }, "variables.a.orValue('a') == 'b'")],
  ["a URL in a variable is dyn", withVariables({ a: "url('http://a')" }, "variables.a.getHost() == 'a'")],
  ["a type in a variable is dyn", withVariables({ a: "type(1)" }, "variables.a == int")],
  ["an index of variables", withVariables({ a: "1" }, "variables['a'] == 1"), EXPRESSION],
  ["an optional variable", withVariables({ a: "1" }, "variables.?a.orValue(2) == 1")],
  ["has of a variable", withVariables({ a: "1" }, "has(variables.a)")],
  ["a loop over variables", withVariables({ a: "1" }, "variables.all(a, true)"), EXPRESSION],
  ["a variable that does not compile", withVariables({ a: "1 +" }, "variables.a == 'a' && variables.a.b"), VARIABLE],
  ["a variable with a reserved name", withVariables({ in: "1" }), "spec.variables[0].name"],
  ["a variable with a wrong name", withVariables({ "a-b": "1" }), "spec.variables[0].name"],
  ["a blank variable", withVariables({ " ": "1" }), "spec.variables[0].name"],
  ["a variable without an expression", withVariables({ a: "" }), VARIABLE],
  ["a match condition", withCondition("request.operation == 'CREATE'")],
  ["a match condition that is no bool", withCondition("'a'"), "spec.matchConditions[0].expression"],
  ["a match condition without parameters", withCondition("params == null"), "spec.matchConditions[0].expression"],
  ["a match condition with parameters", withCondition("params == null", { paramKind: PARAM_KIND })],
  [
    "a match condition with variables",
    withCondition("variables.a == 1", { variables: [{ name: "a", expression: "1" }] }),
    "spec.matchConditions[0].expression",
  ],
  ["a match condition with the authorizer", withCondition("authorizer.path('/a').check('get').allowed()")],
  ["a blank match condition", withCondition(" "), "spec.matchConditions[0].expression"],
  [
    "match conditions with one name",
    policy({ matchConditions: [1, 2].map((n) => ({ name: "a", expression: `1 == ${n}` })) }),
    "spec.matchConditions[1].name",
  ],
  [
    "a match condition without a name",
    policy({ matchConditions: [{ expression: "true" }] }),
    "spec.matchConditions[0].name",
  ],
  [
    "a match condition with a wrong name",
    policy({ matchConditions: [{ name: "a/b/c", expression: "true" }] }),
    "spec.matchConditions[0].name",
  ],
  [
    "65 match conditions",
    policy({ matchConditions: Array.from({ length: 65 }, (_, n) => ({ name: `a${n}`, expression: "true" })) }),
    "spec.matchConditions",
  ],
  ["a message", policy({ validations: [{ expression: "true", message: " a " }] })],
  ["a blank message", policy({ validations: [{ expression: "true", message: " " }] }), "spec.validations[0].message"],
  [
    "a message of two lines",
    policy({ validations: [{ expression: "true", message: "a\nb" }] }),
    "spec.validations[0].message",
  ],
  ["a message with a last line", policy({ validations: [{ expression: "true", message: "a\n" }] })],
  ["a reason", policy({ validations: [{ expression: "true", reason: "Forbidden" }] })],
  [
    "a reason that is none",
    policy({ validations: [{ expression: "true", reason: "Unauthorized" }] }),
    "spec.validations[0].reason",
  ],
  ["a message expression", withMessage("'a' + object.metadata.name")],
  ["a message expression that is dyn", withMessage("object.metadata.name"), MESSAGE],
  ["a message expression with the authorizer", withMessage("authorizer.path('/a').check('get').reason()"), MESSAGE],
  ["a blank message expression", withMessage(" "), MESSAGE],
  ["a message expression with parameters", withMessage("string(params.a)", { paramKind: PARAM_KIND })],
  ["a message expression without parameters", withMessage("string(params.a)"), MESSAGE],
  ["an audit annotation", withAnnotation("'a'")],
  ["an audit annotation that is null", withAnnotation("null")],
  ["an audit annotation that is dyn", withAnnotation("object.a"), "spec.auditAnnotations[0].valueExpression"],
  ["an audit annotation with the authorizer", withAnnotation("authorizer.path('/').check('get').reason()")],
  ["an audit annotation with a wrong key", withAnnotation("'a'", "a/b"), "spec.auditAnnotations[0].key"],
  ["a blank audit annotation", withAnnotation(""), "spec.auditAnnotations[0].valueExpression"],
  ["a long audit annotation", withAnnotation(`'${"a".repeat(5_119)}'`), "spec.auditAnnotations[0].valueExpression"],
  [
    "audit annotations with one key",
    policy({ auditAnnotations: [1, 2].map((n) => ({ key: "a", valueExpression: `'${n}'` })) }),
    "spec.auditAnnotations[1].key",
  ],
  [
    "21 audit annotations",
    policy({ auditAnnotations: Array.from({ length: 21 }, (_, n) => ({ key: `a${n}`, valueExpression: "'a'" })) }),
    "spec.auditAnnotations",
  ],
];

const ACTIONS = "spec.validationActions";
const PARAM_REF = "spec.paramRef";

function withRef(paramRef: JsonObject): JsonObject {
  return binding({ paramRef });
}

export const BINDINGS: readonly DocumentCase[] = [
  ["a binding", binding()],
  ["an unknown field", binding({ policy: "a" }), "shape"],
  ["no policy", binding({ policyName: "" }), "spec.policyName"],
  ["a policy with a wrong name", binding({ policyName: "A" }), "spec.policyName"],
  ["no actions", binding({ validationActions: [] }), ACTIONS],
  ["an action that is none", binding({ validationActions: ["Reject"] }), `${ACTIONS}[0]`],
  ["an action twice", binding({ validationActions: ["Deny", "Deny"] }), `${ACTIONS}[1]`],
  ["a denial and a warning", binding({ validationActions: ["Deny", "Warn"] }), ACTIONS],
  ["a warning and an audit", binding({ validationActions: ["Audit", "Warn"] })],
  ["a parameter", withRef({ name: "a", parameterNotFoundAction: "Deny" })],
  ["a parameter without an action", withRef({ name: "a" }), `${PARAM_REF}.parameterNotFoundAction`],
  [
    "a parameter with a wrong action",
    withRef({ name: "a", parameterNotFoundAction: "Fail" }),
    `${PARAM_REF}.parameterNotFoundAction`,
  ],
  ["a parameter with a wrong name", withRef({ name: "a/b", parameterNotFoundAction: "Deny" }), `${PARAM_REF}.name`],
  ["all parameters", withRef({ selector: {}, parameterNotFoundAction: "Allow" })],
  ["no reference", withRef({ parameterNotFoundAction: "Allow" }), PARAM_REF],
  [
    "a name and a selector",
    withRef({ name: "a", selector: {}, parameterNotFoundAction: "Allow" }),
    `${PARAM_REF}.name`,
    `${PARAM_REF}.selector`,
  ],
  [
    "a selector with an error",
    withRef({ selector: { matchExpressions: [{ key: "a", operator: "a" }] }, parameterNotFoundAction: "Allow" }),
    `${PARAM_REF}.selector.matchExpressions[0].operator`,
  ],
  ["empty resources", binding({ matchResources: {} })],
  [
    "a rule without operations",
    binding({ matchResources: { resourceRules: [{ ...RULE, operations: [] }] } }),
    "spec.matchResources.resourceRules[0].operations",
  ],
];
