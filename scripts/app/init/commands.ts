/** The commands with which users build a new project. */
import { TOOL_PACKAGE } from "../../core/config/new-project.js";
import { FIRST_VERSION } from "../../emit/new-project.js";
import type { ExistingPackage } from "./existing-package.js";

/** Returns the commands for a shell. `directory` is the path of the project from the working directory of the shell. */
export function buildCommands(
  directory: string,
  tool: string,
  existing: ExistingPackage = { hasVersion: true, needsTool: true, isInstalled: false },
): string[] {
  const [first = "", ...rest] = [
    ...(existing.hasVersion ? [] : [`npm pkg set version=${FIRST_VERSION}`]),
    ...(existing.needsTool ? [] : [`npm install --save-dev ${quoted(`${TOOL_PACKAGE}@${tool}`)}`]),
    ...(existing.needsTool && !existing.isInstalled ? ["npm install"] : []),
    `npx --no ${TOOL_PACKAGE} build`,
  ];
  return directory === "." ? [first, ...rest] : [`cd ${quoted(directory)} && ${first}`, ...rest];
}

/** Returns a word that a POSIX shell reads as it is. */
function quoted(word: string): string {
  return /^[\w@%+=:,./][\w@%+=:,./-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
