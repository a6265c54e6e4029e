import { diagnose } from "../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import { entryType } from "../host/files.js";

/** Returns the problem of a project that is not a directory. */
export async function missingProject(project: string, named: string): Promise<Diagnostic | undefined> {
  const type = await entryType(project);
  if (type === "directory") return undefined;
  return diagnose("project-missing", { path: named, problem: type ? "is not a directory" : "does not exist" });
}
