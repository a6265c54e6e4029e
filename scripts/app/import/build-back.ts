/** Builds imported sources in memory. */
import { NEW_RANGE } from "../../core/config/new-project.js";
import { readSettings } from "../../core/config/settings.js";
import { isSound } from "../../core/diagnostics/levels.js";
import type { Bundle } from "../../core/model/bundle.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Imports, ImportTarget } from "../../core/model/imports.js";
import type { SourceText } from "../../core/model/location.js";
import type { Version } from "../../core/model/release-version.js";
import { APIS, BUNDLE_FILE } from "../../core/project-layout.js";
import { FIRST_VERSION } from "../../emit/new-project.js";
import type { ChannelCrds } from "../../emit/printed-channel.js";
import { toolDirectory } from "../../host/tool.js";
import { LIBRARY_MODULES } from "../../import/declarations.js";
import { analyse, printedCrds } from "../build.js";
import { readImports } from "../read-imports.js";

/** CRDs that a build makes of imported sources, with everything that the build finds. */
export interface BuiltBack {
  readonly crds: readonly ChannelCrds[];
  /** False if there are errors, and so no CRDs. */
  readonly isSound: boolean;
  /** Errors and advice. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The modules of this tool's package that imported sources use. */
export interface Library {
  readonly sources: readonly SourceText[];
  /** The modules that each source of the package imports. */
  readonly imports: Imports;
  /** The modules that an imported source can import. */
  readonly targets: ReadonlyMap<string, ImportTarget>;
}

/** Builds sources with the settings in `apis/bundle.yaml`. */
export function buildBack(sources: readonly SourceText[], settingsText: string, library: Library): BuiltBack {
  const settings = readSettings({ path: BUNDLE_FILE, text: settingsText });
  if (!settings.ok) return unsound(settings.diagnostics);
  const bundle: Bundle = { ...settings.value, version: FIRST_VERSION as Version, conversions: [] };
  const imports: Imports = new Map([
    ...library.imports,
    ...sources.map(({ path }) => [path, library.targets] as const),
  ]);
  const analysis = analyse({ sources: [...sources, ...library.sources], imports, bundle });
  const { found, crds } = printedCrds(analysis, bundle);
  if (!isSound(found)) return unsound(found);
  return { crds, isSound: true, diagnostics: found };
}

function unsound(diagnostics: readonly Diagnostic[]): BuiltBack {
  return { crds: [], isSound: false, diagnostics };
}

/** Reads the modules from the package of this tool, where a build finds them, too. */
export async function readLibrary(): Promise<Library> {
  const modules = [...new Set(Object.values(LIBRARY_MODULES))];
  const source = { path: `${APIS}/types.ts`, text: modules.map((name) => `import type {} from "${name}";\n`).join("") };
  const { sources, imports } = await readImports(toolDirectory(), [source], NEW_RANGE);
  return { sources, imports, targets: imports.get(source.path) ?? new Map() };
}
