/** Builds imported sources in memory, and compares the result with the CRDs from which they come. */
import { readSettings } from "../../core/config/settings.js";
import { isSound } from "../../core/diagnostics/levels.js";
import type { Bundle } from "../../core/model/bundle.js";
import type { CustomResourceDefinition } from "../../core/model/crd.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { SourceText } from "../../core/model/location.js";
import type { Version } from "../../core/model/release-version.js";
import { BUNDLE_FILE } from "../../core/project-layout.js";
import { analyse, printedCrds } from "../build.js";

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

/** Builds sources with the settings in `apis/bundle.yaml`. */
export function buildBack(sources: readonly SourceText[], settingsText: string): BuiltBack {
  const settings = readSettings({ path: BUNDLE_FILE, text: settingsText });
  if (!settings.ok) return unsound(settings.diagnostics);
  const bundle: Bundle = { ...settings.value, version: FIRST_VERSION, conversions: [] };
  const { found, crds } = printedCrds(analyse({ sources, bundle }), bundle);
  if (!isSound(found)) return unsound(found);
  const built = crds.flatMap((channel) => channel.crds.map((crd) => [crd.metadata.name, crd] as const));
  return { crds: new Map(built), isSound: true, diagnostics: found };
}

function unsound(diagnostics: readonly Diagnostic[]): BuiltBack {
  return { crds: new Map(), isSound: false, diagnostics };
}
