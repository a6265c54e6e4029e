import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import type { AdmissionAttributes } from "../../../scripts/kubernetes/policies/attributes.js";
import { compilePolicies } from "../../../scripts/kubernetes/policies/policy-set.js";
import { type PolicyDecision, review } from "../../../scripts/kubernetes/policies/review.js";
import { namedCase } from "../../support/arbitrary-policies.js";
import { binding, CONFIG_MAP, configMap, creation, policy, RULE, validating } from "./documents.js";
import { REVIEWS } from "./review-cases.js";
import { decisionsFor } from "./reviewed.js";

const tests = suite("reviews");

const BY = "ValidatingAdmissionPolicy 'a' with binding 'a' denied request: ";

for (const [name, drawn, denial] of REVIEWS) {
  tests(name, () => {
    const decisions = decisionsFor(namedCase(drawn, "a"));
    const [denied] = (decisions ?? []).filter(({ action }) => action === "Deny");
    const message = denied?.message.replace(BY, "");
    if (denial instanceof RegExp) assert.match(message ?? "", denial);
    else assert.is(message, denial);
    assert.is(denied?.message.startsWith(BY) ?? true, true);
  });
}

/** Reviews a request with policies that have no problems. */
function reviewed(documents: readonly JsonObject[], attributes: AdmissionAttributes): readonly PolicyDecision[] {
  const { policies, problems } = compilePolicies(documents, 37);
  assert.equal(problems, []);
  return review(policies, attributes);
}

tests("each action has a decision, and the message of the API server for it", () => {
  const spec = { validations: [{ expression: "false", message: "no", reason: "Forbidden" }] };
  const documents = [policy(spec), binding({ validationActions: ["Audit", "Warn"] }, "soft"), binding({}, "hard")];
  const common = { policy: "limits", reason: "Forbidden", path: ["spec", "validations", 0] };
  assert.equal(reviewed(documents, creation({})), [
    { ...common, binding: "soft", action: "Audit", message: "no" },
    {
      ...common,
      binding: "soft",
      action: "Warn",
      message: "Validation failed for ValidatingAdmissionPolicy 'limits' with binding 'soft': no",
    },
    {
      ...common,
      binding: "hard",
      action: "Deny",
      message: "ValidatingAdmissionPolicy 'limits' with binding 'hard' denied request: no",
    },
  ]);
});

tests("all failed validations have a decision, in the order of the documents", () => {
  const spec = {
    validations: ["false", "true", "object.spec.a", "1 > 2"].map((part) => ({ expression: `${part} == true` })),
  };
  const documents = [policy(spec, "b"), binding({ policyName: "b" }, "b"), policy(spec), binding()];
  const decisions = reviewed(documents, creation({}));
  assert.equal(
    decisions.map(({ policy: name, path }) => [name, path[2], path[3]]),
    ["b", "limits"].flatMap((name) => [
      [name, 0, undefined],
      [name, 2, "expression"],
      [name, 3, undefined],
    ]),
  );
});

tests("a policy without a binding decides nothing", () => {
  assert.equal(reviewed([validating("false")], creation({})), []);
});

tests("policies do not review policies, or what is not stored", () => {
  const all = { ...RULE, apiGroups: ["*"], resources: ["*"] };
  const documents = [validating("false", { matchConstraints: { resourceRules: [all] } }), binding()];
  const about = (group: string, resource: string) =>
    reviewed(documents, creation({}, { resource: { group, version: "v1", resource } })).length;
  assert.is(about("example.dev", "widgets"), 1);
  assert.is(about("admissionregistration.k8s.io", "validatingadmissionpolicies"), 0);
  assert.is(about("admissionregistration.k8s.io", "mutatingadmissionpolicybindings"), 0);
  assert.is(about("admissionregistration.k8s.io", "validatingwebhookconfigurations"), 1);
  assert.is(about("authorization.k8s.io", "subjectaccessreviews"), 0);
});

// Decisions that depend on unknown facts

function undecided(decisions: readonly PolicyDecision[]): (string | undefined)[] {
  return decisions.map(({ isUndecided, message }) =>
    isUndecided ? message.replace(/^.* denied request: /, "") : undefined,
  );
}

const UNKNOWN: Readonly<Record<string, readonly [expression: string, cause: string]>> = {
  authorizer: ["authorizer.requestResource.check('get').allowed()", "the permissions of the user are not known"],
  user: ["request.userInfo.username == 'admin'", "the user is not known"],
  options: ["has(request.options.fieldManager)", "the options of the request are not known"],
  Namespace: ["namespaceObject.metadata.labels.team == 'a'", "Namespace default is not known"],
};

for (const [name, [expression, cause]] of Object.entries(UNKNOWN)) {
  tests(`${name}: it is reported that a decision depends on it, whatever the failure policy`, () => {
    const message = (source: string) => `expression '${source}' cannot be evaluated: ${cause}`;
    for (const failurePolicy of ["Fail", "Ignore"]) {
      const decide = (source: string) =>
        reviewed([validating(source, { failurePolicy }), binding()], creation({ a: 1 }));
      assert.equal(undecided(decide(expression)), [message(expression)]);
      assert.equal(undecided(decide(`true || ${expression}`)), []);
      const first = `object.spec.b == 1 || ${expression}`;
      assert.equal(undecided(decide(first)), [message(first)], "it could hide an error");
      assert.equal(decide(`object.spec.a == 1 || ${expression}`), []);
      assert.equal(undecided(decide(`object.spec.a == 2 && ${expression}`)), [undefined]);
    }
  });
}

tests("a match condition that cannot be decided", () => {
  const unknown = { name: "a", expression: "request.userInfo.username != 'admin'" };
  const decide = (...others: JsonObject[]) =>
    reviewed([validating("false", { matchConditions: [unknown, ...others] }), binding()], creation({}));
  assert.equal(undecided(decide()).length, 1);
  const holding = validating("true", { matchConditions: [unknown] });
  assert.equal(reviewed([holding, binding()], creation({})), [], "it does not matter");
  assert.equal(decide({ name: "b", expression: "false" }), []);
  assert.equal(undecided(decide({ name: "b", expression: "object.spec.b == 1" })).length, 1);
});

tests("a variable that cannot be decided", () => {
  const variables = [{ name: "a", expression: "request.userInfo.username" }];
  const [decision] = reviewed([validating("variables.a == 'admin'", { variables }), binding()], creation({}));
  assert.is(decision?.isUndecided, true);
});

tests("a known user, and a known Namespace", () => {
  const user = "request.userInfo.groups.exists(g, g == 'a') && !has(request.userInfo.uid)";
  const attributes = {
    userInfo: { username: "a", groups: ["a"], uid: "" },
    namespaceObject: { metadata: { name: "default", labels: { team: "a" }, managedFields: [] } },
  };
  const namespace = "namespaceObject.metadata.labels.team == 'a'";
  const documents = [validating(`${user} && ${namespace}`), binding()];
  assert.equal(reviewed(documents, creation({}, attributes)), []);
});

tests("labels of an unknown Namespace", () => {
  const selecting = (matchLabels: JsonObject) => {
    const matchConstraints = { resourceRules: [RULE], namespaceSelector: { matchLabels } };
    return undecided(reviewed([validating("false", { matchConstraints }), binding()], creation({})));
  };
  const cause = "Namespace default: the label team is not known";
  assert.equal(selecting({ team: "a" }), [cause]);
  assert.equal(selecting({ "kubernetes.io/metadata.name": "default" }), [undefined]);
  assert.equal(selecting({ team: "a", "kubernetes.io/metadata.name": "other" }), []);
});

tests("other versions that may be served", () => {
  const rule = { ...RULE, apiVersions: ["v2"] };
  const decide = (attributes: Partial<AdmissionAttributes>, spec: JsonObject = {}) => {
    const documents = [validating("false", { matchConstraints: { resourceRules: [rule], ...spec } }), binding()];
    return undecided(reviewed(documents, creation({}, attributes)));
  };
  assert.equal(decide({}), ["it is not known if the API server serves the resource in version v2"]);
  assert.equal(decide({}, { matchPolicy: "Exact" }), []);
  assert.equal(decide({}, { objectSelector: { matchLabels: { a: "b" } } }), [], "the object is not selected");
  assert.equal(decide({ otherVersions: [] }), []);
  assert.equal(decide({ otherVersions: ["v2"] }), [undefined]);
});

// Hostile documents

tests("keys of prototypes are ordinary keys", () => {
  const spec = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}') as JsonObject;
  const expressions = {
    "object.spec.__proto__.a == 1": true,
    "object.spec.constructor == 2": true,
    "has(object.spec.toString)": false,
    "has(object.__proto__)": false,
    "has(request.constructor) || true": undefined,
  };
  for (const [expression, holds] of Object.entries(expressions)) {
    const { policies, problems } = compilePolicies([validating(expression), binding()], 37);
    if (holds === undefined) assert.is(problems.length > 0, true);
    else assert.is(review(policies, creation(spec)).length === 0, holds, expression);
  }
  const variables = ["__proto__", "constructor"].map((name, index) => ({ name, expression: String(index) }));
  const documents = [validating("variables.constructor == 1 && !has(variables.__proto__)", { variables }), binding()];
  assert.equal(reviewed(documents, creation({})), []);
});

tests("10,000 variables of each other are evaluated", () => {
  const variables = Array.from({ length: 10_000 }, (_, index) => ({
    name: `v${index}`,
    expression: index === 0 ? "0" : `variables.v${index - 1} + 1`,
  }));
  const start = Date.now();
  assert.equal(reviewed([validating("variables.v9999 == 9999", { variables }), binding()], creation({})), []);
  assert.ok(Date.now() - start < 20_000);
});

/** Returns variables, of which each one makes a value of the one before. There are two with equal values of each length. */
function chains(length: number, next: (before: string) => string): JsonObject[] {
  return ["v", "w"].flatMap((prefix) =>
    Array.from({ length }, (_, index) => ({
      name: `${prefix}${index}`,
      expression: index === 0 ? "[dyn(1)]" : next(`dyn(variables.${prefix}${index - 1})`),
    })),
  );
}

tests("a value that contains itself twice at each of 120 levels is compared", () => {
  for (const next of ["[x, x]", "[x] + [x]", "{'a': x, 'b': x}"]) {
    const variables = chains(120, (before) => next.replaceAll("x", before));
    const decide = (expression: string) => reviewed([validating(expression, { variables }), binding()], creation({}));
    assert.equal(decide("variables.v119 == variables.w119"), []);
    assert.equal(decide("variables.v119 in [variables.w119]"), []);
    assert.is(decide("[variables.v119].indexOf(variables.w119) == 0").length, 1, "it costs too much");
    assert.is(decide("'%s'.format([variables.v119]) == ''").length, 1, "it is too long");
  }
});

tests("a value that is nested too deeply for this process is undecided", () => {
  const variables = chains(5_000, (before) => `[${before}]`);
  const decide = (index: number) => {
    const expression = `variables.v${index} == variables.w${index}`;
    return undecided(reviewed([validating(expression, { variables }), binding()], creation({})));
  };
  assert.equal(decide(399), []);
  assert.match(decide(400)[0] ?? "", "nested more than 400 levels deep");
  assert.is(decide(4_999).length, 1);
});

tests("documents that are nested too deeply are reported", () => {
  const deep = JSON.parse(`${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`) as JsonObject;
  const { problems } = compilePolicies(
    [
      { ...policy(), status: deep },
      { ...configMap("a", {}), data: deep },
    ],
    37,
  );
  assert.equal(
    problems.map(({ index, path }) => [index, path]),
    [
      [0, []],
      [1, []],
    ],
  );
});

tests("parameters of a kind in a file", () => {
  const ref = (paramRef: JsonObject) => binding({ paramRef: { parameterNotFoundAction: "Deny", ...paramRef } });
  const spec = { paramKind: CONFIG_MAP };
  const decide = (paramRef: JsonObject, ...params: JsonObject[]) =>
    reviewed([validating("params.data.a == 'b'", spec), ref(paramRef), ...params], creation({})).length;
  assert.is(decide({ name: "a" }, configMap("a", { a: "b" })), 0);
  assert.is(decide({ name: "a" }, configMap("a", { a: "b" }, { namespace: "other" })), 1);
  assert.is(decide({ name: "a", namespace: "other" }, configMap("a", { a: "b" }, { namespace: "other" })), 0);
  assert.is(decide({ name: "a" }, { ...CONFIG_MAP, metadata: { name: "a" }, data: { a: "b" } }), 0, "default");
});

tests("a parameter without a namespace", () => {
  const gizmo = { apiVersion: "example.dev/v1", kind: "Gizmo" };
  const decide = (paramRef: JsonObject) => {
    const reference = { paramRef: { parameterNotFoundAction: "Deny", ...paramRef } };
    const documents = [
      validating("params.spec.a == object.spec.a", { paramKind: gizmo }),
      binding(reference),
      { ...gizmo, metadata: { name: "a" }, spec: { a: 1 } },
    ];
    return reviewed(documents, creation({ a: 1 })).map(({ message }) => message.replace(/^.* request: /, ""));
  };
  assert.equal(decide({ name: "a" }), []);
  assert.equal(decide({ name: "a", namespace: "b" }), [
    "failed to configure binding: paramRef.namespace must not be set for parameters without a namespace",
  ]);
});

tests.run();
