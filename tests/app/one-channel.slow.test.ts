/** A project with one channel, in every command that reads the channels of a bundle. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { buildBundle } from "../../scripts/app/build-bundle.js";
import { checkCrds } from "../../scripts/app/check/check-crds.js";
import { compareStates } from "../../scripts/app/compare-states.js";
import type { Context } from "../../scripts/app/context.js";
import { listGraduations } from "../../scripts/app/graduation.js";
import { judgeChanges } from "../../scripts/app/judge-changes.js";
import { processContext } from "../../scripts/app/process-context.js";
import { validateObjects } from "../../scripts/app/validate/validate-objects.js";
import { NAME, removeProjects, STANDARD_RETRY } from "../support/git-project.js";
import { SETTINGS_TEXT } from "../support/project.js";
import { NOTE, ReleaseProject } from "../support/release-project.js";

const life = suite("a bundle with one channel");
life.after(removeProjects);

const WIDGET = "apiVersion: example.dev/v1\nkind: Widget\nmetadata: {name: a}\nspec: {name: a}\n";

function settingsFor(channel: string): string {
  return SETTINGS_TEXT.replace(
    /groups:[\s\S]*kubernetes:/,
    `channels: [${channel}]\ngroups:\n  example.dev:\n    channels: [${channel}]\nreports: reports\nkubernetes:`,
  );
}

function contextOf({ directory }: ReleaseProject): Context {
  const context = processContext({ cwd: directory });
  assert.ok(context.ok);
  return context.value;
}

/** Returns a released project, with another field since. */
async function released(channel: string): Promise<ReleaseProject> {
  const project = await ReleaseProject.unreleased(settingsFor(channel));
  assert.is((await project.make("1.0.0", {}, { day: "2026-01-10" })).err, "");
  project.say("1.0.0", `${NAME}\n${STANDARD_RETRY}`);
  project.note(NOTE);
  await project.build();
  await project.commit("2026-02-01");
  return project;
}

for (const channel of ["standard", "experimental"] as const) {
  const other = channel === "standard" ? "experimental" : "standard";

  life(`${channel}: is built, compared, judged, released and verified`, async () => {
    const project = await released(channel);
    const [context, request] = [contextOf(project), { project: "." }];
    const { directory } = project;
    assert.equal(
      [...readdirSync(join(directory, "dist")), ...readdirSync(join(directory, "dist/types"))].sort(),
      ["bundle.json", "conversions.json", "package.json", "schemas", "types"]
        .concat(channel, channel, `${channel}-install.yaml`)
        .sort(),
    );
    assert.equal(readdirSync(join(directory, "reports")), [`${channel}.md`]);
    assert.ok((await buildBundle({ ...request, check: true }, context)).ok);

    const compared = await compareStates(request, context);
    assert.equal(compared.ok && compared.value?.changes.map((change) => [change.channel, change.path]), [
      [channel, ".spec.retry"],
    ]);
    const judged = await judgeChanges({ ...request, profile: "channels" }, context);
    assert.equal(judged.ok && judged.value?.judgement.verdict.lowest, { [channel]: "minor" });
    const named = await judgeChanges({ ...request, profile: "channels", from: "v1.0.0", to: "HEAD" }, context);
    assert.equal(named.ok && named.value?.judgement.verdict.lowest, { [channel]: "minor" });
    const graduations = await listGraduations(request, context);
    assert.equal(graduations.ok && graduations.value.length, channel === "standard" ? 0 : 1);
    const checked = await checkCrds(request, context);
    assert.equal(checked.ok && checked.value.crds.map((crd) => [crd.name, crd.channel]), [
      ["widgets.example.dev", channel],
    ]);

    project.write({ "objects/widget.yaml": WIDGET });
    const objects = { ...request, files: ["objects/widget.yaml"] };
    const validated = await validateObjects(objects, context);
    assert.equal(validated.ok && validated.value.objects.map(({ accepted }) => accepted), [true]);
    const wrong = await validateObjects({ ...objects, channel: other }, context);
    assert.equal(!wrong.ok && wrong.diagnostics.map(({ code }) => code), ["usage-invalid"]);
    const notBuilt = await buildBundle({ ...request, channel: other }, context);
    assert.equal(!notBuilt.ok && notBuilt.diagnostics.map(({ args }) => args.problem), [
      `the bundle has no ${other} channel, only ${channel}`,
    ]);
    project.remove("objects");

    const snapshot = await project.make("auto", { snapshot: true, dryRun: true });
    assert.is(snapshot.exit, 0, snapshot.err);
    assert.is((await project.make("auto")).err, "");
    const verified = await project.verify("v1.1.0");
    assert.is(verified.exit, 0, verified.err);
    assert.is(verified.err, "");
  });
}

life("files of a channel that the bundle no longer has are removed", async () => {
  const project = await ReleaseProject.unreleased();
  project.write({ "apis/bundle.yaml": settingsFor("standard") });
  const built = await buildBundle({ project: "." }, contextOf(project));
  assert.equal(built.ok && built.value.channels.map(({ channel }) => channel), ["standard"]);
  const left = readdirSync(join(project.directory, "dist"), { recursive: true, withFileTypes: true });
  const files = left.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  assert.ok(files.some((path) => path.includes("/standard/")));
  assert.equal(
    files.filter((path) => path.includes("experimental")),
    [],
  );
});

life("a removed field needs a tombstone and a conversion in the only channel", async () => {
  const project = await ReleaseProject.unreleased(settingsFor("standard"));
  assert.is((await project.make("1.0.0", {}, { day: "2026-01-10" })).err, "");
  project.say("1.0.0", STANDARD_RETRY);
  await project.build();
  const judged = await judgeChanges({ project: ".", bump: "major" }, contextOf(project));
  const findings = judged.ok ? (judged.value?.judgement.verdict.findings ?? []) : [];
  assert.ok(findings.some(({ rule }) => rule === "retired-without-trace"));
});

life.run();
