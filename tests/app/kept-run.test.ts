/** Tests of what a build keeps for the next one. The slow tests of edited builds compare their results. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type BuildOutput, build, print, readAndCheckChanges } from "../../scripts/app/build.js";
import { buildBundle } from "../../scripts/app/build-bundle.js";
import type { Context, RunCache } from "../../scripts/app/context.js";
import { keepRun, recallRun } from "../../scripts/app/kept-run.js";
import { processContext } from "../../scripts/app/process-context.js";
import type { Project } from "../../scripts/app/project.js";
import type { Bundle } from "../../scripts/core/model/bundle.js";
import type { Channel } from "../../scripts/core/model/channel.js";
import type { SourceText } from "../../scripts/core/model/location.js";
import type { KeptResult } from "../../scripts/core/remembered.js";
import { Cache } from "../../scripts/host/cache.js";
import type { ParsedSources } from "../../scripts/language/read/parsed-sources.js";
import { copyFleet, inDirectory } from "../support/command-line.js";
import { bundleOf, META, TEMPLATES, widget } from "../support/project.js";
import { versionFrom } from "../support/versions.js";

const runs = suite("kept runs");

function contextWith(given: Partial<Context>): Context {
  const context = processContext(given);
  if (!context.ok) throw new Error("there is no context");
  return context.value;
}

/** Returns a context whose cache contains one entry. */
function contextOf(entry: { data: unknown }): Context {
  const cache: RunCache = {
    recall: () => undefined,
    keep: () => {},
    recallData: () => entry.data,
    keepData: (_, data) => {
      entry.data = deserialize(serialize(data));
    },
    outside: () => cache,
  };
  return contextWith({ cache });
}

runs("take an entry of another form for none", () => {
  const recalled = (data: unknown) => recallRun("/project", contextOf({ data }));
  const reading = { layout: "reflowed", kinds: [], files: new Map() };
  const run = { version: "1.0.0", reading, settings: { text: "", value: {} } };
  assert.equal(recalled({ ...run, results: [] }), run);
  const others = [
    undefined,
    null,
    5,
    {},
    run,
    { results: [] },
    { ...run, results: [], reading: { ...reading, files: {} } },
  ];
  for (const other of others) assert.is(recalled(other), undefined, JSON.stringify(other));
});

for (const channels of [["standard", "experimental"], ["experimental"]] as const satisfies Channel[][]) {
  runs(`contain each CRD of a bundle with the channels ${channels}`, () => {
    const sources = [META, widget("/** A size. */\n  size?: string;")];
    const groups = bundleOf().groups.map((group) => ({ ...group, channels }));
    const project: Project = {
      bundle: { ...bundleOf(), channels, groups },
      sources,
      imports: new Map(),
      files: sources,
      conversions: { definitions: [], files: [] },
    };
    const entry: { data: unknown } = { data: undefined };
    const context = contextOf(entry);
    const first = build({ ...project, templates: TEMPLATES });
    keepRun("/project", project, first, undefined, context);
    const { reading } = recallRun("/project", context) ?? {};
    const analysis = reading && readAndCheckChanges({ ...project, parsed: new Map() }, reading);
    if (!analysis) throw new Error("everything is read again");
    const second = print(analysis, project.bundle, TEMPLATES);
    const { results } = entry.data as { results: readonly KeptResult[] };
    const kept = new Set(results.map(([, object]) => object));
    assert.is(crdsIn(second).length, channels.length);
    assert.is(crdsIn(second).filter((crd) => !kept.has(crd)).length, 0);
    assert.equal(second.files, first.files);
  });
}

runs("are kept again only if much changed", () => {
  const sources = (names: readonly string[]): SourceText[] => [
    META,
    widget("/** A size. */\n  size?: string;"),
    ...names.map((name, index) => ({
      path: `apis/example.dev/v1/part${index}.ts`,
      text: `export type ${name} = string;\n`,
    })),
  ];
  const names = Array.from({ length: 15 }, (_, index) => `T${index}`);
  const entry: { data: unknown } = { data: undefined };
  const context = contextOf(entry);
  const run = (changed: number, bundle: Partial<Bundle> = {}, text = "a", channel?: Channel) => {
    entry.data = kept;
    const earlier = recallRun("/project", context);
    const own = sources(names.map((name, index) => (index < changed ? `${name}Changed` : name)));
    const project: Project = {
      bundle: { ...bundleOf(), ...bundle },
      sources: own,
      imports: new Map(),
      files: [{ path: "apis/bundle.yaml", text }, ...own],
      conversions: { definitions: [], files: [] },
    };
    const analysis = earlier && readAndCheckChanges({ ...project, parsed: new Map() }, earlier.reading);
    const built = analysis ? print(analysis, project.bundle, TEMPLATES) : build({ ...project, templates: TEMPLATES });
    keepRun("/project", project, { ...built, channel }, earlier, context);
    return entry.data !== kept;
  };
  let kept: unknown;
  assert.ok(run(0));
  kept = entry.data;
  assert.equal([run(0), run(2), run(3), run(15)], [false, false, true, true]);
  assert.equal([run(0, { version: versionFrom("2.0.0") }), run(0, {}, "b")], [true, true]);
  assert.is(run(0, {}, "a", "standard"), false, "the run with both channels is kept");
  kept = undefined;
  assert.ok(run(0, {}, "a", "standard"));
  kept = entry.data;
  const ofChannels = ["standard", "experimental", undefined] as const;
  assert.equal(
    ofChannels.map((channel) => run(0, {}, "a", channel)),
    [false, true, true],
  );
});

runs("do not hide that a changed kind takes the name of another one", () => {
  const gadget = (names: string): SourceText => {
    const { path, text } = widget("/** A size. */\n  size?: string;");
    const changed = text.replaceAll("Widget", "Gadget").replace("A widget.", `A gadget.${names}`);
    return { path: path.replace("widget", "gadget"), text: changed };
  };
  const others = [META, widget("/** A size. */\n  size?: string;")];
  const parsed: ParsedSources = new Map();
  const codesOf = (names: string) => {
    const sources = [...others, gadget(names)];
    const { diagnostics } = build({ sources, imports: new Map(), bundle: bundleOf(), templates: TEMPLATES, parsed });
    return diagnostics.map(({ code }) => code);
  };
  assert.equal(codesOf(""), []);
  assert.equal(codesOf("\n * @shortName widget"), ["kind-name-taken"]);
});

function crdsIn({ crds }: BuildOutput) {
  return crds.flatMap((channel) => channel.crds);
}

runs("make a build read only what changed", () =>
  inDirectory(async (directory) => {
    const project = await copyFleet(directory);
    const readIn = async (cache: Cache) => {
      const steps: string[] = [];
      const built = await buildBundle({ project }, contextWith({ cache, progress: (step) => steps.push(step) }));
      assert.ok(built.ok);
      return Number(/reading (\d+) file/.exec(steps.join("\n"))?.[1] ?? 0);
    };
    const edit = () => {
      const path = join(project, "apis/fleet.example.org/v1/ship.ts");
      writeFileSync(path, `${readFileSync(path, "utf8")}// Edited.\n`);
    };
    const cache = new Cache(join(directory, "cache"));
    const all = await readIn(cache);
    edit();
    const changed = await readIn(cache);
    assert.ok(changed > 0 && changed < all, `${changed} of ${all}`);
    edit();
    assert.is(await readIn(new Cache(undefined)), all);
  }),
);

runs.run();
