/** Tests of `crd-bundle check`: each option, what it reads, its output, and its exit codes. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type CheckOptions, checkCommand } from "../../scripts/cli/check.js";
import type { CheckedCrd } from "../../scripts/core/model/checked-crd.js";
import { crdBundle } from "../support/command-line.js";
import { inTerminal, Project, type Result, removeProjects, temporary } from "../support/git-project.js";
import { SETTINGS_TEXT } from "../support/project.js";
import { codesIn } from "../support/release-project.js";

const check = suite("cli/check");
check.after(removeProjects);

const run = (directory: string, options: Partial<CheckOptions> = {}, input = ""): Promise<Result> =>
  inTerminal(directory, (terminal) => checkCommand({ project: ".", format: "text", ...options }, terminal), { input });

/** Returns a CRD with the given properties of its spec, as YAML. */
function crd(properties: string, plural = "widgets"): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${plural}.example.dev
spec:
  group: example.dev
  names: {kind: Widget, plural: ${plural}, singular: widget, listKind: WidgetList}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
${properties.replace(/^/gm, " ".repeat(16))}
`;
}

const GOOD = crd("name: {type: string, maxLength: 10}");
/** A pattern that is not RE2, in line 20. */
const BAD = crd("name: {type: string, pattern: '(?!a)'}");
/** A column that no field fills: advice. */
const ODD = GOOD.replace(
  "      schema:",
  "      additionalPrinterColumns: [{name: A, type: string, jsonPath: .spec.nme}]\n      schema:",
);
const RULE = `  /**
   * Names.
   *
   * @validation \`self.all(a, self.exists(b, b != a))\` Names must differ.
   */
  names?: string[];`;

/** Returns a directory with these files. */
function files(texts: Readonly<Record<string, string>>): string {
  const project = new Project(undefined, temporary());
  project.write(texts);
  return project.directory;
}

check("accepts the CRDs of a project, in one line per channel", async () => {
  const { exit, out, err } = await run(new Project().directory);
  assert.equal([exit, err], [0, ""]);
  const line = (channel: string) =>
    `${channel}1 CRD accepted; largest for client-side apply: widgets.example.dev, 0.4% of the limit\n`;
  assert.is(out, line("standard      ") + line("experimental  "));
});

check("finds the rule of a project that costs too much, at its place, and lists its cost: --costs", async () => {
  const { exit, out, err } = await run(new Project(RULE).directory, { costs: true });
  assert.is(exit, 1);
  assert.equal(codesIn({ exit, out, err }), ["rule-cost"]);
  assert.match(err, /\* @validation `self\.all[^\n]+\n +\| {19}\^{35}\n/);
  assert.match(err, /the missing maxItems at \.spec\.names contributes most/);
  assert.match(err, /^apis\/example\.dev\/v1\/widget\.ts:\d+:\d+ error /);
  assert.match(
    out,
    /^widgets\.example\.dev v1 \(standard\) {2}\d+, >999% of the limit for all rules\n {2,}cost {2,}share {2}times {2}rule\n/,
  );
  assert.match(out, / 1 {2}\.spec\.names: self\.all\(a, self\.exists\(b, b != a\)\); no max\w+ at \.spec\.names/);
  assert.match(out, /\nstandard {6}1 CRD rejected; /);
});

check("lists no costs without --costs", async () => {
  const { out } = await run(new Project(RULE.replace("string[]", "string").replace(/`.*`/, "`self != 'a'`")).directory);
  assert.is(out.split("\n").length, 3);
  assert.match(out, /most expensive rules: widgets\.example\.dev v1, <0\.1% of the limit\n/);
});

check("marks the warning of a deprecation at its tag", async () => {
  const project = new Project();
  const file = "apis/example.dev/v1/widget.ts";
  const source = readFileSync(join(project.directory, file), "utf8");
  project.write({
    [file]: source.replace("/** A widget. */", `/**\n * A widget.\n *\n * @deprecated ${"x".repeat(257)}\n */`),
  });
  const { exit, err } = await run(project.directory);
  assert.is(exit, 1);
  assert.match(
    err,
    /^apis\/example\.dev\/v1\/widget\.ts:\d+:4 error [^\n]+\[crd-deprecation-warning\]\n[^\n]+@deprecated x/,
  );
});

check("names the channel in which all rules together cost too much, unless it is each of them", async () => {
  const rule = (index: number) => `   * @validation \`self.matches('a{${index + 1}}')\` Text.\n`;
  const rules = (count: number) => Array.from({ length: count }, (_, index) => rule(index)).join("");
  const field = (more: string) => `  /**\n   * A.\n   *\n   * @maxLength 1000000\n${more}   */\n  name?: string;`;
  const both = await run(new Project(field(rules(400))).directory);
  assert.equal(codesIn(both), ["rule-cost-total"]);
  assert.match(both.err, /the estimated cost of all rules of the version is \d+/);
  const some = rules(400).replaceAll("@validation", "@validation (experimental)");
  const one = await run(new Project(field(some)).directory);
  assert.equal(codesIn(one), ["rule-cost-total"]);
  assert.match(one.err, /the estimated cost of all rules of the version in the experimental channel is \d+/);
});

check("gives advice in the terms of the project or of the manifest", async () => {
  const project = await run(new Project(RULE).directory);
  assert.match(project.err, /→ Limit [^\n]+ with @maxItems, @maxProperties, and @maxLength\./);
  const rule =
    "a: {type: array, items: {type: string}, x-kubernetes-validations: [{rule: 'self.all(a, self.all(b, b == a))'}]}";
  const directory = files({ "a.yaml": crd(rule), "b.yaml": crd("a: {type: boolean, format: x}") });
  const manifest = await run(directory, { crds: ["a.yaml"] });
  assert.match(manifest.err, /→ Limit [^\n]+ with `maxItems`, `maxProperties`, and `maxLength`\./);
  const { err } = await run(directory, { crds: ["b.yaml"] });
  assert.match(err, /→ To restrict the value in another way, remove the format and use a keyword/);
});

check("reports what the types have wrong, and no CRDs", async () => {
  const project = new Project("  /**\n   * A.\n   *\n   * @maxLenght 5\n   */\n  name?: string;");
  const result = await run(project.directory);
  assert.equal([result.exit, result.out, codesIn(result)], [1, "", ["tag-unknown"]]);
});

check("reads a project from elsewhere, with paths from the current directory: --project", async () => {
  const project = new Project(RULE);
  const parent = join(project.directory, "..");
  const name = project.directory.slice(parent.length + 1);
  const { exit, err } = await run(parent, { project: name });
  assert.is(exit, 1);
  assert.ok(err.startsWith(`${name}/apis/example.dev/v1/widget.ts:`), err);
});

check("reads files, and counts the CRDs in one line: --crds", async () => {
  const directory = files({ "good.yaml": GOOD, "bad.yaml": BAD });
  const good = await run(directory, { crds: ["good.yaml"] });
  assert.equal([good.exit, good.err], [0, ""]);
  assert.match(
    good.out,
    /^1 CRD accepted; largest for client-side apply: widgets\.example\.dev, 0\.\d% of the limit\n$/,
  );
  const both = await run(directory, { crds: ["good.yaml", "bad.yaml"] });
  assert.is(both.exit, 1);
  assert.match(both.out, /^2 CRDs in 2 files: 1 accepted, 1 rejected; [^\n]+\n$/);
  assert.equal(codesIn(both), ["pattern-invalid"]);
  assert.match(both.err, /^bad\.yaml:20:\d+ error /m);
  assert.match((await run(directory, { crds: ["bad.yaml"] })).out, /^1 CRD rejected; /);
});

check("reads the manifests of a directory, however deep, and no other files", async () => {
  const directory = files({
    "config/crd/a.yaml": GOOD,
    "config/crd/more/b.yml": GOOD.replaceAll("widgets", "gadgets"),
    "config/crd/README.md": "no YAML: {",
    "config/crd/deployment.yaml": "apiVersion: apps/v1\nkind: Deployment\n",
  });
  for (const name of ["config", "config/", "./config/crd", join(directory, "config")]) {
    const { exit, out, err } = await run(directory, { crds: [name] });
    assert.is(err, "Skipped 1 document that is not a CRD: Deployment.\n");
    assert.equal([exit, out.slice(0, 28)], [0, "2 CRDs in 2 files accepted; "], name);
  }
});

check("reads standard input, also a list in JSON as kubectl prints it: --crds -", async () => {
  const { exit, out } = await run(temporary(), { crds: ["-"] }, `${GOOD}---\n${GOOD.replaceAll("widgets", "gadgets")}`);
  assert.equal([exit, out.slice(0, 16)], [0, "2 CRDs accepted;"]);
  const list = `apiVersion: v1\nkind: List\nitems:\n${BAD.replace(/^(?=.)/gm, "    ").replace("    ", "  - ")}`;
  const listed = await run(temporary(), { crds: ["-"] }, list);
  assert.equal([listed.exit, codesIn(listed)], [1, ["pattern-invalid"]]);
  assert.match(listed.err, /^standard input:23:\d+ error /);
});

check("fails without CRDs: crds-missing, bundle-missing", async () => {
  const directory = files({ "a.yaml": "kind: Deployment\n" });
  mkdirSync(join(directory, "empty"));
  const codesFor = async (...crds: string[]) => {
    const result = await run(directory, { crds });
    return [result.exit, result.out, codesIn(result)];
  };
  assert.equal(await codesFor("nothing.yaml"), [2, "", ["crds-missing"]]);
  assert.equal(await codesFor("a.yaml"), [2, "", ["bundle-missing"]]);
  assert.equal(await codesFor("empty"), [2, "", ["bundle-missing"]]);
  const { err } = await run(directory, { crds: ["a.yaml"] });
  assert.not.match(err, /Git tag/);
  assert.match(err, /^Skipped 1 document that is not a CRD: Deployment\.\nerror a\.yaml does not contain any CRDs/);
});

check("reads only the crds/ of Helm charts, also of subcharts, and names templates with CRDs", async () => {
  const template = "{{- if .Values.a }}\nkind: CustomResourceDefinition\n";
  const chart = { "c/Chart.yaml": "name: c\n", "c/templates/a.yaml": template, "c/charts/d/crds/a.yaml": GOOD };
  const directory = files(chart);
  for (const path of ["c", "."]) {
    const { exit, out, err } = await run(directory, { crds: [path] });
    assert.is(exit, 0, out);
    assert.match(out, "1 CRD accepted");
    assert.match(err, `not in a directory crds/: ${path === "c" ? "" : "./"}c/templates/a.yaml. To include`);
  }
  const empty = files({ "c/Chart.yaml": "name: c\n", "c/templates/a.yaml": template });
  assert.match((await run(empty, { crds: ["c"] })).err, "[chart-crds-missing]");
});

check("counts the documents that are not CRDs, and names their kinds", async () => {
  const others = "kind: Service\n---\nkind: A\\n\n---\n- 1\n---\n{}\n---\n# only a comment\n---\nkind: Service\n";
  const directory = files({ "a.yaml": `${GOOD}---\n${others.replace("A\\n", '"A\\nB\\e"')}` });
  const text = await run(directory, { crds: ["a.yaml"] });
  assert.is(text.exit, 0);
  assert.is(
    text.err,
    "Skipped 5 documents that are not CRDs: Service (2), without a kind (2), A\\nB\\u001b. Files without a kind: a.yaml.\n",
  );
  const { out, err } = await run(directory, { crds: ["a.yaml"], format: "json" });
  assert.is(err, text.err);
  assert.equal(JSON.parse(out).skipped, {
    documents: [
      { kind: "Service", count: 2 },
      { kind: "", count: 2 },
      { kind: "A\nB\u001b", count: 1 },
    ],
    links: [],
  });
  const project = await run(new Project().directory, { format: "json" });
  assert.is(JSON.parse(project.out).skipped, undefined);
});

check("reads standard input only once: usage-invalid", async () => {
  for (const options of [{ crds: ["-"], old: ["-"] }, { crds: ["-", "-"] }]) {
    const result = await run(temporary(), options, GOOD);
    assert.equal([result.exit, result.out, codesIn(result)], [2, "", ["usage-invalid"]]);
    assert.match(result.err, /standard input \(-\) can be specified only once/);
  }
});

check("ignores links inside a directory, and reports the others", async () => {
  const directory = files({ "crd/a/good.yaml": GOOD, "other/more/bad.yaml": BAD });
  const link = (target: string, path: string) => symlinkSync(target, join(directory, path));
  link("a/good.yaml", "crd/again.yaml");
  link("../crd", "crd/loop");
  link(".", "crd/a/self");
  link("../../other/more/bad.yaml", "crd/a/bad.yaml");
  link("../other", "crd/other");
  link("/dev/null", "crd/device");
  const { exit, out, err } = await run(directory, { crds: ["crd/"] });
  assert.is(exit, 0);
  assert.match(out, /^1 CRD accepted; /);
  assert.is(
    err,
    "Skipped 2 symbolic links that lead out of the directory: crd/a/bad.yaml, crd/other. To check the files, specify them by name.\n",
  );
  const json = await run(directory, { crds: ["crd"], format: "json" });
  assert.equal(JSON.parse(json.out).skipped.links, ["crd/a/bad.yaml", "crd/other"]);
  const named = await run(directory, { crds: ["crd/a/bad.yaml"] });
  assert.equal([named.exit, codesIn(named)], [1, ["pattern-invalid"]]);
});

check("shows the first byte that is not UTF-8, like the place of any other mistake: input-encoding", async () => {
  const directory = files({ "crd/good.yaml": GOOD });
  writeFileSync(join(directory, "crd/latin.yaml"), Buffer.from("# ok\na: \xe4\n", "latin1"));
  const result = await run(directory, { crds: ["crd"] });
  assert.equal([result.exit, codesIn(result)], [1, ["input-encoding"]]);
  assert.match(result.err, /^crd\/latin\.yaml:2:4 error the file is not encoded in UTF-8 /);
  assert.match(result.out, /^1 CRD accepted; /);
  const file = await run(directory, { crds: ["crd/latin.yaml"] });
  assert.equal([file.exit, file.out, codesIn(file)], [1, "", ["input-encoding"]]);
});

check("states that the API server accepts a CRD despite its errors", async () => {
  const empty = crd("name: {type: string, minLength: 2, maxLength: 1}");
  const directory = files({ "empty.yaml": empty, "good.yaml": GOOD, "bad.yaml": BAD });
  const summary = async (...crds: string[]) => {
    const { exit, out } = await run(directory, { crds });
    return [exit, out.split(";")[0]];
  };
  assert.equal(await summary("empty.yaml"), [1, "1 CRD accepted despite errors"]);
  assert.equal(await summary("empty.yaml", "good.yaml"), [1, "2 CRDs in 2 files accepted (1 despite errors)"]);
  assert.equal(await summary("empty.yaml", "good.yaml", "bad.yaml"), [
    1,
    "3 CRDs in 3 files: 2 accepted (1 despite errors), 1 rejected",
  ]);
  assert.equal(await summary("empty.yaml", "bad.yaml"), [
    1,
    "2 CRDs in 2 files: 1 accepted despite errors, 1 rejected",
  ]);
  const { out } = await run(directory, { crds: ["empty.yaml", "good.yaml"], format: "json" });
  const found = JSON.parse(out).crds.map((each: CheckedCrd) => [each.isAccepted, each.hasOtherErrors]);
  assert.equal(found, [
    [true, true],
    [true, false],
  ]);
});

check("prints all digits of a cost", async () => {
  const expensive =
    "self.all(a, self.all(b, self.all(c, self.all(d, self.all(e, a == b && b == c && c == d && d == e)))))";
  const rules = `a:\n  type: array\n  items: {type: string}\n  x-kubernetes-validations: [{rule: "${expensive}"}]`;
  const directory = files({ "a.yaml": crd(rules) });
  const { out } = await run(directory, { crds: ["a.yaml"], format: "json" });
  const { err } = await run(directory, { crds: ["a.yaml"] });
  const [, cost = ""] = /the estimated cost of the rule is (\d+)/.exec(err) ?? [];
  assert.ok(BigInt(cost) > BigInt(Number.MAX_SAFE_INTEGER), cost);
  assert.ok(out.includes(`"cost": ${cost},`), out);
  const listed = await run(directory, { crds: ["a.yaml"], costs: true });
  assert.ok(listed.out.includes(` ${cost}  >999%  `), listed.out);
});

check("prints every name in one line, whatever it contains", async () => {
  const name = "a\n1 CRD accepted\u001b.yaml";
  const directory = files({ [name]: BAD.replace("widgets.example.dev", '"widgets.example.dev\\n::error::\\e"') });
  const { out, err } = await run(directory, { crds: [name] });
  assert.is(out.split("\n").length, 2, out);
  assert.not((out + err).includes("\u001b"));
  assert.not.match(err, /^1 CRD/m);
  assert.match(err, /^a\\n1 CRD accepted\\u001b\.yaml:\d+:\d+ error /m);
  for (const format of ["json", "github", "junit", "sarif"] as const) {
    const { out: printed } = await run(directory, { crds: [name], format });
    assert.not(printed.includes("\u001b"), format);
    assert.not.match(printed, /^1 CRD|^::error::/m, format);
  }
});

check("checks the other CRDs if a file cannot be read", async () => {
  const directory = files({ "a/good.yaml": GOOD, "a/twice.yaml": "kind: A\nkind: B\n", "a/bad.yaml": BAD });
  const result = await run(directory, { crds: ["a", "missing"] });
  assert.is(result.exit, 2);
  assert.equal(codesIn(result).sort(), ["crds-missing", "manifest-unreadable", "pattern-invalid"]);
  assert.match(result.out, /^2 CRDs in 2 files: 1 accepted, 1 rejected; /);
});

check("checks an update of the installed CRDs: --old", async () => {
  const directory = files({ "new.yaml": GOOD.replace("Namespaced", "Cluster"), "old.yaml": GOOD });
  assert.is((await run(directory, { crds: ["new.yaml"] })).exit, 0);
  const updated = await run(directory, { crds: ["new.yaml"], old: ["old.yaml"] });
  assert.equal([updated.exit, codesIn(updated)], [1, ["crd-immutable"]]);
  writeFileSync(join(directory, "service.yaml"), "kind: Service\n");
  const none = await run(directory, { crds: ["new.yaml"], old: ["service.yaml"] });
  assert.equal([none.exit, none.out, codesIn(none)], [2, "", ["bundle-missing"]]);
  const missing = await run(directory, { crds: ["new.yaml"], old: ["older.yaml"] });
  assert.equal([missing.exit, missing.out, codesIn(missing)], [2, "", ["crds-missing"]]);
});

check("says so if no installed CRD has the name of a checked one", async () => {
  const directory = files({ "new.yaml": GOOD, "old.yaml": GOOD.replaceAll("widgets", "gadgets") });
  const { exit, err } = await run(directory, { crds: ["new.yaml"], old: ["old.yaml"] });
  assert.is(exit, 0);
  assert.is(
    err,
    "The installed CRDs (--old) have other names than the checked ones: gadgets.example.dev. No update is checked.\n",
  );
  assert.is((await run(directory, { crds: ["new.yaml", "old.yaml"], old: ["old.yaml"] })).err, "");
});

check("reads a file once, and says which CRDs are in several documents", async () => {
  const directory = files({ "a/one.yaml": GOOD, "two.yaml": GOOD });
  const { out, err } = await run(directory, { crds: ["a", "./a/one.yaml", join(directory, "a/one.yaml")] });
  assert.equal([out.slice(0, 15), err], ["1 CRD accepted;", ""]);
  const repeated = await run(directory, { crds: ["a", "two.yaml"] });
  assert.equal([repeated.exit, repeated.out.slice(0, 27)], [0, "2 CRDs in 2 files accepted;"]);
  const remark = "Several documents contain the same CRD: widgets.example.dev.";
  assert.is(repeated.err, `${remark} Each document is checked.\n`);
  const installed = await run(directory, { crds: ["two.yaml"], old: ["a", "two.yaml"] });
  assert.is(installed.err, `${remark} The last document is used as the installed CRD.\n`);
});

check("knows the functions of an older API server: --kubernetes, and the oldest in the settings", async () => {
  const rule =
    "name:\n  type: string\n  maxLength: 20\n  x-kubernetes-validations: [{rule: '!isIP(self)', message: a}]";
  const directory = files({ "a.yaml": crd(rule) });
  assert.is((await run(directory, { crds: ["a.yaml"] })).exit, 0);
  const older = await run(directory, { crds: ["a.yaml"], kubernetes: "1.29" });
  assert.equal([older.exit, codesIn(older)], [1, ["rule-type"]]);
  const project = new Project(
    "  /**\n   * A.\n   *\n   * @maxLength 20\n   * @validation `!isIP(self)` Give a name.\n   */\n  name?: string;",
  );
  project.write({ "apis/bundle.yaml": SETTINGS_TEXT.replace("1.33", "1.29") });
  assert.equal(codesIn(await run(project.directory)).includes("rule-type"), true);
  assert.is((await run(project.directory, { kubernetes: "1.33" })).exit, 0);
});

check("reports a read that dyn() hides, although the API server accepts the CRD", async () => {
  const rule = "x-kubernetes-validations: [{rule: 'dyn(self).nam == 1', message: a}]";
  const directory = files({ "a.yaml": crd(`a:\n  type: object\n  properties: {name: {type: string}}\n  ${rule}`) });
  const { exit, out, err } = await run(directory, { crds: ["a.yaml"] });
  // The read is an error for every object, so the rule rejects all of them.
  assert.equal([exit, codesIn({ exit, out, err }).sort()], [1, ["rule-always-false", "rule-field-unknown"]]);
  assert.match(out, /^1 CRD accepted despite errors; /);
  assert.match(
    err,
    /reads "nam", which is not a field of the object; did you mean "name"\?[^\n]+\n[^\n]+\n +\| +\^{3}\n/,
  );
});

check("fails for warnings only if it is asked to, although the API server accepts the CRD: --strict", async () => {
  const directory = files({ "a.yaml": ODD });
  const lenient = await run(directory, { crds: ["a.yaml"] });
  const strict = await run(directory, { crds: ["a.yaml"], strict: true });
  assert.equal([lenient.exit, codesIn(lenient)], [0, ["column-path-unknown"]]);
  assert.equal([strict.exit, codesIn(strict)], [1, ["column-path-unknown"]]);
  assert.match(lenient.err, /^a\.yaml:\d+:\d+ warning /);
  assert.match(strict.err, /^a\.yaml:\d+:\d+ error /);
  assert.is(strict.out, lenient.out);
  assert.match(strict.out, /^1 CRD accepted; /);
});

check("prints the result in JSON, whether the CRDs are accepted, rejected or missing: --format json", async () => {
  const directory = files({ "good.yaml": GOOD, "bad.yaml": BAD });
  const json = async (name: string) => {
    const { exit, out, err } = await run(directory, { crds: [name], format: "json" });
    const { crds, diagnostics } = JSON.parse(out);
    const repeated = "Several documents contain the same CRD: widgets.example.dev. Each document is checked.\n";
    const files = "./apis/bundle.yaml, ./package.json";
    const skipped = `Skipped 2 documents that are not CRDs: without a kind (2). Files without a kind: ${files}.\n`;
    assert.is(err, name === "." ? skipped + repeated : "");
    const found = diagnostics.map(({ code }: { readonly code: string }) => code);
    return [
      exit,
      crds.map((each: { readonly file: string; readonly isAccepted: boolean }) => [each.file, each.isAccepted]),
      found,
    ];
  };
  assert.equal(await json("good.yaml"), [0, [["good.yaml", true]], []]);
  assert.equal(await json("bad.yaml"), [1, [["bad.yaml", false]], ["pattern-invalid"]]);
  assert.equal(await json("."), [
    1,
    [
      ["./bad.yaml", false],
      ["./good.yaml", true],
    ],
    ["pattern-invalid"],
  ]);
  assert.equal(await json("none.yaml"), [2, [], ["crds-missing"]]);
});

check("prints diagnostics for CI systems, and nothing else: --format github, junit and sarif", async () => {
  const directory = files({ "bad.yaml": BAD });
  const printed = async (format: CheckOptions["format"]) => {
    const { exit, out, err } = await run(directory, { crds: ["bad.yaml"], format });
    assert.equal([exit, err], [1, ""]);
    return out;
  };
  assert.match(await printed("github"), /^::error file=bad\.yaml,line=20,[^\n]+title=pattern-invalid::[^\n]+\n$/);
  assert.match(await printed("junit"), /^<\?xml[\s\S]+pattern-invalid[\s\S]+<\/testsuites>\n$/);
  const [rule] = JSON.parse(await printed("sarif")).runs[0].tool.driver.rules;
  assert.is(rule.id, "pattern-invalid");
  assert.match(rule.help.text, /`x-kubernetes-validations`/);
});

/** Returns the modules that a process loads, from the coverage that V8 records. */
async function modulesLoaded(cwd: string, ...args: string[]): Promise<string[]> {
  const coverage = temporary();
  const { stderr } = await crdBundle(["check", ...args], { cwd, env: { NODE_V8_COVERAGE: coverage } });
  assert.is(stderr, "");
  const reports = readdirSync(coverage).map((name) => JSON.parse(readFileSync(join(coverage, name), "utf8")));
  return reports.flatMap(({ result }: { result: { url: string }[] }) => result.map(({ url }) => url));
}

check("loads the TypeScript compiler only for types in which it could find errors", async () => {
  const project = new Project();
  project.write({ "good.yaml": GOOD });
  const compilerIn = (modules: readonly string[]) => modules.some((url) => url.endsWith("/compiler.cjs"));
  assert.is(compilerIn(await modulesLoaded(project.directory, "--crds", "good.yaml")), false);
  assert.is(compilerIn(await modulesLoaded(project.directory)), false);
  project.write({ "apis/example.dev/v1/keys.ts": "export type Keys = keyof { a: string };\n" });
  assert.is(compilerIn(await modulesLoaded(project.directory)), true);
});

check.run();
