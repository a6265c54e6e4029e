/**
 * Operations on files like those of `node:fs/promises`, which block. An asynchronous one takes several times as long as
 * the operation itself, and a project has hundreds of small files.
 */
import * as fs from "node:fs";
import { dirname } from "node:path";

/** An open file. */
export interface OpenFile {
  stat(): Promise<Pick<fs.Stats, "size">>;
  read(
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: null,
  ): Promise<{ readonly bytesRead: number; readonly buffer: Uint8Array }>;
  close(): Promise<void>;
}

/** The operations that read files. Tests replace them to simulate failures of the disk. */
export interface ReadOperations {
  lstat(path: string): Promise<fs.Stats>;
  stat(path: string): Promise<fs.Stats>;
  realpath(path: string): Promise<string>;
  readdir(path: string, options: { readonly withFileTypes: true }): Promise<fs.Dirent[]>;
  open(path: string, flags: number): Promise<OpenFile>;
}

/** The operations that replace files. */
export interface WriteOperations {
  /** Returns the first directory that was created, if any. */
  mkdir(path: string, options: { readonly recursive: boolean }): Promise<string | undefined>;
  rename(path: string, target: string): Promise<void>;
  rm(path: string, options: fs.RmOptions): Promise<void>;
  rmdir(path: string): Promise<void>;
  writeFile(
    path: string,
    content: string | Uint8Array | Iterable<Uint8Array>,
    options?: { readonly flag: "wx" },
  ): Promise<void>;
}

export const BLOCKING: ReadOperations & WriteOperations = {
  lstat: async (path) => fs.lstatSync(path),
  stat: async (path) => fs.statSync(path),
  realpath: async (path) => fs.realpathSync.native(path),
  readdir: async (path, options) => fs.readdirSync(path, options),
  open: async (path, flags) => openFile(fs.openSync(path, flags)),
  mkdir: async (path, { recursive }) => {
    if (recursive) return createDirectory(path);
    fs.mkdirSync(path);
    return path;
  },
  rename: async (path, target) => fs.renameSync(path, target),
  rm: async (path, options) => fs.rmSync(path, options),
  rmdir: async (path) => fs.rmdirSync(path),
  writeFile: async (path, content, options) => {
    const isWhole = typeof content === "string" || content instanceof Uint8Array;
    return isWhole ? fs.writeFileSync(path, content, options) : writePieces(path, content, options?.flag ?? "w");
  },
};

/** Another process can create and remove the directory, or the one above, at the same time. */
const MOST_ATTEMPTS = 10;

/**
 * Creates a directory and those above it, unless they exist. Returns the first one that was created, if any. Node's own
 * recursive function does not return if a system allows no directory in a place, such as below `/proc`, and reports a
 * read-only file system as a missing file.
 */
export function createDirectory(path: string, mode?: number): string | undefined {
  let first: string | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      fs.mkdirSync(path, mode);
      return first ?? path;
    } catch (error) {
      if (fs.statSync(path, { throwIfNoEntry: false })?.isDirectory()) return first;
      const { code } = error as NodeJS.ErrnoException;
      const isRemoved = code === "EEXIST" && !fs.lstatSync(path, { throwIfNoEntry: false });
      const above = dirname(path);
      if (attempt === MOST_ATTEMPTS || !(isRemoved || (code === "ENOENT" && above !== path))) throw error;
      if (!isRemoved) first = createDirectory(above, mode) ?? first;
    }
  }
}

function writePieces(path: string, pieces: Iterable<Uint8Array>, flag: string): void {
  const file = fs.openSync(path, flag);
  try {
    for (const piece of pieces) fs.writeFileSync(file, piece);
  } finally {
    fs.closeSync(file);
  }
}

function openFile(file: number): OpenFile {
  return {
    stat: async () => fs.fstatSync(file),
    read: async (buffer, offset, length, position) => {
      return { bytesRead: fs.readSync(file, buffer, offset, length, position), buffer };
    },
    close: async () => fs.closeSync(file),
  };
}
