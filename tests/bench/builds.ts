/**
 * Measures whole processes of `build`, each in turn with controller-gen on the Go types of the same API, if Go is
 * installed. The machine may become slower or faster during a run, so only the ratio of neighbors counts.
 */
import { cpSync, existsSync, rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
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

/** Measures all kinds of builds in an installed copy of the tool, below an empty directory. */
export async function measureBuilds(directory: string): Promise<Measured[]> {
  const project = join(directory, "gateway-api");
  for (const path of ["apis", "dist", "docs/reports", "package.json"]) {
    cpSync(join(ROOT, path), join(project, path), { recursive: true });
  }
  installPackage(project);
  const tool = join(project, "node_modules/crd-bundle");
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
  return measured;
}

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
