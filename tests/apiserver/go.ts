/** Builds commands from released Go modules, outside of their repositories. */
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import semver from "semver";

/** Receives progress messages, one line at a time. */
export type Say = (line: string) => void;

/** A released module that was fetched. */
export interface GoModule {
  readonly path: string;
  readonly version: string;
  /** The content of its go.mod. */
  readonly file: GoModFile;
}

/** The part of the output of `go mod edit -json` that is used here. */
interface GoModFile {
  readonly Go: string;
  readonly Godebug?: readonly { readonly Key: string; readonly Value: string }[];
  readonly Require: readonly { readonly Path: string; readonly Version: string }[];
  readonly Replace?: readonly { readonly Old: { readonly Path: string }; readonly New: { readonly Path: string } }[];
}

export async function hasGo(): Promise<boolean> {
  return (await execa("go", ["version"], { reject: false })).exitCode === 0;
}

/** Returns the releases of a module that begin with `prefix`, newest first. */
export async function versionsOf(path: string, prefix: string): Promise<string[]> {
  const { stdout } = await go(["list", "-m", "-versions", "-json", path]);
  const { Versions = [] } = JSON.parse(stdout) as { Versions?: string[] };
  return semver.rsort(Versions.filter((version) => version.startsWith(prefix) && !semver.prerelease(version)));
}

/**
 * Fetches the first of the versions that the module proxy provides. A proxy can list a version and still not provide
 * it.
 */
export async function fetchModule(path: string, versions: readonly string[], say: Say): Promise<GoModule> {
  let problem = "the module proxy lists no such version";
  for (const version of versions) {
    say(`fetching ${path} ${version}`);
    const { stdout, exitCode } = await go(["mod", "download", "-json", `${path}@${version}`], false);
    const download = JSON.parse(stdout || "{}") as { GoMod?: string; Error?: string };
    if (exitCode === 0 && download.GoMod) {
      return {
        path,
        version,
        file: JSON.parse((await go(["mod", "edit", "-json", download.GoMod])).stdout) as GoModFile,
      };
    }
    problem = download.Error?.trim().replaceAll(/\s*\n\s*/g, "; ") ?? `go mod download ended with ${exitCode}`;
    say(`${path} ${version} is not to be had: ${problem}`);
  }
  throw new Error(`${path} is not to be had: ${problem}`);
}

/**
 * Builds commands of a module in a directory, which also contains the go.mod for the build. `stamps` are variables that
 * the linker sets.
 */
export async function buildCommands(
  module: GoModule,
  commands: readonly { readonly name: string; readonly package: string }[],
  stamps: readonly string[],
  directory: string,
  say: Say,
): Promise<void> {
  writeFileSync(join(directory, "go.mod"), goModFor(module));
  const flags = ["-mod=mod", "-buildvcs=false", "-trimpath", `-ldflags=${["-s", "-w", ...stamps].join(" ")}`];
  for (const { name, package: path } of commands) {
    const task = `building ${name} ${module.version} from its Go modules`;
    say(`${task}, which takes minutes the first time`);
    await keepingCompany(go(["build", ...flags, "-o", name, path], true, directory), task, say);
  }
}

/**
 * Runs the Go tests in a directory against a module, with the coverage of packages. Returns the coverage profile. The
 * directory also gets the go.mod.
 */
export async function coverPackages(
  module: GoModule,
  {
    packages,
    env,
    directory,
  }: {
    readonly packages: readonly string[];
    readonly env: Readonly<Record<string, string>>;
    readonly directory: string;
  },
  say: Say,
): Promise<string> {
  writeFileSync(join(directory, "go.mod"), goModFor(module));
  const profile = join(directory, "coverage.txt");
  const flags = ["-count=1", "-mod=mod", "-buildvcs=false", "-trimpath", `-coverpkg=${packages.join(",")}`];
  const task = `running the Go tests of ${directory}`;
  say(`${task}, which takes minutes the first time`);
  await keepingCompany(go(["test", ...flags, `-coverprofile=${profile}`, "."], true, directory, env), task, say);
  return readFileSync(profile, "utf8");
}

/** Returns the directory of the sources of a module that the build in a directory uses. */
export async function moduleDirectory(path: string, directory: string): Promise<string> {
  return (await go(["list", "-mod=mod", "-m", "-f", "{{.Dir}}", path], true, directory)).stdout;
}

/**
 * Returns a go.mod for building the commands of a module as in its own repository, with the same requirements.
 * Kubernetes requires the modules in its `staging/` at v0.0.0 and replaces them with directories that are not part of
 * its module. Such a replacement has no effect in another module, so this go.mod requires the released versions.
 */
function goModFor({ path, version, file }: GoModule): string {
  const staging = (file.Replace ?? [])
    .filter(({ New }) => New.Path.startsWith("./staging/"))
    .map(({ Old }) => Old.Path);
  const requires = file.Require.map(({ Path, Version }) => {
    return `require ${Path} ${staging.includes(Path) ? version.replace(/^v1\./, "v0.") : Version}`;
  });
  const debug = (file.Godebug ?? []).map(({ Key, Value }) => `godebug ${Key}=${Value}`);
  return ["module build", `go ${file.Go}`, ...debug, `require ${path} ${version}`, ...requires, ""].join("\n");
}

/** Reports once a minute that a long task is still running, because CI systems may stop jobs without output. */
async function keepingCompany<Result>(task: Promise<Result>, what: string, say: Say): Promise<Result> {
  const start = Date.now();
  const timer = setInterval(() => say(`${what}, ${Math.round((Date.now() - start) / 60_000)} min so far`), 60_000);
  try {
    return await task;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Runs go outside of any module or workspace except the given one. cgo is disabled because it would link the result to
 * this system's C library.
 */
export function go(args: readonly string[], reject = true, cwd = tmpdir(), env: Readonly<Record<string, string>> = {}) {
  return execa("go", args, { cwd, reject, env: { CGO_ENABLED: "0", GOWORK: "off", ...env } });
}
