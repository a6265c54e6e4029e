/** Tests that need a program. They are skipped if it is not installed. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { Suite, Test } from "../runner/suite.js";

/** Adds a test that runs a program, or skips it. */
export function withProgram(tests: Suite, program: string, name: string, test: Test): void {
  if (isInstalled(program)) tests(name, test);
  else tests.skip(`${program} is not installed`);
}

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((directory) => isExecutable(join(directory, program)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
