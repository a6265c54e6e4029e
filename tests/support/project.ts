/** Small projects for tests, in memory: sources of one or more kinds, with common settings and meta types. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type BuildOutput, build } from "../../scripts/app/build.js";
import { readSettings } from "../../scripts/core/config/settings.js";
import type { Bundle, Settings } from "../../scripts/core/model/bundle.js";
import type { Imports } from "../../scripts/core/model/imports.js";
import type { SourceText } from "../../scripts/core/model/location.js";
import { compilerErrors, haveSoundTypes } from "../../scripts/language/read/index.js";
import { ROOT } from "./golden.js";
import { versionFrom } from "./versions.js";

/** A copy of the meta types in a project. */
export const META: SourceText = {
  path: "apis/meta/v1.ts",
  text: readFileSync(join(ROOT, "scripts/types/meta/v1.ts"), "utf8"),
};

export const SETTINGS_TEXT = `name: example
title: Example
annotations:
  bundleVersion: example.dev/bundle-version
  channel: example.dev/channel
groups:
  example.dev:
    channels: [standard, experimental]
  x.example.dev:
    channels: [experimental]
kubernetes:
  oldest: "1.33"
  newest: "1.37"
`;

export const TEMPLATES = { crd: "", install: "", kustomization: "", admissionPolicy: "" };

/** Returns the settings in a string. The test fails if they are invalid. */
export function settingsFrom(text: string): Settings {
  const read = readSettings({ path: "apis/bundle.yaml", text });
  if (!read.ok) throw new Error(JSON.stringify(read.diagnostics));
  return read.value;
}

/** Returns a test bundle with these settings. */
export function bundleOf(text = SETTINGS_TEXT): Bundle {
  return { ...settingsFrom(text), version: versionFrom("1.0.0"), conversions: [] };
}

/** Builds sources together with the meta types. */
export function buildSources(sources: readonly SourceText[], bundle = bundleOf()): BuildOutput {
  const imports = new Map(sources.map(({ path }) => [path, META_IMPORT]));
  const input = { sources: [META, ...sources], imports };
  confirmProof(input);
  return build({ ...input, bundle, templates: TEMPLATES });
}

/** Throws if sources are proved to have no type errors, but the compiler finds some. */
export function confirmProof({ sources, imports }: { sources: readonly SourceText[]; imports: Imports }): void {
  if (!haveSoundTypes(sources, imports, new Map())) return;
  const [error] = compilerErrors(sources, imports);
  if (error) throw new Error(`a wrong proof: ${JSON.stringify(error)}`);
}

const META_IMPORT = new Map([["crd-bundle/meta/v1", { path: META.path }]]);

/**
 * Returns a project with one kind, Widget v1, whose spec has the given fields. `rest` is the source before the kind.
 */
export function widget(fields: string, rest = ""): SourceText {
  return {
    path: "apis/example.dev/v1/widget.ts",
    text: `import type * as meta from "../../meta/v1.js";
${rest}
/** A widget. */
export interface Widget {
  apiVersion: "example.dev/v1";
  kind: "Widget";
  metadata: meta.ObjectMeta;
  /** What is wanted. */
  spec: WidgetSpec;
}
/** What is wanted. */
interface WidgetSpec {
${fields}
}
`,
  };
}
