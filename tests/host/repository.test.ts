/** Tests of every query on repositories with content that could mislead it. */
import { chmodSync, mkdirSync, readFileSync, realpathSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { GitFailure, Repository } from "../../scripts/host/git.js";
import { removeProjects, temporary } from "../support/git-project.js";

const repositories = suite("host/repository");
repositories.after(removeProjects);

/** A repository on the branch `main`, with an author. */
class Made extends Repository {
  static async at(directory = realpathSync(temporary()), ...options: readonly string[]): Promise<Made> {
    await execa("git", ["init", "--quiet", "--template=", "--initial-branch=main", ...options, directory]);
    const made = new Made(directory);
    await made.git("config", "user.name", "a");
    await made.git("config", "user.email", "a@example.dev");
    return made;
  }

  async git(...args: readonly string[]): Promise<string> {
    return (await execa("git", args, { cwd: this.directory })).stdout;
  }

  write(path: string, text: string): void {
    mkdirSync(join(this.directory, path, ".."), { recursive: true });
    writeFileSync(join(this.directory, path), text);
  }

  /** Commits all files at a time in seconds since 1970, and returns the commit. */
  async commit(message: string, time = 1_700_000_000): Promise<string> {
    const env = { GIT_AUTHOR_DATE: `${time} +0000`, GIT_COMMITTER_DATE: `${time} +0100` };
    await this.git("add", "--all");
    await execa("git", ["commit", "--quiet", "--allow-empty", "--message", message], { cwd: this.directory, env });
    return this.git("rev-parse", "HEAD");
  }
}

/** Returns the message of a failure. */
async function failureOf(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.catch((thrown: unknown) => thrown);
  assert.instance(error, GitFailure);
  return (error as GitFailure).message;
}

repositories("refs lead to commits and objects, or nowhere", async () => {
  const made = await Made.at();
  made.write("a.txt", "a\n");
  const commit = await made.commit("a");
  await made.git("tag", "light");
  await made.git("tag", "--annotate", "--message", "a", "heavy");
  await made.git("tag", "renamed", "heavy");
  const object = await made.git("rev-parse", "refs/tags/heavy");
  assert.is.not(object, commit);
  assert.equal(
    await Promise.all(["heavy", "light", commit, "gone", "--all", "HEAD:a.txt"].map((ref) => made.commitOf(ref))),
    [commit, commit, commit, undefined, undefined, undefined],
  );
  assert.equal(
    await Promise.all(["refs/tags/heavy", "refs/tags/light", "gone", "--all"].map((ref) => made.refOf(ref))),
    [object, commit, undefined, undefined],
  );
  assert.equal(await Promise.all(["heavy", "renamed", "light", "gone"].map((tag) => made.innerNameOf(tag))), [
    "heavy",
    "heavy",
    undefined,
    undefined,
  ]);
});

repositories("tags are listed whole, also where the user wants columns", async () => {
  const made = await Made.at();
  const first = await made.commit("a");
  await made.git("tag", "v1.0.0");
  const second = await made.commit("b");
  await made.git("tag", "v1.1.0");
  await made.git("tag", "also");
  await made.git("config", "column.ui", "always");
  assert.equal(await made.tags(), ["also", "v1.0.0", "v1.1.0"]);
  assert.equal(await made.tagsAt("HEAD"), ["also", "v1.1.0"]);
  const [also, old, last] = [
    { name: "also", hash: second },
    { name: "v1.0.0", hash: first },
    { name: "v1.1.0", hash: second },
  ];
  assert.equal(await made.tagRefs(), [also, old, last]);
  assert.equal(await made.tagRefs("--no-contains=HEAD"), [old]);
  assert.equal(await made.tagsIn("HEAD"), [also, old, last]);
  assert.equal(await made.tagsIn(first), [old]);
});

repositories("a branch without a commit has no history", async () => {
  const made = await Made.at();
  assert.equal(
    [await made.branch(), await made.commitOf("HEAD"), await made.tags(), await made.tagsIn("HEAD")],
    ["main", undefined, [], []],
  );
  assert.equal([await made.changesOf("a.txt"), await made.commitsOf("a.txt")], [[], []]);
  assert.match(await failureOf(made.tagRefs("--merged=HEAD")), /^git for-each-ref: .*malformed object name HEAD$/m);
  await made.commit("a");
  await made.git("tag", "--annotate", "--message", "a", "broken", "HEAD^{tree}");
  assert.match(await failureOf(made.tagsIn("broken")), /^git for-each-ref: /);
});

repositories("a branch has its whole name, and none where a commit is checked out", async () => {
  const made = await Made.at();
  await made.commit("a");
  await made.git("tag", "main");
  assert.is(await made.branch(), "main");
  await made.git("switch", "--quiet", "--create", "refs/heads/b");
  assert.is(await made.branch(), "refs/heads/b");
  await made.git("switch", "--quiet", "--detach");
  assert.is(await made.branch(), undefined);
  const names = ["main", "release/1.0", "@{-1}", "-a", "a b", "a..b"];
  assert.equal(await Promise.all(names.map((name) => made.isBranchName(name))), [
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

repositories("worktrees share a repository, and each has a branch, an index and files of its own", async () => {
  const made = await Made.at();
  await made.commit("a");
  const [beside, detached] = [join(realpathSync(temporary()), "beside"), join(realpathSync(temporary()), "detached")];
  await made.git("worktree", "add", "--quiet", "-b", "beside", beside);
  await made.git("worktree", "add", "--quiet", "--detach", detached);
  await made.git("branch", "nowhere");
  assert.equal((await made.worktrees()).sort(), [made.directory, beside, detached].sort());
  const directories = ["main", "beside", "nowhere", "gone", "side"].map((branch) => made.checkoutOf(branch));
  assert.equal(await Promise.all(directories), [made.directory, beside, undefined, undefined, undefined]);
  mkdirSync(join(beside, "widgets/a"), { recursive: true });
  for (const [directory, top, own, prefix] of [
    [made.directory, made.directory, ".git", ""],
    [beside, beside, ".git/worktrees/beside", ""],
    [join(beside, "widgets/a"), beside, ".git/worktrees/beside", "widgets/a/"],
  ] as const) {
    const repository = new Repository(directory);
    assert.equal(
      [await repository.commonDirectory(), await repository.topDirectory(), await repository.gitDirectory()],
      [join(made.directory, ".git"), top, join(made.directory, own)],
    );
    assert.is(await repository.prefix(), prefix);
  }
});

repositories("what is not committed is listed once, whatever the user wants to see of it", async () => {
  const made = await Made.at();
  made.write("old.txt", "a long line that git knows again\n");
  made.write("kept.txt", "a\n");
  made.write("known.log", "a\n");
  await made.commit("a");
  assert.equal(await made.uncommitted(), []);
  made.write(".gitignore", "*.log\n");
  await made.commit("b");
  await made.git("mv", "old.txt", "new.txt");
  made.write("kept.txt", "b\n");
  made.write("more/a b.txt", "");
  made.write("more/c.txt", "");
  made.write("d.log", "");
  for (const setting of ["status.showUntrackedFiles=no", "status.renames=true", "status.branch=true"]) {
    await made.git("config", ...setting.split("="));
  }
  const expected = ["kept.txt", "more/", "new.txt", "old.txt"];
  assert.equal((await made.uncommitted()).sort(), expected);
  const asked = ["d.log", "kept.txt", "known.log", "deep/e f.log"];
  assert.equal(await made.ignored(asked), ["d.log", "deep/e f.log"]);
  assert.equal([await made.ignored(["kept.txt"]), await made.ignored([])], [[], []]);
});

repositories("looking at a repository changes nothing in it", async () => {
  const made = await Made.at();
  made.write("a.txt", "a\n");
  await made.commit("a");
  const index = readFileSync(join(made.directory, ".git/index"));
  utimesSync(join(made.directory, "a.txt"), 1, 1);
  assert.equal(await made.uncommitted(), []);
  assert.equal(readFileSync(join(made.directory, ".git/index")), index);
});

repositories("what a hook is handed down leads to no other repository", async () => {
  const [made, other] = [await Made.at(), await Made.at()];
  made.write("a.txt", "a\n");
  const commit = await made.commit("a");
  await other.commit("b");
  const kept = { ...process.env };
  const handed = { GIT_DIR: join(other.directory, ".git"), GIT_WORK_TREE: other.directory, GIT_INDEX_FILE: "/nowhere" };
  for (const [name, value] of Object.entries(handed)) {
    process.env[name] = value;
    assert.equal(
      [await made.commitOf("HEAD"), await made.topDirectory(), await made.uncommitted()],
      [commit, made.directory, []],
      name,
    );
    process.env = { ...kept };
  }
});

repositories("an object is what its hash says, and not what this clone puts in its place", async () => {
  const made = await Made.at();
  made.write("a.txt", "a\n");
  const first = await made.commit("a");
  made.write("a.txt", "b\n");
  const second = await made.commit("b");
  await made.git("replace", second, first);
  assert.equal(await made.descriptionOf("HEAD"), { message: "b", parents: [first] });
});

repositories("the upstream is what was fetched last, and what is pushed to is what the branch names", async () => {
  const made = await Made.at();
  const first = await made.commit("a");
  assert.equal([await made.upstream(), await made.remoteOf("main"), await made.remotes()], [undefined, undefined, []]);
  const clone = new Made(join(realpathSync(temporary()), "clone"));
  await execa("git", ["clone", "--quiet", made.directory, clone.directory]);
  assert.equal(await clone.upstream(), { name: "origin/main", missing: 0 });
  await made.commit("b");
  const third = await made.commit("c");
  await made.git("tag", "--annotate", "--message", "a", "v1.0.0");
  await clone.git("fetch", "--quiet", "--no-tags");
  assert.equal(await clone.upstream(), { name: "origin/main", missing: 2 });
  assert.equal(
    [await clone.commitsAhead("HEAD", "@{upstream}"), await clone.commitsAhead("@{upstream}", "HEAD")],
    [2, 0],
  );
  const object = await made.git("rev-parse", "v1.0.0");
  assert.equal(
    [...(await clone.remoteRefs("origin", ["refs/heads/main", "refs/tags/*", "refs/heads/gone"]))],
    [
      ["refs/heads/main", third],
      ["refs/tags/v1.0.0", object],
      ["refs/tags/v1.0.0^{}", third],
    ],
  );
  assert.match(await failureOf(clone.remoteRefs("/nowhere", [])), /^git ls-remote: .*\/nowhere/);
  await clone.git("remote", "add", "fork", made.directory);
  assert.equal(await clone.remotes(), ["fork", "origin"]);
  assert.equal([await clone.remoteOf("main"), await clone.remoteOf("other")], ["origin", "origin"]);
  await clone.git("config", "branch.main.remote", "fork");
  assert.equal([await clone.remoteOf("main"), await clone.remoteOf("other")], ["fork", "origin"]);
  await clone.git("config", "branch.main.remote", "elsewhere");
  assert.is(await clone.remoteOf("main"), "origin");
  await clone.git("remote", "rename", "origin", "upstream");
  assert.is(await clone.remoteOf("other"), "fork");
  assert.equal(
    [...(await clone.refsWith(first, "refs/remotes/upstream/main")), ...(await clone.refsWith(third, "refs/heads"))],
    [["refs/remotes/upstream/main", third]],
  );
});

repositories("history that is cut off is known as such", async () => {
  const made = await Made.at();
  await made.commit("a");
  await made.commit("b");
  const clone = join(temporary(), "clone");
  await execa("git", ["clone", "--quiet", "--depth=1", `file://${made.directory}`, clone]);
  assert.equal([await made.isShallow(), await new Repository(clone).isShallow()], [false, true]);
});

repositories("history tells what changed a file, on one way and on all", async () => {
  const made = await Made.at();
  made.write("a.txt", "a\n");
  const first = await made.commit("a\n\n\nb\n\n", 1_700_000_000);
  await made.git("switch", "--quiet", "--create", "side");
  made.write("a.txt", "b\n");
  const side = await made.commit("b");
  await made.git("switch", "--quiet", "main");
  made.write("other.txt", "");
  const other = await made.commit("c");
  await made.git("merge", "--quiet", "--no-ff", "--message", "merged", "side");
  const merged = await made.git("rev-parse", "HEAD");
  assert.equal(await made.commitsOf("a.txt"), [merged, first]);
  assert.equal(await made.changesOf("a.txt"), [
    { hash: merged, parents: [other, side] },
    { hash: side, parents: [first] },
    { hash: first, parents: [] },
  ]);
  assert.equal([await made.commitsOf("gone.txt"), await made.changesOf("gone.txt")], [[], []]);
  await made.git("config", "log.showSignature", "true");
  assert.equal(await Promise.all([first, merged].map((commit) => made.descriptionOf(commit))), [
    { message: "a\n\nb", parents: [] },
    { message: "merged", parents: [other, side] },
  ]);
  assert.equal(
    await Promise.all([made.isAncestor(side, merged), made.isAncestor(merged, side), made.isAncestor(side, side)]),
    [true, false, true],
  );
  assert.equal(
    [...(await made.refsWith(side, "refs/heads"))],
    [
      ["refs/heads/main", merged],
      ["refs/heads/side", side],
    ],
  );
});

repositories("a commit has the time at which it was committed, if a calendar has it", async () => {
  const made = await Made.at();
  const early = await made.commit("committer b <b@example.dev> 5 +0000", 1_000_000_000);
  const raw = (time: string) => `tree ${EMPTY_TREE}\nauthor a <a@a> 1 +0000\ncommitter a <a@a> ${time}\n\na\n`;
  const times = ["253402300799 +0000", "253402300800 +0000", "7 -0130", "soon", "-5 +0000"];
  const hashes: string[] = [];
  for (const time of times) {
    const command = ["hash-object", "-t", "commit", "-w", "--stdin", "--literally"];
    hashes.push((await execa("git", command, { cwd: made.directory, input: raw(time) })).stdout);
  }
  await made.git("tag", "--annotate", "--message", "a", "v1.0.0", early);
  const [last, beyond, minus, soon, before] = hashes;
  assert.equal(await made.commits(["v1.0.0", "gone", ...hashes]), [
    { hash: early, time: 1_000_000_000 },
    undefined,
    { hash: last, time: 253_402_300_799 },
    { hash: beyond },
    { hash: minus, time: 7 },
    { hash: soon },
    { hash: before },
  ]);
  assert.is(await made.timeOf("v1.0.0"), 1_000_000_000);
  assert.is(await failureOf(made.timeOf(beyond ?? "")), `git cat-file: the commit ${beyond} has no valid date`);
});

const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

repositories("a commit holds files, programs, links and submodules, from the directory that asks", async () => {
  const made = await Made.at();
  made.write("widgets/a.txt", "first\n");
  made.write("widgets/same.txt", "first\n");
  made.write("widgets/empty", "");
  made.write("widgets/run", "#!/bin/sh\n");
  made.write("top.txt", "top\n");
  chmodSync(join(made.directory, "widgets/run"), 0o755);
  symlinkSync("a.txt", join(made.directory, "widgets/link"));
  await made.git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},widgets/module`);
  mkdirSync(join(made.directory, "widgets/module"));
  const commit = await made.commit("a");
  const hashOf = (path: string) => made.git("rev-parse", `HEAD:${path}`);
  const first = await hashOf("widgets/a.txt");
  const widgets = new Repository(join(made.directory, "widgets"));
  const module = { path: "module", mode: "160000", hash: "1".repeat(40) };
  const entries = [
    { path: "a.txt", mode: "100644", hash: first, size: 6 },
    { path: "empty", mode: "100644", hash: await hashOf("widgets/empty"), size: 0 },
    { path: "link", mode: "120000", hash: await hashOf("widgets/link"), size: 5 },
    { ...module, size: 0 },
    { path: "run", mode: "100755", hash: await hashOf("widgets/run"), size: 10 },
    { path: "same.txt", mode: "100644", hash: first, size: 6 },
  ];
  assert.equal(await widgets.entriesOf(commit, "."), entries);
  assert.equal(await widgets.entriesOf(commit, "module"), [{ ...module, size: 0 }]);
  const files = (await widgets.filesOf(commit, ".")).map(({ path, bytes }) => [path, String(bytes)]);
  assert.equal(files, [
    ["a.txt", "first\n"],
    ["empty", ""],
    ["link", "a.txt"],
    ["run", "#!/bin/sh\n"],
    ["same.txt", "first\n"],
  ]);
  assert.equal(await widgets.filesOf(commit, "../top.txt"), [{ path: "../top.txt", bytes: Buffer.from("top\n") }]);
  assert.equal([await widgets.filesOf(commit, "gone"), await widgets.entriesOfAll([], ["."])], [[], []]);
  assert.is(await failureOf(widgets.entriesOfAll(["gone"], ["."])), "git cat-file: gone has no tree");
  assert.is(String(await made.blob(first)), "first\n");
  assert.is(await failureOf(made.blob("gone")), "git cat-file: an object is missing");
});

repositories("objects come in the order of their names, through blanks and bytes, however large", async () => {
  const made = await Made.at();
  const texts = ["", "\n", `${"x".repeat(200_000)}\n`, "a blob 5\n", "last"];
  const hashes: string[] = [];
  for (const input of texts) {
    const command = ["hash-object", "-w", "--stdin"];
    hashes.push((await execa("git", command, { cwd: made.directory, input, stripFinalNewline: true })).stdout);
  }
  const found = [];
  for await (const object of made.objects([...hashes, "gone", ...hashes])) found.push(object);
  const expected = texts.map((text, at) => {
    const bytes = Buffer.from(text);
    return { hash: hashes[at], type: "blob", size: bytes.length, bytes };
  });
  assert.equal(found, [...expected, undefined, ...expected]);
  assert.equal(made.blobsNow(hashes).map(String), texts);
  assert.equal(made.blobsNow([]), []);
  assert.throws(() => made.blobsNow(["gone"]), /^git cat-file: gone missing$/);
  assert.throws(() => new Repository(temporary()).blobsNow(["gone"]), /^git cat-file: fatal: not a git repository/);
});

repositories("objects are named by the hash of their repository", async () => {
  const [old, made] = [await Made.at(), await Made.at(undefined, "--object-format=sha256")];
  made.write("a.txt", "a\n");
  const commit = await made.commit("a");
  assert.equal([await old.objectFormat(), await made.objectFormat(), commit.length], ["sha1", "sha256", 64]);
  assert.equal(await made.filesOf("HEAD", "a.txt"), [{ path: "a.txt", bytes: Buffer.from("a\n") }]);
});

repositories("a directory that is in no repository is known, until one is made in it", async () => {
  const directory = realpathSync(temporary());
  const repository = new Repository(directory);
  assert.equal([await repository.exists(), await repository.problem()], [false, undefined]);
  assert.match(await failureOf(repository.prefix()), /^git rev-parse: fatal: not a git repository/);
  await Made.at(directory);
  assert.equal(
    [await repository.exists(), await repository.problem(), await repository.prefix()],
    [true, undefined, ""],
  );
});

repositories("a repository that git does not read has a reason, in one line", async () => {
  const made = await Made.at();
  await made.git("config", "core.repositoryFormatVersion", "99");
  assert.match((await made.problem()) ?? "", /^fatal: [Ee]xpected git repo version <= 1, found 99$/);
  writeFileSync(join(made.directory, ".git/config"), "[core\n");
  assert.match((await made.problem()) ?? "", /^fatal: bad config line 1 in file \S*config$/);
});

repositories("a failure names the command of git, and not its options", async () => {
  const made = await Made.at();
  const options = ["-c", "user.name=b", "--literal-pathspecs"];
  assert.match(
    await failureOf(made.run([...options, "rev-parse", "--verify", "gone"])),
    /^git rev-parse: fatal: Needed/,
  );
  assert.is(await made.run(["-c", "user.name=b", "config", "user.name"]), "b\n");
  const gone = new Repository(join(made.directory, "gone"));
  assert.match(await failureOf(gone.run(["status"])), /^git status: Command failed .*gone/s);
  assert.is(await made.run(["hash-object", "--stdin"], { input: "a\n" }), "78981922613b2afb6025042ff6bd878ac1994e85\n");
});

repositories("a setting is on if git takes its value for true", async () => {
  const made = await Made.at();
  await made.git("config", "a.on", "yes");
  await made.git("config", "a.off", "0");
  assert.equal(await Promise.all(["a.on", "a.off", "a.unset"].map((setting) => made.isSet(setting))), [
    true,
    false,
    false,
  ]);
});

repositories("whoever cannot commit or sign learns why", async () => {
  const made = await Made.at();
  await made.commit("a");
  assert.is(await made.identityProblem(), undefined);
  await made.git("config", "committer.email", "<>");
  await made.git("config", "user.name", "");
  assert.match((await made.identityProblem()) ?? "", /^empty ident name \(for <.*>\) not allowed$/);
  await made.git("config", "author.name", "b");
  assert.match((await made.identityProblem()) ?? "", /^empty ident name \(for <.*>\) not allowed$/);
  await made.git("config", "committer.name", "b");
  assert.is(await made.identityProblem(), undefined);
  const before = await made.git("count-objects", "-v");
  const program = join(made.directory, ".git/sign");
  await made.git("config", "gpg.program", program);
  writeFileSync(program, "#!/bin/sh\necho 'no secret\n   key' >&2\nexit 1\n", { mode: 0o755 });
  assert.match((await made.signingProblem()) ?? "", /^error: gpg failed to sign the data\S*(?: .*)?$/);
  writeFileSync(program, "#!/bin/sh\ncat > /dev/null\necho '[GNUPG:] SIG_CREATED ' >&2\necho signed\n", {
    mode: 0o755,
  });
  assert.is(await made.signingProblem(), undefined);
  assert.is(await made.git("count-objects", "-v"), before);
});

repositories.run();
