/** The library as a program uses it that is not the command line: through the package's exports. */
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { removeProjects } from "../support/git-project.js";
import { ROOT } from "../support/golden.js";
import { ReleaseProject } from "../support/release-project.js";

const library = suite("the library");

/** What a bot does with a pull request: what changed, may it, and what would the release be? */
const BOT = `
import { compareStates, judgeChanges, planRelease, processContext } from "crd-bundle";
const context = processContext({ cwd: process.argv[1] });
if (!context.ok) throw new Error(context.diagnostics[0].code);
const [project, profile] = [".", "channels"];
const compared = await compareStates({ project }, context.value);
const judged = await judgeChanges({ project, profile }, context.value);
const planned = await planRelease({ project, profile, to: "auto" }, context.value);
const say = ({ ok, value, diagnostics }, words) => console.log(ok ? words(value) : diagnostics.map(({ code }) => code).join());
say(compared, ({ from, changes }) => \`\${from}: \${changes.map(({ class: name, path }) => \`\${name} \${path}\`)}\`);
say(judged, ({ judgement }) => judgement.verdict.overall);
say(planned, ({ tag, lowest, writes }) => \`\${tag} \${JSON.stringify(lowest)} \${writes.map(({ path }) => path).includes("CHANGELOG.md")}\`);
`;

async function runBot(folder: string): Promise<string[]> {
  const args = ["--input-type=module", "--eval", BOT, folder];
  const { stdout } = await execa(process.execPath, args, { cwd: ROOT, env: { CRD_BUNDLE_NO_CACHE: "1" } });
  return stdout.split("\n");
}

library("compares, judges and plans a release for a program of ten lines", async () => {
  const project = await ReleaseProject.released();
  const before = await project.state();
  assert.equal(await runBot(project.folder), [
    "v1.0.0: addition .spec.retry",
    "minor",
    'v1.1.0 {"standard":"patch","experimental":"minor"} true',
  ]);
  assert.equal(await project.state(), before, "nothing is changed");
});

library("gives back what is wrong, and throws nothing", async () => {
  const project = await ReleaseProject.released();
  project.write({ "apis/example.dev/v1/widget.ts": "export type = ;\n" });
  assert.equal(await runBot(project.folder), ["typescript", "typescript", "release-uncommitted,typescript"]);
});

library.after(removeProjects);
library.run();
