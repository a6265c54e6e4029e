/** Opens the project whose working tree is one of the two states to compare. */
import { resolve } from "node:path";
import { diagnose } from "../core/diagnostics/diagnose.js";
import { BUNDLE_FILE } from "../core/project-layout.js";
import { failure, type Result } from "../core/result.js";
import { entryType } from "../host/files.js";
import type { Context } from "./context.js";
import { missingProject } from "./missing-project.js";
import type { Workspace } from "./workspace.js";

/**
 * Opens a project for a command. `other` is the state that users name, if any; without a project, they must name both
 * states.
 */
export async function openTree(
  command: "diff" | "policy",
  project: string,
  other: string | undefined,
  context: Context,
): Promise<Result<Workspace>> {
  const directory = resolve(context.cwd, project);
  if (await isWithoutProject(directory, project)) {
    const isAny = other !== undefined;
    return failure(
      isAny
        ? diagnose("second-state-missing", { state: other, project })
        : diagnose("states-missing", { command, project }),
    );
  }
  const { openWorkspace } = await import("./workspace.js"); // only the working tree needs the TypeScript compiler
  return openWorkspace(project, context);
}

/** Reports whether a directory exists and is not that of a project. */
async function isWithoutProject(directory: string, named: string): Promise<boolean> {
  if (await missingProject(directory, named)) return false;
  return (await entryType(resolve(directory, BUNDLE_FILE))) === undefined;
}
