/**
 * The trees of a commit, read from their objects. Git itself makes only sound trees, and takes others: of a tree that is
 * unsorted or holds a name twice, one command sees another half than a checkout. Such a tree is read by nobody here.
 */
import { GitFailure } from "./git-failure.js";

/** The bytes of an object. Those of one that is too large are left out. */
export interface TreeObject {
  readonly hash: string;
  readonly type: string;
  readonly size: number;
  readonly bytes: Buffer;
}

export interface TreeEntry {
  /** From the root of the commit. */
  readonly path: string;
  /** As a checkout takes it: `100644`, `100755`, `120000` or `160000`. */
  readonly mode: string;
  readonly hash: string;
}

/** A tree that git would not make. */
export class UnsoundTree extends GitFailure {
  constructor(
    readonly path: string,
    readonly how: string,
  ) {
    super("cat-file", `${path === "" ? "the root of the commit" : path} ${how}`);
  }
}

/** No bundle has nearly as many; a few small trees can name each other a billion times. */
export const MOST_ENTRIES = 100_000;
const MOST_DIRECTORIES = 64;
/** In bytes. Source: NAME_MAX of Linux; macOS and Windows count letters, and allow as many. */
const LONGEST_NAME = 255;
const DIRECTORY = "040000";
/** The name of the files in which a commit gives attributes to its files. */
export const ATTRIBUTES = ".gitattributes";

export type ReadObject = (name: string) => Promise<TreeObject | undefined>;

/** A tree that is read, and where it is. */
interface Place {
  readonly hash: string;
  /** Empty, or with a slash at the end. */
  readonly at: string;
  /** Whether all of it is wanted, and not only what leads to something that is. */
  readonly isWanted: boolean;
}

/**
 * What a tree holds at or below some paths: files, links and submodules, in the order of git. A link or submodule on the
 * way to one of them is among it, since a checkout has whatever that leads to.
 */
export async function entriesBelow(root: string, paths: readonly string[], read: ReadObject): Promise<TreeEntry[]> {
  const found: TreeEntry[] = [];
  const wanted = new Set(paths);
  let seen = 0;
  const visit = async ({ hash, at, isWanted }: Place): Promise<void> => {
    const names = isWanted ? undefined : namesOnTheWay(at, paths);
    const entries = soundEntries(await treeAt(hash, at, read), at.replace(/\/$/, ""), names);
    if (isWanted) seen += entries.length;
    if (seen > MOST_ENTRIES)
      throw new UnsoundTree(at, `and what was read before it have more than ${MOST_ENTRIES} entries`);
    if (at.split("/").length > MOST_DIRECTORIES)
      throw new UnsoundTree(at, `is deeper than ${MOST_DIRECTORIES} directories`);
    for (const { name, mode, hash: entry } of entries) {
      const path = at + name;
      const isFound = isWanted || wanted.has(path);
      if (mode === DIRECTORY && (isFound || names?.has(name))) {
        await visit({ hash: entry, at: `${path}/`, isWanted: isFound });
      } else if (isFound || (names?.has(name) && !mode.startsWith("100"))) found.push({ path, mode, hash: entry });
    }
  };
  await visit({ hash: root, at: "", isWanted: wanted.has("") });
  return found;
}

/** The names in a directory that lead to something that is wanted. */
function namesOnTheWay(at: string, paths: readonly string[]): ReadonlySet<string> {
  const below = paths.filter((path) => path.startsWith(at));
  return new Set(below.map((path) => path.slice(at.length).split("/")[0] ?? ""));
}

async function treeAt(hash: string, at: string, read: ReadObject): Promise<TreeObject> {
  const object = await read(hash);
  if (object === undefined) throw new UnsoundTree(at, "is missing from the repository");
  if (object.type !== "tree") throw new UnsoundTree(at, `is a ${object.type} in the place of a tree`);
  if (object.bytes.length !== object.size) throw new UnsoundTree(at, "is too large to read");
  return object;
}

interface NamedEntry {
  readonly name: string;
  readonly mode: string;
  readonly hash: string;
  /** What git sorts by: a directory as if its name ended with a slash. */
  readonly key: Buffer;
}

/** The entries of a tree: mode, a blank, name, NUL, and the hash as bytes. Source: gitformat-pack(5), fsck.c of git. */
function soundEntries(tree: TreeObject, at: string, names: ReadonlySet<string> | undefined): NamedEntry[] {
  const entries: NamedEntry[] = [];
  const known = new Set<string>();
  const folded = new Map<string, string>([...(names ?? [])].map((name) => [fold(name), name]));
  const complain = (how: string): never => {
    throw new UnsoundTree(at, how);
  };
  for (const entry of parse(tree, at)) {
    const { name, key } = entry;
    if (!isName(name)) complain(`has the name ${JSON.stringify(name)}`);
    if (known.has(name)) complain(`has the name ${name} twice`);
    known.add(name);
    const last = entries.at(-1);
    if (last && Buffer.compare(last.key, key) >= 0) complain(`has ${last.name} before ${name}, out of order`);
    entries.push(entry);
    if (names === undefined) {
      const size = Buffer.byteLength(name);
      if (size > LONGEST_NAME) complain(`has a name of ${size} bytes, more than the ${LONGEST_NAME} of file systems`);
      if (!isPortable(name)) complain(`has the name ${JSON.stringify(name)}, which is not a name everywhere`);
      const other = folded.get(fold(name));
      if (other !== undefined) complain(`has both ${other} and ${name}, one name where case does not count`);
      folded.set(fold(name), name);
    }
  }
  for (const name of names === undefined ? [] : known) {
    const meant = folded.get(fold(name));
    if (meant === undefined || meant === name) continue;
    if (known.has(meant)) complain(`has both ${meant} and ${name}, one name where case does not count`);
    if (meant === ATTRIBUTES)
      complain(`has the name ${name}, which git reads as ${ATTRIBUTES} where case does not count`);
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
      throw new UnsoundTree(at, "is no tree that git can read");
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

/** What git makes of a mode before it uses it. Source: canon_mode in object.h of git. */
function modeOf(mode: number): string {
  const kind = mode & 0o170000;
  if (kind === 0o100000) return mode & 0o100 ? "100755" : "100644";
  if (kind === 0o120000) return "120000";
  return kind === 0o040000 ? DIRECTORY : "160000";
}

/** A name that is not UTF-8 stays distinct from any other. */
function decodeName(name: Buffer): string {
  const text = name.toString("utf8");
  return Buffer.from(text).equals(name) ? text : `${name.toString("latin1")}\uFFFD`;
}

/** What git takes for a name at all. Source: verify_path and fsck_tree of git. */
function isName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !name.includes("/") && fold(name) !== ".git";
}

/** A name that every system keeps as it is: no other separator, and no bytes that are not UTF-8. */
function isPortable(name: string): boolean {
  return !/[\\\uFFFD]/.test(name) && !/^git~\d+$/i.test(name);
}

/** File systems that take names for the same leave out case, composition and, as HFS+, what cannot be seen. */
function fold(name: string): string {
  return name
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .normalize("NFC")
    .toUpperCase() // a long s and an s have one upper case, as have a ligature and its letters
    .toLowerCase()
    .normalize("NFC");
}
