/** Decides how the package.json of a new project refers to this tool. */
import { isAbsolute, relative, sep } from "node:path";
import { TOOL_PACKAGE } from "../../core/config/new-project.js";
import type { NewFile } from "../../host/new-files.js";
import { isWithin } from "../../host/paths.js";
import { toolVersion } from "../../host/tool.js";
import type { ToolOrigin } from "../../host/tool-origin.js";

export interface Dependency {
  /** The value in package.json. */
  readonly specification: string;
  /** The package file, if the project needs its own copy. */
  readonly file?: NewFile;
}

/**
 * Returns the dependency for a project. A package file is copied into the project, so everyone who clones the project
 * can install it.
 */
export function dependencyOn(origin: ToolOrigin, project: string): Dependency {
  switch (origin.from) {
    case "package":
      return { specification: origin.specification };
    case "unknown":
      return { specification: origin.version };
    case "checkout":
      return { specification: `file:${slashed(relative(project, origin.package))}` };
    case "file": {
      if (isWithin(project, origin.path)) return { specification: `file:${slashed(relative(project, origin.path))}` };
      const path = `${TOOL_PACKAGE}-${toolVersion()}.tgz`;
      return { specification: `file:${path}`, file: { path, content: origin.bytes } };
    }
  }
}

/** Returns a path as npm writes it. On Windows, a path to another drive is absolute. */
function slashed(path: string): string {
  return isAbsolute(path) ? path : path.split(sep).join("/");
}
