/** Simulates a directory in which npm has installed the tool from a package file: npm itself would need the network. */
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ROOT } from "../support/golden.js";

/** The parts of a checkout that the package contains, with their paths in the package. */
const PARTS = {
  "scripts/package.json": "package.json",
  "scripts/cli/bin.cjs": "cli/bin.cjs",
  "scripts/editor/index.cjs": "editor/index.cjs",
  "scripts/editor/package.json": "editor/package.json",
  "scripts/types": "types",
  "build/scripts": "build/scripts",
  "docs/schemas": "docs/schemas",
  templates: "templates",
};

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Installs the tool in a directory, from a package file next to the directory, whose content is a placeholder. */
export function installPackage(directory: string): void {
  const modules = join(directory, "node_modules");
  const own = join(modules, "crd-bundle");
  for (const [from, to] of Object.entries(PARTS)) cpSync(join(ROOT, from), join(own, to), { recursive: true });
  const { version, dependencies } = JSON.parse(readFileSync(join(own, "package.json"), "utf8")) as Manifest;
  for (const name of Object.keys(dependencies)) link(join(ROOT, "node_modules", name), join(modules, name));
  link("../crd-bundle/cli/bin.cjs", join(modules, ".bin/crd-bundle"));
  const file = join(dirname(directory), `crd-bundle-${version}.tgz`);
  const content = "A package file.\n";
  writeFileSync(file, content);
  const integrity = `sha512-${createHash("sha512").update(content).digest("base64")}`;
  const packages = { "node_modules/crd-bundle": { version, resolved: `file:../${basename(file)}`, integrity } };
  writeFileSync(join(modules, ".package-lock.json"), JSON.stringify({ packages }));
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}
