/**
 * Locates kube-apiserver, kubectl and etcd, in this order:
 *
 * 1. `KUBEBUILDER_ASSETS`, a directory with all three, as setup-envtest creates it.
 * 2. The cache outside the repository: `crd-bundle/kubernetes/<version>` in `XDG_CACHE_HOME` or `~/.cache`.
 * 3. Go, which builds them from their released modules into that cache.
 *
 * kubeconform comes only from 2 and 3. In 2 and 3, the etcd of the system is used if there is one. If the cache has a
 * version of a minor, it is used without network access. To get a newer patch version, remove its directory from the
 * cache.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import semver from "semver";
import { fillCache, newestCached } from "../support/cache.js";
import { buildCommands, fetchModule, hasGo, type Say, versionsOf } from "./go.js";

export interface Binaries {
  /** The Kubernetes version, such as `1.37.1`. */
  readonly kubernetes: string;
  /** The etcd version, such as `3.6.4`. */
  readonly etcd: string;
  readonly paths: { readonly kubeApiserver: string; readonly kubectl: string; readonly etcd: string };
}

const KUBERNETES = "k8s.io/kubernetes";
/** A module that Kubernetes publishes with every release, as v0.X.Y for v1.X.Y. */
const KUBERNETES_LIBRARY = "k8s.io/apiextensions-apiserver";
const ETCD = "go.etcd.io/etcd/server/v3";
const OLDEST_ETCD = "3.4.0";
const KUBECONFORM = "github.com/yannh/kubeconform";
const KUBECONFORM_VERSION = "v0.8.0";

/** Returns the binaries of `KUBEBUILDER_ASSETS`, or undefined if it is not set. */
export async function assetBinaries(): Promise<Binaries | undefined> {
  const directory = process.env.KUBEBUILDER_ASSETS;
  if (!directory) return undefined;
  const missing = ["kube-apiserver", "kubectl", "etcd"].filter((name) => !existsSync(join(directory, name)));
  if (missing.length > 0) throw new Error(`KUBEBUILDER_ASSETS has no ${missing.join(" and no ")}: ${directory}`);
  return identify(directory, join(directory, "etcd"));
}

/**
 * Returns the binaries of a minor such as `1.35`, and builds them if the cache has none. Returns undefined if the build
 * needs Go and Go is not installed.
 */
export async function minorBinaries(minor: string, say: Say): Promise<Binaries | undefined> {
  const kubernetes = newestCached("kubernetes", `v${minor}.`) ?? (await buildKubernetes(minor, say));
  if (!kubernetes) return undefined;
  const etcd = (await systemEtcd()) ?? (await cachedEtcd(say));
  return etcd === undefined ? undefined : identify(kubernetes, etcd);
}

/**
 * Returns the path of kubeconform, and builds it if the cache has none. Returns undefined if the build needs Go and Go
 * is not installed.
 */
export async function kubeconformBinary(say: Say): Promise<string | undefined> {
  const directory = newestCached("kubeconform", KUBECONFORM_VERSION) ?? (await buildKubeconform(say));
  return directory && join(directory, "kubeconform");
}

/** Runs binaries to determine their versions. */
async function identify(directory: string, etcd: string): Promise<Binaries> {
  const paths = { kubeApiserver: join(directory, "kube-apiserver"), kubectl: join(directory, "kubectl"), etcd };
  const [kubernetes, etcdVersion] = await Promise.all([versionOf(paths.kubeApiserver), versionOf(etcd)]);
  return { kubernetes, etcd: etcdVersion, paths };
}

async function versionOf(binary: string): Promise<string> {
  const { stdout } = await execa(binary, ["--version"]);
  const version = semver.coerce(stdout.split("\n")[0])?.version;
  if (!version) throw new Error(`${binary} --version says ${stdout}`);
  return version;
}

/** Returns the command of the system's etcd, or undefined if there is none that is new enough. */
async function systemEtcd(): Promise<string | undefined> {
  try {
    return semver.gte(await versionOf("etcd"), OLDEST_ETCD) ? "etcd" : undefined;
  } catch {
    return undefined;
  }
}

async function buildKubernetes(minor: string, say: Say): Promise<string | undefined> {
  if (!(await hasGo())) return undefined;
  // Proxies may omit releases of Kubernetes from the list of versions, but they list those of its libraries.
  const libraries = await versionsOf(KUBERNETES_LIBRARY, `v0.${minor.split(".")[1]}.`);
  const module = await fetchModule(
    KUBERNETES,
    libraries.map((version) => version.replace(/^v0/, "v1")),
    say,
  );
  return fillCache("kubernetes", module.version, (directory) => {
    const stamps = { gitVersion: module.version, gitMajor: "1", gitMinor: minor.split(".")[1], gitTreeState: "clean" };
    const set = Object.entries(stamps).map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`);
    const commands = ["kube-apiserver", "kubectl"].map((name) => ({ name, package: `${KUBERNETES}/cmd/${name}` }));
    return buildCommands(module, commands, set, directory, say); // without stamps, kube-apiserver reports v0.0.0
  });
}

async function cachedEtcd(say: Say): Promise<string | undefined> {
  const directory = newestCached("etcd", "v3.") ?? (await buildEtcd(say));
  return directory && join(directory, "etcd");
}

async function buildEtcd(say: Say): Promise<string | undefined> {
  if (!(await hasGo())) return undefined;
  const module = await fetchModule(ETCD, await versionsOf(ETCD, "v3."), say);
  return fillCache("etcd", module.version, (directory) =>
    buildCommands(module, [{ name: "etcd", package: ETCD }], [], directory, say),
  );
}

async function buildKubeconform(say: Say): Promise<string | undefined> {
  if (!(await hasGo())) return undefined;
  const module = await fetchModule(KUBECONFORM, [KUBECONFORM_VERSION], say);
  const command = { name: "kubeconform", package: `${KUBECONFORM}/cmd/kubeconform` };
  return fillCache("kubeconform", module.version, (directory) => buildCommands(module, [command], [], directory, say));
}
