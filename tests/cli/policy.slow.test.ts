/** Tests of the commands that compare releases, in real repositories. */
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join, posix } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffCommand } from "../../scripts/cli/diff.js";
import { type GraduationOptions, graduationCommand } from "../../scripts/cli/graduation.js";
import { type PolicyOptions, policyCommand } from "../../scripts/cli/policy.js";
import type { ChangeFormat } from "../../scripts/core/model/change.js";
import { sha256 } from "../../scripts/core/model/digest.js";
import type { Json } from "../../scripts/core/model/json.js";
import { loadYaml } from "../../scripts/core/yaml/yaml.js";
import { Cache } from "../../scripts/host/cache.js";
import { NO_RELEASE } from "../../scripts/report/remark.js";
import { crdBundle } from "../support/command-line.js";
import { definition } from "../support/conversions.js";
import {
  inTerminal,
  NAME,
  Project,
  RETRY,
  type Result,
  removeProjects,
  STANDARD_RETRY,
  temporary,
} from "../support/git-project.js";
import { ROOT } from "../support/golden.js";
import { buildSources, SETTINGS_TEXT, widget } from "../support/project.js";

const commands = suite("diff, policy and graduation");
commands.after(removeProjects);
interface DiffOptions {
  readonly format?: ChangeFormat;
  readonly wording?: boolean;
  readonly input?: string;
}

function diff(
  project: Project,
  from?: string,
  to?: string,
  { format = "text", input = "", ...rest }: DiffOptions = {},
) {
  const options = { project: ".", format, ...rest };
  return inTerminal(project.directory, (terminal) => diffCommand(from, to, options, terminal), { input });
}

function policy(project: Project, options: Partial<PolicyOptions> = {}) {
  const all: PolicyOptions = { project: ".", profile: "channels", format: "text", ...options };
  return inTerminal(project.directory, (terminal) => policyCommand(all, terminal));
}

function graduation(project: Project, format: "text" | "markdown" | "json" = "text") {
  const options: GraduationOptions = { project: ".", profile: "channels", format };
  return inTerminal(project.directory, (terminal) => graduationCommand(options, terminal));
}

/** A project with two releases, the second with an experimental field. The working tree equals the second release. */
const two = new Project();
commands.before(async () => {
  await two.release("1.0.0");
  await two.release("1.1.0", `${NAME}\n${RETRY}`);
});

const ADDED = [
  "experimental: 1 addition (1 place in 1 kind)\n  addition    widgets.example.dev v1 .spec.retry: the field is new\n",
  "The API server kept unknown fields, so stored objects might already contain 1 new field with values that are not valid.\n",
].join("");

commands("diff: between tags, commits, directories, a file, standard input and the working tree", async () => {
  assert.equal(await diff(two, "v1.0.0", "v1.1.0"), { exit: 0, out: ADDED, err: "" });
  assert.is((await diff(two, "HEAD~1", "HEAD")).out, ADDED);
  assert.is((await diff(two, "v1.0.0", "dist")).out, ADDED);
  assert.is((await diff(two, "v1.0.0")).out, ADDED);
  const file = "dist/experimental/example.dev_widgets.yaml";
  assert.is((await diff(two, "v1.0.0", file)).out, ADDED);
  const { stdout: input } = await execa("git", ["show", `v1.0.0:${file}`], { cwd: two.directory });
  assert.is((await diff(two, "-", "dist", { input })).out, ADDED);
});

commands("diff: a state does not differ from itself, and without FROM the last release is meant", async () => {
  const nothing = { exit: 0, out: "", err: "" };
  assert.equal(await diff(two, "dist", "dist"), nothing);
  assert.equal(await diff(two), nothing);
  assert.equal(await diff(two, "v1.1.0", "v1.1.0", { wording: true }), nothing);
});

commands("diff: words are counted, and listed when asked for", async () => {
  const project = new Project();
  await project.release("1.0.0");
  project.say("1.1.0", NAME.replace("Its", "The"));
  assert.is((await diff(project)).out, "2 changes of wording not shown; to include wording, use --wording\n");
  assert.match(
    (await diff(project, undefined, undefined, { wording: true })).out,
    "wording     widgets.example.dev v1 .spec.name: the description changed",
  );
});

commands("diff: JSON, Markdown and annotations", async () => {
  const of = async (format: ChangeFormat) => (await diff(two, "v1.0.0", "v1.1.0", { format })).out;
  assert.equal(JSON.parse(await of("json")), {
    apiVersion: "crd-bundle/v2",
    from: "v1.0.0",
    to: "v1.1.0",
    changes: [
      {
        channel: "experimental",
        crd: "widgets.example.dev",
        path: ".spec.retry",
        subject: "field-added",
        class: "addition",
        message: "the field is new",
        digest: "sha256:00404e686415370f",
        mayBeStored: true,
        row: 0,
        versions: ["v1"],
      },
    ],
    hiddenWording: 0,
    hiddenClasses: 0,
  });
  assert.is(
    await of("markdown"),
    "### Experimental channel\n\n1 addition (1 place in 1 kind)\n\n<details><summary>1 addition</summary>\n\n" +
      "- **addition** widgets.example.dev v1 `.spec.retry`: the field is new\n\n</details>\n\n" +
      "The API server kept unknown fields, so stored objects might already contain 1 new field with values that are not valid.\n",
  );
  assert.is(
    await of("github"),
    "::notice title=experimental widgets.example.dev::addition: widgets.example.dev v1 .spec.retry: the field is new\n" +
      "::notice title=Changes::The API server kept unknown fields, so stored objects might already contain 1 new field with values that are not valid.\n",
  );
});

commands("policy: the lowest release, and whether a given one is allowed", async () => {
  const project = new Project();
  await project.release("1.0.0");
  project.say("1.0.0", `${NAME}\n${RETRY}`);
  const lowest = await policy(project);
  assert.is(lowest.exit, 0);
  assert.match(
    lowest.out,
    /^v1\.0\.0 → working tree \(profile channels\)\n {2}standard {5}needs at least a patch release\n {2}experimental needs at least a minor release\n/,
  );
  assert.match(lowest.out, "Smallest version bump for all changes: minor.");
  assert.match(
    lowest.out,
    "needs a minor release: experimental widgets.example.dev v1 .spec.retry",
    "the reason is said",
  );
  for (const [options, exit] of [
    [{ bump: "patch" }, 1],
    [{ bump: "minor" }, 0],
    [{ bump: "major" }, 0],
    [{ to: "1.0.1" }, 1],
    [{ to: "v1.1.0-rc.1" }, 0],
    [{ to: "2.0.0" }, 0],
    [{ bump: "patch", profile: "guideline" }, 0],
  ] as const) {
    assert.is((await policy(project, options)).exit, exit, JSON.stringify(options));
  }
  const patch = await policy(project, { bump: "patch" });
  assert.match(patch.out, "The changes need a minor release.");
});

commands("policy: names the line in the TypeScript, in every format", async () => {
  const project = new Project();
  await project.release("1.0.0");
  project.say("1.0.0", `${NAME}\n${STANDARD_RETRY}`);
  const place = "apis/example.dev/v1/widget.ts:16:3";
  const refused = await policy(project);
  assert.is(refused.exit, 1);
  assert.match(
    refused.out,
    `  not allowed: standard widgets.example.dev v1 .spec.retry\n    ${place}\n    the field is new [addition/field-added, `,
  );
  assert.match(
    (await policy(project, { format: "github" })).out,
    /^::error file=apis\/example\.dev\/v1\/widget\.ts,line=16,col=3,title=addition\/field-added::standard widgets\.example\.dev \.spec\.retry: the field is new\. /,
  );
  assert.match((await policy(project, { format: "markdown" })).out, /^### v1\.0\.0 → working tree: not allowed\n/);
  const { verdict } = JSON.parse((await policy(project, { format: "json" })).out);
  assert.equal(verdict.lowest, { standard: "refused", experimental: "minor" });
});

function waiver(fingerprint: string, release: string): Record<string, string> {
  return {
    "apis/waivers.yaml": `- fingerprint: "${fingerprint}"\n  message: a field\n  why: it was forgotten\n  approvedBy: a maintainer\n  release: ${release}\n`,
  };
}

commands("policy: a waiver lets one finding into one release", async () => {
  const project = new Project();
  await project.release("1.0.0");
  project.say("1.0.0", `${NAME}\n${STANDARD_RETRY}`);
  const fingerprint = /field-added, ([0-9a-f]{12})/.exec((await policy(project)).out)?.[1] ?? "";
  project.write(waiver(fingerprint, "1.1.0"));
  const waived = await policy(project, { bump: "minor" });
  assert.is(waived.exit, 0);
  assert.match(waived.out, "  waived: the field is new\n    it was forgotten (a maintainer)\n");
  assert.is((await policy(project, { bump: "patch" })).exit, 1, "it is for another release");
  assert.is((await policy(project, { bump: "major" })).exit, 1, "it is for another release");
  const { out } = await policy(project);
  assert.match(out, /standard {5}needs at least a minor release\n/);
  assert.match(out, "Smallest version bump for all changes: minor.");
  assert.match((await policy(project, { format: "markdown" })).out, "(waived: it was forgotten)");
});

commands("wording stays out of JSON unless it is asked for", async () => {
  const project = new Project();
  await project.release("1.0.0");
  project.say("1.1.0", NAME.replace("Its", "The"));
  const changes = async (wording: boolean) =>
    JSON.parse((await diff(project, undefined, undefined, { format: "json", wording })).out);
  assert.equal([(await changes(false)).changes, (await changes(false)).hiddenWording], [[], 2]);
  assert.equal([(await changes(true)).changes.length, (await changes(true)).hiddenWording], [2, 0]);
  const findings = async (wording: boolean) => JSON.parse((await policy(project, { format: "json", wording })).out);
  assert.equal([(await findings(false)).verdict.findings, (await findings(false)).hiddenWording], [[], 2]);
  assert.equal([(await findings(true)).verdict.findings.length, (await findings(true)).hiddenWording], [2, 0]);
  assert.not.match((await policy(project)).out, "the description changed");
  assert.match(
    (await policy(project, { wording: true })).out,
    "needs a patch release: standard widgets.example.dev v1 .spec.name",
  );
  assert.match(
    (await policy(project, { wording: true, format: "markdown" })).out,
    /Allowed in any release[\s\S]*the description changed\n/,
  );
});

commands("policy: judges the change between any two states", async () => {
  const judged = async (from: string, to: string | undefined, rest: Partial<PolicyOptions> = {}) => {
    const result = await policy(two, { from, ...(to !== undefined && { to }), ...rest });
    return [result.exit, /experimental (.*)\n/.exec(result.out)?.[1] ?? result.err];
  };
  const minor = "needs at least a minor release";
  assert.equal(await judged("v1.0.0", "v1.1.0"), [0, minor]);
  assert.equal(await judged("HEAD~1", "HEAD"), [0, minor]);
  assert.equal(await judged("v1.0.0", "dist"), [0, minor]);
  assert.equal(await judged("v1.0.0", undefined), [0, minor], "the working tree");
  assert.equal(await judged("v1.0.0", undefined, { bump: "patch" }), [1, minor]);
  assert.equal(await judged("v1.0.0", "v1.1.0", { bump: "patch" }), [1, minor]);
  assert.equal(
    await judged("v1.1.0", "v1.0.0"),
    [1, "not allowed in any release"],
    "the field is removed without a trace",
  );
  const file = "dist/standard/example.dev_widgets.yaml";
  const one = await policy(two, { from: "v1.0.0", to: file });
  assert.equal(
    [one.exit, one.err],
    [0, "Only one state has the experimental channel (v1.0.0), so this channel is not compared.\n"],
  );
  refuses(await policy(two, { from: "v9.9.9", to: "dist" }), "ref-unknown", '"v9.9.9"');
  refuses(await policy(two, { from: "v1.0.0", to: "2.0.0" }), "ref-unknown", '"2.0.0"');
  refuses(await policy(two, { to: "dist" }), "version-invalid", "is allowed only together with `--from`.");
});

commands("policy: two releases are judged by the bump that was made", async () => {
  const project = new Project();
  await project.release("1.0.0");
  await project.release("1.0.1", `${NAME}\n${RETRY}`);
  const { exit, out } = await policy(project, { from: "v1.0.0", to: "v1.0.1" });
  assert.is(exit, 1);
  assert.match(out, "The changes need a minor release.");
  assert.is((await policy(project, { from: "v1.0.0", to: "v1.0.1", bump: "minor" })).exit, 0);
});

/** Returns the manifest of a Widget in the standard channel whose spec has the given fields. */
function manifest(fields: string): string {
  const { files } = buildSources([widget(fields)]);
  return files.find(({ path }) => path.startsWith("standard/example.dev"))?.text ?? "";
}

function valueIn(text: string): Json {
  const loaded = loadYaml(text);
  if ("problem" in loaded) throw new Error(loaded.problem);
  return loaded.value;
}

commands("diff and policy compare two states outside of any project", async () => {
  const directory = temporary();
  const put = (path: string, text: string) => {
    mkdirSync(join(directory, path, ".."), { recursive: true });
    writeFileSync(join(directory, path), text);
  };
  put("old/a.yaml", manifest(`${NAME}\n${STANDARD_RETRY}`));
  put("new/b.yaml", manifest(NAME));
  put("list.json", JSON.stringify({ apiVersion: "v1", kind: "List", items: [valueIn(manifest(NAME))] }));
  const removed =
    /^standard: 1 break .*\n {2}break {7}widgets\.example\.dev v1 \.spec\.retry: the field was removed, but objects keep its values as unknown fields\n/;
  for (const to of ["new", "new/b.yaml", "list.json"]) {
    const compared = await inTerminal(directory, (terminal) =>
      diffCommand("old", to, { project: ".", format: "text" }, terminal),
    );
    assert.equal([compared.exit, compared.err], [0, ""]);
    assert.match(compared.out, removed);
    const options: PolicyOptions = { project: ".", profile: "channels", format: "text", from: "old", to };
    const judged = (rest: Partial<PolicyOptions>) =>
      inTerminal(directory, (terminal) => policyCommand({ ...options, ...rest }, terminal));
    assert.equal([(await judged({})).exit, (await judged({ bump: "minor" })).exit], [0, 1]);
    assert.match((await judged({})).out, "standard     needs at least a major release");
  }
  put("apis/bundle.yaml", "name: 1\n");
  const options = { project: ".", format: "text" } as const;
  const broken = await inTerminal(directory, (terminal) => diffCommand("old", "new", options, terminal));
  assert.is(broken.exit, 2);
  put("apis/bundle.yaml", SETTINGS_TEXT);
  const unversioned = await inTerminal(directory, (terminal) => diffCommand("old", "new", options, terminal));
  assert.equal([unversioned.exit, unversioned.err], [0, ""], "a project without a package.json");
});

commands(
  "diff: a directory that lost a channel, two states without a common one, and one channel's directory",
  async () => {
    const directory = temporary();
    cpSync(join(two.directory, "dist"), join(directory, "whole"), { recursive: true });
    cpSync(join(two.directory, "dist/standard"), join(directory, "lost/standard"), { recursive: true });
    cpSync(join(two.directory, "dist/experimental"), join(directory, "other/experimental"), { recursive: true });
    const of = (from: string, to: string) =>
      inTerminal(directory, (terminal) => diffCommand(from, to, { project: ".", format: "text" }, terminal));
    assert.equal(await of("whole", "lost"), {
      exit: 0,
      out: "experimental: 1 break (1 place in 1 kind)\n  break       widgets.example.dev: the kind was removed\n",
      err: "",
    });
    assert.equal(await of("whole", "lost/standard"), {
      exit: 0,
      out: "",
      err: "Only one state has the experimental channel (whole), so this channel is not compared.\n",
    });
    refuses(
      await of("other/experimental", "lost/standard"),
      "channels-disjoint",
      "other/experimental and lost/standard have no channel in common",
    );
    appendFileSync(join(directory, "lost/standard/example.dev_widgets.yaml"), "\n- ]\n");
    for (const name of ["lost/standard", "lost/standard/", "lost"]) {
      const broken = await of("whole", name);
      assert.match(broken.err, / at lost\/standard\/example\.dev_widgets\.yaml:\d+:\d+: /, name);
    }
    for (const name of ["standard-install.yaml", "experimental-install.yaml"]) rmSync(join(directory, "whole", name));
    assert.equal(
      await of("whole", "whole"),
      { exit: 0, out: "", err: "" },
      "channel directories are read without manifests",
    );
  },
);

commands("two definitions of a CRD in a state are an error", async () => {
  const file = "dist/standard/example.dev_widgets.yaml";
  const { stdout } = await execa("git", ["show", `v1.0.0:${file}`], { cwd: two.directory });
  const other = stdout.replace("scope: Namespaced", "scope: Cluster");
  assert.not.equal(other, stdout);
  refuses(
    await diff(two, "-", "dist", { input: `${stdout}\n---\n${other}\n` }),
    "crd-duplicate",
    "two different definitions of widgets.example.dev: at standard input:",
  );
});

commands("conversions of one CRD count together", async () => {
  const project = new Project(`${NAME}\n${RETRY}\n${RETRY.replace("retry", "wait")}`);
  await project.release("1.0.0");
  project.say("1.1.0", `${NAME}\n${RETRY.replace("retry", "again")}\n${RETRY.replace("retry", "pause")}`);
  project.write({
    "apis/conversions.yaml":
      definition(["move: {from: .spec.retry, to: .spec.again}"]) +
      definition(["move: {from: .spec.wait, to: .spec.pause}"], { id: "two" }),
  });
  const { out } = await diff(project);
  assert.match(out, "v1 .spec.retry: the field moved to .spec.again");
  assert.match(out, "v1 .spec.wait: the field moved to .spec.pause");
});

commands("moves of several releases count, also one after the other", async () => {
  const project = new Project(`${NAME}\n${RETRY}`);
  await project.release("1.0.0");
  await project.release("1.1.0", `${NAME}\n${RETRY.replace("retry", "again")}`);
  project.say("1.2.0", `${NAME}\n${RETRY.replace("retry", "repeat")}`);
  project.write({
    "apis/conversions.yaml":
      definition(["move: {from: .spec.retry, to: .spec.again}"], { id: "one", since: "1.1.0" }) +
      definition(["move: {from: .spec.again, to: .spec.repeat}"], { id: "two", since: "1.2.0" }) +
      definition(["move: {from: .spec.retry, to: .spec.other}"], { id: "three", since: "1.3.0" }),
  });
  assert.match((await diff(project, "v1.0.0", "v1.1.0")).out, ".spec.retry: the field moved to .spec.again");
  assert.match((await diff(project, "v1.1.0")).out, ".spec.again: the field moved to .spec.repeat");
  assert.match((await diff(project, "v1.0.0")).out, ".spec.retry: the field moved to .spec.repeat");
});

/**
 * Checks that a command exits with 2, prints nothing to standard output, and reports a diagnostic with this code and
 * message.
 */
function refuses({ exit, out, err }: Result, code: string, words: string): void {
  assert.equal([exit, out], [2, ""], err);
  assert.match(err, `[${code}]`);
  assert.match(err, words);
}

commands("a waiver that matches nothing, has expired or is not whole is an error, with its line", async () => {
  const project = new Project();
  await project.release("1.0.0");
  project.write(waiver("0123456789ab", "1.1.0"));
  refuses(
    await policy(project),
    "waiver-unused",
    "apis/waivers.yaml:1:3 error the waiver 0123456789ab matches no finding",
  );
  project.write(waiver("0123456789ab", "1.0.0"));
  refuses(await policy(project), "waiver-expired", "is for 1.0.0, but v1.0.0 is already released");
  project.write(waiver("012", "1.1.0"));
  refuses(await policy(project), "config-value", "apis/waivers.yaml:1:17");
});

commands("names that lead nowhere are errors", async () => {
  refuses(
    await diff(two, "v9.9.9"),
    "ref-unknown",
    '"v9.9.9" is neither a Git tag or commit in this repository nor a file or directory',
  );
  refuses(await diff(two, "v1.0.0", "--upload-pack=x"), "ref-unknown", '"--upload-pack=x"');
  refuses(await diff(two, "apis"), "bundle-missing", "apis does not contain any CRDs");
  two.write({ "empty/standard/kustomization.yaml": "kind: Kustomization\n" });
  refuses(await diff(two, "empty"), "bundle-missing", "empty does not contain any CRDs");
});

commands("a CRD that cannot be read is an error", async () => {
  const { stdout } = await execa("git", ["show", "v1.0.0:dist/standard/example.dev_widgets.yaml"], {
    cwd: two.directory,
  });
  const twice = stdout.replace(/^ {2}versions:\n([\s\S]*)/m, (_, list) => `  versions:\n${list}\n${list}`);
  refuses(await diff(two, "-", "dist", { input: twice }), "crd-invalid", "it has the version v1 twice");
  two.write({ "bad.yaml": "a: [" });
  refuses(await diff(two, "bad.yaml"), "crd-invalid", "bad.yaml");
});

commands("a version that is none, or not a later one, is an error", async () => {
  refuses(await policy(two, { to: "next" }), "version-invalid", '--to must be a semantic version, not "next"');
  refuses(await policy(two, { to: "1.1.0" }), "version-not-next", "1.1.0 is not later than v1.1.0");
  refuses(await policy(two, { to: "0.9.0" }), "version-not-next", "0.9.0 is not later than v1.1.0");
});

commands("a clone whose history is cut off says how to deepen it", async () => {
  const clone = new Project();
  rmSync(clone.directory, { recursive: true });
  await execa("git", ["clone", "--quiet", "--depth", "1", `file://${two.directory}`, clone.directory]);
  for (const result of [await policy(clone), await diff(clone), await graduation(clone)]) {
    refuses(result, "history-shallow", "git fetch --unshallow --tags");
  }
  refuses(await diff(clone, "v1.0.0"), "ref-unknown", "git fetch --unshallow --tags");
});

commands(
  "without a repository there is no earlier release to compare with, but two directories can be compared",
  async () => {
    const project = new Project();
    for (const result of [await policy(project), await diff(project), await graduation(project)]) {
      refuses(result, "repository-missing", "the project is not in a Git repository");
    }
    refuses(await diff(project, "v1.0.0"), "ref-unknown", '"v1.0.0" is not a file or directory');
    assert.is((await diff(project, join(two.directory, "dist"), join(two.directory, "dist"))).exit, 0);
  },
);

commands("a repository without a release has no earlier release to compare with, and that is no failure", async () => {
  const project = new Project();
  await project.git("init", "--quiet");
  const nothing = { exit: 0, out: "", err: NO_RELEASE };
  assert.equal(await policy(project), nothing);
  await project.commit();
  await project.git("tag", "v0.1.0", "-m", "from before there was a bundle");
  await project.git("tag", "v0.2.0-rc.1", "-m", "a candidate");
  await project.git("tag", "nightly", "-m", "no version");
  assert.equal(await policy(project), nothing);
  assert.equal(await diff(project), nothing);
});

commands("a tag is meant though a file has its name", async () => {
  const project = new Project();
  await project.release("1.0.0");
  project.write({ "v1.0.0": "a file" });
  assert.is((await policy(project)).exit, 0);
});

commands("a removed field wants a tombstone or a conversion", async () => {
  const project = new Project(`${NAME}\n${RETRY}`);
  await project.release("1.0.0");
  project.say("1.1.0", NAME);
  assert.match((await policy(project)).out, ".spec.retry was removed without a tombstone or a conversion");
  const source = widget(NAME);
  const tombstone = "/**\n * What is wanted.\n *\n * @tombstone retry 1.1.0 Nobody used it.\n */\ninterface WidgetSpec";
  const text = source.text.replace("/** What is wanted. */\ninterface WidgetSpec", tombstone);
  project.write({
    [source.path]: text,
    "apis/conversions.yaml": definition(["remove: {path: .spec.retry}"]),
  });
  const verdict = await policy(project, { bump: "minor" });
  assert.is(verdict.exit, 0, verdict.out + verdict.err);

  rmSync(join(project.directory, "dist"), { recursive: true });
  assert.is((await crdBundle(["build", "--project", project.directory])).exitCode, 0);
  await project.commit();
  await project.git("tag", "v1.1.0");
  project.write({ [source.path]: source.text, "apis/conversions.yaml": "" });
  const deleted = await policy(project);
  assert.is(deleted.exit, 1);
  assert.match(deleted.out, "the tombstone for .spec.retry was removed, but a release contains this tombstone");
});

/** Returns the problems in the files of a project, one line each, with location and message. */
function problemsIn({ exit, err }: Result): string[] {
  assert.is(exit, 2, err);
  return err.split("\n").filter((line) => line.includes(" error "));
}

const attested = (crd: string, path: string, criterion: string) =>
  `- crd: ${crd}\n  path: ${path}\n  criterion: ${criterion}\n  link: https://example.dev/1\n`;

/** Returns a project with two releases. The first has an experimental field that the second one lacks. */
async function withRetired(): Promise<Project> {
  const project = new Project(`${NAME}\n${RETRY}`);
  await project.release("1.0.0");
  await project.release("1.1.0", NAME);
  project.say("1.1.0", `${NAME}\n${RETRY.replace("retry", "again")}`);
  return project;
}

commands("attestations that name nothing are errors, for the policy and for the table", async () => {
  const project = await withRetired();
  project.write({
    "apis/graduation.yaml": [
      attested("widgets.example.dev", ".spec.again", "usage"),
      attested("widgets.example.dev", ".spec.retry", "usage"),
      attested("widgets.example.dev", ".spec.agan", "usag"),
      attested("widgts.example.dev", ".spec.again", "usage"),
    ].join(""),
  });
  const expected = [
    "apis/graduation.yaml:10:9 error neither the working tree nor any earlier release has .spec.agan in widgets.example.dev; did you mean .spec.again? [answer-path-unknown]",
    'apis/graduation.yaml:11:14 error "usag" is not a criterion that maintainers can attest under the versioning policy "channels"; did you mean "usage"? [attestation-criterion]',
    "apis/graduation.yaml:13:8 error neither the working tree nor any earlier release has the CRD widgts.example.dev; did you mean widgets.example.dev? [answer-crd-unknown]",
  ];
  const found = await policy(project);
  assert.equal(problemsIn(found), expected);
  assert.match(
    found.err,
    "→ In apis/graduation.yaml, specify one of the following criteria: conformance, implementations, usage, approval.",
  );
  assert.equal(problemsIn(await graduation(project)), expected);
  const other = await policy(project, { profile: "guideline" });
  assert.is(problemsIn(other).filter((line) => line.includes("criterion")).length, 0, "it asks for none");
  assert.is((await policy(project, { from: "v1.0.0" })).err, "", "as with waivers");
});

commands("conversions that do not match the releases around them are errors", async () => {
  const project = await withRetired();
  const conversions = (steps: string[], more: Readonly<Record<string, string>> = {}) =>
    project.write({ "apis/conversions.yaml": definition(steps, more) });
  conversions(["remove: {path: .spec.retry}"]);
  assert.is((await policy(project)).exit, 0);
  conversions(["remove: {path: .spec.retri}", "move: {from: '.spec.name', to: .spec.again}"]);
  assert.equal(problemsIn(await policy(project)), [
    "apis/conversions.yaml:6:22 error widgets.example.dev has no .spec.retri in v1.0.0; did you mean .spec.retry? [conversion-path-unknown]",
    "apis/conversions.yaml:7:38 error widgets.example.dev has no .spec.again in v1.1.0 [conversion-path-unknown]",
  ]);
  conversions([], { to: "{crd: gadgets.example.dev, kind: Gadget}" });
  assert.equal(problemsIn(await policy(project)), [
    "apis/conversions.yaml:5:13 error neither the working tree nor any release since 1.1.0 has the CRD gadgets.example.dev; did you mean widgets.example.dev? [conversion-crd-unknown]",
  ]);
  conversions(["remove: {path: .spec.tried}"], { since: "1.2.0" });
  assert.is(problemsIn(await policy(project)).length, 1);
  project.say("1.2.0-rc.1", `${NAME}\n${RETRY.replace("retry", "tried")}`);
  await project.build();
  await project.commit();
  await project.git("tag", "v1.2.0-rc.1");
  project.say("1.1.0", NAME);
  assert.is((await policy(project)).exit, 0, "a candidate had the field, and objects may be stored as it was");
});

commands("a conversion of an earlier release is none of what the next one removes", async () => {
  const project = new Project(`${NAME}\n${RETRY}`);
  await project.release("1.0.0");
  await project.release("1.1.0");
  project.say("1.1.0", NAME);
  project.write({ "apis/conversions.yaml": definition(["remove: {path: .spec.retry}"], { since: "1.0.0" }) });
  assert.match((await policy(project)).out, ".spec.retry was removed without a tombstone or a conversion");
  project.write({ "apis/conversions.yaml": definition(["remove: {path: .spec.retry}"], { since: "1.2.0" }) });
  assert.match((await policy(project)).out, /\.spec\.retry was removed without a tombstone(?! or)/);
});

commands("mistakes in the conversions are reported with those of the other files", async () => {
  const project = new Project();
  await project.release("1.0.0");
  project.write({
    "apis/conversions.yaml": definition(["narrow: {path: .spec.name, schema: {pattern: '('}}"]),
    "apis/waivers.yaml": "- a\n",
  });
  const expected = [
    'apis/conversions.yaml:6:53 error invalid value for "steps.narrow.schema.pattern": must be a regular expression that RE2 supports: missing closing ): `(` [config-value]',
    'apis/waivers.yaml:1:3 error invalid value for "[0]": must be a mapping [config-value]',
  ];
  const found = await policy(project);
  assert.equal(
    found.err.split("\n").filter((line) => line.includes(" error ")),
    expected,
  );
  const built = await crdBundle(["build", "--project", project.directory]);
  assert.is(built.exitCode, 2);
  assert.match(built.stderr, "[config-value]");
  const named = await diff(project, "v1.0.0", "v1.0.0");
  assert.match(named.err, "[config-value]");
});

commands("a tombstone names a release that there is, or that can come next", async () => {
  const project = new Project();
  await project.release("1.0.0");
  const source = widget(NAME);
  const say = (version: string) => {
    const tombstone = `/**\n * What is wanted.\n *\n * @tombstone retry ${version} Nobody used it.\n */\ninterface WidgetSpec`;
    project.write({ [source.path]: source.text.replace("/** What is wanted. */\ninterface WidgetSpec", tombstone) });
  };
  for (const version of ["0.1.0", "1.0.0", "1.1.0", "2.0.0", "2.0.0-rc.1"]) {
    say(version);
    assert.is((await policy(project)).exit, 0, version);
  }
  say("9.3.0");
  const late = await policy(project);
  assert.is(late.exit, 1);
  assert.match(late.err, "names release 9.3.0, but the next release cannot be later than 2.0.0 [tombstone-version]");
  assert.match(late.err, /^apis\/example\.dev\/v1\/widget\.ts:\d+:\d+ error /);
  assert.is((await policy(project, { to: "9.3.0" })).exit, 0, "a person can name any later version");
});

commands("a field that moves is one change", async () => {
  const project = new Project(`${NAME}\n${RETRY}`);
  await project.release("1.0.0");
  project.say("1.1.0", `${NAME}\n${RETRY.replace("retry", "again")}`);
  project.write({
    "apis/conversions.yaml": definition(["move: {from: .spec.retry, to: .spec.again}"]),
  });
  assert.match(
    (await diff(project)).out,
    /^experimental: 1 break .*\n {2}break {7}widgets\.example\.dev v1 \.spec\.retry: the field moved to \.spec\.again\n$/,
  );
});

commands("graduation: since when, how long unchanged, what is missing", async () => {
  const project = new Project();
  await project.release("1.0.0", NAME, "2025-01-10");
  await project.release("1.1.0", `${NAME}\n${RETRY}`, "2025-06-10");
  await project.release("1.2.0", `${NAME}\n${RETRY}`, "2025-09-10");
  const what = "widgets.example.dev.spec.retry";
  const attestations = "conformance, implementations, usage, approval";
  assert.equal(await graduation(project), {
    exit: 0,
    out: `${what}\n  since v1.1.0 (2025-06-10), 8 months; last change v1.1.0, 1 release ago\n  unmet criteria: ${attestations}\n`,
    err: "",
  });
  assert.match(
    (await graduation(project, "markdown")).out,
    `| \`${what}\` | v1.1.0 (2025-06-10) | 8 | v1.1.0 | 1 | ${attestations} |\n`,
  );
  const [row, ...others] = JSON.parse((await graduation(project, "json")).out).experimental;
  assert.equal([row.path, row.months, row.criteria.length, others], [".spec.retry", 8, 6, []]);
});

commands("graduation: what is new in the tree, and what is nothing", async () => {
  const project = new Project();
  await project.release("1.0.0");
  assert.is(
    (await graduation(project)).out,
    "The experimental channel contains nothing that is not in the standard channel.\n",
  );
  project.say("1.1.0", `${NAME}\n${RETRY}`);
  assert.match(
    (await graduation(project)).out,
    "since working tree (2026-02-20), 0 months; last change working tree, 0 releases ago",
  );
});

commands("to drop @experimental before the criteria hold is refused by the same check", async () => {
  const project = new Project(`${NAME}\n${RETRY}`);
  await project.release("1.0.0");
  project.say("1.1.0", `${NAME}\n${STANDARD_RETRY}`);
  const { exit, out } = await policy(project);
  assert.is(exit, 1);
  assert.match(out, "it graduates too early: unmet criteria: months (1 of 6)");
});

commands("the command line passes names, options and exit codes on", async () => {
  const run = async (...args: string[]) =>
    execa(process.execPath, [join(ROOT, "scripts/cli/bin.cjs"), ...args], { cwd: two.directory, reject: false });
  const [changes, allowed, wrong] = await Promise.all([
    run("diff", "v1.0.0", "v1.1.0", "--format", "json"),
    run("policy", "--bump", "patch", "--format", "json"),
    run("policy", "--bump", "patch", "--to", "1.2.0"),
  ]);
  assert.equal([changes.exitCode, JSON.parse(changes.stdout).changes.length], [0, 1]);
  assert.equal([allowed.exitCode, JSON.parse(allowed.stdout).bump], [0, "patch"]);
  assert.equal([wrong.exitCode, wrong.stdout], [2, ""]);
});

/** Counts how often a command starts git. */
async function gitRuns(use: () => Promise<unknown>): Promise<number> {
  const directory = temporary();
  const { PATH = "" } = process.env;
  const git = (await execa("sh", ["-c", "command -v git"])).stdout;
  writeFileSync(join(directory, "git"), `#!/bin/sh\necho >> '${directory}/runs'\nexec '${git}' "$@"\n`, {
    mode: 0o755,
  });
  process.env.PATH = `${directory}${delimiter}${PATH}`;
  try {
    await use();
  } finally {
    process.env.PATH = PATH;
  }
  return readFileSync(join(directory, "runs"), "utf8").length;
}

commands("start git no more often for a long history than for a short one", async () => {
  const long = new Project();
  await long.release("1.0.0");
  await long.release("1.1.0", `${NAME}\n${RETRY}`);
  const short = [await gitRuns(() => policy(long)), await gitRuns(() => diff(long))];
  for (let minor = 0; minor < 30; minor++) await long.git("tag", `v0.${minor}.0`, "v1.0.0");
  assert.equal([await gitRuns(() => policy(long)), await gitRuns(() => diff(long))], short);
  assert.ok(Math.max(...short) < 12, String(short));
});

commands("say the same with a cache as without, whatever is in it", async () => {
  const project = new Project();
  await project.release("1.0.0");
  await project.release("1.1.0", `${NAME}\n${RETRY}`);
  await project.release("1.2.0", `${NAME}\n${RETRY}`);
  project.say("1.2.0", `${NAME}\n${STANDARD_RETRY}`);
  const directory = join(temporary(), "cache");
  const ask = (cache: Cache) =>
    Promise.all([
      inTerminal(project.directory, (terminal) =>
        policyCommand({ project: ".", profile: "channels", format: "text" }, { ...terminal, cache }),
      ),
      inTerminal(project.directory, (terminal) =>
        graduationCommand({ project: ".", profile: "channels", format: "text" }, { ...terminal, cache }),
      ),
      inTerminal(project.directory, (terminal) =>
        diffCommand("v1.0.0", "v1.2.0", { project: ".", format: "text" }, { ...terminal, cache }),
      ),
    ]);
  const without = await ask(new Cache(undefined));
  assert.match(without[0].out, "graduates");
  assert.equal(await ask(new Cache(directory)), without);
  assert.is(readdirSync(directory).length, 3); // the CRDs of three releases
  const filled = await gitRuns(() => ask(new Cache(directory)));
  const empty = await gitRuns(() => ask(new Cache(undefined)));
  assert.ok(filled < empty, "what is kept is not read again");
  assert.equal(await ask(new Cache(directory)), without);
  const names = readdirSync(directory);
  for (const [at, text] of ["", "5", `${sha256("5")}\n5`, `${sha256("[[1,[[]]]]")}\n[[1,[[]]]]`].entries()) {
    writeFileSync(join(directory, names[at % names.length] ?? ""), text);
    assert.equal(await ask(new Cache(directory)), without, text);
  }
  for (const name of names) writeFileSync(join(directory, name), "damaged");
  assert.equal(await ask(new Cache(directory)), without);
  const file = join(temporary(), "file");
  writeFileSync(file, "");
  assert.equal(await ask(new Cache(join(file, "cache"))), without);
  const inside = new Cache(join(project.directory, ".cache"));
  assert.equal(await ask(inside), without);
  assert.not.ok(readdirSync(project.directory).includes(".cache"));
});

commands("reads the CRDs of a release as any input, though its index lists them with their checksums", async () => {
  const project = new Project();
  await project.release("1.0.0");
  const [path, text] = ["dist/standard/example.dev_widgets.yaml", "kind: CustomResourceDefinition\nspec: 5\n"];
  const index = JSON.parse(readFileSync(join(project.directory, "dist/bundle.json"), "utf8"));
  for (const entry of index.channels.standard.crds) Object.assign(entry, { sha256: sha256(text) });
  project.write({ [path]: text, "dist/bundle.json": JSON.stringify(index) });
  await project.commit();
  await project.git("tag", "v1.1.0");
  project.say("1.0.0", `${NAME}\n${RETRY}`);
  const run = await crdBundle(["policy", "--project", project.directory]);
  assert.is(run.exitCode, 2, run.stderr);
  assert.match(run.stderr, /v1\.1\.0:.*example\.dev_widgets\.yaml/);
  assert.match(run.stderr, "[crd-invalid]");
});

commands("blames the repository and not itself where an object of it is gone", async () => {
  const project = new Project();
  await project.release("1.0.0");
  const object = (
    await execa("git", ["rev-parse", "HEAD:dist/standard/example.dev_widgets.yaml"], { cwd: project.directory })
  ).stdout;
  rmSync(join(project.directory, ".git/objects", object.slice(0, 2), object.slice(2)));
  const run = await crdBundle(["policy", "--project", project.directory]);
  assert.is(run.exitCode, 1, run.stderr);
  assert.match(run.stderr, "[git-failed]");
  assert.not.match(run.stderr, "This is a bug");
});

const SECTION = (version: string) => `## [${version}] - 2026-01-10\n\n### Added\n\n- It.\n\n`;

commands("does not compare with an older release where the tag of the last one is missing", async () => {
  const project = new Project();
  await project.release("1.0.0");
  project.write({ "CHANGELOG.md": `# Changelog\n\n## [Unreleased]\n\n${SECTION("1.1.0")}${SECTION("1.0.0")}` });
  project.say("1.2.0", NAME);
  for (const run of [await policy(project), await diff(project), await graduation(project)]) {
    assert.is(run.exit, 1);
    assert.match(run.err, "the tag v1.1.0 is missing from this clone, but the changelog has a section for it");
    assert.match(run.err, "git fetch --tags");
  }
  project.say("1.1.0", NAME); // a pull request contains the release, and its tag is created later
  assert.is((await policy(project)).exit, 0);
  await project.git("tag", "--delete", "v1.0.0");
  assert.is((await policy(project)).exit, 1);
});

commands("gives no verdict for a channel that was not compared", async () => {
  const from = "dist/standard-install.yaml";
  const install = join(two.directory, from);
  writeFileSync(install, readFileSync(join(two.directory, "dist/standard/example.dev_widgets.yaml")));
  const text = await policy(two, { from, to: "v1.1.0" });
  assert.match(text.err, "Only one state has the experimental channel (v1.1.0), so this channel is not compared.");
  assert.not.match(text.out, "experimental");
  const { verdict } = JSON.parse((await policy(two, { from, to: "v1.1.0", format: "json" })).out);
  assert.equal(verdict.lowest, { standard: "patch" });
  rmSync(install);
});

commands("does not let a directory of the checkout stand in for a tag", async () => {
  cpSync(join(two.directory, "dist"), join(two.directory, "v1.0.0"), { recursive: true });
  const { exit, err } = await diff(two, "v1.0.0", "v1.1.0");
  assert.is(exit, 2);
  assert.match(err, '"v1.0.0" is both a path and a Git revision in this repository [ref-ambiguous]');
  assert.is((await diff(two, "refs/tags/v1.0.0", "v1.1.0")).out, ADDED);
  assert.is((await diff(two, "./v1.0.0", "v1.1.0")).out, "");
  rmSync(join(two.directory, "v1.0.0"), { recursive: true });
});

commands("a directory is read as kubectl reads it, JSON as well", async () => {
  const project = new Project();
  await project.release("1.0.0");
  const path = "dist/standard/example.dev_widgets.yaml";
  const crd = loadYaml(readFileSync(join(project.directory, path), "utf8"));
  assert.ok("value" in crd);
  const gadgets = JSON.stringify(crd.value).replaceAll("widgets", "gadgets");
  project.write({
    "old/a.yaml": JSON.stringify(crd.value),
    "new/a.yaml": JSON.stringify(crd.value),
    "new/b.json": gadgets,
  });
  assert.match((await diff(project, "old", "new")).out, "the kind is new");
});

commands("a manifest of a commit that is a link is an error, and not passed over", async () => {
  const project = new Project();
  await project.release("1.0.0");
  project.write({ "real.yaml": "a: 1\n" });
  symlinkSync("../../real.yaml", join(project.directory, "dist/standard/more.yaml"));
  await project.commit();
  const { exit, err } = await diff(project, "HEAD");
  assert.is(exit, 2);
  assert.match(err, "HEAD:dist/standard/more.yaml: it is not a regular file");
});

for (const place of ["dist", "dist/standard", "dist/bundle.json"]) {
  commands(`a link in the place of ${place} of a tag is an error, and not a bundle without it`, async () => {
    const project = new Project();
    await project.release("1.0.0");
    cpSync(join(project.directory, place), join(project.directory, "real"), { recursive: true });
    rmSync(join(project.directory, place), { recursive: true });
    symlinkSync(join(posix.relative(posix.dirname(place), "."), "real"), join(project.directory, place));
    await project.commit();
    await project.git("tag", "v1.1.0");
    for (const result of [await diff(project, "v1.1.0"), await policy(project)]) {
      assert.is(result.exit, 2);
      assert.match(result.err, `v1.1.0:${place}: it is not a regular file`);
    }
    await project.git("tag", "--delete", "v1.0.0");
    assert.match((await policy(project)).err, `v1.1.0:${place}: it is not a regular file`);
  });
}

commands("lets nothing but its tag stand for a release, and tells how to name what has its name", async () => {
  const project = new Project();
  await project.release("1.0.0");
  await project.git("tag", "--delete", "v1.0.0");
  await project.git("tag", "refs/tags/v1.0.0");
  for (const name of ["v1.0.1", "2.0.0", "refs/tags/v1.0.2"]) await project.git("branch", name);
  for (const name of ["v1.0.0", "2.1.0"])
    cpSync(join(project.directory, "dist"), join(project.directory, name), { recursive: true });
  for (const name of ["v1.0.0", "v1.0.1", "2.0.0", "2.1.0"]) {
    for (const result of [
      await diff(project, name),
      await diff(project, name, "HEAD"),
      await policy(project, { from: name }),
    ]) {
      refuses(
        result,
        "ref-not-tagged",
        `${name} looks like the name of a release, but this repository has no tag ${name} that points to a commit`,
      );
      assert.match(
        result.err,
        `To use a directory or file with this name instead, specify \`./${name}\`. ` +
          `To use a branch with this name instead, specify \`refs/heads/${name}\`.`,
      );
    }
  }
  refuses(await diff(project, "v1.0.2"), "ref-unknown", '"v1.0.2"');
  for (const name of ["./v1.0.0", "refs/heads/v1.0.1"])
    assert.equal(await diff(project, name), { exit: 0, out: "", err: "" });
});

commands.run();
