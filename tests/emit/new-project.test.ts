/** New projects build without a diagnostic, whatever valid names they have. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  IMPORTED_TYPES,
  type NewProject,
  newCrdProblem,
  newGroupProblem,
  newKindProblem,
  newNameProblem,
} from "../../scripts/core/config/new-project.js";
import { CHANNELS } from "../../scripts/core/model/channel.js";
import { newProjectSources, projectFrame } from "../../scripts/emit/new-project.js";
import { report } from "../../scripts/report/report.js";
import { NO_COLOR } from "../../scripts/report/style.js";
import fc from "../support/drawn.js";
import { ROOT } from "../support/golden.js";
import { buildSources, bundleOf } from "../support/project.js";

const projects = suite("emit/new projects");

const template = (name: string) => readFileSync(join(ROOT, "templates/project", name), "utf8");
const TEMPLATES = { kind: template("kind.txt"), experimentalField: template("experimental-field.txt") };

/** Returns the files of a project by path. */
function filesOf(project: NewProject): Map<string, string> {
  const frame = projectFrame({ name: project.name, kinds: [project] }, "1.0.0", template("check.yaml"));
  return new Map([...frame, ...newProjectSources(project, TEMPLATES)].map(({ path, text }) => [path, text]));
}

/** Returns the diagnostics of the first build of a project, as text. */
function firstBuild(project: NewProject): string {
  const files = filesOf(project);
  const [path = "", text = ""] = [...files].find(([path]) => path.endsWith(".ts")) ?? [];
  const source = { path, text };
  const { diagnostics, crds } = buildSources([source], bundleOf(files.get("apis/bundle.yaml")));
  const kinds = crds.map(({ channel, crds: own }) => `${channel}: ${own.map(({ spec }) => spec.names.kind)}`);
  const isOneStandard = !project.channels.includes("experimental");
  const built = isOneStandard ? project.channels : CHANNELS;
  const expected = built.map((channel) => `${channel}: ${project.channels.includes(channel) ? project.kind : ""}`);
  assert.equal(kinds, expected);
  return report(diagnostics, "text", [source], NO_COLOR);
}

const WIDGETS: NewProject = { name: "widgets", group: "example.dev", kind: "Widget", channels: CHANNELS };

projects("build without a diagnostic with names that mean something in TypeScript, YAML or JavaScript", () => {
  const kinds = "Array Object String Promise Record Omit Map Function Symbol Number Date Error Any List A X9 HTTPRoute";
  const others = `Status Spec Time Quantity WidgetSpec Enum Namespace Yes Null True ${"K".repeat(59)} ${"K".repeat(60)}`;
  const groups = ["a.k8s.io", "1.0", "1e3.0", "0x1.f", "null.true", "constructor.prototype", `${"a.".repeat(100)}b`];
  for (const kind of `${kinds} ${others}`.split(" ").filter((name) => newKindProblem(name) === undefined)) {
    assert.is(firstBuild({ ...WIDGETS, kind }), "", kind);
  }
  for (const group of groups) assert.is(firstBuild({ ...WIDGETS, group }), "", group);
  for (const name of ["123", "1e3", "true", "null", "0x1f", "a--b", "no"]) {
    assert.is(firstBuild({ ...WIDGETS, name }), "", name);
    assert.is(JSON.parse(filesOf({ ...WIDGETS, name }).get("package.json") ?? "").name, name);
  }
});

const letters = (first: string, more: string) => fc.stringMatching(new RegExp(`^${first}${more}{0,12}$`));
const drawn = fc.record({
  name: letters("[a-z0-9]", "[-a-z0-9]").filter((name) => newNameProblem(name) === undefined),
  group: fc.tuple(letters("[a-z0-9]", "[a-z0-9]"), letters("[a-z]", "[a-z]")).map((labels) => labels.join(".")),
  kind: letters("[A-Z]", "[A-Za-z0-9]").filter((kind) => newKindProblem(kind) === undefined),
  channels: fc.constantFrom(CHANNELS, ["experimental"] as const, ["standard"] as const),
});

projects("build without a diagnostic with drawn names", () => {
  fc.assert(
    fc.property(drawn, (project) => {
      fc.pre(newGroupProblem(project.group) === undefined && newCrdProblem(project) === undefined);
      assert.is(firstBuild(project), "");
    }),
    { numRuns: 25 },
  );
});

projects("import the types that no kind may be named after", () => {
  assert.match(TEMPLATES.kind, `import type { ${IMPORTED_TYPES.join(", ")} } from "crd-bundle/meta/v1";`);
});

projects.run();
