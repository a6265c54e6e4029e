/** Checks that a directory contains either the old files or the new ones, regardless of failures in between. */
import { readdirSync, rmSync } from "node:fs";
import * as nodeFs from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  type Checksum,
  checksumOf,
  contentOf,
  FilePrinter,
  joinedFile,
  lateFile,
} from "../../scripts/core/file-printer.js";
import type { OutputFile } from "../../scripts/core/model/output.js";
import { Remembered } from "../../scripts/core/remembered.js";
import {
  type Clock,
  driftOf,
  type EarlyPaths,
  type FileOperations,
  OutputDirectory,
  type OutputPlace,
  PATIENCE,
  WriterReplaced,
} from "../../scripts/host/output-directory.js";
import { PathBlocked } from "../../scripts/host/paths.js";
import { stagingOf } from "../../scripts/host/staging.js";
import type { Writer } from "../../scripts/host/writer.js";
import { inDirectory, readTree } from "../support/command-line.js";

const outputDirectory = suite("host/output-directory");

type Files = Readonly<Record<string, string>>;

const WHO = ["-c", "user.name=a", "-c", "user.email=a@example.dev", "-c", "commit.gpgsign=false"];

const ALONE: Writer = { pid: process.pid, isRunning: () => false };

const everything = () => true;

function listOf(files: Files): OutputFile[] {
  return Object.entries(files).map(([path, text]) => ({ path, text }));
}

/** Returns files that are all that belongs to a directory. */
function setOf(files: readonly OutputFile[]) {
  return { belongs: everything, files };
}

const isOwn = (path: string, text: string) => path !== "foreign.yaml" && !text.endsWith("foreign");

function placeOf(root: string): OutputPlace {
  return { root, anchor: root, beside: [] };
}

/** File operations that skip waiting for the disk, which would take most of the time here. */
const HASTY: FileOperations = { ...nodeFs, sync: async () => undefined };

/** Writes files as a build does: stages what differs while it compares. */
async function write(root: string, files: Files, fs: FileOperations = HASTY): Promise<void> {
  const directory = new OutputDirectory(placeOf(root), ALONE, fs);
  const wanted = listOf(files);
  await directory.exclusively(async () => {
    await directory.apply(wanted, driftOf(await directory.compare(setOf(wanted), isOwn, new Map()), wanted));
  });
}

/** Writes files as an import does: reads, compares, applies. */
async function writeLater(root: string, files: Files, fs: FileOperations = HASTY): Promise<void> {
  const directory = new OutputDirectory(placeOf(root), ALONE, fs);
  await directory.exclusively(async () => {
    await directory.apply(listOf(files), driftOf(await directory.read(everything), listOf(files)));
  });
}

const WRITERS: Readonly<Record<string, typeof write>> = { "staged at once": write, "staged later": writeLater };

/** Returns the set that a build would read in the directory, or undefined if the files belong to several sets. */
async function holds(root: string, ...sets: readonly Files[]): Promise<Files | undefined> {
  const current = await new OutputDirectory(placeOf(root), ALONE).read(everything);
  return sets.find((files) => {
    const { missing, differing, surplus } = driftOf(current, listOf(files));
    return missing.length + differing.length + surplus.length === 0;
  });
}

/** Returns the full path of the staging directory. */
async function stagingFor(root: string): Promise<string> {
  const { above, path } = await stagingOf(root, root);
  return join(above, path);
}

async function exists(path: string): Promise<boolean> {
  return nodeFs.lstat(path).then(
    () => true,
    () => false,
  );
}

/** Returns the actual files in the directory. A leftover staging directory is listed with a slash. */
async function onDisk(root: string): Promise<Files> {
  const staging = await stagingFor(root);
  return { ...(await readTree(root)), ...((await exists(staging)) && { "staging/": staging }) };
}

const MIXED_BEFORE = { "a.yaml": "1", "b.yaml": "1", "deep/er/c.yaml": "1", "deep/d.yaml": "1", "gone/e.yaml": "1" };
const MIXED_AFTER = { "a.yaml": "1", "b.yaml": "2", "deep/er/c.yaml": "2", "deep/er/f.yaml": "2", "new/g/h.yaml": "2" };

/** Pairs of old and new sets, named after their difference. */
const CHANGES: Readonly<Record<string, readonly [old: Files, fresh: Files]>> = {
  "the first set": [{}, { "a.yaml": "1", "deep/b.yaml": "1" }],
  "changed files": [
    { "a.yaml": "1", "deep/b.yaml": "1", "c.yaml": "1" },
    { "a.yaml": "2", "deep/b.yaml": "2", "c.yaml": "1" },
  ],
  "an added file": [{ "a.yaml": "1" }, { "a.yaml": "1", "deep/er/b.yaml": "1" }],
  "a removed file": [{ "a.yaml": "1", "deep/er/b.yaml": "1", "deep/c.yaml": "1" }, { "a.yaml": "1" }],
  "other files alone": [
    { "a.yaml": "1", "deep/b.yaml": "1" },
    { "c.yaml": "1", "deep/d.yaml": "1" },
  ],
  "some of everything": [MIXED_BEFORE, MIXED_AFTER],
  "an emptied file": [{ "a.yaml": "1" }, { "a.yaml": "" }],
};

const OTHER_SET: Files = { "a.yaml": "3", "deep/d.yaml": "3", "third/i.yaml": "3" };

class Death extends Error {}

/**
 * The ways in which an operation fails: before it has any effect (so the previous operation is complete), or halfway.
 */
const DEATHS = ["before", "half"] as const;

/** Returns operations of which the nth and all later ones fail, as in a process that died. */
function dyingAt(nth: number, death: (typeof DEATHS)[number]): FileOperations & { readonly isDead: boolean } {
  let count = 0;
  let isDead = false;
  const dying = <Args extends unknown[], Result>(
    real: (...args: Args) => Promise<Result>,
    half: (...args: Args) => Promise<unknown>,
  ) => {
    return async (...args: Args): Promise<Result> => {
      count++;
      if (isDead || count < nth) {
        if (isDead) throw new Death();
        return real(...args);
      }
      isDead = true;
      if (death === "half") await half(...args);
      throw new Death();
    };
  };
  const nothing = async () => undefined;
  const { mkdir, rename, rm, rmdir, writeFile } = nodeFs;
  const operations = {
    rmdir: dying(rmdir as (path: string) => Promise<void>, nothing),
    sync: nothing,
    mkdir: dying(mkdir as (...args: Parameters<typeof mkdir>) => Promise<string | undefined>, nothing),
    rename: dying(rename, nothing),
    rm: dying(rm, halfRemoved),
    writeFile: dying(writeFile as (path: string, text: string) => Promise<void>, (path, text) =>
      writeFile(path, text.slice(0, text.length / 2)),
    ),
  };
  return Object.defineProperty(operations, "isDead", { get: () => isDead }) as unknown as ReturnType<typeof dyingAt>;
}

/** Removes every other file in a directory, like an interrupted removal. */
async function halfRemoved(path: Parameters<typeof nodeFs.rm>[0]): Promise<void> {
  const root = String(path);
  const files = await readTree(root).catch(() => ({}));
  for (const [index, file] of Object.keys(files).entries()) if (index % 2 === 0) await nodeFs.rm(join(root, file));
}

/** Writes a set with operations that may fail. */
async function writeUntilDeath(root: string, files: Files, fs: FileOperations, writer = write): Promise<void> {
  await writer(root, files, fs).catch((error: unknown) => {
    if (!(error instanceof Death)) throw error;
  });
}

/**
 * Writes a set to directories that `prepare` creates, with a failure at every operation in turn, and checks each
 * result. The directories are not copied after the failure, because staged files are valid only in the place where they
 * were written.
 */
async function dieEverywhere(
  prepare: (root: string) => Promise<void>,
  fresh: Files,
  deaths: readonly (typeof DEATHS)[number][],
  look: (root: string, death: string, nth: number) => Promise<void>,
  writer = write,
): Promise<void> {
  for (const death of deaths) {
    for (let nth = 1, isDead = true; isDead; nth++) {
      await inDirectory(async (directory) => {
        const root = join(directory, "out");
        await nodeFs.mkdir(root);
        await prepare(root);
        const fs = dyingAt(nth, death);
        await writeUntilDeath(root, fresh, fs, writer);
        isDead = fs.isDead;
        await look(root, `died ${death} operation ${nth}`, nth);
      });
    }
  }
}

async function lay(root: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await nodeFs.mkdir(dirname(join(root, path)), { recursive: true });
    await nodeFs.writeFile(join(root, path), text);
  }
}

for (const [way, writer] of Object.entries(WRITERS)) {
  for (const [name, [old, fresh]] of Object.entries(CHANGES)) {
    const title = `${name}, ${way}: dying anywhere leaves the old set or the new one, and the next run completes`;
    outputDirectory(title, async () => {
      const seen = new Set<Files | undefined>();
      let deaths = 0;
      const look = async (root: string, death: string) => {
        const held = await holds(root, old, fresh);
        assert.ok(held, `${death}, and left a mixture: ${JSON.stringify(await onDisk(root))}`);
        seen.add(held);
        const next = [fresh, old, OTHER_SET][deaths++ % 3] ?? old;
        await writer(root, next);
        assert.equal(await onDisk(root), next, `${death}, then another run`);
      };
      await dieEverywhere((root) => lay(root, old), fresh, DEATHS, look, writer);
      assert.is(seen.size, 2, "dying early leaves the old set, dying late the new one");
    });
  }
}

outputDirectory("dying again in the run that repairs what the last one left changes nothing of that", async () => {
  const old = { "a.yaml": "1", "b.yaml": "1", "gone/c.yaml": "1" };
  const fresh = { "a.yaml": "2", "b.yaml": "1", "deep/d.yaml": "2" };
  await dieEverywhere(
    (root) => lay(root, old),
    fresh,
    ["before"],
    async (first, death, nth) => {
      const held = await holds(first, old, fresh);
      const dieOnce = async (root: string) => {
        await lay(root, old);
        await writeUntilDeath(root, fresh, dyingAt(nth, "before"));
      };
      await dieEverywhere(dieOnce, fresh, ["before"], async (root, second) => {
        const after = await holds(root, old, fresh);
        assert.ok(after === fresh || after === held, `${death}, then ${second}`);
        await write(root, fresh);
        assert.equal(await onDisk(root), fresh, `${death}, then ${second}`);
      });
    },
  );
});

outputDirectory("many writers at once write one after the other", () =>
  inDirectory(async (root) => {
    const isRunning = () => true;
    let active = 0;
    const sets = [11, 12, 13, 14, 15, 16].map((pid) => ({
      pid,
      files: { "a.yaml": `${pid}`, [`${pid}.yaml`]: "mine" },
    }));
    const writers = sets.map(async ({ pid, files }) => {
      const directory = new OutputDirectory(placeOf(root), { pid, isRunning });
      await directory.exclusively(async () => {
        assert.is(++active, 1, "nobody else writes");
        await directory.apply(listOf(files), driftOf(await directory.read(everything), listOf(files)));
        assert.equal(await readTree(root), files);
        active--;
      });
    });
    await Promise.all(writers);
    const held = await holds(root, ...sets.map(({ files }) => files));
    assert.ok(held, "one of the sets holds");
    assert.equal(await onDisk(root), held);
  }),
);

outputDirectory("what other writers prepare and take away disturbs nobody who reads", () =>
  inDirectory(async (root) => {
    const files = { "a.yaml": "1", "deep/b.yaml": "1" };
    await write(root, files);
    let isOver = false;
    const others = async () => {
      const staging = await stagingFor(root);
      for (let pid = 11; !isOver; pid++) {
        await nodeFs.mkdir(join(staging, `writer-${pid}/next/files/deep`), { recursive: true });
        await nodeFs.rm(join(staging, `writer-${pid}`), { recursive: true, force: true });
      }
      await nodeFs.rm(staging, { recursive: true });
    };
    const disturbing = others();
    try {
      for (let count = 0; count < 300; count++) assert.ok(await holds(root, files), `${count} times it went well`);
    } finally {
      isOver = true;
      await disturbing;
    }
  }),
);

outputDirectory("a writer that fails lets the next one in", () =>
  inDirectory(async (root) => {
    const directory = new OutputDirectory(placeOf(root), { pid: 11, isRunning: () => true });
    const failed = await directory.exclusively(() => Promise.reject(new Death())).catch((error: unknown) => error);
    assert.instance(failed, Death);
    assert.is(
      await new OutputDirectory(placeOf(root), { pid: 12, isRunning: () => true }).exclusively(async () => "in"),
      "in",
    );
  }),
);

/** Returns a clock that starts at zero and advances only when somebody sleeps. After each sleep, it runs `happens`. */
function clockWith(happens = async (_now: number) => {}): Clock {
  let now = 0;
  const sleep = async (duration: number) => {
    now += duration;
    await happens(now);
  };
  return { now: () => now, sleep };
}

outputDirectory("nobody waits for the dead, nor for ever for a process that only has a dead one's number", () =>
  inDirectory(async (directory) => {
    const root = join(directory, "out");
    const staging = await stagingFor(root);
    const leftovers = async () => {
      for (const pid of [11, 12]) await nodeFs.mkdir(join(staging, `writer-${pid}/next/deep`), { recursive: true });
    };
    await leftovers();
    await new OutputDirectory(placeOf(root), { pid: 13, isRunning: () => false }).exclusively(async () => undefined);
    assert.not.ok(await exists(staging), "the dead");
    await leftovers();
    const clock = clockWith();
    const waiting = new OutputDirectory(placeOf(root), { pid: 13, isRunning: (pid) => pid === 12 }, undefined, clock);
    await waiting.exclusively(async () => undefined);
    assert.ok(clock.now() > PATIENCE, "it waited");
    assert.not.ok(await exists(staging), "the stuck");
  }),
);

outputDirectory("a number that was given to another process since then keeps nobody waiting", () =>
  inDirectory(async (root) => {
    const staging = await stagingFor(root);
    await nodeFs.mkdir(join(staging, "writer-11-boot.5"), { recursive: true });
    const self = (start: string): Writer => ({ pid: 13, isRunning: () => true, startOf: () => start });
    const timeToEnter = async (start: string) => {
      const clock = clockWith();
      await new OutputDirectory(placeOf(root), self(start), undefined, clock).exclusively(async () => undefined);
      return clock.now();
    };
    assert.is(await timeToEnter("boot.6"), 0, "the process with this number is another one");
    await nodeFs.mkdir(join(staging, "writer-11-boot.6"), { recursive: true });
    assert.ok((await timeToEnter("boot.6")) > PATIENCE, "it is this one");
  }),
);

outputDirectory("one process that is stuck opens no way past another one that has just come", () =>
  inDirectory(async (root) => {
    const staging = await stagingFor(root);
    const [stuck, late] = [join(staging, "writer-12"), join(staging, "writer-14")];
    await nodeFs.mkdir(stuck, { recursive: true });
    let hasLeft = false;
    const clock = clockWith(async (now) => {
      hasLeft = now > 1.4 * PATIENCE;
      if (hasLeft) await nodeFs.rm(late, { recursive: true, force: true });
      else if (now > PATIENCE / 2) await nodeFs.mkdir(late, { recursive: true });
    });
    const waiting = new OutputDirectory(placeOf(root), { pid: 13, isRunning: () => true }, undefined, clock);
    assert.ok(await waiting.exclusively(async () => hasLeft), "it is in only when the other one has left");
  }),
);

outputDirectory("a process that stages one file after the other is waited for", () =>
  inDirectory(async (root) => {
    const other = join(await stagingFor(root), "writer-12");
    await nodeFs.mkdir(join(other, "next"), { recursive: true });
    let hasLeft = false;
    const clock = clockWith(async (now) => {
      hasLeft = now > 3 * PATIENCE;
      if (hasLeft) await nodeFs.rm(other, { recursive: true, force: true });
      else await nodeFs.utimes(join(other, "next"), now, now);
    });
    const waiting = new OutputDirectory(placeOf(root), { pid: 13, isRunning: () => true }, undefined, clock);
    assert.ok(await waiting.exclusively(async () => hasLeft));
  }),
);

outputDirectory("a process that moves one file after the other is waited for", () =>
  inDirectory(async (root) => {
    const staging = await stagingFor(root);
    for (const name of ["writer-12", "pending"]) await nodeFs.mkdir(join(staging, name), { recursive: true });
    let hasLeft = false;
    const clock = clockWith(async (now) => {
      hasLeft = now > 3 * PATIENCE;
      if (hasLeft) await nodeFs.rm(join(staging, "writer-12"), { recursive: true, force: true });
      else await nodeFs.utimes(join(staging, "pending"), now, now);
    });
    const waiting = new OutputDirectory(placeOf(root), { pid: 13, isRunning: () => true }, undefined, clock);
    assert.ok(await waiting.exclusively(async () => hasLeft));
  }),
);

outputDirectory("a process that stages a file and is then stuck is waited for no longer than any other", () =>
  inDirectory(async (root) => {
    const other = join(await stagingFor(root), "writer-12");
    await nodeFs.mkdir(join(other, "next"), { recursive: true });
    const last = PATIENCE / 2;
    const clock = clockWith(async (now) => {
      if (now < last) await nodeFs.utimes(join(other, "next"), now, now);
    });
    const waiting = new OutputDirectory(placeOf(root), { pid: 13, isRunning: () => true }, undefined, clock);
    await waiting.exclusively(async () => undefined);
    assert.ok(clock.now() > last + PATIENCE - 200 && clock.now() < last + PATIENCE + 200, String(clock.now()));
  }),
);

outputDirectory("uses in one process follow each other, also after a failure", () =>
  inDirectory(async (root) => {
    const writer: Writer = { pid: process.pid, isRunning: (pid) => pid === process.pid };
    const log: string[] = [];
    const use = (name: string) => {
      const directory = new OutputDirectory(placeOf(root), writer, HASTY);
      return directory.exclusively(async () => {
        log.push(`${name} begins`);
        const wanted = listOf({ "a.yaml": name });
        const drift = driftOf(await directory.compare(setOf(wanted), isOwn, new Map()), wanted);
        await sleep(5);
        if (name !== "failing") await directory.apply(wanted, drift);
        log.push(`${name} ends`);
        if (name === "failing") throw new Error("printing failed");
      });
    };
    const names = ["one", "failing", "two", "three"];
    const results = await Promise.allSettled(names.map(use));
    assert.equal(
      results.map(({ status }) => status),
      names.map((name) => (name === "failing" ? "rejected" : "fulfilled")),
    );
    const order = log.flatMap((line) => (line.endsWith(" ends") ? [line.replace(" ends", "")] : []));
    assert.equal(
      log,
      order.flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
    assert.equal(await onDisk(root), { "a.yaml": order.filter((name) => name !== "failing").at(-1) });
  }),
);

/** Leaves a set that became valid in a run that died before it moved any file, and returns the staging directory. */
async function interrupted(root: string, files: Files): Promise<string> {
  const { rename } = nodeFs;
  const fs: FileOperations = {
    ...HASTY,
    rename: async (from, to) => {
      await rename(from, to);
      throw new Death();
    },
  };
  await writeUntilDeath(root, files, fs);
  return stagingFor(root);
}

outputDirectory("stages in the git directory, where no clone brings anything, and seldom leaves a trace there", () =>
  inDirectory(async (directory) => {
    await execa("git", ["init", "--quiet", directory]);
    await execa("git", [...WHO, "commit", "--quiet", "--allow-empty", "--message", "a"], { cwd: directory });
    await execa("git", ["worktree", "add", "--quiet", "linked"], { cwd: directory });
    const places = { out: join(directory, ".git"), "linked/out": join(directory, ".git/worktrees/linked") };
    for (const [name, git] of Object.entries(places)) {
      const root = join(directory, name);
      const staging = await interrupted(root, { "a.yaml": "1", "deep/b.yaml": "1" });
      assert.ok(staging.startsWith(`${git}/crd-bundle-output/`), staging);
      assert.not.ok(await exists(root), "nothing was moved");
      assert.ok(await holds(root, { "a.yaml": "1", "deep/b.yaml": "1" }), "it holds all the same");
      await write(root, { "a.yaml": "1", "deep/b.yaml": "2" });
      assert.equal(await readTree(root), { "a.yaml": "1", "deep/b.yaml": "2" });
      assert.not.ok(await exists(join(git, "crd-bundle-output")));
    }
  }),
);

outputDirectory("a directory of a clone that looks like a git directory is none", () =>
  inDirectory(async (directory) => {
    const root = join(directory, "out");
    await execa("git", ["init", "--quiet", "--bare", root]);
    assert.is(await stagingFor(root), join(directory, ".out.crd-bundle-output"));
  }),
);

const BROKEN_MANIFESTS = ["", "{", "null", "[]", '{"write":5}', '{"write":["a.yaml"],"remove":[7]}'];

for (const text of BROKEN_MANIFESTS) {
  outputDirectory(
    `a manifest that is ${JSON.stringify(text)} counts for nothing, and the next run clears it away`,
    () =>
      inDirectory(async (directory) => {
        const root = join(directory, "out");
        const staging = await interrupted(root, { "a.yaml": "1" });
        await nodeFs.writeFile(join(staging, "pending/manifest.json"), text);
        assert.ok(await holds(root, {}));
        await write(root, { "a.yaml": "2" });
        assert.equal(await onDisk(root), { "a.yaml": "2" });
      }),
  );
}

outputDirectory("a manifest that leads out of the output counts for nothing, and so does one from elsewhere", () =>
  inDirectory(async (directory) => {
    const [root, other] = [join(directory, "out"), join(directory, "other")];
    const mine = join(directory, "mine.txt");
    await nodeFs.writeFile(mine, "mine");
    for (const path of ["../mine.txt", mine, "a/../../mine.txt", "./../mine.txt", "a/./b", "a//b", "..", "", "a\0"]) {
      const staging = await interrupted(root, { "a.yaml": "1" });
      const manifest = JSON.parse(await nodeFs.readFile(join(staging, "pending/manifest.json"), "utf8"));
      const said = [
        { ...manifest, write: [path] },
        { ...manifest, remove: [path] },
      ];
      for (const changed of said) {
        await nodeFs.mkdir(join(staging, "pending"), { recursive: true });
        await nodeFs.writeFile(join(staging, "pending/manifest.json"), JSON.stringify(changed));
        assert.ok(await holds(root, {}), path);
      }
      await write(root, {});
      assert.is(await nodeFs.readFile(mine, "utf8"), "mine", path);
    }
    const staging = await interrupted(root, { "a.yaml": "1" });
    await nodeFs.cp(staging, await stagingFor(other), { recursive: true });
    assert.ok(await holds(other, {}), "a copy of what was staged");
    assert.ok(await holds(root, { "a.yaml": "1" }), "and what was staged");
  }),
);

const LINKS: Readonly<Record<string, (root: string, outside: string) => Promise<void>>> = {
  "a directory of the set": (root, outside) => nodeFs.symlink(outside, join(root, "deep")),
  "a directory further down": async (root, outside) => {
    await nodeFs.mkdir(join(root, "deep"));
    await nodeFs.symlink(outside, join(root, "deep/er"));
  },
  "a file": async (root, outside) => {
    await nodeFs.mkdir(join(root, "deep/er"), { recursive: true });
    await nodeFs.symlink(join(outside, "a.yaml"), join(root, "deep/er/a.yaml"));
  },
  "a file, to nothing": async (root, outside) => {
    await nodeFs.mkdir(join(root, "deep/er"), { recursive: true });
    await nodeFs.symlink(join(outside, "new"), join(root, "deep/er/a.yaml"));
  },
};

for (const [name, link] of Object.entries(LINKS)) {
  outputDirectory(`nothing is read, written or removed through a link in the place of ${name}`, () =>
    inDirectory(async (directory) => {
      const [root, outside] = [join(directory, "out"), join(directory, "outside")];
      await lay(directory, { "outside/a.yaml": "mine", "outside/er/a.yaml": "mine", "out/b.yaml": "1" });
      await link(root, outside);
      const before = await readTree(outside);
      const read = await new OutputDirectory(placeOf(root), ALONE).read(everything);
      assert.not.ok([...read.values()].includes("mine"), "read");
      const missing = { missing: ["deep/er/a.yaml"], differing: [], surplus: [] };
      const surplus = { missing: [], differing: [], surplus: ["deep/er/a.yaml"] };
      for (const drift of [missing, surplus]) {
        const writer = new OutputDirectory(placeOf(root), ALONE);
        const error = await writer
          .exclusively(() => writer.apply([{ path: "deep/er/a.yaml", text: "2" }], drift))
          .catch((thrown: unknown) => thrown);
        assert.instance(error, PathBlocked);
        assert.equal(await readTree(outside), before);
      }
    }),
  );
}

outputDirectory("a link that comes in the way of what is pending stops the next run, which says so", () =>
  inDirectory(async (directory) => {
    const root = join(directory, "out");
    await lay(directory, { "outside/a.yaml": "mine" });
    await interrupted(root, { "deep/a.yaml": "1" });
    await nodeFs.mkdir(root);
    await nodeFs.symlink(join(directory, "outside"), join(root, "deep"));
    const error = await write(root, {}).catch((thrown: unknown) => thrown);
    assert.instance(error, PathBlocked);
    assert.equal(await readTree(join(directory, "outside")), { "a.yaml": "mine" });
  }),
);

outputDirectory("a link in the place of the staging directory is not followed", () =>
  inDirectory(async (directory) => {
    const root = join(directory, "out");
    await lay(directory, { "outside/pending/a": "mine", "outside/writer-13/b": "mine" });
    const before = await readTree(join(directory, "outside"));
    await nodeFs.symlink(join(directory, "outside"), await stagingFor(root));
    const error = await write(root, { "a.yaml": "1" }).catch((thrown: unknown) => thrown);
    assert.instance(error, PathBlocked);
    assert.equal(await readTree(join(directory, "outside")), before);
  }),
);

outputDirectory("paths that lead out of the directory are not written, whoever asks for them", () =>
  inDirectory(async (directory) => {
    const root = join(directory, "out");
    for (const path of ["../x.yaml", "/x.yaml", "a/../../x.yaml", "a/./x.yaml", "a//x.yaml", "", ".", "..", "a\0b"]) {
      const error = await write(root, { [path]: "1" }).catch((thrown: unknown) => thrown);
      assert.instance(error, PathBlocked, path);
    }
    assert.equal(await readTree(directory), {});
  }),
);

outputDirectory("a git directory on another disk is no hindrance, wherever the run dies", async () => {
  const [old, fresh] = [MIXED_BEFORE, MIXED_AFTER];
  const seen = new Set<Files | undefined>();
  for (let nth = 1, isDead = true; isDead; nth++) {
    await inDirectory(async (directory) => {
      const root = join(directory, "out");
      await lay(root, old);
      const dying = dyingAt(nth, "half");
      const isMove = (from: unknown, to: unknown) => !String(from).startsWith(root) && String(to).startsWith(root);
      const acrossDisks = (fs: FileOperations): FileOperations => ({
        ...fs,
        rename: async (from, to) => {
          if (isMove(from, to)) throw Object.assign(new Error("EXDEV"), { code: "EXDEV" });
          await fs.rename(from, to);
        },
      });
      await writeUntilDeath(root, fresh, acrossDisks(dying));
      isDead = dying.isDead;
      const held = await holds(root, old, fresh);
      assert.ok(held, `died at ${nth}: ${JSON.stringify(await onDisk(root))}`);
      seen.add(held);
      await write(root, fresh, acrossDisks(HASTY));
      assert.equal(await onDisk(root), fresh, `died at ${nth}`);
    });
  }
  assert.is(seen.size, 2);
});

outputDirectory("a comparison recognizes own and foreign files, and stages those that differ", () =>
  inDirectory(async (root) => {
    const long = "x".repeat(10_000);
    const before = {
      "same.yaml": "1",
      "changed.yaml": `old ${long}`,
      "surplus.yaml": long,
      "foreign.yaml": "1",
      "foreign-at-its-end.yaml": `${long} foreign`,
    };
    await lay(root, before);
    const wanted = listOf({ "same.yaml": "1", "changed.yaml": `new ${long}`, "fresh.yaml": "2", "foreign.yaml": "2" });
    const directory = new OutputDirectory(placeOf(root), ALONE, HASTY);
    const staging = async () => Object.values(await readTree(await stagingFor(root)));
    await directory.exclusively(async () => {
      const current = await directory.compare(setOf(wanted), isOwn);
      assert.equal(await staging(), [], "nothing is staged unless it is asked for");
      assert.equal(
        new Map([...current].sort()),
        new Map([
          ["changed.yaml", { is: "own" }],
          ["foreign-at-its-end.yaml", { is: "foreign" }],
          ["foreign.yaml", { is: "foreign" }],
          ["same.yaml", { is: "as-wanted" }],
          ["surplus.yaml", { is: "own" }],
        ]),
      );
      const surplus = ["foreign-at-its-end.yaml", "surplus.yaml"];
      const drift = { missing: ["fresh.yaml"], differing: ["changed.yaml", "foreign.yaml"], surplus };
      assert.equal(driftOf(current, wanted), drift);
      await directory.compare(setOf(wanted), isOwn, new Map());
      assert.equal((await staging()).sort(), ["2", "2", `new ${long}`]);
    });
    assert.not.ok(await exists(await stagingFor(root)), "what is not applied is removed");
    assert.equal(await readTree(root), before);
  }),
);

/** Writes files early, as another thread does. */
async function writeEarly(directory: OutputDirectory, files: Files): Promise<EarlyPaths> {
  const early = await directory.createEarly();
  const paths = Object.entries(files).map(async ([path, text], at) => {
    await nodeFs.writeFile(join(early, String(at)), text);
    return [path, join(early, String(at))] as const;
  });
  return new Map(await Promise.all(paths));
}

for (const isRemoved of [false, true]) {
  outputDirectory(
    `files that were written early are moved${isRemoved ? ", unless another process removed them" : ""}`,
    () =>
      inDirectory(async (root) => {
        await lay(root, { "same.yaml": "1", "changed.yaml": "0" });
        const files = { "changed.yaml": "2", "fresh.yaml": "3", "same.yaml": "1" };
        const log: string[] = [];
        const parts = Object.entries(files).map(([path, text]) => {
          return lateFile(path, () => {
            log.push(path);
            return text;
          });
        });
        for (const part of parts) checksumOf(part);
        const wanted = [...parts, joinedFile("all.yaml", () => parts.map(contentOf))];
        const directory = new OutputDirectory(placeOf(root), ALONE, HASTY);
        const early = await writeEarly(directory, { "changed.yaml": "2", "fresh.yaml": "3" });
        if (isRemoved) await nodeFs.rm(await directory.createEarly(), { recursive: true });
        log.length = 0;
        await directory.exclusively(async () => {
          const drift = driftOf(await directory.compare(setOf(wanted), isOwn, early), wanted);
          assert.equal(log, isRemoved ? ["changed.yaml", "fresh.yaml", ...Object.keys(files)] : ["same.yaml"]);
          await directory.apply(wanted, drift);
        });
        await directory.removeEarly();
        assert.equal(await onDisk(root), { ...files, "all.yaml": "231" });
        log.length = 0;
        assert.is(wanted.at(-1)?.text, "231");
        assert.equal(log, Object.keys(files), "what was moved again is not read");
      }),
  );
}

outputDirectory("other files than those that were compared can be written, also early ones", () =>
  inDirectory(async (root) => {
    const directory = new OutputDirectory(placeOf(root), ALONE, HASTY);
    const wanted = listOf({ "a.yaml": "1", "b.yaml": "2" });
    const early = await writeEarly(directory, { "a.yaml": "1" });
    await directory.exclusively(async () => {
      await directory.compare(setOf(wanted), isOwn, early);
      await directory.compare(setOf(wanted), isOwn, early);
      await directory.apply(wanted, { missing: ["a.yaml"], differing: [], surplus: [] });
    });
    await directory.removeEarly();
    assert.equal(await onDisk(root), { "a.yaml": "1" });
  }),
);

outputDirectory("early files of dead processes are removed, and those of others stay", () =>
  inDirectory(async (root) => {
    const staging = await stagingFor(root);
    for (const pid of [11, 12]) await nodeFs.mkdir(join(staging, `early-${pid}/deep`), { recursive: true });
    const writer = { pid: process.pid, isRunning: (pid: number) => pid === 12 };
    const directory = new OutputDirectory(placeOf(root), writer, HASTY);
    await directory.exclusively(async () => undefined);
    assert.equal(await nodeFs.readdir(staging), ["early-12"]);
  }),
);

outputDirectory("a place that did not exist does not exist afterward if nothing is written", () =>
  inDirectory(async (above) => {
    const root = join(above, "new/deep/out");
    const directory = new OutputDirectory(placeOf(root), ALONE, HASTY);
    await directory.createEarly();
    await directory.exclusively(async () => undefined);
    assert.equal(await nodeFs.readdir(join(above, "new/deep")), [`.out.crd-bundle-output`]);
    await directory.removeEarly();
    assert.equal(await nodeFs.readdir(above), []);
  }),
);

outputDirectory("a file that has the wanted content only at its beginning differs", () =>
  inDirectory(async (root) => {
    const wanted = { "a.yaml": "x".repeat(4096), "b.yaml": `${"y".repeat(4095)}\uFFFD`, "c.yaml": "" };
    const other = { "a.yaml": "x".repeat(4097), "b.yaml": `${"y".repeat(4095)}é`, "c.yaml": "z" };
    await lay(root, other);
    const directory = new OutputDirectory(placeOf(root), ALONE, HASTY);
    const differing = Object.keys(wanted);
    const drift = driftOf(await directory.compare(setOf(listOf(wanted)), isOwn), listOf(wanted));
    assert.equal(drift, { missing: [], differing, surplus: [] });
    assert.equal(driftOf(await directory.read(everything), listOf(wanted)), drift);
    await write(root, wanted);
    assert.ok(await holds(root, wanted));
  }),
);

outputDirectory("each file is printed once, also for the files that contain it", () =>
  inDirectory(async (root) => {
    await lay(root, { "changed.yaml": "old", "same.yaml": "same" });
    const log: string[] = [];
    const [printer, sums] = [new FilePrinter(), new Remembered<Checksum>()];
    const printed = (path: string, text: string) => {
      const print = () => {
        log.push(path);
        return text;
      };
      return printer.part(path, print, [sums, {}, []]);
    };
    const parts = [printed("changed.yaml", "new"), printed("fresh.yaml", "fresh"), printed("same.yaml", "same")];
    const all = joinedFile("all.yaml", () => parts.map(contentOf));
    const index = lateFile("index", () => [...parts, all].map((file) => checksumOf(file).size).join(" "));
    const wanted = [...parts, all, index];
    const directory = new OutputDirectory(placeOf(root), ALONE, HASTY);
    await directory.exclusively(async () => {
      const drift = driftOf(await directory.compare(setOf(wanted), isOwn, new Map()), wanted);
      await directory.apply(wanted, drift);
    });
    assert.equal(log, ["changed.yaml", "fresh.yaml", "same.yaml"]);
    const texts = Object.fromEntries(wanted.map(({ path, text }) => [path, text]));
    assert.equal([texts.index, await readTree(root)], ["3 5 4 12", texts]);
  }),
);

outputDirectory("files that were staged earlier, or are in place already, are not taken for staged ones", () =>
  inDirectory(async (root) => {
    const wanted = listOf({ "a.yaml": "1", "b.yaml": "1" });
    const drift = { missing: ["a.yaml", "b.yaml"], differing: [], surplus: [] };
    const directory = new OutputDirectory(placeOf(root), ALONE, HASTY);
    await directory.exclusively(async () => {
      for (let count = 0; count < 2; count++) await directory.compare(setOf(wanted), isOwn, new Map());
    });
    assert.equal(await readTree(root), {});
    await directory.exclusively(async () => {
      for (let count = 0; count < 2; count++) await directory.apply(wanted, drift);
      await directory.compare(setOf(listOf({ "a.yaml": "2" })), isOwn, new Map());
      await directory.apply(listOf({ "a.yaml": "3" }), { missing: [], differing: ["a.yaml"], surplus: [] });
    });
    assert.equal(await readTree(root), { "a.yaml": "3", "b.yaml": "1" });
  }),
);

/** Removes the directories of all writers, as a process does that takes over. */
function removeWriters(staging: string): void {
  for (const name of readdirSync(staging)) {
    if (name.startsWith("writer-")) rmSync(join(staging, name), { recursive: true });
  }
}

/** Moments in which another process takes over, as the number of files that are staged before. */
for (const staged of [0, 1, 2]) {
  outputDirectory(`a process that was replaced after it staged ${staged} files writes nothing and says so`, () =>
    inDirectory(async (root) => {
      await lay(root, { "a.yaml": "0", "gone.yaml": "0" });
      const directory = new OutputDirectory(placeOf(root), ALONE, HASTY);
      const staging = await stagingFor(root);
      const wanted = ["a.yaml", "b.yaml"].map((path, at) =>
        joinedFile(path, function* () {
          if (staged === at && at > 0) removeWriters(staging);
          yield Buffer.from("1");
        }),
      );
      const error = await directory
        .exclusively(async () => {
          if (staged === 0) removeWriters(staging);
          const drift = driftOf(await directory.compare(setOf(wanted), isOwn, new Map()), wanted);
          if (staged === 2) removeWriters(staging);
          await directory.apply(wanted, drift);
        })
        .catch((thrown: unknown) => thrown);
      assert.instance(error, WriterReplaced);
      assert.equal(await onDisk(root), { "a.yaml": "0", "gone.yaml": "0" });
    }),
  );
}

outputDirectory("a process that was replaced while its files are moved stops, and the next one completes the set", () =>
  inDirectory(async (root) => {
    const before = { "a.yaml": "0", "b.yaml": "0", "gone.yaml": "0", "late.yaml": "0" };
    for (const moment of ["b.yaml", "late.yaml"]) {
      await nodeFs.rm(root, { recursive: true, force: true });
      await lay(root, before);
      const staging = await stagingFor(root);
      const after = <Args extends readonly unknown[]>(real: (path: string, ...args: Args) => Promise<void>) => {
        return async (path: string, ...args: Args) => {
          await real(path, ...args);
          if ([path, ...args].includes(join(root, moment === "b.yaml" ? "a.yaml" : "gone.yaml"))) {
            removeWriters(staging);
          }
        };
      };
      const fs: FileOperations = { ...HASTY, rename: after(HASTY.rename), rm: after(HASTY.rm) };
      const directory = new OutputDirectory(placeOf(root), ALONE, fs);
      const wanted = listOf({ "a.yaml": "1", "b.yaml": "1" });
      const drift = { missing: [], differing: ["a.yaml", "b.yaml"], surplus: ["gone.yaml", "late.yaml"] };
      const error = await directory
        .exclusively(() => directory.apply(wanted, drift))
        .catch((thrown: unknown) => thrown);
      assert.instance(error, WriterReplaced);
      assert.is((await readTree(root))[moment], "0", "it stopped");
      assert.ok(await holds(root, { "a.yaml": "1", "b.yaml": "1" }));
      await write(root, { "a.yaml": "1", "b.yaml": "1" });
      assert.equal(await onDisk(root), { "a.yaml": "1", "b.yaml": "1" });
    }
  }),
);

outputDirectory("a jump of the clock, or a process that was stopped, makes nobody replace another one", () =>
  inDirectory(async (root) => {
    const other = join(await stagingFor(root), "writer-12");
    await nodeFs.mkdir(other, { recursive: true });
    let [now, rounds] = [0, 0];
    const sleep = async () => {
      now += ++rounds === 2 ? 10 * PATIENCE : 1;
      if (rounds === 10) await nodeFs.rm(other, { recursive: true });
    };
    const writer = { pid: 13, isRunning: () => true };
    await new OutputDirectory(placeOf(root), writer, undefined, { now: () => now, sleep }).exclusively(async () => {});
    assert.is(rounds, 10);
  }),
);

outputDirectory("a failed attempt to stage does not prevent the next one", () =>
  inDirectory(async (root) => {
    let hasFailed = false;
    const failOnce = (real: FileOperations["sync"]) => async (path: string) => {
      if (!hasFailed && path.endsWith("0")) {
        hasFailed = true;
        throw new Error("the disk is full");
      }
      return real(path);
    };
    const directory = new OutputDirectory(placeOf(root), ALONE, { ...HASTY, sync: failOnce(HASTY.sync) });
    const wanted = listOf({ "a.yaml": "1" });
    const drift = { missing: ["a.yaml"], differing: [], surplus: [] };
    await directory.exclusively(async () => {
      assert.is(await directory.apply(wanted, drift).catch(String), "Error: the disk is full");
      await directory.apply(wanted, drift);
    });
    assert.equal(await onDisk(root), { "a.yaml": "1" });
  }),
);

outputDirectory("a moved file is not read through a link that came in its way", () =>
  inDirectory(async (directory) => {
    const root = join(directory, "out");
    await lay(directory, { "outside/a.yaml": "secret" });
    const staging = await interrupted(root, { "deep/a.yaml": "1", "b.yaml": "1" });
    await nodeFs.rm(join(staging, "pending/0"));
    await nodeFs.mkdir(root, { recursive: true });
    await nodeFs.symlink(join(directory, "outside"), join(root, "deep"));
    const read = await new OutputDirectory(placeOf(root), ALONE).read(everything);
    assert.not.ok(JSON.stringify([...read]).includes("secret"));
    assert.is(read.get("b.yaml"), "1");
  }),
);

outputDirectory("a process that was replaced before it only removes files removes none", () =>
  inDirectory(async (root) => {
    await lay(root, { "gone.yaml": "0" });
    const directory = new OutputDirectory(placeOf(root), ALONE, HASTY);
    const error = await directory
      .exclusively(async () => {
        removeWriters(await stagingFor(root));
        await directory.apply([], { missing: [], differing: [], surplus: ["gone.yaml"] });
      })
      .catch((thrown: unknown) => thrown);
    assert.instance(error, WriterReplaced);
    assert.equal(await onDisk(root), { "gone.yaml": "0" });
  }),
);

outputDirectory("other files than the staged ones can be applied", () =>
  inDirectory(async (root) => {
    await lay(root, { "a.yaml": "1", "b.yaml": "1" });
    const wanted = listOf({ "a.yaml": "2", "b.yaml": "2" });
    const directory = new OutputDirectory(placeOf(root), ALONE, HASTY);
    await directory.exclusively(async () => {
      await directory.compare(setOf(wanted), isOwn, new Map());
      await directory.apply(wanted, { missing: [], differing: ["b.yaml"], surplus: [] });
    });
    assert.equal(await onDisk(root), { "a.yaml": "1", "b.yaml": "2" });
  }),
);

outputDirectory("what was written is on the disk before it holds, and in place before that is forgotten", () =>
  inDirectory(async (directory) => {
    const root = join(directory, "out");
    const done: string[] = [];
    const short = (path: unknown) =>
      String(path)
        .replace(directory, "")
        .replace(/writer-[^/]+/, "own");
    const noting = <Args extends unknown[], Result>(name: string, real: (...args: Args) => Promise<Result>) => {
      return async (...args: Args) => {
        const result = await real(...args);
        done.push(
          `${name} ${args
            .slice(0, name === "rename" ? 2 : 1)
            .map(short)
            .join(" ")}`,
        );
        return result;
      };
    };
    const delays: Readonly<Record<string, number>> = { 0: 40, next: 20, a: 20, out: 40 };
    const late = (path: string) => sleep(delays[basename(path)] ?? 0);
    const fs = { ...nodeFs, sync: noting("sync", late), rename: noting("rename", nodeFs.rename) };
    await write(root, { "a/b.yaml": "1" }, { ...fs, rm: noting("rm", nodeFs.rm) as FileOperations["rm"] });
    const staging = "/.out.crd-bundle-output";
    assert.equal(
      done.filter((line) => !line.includes("own") || line.includes("next")),
      [
        `rm ${staging}/own/next`,
        `rm ${staging}/pending`,
        `sync ${staging}/own/next/manifest.json`,
        `sync ${staging}/own/next`,
        `sync ${staging}/own/next/0`, // beside the others, but before what follows
        `rename ${staging}/own/next ${staging}/pending`,
        `sync ${staging}`,
        `rename ${staging}/pending/0 /out/a/b.yaml`,
        "sync /out/a",
        "sync /out",
        `rm ${staging}/pending/manifest.json`,
        `rm ${staging}/pending`,
      ],
    );
  }),
);

outputDirectory.run();
