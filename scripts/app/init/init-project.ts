/** Creates the files of a new project. */
import { basename, resolve } from "node:path";
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
import { failure, type Result } from "../../core/result.js";
import { newProjectSources, type ProjectTemplates } from "../../emit/new-project.js";
import { realPathOf } from "../../host/paths.js";
import type { Context } from "../context.js";
import { fulfill } from "../request.js";
import { readTemplate } from "../templates.js";
import { createProject, placeProblems } from "./create-project.js";

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
    if (problems.length > 0) return failure(problems);
    const sources = newProjectSources(project, await readProjectTemplates(context.templates));
    return createProject({ name, kinds: [project], sources }, place, context);
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

async function readProjectTemplates(directory: string): Promise<ProjectTemplates> {
  const [kind, experimentalField] = await Promise.all([
    readTemplate(directory, "project/kind.txt"),
    readTemplate(directory, "project/experimental-field.txt"),
  ]);
  return { kind, experimentalField };
}
