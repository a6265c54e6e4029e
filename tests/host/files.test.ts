/** Files and folders as they are read and put in place, and what counts as nothing. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, parse, relative } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  entryType,
  isMissing,
  isNothing,
  listFiles,
  namesIn,
  putFile,
  putFolder,
  readBytes,
  readRegularFile,
  readText,
  removeFile,
  syncToDisk,
} from "../../scripts/host/files.js";
import {
  entryAt,
  isWithin,
  isWritable,
  nearestFolder,
  obstaclesTo,
  obstacleTo,
  PathBlocked,
  realPathOf,
  staysBelow,
} from "../../scripts/host/paths.js";
import { removeProjects, temporary } from "../support/git-project.js";

const files = suite("host/files");
files.after(removeProjects);

/**
 * A folder with one of everything: `file` and `empty`, `folder/` with `deep/a` and `b`, and links to a file, to a folder,
 * to nothing and to itself; on systems that know them, a named pipe.
 */
function everything(): string {
  const folder = realpathSync(temporary());
  mkdirSync(join(folder, "folder/deep"), { recursive: true });
  mkdirSync(join(folder, "bare"));
  for (const [path, text] of [
    ["file", "text\n"],
    ["empty", ""],
    ["folder/b", "b"],
    ["folder/deep/a", "a"],
  ] as const) {
    writeFileSync(join(folder, path), text);
  }
  symlinkSync("file", join(folder, "to-file"));
  symlinkSync("folder", join(folder, "to-folder"));
  symlinkSync("nowhere", join(folder, "to-nothing"));
  symlinkSync("circle", join(folder, "circle"));
  if (HAS_PIPES) execFileSync("mkfifo", [join(folder, "pipe")]);
  return folder;
}

const HAS_PIPES = process.platform !== "win32";
/** More than any file system takes: the only failure that is the same for every user. */
const TOO_LONG = "x".repeat(300);

/** What each path is given by a question, or the code of what is thrown. */
async function answers(
  ask: (path: string) => Promise<unknown>,
  folder: string,
  paths: readonly string[],
): Promise<Record<string, unknown>> {
  const all = paths.map(async (path) => {
    const answer = await ask(join(folder, path)).catch((error: NodeJS.ErrnoException) => `throws ${error.code}`);
    return [path === TOO_LONG ? "too long" : path, answer] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}

const PATHS = ["file", "empty", "folder", "to-file", "to-folder", "to-nothing", "circle", "gone", "file/a", TOO_LONG];

files("are there, or are nothing; any other failure is thrown", async () => {
  const folder = everything();
  assert.equal(await answers(entryType, folder, PATHS), {
    file: "file",
    empty: "file",
    folder: "folder",
    "to-file": "file",
    "to-folder": "folder",
    "to-nothing": undefined,
    circle: undefined,
    gone: undefined,
    "file/a": undefined,
    "too long": "throws ENAMETOOLONG",
  });
  assert.equal(await answers(entryAt, folder, [...PATHS, ...(HAS_PIPES ? ["pipe"] : [])]), {
    file: "file",
    empty: "file",
    folder: "folder",
    "to-file": "link",
    "to-folder": "link",
    "to-nothing": "link",
    circle: "link",
    gone: undefined,
    "file/a": undefined,
    "too long": "throws ENAMETOOLONG",
    ...(HAS_PIPES && { pipe: "special" }),
  });
  const text = { file: "text\n", empty: "", folder: undefined, "to-folder": undefined, "to-nothing": undefined };
  const nothing = { circle: undefined, gone: undefined, "file/a": undefined, "too long": "throws ENAMETOOLONG" };
  assert.equal(await answers(readText, folder, PATHS), { ...text, "to-file": "text\n", ...nothing });
  const bytes = (path: string) => readBytes(path).then((read) => read?.toString());
  assert.equal(await answers(bytes, folder, PATHS), { ...text, "to-file": "text\n", ...nothing });
  const regular = (path: string) => readRegularFile(path).then((read) => read?.toString());
  const asked = [...PATHS, ...(HAS_PIPES ? ["pipe"] : [])];
  const pipe = HAS_PIPES && { pipe: undefined };
  assert.equal(await answers(regular, folder, asked), { ...text, "to-file": undefined, ...nothing, ...pipe });
});

files("are read without a byte order mark, and regular ones up to a limit", async () => {
  const folder = everything();
  writeFileSync(join(folder, "marked"), "\uFEFFa\uFEFFb");
  assert.is(await readText(join(folder, "marked")), "a\uFEFFb");
  assert.is(String(await readRegularFile(join(folder, "file"), 5)), "text\n");
  assert.is(await readRegularFile(join(folder, "file"), 4), undefined);
});

files("are listed with all below a folder, and nothing behind a link", async () => {
  const folder = everything();
  const links = ["circle", "to-file", "to-folder", "to-nothing"];
  const pipe = HAS_PIPES ? ["pipe"] : [];
  const paths = [...links, ...pipe, "empty", "file", "folder/b", "folder/deep/a"];
  assert.equal(await listFiles(folder), paths.sort());
  assert.equal([await listFiles(join(folder, "gone")), await listFiles(join(folder, "file"))], [[], []]);
  assert.equal((await namesIn(folder)).sort(), [...links, ...pipe, "bare", "empty", "file", "folder"].sort());
  assert.equal([await namesIn(join(folder, "gone")), await namesIn(join(folder, "file"))], [[], []]);
  for (const list of [listFiles, namesIn]) {
    const error = await list(join(folder, TOO_LONG)).catch((thrown: unknown) => thrown);
    assert.is((error as NodeJS.ErrnoException).code, "ENAMETOOLONG");
  }
});

files("that are missing are told from those that cannot be read", () => {
  const withCode = (code: string) => Object.assign(new Error(code), { code });
  const codes = ["ENOENT", "ENOTDIR", "EISDIR", "ELOOP", "EACCES"];
  assert.equal(
    codes.map((code) => [isNothing(withCode(code)), isMissing(withCode(code))]),
    [
      [true, true],
      [true, true],
      [false, true],
      [false, true],
      [false, false],
    ],
  );
  for (const error of [null, undefined, new Error("a")])
    assert.equal([isNothing(error), isMissing(error)], [false, false]);
});

files("are put in the place of others, through no link, with the folders around them", async () => {
  const folder = everything();
  await putFile(join(folder, "to-file"), "new\n");
  await putFile(join(folder, "more/er/a"), Uint8Array.of(0xff));
  await putFile(join(folder, "file"), "");
  assert.is(readFileSync(join(folder, "to-file"), "utf8"), "new\n");
  assert.throws(() => readlinkSync(join(folder, "to-file")));
  assert.equal([...readFileSync(join(folder, "more/er/a"))], [0xff]);
  assert.is(readFileSync(join(folder, "file"), "utf8"), "");
  assert.equal(readdirSync(join(folder, "more/er")), ["a"]);
  await removeFile(join(folder, "file"));
  await removeFile(join(folder, "file"));
  assert.not.ok(existsSync(join(folder, "file")));
  const error = await syncToDisk(join(folder, "gone")).catch((thrown: unknown) => thrown);
  assert.is((error as NodeJS.ErrnoException).code, "ENOENT");
});

files("of a folder are there together, and nothing else is taken from it", async () => {
  const folder = everything();
  const all = [
    { name: "a", bytes: "a" },
    { name: "b", bytes: Uint8Array.of(1) },
  ];
  const left = "new.0e8a29b1-5ab0-4c0d-8f6f-3c1e2b7a9d10";
  const kept = [
    "new.0e8a29b1-5ab0-4c0d-8f6f-3c1e2b7a9d1",
    "new.0e8a29b1-5ab0-4c0d-8f6f-3c1e2b7a9d10a",
    "new.0e8a29b1-5ab0-4c0d-8f6f-3c1e2b7a9dxx",
    "new.a0e8a29b1-5ab0-4c0d-8f6f-3c1e2b7a9d10",
    "new.0e8a29b1-5ab0-4c0d-8f6f",
    "newer.0e8a29b1-5ab0-4c0d-8f6f-3c1e2b7a9d10",
    "new.next",
  ];
  for (const name of [left, ...kept]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, left, "a"), "");
  await putFolder(join(folder, "new"), all);
  await putFolder(join(folder, "bare"), all);
  for (const name of ["new", "bare"]) {
    assert.equal(readdirSync(join(folder, name)).sort(), ["a", "b"]);
    assert.equal([...readFileSync(join(folder, name, "b"))], [1]);
  }
  const made = readdirSync(folder).filter((name) => name.startsWith("new"));
  assert.equal(made.sort(), ["new", ...kept].sort());
  const error = await putFolder(join(folder, "folder"), all).catch((thrown: unknown) => thrown);
  assert.match((error as NodeJS.ErrnoException).code ?? "", /^(ENOTEMPTY|EEXIST|EPERM)$/);
  assert.equal(readdirSync(join(folder, "folder")).sort(), ["b", "deep"]);
  const twice = [...all, { name: "a", bytes: "other" }];
  const second = await putFolder(join(folder, "twice"), twice).catch((thrown: unknown) => thrown);
  assert.is((second as NodeJS.ErrnoException).code, "EEXIST");
});

const paths = suite("host/paths");
paths.after(removeProjects);

paths("stay below a folder if there is one way to write them", () => {
  for (const path of ["a", "a/b", "a.b", "..a", "a..", "...", "a b", "a\\b"]) assert.ok(staysBelow(path), path);
  for (const path of ["", ".", "..", "/", "/a", "a/", "./a", "a/.", "a//b", "../a", "a/../b", "a/../../a", "a\0"]) {
    assert.not.ok(staysBelow(path), JSON.stringify(path));
  }
  const { root } = parse(process.cwd());
  const inside = [
    [join(root, "a"), join(root, "a/b")],
    [root, join(root, "a")],
  ] as const;
  for (const [folder, path] of inside) assert.ok(isWithin(folder, path), path);
  const outside = [
    [join(root, "a"), join(root, "a")],
    [join(root, "a"), join(root, "ab")],
    [join(root, "a/b"), join(root, "a")],
    [root, root],
  ] as const;
  for (const [folder, path] of outside) assert.not.ok(isWithin(folder, path), path);
});

paths("are free unless something of another sort is on the way, which is named", async () => {
  const folder = everything();
  const obstacle = async (path: string, wanted?: "file" | "folder") => {
    const found = await obstacleTo(folder, path, wanted);
    return found && [relative(folder, found.path), found.is];
  };
  const asked = ["file", "folder", "gone", "gone/a", "file/a", "folder/b", "folder/b/c", "folder/deep", "to-folder/b"];
  assert.equal(await Promise.all(asked.map((path) => obstacle(path))), [
    undefined,
    ["folder", "folder"],
    undefined,
    undefined,
    ["file", "file"],
    undefined,
    ["folder/b", "file"],
    ["folder/deep", "folder"],
    ["to-folder", "link"],
  ]);
  assert.equal(await Promise.all(asked.map((path) => obstacle(path, "folder"))), [
    ["file", "file"],
    undefined,
    undefined,
    undefined,
    ["file", "file"],
    ["folder/b", "file"],
    ["folder/b", "file"],
    undefined,
    ["to-folder", "link"],
  ]);
  assert.equal(await obstacle("../a"), ["../a", "outside"]);
  assert.equal(
    (await obstaclesTo(folder, ["file/a", "gone", "file/b", "to-nothing", "/a"])).map(({ path, is }) => [
      relative(folder, path),
      is,
    ]),
    [
      ["file", "file"],
      ["to-nothing", "link"],
      ["a", "outside"],
    ],
  );
});

paths("that are blocked say why, with the code of the system", () => {
  const path = join("a", "b");
  const told = (["file", "folder", "link", "special", "other", "outside"] as const).map((is) => {
    const { code, message, path: named, obstacle } = new PathBlocked({ path, is });
    assert.equal([named, obstacle], [path, { path, is }]);
    return [is, code, message];
  });
  assert.equal(told, [
    ["file", "ENOTDIR", "ENOTDIR: a file stands where a folder belongs"],
    ["folder", "EISDIR", "a folder stands where a file belongs"],
    ["link", "ELOOP", "a symbolic link is in the way"],
    ["special", "EINVAL", "it is not a regular file"],
    ["other", "EEXIST", "something else of this name is there, which is left as it is"],
    ["outside", "EINVAL", "it is outside the folder that is written"],
  ]);
});

paths("are resolved as far as they exist", async () => {
  const folder = everything();
  const asked = ["to-folder", "to-folder/gone/a", "gone", "to-file", "file/a", "to-nothing/a"];
  const found = await Promise.all(asked.map((path) => realPathOf(join(folder, path))));
  assert.equal(
    found.map((path) => relative(folder, path)),
    ["folder", "folder/gone/a", "gone", "file", "file/a", "to-nothing/a"],
  );
  const error = await realPathOf(join(folder, TOO_LONG)).catch((thrown: unknown) => thrown);
  assert.is((error as NodeJS.ErrnoException).code, "ENAMETOOLONG");
  assert.is(await realPathOf(parse(folder).root), parse(folder).root);
  const near = ["folder", "folder/gone/a", "file/a", "to-folder/gone"];
  assert.equal(await Promise.all(near.map((path) => nearestFolder(join(folder, path)))), [
    join(folder, "folder"),
    join(folder, "folder"),
    folder,
    folder,
  ]);
  assert.is(await nearestFolder(parse(folder).root), parse(folder).root);
  assert.equal([await isWritable(folder), await isWritable(join(folder, "gone"))], [true, false]);
});

files.run();
paths.run();
