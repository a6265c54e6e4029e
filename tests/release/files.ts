/** Bundles on disk, for tests that damage a copy in memory. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Asset, OutputFile } from "../../scripts/core/model/output.js";
import type { ReleaseContent } from "../../scripts/release/assets/assets.js";
import type { BundleIdentity } from "../../scripts/release/bundle/bundle-problems.js";
import { ROOT } from "../support/golden.js";
import { settingsFrom } from "../support/project.js";
import { versionFrom } from "../support/versions.js";

/** Returns every file in a project's `dist/`. */
export function readDist(project = ROOT): OutputFile[] {
  const dist = join(project, "dist");
  const entries = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => {
    const file = join(entry.parentPath, entry.name);
    return { path: relative(dist, file).split(sep).join("/"), text: readFileSync(file, "utf8") };
  });
}

/** Returns the identity of a project's bundle: version, annotations and channels. */
export function readIdentity(project = ROOT): BundleIdentity {
  const { version } = JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as { version: string };
  const settings = settingsFrom(readFileSync(join(project, "apis/bundle.yaml"), "utf8"));
  return { version: versionFrom(version), annotations: settings.annotations, channels: ["standard", "experimental"] };
}

/** A small release with various channels, file types and characters. */
export const CONTENT: ReleaseContent = {
  name: "example",
  version: "1.2.0",
  time: 1_700_000_000,
  files: [
    { path: "standard-install.yaml", text: "# Häfen 港\n---\nkind: Widget\n" },
    { path: "standard/example.dev_widgets.yaml", text: "kind: Widget\n" },
    { path: "types/package.json", text: '{ "name": "example-types", "version": "1.2.0", "type": "module" }\n' },
    { path: "types/standard/index.d.ts", text: "export interface Widget {}\n" },
    { path: "bundle.json", text: "{}\n" },
  ],
  notes: "# Example 1.2.0\n",
  source: {
    commit: "0123456789abcdef0123456789abcdef01234567",
    tool: "0.1.0",
    inputs: [
      { path: "package.json", sha256: "b".repeat(64) },
      { path: "apis/bundle.yaml", sha256: "a".repeat(64) },
    ],
  },
};

export function textOf(assets: readonly Asset[], name: string): string {
  const asset = assets.find((candidate) => candidate.name === name);
  if (!asset) throw new Error(`there is no asset ${name}`);
  return Buffer.from(asset.bytes).toString("utf8");
}
