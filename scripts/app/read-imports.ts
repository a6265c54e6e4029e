/** Reads the modules of packages that the sources of a project import, and those that these import in turn. */
import type { KubernetesRange } from "../core/model/bundle.js";
import type { Imports, ImportTarget } from "../core/model/imports.js";
import type { SourceText } from "../core/model/location.js";
import { InstalledPackages, type PackageModule } from "../host/packages/installed-packages.js";
import type { ParsedSources } from "../language/read/parsed-sources.js";
import type { Reading } from "../language/read/reading.js";

/** The conditions under which a bundler resolves `import type`. */
const CONDITIONS = ["types", "import", "node"];
/** More than any API needs, and few enough to read them all. */
const MODULE_LIMIT = 1000;
/** In UTF-16 code units, for all modules together. */
const SIZE_LIMIT = 32 * 2 ** 20;
const TOO_MUCH = `the sources import more than ${MODULE_LIMIT} modules or ${SIZE_LIMIT / 2 ** 20} MiB from packages`;

export interface ReadImports {
  /** The modules of packages. */
  readonly sources: readonly SourceText[];
  readonly imports: Imports;
}

/**
 * Reads the modules that sources import from the packages of a project. A package can export other modules for each
 * minor version of Kubernetes, under conditions such as `kubernetes-1.33`; the oldest one that the bundle supports
 * applies. `parsed` contains the parsed sources of earlier calls, and gets these, except those that an earlier run read.
 * Throws UnsoundInput if a file of a package cannot be used.
 */
export async function readImports(
  project: string,
  sources: readonly SourceText[],
  kubernetes?: KubernetesRange,
  parsed: ParsedSources = new Map(),
  earlier?: Reading,
): Promise<ReadImports> {
  const { importsOf, readBefore } = await import("../language/read/index.js"); // only here, because the compiler is large
  const own = kubernetes ? [`kubernetes-${kubernetes.oldest}`] : [];
  const packages = new InstalledPackages(project, new Set([...own, ...CONDITIONS]));
  const modules = new Map<string, PackageModule>();
  const imports = new Map<string, ReadonlyMap<string, ImportTarget>>();
  let size = 0;
  const targetOf = async (specifier: string, importer: PackageModule | undefined): Promise<ImportTarget> => {
    if (modules.size > MODULE_LIMIT || size > SIZE_LIMIT) return { problem: TOO_MUCH };
    const found = await packages.find(specifier, importer);
    if ("problem" in found) return found;
    const { path, text } = found.module.source;
    if (!modules.has(path)) size += text.length;
    modules.set(path, modules.get(path) ?? found.module);
    return { path };
  };
  const specifiersOf = (source: SourceText) => {
    const same = earlier && readBefore(source, earlier);
    return same?.specifiers ?? importsOf(source, parsed);
  };
  const readAll = async (source: SourceText, importer?: PackageModule) => {
    const targets = new Map<string, ImportTarget>();
    for (const specifier of specifiersOf(source)) {
      if (importer || !/^[./]/.test(specifier)) targets.set(specifier, await targetOf(specifier, importer));
    }
    imports.set(source.path, targets);
  };
  for (const source of sources) await readAll(source);
  for (const module of modules.values()) await readAll(module.source, module); // also of those that it adds
  return { sources: [...modules.values()].map(({ source }) => source), imports };
}
