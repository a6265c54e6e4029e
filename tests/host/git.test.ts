/** Tests of repositories that are crafted to mislead Git or the commands that use it. */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffCommand } from "../../scripts/cli/diff.js";
import { graduationCommand } from "../../scripts/cli/graduation.js";
import { policyCommand } from "../../scripts/cli/policy.js";
import { Repository } from "../../scripts/host/git.js";
import { inTerminal, Project, removeProjects, temporary } from "../support/git-project.js";
import { ReleaseProject } from "../support/release-project.js";

const repositories = suite("hostile repositories");
repositories.after(removeProjects);

/** Runs a function with a `git` that only leaves a mark, and returns whether it ran. */
async function withMarkedGit(use: () => Promise<void>): Promise<boolean> {
  const directory = temporary();
  writeFileSync(join(directory, "git"), `#!/bin/sh\ntouch '${directory}/started'\n`);
  chmodSync(join(directory, "git"), 0o755);
  const { PATH = "" } = process.env;
  process.env.PATH = `${directory}${delimiter}${PATH}`;
  try {
    await use();
  } finally {
    process.env.PATH = PATH;
  }
  return existsSync(join(directory, "started"));
}

repositories("git is not started, whatever its version, in a checkout that looks like a bare repository", async () => {
  const outer = new Project();
  await outer.release("1.0.0");
  const project = new ReleaseProject();
  const directory = join(outer.directory, "widgets");
  await execa("cp", ["-r", project.directory, directory]);
  await execa("git", ["init", "--quiet", "--bare", "--template=", join(directory, "made")]);
  await execa("sh", ["-c", 'mv "$0"/made/* "$0"', directory]);
  const options = { project: ".", profile: "channels", format: "text" } as const;
  const started = await withMarkedGit(async () => {
    for (const at of [directory, join(directory, "apis")]) {
      const inside = new Repository(at);
      assert.match((await inside.problem()) ?? "", "looks like a bare git repository");
    }
    const runs = [
      await inTerminal(directory, (terminal) => policyCommand(options, terminal)),
      await inTerminal(directory, (terminal) => graduationCommand(options, terminal)),
      await inTerminal(directory, (terminal) => diffCommand("v1.0.0", undefined, options, terminal)),
    ];
    for (const { exit, err } of runs) {
      assert.not.equal(exit, 0);
      assert.match(err, "looks like a bare git repository");
    }
  });
  assert.not.ok(started);
});

repositories("a directory that names the repository it belongs to looks like a bare one as well", async () => {
  const project = new Project();
  const directory = join(temporary(), "tree");
  mkdirSync(directory);
  writeFileSync(join(directory, "HEAD"), "ref: refs/heads/main\n");
  assert.not.match((await new Repository(directory).problem()) ?? "", "looks like a bare git repository");
  writeFileSync(join(directory, "commondir"), join(project.directory, ".git"));
  assert.match((await new Repository(directory).problem()) ?? "", "looks like a bare git repository");
});

repositories("blobs keep their bytes, also those that are no UTF-8", async () => {
  const project = new Project();
  await project.release("1.0.0");
  const bytes = [Buffer.from([0xff, 0x00, 0x0a, 0xc3]), Buffer.alloc(0), Buffer.from("a\n\n")];
  const hashes: string[] = [];
  for (const input of bytes) {
    const { stdout } = await execa("git", ["hash-object", "-w", "--stdin"], { cwd: project.directory, input });
    hashes.push(stdout);
  }
  assert.equal(new Repository(project.directory).blobsNow(hashes), bytes);
});

repositories("a worktree in a bare repository is read as before", async () => {
  const project = new Project();
  await project.release("1.0.0");
  const bare = join(temporary(), "all.git");
  await execa("git", ["clone", "--quiet", "--bare", project.directory, bare]);
  await execa("git", ["worktree", "add", "--quiet", "tree", "v1.0.0"], { cwd: bare });
  const repository = new Repository(join(bare, "tree"));
  assert.is(await repository.problem(), undefined);
  assert.equal(await repository.tags(), ["v1.0.0"]);
});

repositories("no file system monitor and no bare repository that is found takes part in a call", async () => {
  const project = new Project();
  await project.release("1.0.0");
  const mark = join(temporary(), "mark");
  writeFileSync(`${mark}.sh`, `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 });
  await project.git("config", "core.fsmonitor", `${mark}.sh`);
  mkdirSync(join(project.directory, "more"));
  const repository = new Repository(project.directory);
  await repository.uncommitted();
  assert.not.ok(existsSync(mark));
  assert.is((await repository.run(["config", "--get", "safe.bareRepository"])).trim(), "explicit");
});

repositories.run();
