/** Tests of the directory for staging in repositories of this and other users. */
import { chownSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { stagingOf } from "../../scripts/host/staging.js";
import { removeProjects, temporary } from "../support/git-project.js";

const staging = suite("staging");

async function repository(): Promise<string> {
  const directory = realpathSync(temporary());
  await execa("git", ["init", "--quiet"], { cwd: directory });
  return directory;
}

staging("is in the Git directory, also of a linked worktree", async () => {
  const directory = await repository();
  const own = await stagingOf(join(directory, "dist"), directory);
  assert.is(own.above, join(directory, ".git"));
  const who = ["-c", "user.name=a", "-c", "user.email=a@example.dev", "-c", "commit.gpgsign=false"];
  await execa("git", [...who, "commit", "--quiet", "--allow-empty", "--message", "a"], { cwd: directory });
  const other = join(realpathSync(temporary()), "other");
  await execa("git", ["worktree", "add", "--quiet", other], { cwd: directory });
  const linked = await stagingOf(join(other, "dist"), other);
  assert.is(linked.above, join(directory, ".git/worktrees/other"));
  assert.is(linked.path, own.path, "the place in the worktree is the same");
});

// Only a superuser can give a directory to another user.
if (process.getuid?.() === 0) {
  staging("is not in a Git directory of another user, who could place files there", async () => {
    const directory = await repository();
    chownSync(join(directory, ".git"), 65_534, 65_534);
    const { above } = await stagingOf(join(directory, "dist"), directory);
    assert.not(above.includes(".git"), above);
  });
}

staging.after(removeProjects);
staging.run();
