/** Reads the package.json that a directory already has before it becomes a project. */
import { join } from "node:path";
import { TOOL_PACKAGE } from "../../core/config/new-project.js";
import { readVersion } from "../../core/config/settings.js";
import { isJsonObject, objectIn, parseJson } from "../../core/model/json.js";
import { PACKAGE_FILE } from "../../core/project-layout.js";
import { failure, type Result, success } from "../../core/result.js";
import { readRegularFile } from "../../host/files.js";
import { entryAt } from "../../host/paths.js";
import { decodeText } from "../../host/text.js";

export interface ExistingPackage {
  /** Reports whether the file contains the version of a bundle. */
  readonly hasVersion: boolean;
  /** Reports whether the file lists this tool as a dependency. */
  readonly needsTool: boolean;
  /** Reports whether this tool is installed. */
  readonly isInstalled: boolean;
}

/** In bytes. */
const LIMIT = 1 << 22;

/** Returns what package.json contains, or undefined if it is not a file. A file that is not valid JSON is an error. */
export async function readExistingPackage(
  directory: string,
  named: (path: string) => string,
): Promise<Result<ExistingPackage | undefined>> {
  const bytes = await readRegularFile(join(directory, PACKAGE_FILE), LIMIT);
  if (!bytes) return success(undefined);
  const { file, problem } = decodeText(named(PACKAGE_FILE), bytes);
  if (problem) return failure(problem, [file]);
  const version = readVersion(undefined, file);
  const json = parseJson(file.text);
  if (!version.ok && !isJsonObject(json)) return version;
  const lists = ["dependencies", "devDependencies"].map((key) => objectIn(isJsonObject(json) ? json : {}, key));
  return success({
    hasVersion: version.ok,
    needsTool: lists.some((list) => Object.hasOwn(list, TOOL_PACKAGE)),
    isInstalled: (await entryAt(join(directory, "node_modules", TOOL_PACKAGE))) !== undefined,
  });
}
