/** Messages about a directory that is not a project. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readProject } from "../../scripts/app/project.js";
import { describeDiagnostic } from "../../scripts/core/diagnostics/describe.js";
import { inDirectory } from "../support/command-line.js";

const projects = suite("app/project");

async function messagesOf(project: string): Promise<string[]> {
  const read = await readProject(project);
  return read.ok ? [] : read.diagnostics.map((diagnostic) => describeDiagnostic(diagnostic).message);
}

projects("distinguishes a missing directory, a file and a directory without settings: project-missing", async () => {
  await inDirectory(async (directory) => {
    const [none, file, empty] = ["nope", "file", "empty"].map((name) => join(directory, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(file, "");
    mkdirSync(empty);
    assert.equal(await messagesOf(none), [`the project directory "${none}" does not exist`]);
    assert.equal(await messagesOf(file), [`the project directory "${file}" is not a directory`]);
    const settings = "apis/bundle.yaml is missing: it must contain the settings of the bundle";
    assert.equal(await messagesOf(empty), [settings]);
  });
});

projects.run();
