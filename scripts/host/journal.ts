/**
 * The journal of a release, which contains the changes to make. The next run moves refs and writes files according to
 * it, so it is validated like any input: a power failure, another program or an archive may have left anything there.
 */

import { rename, writeFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";
import { isJsonObject, type JsonObject, parseJson } from "../core/model/json.js";
import { parseTag, type Tag, versionOf } from "../core/model/release-version.js";
import { assetsPath } from "../core/project-layout.js";
import { readRegularFile, syncToDisk } from "./files.js";
import { entryAt, isWithin, realPathOf } from "./paths.js";

/** The changes that a release makes in the repository, and the directory of its assets. */
export interface Journal {
  readonly tag: Tag;
  readonly tagObject: string;
  readonly commit: string;
  /** Unset if the release makes only the tag, as for a snapshot. */
  readonly branch?: { readonly name: string; readonly from: string };
  /** The directory of the assets. */
  readonly assets: string;
  /** Set to undo the release. The tag is deleted first, then the branch moves back, then the assets are removed. */
  readonly undo?: true;
}

/** Error thrown if a journal exists but is not valid. */
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

/** In bytes. Names and paths are far shorter. */
const LIMIT = 1 << 16;
const HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const TAG = /^v\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;
/** The name of a branch. Stricter than git, but only for names that users do not type. Source: git-check-ref-format. */
const REF = /^(?![-/.])(?!.*(?:\.\.|\/\/|\/\.|@\{|\.lock(?:\/|$)))[^\p{Cc}\s~^:?*[\\]+(?<![/.])$/u;

/** Writes a journal so that it is either complete or missing after a power failure. */
export async function writeJournal(path: string, journal: Journal): Promise<void> {
  const next = `${path}.next`;
  await writeFile(next, JSON.stringify(journal), { flush: true });
  await rename(next, path);
  await syncToDisk(dirname(path));
}

/** Reads a journal. Returns undefined if there is none. */
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

/** Reports whether the assets of a journal belong to `release/<version>` of a project in one of the worktrees. */
export async function leadsInto(worktrees: readonly string[], { tag, assets }: Journal): Promise<boolean> {
  const project = dirname(dirname(assets));
  if (!isAbsolute(assets) || assets !== join(project, assetsPath(basename(assets)))) return false;
  if (basename(assets) !== versionOf(tag)) return false;
  const [real, ...tops] = await Promise.all([project, ...worktrees].map(realPathOf));
  return real !== undefined && tops.some((top) => top === real || isWithin(top, real));
}
