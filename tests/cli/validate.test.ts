/** Tests of `crd-bundle validate`: each option, the sources of CRDs, its output, and its exit codes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type ValidateOptions, validateCommand } from "../../scripts/cli/validate.js";
import type { ValidatedObject } from "../../scripts/core/model/validated-object.js";
import { inTerminal, Project, type Result, removeProjects, temporary } from "../support/git-project.js";
import { ROOT } from "../support/golden.js";
import { schemaProblems } from "../support/json-schemas.js";
import { codesIn } from "../support/release-project.js";

const validate = suite("cli/validate");
validate.after(removeProjects);

const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.dev
spec:
  group: example.dev
  names: {kind: Widget, plural: widgets, singular: widget, listKind: WidgetList}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      subresources: {status: {}}
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              required: [size]
              properties:
                size: {type: integer, minimum: 1}
                color: {type: string, default: red, maxLength: 10}
                tags: {type: array, x-kubernetes-list-type: set, items: {type: string}, maxItems: 5}
              x-kubernetes-validations:
                - rule: "!has(oldSelf.tags) || has(self.tags)"
                  message: tags must not be removed
                - rule: self.color != 'blue' || self.size > 1
                  messageExpression: "'a ' + self.color + ' widget must be larger than 1'"
                  fieldPath: .size
            status:
              type: object
              properties:
                ready: {type: boolean}
    - name: v1alpha1
      served: false
      storage: false
      schema:
        openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
`;

/** Returns a widget with this spec, as YAML in one line, and other lines. */
function widget(spec: string, name = "a", more = ""): string {
  return `apiVersion: example.dev/v1\nkind: Widget\nmetadata: {name: ${name}}\nspec: ${spec}\n${more}`;
}

/** Runs the command in a directory with these files and the CRD. */
function run(
  texts: Readonly<Record<string, string>>,
  options: Partial<ValidateOptions> = {},
  input = "",
): Promise<Result> {
  const project = new Project(undefined, temporary());
  project.write({ "crd.yaml": CRD, ...texts });
  const given: ValidateOptions = { project: ".", format: "text", crds: ["crd.yaml"], files: ["a.yaml"], ...options };
  return inTerminal(project.directory, (terminal) => validateCommand(given, terminal), { input });
}

async function objectsOf(texts: Readonly<Record<string, string>>, options: Partial<ValidateOptions> = {}) {
  const { out } = await run(texts, { format: "json", ...options });
  const value = JSON.parse(out);
  assert.equal(schemaProblems("validate", value), [], out);
  return value.objects as ValidatedObject[];
}

validate("accepts objects in one line", async () => {
  const one = await run({ "a.yaml": widget("{size: 1}") });
  assert.equal(one, { exit: 0, out: "1 object accepted\n", err: "" });
  const several = await run({ "a.yaml": `${widget("{size: 1}")}---\n${widget("{size: 2}", "b")}` });
  assert.equal(several, { exit: 0, out: "2 objects accepted\n", err: "" });
});

validate("reports each error at its line, with the message of the rule", async () => {
  const { exit, out, err } = await run({ "a.yaml": widget("\n  size: 0\n  tags: [x, x]\n") });
  assert.equal([exit, out], [1, "1 object rejected\n"]);
  assert.match(err, /^a\.yaml:5:9 error spec\.size: Invalid value: 0: must be at least 1 \[object-invalid\]\n/);
  assert.match(err, /\na\.yaml:6:13 error spec\.tags\[1\]: Duplicate value: "x" \[object-invalid\]\n/);
  const blue = await run({ "a.yaml": widget("\n  color: blue\n  size: 1\n") });
  assert.match(blue.err, /^a\.yaml:6:9 error spec\.size: Invalid value: a blue widget must be larger than 1 /);
});

validate("prints what the API server would say, as JSON", async () => {
  const [rejected, missing] = await objectsOf({ "a.yaml": `${widget("{size: 0}")}---\n${widget("{}", "b")}` });
  assert.equal(rejected, {
    file: "a.yaml",
    index: 0,
    apiVersion: "example.dev/v1",
    kind: "Widget",
    name: "a",
    accepted: false,
    errors: [{ type: "FieldValueInvalid", field: "spec.size", message: "Invalid value: 0: must be at least 1" }],
    warnings: [],
  });
  assert.is(missing?.index, 1);
  const [required, unchecked] = missing?.errors ?? [];
  assert.equal(required, { type: "FieldValueRequired", field: "spec.size", message: "Required value" });
  assert.is(unchecked?.field, "<nil>", "the rules are not evaluated");
});

validate("reads lists, and standard input", async () => {
  const list = `kind: List\napiVersion: v1\nitems:\n- ${widget("{size: 0}").trim().replace(/\n/g, "\n  ")}\n`;
  const { exit, err } = await run({}, { files: ["-"] }, list);
  assert.is(exit, 1);
  assert.match(err, /^standard input:7:16 error spec\.size: /);
});

validate("reports kinds that no CRD defines, with the nearest one", async () => {
  const wigdet = widget("{}").replace("Widget", "Wigdet");
  const { exit, err } = await run({ "a.yaml": `${wigdet}---\n${widget("{}").replace("example.dev", "example.org")}` });
  assert.is(exit, 1);
  assert.match(err, /a\.yaml:2:7 error no CRD defines the kind Wigdet of example\.dev\/v1; did you mean Widget\?/);
  assert.match(
    err,
    /no CRD defines the kind Widget of example\.org\/v1; did you mean apiVersion example\.dev\/v1\? \[/,
  );
  const untyped = await run({ "a.yaml": "metadata: {name: a}\n" });
  assert.equal(codesIn(untyped), ["object-kind-unknown"]);
});

validate("reports versions that are not served, with those that are", async () => {
  const { exit, err } = await run({ "a.yaml": widget("{}").replace("/v1", "/v1alpha1") });
  assert.is(exit, 1);
  assert.match(
    err,
    /^a\.yaml:1:13 error the version v1alpha1 of Widget is not served; served: v1 \[object-version-unknown\]/,
  );
});

validate("names kinds of Kubernetes, which it does not validate", async () => {
  const texts = { "a.yaml": `${widget("{size: 1}")}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n` };
  assert.equal(await run(texts), {
    exit: 0,
    out: "1 object accepted\n",
    err: "Skipped 1 object of a kind of Kubernetes: ConfigMap.\n",
  });
});

validate("uses CRDs in the files of the objects, and checks them", async () => {
  const texts = { "a.yaml": `${CRD}---\n${widget("{size: 0}")}` };
  const both = await run(texts, { crds: [] });
  assert.equal([both.exit, both.out], [1, "2 objects: 1 accepted, 1 rejected\n"]);
  const broken = CRD.replace("minimum: 1", "pattern: '(?!a)'");
  const rejected = await run({ "a.yaml": `${broken}---\n${widget("{size: 1}")}` }, { crds: [] });
  assert.is(rejected.exit, 1);
  assert.equal(codesIn(rejected), ["pattern-invalid", "object-crd-rejected"]);
});

validate("does not validate with a CRD that the API server rejects", async () => {
  const texts = { "a.yaml": widget("{size: 1}"), "crd.yaml": CRD.replace("minimum: 1", "minimum: 1, pattern: '('") };
  const { exit, err } = await run(texts);
  assert.is(exit, 1);
  assert.match(err, /a\.yaml:2:7 error the API server rejects the CRD widgets\.example\.dev, which defines the kind/);
});

validate("reports unknown fields, with the nearest one: --strict", async () => {
  const texts = { "a.yaml": widget("\n  size: 1\n  colr: red\n", "a", "extra: 1\n") };
  assert.is((await run(texts)).exit, 0);
  const { exit, err } = await run(texts, { strict: true });
  assert.is(exit, 1);
  assert.match(
    err,
    /a\.yaml:6:3 error the schema has no field spec\.colr; did you mean color\? \[object-field-unknown\]/,
  );
  assert.match(err, /the schema has no field extra \[/);
});

validate("validates updates: --old", async () => {
  const texts = {
    "a.yaml": `${widget("{size: 2}")}---\n${widget("{size: 0}", "new")}`,
    "old.yaml": widget("{size: 1, tags: [x]}"),
  };
  const [updated, created] = await objectsOf(texts, { old: ["old.yaml"] });
  assert.equal(updated?.errors, [
    { type: "FieldValueInvalid", field: "spec", message: "Invalid value: tags must not be removed" },
  ]);
  assert.is(created?.errors[0]?.field, "spec.size");
  const kept = { "a.yaml": widget("{size: 0, color: red}"), "old.yaml": widget("{size: 0}") };
  assert.is((await run(kept, { old: ["old.yaml"] })).exit, 0, "an unchanged value is not validated again");
  const other = await run({ ...kept, "old.yaml": widget("{size: 0}", "other") }, { old: ["old.yaml"] });
  assert.is(other.exit, 1);
  assert.match(other.err, /^None of the objects is in the files with the old objects/);
});

validate("validates updates of the status: --subresource status", async () => {
  const texts = { "a.yaml": widget("{size: 0}", "a", "status: {ready: 1}\n") };
  const [object] = await objectsOf(texts, { subresource: "status" });
  assert.equal(
    object?.errors.map(({ field }) => field),
    ["status.ready", "<nil>"],
  );
  const [ignored] = await objectsOf({ "a.yaml": widget("{size: 1}", "a", "status: {ready: 1}\n") });
  assert.is(ignored?.accepted, true, "a new object has no status");
});

validate("prints objects as the API server would return them: --defaulted", async () => {
  const texts = { "a.yaml": `${widget("{size: 1, more: 1}")}---\n${widget("{size: 0}", "b")}` };
  const { out } = await run(texts, { defaulted: true });
  assert.is(out, "apiVersion: example.dev/v1\nkind: Widget\nmetadata:\n  name: a\nspec:\n  size: 1\n  color: red\n");
  const objects = await objectsOf(texts, { defaulted: true });
  assert.equal(objects[0]?.object?.spec, { size: 1, color: "red" });
  assert.is(objects[1]?.object, undefined);
});

const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: limits}
spec:
  matchConstraints:
    resourceRules:
      - {apiGroups: [example.dev], apiVersions: ["*"], operations: [CREATE, UPDATE], resources: [widgets]}
  validations:
    - expression: object.spec.size <= int(params.data.most)
      message: the size exceeds the limit of the team
  paramKind: {apiVersion: v1, kind: ConfigMap}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: limits}
spec:
  policyName: limits
  validationActions: [Deny]
  paramRef: {name: limits, namespace: default, parameterNotFoundAction: Deny}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: limits, namespace: default}
data: {most: "3"}
`;

validate("applies policies: --policies", async () => {
  const texts = { "a.yaml": `${widget("{size: 3}")}---\n${widget("{size: 4}", "b")}`, "policies.yaml": POLICY };
  const { exit, out, err } = await run(texts, { policies: ["policies.yaml"] });
  assert.equal([exit, out], [1, "2 objects: 1 accepted, 1 rejected\n"]);
  const message = "ValidatingAdmissionPolicy 'limits' with binding 'limits' denied request: the size exceeds the limit";
  assert.ok(err.startsWith(`a.yaml:8:18 error ${message}`), err);
  const warn = POLICY.replace("[Deny]", "[Warn]");
  const warned = await run({ ...texts, "policies.yaml": warn }, { policies: ["policies.yaml"] });
  assert.is(warned.exit, 0);
  assert.match(warned.err, /^Warning about Widget b: Validation failed for ValidatingAdmissionPolicy 'limits'/);
});

validate("reports policies that cannot be evaluated, at their place", async () => {
  const broken = POLICY.replace("object.spec.size <=", "object.spec.size <");
  const invalid = await run(
    { "a.yaml": widget("{size: 3}"), "policies.yaml": broken.replace("int(", "nit(") },
    { policies: ["policies.yaml"] },
  );
  assert.is(invalid.exit, 1);
  assert.match(invalid.err, /^policies\.yaml:9:\d+ error .*nit.*\[policy-invalid\]/);
  const missing = await run(
    { "a.yaml": widget("{size: 3}"), "policies.yaml": POLICY.split("---\n").slice(1).join("---\n") },
    { policies: ["policies.yaml"] },
  );
  assert.equal(codesIn(missing), ["policy-invalid"]);
  const audited = POLICY.replace("object.spec.size <= int(params.data.most)", "request.userInfo.username == 'a'");
  const actions = async (list: string) => {
    const texts = { "a.yaml": widget("{size: 3}"), "policies.yaml": audited.replace("[Deny]", list) };
    return run(texts, { policies: ["policies.yaml"] });
  };
  assert.equal(codesIn(await actions("[Deny, Audit]")), ["object-undecided"]);
  const [warns, audits] = [await actions("[Warn, Audit]"), await actions("[Audit]")];
  assert.equal([warns.exit, audits.exit, audits.err], [0, 0, ""], "an audit event rejects nothing");
  assert.match(warns.err, /^Warning about Widget a: it is not known whether the policy limits warns: /);
  const authorized = POLICY.replace(
    "int(params.data.most)",
    "int(params.data.most) && authorizer.path('/a').check('get').allowed()",
  );
  const undecided = await run(
    { "a.yaml": widget("{size: 3}"), "policies.yaml": authorized },
    { policies: ["policies.yaml"] },
  );
  assert.equal(codesIn(undecided), ["object-undecided"]);
});

validate("reviews CRDs and parameters as the API server stores them", async () => {
  const policy = (expression: string, resource: string, group: string) =>
    POLICY.replace("object.spec.size <= int(params.data.most)", expression)
      .replace("apiGroups: [example.dev]", `apiGroups: [${group}]`)
      .replace("resources: [widgets]", `resources: [${resource}]`);
  const ofCrds = policy(
    "object.spec.names.singular == 'widget' && object.spec.conversion.strategy == 'None' && has(object.status)",
    "customresourcedefinitions",
    "apiextensions.k8s.io",
  );
  const short = CRD.replace("singular: widget, listKind: WidgetList", "singular: null");
  const crd = await run({ "a.yaml": short, "policies.yaml": ofCrds }, { crds: [], policies: ["policies.yaml"] });
  assert.is(crd.exit, 0, crd.err);
  const ofParams = policy(
    "params.metadata.namespace == 'default' && !has(params.binaryData) && !has(object.metadata.deletionTimestamp)",
    "widgets",
    "example.dev",
  ).replace("metadata: {name: limits, namespace: default}", "metadata: {name: limits}\nbinaryData: {}");
  const object = widget("{size: 1}").replace("{name: a}", "{name: a, deletionTimestamp: '2020-01-01T00:00:00Z'}");
  const params = await run({ "a.yaml": object, "policies.yaml": ofParams }, { policies: ["policies.yaml"] });
  assert.is(params.exit, 0, params.err);
});

validate("shows that the policy of a bundle rejects the CRDs of an older one", async () => {
  const file = "dist/standard/gateway.networking.k8s.io_gatewayclasses.yaml";
  const text = readFileSync(join(ROOT, file), "utf8");
  const older = text.replace(/(bundle-version: )v\S+/, "$1v1.0.0");
  const options: ValidateOptions = {
    project: ".",
    format: "text",
    files: ["-"],
    crds: [],
    policies: ["dist/standard/admission-policy.yaml"],
    old: [file],
  };
  const validated = (input: string) => inTerminal(ROOT, (terminal) => validateCommand(options, terminal), { input });
  assert.is((await validated(text)).exit, 0);
  const rejected = await validated(older);
  assert.is(rejected.exit, 1);
  assert.equal(codesIn(rejected), ["object-policy"]);
  assert.match(rejected.err, /denied request: the version of .* must be v\S+ or later, not v1\.0\.0/);
});

validate("fails without objects, with a missing file, and with standard input twice", async () => {
  assert.equal(codesIn(await run({ "a.yaml": "" })), ["objects-missing"]);
  const missing = await run({}, { files: ["b.yaml"] });
  assert.equal([missing.exit, codesIn(missing)], [2, ["crds-missing"]]);
  const twice = await run({}, { files: ["-"], old: ["-"] });
  assert.equal([twice.exit, codesIn(twice)], [2, ["usage-invalid"]]);
});

validate("builds the CRDs of the project if there are no others", async () => {
  const project = new Project();
  project.write({ "a.yaml": widget("{}") });
  const options: ValidateOptions = { project: ".", format: "text", files: ["a.yaml"] };
  const { exit, out } = await inTerminal(project.directory, (terminal) => validateCommand(options, terminal));
  assert.equal([exit, out], [0, "1 object accepted\n"]);
});

validate("treats null in a schema as a missing keyword, like the API server", async () => {
  const crd = CRD.replace("required: [size]", "required:").replace("maxLength: 10", "maxLength: null, pattern: null");
  assert.equal((await run({ "crd.yaml": crd, "a.yaml": widget("{color: a long color that is allowed}") })).exit, 0);
});

validate("reads streams of JSON objects", async () => {
  const json = (spec: object, name: string) =>
    JSON.stringify({ apiVersion: "example.dev/v1", kind: "Widget", metadata: { name }, spec });
  const text = `${json({ size: 1 }, "a")}\n${json({ size: 0 }, "b")} ${json({ size: 2 }, 'c"{}')}`;
  const objects = await objectsOf({ "a.yaml": text });
  assert.equal(
    objects.map(({ name, accepted }) => [name, accepted]),
    [
      ["a", true],
      ["b", false],
      ['c"{}', false],
    ],
  );
});

validate("reports items of lists that are not objects", async () => {
  const texts = { "a.yaml": `${widget("{size: 1}")}---\napiVersion: v1\nkind: List\nitems: [1, null]\n` };
  const { exit, out, err } = await run(texts);
  assert.equal([exit, out], [1, "1 object accepted\n"]);
  assert.match(err, /^a\.yaml:8:9 error .*must be an object \[manifest-unreadable\]/);
  assert.match(err, /a\.yaml:8:12 error/);
});

validate("rejects objects that are larger than the API server stores", async () => {
  const large = widget(`{size: 1, more: "${"x".repeat(4 * 2 ** 20)}"}`);
  const [object] = await objectsOf({ "a.yaml": large });
  assert.equal(
    object?.errors.map(({ type, field }) => [type, field]),
    [["FieldValueTooLong", "<nil>"]],
  );
});

validate("warns of integers that are rounded, and rejects infinity", async () => {
  const kept = CRD.replace("color: {type: string", "big: {type: integer}\n                color: {type: string");
  const [object] = await objectsOf({ "crd.yaml": kept, "a.yaml": widget("{size: 1, big: 9007199254740993}") });
  assert.match(object?.warnings[0] ?? "", /^spec\.big is rounded to 9007199254740992/);
  assert.equal(codesIn(await run({ "a.yaml": widget("{size: .inf}") })), ["manifest-unreadable"]);
});

validate("warns of versions that are deprecated", async () => {
  const deprecated = CRD.replace("served: true", "served: true\n      deprecated: true");
  const [object] = await objectsOf({ "crd.yaml": deprecated, "a.yaml": widget("{size: 1}") });
  assert.equal(object?.warnings, ["example.dev/v1 Widget is deprecated"]);
});

validate("needs the status subresource for a status, and the old object in the version of a webhook", async () => {
  const without = CRD.replace("subresources: {status: {}}", "");
  const status = await run({ "crd.yaml": without, "a.yaml": widget("{size: 1}") }, { subresource: "status" });
  assert.equal(codesIn(status), ["object-no-status"]);
  const webhook =
    "conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: {url: 'https://a'}}}";
  const converted = CRD.replace("scope: Namespaced", `scope: Namespaced\n  ${webhook}`);
  const old = widget("{size: 1}").replace("/v1", "/v1alpha1");
  const texts = { "crd.yaml": converted, "a.yaml": widget("{size: 1}"), "old.yaml": old };
  assert.equal(codesIn(await run(texts, { old: ["old.yaml"] })), ["object-conversion"]);
});

validate("needs CRDs in --crds, policies in --policies, and a project that is specified", async () => {
  const texts = { "a.yaml": `${CRD}---\n${widget("{size: 1}")}`, "b.yaml": "apiVersion: v1\nkind: ConfigMap\n" };
  const crds = await run(texts, { crds: ["b.yaml"] });
  assert.equal([crds.exit, codesIn(crds)], [2, ["bundle-missing"]]);
  const policies = await run(texts, { policies: ["b.yaml"] });
  assert.equal([policies.exit, codesIn(policies)], [2, ["policies-missing"]]);
  const project = new Project();
  project.write(texts);
  const options: ValidateOptions = { project: "other", format: "text", files: ["a.yaml"] };
  const other = await inTerminal(project.directory, (terminal) => validateCommand(options, terminal));
  assert.is(other.exit, 2);
});

validate("checks a CRD once, as an update of the old one", async () => {
  const approved = CRD.replaceAll("example.dev", "example.k8s.io");
  const object = widget("{size: 1}").replace("example.dev", "example.k8s.io");
  const texts = { "a.yaml": `${approved}---\n${object}`, "old.yaml": approved };
  assert.is((await run(texts, { crds: [] })).exit, 1, "a new CRD needs an approval");
  assert.is((await run(texts, { crds: [], old: ["old.yaml"] })).exit, 0);
});

validate("uses the first of several CRDs and old objects with the same name, and says so", async () => {
  const other = CRD.replace("kind: Widget,", "kind: Gadget,").replace("minimum: 1", "minimum: 5");
  const gadget = widget("{size: 1}").replace("Widget", "Gadget");
  const crds = await run({ "crd.yaml": `${CRD}---\n${other}`, "a.yaml": gadget });
  assert.equal(codesIn(crds), ["object-kind-unknown"]);
  assert.match(crds.err, /Several documents contain the same CRD: widgets\.example\.dev\./);
  const olds = `${widget("{size: 0}")}---\n${widget("{size: 2}")}`;
  const repeated = await run({ "a.yaml": widget("{size: 0}"), "old.yaml": olds }, { old: ["old.yaml"] });
  assert.is(repeated.exit, 0, "the first old object has the same size");
  assert.match(repeated.err, /Several documents contain the same old object: Widget a\./);
});

/** Inputs that take long or crash if nobody expects them. */
const HOSTILE: Readonly<Record<string, string>> = {
  "names of prototypes": widget("{size: 1, __proto__: {a: 1}, constructor: 1}"),
  "a repeated key": widget("{size: 1, size: 2}"),
  "aliases that multiply": `a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n${widget("{size: 1}")}`,
  "a deep list": widget(`${"[".repeat(10_000)}${"]".repeat(10_000)}`),
  "a stream of JSON with a string that does not end": `{"a":1}{"a":"${'\\"'.repeat(200_000)}`,
  "a stream of JSON with a long string": `{"a":1}{"a":"${"x".repeat(5_000_000)}"}`,
  "a long string": widget(`{size: 1, color: "${"x".repeat(1_000_000)}"}`),
  "many tags": widget(`{size: 1, tags: [${"a, ".repeat(100_000)}]}`),
  "control characters": widget('{size: 1, color: "\\e[31mred"}', '"\\e[31m"'),
};

for (const [name, text] of Object.entries(HOSTILE)) {
  validate(`survives ${name}`, async () => {
    const { exit, out, err } = await run({ "a.yaml": text }, { strict: true });
    assert.is(exit, 1);
    assert.not.match(out + err, "\u001b");
    assert.not.match(err, "This is a bug");
  });
}

validate("ends with defaults that multiply", async () => {
  const items = `list: {type: array, items: {type: object, properties: {a: {type: string, default: "${"x".repeat(500_000)}"}}}}`;
  const crd = CRD.replace("color: {type: string", `${items}\n                color: {type: string`);
  const [object] = await objectsOf({ "crd.yaml": crd, "a.yaml": widget(`{size: 1, list: [${"{}, ".repeat(2_000)}]}`) });
  assert.equal(
    object?.errors.map(({ type }) => type),
    ["FieldValueTooLong"],
  );
});

validate("ends with a pattern made to run for ever", async () => {
  const crd = CRD.replace("maxLength: 10}", "pattern: '^(a+)+$'}");
  const texts = { "crd.yaml": crd, "a.yaml": widget(`{size: 1, color: "${"a".repeat(100_000)}!"}`) };
  assert.is((await run(texts)).exit, 1);
});

validate.run();
