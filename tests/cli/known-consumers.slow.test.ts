/** Tests that a release names the known consumers that it breaks, and that `verify` reproduces the notes. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { NAME, RETRY, removeProjects } from "../support/git-project.js";
import { NOTE, ReleaseProject } from "../support/release-project.js";

const releases = suite("known consumers in releases");
releases.after(removeProjects);

const CONSUMER = `name: retrier
channel: experimental
kinds:
  - group: example.dev
    kind: Widget
    version: v1
    fields: [{path: .spec.retry, values: [daily, weekly]}]
`;
const SHORT_RETRY = RETRY.replace("   *\n", "   *\n   * @maxLength 3\n");

releases("are listed in the upgrade notes, which verify reproduces", async () => {
  const project = await ReleaseProject.released();
  assert.is((await project.make("minor")).err, "");
  project.write({ "apis/consumers/retrier.yml": CONSUMER });
  project.say("1.1.0", `${NAME}\n${SHORT_RETRY}`);
  project.note(NOTE);
  await project.build();
  await project.commit("2026-02-21");
  const planned = await project.make("minor", { dryRun: true }, { day: "2026-02-22" });
  const notes = "- Update these known consumers first. The release does not contain everything that they require:";
  assert.match(planned.out, `${notes}\n`, planned.err);
  const made = await project.make("minor", {}, { day: "2026-02-22" });
  assert.is(made.err, "");
  const changelog = project.read("CHANGELOG.md");
  assert.match(changelog, `${notes}\n  - retrier: Widget (v1) \`.spec.retry\`\n`);
  const verified = await project.verify("v1.2.0");
  assert.equal([verified.exit, verified.err], [0, ""]);
});

releases.run();
