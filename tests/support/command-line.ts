/** Runs the command line as a user does, and provides directories for it. */

import { writeFileSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { execa } from "execa";
import { ROOT } from "./golden.js";

export const BIN = join(ROOT, "scripts/cli/bin.cjs");

/** Projects that tests may read and build to other directories. Tests copy the sources before they change them. */
export const FLEET = join(ROOT, "tests/projects/fleet");
export const RECURSIVE = join(ROOT, "tests/projects/recursive");

export interface Run {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Options for Node, before the script. */
  readonly node?: readonly string[];
  /** Standard input. */
  readonly input?: string | Uint8Array | undefined;
  /** A Node binary other than the current one. */
  readonly binary?: string;
}

/** Runs the real command line and waits until it ends, with any exit code. */
export async function crdBundle(args: readonly string[], options: RunOptions = {}) {
  const { cwd = ROOT, env = {}, node = [], input, binary = process.execPath } = options;
  const settings = {
    cwd,
    env,
    reject: false,
    stripFinalNewline: false,
    ...(input !== undefined && { input }),
  } as const;
  const { exitCode, stdout, stderr } = await execa(binary, [...node, BIN, ...args], settings);
  return { exitCode, stdout, stderr } satisfies Run;
}

/** Runs a function with its own empty directory, and removes the directory afterward. */
export async function inDirectory<Result>(use: (directory: string) => Promise<Result>): Promise<Result> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "crd-bundle-test-")));
  try {
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Copies the fleet project for tests that change it. */
export async function copyFleet(directory: string, name = "fleet"): Promise<string> {
  const project = join(directory, name);
  await cp(FLEET, project, { recursive: true });
  return project;
}

/** Adds a source to a project that makes it large, without adding a type to its kinds. Returns the project. */
export function makeLarge(project: string): string {
  writeFileSync(join(project, "apis/padding.ts"), `/*${" ".repeat(2 ** 20)}*/\nexport type Padding = string;\n`);
  return project;
}

/** Replaces a string in a file, which must contain it. */
export async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, "utf8");
  if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`);
  await writeFile(file, text.replace(from, to));
}

/** Returns every file in a directory, including hidden files. Each character represents one byte. */
export async function readTree(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.map(async (path) => {
    return [relative(directory, path).split(sep).join("/"), await readFile(path, "latin1")] as const;
  });
  return Object.fromEntries((await Promise.all(files)).sort(([a], [b]) => (a < b ? -1 : 1)));
}
