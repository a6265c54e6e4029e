/** Builds imported sources in memory. */
import { NEW_RANGE } from "../../core/config/new-project.js";
import { readSettings } from "../../core/config/settings.js";
import { isSound } from "../../core/diagnostics/levels.js";
import type { Bundle, KubernetesRange } from "../../core/model/bundle.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Imports, ImportTarget } from "../../core/model/imports.js";
import type { SourceText } from "../../core/model/location.js";
import type { Version } from "../../core/model/release-version.js";
import type { StructuralSchema } from "../../core/model/schema.js";
import { APIS, BUNDLE_FILE } from "../../core/project-layout.js";
import { FIRST_VERSION } from "../../emit/new-project.js";
import type { ChannelCrds } from "../../emit/printed-channel.js";
import { controlProblems } from "../../host/text.js";
import { toolDirectory } from "../../host/tool.js";
import { CoreTypes } from "../../import/core-types.js";
import { CORE_MODULE, LIBRARY_MODULES } from "../../import/declarations.js";
import { mergeChannels } from "../../import/merge-channels.js";
import { writeSettings } from "../../import/settings.js";
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

/** The modules of this tool's package that imported sources can use. */
interface Modules {
  readonly sources: readonly SourceText[];
  /** The modules that each source of the package imports. */
  readonly imports: Imports;
  /** The modules that an imported source can import. */
  readonly targets: ReadonlyMap<string, ImportTarget>;
}

/** The modules, with the core types and their schemas by name. */
export interface Library extends Modules {
  readonly coreSchemas: ReadonlyMap<string, StructuralSchema>;
  readonly coreTypes: CoreTypes;
}

/** Builds sources with the settings in `apis/bundle.yaml`. */
export function buildBack(sources: readonly SourceText[], settingsText: string, modules: Modules): BuiltBack {
  const settings = readSettings({ path: BUNDLE_FILE, text: settingsText });
  if (!settings.ok) return unsound(settings.diagnostics);
  const unreadable = sources.flatMap(controlProblems);
  if (unreadable.length > 0) return unsound(unreadable);
  const bundle: Bundle = { ...settings.value, version: FIRST_VERSION as Version, conversions: [] };
  const imports: Imports = new Map([
    ...modules.imports,
    ...sources.map(({ path }) => [path, modules.targets] as const),
  ]);
  const analysis = analyse({ sources: [...sources, ...modules.sources], imports, bundle });
  const { found, crds } = printedCrds(analysis, bundle);
  if (!isSound(found)) return unsound(found);
  return { crds, isSound: true, diagnostics: found };
}

function unsound(diagnostics: readonly Diagnostic[]): BuiltBack {
  return { crds: [], isSound: false, diagnostics };
}

/**
 * Reads the modules from the package of this tool, where a build finds them, too. The core types are those of the oldest
 * version in the range.
 */
export async function readLibrary(kubernetes: KubernetesRange = NEW_RANGE): Promise<Library> {
  const names = [...new Set(Object.values(LIBRARY_MODULES)), CORE_MODULE];
  const source = { path: `${APIS}/types.ts`, text: names.map((name) => `import type {} from "${name}";\n`).join("") };
  const { sources, imports } = await readImports(toolDirectory(), [source], kubernetes);
  const modules: Modules = { sources, imports, targets: imports.get(source.path) ?? new Map() };
  const schemas = coreSchemas(modules);
  return { ...modules, coreSchemas: schemas, coreTypes: new CoreTypes(schemas) };
}

const CORE_GROUP = "core.example";

/** Returns the schemas of the core types by name: those of the fields of a kind that has a field of each type. */
function coreSchemas(modules: Modules): ReadonlyMap<string, StructuralSchema> {
  const target = modules.targets.get(CORE_MODULE);
  const { text = "" } = modules.sources.find(({ path }) => target && "path" in target && path === target.path) ?? {};
  const names = [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].flatMap(([, name]) => name ?? []);
  const lines = [
    `import type * as core from "${CORE_MODULE}";`,
    'import type { ObjectMeta } from "crd-bundle/meta/v1";',
    `export interface Types { apiVersion: "${CORE_GROUP}/v1"; kind: "Types"; metadata: ObjectMeta;`,
    ...names.map((name) => `${name}: core.${name};`),
    "}",
  ];
  const source = { path: `${APIS}/${CORE_GROUP}/v1/types.ts`, text: lines.join("\n") };
  const crd = { spec: { group: CORE_GROUP, names: { kind: "Types" }, versions: [{ name: "v1" }] } };
  const settings = writeSettings({
    name: "core",
    crds: [mergeChannels(crd, undefined)],
    channels: ["standard"],
    advice: [],
  });
  const { crds, isSound, diagnostics } = buildBack([source], settings, modules);
  if (!isSound) throw new Error(`The core types do not build: ${diagnostics[0]?.code}`);
  const properties = crds[0]?.crds[0]?.spec.versions[0]?.schema.openAPIV3Schema.properties ?? {};
  return new Map(names.flatMap((name) => (properties[name] ? [[name, properties[name]] as const] : [])));
}
