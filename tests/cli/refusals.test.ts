/** Programs read the answer of every command in the format that they asked for, also when it is a refusal. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { crdBundle, inDirectory } from "../support/command-line.js";

const refusals = suite("refusals");

const COMMANDS: readonly (readonly string[])[] = [
  ["build"],
  ["diff"],
  ["policy"],
  ["graduation"],
  ["release", "auto"],
  ["release", "nonsense"],
];

async function refused(args: readonly string[]) {
  return inDirectory(async (directory) => {
    mkdirSync(join(directory, "apis"));
    writeFileSync(join(directory, "apis/bundle.yaml"), "");
    writeFileSync(join(directory, "package.json"), '{"version": "1.0.0"}');
    return crdBundle(args, { cwd: directory });
  });
}

refusals("are JSON for programs", async () => {
  for (const command of COMMANDS) {
    const { exitCode, stdout, stderr } = await refused([...command, "--format", "json"]);
    assert.equal([exitCode, stderr], [2, ""], command.join(" "));
    assert.ok(JSON.parse(stdout).diagnostics.length > 0, stdout);
  }
});

refusals("are annotations in a workflow", async () => {
  for (const command of ["build", "diff", "policy"]) {
    const { exitCode, stdout, stderr } = await refused([command, "--format", "github"]);
    assert.equal([exitCode, stderr], [2, ""], command);
    assert.match(stdout, /^::error file=apis\/bundle\.yaml,.*title=config-empty::/);
  }
});

refusals("are text on standard error for people", async () => {
  for (const format of ["text", "markdown"]) {
    const { exitCode, stdout, stderr } = await refused(["policy", "--format", format]);
    assert.equal([exitCode, stdout], [2, ""], format);
    assert.match(stderr, /^apis\/bundle\.yaml:1:1 error apis\/bundle\.yaml is empty/);
  }
});

refusals.run();
