/**
 * Implements `npm run bench`, which measures the duration of single steps and whole processes: the median of some runs
 * after a warm-up run. With regular expressions as arguments, it measures only what they match. There is no pass or
 * fail. Compare the figures with those of another commit on the same machine.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CHANNELS } from "../../scripts/core/model/channel.js";
import { printYaml } from "../../scripts/core/yaml/print.js";
import { ROOT } from "../support/golden.js";
import { Maintainer, succeeded } from "../support/maintainer.js";
import { META, SETTINGS_TEXT, widget } from "../support/project.js";
import { corpusPath } from "../support/shared.js";
import { installedProject, measureBuilds } from "./builds.js";
import { keystrokeTimes } from "./editor.js";
import { type Measured, machine, measure, rowOf } from "./measure.js";
import { migrationRates } from "./migration.js";
import { PARTS } from "./parts.js";
import { longRoute, route } from "./routes.js";
import { watchTimes } from "./watch.js";

const RUNS = 5;
const KINDS = 1000;
const TAGS = [20, 500];
const ROUTES = 1000;
const DOCUMENTS = 10_000;
const BIN = join(ROOT, "scripts/cli/bin.cjs");

const patterns = process.argv.slice(2).map((pattern) => new RegExp(pattern));

function isWanted(name: string): boolean {
  return patterns.length === 0 || patterns.some((pattern) => pattern.test(name));
}

async function timeProcess(name: string, args: readonly string[]): Promise<void> {
  if (!isWanted(name)) return;
  print(await measure({ name, command: [process.execPath, ...args], cwd: ROOT, env: {} }));
}

function print(measured: readonly Measured[]): void {
  for (const each of measured) process.stdout.write(`${rowOf(each)}\n`);
}

async function time(name: string, run: () => unknown): Promise<void> {
  if (!isWanted(name)) return;
  const seconds: number[] = [];
  for (let count = 0; count <= RUNS; count++) {
    const start = process.hrtime.bigint();
    await run();
    if (count > 0) seconds.push(Number(process.hrtime.bigint() - start) / 1e9);
  }
  seconds.sort((a, b) => a - b);
  const [least, median, most] = [0, Math.floor(RUNS / 2), RUNS - 1].map((at) => seconds[at]?.toFixed(3));
  process.stdout.write(`${name.padEnd(44)} ${median} s  (${least} to ${most})\n`);
}

/** Writes a project of many kinds, each in its own file. */
async function writeManyKinds(directory: string): Promise<void> {
  const { text } = widget("/**\n * A name.\n *\n * @maxLength 63\n * @pattern `^[a-z]+$`\n */\nname: string;");
  const kinds = Array.from({ length: KINDS }, (_, index) => ({
    path: `apis/example.dev/v1/k${index}.ts`,
    text: text.replaceAll("Widget", `Kind${index}`),
  }));
  const settings = { path: "apis/bundle.yaml", text: SETTINGS_TEXT };
  const version = { path: "package.json", text: '{ "version": "1.0.0" }' };
  for (const file of [META, settings, version, ...kinds]) {
    await mkdir(dirname(join(directory, file.path)), { recursive: true });
    await writeFile(join(directory, file.path), file.text);
  }
}

/** Measures the validation of many manifests, each in its own file. */
async function timeValidate(directory: string): Promise<void> {
  const name = `validate, ${ROUTES} manifests`;
  if (!isWanted(name)) return;
  const routes = join(directory, "routes");
  await mkdir(routes);
  for (let number = 0; number < ROUTES; number++)
    await writeFile(join(routes, `${number}.yaml`), printYaml(route(number)));
  await timeProcess(name, [BIN, "validate", "--crds", "dist/standard", routes]);
}

/**
 * Measures the conversion of documents of 2 KB: of routes of which one in ten has an old form, and of routes that all have
 * one.
 */
async function timeConvert(directory: string): Promise<void> {
  for (const [name, every] of Object.entries({ "one in ten changes": 10, "all change": 1 })) {
    const title = `convert, ${DOCUMENTS} documents, ${name}`;
    if (!isWanted(title)) continue;
    const file = join(directory, `${every}.yaml`);
    const documents = Array.from({ length: DOCUMENTS }, (_, number) => longRoute(number, number % every === 0));
    await writeFile(file, documents.map((each) => printYaml(each)).join("---\n"));
    await timeProcess(title, [BIN, "convert", file]);
  }
}

/** Measures migrations in clusters. */
async function timeMigration(): Promise<void> {
  const name = "migrate, objects in a cluster";
  if (isWanted(name)) process.stdout.write(`${name.padEnd(44)} ${await migrationRates()}\n`);
}

/** Measures the plugin for editors. */
async function timeEditor(): Promise<void> {
  const name = "keystroke in the editor, HTTPRoute";
  if (isWanted(name)) process.stdout.write(`${name.padEnd(44)} ${await keystrokeTimes()}\n`);
}

/** Measures builds that watch a project. */
async function timeWatch(directory: string): Promise<void> {
  const name = "build --watch, from save to written";
  if (!isWanted(name)) return;
  const { project, tool } = installedProject(directory);
  process.stdout.write(`${name.padEnd(44)} ${await watchTimes(project, join(tool, "cli/bin.cjs"))}\n`);
}

/** Measures commands in a repository with a release and a change after it. */
async function timeReleased(directory: string): Promise<void> {
  const dryRun = "release auto --dry-run, this bundle";
  const verify = "verify, this bundle";
  const judging = TAGS.map((tags) => ({
    tags,
    runs: ["policy", "graduation", "release auto --dry-run"].map((command) => ({
      command: command.split(" "),
      name: `${command}, ${tags} further tags`,
    })),
  }));
  if (![dryRun, verify, ...judging.flatMap(({ runs }) => runs.map(({ name }) => name))].some(isWanted)) return;
  const maintainer = await Maintainer.in(join(directory, "released"));
  await maintainer.note("### Added\n\n- The whole API.");
  await maintainer.commit();
  succeeded(await maintainer.run("release", "auto"));
  await maintainer.note("### Fixed\n\n- A word.");
  await maintainer.commit();
  const project = ["--project", maintainer.directory];
  await timeProcess(dryRun, [BIN, "release", "auto", "--dry-run", ...project]);
  await timeProcess(verify, [BIN, "verify", "v1.6.1", ...project]);
  let made = 0;
  for (const { tags, runs } of judging) {
    for (; made < tags; made++) await maintainer.git("tag", `v0.${made}.0`, "v1.6.1");
    for (const { command, name } of runs) await timeProcess(name, [BIN, ...command, ...project]);
  }
}

const directory = mkdtempSync(join(tmpdir(), "crd-bundle-bench-"));
/** Measures builds of this bundle. With the environment variable JSON_FILE, also writes the figures to that file. */
async function timeBuilds(directory: string): Promise<void> {
  if (!isWanted("build, this bundle")) return;
  const measured = await measureBuilds(directory);
  print(measured);
  const { JSON_FILE } = process.env;
  if (JSON_FILE) await writeFile(JSON_FILE, `${JSON.stringify({ machine: machine(), measured }, null, 2)}\n`);
}

try {
  process.stdout.write(`${machine()}\n\n`);
  await timeBuilds(join(directory, "builds"));
  for (const [name, run] of Object.entries(PARTS)) await time(name, run);
  await timeProcess("explain a code", [BIN, "explain", "tag-unknown"]);
  await timeProcess("build --check, this bundle", [BIN, "build", "--check"]);
  await timeProcess("check, this bundle", [BIN, "check"]);
  await timeProcess("check --crds, this bundle", [BIN, "check", "--crds", ...CHANNELS.map((name) => `dist/${name}`)]);
  await timeEditor();
  await timeWatch(join(directory, "watched"));
  await timeValidate(directory);
  await timeConvert(directory);
  await timeReleased(directory);
  await timeMigration();
  await writeManyKinds(directory);
  for (const command of ["build", "check"]) {
    await timeProcess(`${command}, ${KINDS} kinds`, [BIN, command, "--project", directory]);
  }
  const lineage = fileURLToPath(new URL("lineage.js", import.meta.url));
  if (corpusPath("upstream/gateway-api/lineage"))
    await timeProcess("judge the whole history of Gateway API", [lineage]);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
