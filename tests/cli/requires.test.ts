/** Tests of `crd-bundle requires`: where consumers and bundles come from, its output, and its exit codes. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { policyCommand } from "../../scripts/cli/policy.js";
import { type RequiresOptions, requiresCommand } from "../../scripts/cli/requires.js";
import { inTerminal, NAME, Project, type Result, removeProjects, temporary } from "../support/git-project.js";
import { schemaProblems } from "../support/json-schemas.js";
import { codesIn } from "../support/release-project.js";
import { withCorpus } from "../support/shared.js";

const requires = suite("cli/requires");
requires.after(removeProjects);

/** Returns the manifest of the CRD of widgets. */
function manifest(annotations: string, kind = "Widget", version = "v1"): string {
  const plural = `${kind.toLowerCase()}s`;
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ${plural}.example.dev, annotations: ${annotations}}
spec:
  group: example.dev
  names: {kind: ${kind}, plural: ${plural}}
  scope: Namespaced
  versions:
    - name: ${version}
      served: true
      storage: true
      deprecated: ${version !== "v1"}
      schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {name: {type: string}}}}}}
`;
}

const STANDARD = "{a.dev/bundle-version: v1.1.0, a.dev/channel: standard}";
const EXPERIMENTAL = "{a.dev/bundle-version: v1.1.0, a.dev/channel: experimental}";

/** Returns a consumer of widgets that requires these fields. */
function consumer(fields: string, more = ""): string {
  return `name: a\n${more}kinds:\n  - {group: example.dev, kind: Widget, version: v1, fields: [${fields}]}\n`;
}

type Options = Partial<RequiresOptions>;

function run(directory: string, options: Options = {}, input = ""): Promise<Result> {
  const given: RequiresOptions = { project: ".", format: "text", ...options };
  return inTerminal(directory, (terminal) => requiresCommand(given, terminal), { input });
}

/** Runs the command in a directory that contains these files and no project. */
function runIn(files: Readonly<Record<string, string>>, options: Options = {}, input = ""): Promise<Result> {
  const directory = temporary();
  Project.prototype.write.call({ directory }, files);
  return run(directory, { files: ["c.yaml"], bundle: "crds.yaml", ...options }, input);
}

requires("a bundle that fulfills everything in one line", async () => {
  const found = await runIn({
    "c.yaml": consumer(".spec.name", "bundle: {atLeast: 1.1.0}\n"),
    "crds.yaml": manifest(STANDARD),
  });
  assert.equal(found, { exit: 0, out: "a (standard): crds.yaml fulfills all 5 requirements\n", err: "" });
});

requires("each unfulfilled requirement at its line", async () => {
  const text = consumer(".spec.name, .spec.size, .spec.nam", "bundle: {atLeast: 1.2.0}\n");
  const { exit, out, err } = await runIn({ "c.yaml": text, "crds.yaml": manifest(STANDARD) });
  assert.equal([exit, out], [1, "a (standard): crds.yaml fulfills 4 of 7 requirements\n"]);
  assert.equal(
    [...err.matchAll(/^c\.yaml:(.*)$/gm)].map(([, found]) => found),
    [
      "2:19 error crds.yaml has the bundle version 1.1.0, which is older than 1.2.0 [requirement-bundle]",
      "4:74 error Widget v1 has no field .spec.size in the standard channel of crds.yaml [requirement-field]",
      "4:86 error Widget v1 has no field .spec.nam in the standard channel of crds.yaml; did you mean .spec.name? [requirement-field]",
    ],
  );
  assert.match(err, "\n3 errors. For an explanation: crd-bundle explain requirement-bundle\n");
});

requires("a bundle from a directory, from standard input, and a consumer from standard input", async () => {
  const files = { "c.yaml": consumer(".spec.name"), "dist/standard/widgets.yaml": manifest("{}") };
  const inDirectory = await runIn(files, { bundle: "dist" });
  assert.equal(inDirectory, { exit: 0, out: "a (standard): dist fulfills all 4 requirements\n", err: "" });
  const piped = await runIn(files, { bundle: "-" }, manifest(STANDARD));
  assert.equal(piped, { exit: 0, out: "a (standard): standard input fulfills all 4 requirements\n", err: "" });
  const wrong = await runIn(files, { bundle: "dist", files: ["-"] }, consumer(".spec.size"));
  assert.is(wrong.exit, 1);
  assert.match(wrong.err, /^standard input:3:62 error .* \[requirement-field\]\n/);
  const both = await runIn(files, { bundle: "-", files: ["-"] });
  assert.equal([both.exit, codesIn(both)], [2, ["usage-invalid"]]);
});

requires("CRDs of a cluster, which belong to several bundles and channels", async () => {
  const cluster = [manifest("{}", "Gadget"), manifest(EXPERIMENTAL)].join("---\n");
  const { exit, out, err } = await runIn(
    { "c.yaml": consumer(".spec.name", "bundle: {atLeast: 1.1.0}\n") },
    { bundle: "-" },
    cluster,
  );
  assert.equal([exit, out], [0, "a (standard): standard input fulfills all 5 requirements\n"]);
  assert.match(err, /^Required of the standard channel, but checked in the experimental channel, .*: Widget\.\n$/);
  // The project of the controller has annotations of its own.
  const project = new Project();
  project.write({ "c.yaml": consumer("", "channel: experimental\nbundle: {atLeast: 1.1.0}\n"), "crds.yaml": cluster });
  const own = await run(project.directory, { files: ["c.yaml"], bundle: "crds.yaml" });
  assert.equal(own, { exit: 0, out: "a (experimental): crds.yaml fulfills all 4 requirements\n", err: "" });
});

requires("a remark about deprecated versions", async () => {
  const files = { "c.yaml": consumer("").replace("v1", "v1beta1"), "crds.yaml": manifest("{}", "Widget", "v1beta1") };
  const { exit, err } = await runIn(files);
  assert.equal([exit, err], [0, "a requires Widget in example.dev/v1beta1, which is deprecated.\n"]);
});

requires("bundles that state no version are undecided", async () => {
  const { exit, out, err } = await runIn({
    "c.yaml": consumer("", "bundle: {atLeast: 1.0.0}\n"),
    "crds.yaml": manifest("{}"),
  });
  assert.equal([exit, out], [1, "a (standard): crds.yaml fulfills 3 of 4 requirements, 1 is undecided\n"]);
  assert.match(err, /^c\.yaml:2:19 error the version of crds\.yaml is unknown, .* \[requirement-undecided\]\n/);
});

requires("JSON with all requirements", async () => {
  const files = { "c.yaml": consumer("{path: .spec.name, values: [b, 1]}"), "crds.yaml": manifest("{}") };
  const { exit, out, err } = await runIn(files, { format: "json" });
  assert.equal([exit, err], [1, ""]);
  const value = JSON.parse(out);
  assert.equal(schemaProblems("requires", value), [], out);
  assert.equal(value.bundle, { name: "crds.yaml", channels: ["standard"] });
  assert.equal(value.requirements.at(-1), {
    ...{ consumer: "a", channel: "standard", subject: "value" },
    ...{ group: "example.dev", kind: "Widget", version: "v1", path: ".spec.name", value: 1, status: "unfulfilled" },
  });
  const [{ code, file, line }] = value.diagnostics;
  assert.equal([code, file, line], ["requirement-value", "c.yaml", 3]);
  const github = await runIn(files, { format: "github" });
  assert.match(github.out, /^::error file=c\.yaml,line=3,col=\d+,endLine=3,title=requirement-value::[^\n]*\n$/);
  assert.is(github.exit, 1);
});

requires("mistakes in all files at once, and no result: consumers-missing", async () => {
  const files = { "c.yaml": "name: A\nkinds: []\n", "d/e.yaml": "", "empty.yaml": "# nothing\n" };
  const found = await runIn(files, { files: ["c.yaml", "d", "missing.yaml", ""], bundle: "crds.yaml" });
  assert.equal([found.exit, found.out], [2, ""]);
  assert.equal(codesIn(found), ["consumers-missing", "ref-unknown"]);
  assert.match(found.err, "error missing.yaml does not exist [consumers-missing]");
  assert.match(found.err, "error d is a directory [consumers-missing]");
  const wrong = await runIn(files, { files: ["c.yaml", "empty.yaml"] });
  assert.equal(codesIn(wrong).sort(), ["config-value", "consumers-missing", "ref-unknown"]);
  const json = await runIn(files, { format: "json" });
  assert.equal([json.exit, schemaProblems("requires", JSON.parse(json.out))], [2, []]);
});

requires("without a project, the bundle must be named", async () => {
  const directory = temporary();
  Project.prototype.write.call({ directory }, { "c.yaml": consumer("") });
  const { exit, err } = await run(directory, { files: ["c.yaml"] });
  assert.is(exit, 2);
  assert.match(err, /^error invalid command line: --bundle is required, because this directory does not contain apis/);
});

requires("a consumer that is given twice: consumer-repeated", async () => {
  const files = { "c.yaml": consumer(""), "d.yaml": consumer(""), "crds.yaml": manifest("{}") };
  const { exit, err } = await runIn(files, { files: ["c.yaml", "d.yaml"] });
  assert.is(exit, 2);
  assert.match(err, /^d\.yaml:1:7 error c\.yaml already defines the consumer "a" \[consumer-repeated\]\n/);
});

requires("names in foreign CRDs cannot imitate a line", async () => {
  const crds = manifest("{}", "Widget", '"v2\\nerror fake\\u001b[2J"').replace("deprecated: true", "deprecated: false");
  const { err } = await runIn({ "c.yaml": consumer(""), "crds.yaml": crds });
  assert.match(err, "(served versions: v2\\nerror fake\\u001b[2J)");
  assert.is(err.includes("\u001b"), false);
  const named = await runIn(
    { "c\u001b[2J.yaml": consumer(".spec.size"), "crds.yaml": manifest("{}") },
    { files: ["c\u001b[2J.yaml"] },
  );
  assert.is(named.err.includes("\u001b"), false, named.err);
  assert.equal(codesIn(named), ["requirement-field"]);
});

requires("the known consumers of a project, against its working tree or a release", async () => {
  const project = new Project(NAME, join(temporary(), "widgets"));
  await project.release("1.0.0");
  const text = (name: string, field: string) => consumer(field).replace("name: a", `name: ${name}`);
  project.write({ "apis/consumers/b.yaml": text("b", ".spec.name"), "apis/consumers/README.md": "nothing" });
  project.write({ "apis/consumers/a.yml": text("a", ".spec.size"), "apis/consumers/below/c.yaml": "nothing" });
  project.say("1.0.0", `${NAME}\n  /** A size. */\n  size?: string;`);
  const around = join(project.directory, "..");
  const tree = await run(around, { project: "widgets" });
  const lines = ["a", "b"].map((name) => `${name} (standard): the working tree fulfills all 4 requirements\n`);
  assert.equal(tree, { exit: 0, out: lines.join(""), err: "" });
  const released = await run(around, { project: "widgets", bundle: "v1.0.0" });
  assert.is(released.exit, 1);
  assert.match(released.err, /^widgets\/apis\/consumers\/a\.yml:3:62 error Widget v1 has no field \.spec\.size in /);
  project.write({ "apis/consumers/b.yaml": "name: b\n" });
  const wrong = await run(around, { project: "widgets" });
  assert.match(wrong.err, /^widgets\/apis\/consumers\/b\.yaml:1:1 error "kinds" is missing \[config-key-missing\]\n/);
});

requires("a project without known consumers has nothing to check", async () => {
  const project = new Project();
  const { exit, err } = await run(project.directory);
  assert.is(exit, 2);
  assert.match(err, /^error apis\/consumers does not contain any consumers \[consumers-missing\]\n/);
});

requires("links out of the project, directories, and control characters in known consumers are rejected", async () => {
  const project = new Project();
  const secret = temporary();
  Project.prototype.write.call({ directory: secret }, { "s.yaml": consumer(".spec.secret") });
  project.write({ "apis/consumers/b.yaml": "name: \u001b\n" });
  mkdirSync(join(project.directory, "apis/consumers/d.yaml"));
  symlinkSync(join(secret, "s.yaml"), join(project.directory, "apis/consumers/l.yaml"));
  const unsafe = await run(project.directory);
  const { exit, err } = unsafe;
  assert.equal([exit, codesIn(unsafe)], [2, ["input-control-character", "input-kind", "input-link"]]);
  assert.is(err.includes("secret"), false);
  const linked = new Project();
  symlinkSync(secret, join(linked.directory, "apis/consumers"));
  const found = await run(linked.directory);
  assert.is(found.err.includes("spec.secret"), false);
  assert.is(codesIn(found).at(-1), "input-link");
});

requires("policy warns of known consumers that a change breaks, and a waiver accepts it", async () => {
  const project = new Project();
  await project.release("1.0.0");
  project.write({ "apis/consumers/a.yaml": consumer(".spec.name") });
  project.say("1.0.0", "  /** A size. */\n  size?: string;");
  const policy = (format: "text" | "github" | "markdown" | "json") =>
    inTerminal(project.directory, (terminal) =>
      policyCommand({ project: ".", profile: "guideline", from: "v1.0.0", format }, terminal),
    );
  const message =
    'breaks the consumer "a": Widget v1 has no field .spec.name in the standard channel of the working tree';
  const { out } = await policy("text");
  const [, fingerprint = ""] = /\[consumer-broken, (\w+)\]/.exec(out) ?? [];
  assert.match(
    out,
    `\n  warning: standard widgets.example.dev v1 .spec.name\n    apis/consumers/a.yaml:3:62\n    ${message} [consumer-broken, ${fingerprint}]\n`,
  );
  assert.match(
    (await policy("github")).out,
    /^::warning file=apis\/consumers\/a\.yaml,line=3,col=62,title=consumer-broken::/m,
  );
  assert.match((await policy("markdown")).out, /#### Warnings\n\n[^\n]*: breaks the consumer "a": [^\n]*\n/);
  const { verdict } = JSON.parse((await policy("json")).out);
  const found = verdict.findings.find(({ rule }: { readonly rule: string }) => rule === "consumer-broken");
  assert.equal([found.file, found.requires, found.fingerprint], ["apis/consumers/a.yaml", "patch", fingerprint]);
  const waiver = `{fingerprint: "${fingerprint}", message: known, why: It has an update., approvedBy: me, release: 1.1.0}`;
  project.write({ "apis/waivers.yaml": `- ${waiver}\n` });
  const waived = (await policy("text")).out;
  assert.match(waived, `\n  waived: ${message}\n    It has an update. (me)\n`);
  assert.is(waived.includes("warning:"), false);
});

/** Requirements of Cilium 1.17 to 1.19. */
const CILIUM = `name: cilium
kinds:
  - {group: gateway.networking.k8s.io, kind: HTTPRoute, version: v1, subresources: [status]}
  - {group: gateway.networking.k8s.io, kind: TLSRoute, version: v1alpha2}
`;

withCorpus(requires, "upstream/gateway-api/lineage", 2, (test, lineage) => {
  const check = (version: string, channel = "standard") =>
    runIn({ "c.yaml": CILIUM.replace("kinds:", `channel: ${channel}\nkinds:`) }, { bundle: join(lineage, version) });

  test("the kind that Cilium lacked in the standard channel: cilium issue 38420", async () => {
    const { exit, err } = await check("v1.2.0");
    assert.is(exit, 1);
    assert.match(
      err,
      /^c\.yaml:5:46 error the standard channel of \S+\/v1\.2\.0 has no kind TLSRoute in the group gateway\.networking\.k8s\.io; the experimental channel has it \[requirement-kind\]\n/,
    );
    assert.match(err, "\n1 error. ");
    assert.is((await check("v1.2.0", "experimental")).exit, 0);
  });

  test("the version that the standard channel did not serve: kubespray issue 13222", async () => {
    const { exit, err } = await check("v1.5.1");
    assert.is(exit, 1);
    assert.match(
      err,
      /^c\.yaml:5:65 error the standard channel of \S+\/v1\.5\.1 does not serve v1alpha2 of TLSRoute \(served versions: v1\); the experimental channel has it \[requirement-version\]\n/,
    );
    assert.match(err, "\n1 error. ");
    assert.is((await check("v1.5.1", "experimental")).exit, 0);
  });
});

requires.run();
