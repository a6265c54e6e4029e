/**
 * Tests that repeat defects of real releases. `bundle-problems.slow.test.ts` damages the files of a bundle one by one;
 * here, a maintainer commits the damage and tries to release it, or creates a Git tag by hand.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { gte } from "semver";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CHANNELS } from "../../scripts/core/model/channel.js";
import { isJsonObject, type Json } from "../../scripts/core/model/json.js";
import { loadAllYaml } from "../../scripts/core/yaml/yaml.js";
import { NAME, RETRY, removeProjects } from "../support/git-project.js";
import { ROOT } from "../support/golden.js";
import { SETTINGS_TEXT } from "../support/project.js";
import { codesIn, NOTE, ReleaseProject } from "../support/release-project.js";

const mistakes = suite("mistakes of real releases");
mistakes.after(removeProjects);

const SETTINGS = `${SETTINGS_TEXT}admission:\n  name: safe-upgrades.example.dev\n  floor: "1.0.0"\n`;

/** A project at v1.1.0, without notes for the next release. */
let sound: ReleaseProject;
mistakes.before(async () => {
  sound = await ReleaseProject.released(SETTINGS);
  assert.is((await sound.make("minor")).err, "");
  assert.is((await sound.verify("v1.1.0")).err, "");
});

/** Checks that a release fails for at least one of these reasons, and that it creates neither a tag nor a commit. */
async function refused(project: ReleaseProject, to: string, codes: readonly string[]): Promise<string> {
  const { refs } = await project.state();
  const result = await project.make(to);
  assert.ok(result.exit > 0, result.out);
  for (const code of codes) assert.ok(codesIn(result).includes(code), `${code} is not said:\n${result.err}`);
  assert.equal((await project.state()).refs, refs);
  return result.err;
}

/**
 * Checks that damage in dist/ prevents a release, and that verify finds the damage if a maintainer created the Git tag
 * by hand.
 */
async function damageIsFound(damage: (project: ReleaseProject) => void, codes: readonly string[]): Promise<void> {
  const project = sound.copy();
  damage(project);
  project.note(NOTE);
  await project.commit();
  await refused(project, "minor", ["release-output"]);
  const tagged = await sound.retagged("v1.1.0", damage);
  const result = await tagged.verify("v1.1.0");
  assert.is(result.exit, 1);
  for (const code of [...codes, "release-tag-mismatch"])
    assert.ok(codesIn(result).includes(code), `${code}:\n${result.err}`);
}

mistakes("the bundle stamped with the previous version", async () => {
  const project = sound.copy();
  project.note(NOTE);
  await project.commit();
  await project.git("tag", "v1.2.0");
  const result = await project.verify("v1.2.0");
  for (const code of ["release-tag-version", "bundle-stamp", "release-tag-changelog"])
    assert.ok(codesIn(result).includes(code), code);
  const stamp = (text: string) => text.replaceAll("v1.1.0", "v1.0.0");
  const path = "dist/standard/example.dev_widgets.yaml";
  await damageIsFound((copy) => copy.write({ [path]: stamp(copy.read(path)) }), ["bundle-stamp"]);
});

mistakes("a patch cut from the wrong branch, with a new field in it", async () => {
  const project = sound.copy();
  project.say("1.1.0", `${NAME}\n${RETRY}\n${RETRY.replace("retry", "again")}`);
  project.note(NOTE);
  await project.build();
  await project.commit();
  assert.match(
    await refused(project, "patch", ["release-branch", "release-policy"]),
    "needs a minor release: experimental",
  );
  await project.git("branch", "release-1.0");
  await project.git("branch", "release-1.1");
  await project.git("switch", "--quiet", "release-1.0");
  await refused(project, "1.0.1", ["release-not-next"]);
  await refused(project, "1.1.1", ["release-branch"]);
  await project.git("switch", "--quiet", "release-1.1");
  assert.match(await refused(project, "patch", ["release-policy"]), "the field is new");
});

mistakes("a kind missing from kustomization.yaml", () => {
  const line = /^ *- example\.dev_widgets\.yaml\n/m;
  return damageIsFound(
    (copy) => copy.edit("dist/standard/kustomization.yaml", line, ""),
    ["bundle-kustomization-missing"],
  );
});

mistakes("the admission policy stamped -dev", () => {
  const path = "dist/standard/admission-policy.yaml";
  return damageIsFound((copy) => copy.edit(path, /v\d+\.\d+\.\d+$/m, "$&-dev"), ["bundle-stamp"]);
});

mistakes("the admission policy stamped with the other channel's name", () => {
  const path = "dist/standard/admission-policy.yaml";
  return damageIsFound((copy) => copy.edit(path, "channel: standard", "channel: experimental"), ["bundle-stamp"]);
});

/** Returns a variable of the generated policy as CEL. */
function variableOf(policy: Json | undefined, name: string): string {
  const spec = isJsonObject(policy) && isJsonObject(policy.spec) ? policy.spec : {};
  const variables = Array.isArray(spec.variables) ? spec.variables.filter(isJsonObject) : [];
  return String(variables.find((variable) => variable.name === name)?.expression);
}

/**
 * The comparison uses only syntax that CEL and JavaScript share: indexes, ?:, != and > for integers. Here, JavaScript
 * evaluates it. tests/apiserver/admission.apiserver.ts tests the whole policy, including the parsing of versions, with
 * an API server.
 */
mistakes("the policy's version test wrong from the tenth minor on", () => {
  for (const channel of CHANNELS) {
    const text = readFileSync(join(ROOT, "dist", channel, "admission-policy.yaml"), "utf8");
    const loaded = loadAllYaml(text);
    assert.ok("value" in loaded);
    const [policy] = loaded.value;
    assert.match(variableOf(policy, "numbers"), /\.split\("\."\)\.map\(part, int\(part\)\)/, "numbers, and no texts");
    const floor = JSON.parse(variableOf(policy, "floor")) as number[];
    const isNewEnough = (numbers: number[]) =>
      runInNewContext(variableOf(policy, "isNewEnough"), { variables: { numbers, floor } }) as boolean;
    const parts = [0, 1, 2, 4, 5, 6, 9, 10, 11, 15, 49, 50, 100];
    const versions = parts.flatMap((major) => parts.flatMap((minor) => parts.map((patch) => [major, minor, patch])));
    const wrong = versions.filter((numbers) => isNewEnough(numbers) !== gte(numbers.join("."), floor.join(".")));
    assert.equal(wrong, []);
    assert.ok(isNewEnough([1, 10, 0]) && !isNewEnough([1, 4, 99]));
  }
});

mistakes("the policy's version test written by hand", () => {
  const damage = (copy: ReleaseProject) =>
    copy.edit("dist/standard/admission-policy.yaml", "^v(0|[1-9][0-9]{0,8})", "^v([1-9])");
  return damageIsFound(damage, ["bundle-install-differs", "bundle-index-digest"]);
});

mistakes("an asset replaced after the release, so that checksums broke", async () => {
  const project = sound.copy();
  project.edit("release/1.1.0/experimental-install.yaml", "Its name.", "Its right name.");
  const result = await project.verify("release/1.1.0");
  assert.equal([result.exit, codesIn(result).sort()], [1, ["asset-sum", "asset-unlike"]]);
  project.note(NOTE);
  await project.commit();
  await refused(project, "1.1.0", ["release-tag-exists"]); // and a release is not made twice
});

mistakes("status: {storedVersions: null} in the manifests", () => {
  const path = "dist/experimental/example.dev_widgets.yaml";
  const damage = (copy: ReleaseProject) =>
    copy.write({ [path]: `${copy.read(path)}status:\n  storedVersions: null\n` });
  return damageIsFound(damage, ["bundle-status"]);
});

mistakes("release notes that contradict the manifests", async () => {
  const project = sound.copy();
  for (const [heading, note, code] of [
    ["Changed", "`Widget.spec.retry` graduates to the standard channel.", "claim-graduated-absent"],
    ["Added", "`Widget.spec.again`.", "claim-field-unknown"],
    ["Removed", "`Widget.spec.name`.", "claim-removed-there"],
  ] as const) {
    project.edit(
      "CHANGELOG.md",
      /## \[Unreleased\][\s\S]*?(?=## \[1\.1\.0\])/,
      `## [Unreleased]\n\n### ${heading}\n\n- ${note}\n\n`,
    );
    await project.commit();
    await refused(project, "minor", [code]);
  }
  const edited = await sound.retagged("v1.1.0", (copy) => copy.edit("CHANGELOG.md", "`.spec.retry`", "`.spec.again`"));
  assert.equal(codesIn(await edited.verify("v1.1.0")), ["release-tag-changelog"]);
});

mistakes("a marker that was silently ignored", async () => {
  for (const [from, to, code] of [
    ["@experimental", "@Experimental", "tag-unknown"],
    ["@experimental", "@experimental yes", "tag-value"],
    ["   * @experimental\n", "   * It is @experimental\n", "tag-in-prose"],
    ["  /**\n   * How often.", "  /*\n   * How often.", "comment-not-doc"],
  ] as const) {
    const project = sound.copy();
    project.edit("apis/example.dev/v1/widget.ts", from, to);
    await project.commit();
    await refused(project, "minor", [code]);
  }
});

mistakes("kustomization.yaml pasted into the install manifest", () => {
  const damage = (copy: ReleaseProject) => {
    const pasted = copy.read("dist/standard/kustomization.yaml");
    copy.write({ "dist/standard-install.yaml": `${copy.read("dist/standard-install.yaml")}---\n${pasted}` });
  };
  return damageIsFound(damage, ["bundle-install-surplus"]);
});

mistakes.run();
