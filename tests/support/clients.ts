/** The project `tests/projects/clients`, with the clients of Kubernetes that it depends on. */
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { sha256 } from "../../scripts/core/model/digest.js";
import { fillCache, newestCached } from "./cache.js";
import { ROOT } from "./golden.js";
import { installTool } from "./installed-tool.js";
import { buildProject, installTypes } from "./type-package.js";

const PROJECT = join(ROOT, "tests/projects/clients");
const MANIFESTS = ["package.json", "package-lock.json"];

/**
 * Returns the directory with the packages of the lockfile, which npm installs once into the cache. Returns undefined if
 * npm cannot install them, for example without a network.
 */
export async function clientPackages(): Promise<string | undefined> {
  const lock = readFileSync(join(PROJECT, "package-lock.json"), "utf8");
  const version = `0.0.0-x${sha256(lock)}`; // directories of the cache are named after versions
  const cached = newestCached("clients", version) ?? (await fetchPackages(version));
  return cached && join(cached, "node_modules");
}

/** Copies the project to a directory, with everything that it imports: the clients, the types and the tool. */
export async function installClients(packages: string, directory: string): Promise<void> {
  cpSync(PROJECT, directory, { recursive: true });
  const modules = join(directory, "node_modules");
  mkdirSync(modules);
  for (const name of readdirSync(packages)) symlinkSync(join(packages, name), join(modules, name), "junction");
  await installTypes((await buildProject(ROOT)).files, directory);
  installTool(directory);
}

async function fetchPackages(version: string): Promise<string | undefined> {
  try {
    return await fillCache("clients", version, async (directory) => {
      for (const name of MANIFESTS) copyFileSync(join(PROJECT, name), join(directory, name));
      await execa("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: directory });
    });
  } catch {
    return undefined;
  }
}
