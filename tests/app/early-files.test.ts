/** Tests of files that are printed while kinds are checked. A second printer in this thread stands for another thread. */
import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { buildBundle } from "../../scripts/app/build-bundle.js";
import type { BuildRequest } from "../../scripts/app/build-request.js";
import type { Context } from "../../scripts/app/context.js";
import { EarlyFiles, printGroups } from "../../scripts/app/early-files.js";
import type { EarlyFile, EarlyPrinting, Group, GroupPrinter } from "../../scripts/app/group-printer.js";
import { processContext } from "../../scripts/app/process-context.js";
import type { ApiModel } from "../../scripts/core/model/api.js";
import type { Bundle } from "../../scripts/core/model/bundle.js";
import { Cache } from "../../scripts/host/cache.js";
import { OutputDirectory } from "../../scripts/host/output-directory.js";
import { copyFleet, edit, FLEET, inDirectory, makeLarge, readTree } from "../support/command-line.js";
import { temporary } from "../support/git-project.js";
import { bundleOf, TEMPLATES } from "../support/project.js";

const earlyFiles = suite("app/early-files");

const SOURCE = "apis/fleet.example.org/v1/ship.ts";

/** Makes a mistake that the checks find, and not the reader. */
function breakRule(project: string): Promise<void> {
  return edit(join(project, SOURCE), "self.metadata.name.size()", "self.spec.none.size()");
}

function contextWith(given: Partial<Context>): Context {
  const context = processContext({ cache: new Cache(temporary()), ...given });
  if (!context.ok) throw new Error("there is no context");
  return context.value;
}

/** A printer that prints `count` groups, and then as `after` does. */
class OtherPrinter implements GroupPrinter {
  readonly calls: { readonly groups: readonly Group[]; readonly printing: EarlyPrinting }[] = [];
  /** The files that were printed, with their inodes; 0 for those that were not written. */
  readonly inodes = new Map<string, number>();

  constructor(
    readonly count: number,
    readonly after: () => Promise<void> = async () => {},
  ) {}

  async print(groups: readonly Group[], printing: EarlyPrinting) {
    this.calls.push({ groups, printing });
    const printed = await printGroups(groups.slice(0, this.count), printing);
    for (const { path, at } of printed) this.inodes.set(path, at === undefined ? 0 : statSync(at).ino);
    await this.after();
    return printed;
  }

  /** The number of files that are printed ahead now. */
  files(): number {
    const [call] = this.calls;
    return call && existsSync(call.printing.directory) ? readdirSync(call.printing.directory).length : 0;
  }
}

function build(project: string, groupPrinter: GroupPrinter, request: Partial<BuildRequest> = {}) {
  return buildBundle({ project, ...request }, contextWith({ groupPrinter }));
}

for (const count of [0, 1, 100]) {
  earlyFiles(`are the same if another thread prints at most ${count} groups`, () =>
    inDirectory(async (directory) => {
      const project = makeLarge(await copyFleet(directory));
      const other = new OtherPrinter(count);
      assert.ok((await build(project, other, { out: join(directory, "out") })).ok);
      assert.equal(await readTree(join(directory, "out")), await readTree(join(FLEET, "dist")));
      assert.ok((other.calls[0]?.groups.length ?? 0) > 1);
      assert.equal(readdirSync(directory).sort(), ["fleet", "out"], "nothing is left over");
    }),
  );
}

earlyFiles("are moved to the output, and not printed again", () =>
  inDirectory(async (directory) => {
    const project = makeLarge(await copyFleet(directory));
    rmSync(join(project, "dist"), { recursive: true });
    const other = new OtherPrinter(100);
    assert.ok((await build(project, other)).ok);
    assert.ok(other.inodes.size > 20);
    for (const [path, inode] of other.inodes) assert.is(statSync(join(project, "dist", path)).ino, inode, path);
    assert.equal(await readTree(join(project, "dist")), await readTree(join(FLEET, "dist")));
  }),
);

earlyFiles("are written only if they differ from the output", () =>
  inDirectory(async (directory) => {
    const project = makeLarge(await copyFleet(directory));
    const [differing = "", missing = ""] = ["standard", "experimental"].map(
      (channel) => `${channel}/fleet.example.org_ships.yaml`,
    );
    appendFileSync(join(project, "dist", differing), "# more\n");
    rmSync(join(project, "dist", missing));
    const other = new OtherPrinter(100);
    assert.ok((await build(project, other)).ok);
    const written = [...other.inodes].filter(([, inode]) => inode !== 0).map(([path]) => path);
    assert.equal(written.sort(), [missing, differing].sort());
    assert.equal(await readTree(join(project, "dist")), await readTree(join(FLEET, "dist")));
  }),
);

earlyFiles("are on the disk when they are returned, also if another one cannot be written", () =>
  inDirectory(async (directory) => {
    const other = new OtherPrinter(0);
    assert.ok((await build(makeLarge(await copyFleet(directory)), other)).ok);
    const { groups, printing } = other.calls[0] as { groups: readonly Group[]; printing: EarlyPrinting };
    for (const most of [Number.POSITIVE_INFINITY, 20]) {
      const [written, synced]: [string[], string[]] = [[], []];
      const fs = {
        writeFile: async (path: string) => {
          if (written.length >= most) throw new Error("full");
          written.push(path);
        },
        sync: async (path: string) => {
          await setImmediate();
          synced.push(path);
        },
      };
      printing.begun.fill(0);
      const places = { ...printing, root: join(directory, "none") };
      const printed: readonly EarlyFile[] | undefined = await printGroups(groups, places, fs).catch(() => undefined);
      assert.equal(synced, written);
      assert.is(new Set(written).size, written.length);
      assert.equal(
        printed?.map(({ at }) => at),
        most === 20 ? undefined : written,
      );
    }
  }),
);

earlyFiles("are not printed for small projects, parts of the output, or comparisons", () =>
  inDirectory(async (directory) => {
    const other = new OtherPrinter(100);
    const project = await copyFleet(directory);
    assert.ok((await build(project, other)).ok);
    makeLarge(project);
    assert.ok((await build(project, other, { channel: "standard", out: join(directory, "out") })).ok);
    assert.ok((await build(project, other, { check: true })).ok);
    assert.equal(other.calls, []);
  }),
);

earlyFiles("are not printed if most kinds are in one group", () => {
  const kindsIn = (groups: string) => ({ kinds: [...groups].map((group) => ({ group })) }) as unknown as ApiModel;
  for (const [groups, calls] of [
    ["aab", 0],
    ["aabb", 1],
    ["abab", 1],
    ["aabaccb", 1],
    ["", 1],
  ] as const) {
    const other = new OtherPrinter(0);
    const early = new EarlyFiles(other, { root: "/none", directory: "/none" });
    early.begin(kindsIn(groups), bundleOf(), TEMPLATES);
    assert.is(other.calls.length, calls, groups);
  }
});

earlyFiles("are kept with the build, so nothing is done if nothing changed", () =>
  inDirectory(async (directory) => {
    const project = makeLarge(await copyFleet(directory));
    const steps: string[] = [];
    const context = contextWith({ groupPrinter: new OtherPrinter(100), progress: (step) => steps.push(step) });
    await new Promise((resolve) => setTimeout(resolve, 80)); // a build is not kept if its sources just changed
    assert.ok((await buildBundle({ project }, context)).ok);
    assert.is.not(steps.splice(0).length, 0);
    assert.ok((await buildBundle({ project }, context)).ok);
    assert.equal(steps, []);
  }),
);

earlyFiles("are removed if there are errors, after the other thread has stopped", () =>
  inDirectory(async (directory) => {
    const project = makeLarge(await copyFleet(directory));
    const before = await readTree(join(project, "dist"));
    const other = new OtherPrinter(1, async () => {
      for (let turn = 0; turn < 20; turn++) await setImmediate();
      assert.ok(other.files() > 0, "its directory still exists");
    });
    await breakRule(project);
    const built = await build(project, other);
    assert.not(built.ok);
    assert.is(other.calls.length, 1);
    const begun = other.calls[0]?.printing.begun ?? [0];
    assert.ok(
      begun.every((each) => each === 1),
      "no thread begins with another group",
    );
    assert.is(other.files(), 0);
    assert.equal(await readTree(join(project, "dist")), before);
    assert.not((await build(project, new OtherPrinter(100), { out: join(directory, "new/deep/out") })).ok);
    assert.equal(readdirSync(directory), ["fleet"], "new directories are removed again");
  }),
);

earlyFiles("are not printed if the sources cannot be read", () =>
  inDirectory(async (directory) => {
    const project = makeLarge(await copyFleet(directory));
    const other = new OtherPrinter(100);
    await edit(join(project, SOURCE), "export interface", "/** @maximum x */\nexport interface");
    assert.not((await build(project, other)).ok);
    assert.equal(other.calls, []);
  }),
);

earlyFiles("fail with the error of the other thread", () =>
  inDirectory(async (directory) => {
    const project = makeLarge(await copyFleet(directory));
    const fail = async () => {
      throw new Error("a bug");
    };
    const thrown = await build(project, new OtherPrinter(1, fail)).catch(String);
    assert.is(thrown, "Error: a bug");
  }),
);

earlyFiles("are given up if the disk fails in this thread", () =>
  inDirectory(async (directory) => {
    const project = makeLarge(await copyFleet(directory));
    rmSync(join(project, "dist"), { recursive: true });
    const other: OtherPrinter = new OtherPrinter(1, async () => {
      rmSync(other.calls[0]?.printing.directory ?? "", { recursive: true });
    });
    assert.ok((await build(project, other)).ok);
    assert.equal(await readTree(join(project, "dist")), await readTree(join(FLEET, "dist")));
  }),
);

earlyFiles("of a thread that fails are removed before others are printed", () =>
  inDirectory(async (directory) => {
    const project = makeLarge(await copyFleet(directory));
    rmSync(join(project, "dist"), { recursive: true });
    const other = new OtherPrinter(1);
    const failing: GroupPrinter = {
      print: async (groups, printing) => {
        await other.print(groups, printing);
        return undefined;
      },
    };
    const context = contextWith({ groupPrinter: failing });
    const early = new EarlyFiles(failing, { root: join(directory, "none"), directory: join(directory, "early") });
    assert.ok((await buildBundle({ project }, context)).ok);
    assert.equal(await readTree(join(project, "dist")), await readTree(join(FLEET, "dist")));
    const [call] = other.calls;
    mkdirSync(early.places.directory);
    early.begin(
      { kinds: (call?.groups ?? []).flatMap(({ kinds }) => kinds) },
      call?.printing.bundle as Bundle,
      TEMPLATES,
    );
    const files = await early.finish();
    assert.is(readdirSync(early.places.directory).length, files.length);
    assert.ok(files.length > 0);
  }),
);

earlyFiles("do not need the output for errors in the sources", () =>
  inDirectory(async (directory) => {
    const project = makeLarge(await copyFleet(directory));
    await breakRule(project);
    const context = contextWith({});
    const place = { root: join(project, "dist"), anchor: project, beside: [] };
    const failed = await new OutputDirectory(place, context.self).exclusively(() =>
      build(project, new OtherPrinter(1)),
    );
    assert.equal(failed.ok ? [] : failed.diagnostics.map(({ code }) => code), ["rule-field-unknown"]);
  }),
);

earlyFiles("do not hide errors in the sources if they cannot be written", () =>
  inDirectory(async (directory) => {
    const project = makeLarge(await copyFleet(directory));
    writeFileSync(join(directory, ".out.crd-bundle-output"), "");
    const request = { out: join(directory, "out") };
    const codes = async () => {
      const built = await build(project, new OtherPrinter(100), request);
      return built.ok ? [] : built.diagnostics.filter(({ level }) => level === undefined).map(({ code }) => code);
    };
    assert.equal(await codes(), ["output-unwritable"]);
    await breakRule(project);
    assert.equal(await codes(), ["rule-field-unknown"]);
  }),
);

earlyFiles.run();
