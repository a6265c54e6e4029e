/** Tests of `crd-bundle check`: each option, what it reads, its output, and its exit codes. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type CheckOptions, checkCommand } from "../../scripts/cli/check.js";
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
  assert.equal(new Set(codesIn({ exit, out, err })), new Set(["rule-cost", "rule-cost-total"]));
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
  assert.match(both.err, /^bad\.yaml:20:\d+ error /);
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
    assert.equal([exit, err, out.slice(0, 28)], [0, "", "2 CRDs in 2 files accepted; "], name);
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
  assert.not.match((await run(directory, { crds: ["a.yaml"] })).err, /Git tag/);
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
  const missing = await run(directory, { crds: ["new.yaml"], old: ["older.yaml"] });
  assert.equal([missing.exit, missing.out, codesIn(missing)], [2, "", ["crds-missing"]]);
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
    assert.is(err, "");
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
    const { exit, out, err } = await run(directory, { crds: ["bad.yaml"], format, costs: true });
    assert.equal([exit, err], [1, ""]);
    return out;
  };
  assert.match(await printed("github"), /^::error file=bad\.yaml,line=20,[^\n]+title=pattern-invalid::[^\n]+\n$/);
  assert.match(await printed("junit"), /^<\?xml[\s\S]+pattern-invalid[\s\S]+<\/testsuites>\n$/);
  const [rule] = JSON.parse(await printed("sarif")).runs[0].tool.driver.rules;
  assert.is(rule.id, "pattern-invalid");
  assert.match(rule.help.text, /`x-kubernetes-validations`/);
});

check.run();
