/**
 * Tests of a release as a transaction in a repository: everything that it creates, and everything that undoing it
 * removes.
 */
import { chmodSync, existsSync, readdirSync, realpathSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { syncCheckout } from "../../scripts/host/checkout.js";
import { GitFailure, Repository } from "../../scripts/host/git.js";
import {
  type CommitRequest,
  type Finished,
  type Journal,
  ReleaseTransaction,
  ReleaseUnfinished,
  recordOf,
} from "../../scripts/host/release-transaction.js";
import { removeProjects, temporary } from "../support/git-project.js";
import { ReleaseProject } from "../support/release-project.js";
import { tagFrom } from "../support/versions.js";

const made = suite("host/release-made");
made.after(removeProjects);

const WORK = ".git/crd-bundle-release";
const RECORD = ".git/crd-bundle-releases/v1.0.0.json";
const TAG = tagFrom("v1.0.0");
const REQUEST: CommitRequest = {
  tag: TAG,
  message: "Release 1.0.0\n\n# no comment\n\n\nä  \n",
  tagMessage: "v1.0.0\n\n# Added\n\n\nö  \n",
  time: 1_700_000_000,
  signed: { commit: false, tag: false },
};
const HOOKS = [
  "pre-commit",
  "commit-msg",
  "post-commit",
  "post-checkout",
  "reference-transaction",
  "post-index-change",
];

/** Returns a repository with one commit on `main`, and with hooks that leave a mark and fail at every step. */
async function repository(): Promise<ReleaseProject> {
  const project = new ReleaseProject(undefined, realpathSync(temporary()));
  await project.setUp();
  project.write({ "a.txt": "old\n", "b.txt": "old\n", ".gitignore": "*.log\n/release\n" });
  await project.commit();
  for (const name of HOOKS) {
    const path = `.git/hooks/${name}`;
    project.write({ [path]: `#!/bin/sh\necho ${name} >> '${project.directory}/.git/mark'\nexit 1\n` });
    chmodSync(join(project.directory, path), 0o755);
  }
  return project;
}

function noHookRan(project: ReleaseProject): void {
  const mark = ".git/mark";
  assert.is(existsSync(join(project.directory, mark)) ? project.read(mark) : "", "", "no hook runs");
}

async function enter(project: ReleaseProject): Promise<{ work: ReleaseTransaction; finished?: Finished }> {
  return ReleaseTransaction.enter(new Repository(project.directory), { pid: 4711, isRunning: () => false });
}

/** Prepares a release with one changed, one new and one removed file. No ref points to it yet. */
async function prepare(
  project: ReleaseProject,
  work: ReleaseTransaction,
  request: Partial<CommitRequest> = {},
): Promise<Journal> {
  const from = await project.ask("rev-parse", "HEAD");
  const tree = await work.checkOut(from);
  const writes = [
    { path: "a.txt", text: "new\r\n" },
    { path: "dist/more/c.log", text: "c\n" },
  ];
  await work.change(tree, writes, ["b.txt"]);
  assert.equal((await work.differencesFrom(from, tree)).sort(), ["a.txt", "b.txt", "dist/more/c.log"]);
  const { commit, tagObject } = await work.commit(tree, { ...REQUEST, ...request });
  await work.stageAssets([{ name: "SHA256SUMS", bytes: Buffer.from(SUMS) }]);
  const assets = join(project.directory, "release/1.0.0");
  return { tag: TAG, tagObject, commit, branch: { name: "main", from }, assets };
}

/** Checksums of a file that does not exist. Such assets are removed together with their checksums. */
const SUMS = `${"0".repeat(64)}  gone.yaml\n`;

async function release(project: ReleaseProject): Promise<Journal> {
  const { work } = await enter(project);
  const journal = await prepare(project, work);
  await work.complete(journal);
  await work.leave();
  return journal;
}

/** Returns the refs, the changed files, and additional entries in the directory of the repository. */
async function outcome(project: ReleaseProject) {
  const own = readdirSync(join(project.directory, ".git"));
  return {
    main: await project.ask("rev-parse", "main"),
    tags: await project.ask("tag"),
    status: await project.ask("--no-optional-locks", "status", "--porcelain"),
    files: readdirSync(project.directory).sort(),
    own: own.filter((name) => /crd-bundle|lock/.test(name)),
  };
}

async function reflog(project: ReleaseProject, ref = "main"): Promise<string[]> {
  return (await project.ask("reflog", "show", "--format=%gs", ref)).split("\n");
}

made("is a commit and a tag with the words and the time that they are given, and nothing of the user's", async () => {
  const project = await repository();
  for (const setting of ["core.autocrlf=true", "core.safecrlf=true", "i18n.commitEncoding=ISO-8859-1"]) {
    await project.git("config", ...setting.split("="));
  }
  for (const setting of ["commit.gpgSign=true", "tag.gpgSign=true", "gpg.program=false", "commit.cleanup=strip"]) {
    await project.git("config", ...setting.split("="));
  }
  const { work } = await enter(project);
  const journal = await prepare(project, work);
  const { commit, tagObject, branch } = journal;
  const tree = await project.ask("rev-parse", `${commit}^{tree}`);
  const who = "a <a@example.dev> 1700000000 +0000";
  assert.is(
    `${await project.ask("cat-file", "commit", commit)}\n`,
    `tree ${tree}\nparent ${branch?.from}\nauthor ${who}\ncommitter ${who}\n\n${REQUEST.message}`,
  );
  assert.is(
    `${await project.ask("cat-file", "tag", tagObject)}\n`,
    `object ${commit}\ntype commit\ntag v1.0.0\ntagger ${who}\n\n${REQUEST.tagMessage}`,
  );
  const changes = await project.ask("diff-tree", "-r", "--name-status", branch?.from ?? "", commit);
  assert.equal(changes.split("\n"), ["M\ta.txt", "D\tb.txt", "A\tdist/more/c.log"]);
  assert.is(project.read(`${WORK}/crd-bundle-release-tree/.gitignore`), "*.log\n/release\n", "line ends as committed");
  assert.equal([await project.ask("tag"), await project.ask("rev-parse", "main")], ["", branch?.from]);
  await work.leave();
  assert.equal((await outcome(project)).own, []);
  noHookRan(project);
});

made("is signed where that is wanted, the commit, the tag or both", async () => {
  const project = await repository();
  project.write({ ".git/sign": "#!/bin/sh\necho '[GNUPG:] SIG_CREATED ' >&2\ncat > /dev/null\necho signed\n" });
  chmodSync(join(project.directory, ".git/sign"), 0o755);
  await project.git("config", "gpg.program", join(project.directory, ".git/sign"));
  for (const signed of [
    { commit: true, tag: false },
    { commit: false, tag: true },
  ]) {
    const { work } = await enter(project);
    const { commit, tagObject } = await prepare(project, work, { signed });
    const [commitText, tagText] = [
      await project.ask("cat-file", "-p", commit),
      await project.ask("cat-file", "-p", tagObject),
    ];
    assert.equal([/^gpgsig signed$/m.test(commitText), /^signed$/m.test(tagText)], [signed.commit, signed.tag]);
    await work.leave();
  }
});

made("moves tag, branch, files and assets, writes down what it did, and runs no hook", async () => {
  const project = await repository();
  const journal = await release(project);
  assert.equal(await outcome(project), {
    main: journal.commit,
    tags: "v1.0.0",
    status: "",
    files: [".git", ".gitignore", "a.txt", "apis", "dist", "package.json", "release"],
    own: ["crd-bundle-releases"],
  });
  assert.is(await project.ask("rev-parse", "refs/tags/v1.0.0"), journal.tagObject);
  assert.equal([project.read("a.txt"), project.read("dist/more/c.log")], ["new\r\n", "c\n"]);
  assert.equal(readdirSync(join(project.directory, "release/1.0.0")).sort(), [".gitignore", "SHA256SUMS"]);
  assert.is((await reflog(project))[0], "release v1.0.0");
  assert.equal(JSON.parse(project.read(RECORD)), journal);
  assert.equal(await recordOf(new Repository(project.directory), TAG), journal);
  assert.equal(readdirSync(join(project.directory, ".git/worktrees")), []);
  noHookRan(project);
});

made("is taken back to where everything was, with its assets and what was written down", async () => {
  const project = await repository();
  const before = await outcome(project);
  const journal = await release(project);
  const { work } = await enter(project);
  assert.equal(await work.undo({ ...journal, undo: true }), { assets: [], branches: [] });
  await work.leave();
  assert.equal(await outcome(project), { ...before, own: ["crd-bundle-releases"] });
  assert.equal([project.read("a.txt"), project.read("b.txt")], ["old\n", "old\n"]);
  assert.equal(readdirSync(join(project.directory, ".git/crd-bundle-releases")), []);
  assert.is((await reflog(project))[0], "take back v1.0.0");
  assert.is(await recordOf(new Repository(project.directory), TAG), undefined);
  noHookRan(project);
});

made("leaves what others made of it when it is taken back, and names it", async () => {
  const project = await repository();
  const journal = await release(project);
  await project.git("config", "core.hooksPath", "/dev/null");
  await project.git("branch", "topic", "main");
  await project.git("branch", "also", "main");
  project.write({ "release/1.0.0/mine": "", "release/1.0.0/SHA256SUMS": "mine\n" });
  const { work } = await enter(project);
  assert.equal(await work.undo({ ...journal, undo: true }), {
    assets: ["SHA256SUMS", "mine"].map((name) => join(journal.assets, name)),
    branches: ["also", "topic"],
  });
  await work.leave();
  assert.is(await project.ask("rev-parse", "main"), journal.branch?.from);
});

made("is not taken back where its tag or its branch is another one", async () => {
  const project = await repository();
  const journal = await release(project);
  const other = journal.branch?.from ?? "";
  for (const changed of [
    { ...journal, tagObject: other },
    { ...journal, commit: other },
  ]) {
    const before = await outcome(project);
    const { work } = await enter(project);
    assert.instance(await work.undo({ ...changed, undo: true }).catch((error: unknown) => error), GitFailure);
    await work.leave();
    assert.equal(await outcome(project), before);
    assert.ok(existsSync(join(project.directory, RECORD)));
  }
});

made("makes only a tag where it has no branch, and takes only that back", async () => {
  const project = await repository();
  const before = await outcome(project);
  const { work } = await enter(project);
  const { branch: _, ...journal } = await prepare(project, work);
  await work.complete(journal);
  await work.leave();
  const files = [...before.files, "release"].sort();
  assert.equal(await outcome(project), { ...before, tags: "v1.0.0", files, own: ["crd-bundle-releases"] });
  const { work: again } = await enter(project);
  await project.git("-c", "core.hooksPath=/dev/null", "branch", "topic", journal.commit);
  assert.equal(await again.undo({ ...journal, undo: true }), { assets: [], branches: [] });
  await again.leave();
  assert.equal(await outcome(project), { ...before, own: ["crd-bundle-releases"] });
});

made("holds though its assets cannot be put in place, and the next run puts them there", async () => {
  const project = await repository();
  const { work } = await enter(project);
  const journal = await prepare(project, work);
  project.write({ release: "mine\n" });
  const error = await work.complete(journal).catch((thrown: unknown) => thrown);
  assert.instance(error, ReleaseUnfinished);
  const { tag, done, cause, message } = error as ReleaseUnfinished;
  assert.equal([tag, done, message], ["v1.0.0", "released", `v1.0.0 is incomplete: ${cause.message}`]);
  await work.leave();
  assert.ok(existsSync(join(project.directory, WORK, "journal.json")), "it stays for the next run");
  project.remove("release");
  const { work: next, finished } = await enter(project);
  assert.equal(finished, { journal, remains: { assets: [], branches: ["main"] } });
  await next.leave();
  assert.equal((await outcome(project)).own, ["crd-bundle-releases"]);
  assert.ok(existsSync(join(journal.assets, "SHA256SUMS")));
  noHookRan(project);
});

made("is taken back though its assets cannot be removed, and the next run removes them", async () => {
  const project = await repository();
  const journal = { ...(await release(project)), undo: true as const };
  const { work } = await enter(project);
  rmSync(join(project.directory, "release"), { recursive: true });
  symlinkSync(temporary(), join(project.directory, "release"));
  const error = await work.undo(journal).catch((thrown: unknown) => thrown);
  assert.instance(error, ReleaseUnfinished);
  assert.equal([(error as ReleaseUnfinished).done, await project.ask("tag")], ["taken back", ""]);
  await work.leave();
  project.remove("release");
  const { work: next, finished } = await enter(project);
  assert.equal(finished, { journal, remains: { assets: [], branches: [] } });
  await next.leave();
  assert.equal(readdirSync(join(project.directory, ".git/crd-bundle-releases")), []);
});

made("that was only about to be taken back stays", async () => {
  const project = await repository();
  const journal = await release(project);
  const before = await outcome(project);
  project.write({ [`${WORK}/owner`]: "1", [`${WORK}/journal.json`]: JSON.stringify({ ...journal, undo: true }) });
  const { work, finished } = await enter(project);
  await work.leave();
  assert.equal([finished, await outcome(project)], [undefined, before]);
});

made("is not held up by the locks of a git that was killed, and takes no others away", async () => {
  const project = await repository();
  const journal = await release(project);
  const locks = ["refs/tags/v1.0.0", "refs/heads/main", "packed-refs", "HEAD", "index"].map(
    (ref) => `.git/${ref}.lock`,
  );
  const others = [".git/config.lock", ".git/refs/heads/topic.lock"];
  project.write(Object.fromEntries([...locks, ...others].map((path) => [path, ""])));
  project.write({ [`${WORK}/owner`]: "1", [`${WORK}/journal.json`]: JSON.stringify(journal) });
  const { work, finished } = await enter(project);
  assert.equal(finished, { journal, remains: { assets: [], branches: ["main"] } });
  await work.leave();
  const left = [...locks, ...others].filter((path) => existsSync(join(project.directory, path)));
  assert.equal(left, others);
});

made("removes what git noted of its worktrees, and of no others", async () => {
  const project = await repository();
  const noted = ["crd-bundle-release-tree", "crd-bundle-release-tree1", "my-crd-bundle-release-tree"];
  project.write(Object.fromEntries(noted.map((name) => [`.git/worktrees/${name}/HEAD`, "x\n"])));
  const { work } = await enter(project);
  await work.leave();
  assert.equal(readdirSync(join(project.directory, ".git/worktrees")), ["my-crd-bundle-release-tree"]);
});

made("makes a branch that is new, and no other", async () => {
  const project = await repository();
  const head = await project.ask("rev-parse", "HEAD");
  const { work } = await enter(project);
  await work.createBranch("prepare/1.0", head);
  assert.equal(
    [await project.ask("rev-parse", "prepare/1.0"), await reflog(project, "prepare/1.0")],
    [head, ["release"]],
  );
  assert.instance(await work.createBranch("prepare/1.0", head).catch((error: unknown) => error), GitFailure);
  await work.leave();
  noHookRan(project);
});

made("was made here only if the record of it says so", async () => {
  const project = await repository();
  const hash = await project.ask("rev-parse", "HEAD");
  const journal: Journal = { tag: TAG, tagObject: hash, commit: hash, assets: "/release/1.0.0" };
  const recorded = async (record: unknown) => {
    project.write({ [RECORD]: JSON.stringify(record) });
    return recordOf(new Repository(project.directory), TAG);
  };
  assert.is(await recordOf(new Repository(project.directory), TAG), undefined);
  assert.equal(await recorded(journal), journal);
  for (const other of [{ ...journal, tag: "v1.0.1" }, { ...journal, undo: true }, { ...journal, commit: "" }, "a"]) {
    assert.is(await recorded(other), undefined, JSON.stringify(other));
  }
});

const checkouts = suite("host/checkout");
checkouts.after(removeProjects);

checkouts("have the files of a commit, and whatever somebody made of them in between", async () => {
  const project = new ReleaseProject(undefined, realpathSync(temporary()));
  await project.setUp();
  const odd = ["[a].txt", "-b", ":c", "ä", "f*"];
  const before = {
    kept: "old\n",
    missing: "old\n",
    begun: "old\n",
    mine: "old\n",
    gone: "old\n",
    "gone-mine": "old\n",
  };
  project.write({ ...before, same: "same\n", ...Object.fromEntries(odd.map((path) => [path, "old\n"])) });
  await project.commit();
  const from = await project.ask("rev-parse", "HEAD");
  await project.git("rm", "--quiet", "gone", "gone-mine", "-f");
  const after = { kept: "new\n", missing: "new\n", begun: "new and longer\n", mine: "new\n", "sub/new": "new\n" };
  project.write({ ...after, theirs: "new\n", run: "#!/bin/sh\n" });
  project.write(Object.fromEntries(odd.map((path) => [path, "new\n"])));
  chmodSync(join(project.directory, "run"), 0o755);
  await project.commit("2026-01-11");
  const to = await project.ask("rev-parse", "HEAD");
  await project.git("reset", "--quiet", "--hard", from);
  await project.git("update-ref", "refs/heads/main", to);
  rmSync(join(project.directory, "missing"));
  project.write({ begun: "new and", mine: "mine\n", "gone-mine": "mine\n", theirs: "mine\n", same: "other\n" });
  await syncCheckout(join(project.directory), from, to);
  const now = Object.fromEntries(
    [...Object.keys(after), "theirs", "gone-mine", "same", "run", ...odd].map((path) => [path, project.read(path)]),
  );
  assert.equal(now, {
    ...after,
    mine: "mine\n",
    theirs: "mine\n",
    "gone-mine": "mine\n",
    same: "other\n",
    run: "#!/bin/sh\n",
    ...Object.fromEntries(odd.map((path) => [path, "new\n"])),
  });
  assert.not.ok(existsSync(join(project.directory, "gone")));
  assert.ok(statSync(join(project.directory, "run")).mode & 0o100);
  assert.equal((await project.ask("status", "--porcelain")).split("\n").sort(), [
    " M mine",
    " M same",
    " M theirs",
    "?? gone-mine",
  ]);
  const state = await project.state();
  await syncCheckout(project.directory, from, to);
  assert.equal(await project.state(), state, "nothing is left to do");
});

made.run();
checkouts.run();
