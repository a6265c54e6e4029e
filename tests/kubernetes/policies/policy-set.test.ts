import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import { pathInWords } from "../../../scripts/core/shape.js";
import { compilePolicies } from "../../../scripts/kubernetes/policies/policy-set.js";
import { BINDINGS, POLICIES } from "./document-cases.js";
import { binding, CONFIG_MAP, configMap, policy, validating } from "./documents.js";
import { fieldsAtFault } from "./fields.js";

const tests = suite("documents of policies");

for (const [about, cases] of Object.entries({ policies: POLICIES, bindings: BINDINGS })) {
  for (const [name, document, ...fields] of cases) {
    tests(`${about}: ${name}`, () => assert.equal(fieldsAtFault(document), fields));
  }
}

function problemsOf(...documents: JsonObject[]): string[] {
  const { problems } = compilePolicies(documents, 37);
  return problems.map(({ index, kind, path, message }) => `${index} ${kind} ${pathInWords(path)}: ${message}`);
}

tests("a problem in an expression has a place in code points", () => {
  const { problems } = compilePolicies([validating("'🙂' == '' && self.a == 1")], 37);
  assert.equal(problems, [
    {
      index: 0,
      kind: "invalid",
      path: ["spec", "validations", 0, "expression"],
      message: "there is no variable `self`",
      range: { offset: 13, length: 4 },
    },
  ]);
});

tests("a binding needs a policy", () => {
  const missing = "1 missing spec.policyName: there is no policy limits";
  assert.equal(problemsOf(policy({}, "others"), binding()), [missing]);
  assert.equal(problemsOf(policy({}, "limit"), binding()), [`${missing}; did you mean limit?`]);
});

tests("the problems of a policy are not those of its bindings", () => {
  const problems = problemsOf(validating("self"), binding());
  assert.equal(
    problems.map((problem) => problem.slice(0, 1)),
    ["0"],
  );
});

tests("parameters need a document of their kind, or its CRD", () => {
  const gizmos = { apiVersion: "example.dev/v1", kind: "Gizmo" };
  const ref = { paramRef: { name: "a", parameterNotFoundAction: "Allow" } };
  const documents = [policy({ paramKind: gizmos }), binding(ref)];
  assert.equal(problemsOf(...documents), [
    "1 missing spec.paramRef: there is no document of example.dev/v1 Gizmo and no CRD for it",
  ]);
  const names = { kind: "Gizmo", plural: "gizmos" };
  const crd = { kind: "CustomResourceDefinition", spec: { group: "example.dev", scope: "Cluster", names } };
  assert.equal(problemsOf(...documents, crd), []);
  assert.equal(problemsOf(...documents, { ...gizmos, metadata: { name: "b" } }), []);
  assert.equal(problemsOf(policy({ paramKind: CONFIG_MAP }), binding(ref), configMap("a", {})), []);
});

tests("a name can be used once", () => {
  assert.equal(problemsOf(policy(), policy()), ["1 invalid metadata.name: another document has the name limits"]);
});

tests("variables that cannot be evaluated here are reported", () => {
  const twice = [1, 2].map((value) => ({ name: "a", expression: String(value) }));
  assert.equal(problemsOf(policy({ variables: twice })), [
    '0 undecidable spec.variables[1].name: spec.variables[1].name has the value "a" of another item',
  ]);
  const one = { variables: [{ name: "a", expression: "1" }] };
  assert.equal(problemsOf(validating("dyn(variables)['a'] == 1", one)), [
    "0 undecidable spec.validations[0].expression: `variables` can be evaluated only if a dot and the name of a variable follow",
  ]);
});

tests("older versions of the API have the same fields", () => {
  const older = { ...validating("self"), apiVersion: "admissionregistration.k8s.io/v1beta1" };
  assert.equal(problemsOf(older), ["0 invalid spec.validations[0].expression: there is no variable `self`"]);
});

tests("documents of other kinds are ignored", () => {
  assert.equal(problemsOf({}, { kind: "ValidatingAdmissionPolicy", apiVersion: "example.dev/v1", spec: 1 }), []);
});

tests.run();
