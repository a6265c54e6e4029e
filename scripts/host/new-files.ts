/**
 * Creates files that do not exist yet: all of them or, if one cannot be created, none. No file is ever replaced, not
 * even one that another process creates at the same time.
 *
 * Each file is written in a staging directory and then linked to its place, so a killed run leaves only whole files.
 */
import { randomUUID } from "node:crypto";
import { constants, copyFile, link, mkdir, rm, rmdir, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createDirectory } from "./blocking-files.js";
import { syncToDisk } from "./files.js";
import { obstaclesTo, PathBlocked } from "./paths.js";

export interface NewFile {
  /** Relative to the directory, with forward slashes. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** Creates files below a directory, which is created too if it does not exist. Below it, no link is followed. */
export async function createFiles(directory: string, files: readonly NewFile[]): Promise<void> {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    await makeDirectory(directory, undo);
    const [obstacle] = await obstaclesTo(
      directory,
      files.map(({ path }) => path),
    );
    if (obstacle) throw new PathBlocked(obstacle);
    await placeFiles(directory, files, undo);
  } catch (error) {
    for (const step of undo.reverse()) await step().catch(() => {}); // an entry that another process changed stays
    throw error;
  }
}

async function placeFiles(
  directory: string,
  files: readonly NewFile[],
  undo: (() => Promise<unknown>)[],
): Promise<void> {
  const staging = join(directory, `.crd-bundle-${randomUUID()}`); // no checkout can contain this name
  await mkdir(staging);
  try {
    for (const [index, { content }] of files.entries()) {
      await writeFile(join(staging, String(index)), content, { flag: "wx", flush: true });
    }
    for (const [index, { path }] of files.entries()) {
      const target = join(directory, path);
      await makeDirectory(dirname(target), undo);
      await place(join(staging, String(index)), target);
      undo.push(() => unlink(target));
      await syncToDisk(dirname(target));
    }
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Creates a directory, and those above it that do not exist. */
async function makeDirectory(path: string, undo: (() => Promise<unknown>)[]): Promise<void> {
  const first = createDirectory(path);
  if (first === undefined) return;
  const created: string[] = [];
  for (let at = path; at.length >= first.length; at = dirname(at)) created.unshift(at);
  undo.push(...created.map((each) => () => rmdir(each)));
}

/** Gives a staged file its place, unless something is there. Some file systems have no hard links. */
async function place(staged: string, target: string): Promise<void> {
  try {
    await link(staged, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!/^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS)$/.test(code ?? "")) throw error;
    await copyFile(staged, target, constants.COPYFILE_EXCL);
  }
}
