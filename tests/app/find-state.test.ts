/** The releases that git has: which of them are read at once, which only when something asks for them, and what is kept. */
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { RunCache } from "../../scripts/app/context.js";
import { findState, releaseStates } from "../../scripts/app/find-state.js";
import type { BundleState } from "../../scripts/core/model/bundle-state.js";
import { sha256 } from "../../scripts/core/model/digest.js";
import { Repository } from "../../scripts/host/git.js";
import { UnsoundInput } from "../../scripts/host/sources.js";
import { crd, named } from "../changes/diff/crd.js";
import { Project, removeProjects } from "../support/git-project.js";

const states = suite("app/find-state");
states.after(removeProjects);

/** A cache in memory, and what was asked of it. */
class Kept {
  readonly texts = new Map<string, string>();
  recalled = 0;
  kept = 0;

  get cache(): RunCache {
    return {
      recall: (question) => {
        this.recalled++;
        return this.texts.get(question);
      },
      keep: (question, text) => {
        this.kept++;
        this.texts.set(question, text);
      },
      recallData: () => undefined,
      keepData: () => {},
      outside: () => this.cache,
    };
  }
}

async function stateOf(project: Project, name: string, cache?: RunCache): Promise<BundleState> {
  const found = await findState(name, placesOf(project, cache));
  if (!found.ok) throw new Error(found.diagnostics.map(({ code }) => code).join());
  return found.value;
}

function placesOf({ directory }: Project, cache?: RunCache) {
  return {
    project: directory,
    cwd: directory,
    repository: new Repository(directory),
    channelAnnotation: "example.dev/channel",
    ...(cache && { cache }),
    readInput: async () => "",
    remark: () => {},
  };
}

/** The channels as they can be compared. */
function plain({ channels }: BundleState): unknown {
  return [...channels].map(([channel, crds]) => [channel, [...crds]]);
}

const CRD = JSON.stringify(crd());

/** A project of which the release v1.0.0 has these files, and an index that lists some of them. */
async function released(files: Readonly<Record<string, string>>, listed: readonly string[]): Promise<Project> {
  const project = new Project();
  const versions = [{ name: "v1", storage: true }];
  const crds = listed.map((path) => ({ name: path, path, sha256: sha256(files[path] ?? ""), versions }));
  project.write({ "dist/bundle.json": JSON.stringify({ channels: { standard: { crds } } }) });
  project.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`dist/${path}`, text])));
  await project.commit();
  await project.git("tag", "v1.0.0");
  return project;
}

const BOTH = { "standard/a.yaml": CRD, "experimental/a.yaml": CRD };
const made = await released(BOTH, Object.keys(BOTH));

states("a release that its index describes is read when it is asked for, once, and then recalled", async () => {
  const memory = new Kept();
  const first = await stateOf(made, "v1.0.0", memory.cache);
  assert.equal([memory.recalled, memory.kept], [0, 0], "nothing asked");
  const read = plain(first);
  assert.equal([memory.recalled, memory.kept], [1, 1]);
  assert.is(first.channels, first.channels);
  assert.equal([memory.recalled, memory.kept], [1, 1], "asked twice");
  const again = await stateOf(made, "v1.0.0", memory.cache);
  assert.equal(plain(again), read);
  assert.equal([memory.recalled, memory.kept], [2, 1], "recalled");
  assert.equal(plain(await stateOf(made, "v1.0.0")), read, "without a cache");
});

states("what was kept counts only where all of it has the form of CRDs by channel", async () => {
  const memory = new Kept();
  const read = plain(await stateOf(made, "v1.0.0", memory.cache));
  const [question, text] = [...memory.texts][0] ?? ["", ""];
  const kept: [string, [string, { spec: object }][]][] = JSON.parse(text);
  assert.equal(kept, read);
  const [[channel, crds] = ["", []], ...others] = kept;
  const [[name, crd] = ["", { spec: {} }]] = crds;
  const odd: readonly unknown[] = [
    {},
    null,
    "text",
    [...kept, null],
    [...kept, []],
    [...kept, ["other"]],
    [...kept, [channel, crds, 1]],
    [...kept, [channel, {}]],
    [[channel, [...crds, ["other"]]], ...others],
    [[channel, [...crds, null]], ...others],
    [[channel, [...crds, ["other", crd, crd]]], ...others],
    [[channel, [...crds, ["other", {}]]], ...others],
    [[channel, [...crds, ["other", { spec: [] }]]], ...others],
    [[channel, [["other", null], ...crds]], ...others],
    [
      [channel, crds],
      ["other", [[name, "text"]]],
    ],
  ];
  for (const entry of [...odd.map((each) => JSON.stringify(each)), "", "{", `${text},`]) {
    memory.texts.set(question, entry);
    assert.equal(plain(await stateOf(made, "v1.0.0", memory.cache)), read, entry);
    assert.is(memory.texts.get(question), text, "kept anew");
  }
  memory.texts.set(question, JSON.stringify([[channel, [[name, { ...crd, kind: "Recalled" }]]]]));
  assert.equal(plain(await stateOf(made, "v1.0.0", memory.cache)), [[channel, [[name, { ...crd, kind: "Recalled" }]]]]);
});

states("releases with the same CRDs are read once in a run", async () => {
  const project = await released(BOTH, Object.keys(BOTH));
  await project.git("tag", "v1.0.1");
  const memory = new Kept();
  const all = await releaseStates("HEAD", placesOf(project, memory.cache));
  const [one, two] = all.map((state) => (state.ok ? state.value : undefined));
  assert.equal([one?.name, two?.name], ["v1.0.0", "v1.0.1"]);
  assert.is(one?.channels, two?.channels);
  assert.equal([memory.recalled, memory.kept], [1, 1]);
});

/** Commits, tags and reads a release with such files. */
async function indexed(files: Readonly<Record<string, string>>, listed: readonly string[]) {
  const project = await released(files, listed);
  const memory = new Kept();
  const [state] = await releaseStates("HEAD", placesOf(project, memory.cache));
  const codes = state?.ok === false ? state.diagnostics.map(({ code }) => code) : [];
  return { codes, memory, read: () => (state?.ok ? plain(state.value) : undefined) };
}

states("a release with one CRD alone is read when it is asked for, too", async () => {
  const { codes, memory, read } = await indexed({ "standard/a.yaml": CRD }, ["standard/a.yaml"]);
  assert.equal([codes, memory.kept], [[], 0]);
  assert.equal(read(), [["standard", [["widgets.example.dev", crd()]]]]);
  assert.is(memory.kept, 1);
});

states("a release that the index does not describe is read at once, and not kept", async () => {
  const two = { "standard/a.yaml": CRD, "standard/b.yaml": JSON.stringify(named("gadgets")) };
  for (const listed of [[], ["standard/a.yaml"]]) {
    const { codes, memory, read } = await indexed(two, listed);
    assert.equal(codes, []);
    assert.is(JSON.stringify(read()).includes("gadgets.example.dev"), true);
    assert.equal([memory.recalled, memory.kept], [0, 0]);
  }
  assert.equal((await indexed({}, [])).codes, ["bundle-missing"]);
  assert.equal((await indexed({ "standard/kustomization.yaml": "resources: []" }, [])).codes, ["bundle-missing"]);
});

states("an index makes no CRD of a file that is none", async () => {
  const text = JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } });
  for (const file of [text, "{", ""]) {
    const { codes, memory, read } = await indexed({ "standard/a.yaml": file }, ["standard/a.yaml"]);
    assert.equal(codes, []);
    assert.throws(read, (error: unknown) => error instanceof UnsoundInput);
    assert.is(memory.kept, 0);
  }
});

states("a directory without channels is read with the directories in it", async () => {
  const project = new Project();
  const [gadgets, gears] = ["gadgets", "gears"].map((plural) => JSON.stringify(named(plural)));
  const deeper = { "loose/deeper/b.yaml": gadgets ?? "", "loose/deeper/experimental/c.yaml": gears ?? "" };
  project.write({ "loose/a.yaml": CRD, ...deeper });
  const { channels } = await stateOf(project, "loose");
  assert.equal(
    [...channels].map(([channel, crds]) => [channel, ...crds.keys()]),
    [
      ["standard", "widgets.example.dev", "gadgets.example.dev"],
      ["experimental", "gears.example.dev"],
    ],
  );
});

states("a release without an index is named in the place of what is wrong in it", async () => {
  const project = new Project();
  project.write({ "dist/standard/a.yaml": "{" });
  await project.commit();
  await project.git("tag", "v1.0.0");
  const state = await findState("v1.0.0", placesOf(project));
  const places = state.ok ? [] : state.diagnostics.map(({ args }) => args.place);
  assert.equal(places, ["v1.0.0:dist/standard/a.yaml:1:2"]);
});

states("a release with a link or a module in the place of a file of the bundle has no state", async () => {
  const project = made;
  const { stdout: blob } = await execa("git", ["hash-object", "-w", "--stdin"], { cwd: project.directory, input: "a" });
  const release = async (mode: string, hash: string, path: string) => {
    await project.git("read-tree", "v1.0.0");
    await project.git("update-index", "--add", "--replace", "--cacheinfo", `${mode},${hash},${path}`);
    const tree = await execa("git", ["write-tree"], { cwd: project.directory });
    const who = ["-c", "user.name=a", "-c", "user.email=a@example.dev"];
    const made = await execa("git", [...who, "commit-tree", "-m", "a", tree.stdout], { cwd: project.directory });
    await project.git("tag", "--force", "v1.1.0", made.stdout);
    return findState("v1.1.0", placesOf(project));
  };
  const [link, module] = [["120000", blob] as const, ["160000", "1".repeat(40)] as const];
  for (const [[mode, hash], path] of [
    [link, "dist/standard/a.yaml"],
    [link, "dist/standard"],
    [module, "dist/bundle.json"],
    [module, "dist/standard/odd.yaml"],
  ] as const) {
    const state = await release(mode, hash, path);
    const found = state.ok ? [] : state.diagnostics.map(({ code, args }) => [code, args.place]);
    assert.equal(found, [["crd-invalid", `v1.1.0:${path}`]], `${mode} ${path}`);
  }
  assert.ok((await release(...link, "dist/standard/README.md")).ok);
  assert.ok((await release("100755", blob, "dist/other")).ok);
});

states.run();
