/**
 * The journal of a release: what is about to hold. The next run moves refs and writes files as it says, so it is read
 * like any input: a power cut, another tool or an archive may have put anything there.
 */

import { rename, writeFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";
import { isJsonObject, type JsonObject, parseJson } from "../core/model/json.js";
import { parseTag, type Tag, versionOf } from "../core/model/release-version.js";
import { assetsPath } from "../core/project-layout.js";
import { readRegularFile, syncToDisk } from "./files.js";
import { entryAt, isWithin, realPathOf } from "./paths.js";

/** What a release changes in the repository and beside it. */
export interface Journal {
  readonly tag: Tag;
  readonly tagObject: string;
  readonly commit: string;
  /** Absent where only the tag is made, as for a snapshot. */
  readonly branch?: { readonly name: string; readonly from: string };
  /** Where the assets belong. */
  readonly assets: string;
  /** Set where the release is taken back: the tag goes, then the branch returns to where it was, then the assets go. */
  readonly undo?: true;
}

/** There is a journal, and it does not say what to do. */
export class JournalUnreadable extends Error {
  readonly directory: string;

  constructor(
    readonly path: string,
    readonly problem: string,
  ) {
    super(`${path}: ${problem}`);
    this.directory = dirname(path);
  }
}

/** In bytes; names and paths are far shorter. */
const LIMIT = 1 << 16;
const HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const TAG = /^v\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;
/** Stricter than Git, which has no other names for what is typed by hand. Source: git-check-ref-format. */
const REF = /^(?![-/.])(?!.*(?:\.\.|\/\/|\/\.|@\{|\.lock(?:\/|$)))[^\p{Cc}\s~^:?*[\\]+(?<![/.])$/u;

/** Puts a journal in place so that it is whole after a power cut, or not there. */
export async function writeJournal(path: string, journal: Journal): Promise<void> {
  const next = `${path}.next`;
  await writeFile(next, JSON.stringify(journal), { flush: true });
  await rename(next, path);
  await syncToDisk(dirname(path));
}

/** Reads a journal, or undefined if there is none. */
export async function readJournal(path: string): Promise<Journal | undefined> {
  const bytes = await readRegularFile(path, LIMIT);
  if (!bytes && (await entryAt(path)) === undefined) return undefined;
  const value = parseJson(bytes?.toString("utf8"));
  const journal = isJsonObject(value) ? journalOf(value) : undefined;
  if (!journal) throw new JournalUnreadable(path, bytes?.length === 0 ? "it is empty" : "it is not a journal");
  return journal;
}

function journalOf({ tag, tagObject, commit, branch, assets, undo }: JsonObject): Journal | undefined {
  const released = matches(TAG, tag) ? parseTag(tag) : undefined;
  if (released === undefined || !matches(HASH, tagObject) || !matches(HASH, commit)) return undefined;
  if (typeof assets !== "string" || assets.includes("\0")) return undefined;
  if (undo !== undefined && undo !== true) return undefined;
  const journal = { tag: released, tagObject, commit, assets, ...(undo && { undo }) };
  if (branch === undefined) return journal;
  if (!isJsonObject(branch)) return undefined;
  const { name, from } = branch;
  return matches(REF, name) && matches(HASH, from) ? { ...journal, branch: { name, from } } : undefined;
}

function matches(pattern: RegExp, value: unknown): value is string {
  return typeof value === "string" && value.length <= 1024 && pattern.test(value);
}

/** Whether assets are to go to `release/<version>` of a project in one of the worktrees. */
export async function leadsInto(worktrees: readonly string[], { tag, assets }: Journal): Promise<boolean> {
  const project = dirname(dirname(assets));
  if (!isAbsolute(assets) || assets !== join(project, assetsPath(basename(assets)))) return false;
  if (basename(assets) !== versionOf(tag)) return false;
  const [real, ...tops] = await Promise.all([project, ...worktrees].map(realPathOf));
  return real !== undefined && tops.some((top) => top === real || isWithin(top, real));
}
