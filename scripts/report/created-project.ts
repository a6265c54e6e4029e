/** Prints the files of a new project, and the commands that build it. */
import type { CreatedProject } from "../core/model/created-project.js";
import { CHANGELOG, GITIGNORE } from "../core/project-layout.js";
import { printableLine } from "./printable.js";

/** Requirements of files that existed, because they were not changed. */
const NEEDED: Readonly<Record<string, string>> = {
  [GITIGNORE]: "it must exclude node_modules/, and must not exclude dist/",
  [CHANGELOG]: "it must have a heading ## [Unreleased]",
};

export function printCreated({ created, kept, commands }: CreatedProject): string {
  const keptLines = kept.map((path) => `${path}${needOf(path)}`);
  return `${part("Created:", created)}${part("Kept:", keptLines)}${part("To build the bundle:", commands)}`;
}

function needOf(path: string): string {
  const need = NEEDED[path.slice(path.lastIndexOf("/") + 1)];
  return need === undefined ? "" : `: ${need}`;
}

function part(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${heading}\n${lines.map((line) => `  ${printableLine(line)}\n`).join("")}`;
}
