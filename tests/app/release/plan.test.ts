/** Plans of releases: what they would write, and what of the changelog they need. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { checkCrds } from "../../../scripts/app/check/check-crds.js";
import { processContext } from "../../../scripts/app/process-context.js";
import { planRelease } from "../../../scripts/app/release/make.js";
import { removeProjects } from "../../support/git-project.js";
import { SETTINGS_TEXT } from "../../support/project.js";
import { ReleaseProject } from "../../support/release-project.js";

const plans = suite("app/release/plan");
plans.after(removeProjects);

async function planned(project: ReleaseProject, to: string, rest: { readonly snapshot?: boolean } = {}) {
  const context = processContext({ cwd: project.directory, now: Date.parse("2026-02-20T12:00:00Z") / 1000 });
  assert.ok(context.ok);
  const plan = await planRelease({ project: ".", to, ...rest }, context.value);
  return plan.ok
    ? { codes: [], writes: plan.value.writes.map(({ path }) => path).sort() }
    : { codes: plan.diagnostics.map(({ code }) => code).sort(), writes: [] };
}

plans("write what the version changes, and nothing else", async () => {
  const project = await ReleaseProject.unreleased();
  assert.equal(await planned(project, "1.0.0"), { codes: [], writes: ["CHANGELOG.md"] });
  assert.equal(await planned(project, "minor", { snapshot: true }), { codes: ["release-first"], writes: [] });
  await project.git("tag", "v1.0.0");
  project.remove("CHANGELOG.md");
  await project.commit("2026-01-11");
  assert.equal(await planned(project, "minor"), { codes: ["changelog-missing"], writes: [] });
  const snapshot = await planned(project, "minor", { snapshot: true });
  assert.equal(snapshot, {
    codes: [],
    writes: [
      "dist/bundle.json",
      "dist/experimental-install.yaml",
      "dist/experimental/example.dev_widgets.yaml",
      "dist/experimental/kustomization.yaml",
      "dist/schemas/experimental/all.json",
      "dist/schemas/experimental/example.dev/widget_v1.json",
      "dist/schemas/experimental/index.json",
      "dist/types/package.json",
      "package.json",
    ],
  });
  project.remove("dist/bundle.json");
  project.edit("dist/standard/kustomization.yaml", "resources", "bases");
  await project.commit("2026-01-12");
  const unlike = await planned(project, "minor", { snapshot: true });
  assert.equal(unlike, { codes: ["release-output"], writes: [] }, "without an index, too");
});

/** A rule whose estimated cost exceeds the limit, which the build does not estimate. */
const EXPENSIVE = `  /**
   * Names.
   *
   * @validation \`self.all(a, self.exists(b, b != a))\` Names must differ.
   */
  names?: string[];`;
/** A rule that is always true: advice of the check. */
const TRUE = EXPENSIVE.replace(/`.*`/, "`true || self.size() == 1`");

async function projectWith(fields: string): Promise<ReleaseProject> {
  const project = await ReleaseProject.unreleased();
  project.say("1.0.0", fields);
  await project.build();
  await project.commit("2026-01-11");
  return project;
}

plans("are rejected if the API server rejects a CRD, with the diagnostics of check, from one build", async () => {
  const project = await projectWith(EXPENSIVE);
  const steps: string[] = [];
  const context = processContext({ cwd: project.directory, progress: (step: string) => steps.push(step) });
  assert.ok(context.ok);
  const plan = await planRelease({ project: ".", to: "1.0.0" }, context.value);
  const checked = await checkCrds({ project: "." }, context.value);
  assert.ok(!plan.ok && checked.ok);
  assert.equal(plan.diagnostics, checked.value.diagnostics);
  assert.equal([plan.diagnostics.length, plan.diagnostics[0]?.code], [1, "rule-cost"]);
  assert.is(steps.filter((step) => step.startsWith("reading")).length, 2, "once for each command");
});

plans("are rejected for advice of check only if its level is error", async () => {
  const project = await projectWith(TRUE);
  assert.equal((await planned(project, "1.0.0")).codes, []);
  project.write({ "apis/bundle.yaml": `${SETTINGS_TEXT}levels: {rule-always-true: error}\n` });
  await project.commit("2026-01-12");
  assert.equal((await planned(project, "1.0.0")).codes, ["rule-always-true"]);
});

plans.run();
