/**
 * Tests of the context of a run, of the conversion of exceptions to diagnostics, and of the files that a build may
 * write.
 */
import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join, sep } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { attempt } from "../../scripts/app/attempt.js";
import { driftDiagnostics, isOurs, outProblem, unwritable } from "../../scripts/app/output.js";
import { processContext } from "../../scripts/app/process-context.js";
import { fulfill } from "../../scripts/app/request.js";
import { describeDiagnostic } from "../../scripts/core/diagnostics/describe.js";
import { diagnose } from "../../scripts/core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../scripts/core/model/diagnostic.js";
import { success } from "../../scripts/core/result.js";
import { Cache, cacheDirectory } from "../../scripts/host/cache.js";
import { GitFailure } from "../../scripts/host/git.js";
import { JournalUnreadable } from "../../scripts/host/journal.js";
import { WriterReplaced } from "../../scripts/host/output-directory.js";
import { type Obstacle, PathBlocked } from "../../scripts/host/paths.js";
import { ReleaseRunning, ReleaseUnfinished } from "../../scripts/host/release-transaction.js";
import { UnsoundInput } from "../../scripts/host/sources.js";
import { removeProjects, temporary } from "../support/git-project.js";
import { ROOT } from "../support/golden.js";
import { tagFrom } from "../support/versions.js";

const contexts = suite("app/context");
contexts.after(removeProjects);

contexts("are of this process, but for what is given", async () => {
  const { env } = process;
  process.env = { ...env, SOURCE_DATE_EPOCH: "1767225600" };
  try {
    const context = processContext();
    assert.ok(context.ok);
    const { cwd, now, self, templates } = context.value;
    assert.equal([cwd, now, self.pid], [process.cwd(), 1_767_225_600, process.pid]);
    assert.equal([self.isRunning(process.pid), self.isRunning(2 ** 30)], [true, false]);
    assert.is(realpathSync(templates), realpathSync(join(ROOT, "templates")));
    for (const noCache of ["", "1"]) {
      process.env.CRD_BUNDLE_NO_CACHE = noCache;
      const cached = processContext();
      const { cache } = cached.ok ? cached.value : {};
      const machine = { env: process.env, platform: process.platform, home: homedir() };
      assert.is(cache instanceof Cache ? cache.directory : cache, cacheDirectory(machine));
      assert.is(cache === undefined, noCache !== "");
    }
    const given = processContext({ cwd: "/a", now: 5 });
    assert.ok(given.ok && given.value.cwd === "/a" && given.value.now === 5 && given.value.self.pid === process.pid);
    process.env.SOURCE_DATE_EPOCH = "soon";
    assert.equal(processContext(), {
      ok: false,
      diagnostics: [diagnose("time-invalid", { value: "soon" })],
      sources: [],
    });
    delete process.env.SOURCE_DATE_EPOCH;
    const from = Math.floor(Date.now() / 1000);
    const real = processContext();
    assert.ok(real.ok && real.value.now >= from && real.value.now <= Math.ceil(Date.now() / 1000));
  } finally {
    process.env = env;
  }
});

const CWD = join(sep, "a", "b");

/** Returns the diagnostic for a thrown value. */
async function becomes(error: unknown): Promise<Diagnostic | undefined> {
  const result = await attempt({ cwd: CWD }, async () => {
    throw error;
  });
  assert.not.ok(result.ok);
  return result.ok ? undefined : result.diagnostics[0];
}

contexts("turn what git, the disk and other processes are to blame for into diagnostics", async () => {
  const inside = join(CWD, "c");
  const disk = Object.assign(new Error("no space"), { code: "ENOSPC" });
  const unsound = diagnose("no-kinds", { directory: "apis/" });
  assert.equal(
    [
      await becomes(new GitFailure("status", "fatal")),
      await becomes(new ReleaseRunning(5, join(inside, "d"))),
      await becomes(new JournalUnreadable(join(inside, "journal.json"), "it is empty")),
      await becomes(disk),
      await becomes(Object.assign(new Error("denied"), { code: "EACCES", path: join(sep, "a", "x") })),
      await becomes(new PathBlocked({ path: inside, is: "link" })),
      await becomes(new ReleaseUnfinished(tagFrom("v1.0.0"), disk)),
      await becomes(new ReleaseUnfinished(tagFrom("v1.0.0"), new GitFailure("rm", "fatal"), "taken back")),
      await becomes(new UnsoundInput(unsound)),
    ],
    [
      diagnose("git-failed", { command: "status", problem: "fatal" }),
      diagnose("release-running", { pid: 5, directory: "c/d" }),
      diagnose("release-journal", { path: "c/journal.json", directory: "c", problem: "it is empty" }),
      diagnose("release-disk", { path: "", problem: "no space" }),
      diagnose("release-disk", { path: "../x", problem: "denied" }),
      diagnose("release-disk", { path: "c", problem: "a symbolic link is in its place" }),
      diagnose("release-unfinished", { tag: "v1.0.0", done: "released", problem: "no space" }),
      diagnose("release-unfinished", { tag: "v1.0.0", done: "taken back", problem: "git rm: fatal" }),
      unsound,
    ],
  );
  const file = { path: "apis/a.ts", text: "a" };
  const failed = await attempt({ cwd: CWD }, async () => {
    throw new UnsoundInput(unsound, [file]);
  });
  assert.equal(failed, { ok: false, diagnostics: [unsound], sources: [file] });
  assert.equal(await attempt({ cwd: CWD }, async () => success(1)), success(1));
});

contexts("throw what is a bug", async () => {
  const bugs = [
    new TypeError("a"),
    Object.assign(new Error("a"), { code: "ERR_INVALID_ARG_TYPE" }),
    Object.assign(new Error("a"), { code: "ERR_STREAM_DESTROYED" }),
    Object.assign(new Error("a"), { code: "E" }),
    Object.assign(new Error("a"), { code: "e" }),
    new ReleaseUnfinished(tagFrom("v1.0.0"), new TypeError("a")),
  ];
  for (const bug of bugs) {
    const thrown = await becomes(bug).catch((error: unknown) => error);
    assert.is(thrown, bug instanceof ReleaseUnfinished ? bug.cause : bug);
    if (bug instanceof ReleaseUnfinished) continue;
    assert.throws(
      () => unwritable(bug, CWD, String),
      (error: unknown) => error === bug,
    );
  }
});

contexts("tell what the disk does not take when a bundle is written", () => {
  const named = (path: string) => `<${path}>`;
  const blocked = (is: Obstacle["is"], path = join(CWD, "c")) => unwritable(new PathBlocked({ path, is }), CWD, named);
  const path = join(CWD, "c");
  const left = join(CWD, ".pending-5");
  assert.equal(
    [blocked("link"), blocked("outside"), blocked("file", left), blocked("outside", left)],
    [
      diagnose("output-link", { path: `<${path}>` }),
      diagnose("output-outside", { path: `<${path}>` }),
      diagnose("output-leftover", { path: `<${left}>` }),
      diagnose("output-outside", { path: `<${left}>` }),
    ],
  );
  assert.equal(
    blocked("directory"),
    diagnose("output-unwritable", { path, problem: "a directory is in the place of a file" }),
  );
  const full = Object.assign(new Error("no space"), { code: "ENOSPC" });
  assert.equal(unwritable(full, CWD, named), diagnose("output-unwritable", { path: CWD, problem: "no space" }));
  const moved = Object.assign(new Error("denied"), { code: "EACCES", path: "/staged/0", dest: "/dist/a.yaml" });
  assert.equal(
    unwritable(moved, CWD, named),
    diagnose("output-unwritable", { path: "/dist/a.yaml", problem: "denied" }),
  );
  const problem = "another process took over, because this one seemed to be dead";
  assert.equal(unwritable(new WriterReplaced(), CWD, named), diagnose("output-unwritable", { path: CWD, problem }));
});

contexts("list what is out of date, differences first", () => {
  const drift = { missing: ["a"], differing: ["b", "c"], surplus: ["d"] };
  assert.equal(
    driftDiagnostics(drift, (path) => `out/${path}`),
    [
      diagnose("output-differs", { path: "out/b" }),
      diagnose("output-differs", { path: "out/c" }),
      diagnose("output-missing", { path: "out/a" }),
      diagnose("output-stale", { path: "out/d" }),
    ],
  );
});

contexts("take a file for the tool's by its first words", () => {
  const own = [
    "# Generated by crd-bundle from TypeScript.",
    "// Generated by crd-bundle",
    "/** Generated by crd-bundle",
    "<!-- Generated by crd-bundle",
    '{\n  "$comment": "Generated by crd-bundle',
    '{ "comment": "Generated by crd-bundle',
    "<<<<<<< HEAD\n# Generated by crd-bundle",
    '{\n<<<<<<< HEAD\n  "$comment": "Generated by crd-bundle',
  ];
  for (const text of own) assert.ok(isOurs("a.yaml", text), text);
  const foreign = [
    "",
    "a",
    "mine\n# Generated by crd-bundle",
    "# Generated by hand",
    "# generated by crd-bundle",
    '"note": "Generated by crd-bundle',
  ];
  for (const text of foreign) assert.not.ok(isOurs("a.yaml", text), text);
  const index = '{"channels":{}}';
  assert.equal(
    [isOurs("bundle.json", index), isOurs("standard/bundle.json", index), isOurs("bundle.json", "{}")],
    [true, false, false],
  );
});

contexts("reject an output directory that is in the way of the project", async () => {
  const directory = realpathSync(temporary());
  const project = join(directory, "widgets");
  mkdirSync(join(project, "apis/v1"), { recursive: true });
  symlinkSync(project, join(directory, "link"));
  const problem = async (out: string) => {
    const found = await outProblem(project, join(directory, out), out);
    return found && describeDiagnostic(found).message;
  };
  const asked = ["widgets", "link", "", "widgets/apis", "widgets/apis/v1", "link/apis/new", "a/.git", "a/.GIT/b"];
  assert.equal(await Promise.all(asked.map(problem)), [
    "the output directory widgets is the project itself",
    "the output directory link is the project itself",
    "the output directory  contains the project",
    "the output directory widgets/apis is inside apis/",
    "the output directory widgets/apis/v1 is inside apis/",
    "the output directory link/apis/new is inside apis/",
    "the output directory a/.git is inside a .git directory",
    "the output directory a/.GIT/b is inside a .git directory",
  ]);
  for (const out of ["out", "widgets/dist", "link/out", "widgets/apis2", "widgets2", "a.git", "a/.github"]) {
    assert.is(await problem(out), undefined, out);
  }
});

contexts("run no request that asks for what there is not", async () => {
  const problems = async (request: object) => {
    const done = await fulfill(request, { cwd: CWD }, async () => success("done"));
    return done.ok ? done.value : done.diagnostics.map(({ code, args }) => [code, args.name]);
  };
  const invalid = (...names: string[]) => names.map((name) => ["request-invalid", name]);
  const right = { project: ".", bump: "minor", channel: "standard", profile: "channels" };
  assert.is(await problems(right), "done");
  assert.is(
    await problems({ ...right, bump: undefined, channel: undefined, profile: undefined, to: undefined }),
    "done",
  );
  for (const name of ["bump", "channel"]) {
    for (const value of ["", "other", "Minor", 1, null, ["minor"]]) {
      assert.equal(await problems({ ...right, [name]: value }), invalid(name), `${name}: ${String(value)}`);
    }
  }
  for (const name of [
    "project",
    "release",
    "from",
    "to",
    "profile",
    "out",
    "bundleVersion",
    "branch",
    "preid",
    "expect",
  ]) {
    for (const value of [1, null, true, "a\0b"]) {
      assert.equal(await problems({ ...right, [name]: value }), invalid(name), `${name}: ${String(value)}`);
    }
    assert.is(await problems({ ...right, [name]: "a" }), "done", name);
  }
  for (const name of ["check", "write", "tag", "undo", "dryRun", "sign", "push", "snapshot"]) {
    for (const value of [1, null, "true"])
      assert.equal(await problems({ ...right, [name]: value }), invalid(name), name);
    for (const value of [true, false]) assert.is(await problems({ ...right, [name]: value }), "done", name);
  }
  for (const kubernetes of ["1.x", "1.24", "1.38", "", "v1.34", 1.34, null]) {
    assert.equal(await problems({ ...right, kubernetes }), invalid("kubernetes"), String(kubernetes));
  }
  assert.is(await problems({ ...right, kubernetes: "1.25" }), "done");
  assert.equal(await problems({}), invalid("project"));
  assert.equal(await problems({ ...right, release: undefined }), invalid("release"));
  assert.equal(await problems({ ...right, other: "a\0b", push: 1 }), invalid("other", "push"));
});

contexts.run();
