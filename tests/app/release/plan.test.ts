/** Plans of releases: what they would write, and what of the changelog they need. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { processContext } from "../../../scripts/app/process-context.js";
import { planRelease } from "../../../scripts/app/release/make.js";
import { removeProjects } from "../../support/git-project.js";
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

plans.run();
