/**
 * Files whose text is printed when it is used. Most files of a build are on the disk already, so their checksums, which
 * later builds know, are enough for them. Also, the output of a large bundle is never in memory as a whole.
 */
import { createHash } from "node:crypto";
import type { OutputFile } from "./model/output.js";
import { Remembered } from "./remembered.js";

/** The size of a file, in bytes of UTF-8, and the SHA-256 of its content. */
export interface Checksum {
  readonly size: number;
  readonly sha256: string;
}

/** The place in which a checksum is remembered: the object and the other inputs from which the file is printed. */
export type ChecksumPlace = readonly [checksums: Remembered<Checksum>, about: object, inputs: readonly unknown[]];

const PLACES = new WeakMap<OutputFile, ChecksumPlace>();
/** The checksums of all other files. */
const OF_FILE = new Remembered<Checksum>();
/** Keep the text of a part that was found elsewhere. */
const PARTS = new WeakMap<OutputFile, (found: Uint8Array) => void>();
/** Return the pieces of joined files. */
const PIECES = new WeakMap<OutputFile, () => Iterable<Uint8Array>>();
/** Return the content of files that were printed elsewhere. */
const CONTENT = new WeakMap<OutputFile, () => Uint8Array>();
/**
 * Reports whether a file depends only on the kinds of one group. This must be true of every file that a `FilePrinter`
 * creates, because groups are also printed one by one.
 */
export function isOfOneGroup(file: OutputFile): boolean {
  return PLACES.has(file);
}

/** Returns the checksum of a file, which is printed only if no earlier build knows it. */
export function checksumOf(file: OutputFile): Checksum {
  return checksumFrom(file, () => {
    const sum = new RunningChecksum();
    for (const piece of printed(file)) sum.add(piece);
    return sum.end();
  });
}

/** Keeps the checksum of a file that was printed elsewhere. */
export function addChecksum(file: OutputFile, checksum: Checksum): void {
  checksumFrom(file, () => checksum);
}

/**
 * Sets the function that reads the content of a file, so files that contain it do not print it again. Without a function,
 * they do.
 */
export function setContent(file: OutputFile, read: (() => Uint8Array) | undefined): void {
  if (read) CONTENT.set(file, read);
  else CONTENT.delete(file);
}

function checksumFrom(file: OutputFile, compute: () => Checksum): Checksum {
  const [checksums, about, inputs] = PLACES.get(file) ?? [OF_FILE, file, []];
  return checksums.of(about, inputs, compute);
}

/**
 * Reports whether a file has the content that was found on the disk, for example. If it has, and is part of others, keeps
 * the content for them.
 */
export function isContentOf(file: OutputFile, found: Uint8Array): boolean {
  const { size, sha256 } = checksumOf(file);
  if (size !== found.length) return false;
  const isSame = sha256 === new RunningChecksum().add(found).end().sha256;
  if (isSame) PARTS.get(file)?.(found);
  return isSame;
}

class RunningChecksum {
  readonly #hash = createHash("sha256");
  #size = 0;

  add(piece: Uint8Array): this {
    this.#size += piece.length;
    this.#hash.update(piece);
    return this;
  }

  end(): Checksum {
    return { size: this.#size, sha256: this.#hash.digest("hex") };
  }
}

/**
 * Returns the content of a file in pieces. Together, the text of a joined file would need as much memory as all of them.
 * The checksum is computed at the same time, because otherwise a large file would be printed again for it.
 */
export function* piecesOf(file: OutputFile): Iterable<Uint8Array> {
  const sum = new RunningChecksum();
  for (const piece of printed(file)) {
    sum.add(piece);
    yield piece;
  }
  checksumFrom(file, () => sum.end());
}

function printed(file: OutputFile): Iterable<Uint8Array> {
  return PIECES.get(file)?.() ?? [Buffer.from(file.text)];
}

/** Returns the content of a file that is part of others. */
export function contentOf(file: OutputFile): Uint8Array {
  return CONTENT.get(file)?.() ?? Buffer.from(file.text);
}

/** Prints files before they are used, in the same order, as far as they are kept in memory. */
export function printAhead(files: readonly OutputFile[]): void {
  let size = 0;
  for (const file of files) {
    const checksum = checksumOf(file);
    if (!PIECES.has(file)) size += checksum.size; // at least the number of code units
    if (size > MOST_TEXT) return;
  }
}

/** Returns a file whose text is printed whenever it is used. */
export function lateFile(path: string, print: () => string): OutputFile {
  return {
    path,
    get text() {
      return print();
    },
  };
}

/** Returns a file that consists of the given pieces. */
export function joinedFile(path: string, pieces: () => Iterable<Uint8Array>): OutputFile {
  const file = lateFile(path, () => textIn(Buffer.concat([...pieces()])));
  PIECES.set(file, pieces);
  return file;
}

/** In UTF-16 code units: four times the output of a bundle with 23 CRDs. */
const MOST_TEXT = 16 * 2 ** 20;
/** In UTF-16 code units, as long as parts are used: more than the manifests of 1,150 CRDs. */
const MOST_TEXT_OF_PARTS = 80 * 2 ** 20;

/**
 * Creates the files of a build. Keeps what was printed last, so the files of most bundles are printed once, and those of
 * large ones too if they are used in their order.
 */
export class FilePrinter {
  /** In the order of their last use. */
  readonly #texts = new Map<OutputFile, string>();
  #size = 0;

  constructor(readonly limits = { files: MOST_TEXT, parts: MOST_TEXT_OF_PARTS }) {}

  /**
   * Returns a file with the text that `print` returns, which must be the same each time, and depend only on the kinds of
   * one group.
   */
  file(path: string, print: () => string, place: ChecksumPlace): OutputFile {
    return this.#file(path, print, place, this.limits.files);
  }

  /** Returns a file that is part of others. If it is on the disk, it need not be printed for them. */
  part(path: string, print: () => string, place: ChecksumPlace): OutputFile {
    const file = this.#file(path, print, place, this.limits.parts);
    PARTS.set(file, (found) => this.#textOf(file, () => textIn(found), this.limits.parts));
    return file;
  }

  #file(path: string, print: () => string, place: ChecksumPlace, limit: number): OutputFile {
    const file: OutputFile = lateFile(path, () => this.#textOf(file, print, limit));
    PLACES.set(file, place);
    return file;
  }

  #textOf(file: OutputFile, print: () => string, limit: number): string {
    const text = this.#texts.get(file) ?? print();
    if (!this.#texts.delete(file)) this.#size += text.length;
    this.#texts.set(file, text);
    this.#forgetOldest(limit);
    return text;
  }

  /** Keeps at least the last text, because it may be used again at once. */
  #forgetOldest(limit: number): void {
    for (const [file, { length }] of this.#texts) {
      if (this.#size <= limit || this.#texts.size === 1) return;
      this.#texts.delete(file);
      this.#size -= length;
    }
  }
}

function textIn(content: Uint8Array): string {
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString("utf8");
}
