/** Builds imported sources in memory, and compares the result with the CRDs from which they come. */
import { readSettings } from "../../core/config/settings.js";
import { isSound } from "../../core/diagnostics/levels.js";
import type { Bundle } from "../../core/model/bundle.js";
import type { CustomResourceDefinition } from "../../core/model/crd.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Imports, ImportTarget } from "../../core/model/imports.js";
import type { SourceText } from "../../core/model/location.js";
import type { Version } from "../../core/model/release-version.js";
import { APIS, BUNDLE_FILE } from "../../core/project-layout.js";
import { toolDirectory } from "../../host/tool.js";
import { META_MODULE } from "../../import/files.js";
import { analyse, printedCrds } from "../build.js";
import { readImports } from "../read-imports.js";

/** CRDs that a build makes of imported sources, with everything that the build finds. */
export interface BuiltBack {
  readonly crds: ReadonlyMap<string, CustomResourceDefinition>;
  /** False if there are errors, and so no CRDs. */
  readonly isSound: boolean;
  /** Errors and advice. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Version of an imported bundle until its first release. */
export const FIRST_VERSION = "0.1.0" as Version;

/** The module with Kubernetes' own types, which all imported sources use. */
export interface MetaModule {
  readonly sources: readonly SourceText[];
  readonly target: ImportTarget;
}

/** Builds sources with the settings in `apis/bundle.yaml`. */
export function buildBack(sources: readonly SourceText[], settingsText: string, meta: MetaModule): BuiltBack {
  const settings = readSettings({ path: BUNDLE_FILE, text: settingsText });
  if (!settings.ok) return unsound(settings.diagnostics);
  const bundle: Bundle = { ...settings.value, version: FIRST_VERSION, conversions: [] };
  const imports: Imports = new Map(sources.map(({ path }) => [path, new Map([[META_MODULE, meta.target]])]));
  const analysis = analyse({ sources: [...sources, ...meta.sources], imports, bundle });
  const { found, crds } = printedCrds(analysis, bundle);
  if (!isSound(found)) return unsound(found);
  const built = crds.flatMap((channel) => channel.crds.map((crd) => [crd.metadata.name, crd] as const));
  return { crds: new Map(built), isSound: true, diagnostics: found };
}

function unsound(diagnostics: readonly Diagnostic[]): BuiltBack {
  return { crds: new Map(), isSound: false, diagnostics };
}

/** Reads the module from the package of this tool, where a build finds it, too. */
export async function readMetaModule(): Promise<MetaModule> {
  const source = { path: `${APIS}/types.ts`, text: `import type {} from "${META_MODULE}";` };
  const { sources, imports } = await readImports(toolDirectory(), [source]);
  return { sources, target: imports.get(source.path)?.get(META_MODULE) ?? { problem: "it does not exist" } };
}
