/**
 * Where kube-apiserver, kubectl and etcd come from, in this order:
 *
 * 1. `KUBEBUILDER_ASSETS`, a directory with all three, as setup-envtest makes it.
 * 2. The cache outside the repository: `crd-bundle/kubernetes/<version>` in `XDG_CACHE_HOME` or `~/.cache`.
 * 3. Go, which builds them from their released modules into that cache.
 *
 * kubeconform comes from 2 and 3 alone. In 2 and 3 etcd is the one of the system, where there is one. What the cache has
 * of a minor is used without asking
 * the network: whoever wants a newer patch removes the directory.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import semver from "semver";
import { fillCache, newestCached } from "../support/cache.js";
import { buildCommands, fetchModule, hasGo, type Say, versionsOf } from "./go.js";

export interface Binaries {
  /** The release of Kubernetes, as in `1.37.1`. */
  readonly kubernetes: string;
  /** The release of etcd, as in `3.6.4`. */
  readonly etcd: string;
  readonly paths: { readonly kubeApiserver: string; readonly kubectl: string; readonly etcd: string };
}

const KUBERNETES = "k8s.io/kubernetes";
/** One of the modules that are released along with Kubernetes, as v0.X.Y for v1.X.Y. */
const KUBERNETES_LIBRARY = "k8s.io/apiextensions-apiserver";
const ETCD = "go.etcd.io/etcd/server/v3";
const OLDEST_ETCD = "3.4.0";
const KUBECONFORM = "github.com/yannh/kubeconform";
const KUBECONFORM_VERSION = "v0.8.0";

/** The binaries of `KUBEBUILDER_ASSETS`, or undefined where it is not set. */
export async function assetBinaries(): Promise<Binaries | undefined> {
  const directory = process.env.KUBEBUILDER_ASSETS;
  if (!directory) return undefined;
  const missing = ["kube-apiserver", "kubectl", "etcd"].filter((name) => !existsSync(join(directory, name)));
  if (missing.length > 0) throw new Error(`KUBEBUILDER_ASSETS has no ${missing.join(" and no ")}: ${directory}`);
  return identify(directory, join(directory, "etcd"));
}

/** The binaries of a minor such as `1.35`, built where need be, or undefined where that takes a Go that is not there. */
export async function minorBinaries(minor: string, say: Say): Promise<Binaries | undefined> {
  const kubernetes = newestCached("kubernetes", `v${minor}.`) ?? (await buildKubernetes(minor, say));
  if (!kubernetes) return undefined;
  const etcd = (await systemEtcd()) ?? (await cachedEtcd(say));
  return etcd === undefined ? undefined : identify(kubernetes, etcd);
}

/** kubeconform, built where need be, or undefined where that takes a Go that is not there. */
export async function kubeconformBinary(say: Say): Promise<string | undefined> {
  const directory = newestCached("kubeconform", KUBECONFORM_VERSION) ?? (await buildKubeconform(say));
  return directory && join(directory, "kubeconform");
}

/** Asks binaries what they are. */
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

/** The name under which the system has an etcd, or undefined where it has none that is new enough. */
async function systemEtcd(): Promise<string | undefined> {
  try {
    return semver.gte(await versionOf("etcd"), OLDEST_ETCD) ? "etcd" : undefined;
  } catch {
    return undefined;
  }
}

async function buildKubernetes(minor: string, say: Say): Promise<string | undefined> {
  if (!(await hasGo())) return undefined;
  // A proxy may list fewer releases of Kubernetes than it has, but it lists those of its libraries.
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
    return buildCommands(module, commands, set, directory, say); // without the stamps it takes itself for v0.0.0
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
