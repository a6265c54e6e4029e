/** The places on the disk that determine to which modules the imports of packages lead. */
import { basename, dirname, join, resolve } from "node:path";
import { isOwnSource, PACKAGE_FILE } from "../core/project-layout.js";
import { isWithin } from "../host/paths.js";

const PACKAGES = "node_modules";

/**
 * Returns the paths at which something changes if imports lead to other modules: each module, the directories and
 * manifests of its package, and all directories in which packages are searched. `sources` are the paths of all sources.
 */
export function packagePaths(project: string, sources: readonly string[]): string[] {
  const found = new Set<string>();
  const modules = sources.filter((path) => !isOwnSource(path)).map((path) => resolve(project, path));
  const scopes = new Set(modules.flatMap((path) => /[/\\]node_modules[/\\](@[^/\\]+)/.exec(path)?.[1] ?? []));
  // Packages can also be next to the project, or on another drive. The directories around both belong to neither.
  const isAround = (directory: string) =>
    directory === project || isWithin(directory, project) || dirname(directory) === directory;
  const addSearched = (directory: string) => {
    const packages = join(directory, PACKAGES);
    for (const path of [packages, ...[...scopes].map((scope) => join(packages, scope))]) found.add(path);
  };
  for (const module of modules) {
    found.add(module);
    for (let at = dirname(module); basename(at) !== PACKAGES && !isAround(at); at = dirname(at)) {
      found.add(at).add(join(at, PACKAGE_FILE));
      addSearched(at);
    }
  }
  for (let at = project; ; at = dirname(at)) {
    addSearched(at);
    if (dirname(at) === at) return [...found];
  }
}
