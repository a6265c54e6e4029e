/** Tests of builds whose files are printed while their kinds are checked. A second printer in this thread stands for another one. */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { buildBundle } from "../../scripts/app/build-bundle.js";
import type { BuildRequest } from "../../scripts/app/build-request.js";
import type { Context } from "../../scripts/app/context.js";
import { type Group, type GroupPrinter, type Printing, printGroups } from "../../scripts/app/print-groups.js";
import { processContext } from "../../scripts/app/process-context.js";
import { Cache } from "../../scripts/host/cache.js";
import { copyFleet, edit, FLEET, inDirectory, readTree } from "../support/command-line.js";
import { temporary } from "../support/git-project.js";

const printingAhead = suite("app/printing-ahead");

/** A source with nothing but a comment that makes a project large. */
const PADDING = `/*${" ".repeat(2 ** 20)}*/\nexport type Padding = string;\n`;
const SOURCE = "apis/fleet.example.org/v1/ship.ts";

async function largeProject(directory: string): Promise<string> {
  const project = await copyFleet(directory);
  writeFileSync(join(project, "apis/padding.ts"), PADDING);
  return project;
}

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
  readonly calls: { readonly groups: readonly Group[]; readonly printing: Printing }[] = [];

  constructor(
    readonly count: number,
    readonly after: () => Promise<void> = async () => {},
  ) {}

  async print(groups: readonly Group[], printing: Printing) {
    this.calls.push({ groups, printing });
    const printed = await printGroups(groups.slice(0, this.count), printing);
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
  printingAhead(`gives the same files if another thread prints at most ${count} groups`, () =>
    inDirectory(async (directory) => {
      const project = await largeProject(directory);
      const other = new OtherPrinter(count);
      assert.ok((await build(project, other, { out: join(directory, "out") })).ok);
      assert.equal(await readTree(join(directory, "out")), await readTree(join(FLEET, "dist")));
      assert.ok((other.calls[0]?.groups.length ?? 0) > 1);
      assert.equal(readdirSync(directory).sort(), ["fleet", "out"], "nothing is left over");
    }),
  );
}

printingAhead("is not begun for small projects, parts of the output, or comparisons", () =>
  inDirectory(async (directory) => {
    const other = new OtherPrinter(100);
    const project = await copyFleet(directory);
    assert.ok((await build(project, other)).ok);
    writeFileSync(join(project, "apis/padding.ts"), PADDING);
    assert.ok((await build(project, other, { channel: "standard", out: join(directory, "out") })).ok);
    assert.ok((await build(project, other, { check: true })).ok);
    assert.equal(other.calls, []);
  }),
);

printingAhead("keeps the build, so nothing is done if nothing changed", () =>
  inDirectory(async (directory) => {
    const project = await largeProject(directory);
    const steps: string[] = [];
    const context = contextWith({ groupPrinter: new OtherPrinter(100), progress: (step) => steps.push(step) });
    await new Promise((resolve) => setTimeout(resolve, 80)); // so the sources are not young
    assert.ok((await buildBundle({ project }, context)).ok);
    assert.is.not(steps.splice(0).length, 0);
    assert.ok((await buildBundle({ project }, context)).ok);
    assert.equal(steps, []);
  }),
);

printingAhead("writes nothing if there are errors, after the other thread has stopped", () =>
  inDirectory(async (directory) => {
    const project = await largeProject(directory);
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
  }),
);

printingAhead("is not begun if the sources cannot be read", () =>
  inDirectory(async (directory) => {
    const project = await largeProject(directory);
    const other = new OtherPrinter(100);
    await edit(join(project, SOURCE), "export interface", "/** @maximum x */\nexport interface");
    assert.not((await build(project, other)).ok);
    assert.equal(other.calls, []);
  }),
);

printingAhead("reports errors in the sources also if nothing can be staged", () =>
  inDirectory(async (directory) => {
    const project = await largeProject(directory);
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

printingAhead.run();
