/** One run reports the problems of all files of a project: of its settings, its types and its answers to the policy. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { buildCommand } from "../../scripts/cli/build.js";
import { policyCommand } from "../../scripts/cli/policy.js";
import { inTerminal, Project, type Result, removeProjects } from "../support/git-project.js";
import { SETTINGS_TEXT } from "../support/project.js";
import { codesIn } from "../support/release-project.js";

const problems = suite("every problem in one run");
problems.after(removeProjects);

const MISSPELLED = "  /**\n   * Its name.\n   *\n   * @maxLenght 5\n   */\n  name?: string;";
/** A list, which only the check of the schemas finds to be wrong. */
const NO_KEY = "  /**\n   * Items.\n   *\n   * @listType map\n   */\n  items?: { /** A name. */ name?: string }[];";
const build = (project: Project): Promise<Result> =>
  inTerminal(project.directory, (terminal) => buildCommand({ project: ".", format: "text" }, terminal));
const policy = (project: Project): Promise<Result> =>
  inTerminal(project.directory, (terminal) =>
    policyCommand({ project: ".", profile: "channels", format: "text" }, terminal),
  );

problems("a mistake in bundle.yaml hides neither those in types nor those in waivers.yaml", async () => {
  const project = new Project(MISSPELLED);
  project.write({ "apis/bundle.yaml": `${SETTINGS_TEXT}nonsense: 1\n`, "apis/waivers.yaml": "- rul: a\n" });
  const built = await build(project);
  assert.equal([built.exit, codesIn(built).sort()], [2, ["config-key-unknown", "tag-unknown"]]);
  const judged = await policy(project);
  const [rest, inWaivers] = [codesIn(judged).sort(), judged.err.includes("apis/waivers.yaml:1:")];
  assert.equal([judged.exit, rest.includes("tag-unknown"), inWaivers], [2, true, true], judged.err);
  assert.match(judged.err, '"nonsense"');
});

problems("a mistake in bundle.yaml does not hide what the checks of the types find", async () => {
  const bad =
    '  /**\n   * Its size.\n   *\n   * @validation `self.nope != ""` Set it.\n   */\n  size?: { /** A. */ a?: string };';
  const project = new Project(`${bad}\n${NO_KEY}`);
  project.write({ "apis/bundle.yaml": `${SETTINGS_TEXT}nonsense: 1\n` });
  const built = await build(project);
  assert.equal([built.exit, codesIn(built)], [2, ["config-key-unknown", "rule-field-unknown", "list-map-keys"]]);
  project.write({ "apis/bundle.yaml": SETTINGS_TEXT, "package.json": '{"version": 1}\n' });
  const unversioned = await build(project);
  assert.equal(
    [unversioned.exit, codesIn(unversioned)],
    [2, ["version-invalid", "rule-field-unknown", "list-map-keys"]],
  );
  assert.match(unversioned.err, "the version in package.json must be a string in quotes, not 1");
});

problems("a mistake in waivers.yaml does not hide those in types, whether they are read or checked", async () => {
  const project = new Project(`${MISSPELLED}\n${NO_KEY}`);
  project.write({ "apis/waivers.yaml": "- rul: a\n" });
  const judged = await policy(project);
  assert.is(judged.exit, 2);
  assert.equal(codesIn(judged).sort(), ["config-key-missing", "config-key-unknown", "list-map-keys", "tag-unknown"]);
});

problems("a floor above the version does not hide errors in types", async () => {
  const project = new Project(NO_KEY);
  project.write({ "apis/bundle.yaml": `${SETTINGS_TEXT}admission: { floor: "2.0.0", name: guard.example.dev }\n` });
  const built = await build(project);
  assert.equal([built.exit, built.out, codesIn(built)], [2, "", ["config-value", "list-map-keys"]]);
});

problems("a mistake in waivers.yaml does not make an acceptance of crd-too-large unneeded", async () => {
  const project = new Project(described("a".repeat(300_000)));
  const strict = `${SETTINGS_TEXT}levels: { accept-unneeded: error, crd-too-large: error }\n`;
  project.write({ "apis/bundle.yaml": strict, "apis/waivers.yaml": "- rul: a\n" });
  const large = await policy(project);
  const inWaivers = ["config-key-missing", "config-key-unknown"];
  assert.equal([large.exit, codesIn(large).sort()], [2, [...inWaivers, "crd-too-large"]]);
  accept(project);
  const accepted = await policy(project);
  assert.equal([accepted.exit, codesIn(accepted).sort()], [2, inWaivers]);
  project.say("1.0.0", described("a"));
  accept(project);
  const unneeded = await policy(project);
  assert.equal([unneeded.exit, codesIn(unneeded).sort()], [2, ["accept-unneeded", ...inWaivers]]);
});

function described(text: string): string {
  return `  /** ${text} */\n  name?: string;`;
}

/** Accepts the size of the kind. */
function accept(project: Project): void {
  const path = "apis/example.dev/v1/widget.ts";
  const text = readFileSync(join(project.directory, path), "utf8");
  const tagged = "/**\n * A widget.\n *\n * @accept crd-too-large Users apply it on the server.\n */";
  project.write({ [path]: text.replace("/** A widget. */", tagged) });
}

problems.run();
