/** Tests of the journal of a release: which files are accepted, and which paths it may contain. */
import { mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Journal, JournalUnreadable, leadsInto, readJournal, writeJournal } from "../../scripts/host/journal.js";
import { removeProjects, temporary } from "../support/git-project.js";
import { tagFrom } from "../support/versions.js";

const journals = suite("host/journal");
journals.after(removeProjects);

const [ONE, TWO, THREE] = ["1", "2", "a"].map((digit) => digit.repeat(40)) as [string, string, string];
const WHOLE = {
  tag: tagFrom("v1.2.3"),
  tagObject: ONE,
  commit: TWO,
  assets: "/a/release/1.2.3",
  branch: { name: "main", from: THREE },
} satisfies Journal;

/** Returns the journal from a file with the given content, or the reason why it is invalid. */
async function read(content: unknown): Promise<unknown> {
  const path = join(temporary(), "journal.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return readJournal(path).catch((error: unknown) => {
    assert.instance(error, JournalUnreadable);
    const { problem, directory, path: named, message } = error as JournalUnreadable;
    assert.equal([directory, named, message], [join(path, ".."), path, `${path}: ${problem}`]);
    return problem;
  });
}

journals("are read as they were written, and by nothing but their own name", async () => {
  const directory = temporary();
  const path = join(directory, "journal.json");
  assert.is(await readJournal(path), undefined);
  const { branch: _, ...tagOnly } = WHOLE;
  for (const journal of [WHOLE, tagOnly, { ...WHOLE, undo: true as const }]) {
    await writeJournal(path, journal);
    assert.equal(await readJournal(path), journal);
    assert.equal(readdirSync(directory), ["journal.json"]);
    assert.is(readFileSync(path, "utf8"), JSON.stringify(journal));
  }
  assert.equal(await read({ ...WHOLE, more: "a", branch: { ...WHOLE.branch, more: "a" } }), WHOLE);
});

journals("are not read through a link, from a directory, or if they are far too large", async () => {
  const directory = temporary();
  writeFileSync(join(directory, "real"), JSON.stringify(WHOLE));
  symlinkSync("real", join(directory, "link"));
  symlinkSync("nowhere", join(directory, "dangling"));
  mkdirSync(join(directory, "directory"));
  for (const name of ["link", "dangling", "directory"]) {
    const error = await readJournal(join(directory, name)).catch((thrown: unknown) => thrown);
    assert.instance(error, JournalUnreadable, name);
    assert.is((error as JournalUnreadable).problem, "it is not a journal");
  }
  const padded = (size: number) => `${JSON.stringify(WHOLE)}${" ".repeat(size)}`.slice(0, size);
  assert.equal([await read(padded(2 ** 16)), await read(padded(2 ** 16 + 1))], [WHOLE, "it is not a journal"]);
  assert.equal([await read(""), await read(" ")], ["it is empty", "it is not a journal"]);
});

journals("have a tag of a version, hashes, a place and a branch that git knows", async () => {
  const hash = (length: number) => "0".repeat(length);
  const sound: readonly Partial<Record<keyof Journal, unknown>>[] = [
    { tag: "v1.2.3-rc.1" },
    { tag: "v10.20.30" },
    { tagObject: hash(64) },
    { commit: hash(64) },
    { branch: { name: "main", from: hash(64) } },
    ...["a", "a/b", "a-b", "a.b", "ä", "a@b", "@", "a{b", "a.lock.b", "release-1.2"].map((name) => ({
      branch: { name, from: THREE },
    })),
    { assets: "" },
  ];
  for (const part of sound)
    assert.equal(await read({ ...WHOLE, ...part }), { ...WHOLE, ...part }, JSON.stringify(part));
  const unsound: readonly Partial<Record<keyof Journal, unknown>>[] = [
    ...["1.2.3", "v1.2", "v1.2.3.4", "v1.2.3-", "v1.2.3 ", " v1.2.3", "v1.2.3-a_b", "v01.2.3", "xv1.2.3", "", null].map(
      (tag) => ({ tag }),
    ),
    ...[39, 41, 63, 65, 0].flatMap((size) => [{ tagObject: hash(size) }, { commit: hash(size) }]),
    { commit: "A".repeat(40) },
    { commit: "g".repeat(40) },
    { commit: 1 },
    { tagObject: null },
    { assets: "/a\0" },
    { assets: 1 },
    { assets: null },
    { undo: false },
    { undo: 1 },
    { undo: null },
    { branch: null },
    { branch: [] },
    { branch: { name: "main" } },
    { branch: { from: THREE } },
    { branch: { name: "main", from: hash(39) } },
    ...["-a", ".a", "/a", "a/", "a.", "a..b", "a//b", "a/.b", "a@{b", "a.lock", "a.lock/b", "", 1].map((name) => ({
      branch: { name, from: THREE },
    })),
    ...["a b", "a~b", "a^b", "a:b", "a?b", "a*b", "a[b", "a\\b", "a\nb", "a\u007fb", "x".repeat(1025)].map((name) => ({
      branch: { name, from: THREE },
    })),
  ];
  for (const part of unsound) assert.is(await read({ ...WHOLE, ...part }), "it is not a journal", JSON.stringify(part));
  const longest = { name: "x".repeat(1024), from: THREE };
  assert.equal(await read({ ...WHOLE, branch: longest }), { ...WHOLE, branch: longest });
  for (const value of [[], null, 1, "a", [WHOLE]]) assert.is(await read(JSON.stringify(value)), "it is not a journal");
  for (const name of ["tag", "tagObject", "commit", "assets"] as const) {
    assert.is(await read({ ...WHOLE, [name]: undefined }), "it is not a journal", name);
  }
});

journals("lead to the assets of their version, in a project of one of the worktrees", async () => {
  const [top, other, outside] = [temporary(), temporary(), temporary()].map((directory) => realpathSync(directory)) as [
    string,
    string,
    string,
  ];
  mkdirSync(join(top, "widgets"));
  symlinkSync(outside, join(top, "link"));
  symlinkSync(top, join(outside, "back"));
  const leads = (assets: string) => leadsInto([top, other], { ...WHOLE, assets });
  for (const project of [top, other, `${top}/widgets`, `${top}/new/er`, `${outside}/back`, `${outside}/back/widgets`]) {
    assert.ok(await leads(`${project}/release/1.2.3`), project);
  }
  for (const assets of [
    `${outside}/release/1.2.3`,
    `${top}/link/release/1.2.3`,
    `${top}-more/release/1.2.3`,
    `${top}/release/1.2.4`,
    `${top}/release/v1.2.3`,
    `${top}/releases/1.2.3`,
    `${top}/1.2.3`,
    `${top}/release/more/1.2.3`,
    `${top}/release/../release/1.2.3`,
    `${top}//release/1.2.3`,
    `${top}/release/1.2.3/`,
    "release/1.2.3",
    "",
  ]) {
    assert.not.ok(await leads(assets), assets);
  }
  assert.not.ok(await leadsInto([], { ...WHOLE, assets: `${top}/release/1.2.3` }));
});

journals.run();
