/** Creates the files of a project whose sources are known. */
import { dirname, join, sep } from "node:path";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { CreatedProject } from "../../core/model/created-project.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { OutputFile } from "../../core/model/output.js";
import { BUNDLE_FILE, WORKFLOW } from "../../core/project-layout.js";
import { failure, type Result, success } from "../../core/result.js";
import { type ProjectContent, projectFrame } from "../../emit/new-project.js";
import { diskError, entryType, readRegularFile } from "../../host/files.js";
import { createFiles, type NewFile } from "../../host/new-files.js";
import { entryAt, obstaclesTo, PathBlocked } from "../../host/paths.js";
import { type ToolOrigin, toolOrigin } from "../../host/tool-origin.js";
import type { Context } from "../context.js";
import { readTemplate } from "../templates.js";
import { buildCommands } from "./commands.js";
import { dependencyOn } from "./dependency.js";
import { readExistingPackage } from "./existing-package.js";

/** Content of a new project. The settings are the last source: a directory without them is not a project yet. */
export interface NewSources extends ProjectContent {
  readonly sources: readonly OutputFile[];
}

export interface Place {
  /** The absolute path of the project, without links. */
  readonly directory: string;
  /** Returns an absolute path as users would type it. */
  readonly shown: (path: string) => string;
}

/** Returns why no project can be created in a place. */
export async function placeProblems({ directory, shown }: Place): Promise<Diagnostic[]> {
  const path = shown(directory);
  const isInGit = directory.split(sep).some((part) => part.toLowerCase() === ".git");
  if (isInGit) return [diagnose("init-blocked", { path, problem: "it is inside a .git directory" })];
  if ((await entryType(directory)) !== "file") return [];
  return [diagnose("init-blocked", { path, problem: "it is not a directory" })];
}

/** Creates all files of a project, or none. Existing files are kept. */
export async function createProject(
  { sources, ...content }: NewSources,
  place: Place,
  context: Context,
): Promise<Result<CreatedProject>> {
  const { directory, shown } = place;
  const named = (path: string) => shown(join(directory, path));
  const existing = await readExistingPackage(directory, named);
  if (!existing.ok) return existing;
  const origin = await toolOrigin();
  const { specification, file } = dependencyOn(origin, directory);
  const hasWorkflow = await isTopOfRepository(directory);
  const copy = existing.value?.needsTool || !file ? [] : [file];
  const workflow = await readTemplate(context.templates, "project/check.yaml");
  const texts = [...projectFrame(content, specification, workflow), ...sources].map(({ path, text }) => ({
    path,
    content: text,
  }));
  const files = [...copy, ...texts].filter(({ path }) => path !== WORKFLOW || hasWorkflow);
  const own = [...copy, ...sources].map(({ path }) => path);
  const written = await createMissing(directory, files, { own, shown });
  if (!written.ok) return written;
  if (!existing.value?.needsTool) remarkOnOrigin(origin, context, shown);
  if (!hasWorkflow) context.remark({ about: "no-workflow" });
  const paths = files.map(({ path }) => path);
  return success({
    created: written.value.map(named),
    kept: paths.filter((path) => !written.value.includes(path)).map(named),
    commands: buildCommands(shown(directory), specification, existing.value),
  });
}

/** Reports whether a directory is not below the top directory of a Git repository. */
async function isTopOfRepository(directory: string): Promise<boolean> {
  const isRepository = async (path: string): Promise<boolean> => (await entryAt(join(path, ".git"))) !== undefined;
  if (await isRepository(directory)) return true;
  for (let at = dirname(directory); at !== dirname(at); at = dirname(at)) if (await isRepository(at)) return false;
  return true;
}

function remarkOnOrigin(origin: ToolOrigin, { remark }: Context, shown: Place["shown"]): void {
  if (origin.from === "checkout") remark({ about: "tool-from-checkout", package: shown(origin.package) });
  if (origin.from === "unknown") remark({ about: "tool-of-unknown-origin", version: origin.version });
}

interface Missing {
  /** Files that no other project has. If one of them exists with another content, nothing is created. */
  readonly own: readonly string[];
  readonly shown: Place["shown"];
}

/** Creates the files that do not exist, and returns their paths. */
async function createMissing(
  directory: string,
  files: readonly NewFile[],
  { own, shown }: Missing,
): Promise<Result<readonly string[]>> {
  const named = (path: string) => shown(join(directory, path));
  try {
    const obstacles = await obstaclesTo(
      directory,
      files.map(({ path }) => path),
    );
    if (obstacles.length > 0) {
      return failure(obstacles.map((obstacle) => blockedBy(new PathBlocked(obstacle), directory, shown)));
    }
    const missing: NewFile[] = [];
    const foreign: string[] = [];
    for (const file of files) {
      const found = await readRegularFile(join(directory, file.path));
      if (!found) missing.push(file);
      else if (own.includes(file.path) && !isSame(file, found)) foreign.push(file.path);
    }
    if (!missing.some(({ path }) => path === BUNDLE_FILE)) foreign.push(BUNDLE_FILE);
    if (foreign.length > 0) {
      return failure([...new Set(foreign)].map((path) => diagnose("init-exists", { path: named(path) })));
    }
    await createFiles(directory, missing);
    return success(missing.map(({ path }) => path));
  } catch (error) {
    return failure(blockedBy(error, directory, shown));
  }
}

/** Reports whether a file has this content, as after a run that was killed. */
function isSame({ content }: NewFile, found: Uint8Array): boolean {
  return Buffer.from(content).equals(found);
}

/** Returns the diagnostic for an error that users can fix. Rethrows any other error, which is a bug. */
function blockedBy(error: unknown, directory: string, shown: Place["shown"]): Diagnostic {
  const { message, path } = diskError(error);
  return diagnose("init-blocked", { path: shown(path ?? directory), problem: message });
}
