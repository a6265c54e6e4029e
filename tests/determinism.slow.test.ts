/**
 * Checks that the same sources result in the same bytes, regardless of their order, the directory, the locale and the
 * clock.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type BuildOutput, build as buildBundle } from "../scripts/app/build.js";
import { readImports } from "../scripts/app/read-imports.js";
import { readSettings } from "../scripts/core/config/settings.js";
import type { SourceText } from "../scripts/core/model/location.js";
import { readSource, readSources } from "../scripts/host/sources.js";
import { report } from "../scripts/report/report.js";
import { NO_COLOR } from "../scripts/report/style.js";
import { copyFleet, crdBundle, FLEET, inDirectory, RECURSIVE, readTree } from "./support/command-line.js";
import fc from "./support/drawn.js";
import { ROOT } from "./support/golden.js";
import { TEMPLATES } from "./support/project.js";
import { versionFrom } from "./support/versions.js";

const determinism = suite("determinism");

interface Project {
  readonly sources: readonly SourceText[];
  readonly build: (sources: readonly SourceText[]) => BuildOutput;
}

async function openProject(directory: string): Promise<Project> {
  const { files: own } = await readSources(directory, "apis");
  const settings = await readSource(directory, "apis/bundle.yaml");
  const read = settings && readSettings(settings);
  if (!read?.ok) throw new Error(`${directory} has no settings`);
  const { sources: modules, imports } = await readImports(directory, own, read.value.kubernetes);
  return {
    sources: [...own, ...modules],
    build: (given) =>
      buildBundle({
        sources: given,
        imports,
        bundle: { ...read.value, version: versionFrom("1.0.0"), conversions: [] },
        templates: TEMPLATES,
      }),
  };
}

function shuffled(sources: readonly SourceText[]): fc.Arbitrary<SourceText[]> {
  return fc.shuffledSubarray([...sources], { minLength: sources.length });
}

for (const [name, directory, numRuns] of [
  ["fleet", FLEET, 25],
  ["this project", ROOT, 4],
] as const) {
  determinism(`any order of the source files of ${name} makes the same files`, async () => {
    const { sources, build } = await openProject(directory);
    const expected = build(sources);
    assert.equal(expected.diagnostics, []);
    assert.ok(expected.files.length > 0);
    fc.assert(
      fc.property(shuffled(sources), (order) => assert.equal(build(order).files, expected.files)),
      { numRuns },
    );
  });
}

determinism("any order of the source files finds the same mistakes in the same order", async () => {
  const { sources, build } = await openProject(RECURSIVE);
  const typos = sources.map(({ path, text }) => ({
    path,
    text: text.replaceAll("The name of the dish.", "The name of the dish.\n@nam"),
  }));
  // If two kinds conflict, the order decides which one is reported.
  const twin = typos.find(({ path }) => path.endsWith("/menu.ts"));
  if (twin) typos.push({ path: twin.path.replace("menu.ts", "again.ts"), text: twin.text });
  const found = (order: readonly SourceText[]) => report(build(order).diagnostics, "text", typos, NO_COLOR);
  const expected = found(typos);
  assert.match(expected, /menu\.ts:.* .*again\.ts already declares Menu in this version/);
  fc.assert(
    fc.property(shuffled(typos), (order) => assert.is(found(order), expected)),
    { numRuns: 25 },
  );
});

determinism("line ends, byte order marks and indentation of the sources change nothing", async () => {
  const { sources, build } = await openProject(FLEET);
  const { files } = build(sources);
  const variants: Record<string, (text: string) => string> = {
    "CRLF line ends": (text) => text.replaceAll("\n", "\r\n"),
    "byte order marks": (text) => `\uFEFF${text}`,
    tabs: (text) => text.replace(/^ +/gm, (spaces) => "\t".repeat(spaces.length)),
    "no line end at the end": (text) => text.trimEnd(),
  };
  for (const [name, change] of Object.entries(variants)) {
    const changed = sources.map(({ path, text }) => ({ path, text: change(text) }));
    assert.equal(build(changed).files, files, name);
  }
});

determinism("the environment and the working directory change no byte", () =>
  inDirectory(async (directory) => {
    const golden = await readTree(join(FLEET, "dist"));
    const environments: Record<string, string>[] = [
      { LANG: "C", LC_ALL: "C", TZ: "UTC" },
      { LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", LANGUAGE: "tr", TZ: "Pacific/Kiritimati" },
      { LANG: "sv_SE.ISO-8859-1", LC_ALL: "", TZ: "America/St_Johns" },
      { LC_ALL: "ja_JP.UTF-8", TZ: ":no/such/zone", NODE_ENV: "production", FORCE_COLOR: "3" },
    ];
    const builds = environments.map(async (env, index) => {
      const out = join(directory, String(index));
      const { exitCode } = await crdBundle(["build", "--project", FLEET, "--out", out], { cwd: directory, env });
      assert.is(exitCode, 0, JSON.stringify(env));
      assert.equal(await readTree(out), golden, JSON.stringify(env));
    });
    await Promise.all(builds);
  }),
);

determinism("a path with spaces, letters beyond ASCII and signs that mean something elsewhere changes no byte", () =>
  inDirectory(async (directory) => {
    const golden = await readTree(join(FLEET, "dist"));
    const odd = join(directory, "Große Häfen 港 (#1) [a-z]*{b} %20 'quoted' \\ $HOME");
    await mkdir(odd);
    const project = await copyFleet(odd, "flotte é\u0301");
    const out = join(odd, "dist 船");
    const { exitCode, stderr } = await crdBundle(["build", "--out", "../dist 船"], { cwd: project });
    assert.equal([exitCode, stderr], [0, ""]);
    assert.equal(await readTree(out), golden);
    const check = await crdBundle(["build", "--check", "--project", project, "--out", out]);
    assert.equal(check, { exitCode: 0, stdout: "", stderr: "" });
  }),
);

determinism.run();
