/** Tests of comparisons of two states without a project: the bump between two versions, and a state that is missing. */
import { copyFileSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { execaSync } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffCommand } from "../../scripts/cli/diff.js";
import { type PolicyOptions, policyCommand } from "../../scripts/cli/policy.js";
import { crd, object, STRING, stored } from "../changes/diff/crd.js";
import { inTerminal, removeProjects, temporary } from "../support/git-project.js";
import { schemaProblems } from "../support/json-schemas.js";

const states = suite("cli/two-states");
states.after(removeProjects);

/** Returns a repository in which each tag has other CRDs in `crds/`. */
function repository(): string {
  const directory = temporary();
  const git = (...args: string[]) =>
    execaSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.dev", ...args], { cwd: directory });
  git("init", "-q");
  mkdirSync(join(directory, "crds"));
  for (const [tag, fields] of Object.entries({ "v1.5.0": ["a", "b"], "v1.6.0": ["a"], "v2.0.0": ["a", "c"] })) {
    const schema = object(Object.fromEntries(fields.map((name) => [name, STRING])));
    writeFileSync(join(directory, "crds/a.json"), JSON.stringify(crd([stored("v1", schema)])));
    git("add", ".");
    git("commit", "-q", "-m", tag);
    git("tag", tag);
  }
  return directory;
}

function policy(directory: string, from: string, options: Partial<PolicyOptions> = {}) {
  const all: PolicyOptions = { project: ".", format: "text", from, ...options };
  return inTerminal(directory, (terminal) => policyCommand(all, terminal));
}

states("the summary names the bump that two versions determine", async () => {
  const directory = repository();
  const [from, to] = ["v1.5.0:crds", "v1.6.0:crds"] as const;
  const judged = await policy(directory, from, { to });
  assert.is(judged.exit, 1);
  assert.match(
    judged.out,
    "(profile semver)\n  allowed: minor, from 1.5.0 to 1.6.0\n  needs at least a major release\n",
  );
  const major = await policy(directory, from, { to: "v2.0.0:crds" });
  assert.is(major.exit, 0);
  assert.match(major.out, "  allowed: major, from 1.5.0 to 2.0.0\n");
  const markdown = await policy(directory, from, { to, format: "markdown" });
  assert.match(markdown.out, "versioning policy: semver\n\nAllowed bump: minor, from 1.5.0 to 1.6.0\n");
  const json = JSON.parse((await policy(directory, from, { to, format: "json" })).out);
  assert.equal(schemaProblems("policy", json), []);
  const { bump, versions } = json;
  assert.equal([bump, versions], ["minor", { from: "1.5.0", to: "1.6.0" }]);
});

states("the summary names no versions if the user states the bump, or if there is none", async () => {
  const directory = repository();
  for (const [from, options] of [
    ["v1.5.0:crds", { to: "v1.6.0:crds", bump: "major" }],
    ["v1.5.0:crds", { to: "crds" }],
    ["v1.6.0:crds", { to: "v1.5.0:crds" }],
  ] as const) {
    for (const format of ["text", "markdown"] as const) {
      const { out } = await policy(directory, from, { ...options, format });
      if ("bump" in options) assert.match(out, /^( {2}allowed|Allowed bump): major$/m);
      else assert.not.match(out, /allowed:|allowed bump/i);
    }
    assert.is(JSON.parse((await policy(directory, from, { ...options, format: "json" })).out).versions, undefined);
  }
});

/** Writes a CRD with a rule and with fields. */
function withRule(directory: string, path: string, rule: string, ...fields: string[]): void {
  const rules = { "x-kubernetes-validations": [{ rule }] };
  const others = Object.fromEntries(fields.map((name) => [name, STRING]));
  const spec = object({ a: { type: "string", maxLength: 50 }, ...others }, rules);
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), JSON.stringify(crd([stored("v1", object({ spec }))])));
}

states(
  "all changes that need more than a patch release are listed, those that need the largest bump first",
  async () => {
    const directory = temporary();
    withRule(directory, "old/a.json", 'self.a == "" || isURL(self.a)', "gone");
    withRule(directory, "new/a.json", 'self.a == "" || isQuantity(self.a)', "fresh");
    const { exit, out } = await policy(directory, "old", { to: "new" });
    assert.is(exit, 1);
    const labels = [...out.matchAll(/^ {2}(not allowed|needs a \w+ release): widgets/gm)].map(([, label]) => label);
    assert.equal(labels, ["not allowed", "needs a major release", "needs a minor release"]);
  },
);

states("a directory without CRDs makes no channel, and only types can be tagged as experimental", async () => {
  const directory = temporary();
  for (const [state, ...fields] of [["old"], ["new", "fresh"]] as const) {
    withRule(directory, `${state}/bases/a.json`, "true", ...fields);
    mkdirSync(join(directory, state, "experimental"));
    writeFileSync(join(directory, state, "experimental/kustomization.yaml"), "resources: []\n");
  }
  const judged = await policy(directory, "old", { to: "new" });
  assert.match(judged.out, "(profile semver)\n  needs at least a minor release\n");
  for (const state of ["old", "new"]) {
    copyFileSync(join(directory, state, "bases/a.json"), join(directory, state, "experimental/a.json"));
  }
  const foreign = await policy(directory, "old", { to: "new" });
  assert.match(foreign.out, "(profile channels)");
  assert.match(foreign.out, "Revert the change, or write a baseline");
  assert.not.match(foreign.out, "@experimental");
  for (const state of ["old", "new"]) {
    mkdirSync(join(directory, state, "standard"));
    renameSync(join(directory, state, "bases/a.json"), join(directory, state, "standard/a.json"));
    writeFileSync(join(directory, state, "bundle.json"), JSON.stringify({ channels: {} }));
  }
  const built = await policy(directory, "old", { to: "new" });
  assert.match(built.out, "(profile channels)");
  assert.match(built.out, "tag the addition @experimental");
});

states("a remark says that the second state is an earlier release", async () => {
  const directory = repository();
  const [from, to] = ["v1.6.0:crds", "v1.5.0:crds"] as const;
  const diff = (first: string, second: string) =>
    inTerminal(directory, (terminal) => diffCommand(first, second, { project: ".", format: "text" }, terminal));
  const advice = "v1.5.0:crds is older than v1.6.0:crds. If you want the changes of an upgrade, swap the two states.";
  const bump = " In this order, no bump is checked unless you specify --bump.";
  const compared = await diff(from, to);
  assert.equal([compared.exit, compared.err], [0, `${advice}\n`]);
  const judged = await policy(directory, from, { to });
  assert.equal([judged.exit, judged.err], [0, `${advice}${bump}\n`]);
  assert.is((await policy(directory, from, { to, bump: "minor" })).err, `${advice}\n`);
  for (const second of ["v1.6.0:crds", "crds"]) {
    assert.is((await diff("v1.5.0:crds", second)).err, "");
    assert.is((await policy(directory, "v1.5.0:crds", { to: second })).err, "");
  }
});

states("standard input can be only one of the states, and is named as such", async () => {
  const directory = repository();
  const options = { project: ".", format: "text" } as const;
  const piped = (from: string, to: string, input: string) => [
    inTerminal(directory, (terminal) => diffCommand(from, to, options, terminal), { input }),
    inTerminal(directory, (terminal) => policyCommand({ ...options, from, to }, terminal), { input }),
  ];
  for (const { exit, out, err } of await Promise.all(piped("-", "-", ""))) {
    assert.equal([exit, out], [2, ""]);
    assert.is(err.match(/standard input \(-\) can be specified only once \[usage-invalid\]/g)?.length, 1);
  }
  for (const { exit, err } of await Promise.all(piped("-", "crds", ""))) {
    assert.is(exit, 2);
    assert.match(err, "standard input does not contain any CRDs [bundle-missing]");
    assert.match(err, "Check the command whose output is piped to standard input.");
  }
  const one = JSON.stringify(crd([stored("v1", object({ a: STRING }))]));
  for (const { exit, out } of await Promise.all(piped("-", "crds", one))) {
    assert.is(exit, 0);
    assert.match(out, "standard input → crds");
  }
});

states("CRDs of a cluster from other API groups are not compared", async () => {
  const directory = repository();
  const own = crd([stored("v1", object({ a: STRING }))]);
  const inGroup = (group: string, plural = "others") => {
    const { metadata, spec } = crd([stored("v1", object({ a: STRING }))]);
    const names = { ...spec.names, plural, kind: "Other" };
    const inCluster = { ...metadata, name: `${plural}.${group}`, uid: "1" };
    return { ...own, metadata: inCluster, spec: { ...spec, group, names } };
  };
  const options = { project: ".", format: "text" } as const;
  const outputs = (...crds: readonly object[]) => {
    const input = crds.map((each) => JSON.stringify(each)).join("\n---\n");
    return Promise.all([
      inTerminal(directory, (terminal) => diffCommand("-", "crds", options, terminal), { input }),
      inTerminal(directory, (terminal) => policyCommand({ ...options, from: "-", to: "crds" }, terminal), { input }),
    ]);
  };
  const { group } = own.spec;
  for (const { out, err } of await outputs(own, inGroup(group), inGroup("a.dev"), inGroup("b.dev"))) {
    assert.match(out, `others.${group}`); // a kind that the bundle removed
    assert.not.match(out, /others\.[ab]\.dev/);
    assert.is(
      err,
      "2 CRDs on standard input are not compared, because crds does not have the API group: a.dev, b.dev\n",
    );
  }
  for (const { out, err } of await outputs(own)) assert.equal([/others/.test(out), err], [false, ""]);
  for (const { out, err } of await outputs(inGroup("a.dev"))) {
    assert.match(out, /the kind is new|kind-added/);
    assert.is(err, "1 CRD on standard input is not compared, because crds does not have the API group: a.dev\n");
  }
});

states("JSON lists what is not compared, and other CRDs on standard input are compared whole", async () => {
  const directory = repository();
  const { metadata, spec, ...own } = crd([stored("v1", object({ a: STRING }))]);
  const other = (rest: object, about: object = {}) => {
    const names = { ...spec.names, kind: "Other", plural: "others" };
    return {
      ...own,
      metadata: { ...metadata, name: "others.a.dev", ...about },
      spec: { ...spec, names, group: "a.dev" },
      ...rest,
    };
  };
  const options = { project: ".", format: "json" } as const;
  const outputs = (crds: object) => {
    const input = JSON.stringify(crds);
    return Promise.all([
      inTerminal(directory, (terminal) => diffCommand("-", "crds", { ...options, failOn: "break" }, terminal), {
        input,
      }),
      inTerminal(directory, (terminal) => policyCommand({ ...options, from: "-", to: "crds" }, terminal), { input }),
    ]);
  };
  const stores = (storedVersions: readonly string[]) => ({ status: { storedVersions } });
  for (const crds of [other({}, { uid: "1" }), other({}, { resourceVersion: "1" }), other(stores(["v1"]))]) {
    for (const [at, { exit, out }] of (await outputs(crds)).entries()) {
      const json = JSON.parse(out);
      assert.equal(schemaProblems(at === 0 ? "diff" : "policy", json), []);
      assert.equal([exit, json.uncompared], [0, [{ group: "a.dev", crds: ["others.a.dev"] }]]);
    }
  }
  for (const crds of [other({}), other(stores([]))]) {
    const [compared, judged] = await outputs(crds);
    assert.is(compared?.exit, 1);
    for (const { out, err } of [compared, judged]) {
      assert.match(out, "others.a.dev");
      assert.equal([JSON.parse(out).uncompared, err], [undefined, ""]);
    }
  }
});

states("without a project, a second state is required", async () => {
  const outside = temporary();
  mkdirSync(join(outside, "crds"));
  const directory = repository();
  for (const [cwd, from] of [
    [outside, "crds"],
    [directory, "v1.5.0:crds"],
  ] as const) {
    const diff = await inTerminal(cwd, (terminal) =>
      diffCommand(from, undefined, { project: ".", format: "text" }, terminal),
    );
    for (const { exit, out, err } of [diff, await policy(cwd, from), await policy(cwd, from, { bump: "minor" })]) {
      assert.equal([exit, out], [2, ""]);
      assert.match(err, `there is no second state to compare with ${from}, because this directory has no project`);
      assert.match(err, "[second-state-missing]");
      assert.not.match(err, "bundle.yaml");
    }
  }
  const other = await policy(directory, "v1.5.0:crds", { project: "crds" });
  assert.match(other.err, "because crds has no project");
  assert.match((await policy(directory, "v1.5.0:crds", { project: "none" })).err, "[project-missing]");
});

states("without a project and without states, two states are required", async () => {
  const directory = repository();
  const diff = await inTerminal(directory, (terminal) =>
    diffCommand(undefined, undefined, { project: ".", format: "text" }, terminal),
  );
  const judged = await inTerminal(directory, (terminal) => policyCommand({ project: ".", format: "text" }, terminal));
  for (const [command, { exit, out, err }] of Object.entries({ diff, policy: judged })) {
    assert.equal([exit, out], [2, ""]);
    assert.match(err, "there are no states to compare, because this directory has no project [states-missing]");
    assert.match(err, `\`crd-bundle ${command} v1.5.0:config/crd/bases config/crd/bases\``);
    assert.not.match(err, "bundle.yaml");
  }
});

states.run();
