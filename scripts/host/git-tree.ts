/**
 * Reads the trees of a commit from their objects. Git creates only valid trees, but accepts others. If a tree is
 * unsorted or contains a name twice, a command and a checkout can see different entries, so such a tree is rejected.
 */
import { GitFailure } from "./git-failure.js";

/** An object and its bytes, which are empty if it is too large. */
export interface TreeObject {
  readonly hash: string;
  readonly type: string;
  readonly size: number;
  readonly bytes: Buffer;
}

export interface TreeEntry {
  /** The path from the root of the commit. */
  readonly path: string;
  /** The mode that a checkout uses: `100644`, `100755`, `120000` or `160000`. */
  readonly mode: string;
  readonly hash: string;
}

/** Reports whether an entry is a regular file, executable or not. */
export function isRegularFile({ mode }: Pick<TreeEntry, "mode">): boolean {
  return mode.startsWith("100");
}

/** A tree that git would not create. */
export class UnsoundTree extends GitFailure {
  constructor(
    readonly path: string,
    readonly how: string,
  ) {
    super("cat-file", `${path === "" ? "the root of the commit" : path} ${how}`);
  }
}

/** Far more entries than any bundle has. A few small trees that refer to each other can expand to a billion entries. */
export const MOST_ENTRIES = 100_000;
const MOST_DIRECTORIES = 64;
/** In bytes. Source: NAME_MAX of Linux. macOS and Windows allow the same number, but count characters. */
const LONGEST_NAME = 255;
const DIRECTORY = "040000";
/** The name of the files in which a commit sets the attributes of its files. */
export const ATTRIBUTES = ".gitattributes";

export type ReadObject = (name: string) => Promise<TreeObject | undefined>;

/** A tree to read, and its place. */
interface Place {
  readonly hash: string;
  /** The path of the tree: empty, or with a slash at the end. */
  readonly at: string;
  /** True if all entries are wanted, false if only those on the way to a wanted path are. */
  readonly isWanted: boolean;
}

/**
 * Returns the entries of a tree at or below some paths: files, links and submodules, in git's order. This includes a
 * link or submodule on the way to a path, because a checkout contains its target there.
 */
export async function entriesBelow(root: string, paths: readonly string[], read: ReadObject): Promise<TreeEntry[]> {
  const found: TreeEntry[] = [];
  const wanted = new Set(paths);
  let seen = 0;
  const visit = async ({ hash, at, isWanted }: Place): Promise<void> => {
    const names = isWanted ? undefined : namesOnTheWay(at, paths);
    const entries = soundEntries(await treeAt(hash, at, read), at.replace(/\/$/, ""), names);
    if (isWanted) seen += entries.length;
    if (seen > MOST_ENTRIES) throw new UnsoundTree(at, `brings the tree to more than ${MOST_ENTRIES} entries`);
    if (at.split("/").length > MOST_DIRECTORIES)
      throw new UnsoundTree(at, `is nested more than ${MOST_DIRECTORIES} directories deep`);
    for (const { name, mode, hash: entry } of entries) {
      const path = at + name;
      const isFound = isWanted || wanted.has(path);
      if (mode === DIRECTORY && (isFound || names?.has(name))) {
        await visit({ hash: entry, at: `${path}/`, isWanted: isFound });
      } else if (isFound || (names?.has(name) && !isRegularFile({ mode }))) found.push({ path, mode, hash: entry });
    }
  };
  await visit({ hash: root, at: "", isWanted: wanted.has("") });
  return found;
}

/** Returns the names in a directory that lead to a wanted path. */
function namesOnTheWay(at: string, paths: readonly string[]): ReadonlySet<string> {
  const below = paths.filter((path) => path.startsWith(at));
  return new Set(below.map((path) => path.slice(at.length).split("/")[0] ?? ""));
}

async function treeAt(hash: string, at: string, read: ReadObject): Promise<TreeObject> {
  const object = await read(hash);
  if (object === undefined) throw new UnsoundTree(at, "is missing from the repository");
  if (object.type !== "tree") throw new UnsoundTree(at, `is a ${object.type}, not a tree`);
  if (object.bytes.length !== object.size) throw new UnsoundTree(at, "is too large to read");
  return object;
}

interface NamedEntry {
  readonly name: string;
  readonly mode: string;
  readonly hash: string;
  /** The key by which git sorts: the name, with a slash at the end for a directory. */
  readonly key: Buffer;
}

/**
 * Returns the entries of a tree, or throws if the tree is not valid. An entry consists of the mode, a space, the name,
 * a NUL, and the hash as bytes. Source: gitformat-pack(5), fsck.c of git.
 */
function soundEntries(tree: TreeObject, at: string, names: ReadonlySet<string> | undefined): NamedEntry[] {
  const entries: NamedEntry[] = [];
  const known = new Set<string>();
  const folded = new Map<string, string>([...(names ?? [])].map((name) => [fold(name), name]));
  const complain = (how: string): never => {
    throw new UnsoundTree(at, how);
  };
  for (const entry of parse(tree, at)) {
    const { name, key } = entry;
    if (!isName(name)) complain(`contains the invalid name ${JSON.stringify(name)}`);
    if (known.has(name)) complain(`contains the name ${name} twice`);
    known.add(name);
    const last = entries.at(-1);
    if (last && Buffer.compare(last.key, key) >= 0) complain(`has ${last.name} before ${name}, in the wrong order`);
    entries.push(entry);
    if (names === undefined) {
      const size = Buffer.byteLength(name);
      if (size > LONGEST_NAME) complain(`contains a name of ${size} bytes; the limit is ${LONGEST_NAME}`);
      if (!isPortable(name)) complain(`contains the name ${JSON.stringify(name)}, which is not portable`);
      const other = folded.get(fold(name));
      if (other !== undefined) complain(`contains both ${other} and ${name}, one name on some file systems`);
      folded.set(fold(name), name);
    }
  }
  for (const name of names === undefined ? [] : known) {
    const meant = folded.get(fold(name));
    if (meant === undefined || meant === name) continue;
    if (known.has(meant)) complain(`contains both ${meant} and ${name}, one name on some file systems`);
    if (meant === ATTRIBUTES)
      complain(`contains the name ${name}, which git reads as ${ATTRIBUTES} on some file systems`);
  }
  return entries;
}

function parse({ hash: own, bytes }: TreeObject, at: string): NamedEntry[] {
  const hashSize = own.length / 2; // SHA-1 or SHA-256
  const entries: NamedEntry[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(0, from);
    const blank = bytes.indexOf(32, from);
    const next = end + 1 + hashSize;
    const mode = bytes.toString("latin1", from, Math.max(from, blank));
    if (end < 0 || blank < from || blank > end || next > bytes.length || !/^[0-7]{1,6}$/.test(mode))
      throw new UnsoundTree(at, "is not a tree that git can read");
    const name = bytes.subarray(blank + 1, end);
    const kept = modeOf(Number.parseInt(mode, 8));
    entries.push({
      name: decodeName(name),
      mode: kept,
      hash: bytes.toString("hex", end + 1, next),
      key: kept === DIRECTORY ? Buffer.concat([name, Buffer.from("/")]) : name,
    });
    from = next;
  }
  return entries;
}

/** Normalizes a mode as git does before it uses it. Source: canon_mode in object.h of git. */
function modeOf(mode: number): string {
  const kind = mode & 0o170000;
  if (kind === 0o100000) return mode & 0o100 ? "100755" : "100644";
  if (kind === 0o120000) return "120000";
  return kind === 0o040000 ? DIRECTORY : "160000";
}

/** Decodes a name. A name that is not UTF-8 stays different from all others. */
function decodeName(name: Buffer): string {
  const text = name.toString("utf8");
  return Buffer.from(text).equals(name) ? text : `${name.toString("latin1")}\uFFFD`;
}

/** Reports whether git accepts a name. Source: verify_path and fsck_tree of git. */
function isName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !name.includes("/") && fold(name) !== ".git";
}

/**
 * Reports whether every system keeps a name unchanged. It must be UTF-8, without a backslash, and not a Windows short
 * name of .git.
 */
function isPortable(name: string): boolean {
  return !/[\\\uFFFD]/.test(name) && !/^git~\d+$/i.test(name);
}

/**
 * Returns the same string for all names that some file system treats as equal. File systems ignore case and Unicode
 * composition, and HFS+ also ignores invisible characters.
 */
function fold(name: string): string {
  return name
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .normalize("NFC")
    .toUpperCase() // the long s and s have the same uppercase form, and so do a ligature and its letters
    .toLowerCase()
    .normalize("NFC");
}
