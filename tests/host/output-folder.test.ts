/** Whatever happens in the middle, a folder holds the old files or the new ones. */
import * as nodeFs from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { driftOf, type FileOperations, OutputFolder, type Writer } from "../../scripts/host/output-folder.js";
import type { OutputFile } from "../../scripts/model/output.js";
import { inFolder, readTree } from "../command-line.js";

const outputFolder = suite("host/output-folder");

type Files = Readonly<Record<string, string>>;

const ALONE: Writer = { pid: process.pid, isRunning: () => false };

const everything = () => true;

function listOf(files: Files): OutputFile[] {
  return Object.entries(files).map(([path, text]) => ({ path, text }));
}

/** Does what a build does: reads, compares, applies. */
async function write(root: string, files: Files, fs?: FileOperations): Promise<void> {
  const folder = new OutputFolder(root, ALONE, fs);
  await folder.exclusively(async () => {
    await folder.apply(listOf(files), driftOf(await folder.read(everything), listOf(files)));
  });
}

/** Which of some sets the folder holds for whoever reads it as a build does; none where it is a mixture. */
async function holds(root: string, ...sets: readonly Files[]): Promise<Files | undefined> {
  const current = await new OutputFolder(root, ALONE).read(everything);
  return sets.find((files) => {
    const { missing, differing, surplus } = driftOf(current, listOf(files));
    return missing.length + differing.length + surplus.length === 0;
  });
}

/** What really lies in the folder, less empty folders of its own; a forgotten one of ours shows with a slash. */
async function onDisk(root: string): Promise<Files> {
  const ours = (await nodeFs.readdir(root)).filter((name) => name.startsWith(".pending"));
  return { ...(await readTree(root)), ...Object.fromEntries(ours.map((name) => [`${name}/`, ""])) };
}

const MIXED_BEFORE = { "a.yaml": "1", "b.yaml": "1", "deep/er/c.yaml": "1", "deep/d.yaml": "1", "gone/e.yaml": "1" };
const MIXED_AFTER = { "a.yaml": "1", "b.yaml": "2", "deep/er/c.yaml": "2", "deep/er/f.yaml": "2", "new/g/h.yaml": "2" };

/** Old and new sets, named for what differs. */
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

/** How an operation fails: before it did anything (and after the one before it did all), or with half of it done. */
const DEATHS = ["before", "half"] as const;

/** Operations of which the nth dies, and every one after it: the dead do nothing. */
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
  const { mkdir, rename, rm, writeFile } = nodeFs;
  const operations = {
    mkdir: dying(mkdir as (...args: Parameters<typeof mkdir>) => Promise<string | undefined>, nothing),
    rename: dying(rename, nothing),
    rm: dying(rm, halfRemoved),
    writeFile: dying(writeFile as (path: string, text: string) => Promise<void>, (path, text) =>
      writeFile(path, text.slice(0, text.length / 2)),
    ),
  };
  return Object.defineProperty(operations, "isDead", { get: () => isDead }) as unknown as ReturnType<typeof dyingAt>;
}

/** Removes every other file below a folder, as a removal that was cut short would. */
async function halfRemoved(path: Parameters<typeof nodeFs.rm>[0]): Promise<void> {
  const root = String(path);
  const files = await readTree(root).catch(() => ({}));
  for (const [index, file] of Object.keys(files).entries()) if (index % 2 === 0) await nodeFs.rm(join(root, file));
}

/** Writes a set into copies of a folder, every operation in turn being the last one, and looks at each copy. */
async function dieEverywhere(
  root: string,
  fresh: Files,
  deaths: readonly (typeof DEATHS)[number][],
  look: (root: string, death: string) => Promise<void>,
): Promise<void> {
  for (const death of deaths) {
    for (let nth = 1, isDead = true; isDead; nth++) {
      await inFolder(async (copy) => {
        await nodeFs.cp(root, copy, { recursive: true });
        const fs = dyingAt(nth, death);
        await write(copy, fresh, fs).catch((error: unknown) => {
          if (!(error instanceof Death)) throw error;
        });
        isDead = fs.isDead;
        await look(copy, `died ${death} operation ${nth}`);
      });
    }
  }
}

for (const [name, [old, fresh]] of Object.entries(CHANGES)) {
  outputFolder(`${name}: dying anywhere leaves the old set or the new one, and the next run completes`, () =>
    inFolder(async (root) => {
      await write(root, old);
      const seen = new Set<Files | undefined>();
      let deaths = 0;
      await dieEverywhere(root, fresh, DEATHS, async (copy, death) => {
        const held = await holds(copy, old, fresh);
        assert.ok(held, `${death}, and left a mixture: ${JSON.stringify(await onDisk(copy))}`);
        seen.add(held);
        const next = [fresh, old, OTHER_SET][deaths++ % 3] ?? old;
        await write(copy, next);
        assert.equal(await onDisk(copy), next, `${death}, then another run`);
      });
      assert.is(seen.size, 2, "dying early leaves the old set, dying late the new one");
    }),
  );
}

outputFolder("dying again in the run that repairs what the last one left changes nothing of that", () =>
  inFolder(async (root) => {
    const old = { "a.yaml": "1", "b.yaml": "1", "gone/c.yaml": "1" };
    const fresh = { "a.yaml": "2", "b.yaml": "1", "deep/d.yaml": "2" };
    await write(root, old);
    await dieEverywhere(root, fresh, ["before"], async (copy, first) => {
      const held = await holds(copy, old, fresh);
      await dieEverywhere(copy, fresh, ["before"], async (other, second) => {
        const after = await holds(other, old, fresh);
        assert.ok(after === fresh || after === held, `${first}, then ${second}`);
        await write(other, fresh);
        assert.equal(await onDisk(other), fresh, `${first}, then ${second}`);
      });
    });
  }),
);

outputFolder("many writers at once write one after the other", () =>
  inFolder(async (root) => {
    const isRunning = () => true;
    let active = 0;
    const sets = [11, 12, 13, 14, 15, 16].map((pid) => ({
      pid,
      files: { "a.yaml": `${pid}`, [`${pid}.yaml`]: "mine" },
    }));
    const writers = sets.map(async ({ pid, files }) => {
      const folder = new OutputFolder(root, { pid, isRunning });
      await folder.exclusively(async () => {
        assert.is(++active, 1, "nobody else writes");
        await folder.apply(listOf(files), driftOf(await folder.read(everything), listOf(files)));
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

outputFolder("what other writers prepare and take away disturbs nobody who reads", () =>
  inFolder(async (root) => {
    const files = { "a.yaml": "1", "deep/b.yaml": "1" };
    await write(root, files);
    let isOver = false;
    const others = async () => {
      for (let pid = 11; !isOver; pid++) {
        await nodeFs.mkdir(join(root, `.pending-${pid}/next/files/deep`), { recursive: true });
        await nodeFs.rm(join(root, `.pending-${pid}`), { recursive: true, force: true });
      }
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

outputFolder("a writer that fails lets the next one in", () =>
  inFolder(async (root) => {
    const folder = new OutputFolder(root, { pid: 11, isRunning: () => true });
    const failed = await folder.exclusively(() => Promise.reject(new Death())).catch((error: unknown) => error);
    assert.instance(failed, Death);
    assert.is(await new OutputFolder(root, { pid: 12, isRunning: () => true }).exclusively(async () => "in"), "in");
  }),
);

outputFolder("nobody waits for the dead, nor for ever for a process that only has a dead one's number", () =>
  inFolder(async (root) => {
    const leftovers = async () => {
      for (const pid of [11, 12])
        await nodeFs.mkdir(join(root, `.pending-${pid}/next/files/deep`), { recursive: true });
    };
    await leftovers();
    await new OutputFolder(root, { pid: 13, isRunning: () => false }).exclusively(async () => undefined);
    assert.equal(await nodeFs.readdir(root), [], "the dead");
    await leftovers();
    const waiting = new OutputFolder(root, { pid: 13, isRunning: (pid) => pid === 12 }, nodeFs, 100);
    const start = Date.now();
    await waiting.exclusively(async () => undefined);
    assert.ok(Date.now() - start >= 100, "it waited");
    assert.equal(await nodeFs.readdir(root), [], "the stuck");
  }),
);

outputFolder.run();
