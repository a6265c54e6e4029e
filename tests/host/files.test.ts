/** Tests of reading and writing files and directories, and of the entries that count as nonexistent. */
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
  putDirectory,
  putFile,
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
  nearestDirectory,
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
 * Returns a directory with one of each type: the files `file` and `empty`, `directory/` with `deep/a` and `b`, links to
 * a file, to a directory, to nothing and to itself and, if the system supports it, a named pipe.
 */
function everything(): string {
  const directory = realpathSync(temporary());
  mkdirSync(join(directory, "directory/deep"), { recursive: true });
  mkdirSync(join(directory, "bare"));
  for (const [path, text] of [
    ["file", "text\n"],
    ["empty", ""],
    ["directory/b", "b"],
    ["directory/deep/a", "a"],
  ] as const) {
    writeFileSync(join(directory, path), text);
  }
  symlinkSync("file", join(directory, "to-file"));
  symlinkSync("directory", join(directory, "to-directory"));
  symlinkSync("nowhere", join(directory, "to-nothing"));
  symlinkSync("circle", join(directory, "circle"));
  if (HAS_PIPES) execFileSync("mkfifo", [join(directory, "pipe")]);
  return directory;
}

const HAS_PIPES = process.platform !== "win32";
/** Longer than any file system allows: the only error that is the same for every user. */
const TOO_LONG = "x".repeat(300);

/** Returns the result of an operation for each path, or the code of the error. */
async function answers(
  ask: (path: string) => Promise<unknown>,
  directory: string,
  paths: readonly string[],
): Promise<Record<string, unknown>> {
  const all = paths.map(async (path) => {
    const answer = await ask(join(directory, path)).catch((error: NodeJS.ErrnoException) => `throws ${error.code}`);
    return [path === TOO_LONG ? "too long" : path, answer] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}

const PATHS = [
  "file",
  "empty",
  "directory",
  "to-file",
  "to-directory",
  "to-nothing",
  "circle",
  "gone",
  "file/a",
  TOO_LONG,
];

files("are there, or are nothing; any other failure is thrown", async () => {
  const directory = everything();
  assert.equal(await answers(entryType, directory, PATHS), {
    file: "file",
    empty: "file",
    directory: "directory",
    "to-file": "file",
    "to-directory": "directory",
    "to-nothing": undefined,
    circle: undefined,
    gone: undefined,
    "file/a": undefined,
    "too long": "throws ENAMETOOLONG",
  });
  assert.equal(await answers(entryAt, directory, [...PATHS, ...(HAS_PIPES ? ["pipe"] : [])]), {
    file: "file",
    empty: "file",
    directory: "directory",
    "to-file": "link",
    "to-directory": "link",
    "to-nothing": "link",
    circle: "link",
    gone: undefined,
    "file/a": undefined,
    "too long": "throws ENAMETOOLONG",
    ...(HAS_PIPES && { pipe: "special" }),
  });
  const text = { file: "text\n", empty: "", directory: undefined, "to-directory": undefined, "to-nothing": undefined };
  const nothing = { circle: undefined, gone: undefined, "file/a": undefined, "too long": "throws ENAMETOOLONG" };
  assert.equal(await answers(readText, directory, PATHS), { ...text, "to-file": "text\n", ...nothing });
  const bytes = (path: string) => readBytes(path).then((read) => read?.toString());
  assert.equal(await answers(bytes, directory, PATHS), { ...text, "to-file": "text\n", ...nothing });
  const regular = (path: string) => readRegularFile(path).then((read) => read?.toString());
  const asked = [...PATHS, ...(HAS_PIPES ? ["pipe"] : [])];
  const pipe = HAS_PIPES && { pipe: undefined };
  assert.equal(await answers(regular, directory, asked), { ...text, "to-file": undefined, ...nothing, ...pipe });
});

files("are read without a byte order mark, and regular ones up to a limit", async () => {
  const directory = everything();
  writeFileSync(join(directory, "marked"), "\uFEFFa\uFEFFb");
  assert.is(await readText(join(directory, "marked")), "a\uFEFFb");
  assert.is(String(await readRegularFile(join(directory, "file"), 5)), "text\n");
  assert.is(await readRegularFile(join(directory, "file"), 4), undefined);
});

files("are listed with all below a directory, and nothing behind a link", async () => {
  const directory = everything();
  const links = ["circle", "to-file", "to-directory", "to-nothing"];
  const pipe = HAS_PIPES ? ["pipe"] : [];
  const paths = [...links, ...pipe, "empty", "file", "directory/b", "directory/deep/a"];
  assert.equal(await listFiles(directory), paths.sort());
  assert.equal([await listFiles(join(directory, "gone")), await listFiles(join(directory, "file"))], [[], []]);
  assert.equal((await namesIn(directory)).sort(), [...links, ...pipe, "bare", "empty", "file", "directory"].sort());
  assert.equal([await namesIn(join(directory, "gone")), await namesIn(join(directory, "file"))], [[], []]);
  for (const list of [listFiles, namesIn]) {
    const error = await list(join(directory, TOO_LONG)).catch((thrown: unknown) => thrown);
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

files("are put in the place of others, through no link, with the directories around them", async () => {
  const directory = everything();
  await putFile(join(directory, "to-file"), "new\n");
  await putFile(join(directory, "more/er/a"), Uint8Array.of(0xff));
  await putFile(join(directory, "file"), "");
  assert.is(readFileSync(join(directory, "to-file"), "utf8"), "new\n");
  assert.throws(() => readlinkSync(join(directory, "to-file")));
  assert.equal([...readFileSync(join(directory, "more/er/a"))], [0xff]);
  assert.is(readFileSync(join(directory, "file"), "utf8"), "");
  assert.equal(readdirSync(join(directory, "more/er")), ["a"]);
  await removeFile(join(directory, "file"));
  await removeFile(join(directory, "file"));
  assert.not.ok(existsSync(join(directory, "file")));
  const error = await syncToDisk(join(directory, "gone")).catch((thrown: unknown) => thrown);
  assert.is((error as NodeJS.ErrnoException).code, "ENOENT");
});

files("of a directory are there together, and nothing else is taken from it", async () => {
  const directory = everything();
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
  for (const name of [left, ...kept]) mkdirSync(join(directory, name));
  writeFileSync(join(directory, left, "a"), "");
  await putDirectory(join(directory, "new"), all);
  await putDirectory(join(directory, "bare"), all);
  for (const name of ["new", "bare"]) {
    assert.equal(readdirSync(join(directory, name)).sort(), ["a", "b"]);
    assert.equal([...readFileSync(join(directory, name, "b"))], [1]);
  }
  const made = readdirSync(directory).filter((name) => name.startsWith("new"));
  assert.equal(made.sort(), ["new", ...kept].sort());
  const error = await putDirectory(join(directory, "directory"), all).catch((thrown: unknown) => thrown);
  assert.match((error as NodeJS.ErrnoException).code ?? "", /^(ENOTEMPTY|EEXIST|EPERM)$/);
  assert.equal(readdirSync(join(directory, "directory")).sort(), ["b", "deep"]);
  const twice = [...all, { name: "a", bytes: "other" }];
  const second = await putDirectory(join(directory, "twice"), twice).catch((thrown: unknown) => thrown);
  assert.is((second as NodeJS.ErrnoException).code, "EEXIST");
});

const paths = suite("host/paths");
paths.after(removeProjects);

paths("stay below a directory if there is one way to write them", () => {
  for (const path of ["a", "a/b", "a.b", "..a", "a..", "...", "a b", "a\\b"]) assert.ok(staysBelow(path), path);
  for (const path of ["", ".", "..", "/", "/a", "a/", "./a", "a/.", "a//b", "../a", "a/../b", "a/../../a", "a\0"]) {
    assert.not.ok(staysBelow(path), JSON.stringify(path));
  }
  const { root } = parse(process.cwd());
  const inside = [
    [join(root, "a"), join(root, "a/b")],
    [root, join(root, "a")],
  ] as const;
  for (const [directory, path] of inside) assert.ok(isWithin(directory, path), path);
  const outside = [
    [join(root, "a"), join(root, "a")],
    [join(root, "a"), join(root, "ab")],
    [join(root, "a/b"), join(root, "a")],
    [root, root],
  ] as const;
  for (const [directory, path] of outside) assert.not.ok(isWithin(directory, path), path);
});

paths("are free unless something of another sort is on the way, which is named", async () => {
  const directory = everything();
  const obstacle = async (path: string, wanted?: "file" | "directory") => {
    const found = await obstacleTo(directory, path, wanted);
    return found && [relative(directory, found.path), found.is];
  };
  const asked = [
    "file",
    "directory",
    "gone",
    "gone/a",
    "file/a",
    "directory/b",
    "directory/b/c",
    "directory/deep",
    "to-directory/b",
  ];
  assert.equal(await Promise.all(asked.map((path) => obstacle(path))), [
    undefined,
    ["directory", "directory"],
    undefined,
    undefined,
    ["file", "file"],
    undefined,
    ["directory/b", "file"],
    ["directory/deep", "directory"],
    ["to-directory", "link"],
  ]);
  assert.equal(await Promise.all(asked.map((path) => obstacle(path, "directory"))), [
    ["file", "file"],
    undefined,
    undefined,
    undefined,
    ["file", "file"],
    ["directory/b", "file"],
    ["directory/b", "file"],
    undefined,
    ["to-directory", "link"],
  ]);
  assert.equal(await obstacle("../a"), ["../a", "outside"]);
  assert.equal(
    (await obstaclesTo(directory, ["file/a", "gone", "file/b", "to-nothing", "/a"])).map(({ path, is }) => [
      relative(directory, path),
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
  const told = (["file", "directory", "link", "special", "other", "outside"] as const).map((is) => {
    const { code, message, path: named, obstacle } = new PathBlocked({ path, is });
    assert.equal([named, obstacle], [path, { path, is }]);
    return [is, code, message];
  });
  assert.equal(told, [
    ["file", "ENOTDIR", "ENOTDIR: a file is in the place of a directory"],
    ["directory", "EISDIR", "a directory is in the place of a file"],
    ["link", "ELOOP", "a symbolic link is in its place"],
    ["special", "EINVAL", "it is not a regular file"],
    ["other", "EEXIST", "something else of this name already exists"],
    ["outside", "EINVAL", "it is outside of the output directory"],
  ]);
});

paths("are resolved as far as they exist", async () => {
  const directory = everything();
  const asked = ["to-directory", "to-directory/gone/a", "gone", "to-file", "file/a", "to-nothing/a"];
  const found = await Promise.all(asked.map((path) => realPathOf(join(directory, path))));
  assert.equal(
    found.map((path) => relative(directory, path)),
    ["directory", "directory/gone/a", "gone", "file", "file/a", "to-nothing/a"],
  );
  const error = await realPathOf(join(directory, TOO_LONG)).catch((thrown: unknown) => thrown);
  assert.is((error as NodeJS.ErrnoException).code, "ENAMETOOLONG");
  assert.is(await realPathOf(parse(directory).root), parse(directory).root);
  const near = ["directory", "directory/gone/a", "file/a", "to-directory/gone"];
  assert.equal(await Promise.all(near.map((path) => nearestDirectory(join(directory, path)))), [
    join(directory, "directory"),
    join(directory, "directory"),
    directory,
    directory,
  ]);
  assert.is(await nearestDirectory(parse(directory).root), parse(directory).root);
  assert.equal([await isWritable(directory), await isWritable(join(directory, "gone"))], [true, false]);
});

files.run();
paths.run();
