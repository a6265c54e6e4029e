/**
 * Measures whole processes of `build`, each in turn with controller-gen on the Go types of the same API, if Go is
 * installed. The machine may become slower or faster during a run, so only the ratio of neighbors counts.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { execa } from "execa";
import { installPackage } from "../docs/installed-package.js";
import { fillCache } from "../support/cache.js";
import { ROOT } from "../support/golden.js";
import { type Measured, measure, type Runnable } from "./measure.js";

const GENERATOR = {
  name: "controller-gen",
  version: "v0.23.0",
  module: "sigs.k8s.io/controller-tools/cmd/controller-gen",
};
const API = { version: "v1.6.1", module: "sigs.k8s.io/gateway-api" };
const PATHS = ["./apis/...", "./apisx/..."];
const FIELD = "apis/gateway.networking.k8s.io/v1/gatewayclass.ts";

/** Returns a copy of this project with an installed copy of the tool, below an empty directory. */
export function installedProject(directory: string): { readonly project: string; readonly tool: string } {
  const project = join(directory, "gateway-api");
  for (const path of ["apis", "dist", "docs/reports", "package.json"]) {
    cpSync(join(ROOT, path), join(project, path), { recursive: true });
  }
  installPackage(project);
  return { project, tool: join(project, "node_modules/crd-bundle") };
}

/** Measures all kinds of builds below an empty directory. */
export async function measureBuilds(directory: string): Promise<Measured[]> {
  const { project, tool } = installedProject(directory);
  const codeCache = join(tool, "build/code-cache");
  const ours = (
    name: string,
    env: Record<string, string>,
    prepare?: Runnable["prepare"],
    ...args: string[]
  ): Runnable => ({
    name,
    command: [process.execPath, join(tool, "cli/bin.cjs"), "build", ...args],
    cwd: project,
    env: { XDG_CACHE_HOME: join(directory, "cache"), ...env },
    ...(prepare && { prepare }),
  });
  const withoutCache = { CRD_BUNDLE_NO_CACHE: "1" };
  const peer = await controllerGen(directory);
  let edits = 0;
  const edit = async () => {
    const text = await readFile(join(project, FIELD), "utf8");
    await writeFile(join(project, FIELD), `${text.replace(/\/\/ edit \d+\n$/, "")}// edit ${++edits}\n`);
  };
  const runs: Runnable[] = [
    ours("build, no cache of any kind", withoutCache, () => rmSync(codeCache, { recursive: true, force: true })),
    ours("build, compiled code cached", withoutCache),
    ours("build, one file changed", {}, edit),
    ours("build, nothing changed", {}),
    ours("build --check, nothing changed", {}, undefined, "--check"),
  ];
  const measured: Measured[] = [];
  for (const run of runs) measured.push(...(await measure(run, peer)));
  for (const copies of [10, 50]) {
    const name = `build, ${copies} copies of the API, compiled code cached`;
    const cwd = await copiesOf(project, copies, join(directory, `copies-${copies}`));
    measured.push(...(await measure({ ...ours(name, withoutCache), cwd }, peer && (await withCopies(peer, copies)))));
  }
  return measured;
}

const COPY = { recursive: true, verbatimSymlinks: true } as const;

/** Returns settings like those of this bundle, as far as they affect the time of a build. */
function settingsOf(copies: number): string {
  const groups = Array.from({ length: copies }, (_, copy) => [`copy${copy}.example.dev`, `x-copy${copy}.example.dev`]);
  return `name: copies
title: Copies
annotations:
  bundleVersion: example.dev/bundle-version
  channel: example.dev/channel
groups:
${groups
  .flat()
  .map((group) => `  ${group}:\n    channels: [standard, experimental]\n`)
  .join("")}kubernetes:
  oldest: "1.33"
  newest: "1.37"
preserveUnknownFields: every-object
`;
}

/** Writes a project with several copies of this API, each in API groups of its own. Returns its directory. */
async function copiesOf(project: string, copies: number, directory: string): Promise<string> {
  for (const path of ["package.json", "node_modules"]) cpSync(join(project, path), join(directory, path), COPY);
  const sources = readdirSync(join(project, "apis"), { recursive: true, encoding: "utf8" });
  for (const path of sources.filter((each) => each.endsWith(".ts"))) {
    const text = await readFile(join(project, "apis", path), "utf8");
    for (let copy = 0; copy < copies; copy++) {
      const named = (words: string) => words.replaceAll(GROUP, (_, x = "") => `${x}copy${copy}.example.dev`);
      const file = join(directory, "apis", named(path));
      mkdirSync(dirname(file), { recursive: true });
      await writeFile(file, named(text));
    }
  }
  await writeFile(join(directory, "apis/bundle.yaml"), settingsOf(copies));
  return directory;
}

/** Returns controller-gen with several copies of the Go types, each in API groups of its own. */
async function withCopies(peer: Runnable, copies: number): Promise<Runnable> {
  const files = ["apis", "apisx"].flatMap((path) =>
    readdirSync(join(peer.cwd, path), { recursive: true, encoding: "utf8" }).map((name) => join(path, name)),
  );
  for (const path of files.filter((name) => /(?<!_test)\.go$/.test(name))) {
    const text = await readFile(join(peer.cwd, path), "utf8");
    for (let copy = 0; copy < copies; copy++) {
      const file = join(peer.cwd, `copies/${copy}`, path);
      const own = text.replaceAll(`${API.module}/apis`, `${API.module}/copies/${copy}/apis`);
      mkdirSync(dirname(file), { recursive: true });
      await writeFile(
        file,
        own.replaceAll(GROUP, (_, x = "") => `${x}copy${copy}.example.dev`),
      );
    }
  }
  const [program = "", ...options] = peer.command;
  return { ...peer, command: [program, ...options.filter((each) => !each.startsWith("paths=")), "paths=./copies/..."] };
}

const GROUP = /gateway\.networking\.(x-)?k8s\.io/g;

/** Returns controller-gen, built once, with the Go types of the API as its input. Without Go, there is none. */
async function controllerGen(directory: string): Promise<Runnable | undefined> {
  try {
    await execa("go", ["version"]);
  } catch {
    return undefined;
  }
  const { name, version, module } = GENERATOR;
  const bin = await fillCache(name, version, async (GOBIN) => {
    await execa("go", ["install", `${module}@${version}`], { env: { GOBIN } });
  });
  const { stdout } = await execa("go", ["mod", "download", "-json", `${API.module}@${API.version}`], {
    cwd: directory,
  });
  const types = join(directory, "go-types");
  cpSync((JSON.parse(stdout) as { readonly Dir: string }).Dir, types, { recursive: true });
  await execa("chmod", ["-R", "u+w", types]);
  for (const file of ["go.work", "go.work.sum"].filter((each) => existsSync(join(types, each))))
    rmSync(join(types, file));
  const options = ["crd:allowDangerousTypes=true", ...PATHS.map((path) => `paths=${path}`), "output:crd:dir=crds"];
  return { name, command: [join(bin, name), ...options], cwd: types, env: {} };
}
