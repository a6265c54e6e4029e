/** Creates the files of a new project. */
import { basename, dirname, join, resolve, sep } from "node:path";
import {
  defaultName,
  type NewProject,
  newChannelsProblem,
  newCrdProblem,
  newGroupProblem,
  newKindProblem,
  newNameProblem,
} from "../../core/config/new-project.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import { CHANNELS, type Channel } from "../../core/model/channel.js";
import type { CreatedProject } from "../../core/model/created-project.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { pathFrom } from "../../core/path-from.js";
import { BUNDLE_FILE, WORKFLOW } from "../../core/project-layout.js";
import { failure, type Result, success } from "../../core/result.js";
import { kindPath, newProjectFiles, type ProjectTemplates } from "../../emit/new-project.js";
import { entryType, readRegularFile } from "../../host/files.js";
import { createFiles, type NewFile } from "../../host/new-files.js";
import { entryAt, obstaclesTo, PathBlocked, realPathOf } from "../../host/paths.js";
import { type ToolOrigin, toolOrigin } from "../../host/tool-origin.js";
import type { Context } from "../context.js";
import { readTemplate } from "../project.js";
import { fulfill } from "../request.js";
import { buildCommands } from "./commands.js";
import { dependencyOn } from "./dependency.js";
import { readExistingPackage } from "./existing-package.js";

export interface InitRequest {
  /** The directory of the new project, relative to the working directory. It is created if it does not exist. */
  readonly project: string;
  readonly group: string;
  readonly kind: string;
  /** Name of the bundle; that of the directory, or the plural of the kind, if unset. */
  readonly name?: string;
  /** Channels that may contain the group; both if unset. */
  readonly channels?: readonly Channel[];
}

/** Creates all files of a project, or none. Existing files are kept. */
export function initProject(request: InitRequest, context: Context): Promise<Result<CreatedProject>> {
  return fulfill(request, context, async () => {
    const directory = await realPathOf(resolve(context.cwd, request.project));
    const { group, kind, name = defaultName(basename(directory), kind), channels = CHANNELS } = request;
    const project = { name, group, kind, channels: CHANNELS.filter((channel) => channels.includes(channel)) };
    const place = { directory, shown: (path: string) => pathFrom(context.cwd, path) || "." };
    const problems = [...answerProblems(project), ...(await placeProblems(place))];
    return problems.length > 0 ? failure(problems) : create(project, place, context);
  });
}

function answerProblems(project: NewProject): Diagnostic[] {
  const answers = [
    { name: "name", value: project.name, problem: newNameProblem(project.name) },
    { name: "group", value: project.group, problem: newGroupProblem(project.group) },
    { name: "kind", value: project.kind, problem: newKindProblem(project.kind) },
    { name: "list of channels", value: project.channels.join(), problem: newChannelsProblem(project.channels) },
  ];
  const pair = { name: "name of the CRD in the group", value: project.group, problem: newCrdProblem(project) };
  const wrong = answers.filter(({ problem }) => problem !== undefined);
  return (wrong.length > 0 ? wrong : [pair]).flatMap(({ problem, ...answer }) =>
    problem === undefined ? [] : [diagnose("init-answer", { ...answer, problem })],
  );
}

interface Place {
  /** The absolute path of the project, without links. */
  readonly directory: string;
  /** Returns an absolute path as users would type it. */
  readonly shown: (path: string) => string;
}

async function placeProblems({ directory, shown }: Place): Promise<Diagnostic[]> {
  const path = shown(directory);
  const isInGit = directory.split(sep).some((part) => part.toLowerCase() === ".git");
  if (isInGit) return [diagnose("init-blocked", { path, problem: "it is inside a .git directory" })];
  if ((await entryType(directory)) !== "file") return [];
  return [diagnose("init-blocked", { path, problem: "it is not a directory" })];
}

async function create(project: NewProject, place: Place, context: Context): Promise<Result<CreatedProject>> {
  const { directory, shown } = place;
  const named = (path: string) => shown(join(directory, path));
  const existing = await readExistingPackage(directory, named);
  if (!existing.ok) return existing;
  const origin = await toolOrigin();
  const { specification, file } = dependencyOn(origin, directory);
  const hasWorkflow = await isTopOfRepository(directory);
  const copy = existing.value?.needsTool || !file ? [] : [file];
  const texts = newProjectFiles(project, specification, await readProjectTemplates(context.templates)).map(
    ({ path, text }) => ({ path, content: text }),
  );
  const files = [...copy, ...texts].filter(({ path }) => path !== WORKFLOW || hasWorkflow);
  const own = [...copy.map(({ path }) => path), BUNDLE_FILE, kindPath(project)];
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

async function readProjectTemplates(directory: string): Promise<ProjectTemplates> {
  const [kind, experimentalField, workflow] = await Promise.all([
    readTemplate(directory, "project/kind.txt"),
    readTemplate(directory, "project/experimental-field.txt"),
    readTemplate(directory, "project/check.yaml"),
  ]);
  return { kind, experimentalField, workflow };
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
  const { code, message, path } = error as NodeJS.ErrnoException;
  if (code === undefined || !/^E[A-Z]+$/.test(code)) throw error;
  return diagnose("init-blocked", { path: shown(path ?? directory), problem: message });
}
