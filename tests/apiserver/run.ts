/**
 * Runs the tests in this directory: `*.apiserver.ts`, which need a real API server of each minor version, `*.ends.ts`,
 * which need the oldest and the newest one, `*.newest.ts`, which need only the newest one, and `*.tool.ts`, which need
 * other tools that are built with Go. The command is `npm run test:apiserver`; see `docs/kubernetes.md`.
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Counts, end, findTests, runTests } from "../runner/runner.js";
import { assetBinaries, type Binaries, minorBinaries } from "./binaries.js";
import { minorOf, supportedMinors, writeResults } from "./results.js";
import { stopServers, useBinaries } from "./servers.js";

interface Choice {
  readonly minors: readonly string[];
  /** If true, `KUBEBUILDER_ASSETS` can contain any minor. */
  readonly anyAssets: boolean;
  readonly update: boolean;
  /** If true, an unavailable server is a failure. */
  readonly required: boolean;
  readonly pattern?: string;
}

function chooseFrom(args: string[]): Choice {
  const options = {
    all: { type: "boolean" },
    minor: { type: "string" },
    update: { type: "boolean" },
    required: { type: "boolean" },
  } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { all = false, minor, update = false, required = false } = values;
  const [pattern, ...rest] = positionals;
  if (rest.length > 0) throw new Error(`one pattern at most, not also ${rest.join(" ")}`);
  if (all && minor !== undefined) throw new Error("--all and --minor exclude each other");
  if (minor !== undefined && !/^1\.\d+$/.test(minor))
    throw new Error(`--minor takes a minor such as 1.35, not ${minor}`);
  if (update && pattern !== undefined) throw new Error("--update wants the results of all files, so no pattern");
  const supported = supportedMinors();
  const minors = minor !== undefined ? [minor] : all ? supported : supported.slice(0, 1);
  return {
    minors,
    anyAssets: !all && minor === undefined,
    update,
    required,
    ...(pattern !== undefined && { pattern }),
  };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(
  { minors, anyAssets, update, required, pattern }: Choice,
  assets: Binaries | undefined,
): Promise<void> {
  const directory = fileURLToPath(new URL(".", import.meta.url));
  const all: Counts[] = [...(await runTests(await findTests(directory, ".tool.js", pattern))).values()];
  const files = await findTests(directory, ".apiserver.js", pattern);
  const ends = await findTests(directory, ".ends.js", pattern);
  const newest = await findTests(directory, ".newest.js", pattern);
  const supported = supportedMinors();
  for (const minor of files.length + ends.length + newest.length > 0 ? minors : []) {
    const isAsset = assets && (anyAssets || minorOf(assets.kubernetes) === minor);
    const binaries = isAsset ? assets : await minorBinaries(minor, say);
    if (binaries) say(`\nKubernetes ${binaries.kubernetes}, etcd ${binaries.etcd}`);
    else
      say(
        `\nKubernetes ${minor}: skipped, since neither KUBEBUILDER_ASSETS nor the cache has it and Go is not installed`,
      );
    useBinaries(binaries);
    const start = Date.now();
    const results = await runTests(files, minor);
    const isNewest = minor === supported[0];
    if (isNewest || minor === supported.at(-1)) all.push(...(await runTests(ends, minor)).values());
    if (isNewest) all.push(...(await runTests(newest, minor)).values());
    await stopServers();
    say(`${((Date.now() - start) / 1000).toFixed(0)} s`);
    all.push(...results.values());
    if (update && binaries) writeResults(binaries, results);
  }
  end(all, { required });
}

/** Returns the parsed arguments, or undefined if they are invalid. */
async function prepare(): Promise<Parameters<typeof main> | undefined> {
  try {
    return [chooseFrom(process.argv.slice(2)), await assetBinaries()];
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 2;
    return undefined;
  }
}

const prepared = await prepare();
if (prepared) await main(...prepared);
