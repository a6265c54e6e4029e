/**
 * Tests of the leftovers of interrupted releases, also of forged ones, and of other processes that work at the same
 * time.
 */
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { syncCheckout } from "../../scripts/host/checkout.js";
import { GitFailure, Repository } from "../../scripts/host/git.js";
import { JournalUnreadable } from "../../scripts/host/journal.js";
import { PathBlocked } from "../../scripts/host/paths.js";
import { putAssets } from "../../scripts/host/placed-assets.js";
import { type Journal, ReleaseRunning, ReleaseTransaction } from "../../scripts/host/release-transaction.js";
import { isAlive, processStart, type Writer, writerName } from "../../scripts/host/writer.js";
import { removeProjects, temporary } from "../support/git-project.js";
import { codesIn, ReleaseProject } from "../support/release-project.js";
import { tagFrom } from "../support/versions.js";

const work = suite("host/release-transaction");
work.after(removeProjects);

const ALONE: Writer = { pid: 4711, isRunning: () => false };
const WORK = ".git/crd-bundle-release";

/** Returns a repository with a file, one commit on `main`, and an earlier commit to which no ref points. */
async function repository(): Promise<ReleaseProject> {
  const project = new ReleaseProject();
  await project.setUp();
  project.write({ "a.txt": "old\n", "b.txt": "old\n" });
  await project.commit();
  return project;
}

/** Creates a commit on top of `main` that is on no branch, and its tag object, as a release does. */
async function released(project: ReleaseProject): Promise<Journal> {
  const from = await project.ask("rev-parse", "HEAD");
  await project.git("switch", "--quiet", "--detach");
  project.write({ "a.txt": "new\n", "b.txt": "new\n" });
  await project.commit("2026-01-11");
  await project.git("tag", "--annotate", "--no-sign", "--message", "a", "v1.0.0");
  const [commit, tagObject] = await Promise.all(["HEAD", "v1.0.0"].map((ref) => project.ask("rev-parse", ref)));
  await project.git("switch", "--quiet", "main");
  return {
    tag: tagFrom("v1.0.0"),
    tagObject: tagObject ?? "",
    commit: commit ?? "",
    branch: { name: "main", from },
    assets: join(project.directory, "release/1.0.0"),
  };
}

/** Leaves the files of a run that was killed after it had written its journal. */
function leave(project: ReleaseProject, journal: string, owner = "1"): void {
  project.write({ [`${WORK}/owner`]: owner, [`${WORK}/journal.json`]: journal });
  project.write({ [`${WORK}/assets/SHA256SUMS`]: "sums\n" });
}

async function enter(project: ReleaseProject, self = ALONE): Promise<Journal | undefined> {
  const { work: entered, finished } = await ReleaseTransaction.enter(new Repository(project.directory), self);
  await entered.leave();
  assert.not.ok(existsSync(join(project.directory, WORK)), "nothing is left");
  return finished?.journal;
}

work("a release whose tag is there is finished, and its assets are put in place", async () => {
  const project = await repository();
  const journal = await released(project);
  leave(project, JSON.stringify(journal));
  assert.equal(await enter(project), journal);
  assert.is(await project.ask("rev-parse", "main"), journal.commit);
  assert.is(await project.ask("status", "--porcelain"), "");
  assert.is(project.read("release/1.0.0/SHA256SUMS"), "sums\n");
  assert.is(await project.ask("reflog", "show", "-1", "--format=%gs", "main"), "release v1.0.0");
});

work("a tag of that name which somebody else made is not the release, and nothing moves to it", async () => {
  const project = await repository();
  const journal = await released(project);
  await project.git("tag", "--force", "--annotate", "--no-sign", "--message", "mine", "v1.0.0", "main");
  const before = await project.ask("rev-parse", "main", "v1.0.0");
  leave(project, JSON.stringify(journal));
  assert.is(await enter(project), undefined);
  assert.is(await project.ask("rev-parse", "main", "v1.0.0"), before);
  assert.equal([project.read("a.txt"), existsSync(join(project.directory, "release"))], ["old\n", false]);
});

work("a branch that was moved since keeps its commit and its files", async () => {
  const project = await repository();
  const journal = await released(project);
  project.write({ "c.txt": "mine\n" });
  await project.commit("2026-01-12");
  const moved = await project.ask("rev-parse", "main");
  leave(project, JSON.stringify(journal));
  assert.equal(await enter(project), journal);
  assert.is(await project.ask("rev-parse", "main"), moved);
  assert.equal([project.read("a.txt"), await project.ask("status", "--porcelain")], ["old\n", ""]);
  assert.is(project.read("release/1.0.0/SHA256SUMS"), "sums\n", "the tag holds, so its assets are there");
});

work("what is said of a finished release is where its commit is", async () => {
  const inPlace = await repository();
  leave(inPlace, JSON.stringify(await released(inPlace)));
  const { exit, out } = await inPlace.make("1.0.0");
  assert.is(exit, 0);
  assert.match(
    out,
    /^An earlier run that released v1\.0\.0 was interrupted\. This run completed it\. Nothing else was changed\.$/m,
  );
  assert.match(out, /^To publish it: git push --atomic origin main v1\.0\.0$/m);

  const moved = await repository();
  const journal = await released(moved);
  moved.write({ "c.txt": "mine\n" });
  await moved.commit("2026-01-12");
  leave(moved, JSON.stringify(journal));
  const said = (await moved.make("1.0.0")).out;
  assert.match(
    said,
    `The branch main does not contain the release commit ${journal.commit.slice(0, 12)}. Nothing else was changed.`,
  );
  assert.match(said, /^To merge it: git switch main && git merge v1\.0\.0$/m);
});

work(
  "a directory beside the assets is the user's, whatever its name; what a run left that died while it put them goes",
  async () => {
    const project = await repository();
    const left = "release/1.0.0.0e8a29b1-5ab0-4c0d-8f6f-3c1e2b7a9d10";
    const theirs = [
      "release/1.0.0.next/a.txt",
      "release/1.0.0.mine/a.txt",
      "release/1.0.00e8a29b1-5ab0-4c0d-8f6f-3c1e2b7a9d10/a.txt",
    ];
    project.write(Object.fromEntries([...theirs, `${left}/SHA256SUMS`].map((path) => [path, "x\n"])));
    await putAssets(join(project.directory, "release/1.0.0"), [{ name: "SHA256SUMS", bytes: Buffer.from("sums\n") }]);
    for (const path of theirs) assert.is(project.read(path), "x\n", path);
    assert.is(project.read("release/1.0.0/SHA256SUMS"), "sums\n");
    assert.not.ok(existsSync(join(project.directory, left)));
  },
);

work("a commit that was made while the release ran stays on its branch, and there is no release", async () => {
  const project = await repository();
  const journal = await released(project);
  await project.git("tag", "--delete", "v1.0.0");
  const { work: entered } = await ReleaseTransaction.enter(new Repository(project.directory), ALONE);
  project.write({ "c.txt": "mine\n" });
  await project.commit("2026-01-12");
  const moved = await project.ask("rev-parse", "main");
  const error = await entered.complete(journal).catch((thrown: unknown) => thrown);
  await entered.leave();
  assert.instance(error, GitFailure);
  assert.equal([await project.ask("rev-parse", "main"), await project.ask("tag")], [moved, ""]);
  assert.equal([project.read("a.txt"), existsSync(join(project.directory, "release"))], ["old\n", false]);
});

work("of many that begin at once, one alone is at work", async () => {
  const project = await repository();
  for (let round = 0; round < 5; round++) {
    const pids = [11, 12, 13];
    const all = await Promise.allSettled(
      pids.map((pid) => ReleaseTransaction.enter(new Repository(project.directory), { pid, isRunning: () => true })),
    );
    const entered = all.flatMap((result) => (result.status === "fulfilled" ? [result.value.work] : []));
    const turnedAway = all.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    assert.ok(entered.length <= 1, `${entered.length} are at work`);
    for (const error of turnedAway) {
      if (!(error instanceof ReleaseRunning)) throw error;
      assert.ok(pids.includes(error.pid), `process ${error.pid}`);
    }
    for (const one of entered) await one.leave();
    await enter(project);
  }
});

for (const { owner, pid } of [
  { owner: "11", pid: 11 },
  { owner: "", pid: 0 },
]) {
  work(`whoever is at work is not pushed aside by one who looked before, as process ${pid}`, async () => {
    const project = await repository();
    const real = new Repository(project.directory);
    /** Another release starts after this one has examined the directory and before it takes it. */
    const second: Writer = {
      pid: 12,
      isRunning: () => true,
      startOf: () => {
        const path = `${WORK}/owner`;
        if (!existsSync(join(project.directory, path))) project.write({ [path]: owner });
        return undefined;
      },
    };
    const names = readdirSync(join(project.directory, ".git"));
    assert.not.ok(names.includes("crd-bundle-release"));
    const error = await ReleaseTransaction.enter(real, second).catch((thrown: unknown) => thrown);
    assert.instance(error, ReleaseRunning);
    assert.is((error as ReleaseRunning).pid, pid);
    assert.is(project.read(`${WORK}/owner`), owner);
    assert.equal(
      readdirSync(join(project.directory, ".git")).filter((name) => name.startsWith("crd-bundle")),
      ["crd-bundle-release"],
    );
  });
}

for (const owner of ["", "\0\0\0\0", "no number", "0".repeat(5000)]) {
  work(`an owner of ${JSON.stringify(owner.slice(0, 9))} is nobody, so nobody waits for it`, async () => {
    const project = await repository();
    project.write({ [`${WORK}/owner`]: owner });
    assert.is(await enter(project, { pid: 4711, isRunning: () => true }), undefined);
  });
}

work("an owner whose number runs again as another process is dead", async () => {
  const project = await repository();
  const self: Writer = { pid: 4711, isRunning: () => true, startOf: () => "boot.2" };
  project.write({ [`${WORK}/owner`]: "99-boot.1" });
  assert.is(await enter(project, self), undefined);
  project.write({ [`${WORK}/owner`]: "99-boot.2" });
  assert.instance(await enter(project, self).catch((thrown: unknown) => thrown), ReleaseRunning);
});

work("a process is known by its number and its start, where the system tells it", () => {
  const self: Writer = { pid: process.pid, isRunning: () => true, startOf: processStart };
  assert.ok(isAlive(writerName(self), self));
  assert.ok(isAlive(String(process.pid), self), "a name of an older version");
  if (!existsSync("/proc/self/stat")) return;
  assert.match(writerName(self), /^\d+-[0-9a-f]{8}\.\d+$/);
  assert.not.ok(isAlive(`${writerName(self)}0`, self));
  assert.is(processStart(2 ** 30), undefined);
});

/** Invalid journals, by problem: functions that change a valid one. */
const UNREADABLE: Readonly<Record<string, (journal: Journal, outside: string) => unknown>> = {
  "nothing at all": () => "",
  "the beginning of one": (journal) => JSON.stringify(journal).slice(0, 40),
  "zeros, as after a power cut": () => "\0".repeat(200),
  null: () => null,
  "a list": () => [],
  "a number for its tag": (journal) => ({ ...journal, tag: 5 }),
  "a tag that leads elsewhere": (journal) => ({ ...journal, tag: "../heads/main" }),
  "a tag with a line break": (journal) => ({ ...journal, tag: "v1.0.0\ndelete refs/heads/main" }),
  "an option for its commit": (journal) => ({ ...journal, commit: "--output=x" }),
  "a branch that leads elsewhere": (journal) => ({ ...journal, branch: { ...journal.branch, name: "../../config" } }),
  "a branch that is an option": (journal) => ({ ...journal, branch: { ...journal.branch, name: "--force" } }),
  "a branch that is a text": (journal) => ({ ...journal, branch: "main" }),
  "no assets": ({ assets: _, ...journal }) => journal,
  "assets outside": (journal, outside) => ({ ...journal, assets: join(outside, "release/1.0.0") }),
  "assets in the project itself": (journal) => ({ ...journal, assets: join(journal.assets, "../..") }),
  "assets of another version": (journal) => ({ ...journal, assets: `${journal.assets}1` }),
  "assets that climb": (journal) => ({ ...journal, assets: `${journal.assets}/../../../release/1.0.0` }),
  "assets from nowhere": (journal) => ({ ...journal, assets: "release/1.0.0" }),
  "too much": (journal) => ({ ...journal, more: "x".repeat(1 << 17) }),
};

for (const [name, change] of Object.entries(UNREADABLE)) {
  work(`a journal that is or has ${name} moves nothing: release-journal`, async () => {
    const project = await repository();
    const journal = await released(project);
    const outside = temporary();
    const changed = change(journal, outside);
    leave(project, typeof changed === "string" ? changed : JSON.stringify(changed));
    const before = [await project.ask("rev-parse", "main", "v1.0.0"), project.read("a.txt")];
    const error = await enter(project).catch((thrown: unknown) => thrown);
    assert.instance(error, JournalUnreadable);
    assert.equal([await project.ask("rev-parse", "main", "v1.0.0"), project.read("a.txt")], before);
    assert.equal(readdirSync(outside), []);
    assert.not.ok(existsSync(join(project.directory, "release")));
    assert.instance(await enter(project).catch((thrown: unknown) => thrown), JournalUnreadable, "and again");
  });
}

work("the commands say which directory to remove", async () => {
  const project = await ReleaseProject.unreleased();
  leave(project, "");
  const result = await project.make("1.0.0");
  assert.equal([result.exit, result.out, codesIn(result)], [2, "", ["release-journal"]]);
  const left = readdirSync(join(project.directory, ".git")).find((name) => name.startsWith("crd-bundle-release"));
  assert.match(result.err, `${left}/journal.json is from an interrupted release and cannot be used: it is empty`);
  assert.match(result.err, `Then remove the directory of the interrupted release, .git/${left}.`);
  project.remove(`.git/${left}`);
  assert.is((await project.make("1.0.0")).err, "");
});

work("a file that somebody changed while the release ran keeps its content, as a change on top of it", async () => {
  const project = await repository();
  const { commit, branch } = await released(project);
  project.write({ "a.txt": "mine\n" });
  await project.git("update-ref", "refs/heads/main", commit);
  await syncCheckout(project.directory, branch?.from ?? "", commit);
  assert.equal([project.read("a.txt"), project.read("b.txt")], ["mine\n", "new\n"]);
  assert.is(await project.ask("status", "--porcelain"), "M a.txt".padStart(8));
  assert.is(await project.ask("show", ":a.txt"), "new");
});

work("assets go into a directory release of the project, not through a link", async () => {
  const [project, outside] = [temporary(), temporary()];
  symlinkSync(outside, join(project, "release"));
  const asset = { name: "a", bytes: Buffer.from("a") };
  const error = await putAssets(join(project, "release/1.0.0"), [asset]).catch((thrown: unknown) => thrown);
  assert.instance(error, PathBlocked);
  for (const name of ["../a", "a/b", "..", "/a", ""]) {
    const directory = join(temporary(), "release/1.0.0");
    const stray = await putAssets(directory, [{ ...asset, name }]).catch((thrown: unknown) => thrown);
    assert.instance(stray, PathBlocked, name);
  }
  assert.equal(readdirSync(outside), []);
});

work("assets that are put in place again leave what came since, and nothing of another content", async () => {
  const project = await repository();
  const journal = await released(project);
  project.write({ "release/1.0.0/notes.txt": "precious\n" });
  leave(project, JSON.stringify(journal));
  assert.equal(await enter(project), journal);
  assert.equal(
    ["notes.txt", "SHA256SUMS", ".gitignore"].map((name) => project.read(`release/1.0.0/${name}`)),
    ["precious\n", "sums\n", "*\n"],
  );
  project.write({ "release/1.0.0/SHA256SUMS": "mine\n" });
  leave(project, JSON.stringify(journal));
  const error = await enter(project).catch((thrown: unknown) => thrown);
  assert.instance(error, PathBlocked);
  assert.is((error as PathBlocked).code, "EEXIST");
  assert.is(project.read("release/1.0.0/SHA256SUMS"), "mine\n");
  project.remove("release/1.0.0/SHA256SUMS");
  assert.equal(await enter(project), journal, "the next run goes on");
  assert.is(project.read("release/1.0.0/SHA256SUMS"), "sums\n");
});

work("a release of a project whose directory release is a link is not begun: release-assets-there", async () => {
  const project = await ReleaseProject.unreleased();
  const outside = temporary();
  symlinkSync(outside, join(project.directory, "release"));
  await project.commit();
  const result = await project.make("1.0.0");
  assert.equal([result.exit, codesIn(result)], [1, ["release-assets-there"]]);
  assert.equal(readdirSync(outside), []);
});

work("what a release writes goes through no link that is committed", async () => {
  const project = await repository();
  const outside = temporary();
  writeFileSync(join(outside, "a.txt"), "mine\n");
  symlinkSync(outside, join(project.directory, "dist"));
  symlinkSync(join(outside, "a.txt"), join(project.directory, "c.txt"));
  symlinkSync(join(outside, "a.txt"), join(project.directory, "a.txt.next"));
  await project.commit("2026-01-12");
  const { work: entered } = await ReleaseTransaction.enter(new Repository(project.directory), ALONE);
  const tree = await entered.checkOut("HEAD");
  for (const path of ["dist/a.txt", "c.txt", "../a.txt"]) {
    const change = [entered.change(tree, [{ path, text: "new\n" }], []), entered.change(tree, [], [path])].map(
      (promise) => promise.catch((thrown: unknown) => thrown),
    );
    for (const error of await Promise.all(change)) assert.instance(error, PathBlocked, path);
  }
  await entered.change(tree, [{ path: "a.txt", text: "new\n" }], ["b.txt"]);
  assert.equal(readFileSync(join(tree, "a.txt"), "utf8"), "new\n");
  assert.not.ok(existsSync(join(tree, "b.txt")));
  assert.equal(readFileSync(join(outside, "a.txt"), "utf8"), "mine\n");
  await entered.leave();
});

work("of a process that ended and that its parent forgot does not wait for anybody", async () => {
  if (process.platform !== "linux") return; // other systems do not provide this information
  const parent = execa("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"], { buffer: false });
  try {
    const { value } = await parent.stdout[Symbol.asyncIterator]().next();
    const pid = Number(String(value).trim());
    const writer = { pid, isRunning: () => true, startOf: processStart };
    const name = writerName(writer);
    assert.ok(isAlive(name, writer));
    // A shell may still ask for the exit status of its child, so wait until the process is no longer a shell.
    while (readFileSync(`/proc/${parent.pid}/comm`, "utf8") !== "sleep\n") await new Promise(setImmediate);
    process.kill(pid, "SIGKILL");
    while (!readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ")) await new Promise(setImmediate);
    assert.not(isAlive(name, writer));
  } finally {
    parent.kill("SIGKILL");
    await parent.catch(() => undefined);
  }
});

work.run();
