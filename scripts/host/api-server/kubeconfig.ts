/**
 * Finds the cluster and the credentials in kubeconfig files, with the Kubernetes client library. Messages never quote the
 * files, because they contain secrets.
 */
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { KubeConfig } from "@kubernetes/client-node";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import { failure, type Result, success } from "../../core/result.js";
import type { Machine } from "../cache.js";

export interface KubeconfigRequest {
  /** Path of a kubeconfig. If unset, the usual ones or, if they do not exist, the service account of the pod. */
  readonly kubeconfig?: string;
  /** Paths of the kubeconfigs of this user. */
  readonly usual: readonly string[];
  /** Name of a context. If unset, the current one. */
  readonly context?: string;
}

/** In which every pod has the token of its service account. */
const SERVICE_ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount/token";

/** Returns the kubeconfigs that kubectl would use: those in KUBECONFIG, or the one in the home directory. */
export function usualKubeconfigs({ env, home }: Pick<Machine, "env" | "home">): string[] {
  const listed = (env.KUBECONFIG ?? "").split(delimiter).filter((path) => path !== "");
  return listed.length > 0 ? listed : [join(home, ".kube", "config")];
}

/** Reads the kubeconfig and chooses its context. */
export async function readKubeconfig(request: KubeconfigRequest): Promise<Result<KubeConfig>> {
  const { KubeConfig } = await import("@kubernetes/client-node");
  const paths = request.kubeconfig === undefined ? request.usual : [request.kubeconfig];
  const existing = paths.filter((path) => existsSync(path));
  const [missing] = paths.filter((path) => !existsSync(path));
  const whole = new KubeConfig();
  whole.loadFromOptions({ clusters: [], users: [], contexts: [], currentContext: "" });
  if (request.kubeconfig !== undefined && missing !== undefined) {
    return failure(diagnose("kubeconfig-invalid", { path: missing, problem: "the file does not exist" }));
  }
  if (existing.length === 0) {
    if (!existsSync(SERVICE_ACCOUNT)) return failure(diagnose("kubeconfig-missing", { paths: paths.join(", ") }));
    whole.loadFromCluster();
    return success(whole);
  }
  for (const path of existing) {
    const problem = addFile(whole, path, () => new KubeConfig());
    if (problem !== undefined) return failure(diagnose("kubeconfig-invalid", { path, problem }));
  }
  return chosen(whole, existing.join(delimiter), request.context);
}

/** Adds a file to those before it, which take precedence, as for kubectl. Returns the problem of the file. */
function addFile(whole: KubeConfig, path: string, empty: () => KubeConfig): string | undefined {
  const file = empty();
  try {
    file.loadFromString(readFileSync(path, "utf8"));
    file.makePathsAbsolute(dirname(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === undefined ? "it is not a valid kubeconfig" : `it cannot be read (${code})`;
  }
  const isNew = (known: readonly { readonly name: string }[]) => {
    const names = new Set(known.map(({ name }) => name));
    return ({ name }: { readonly name: string }) => !names.has(name);
  };
  for (const cluster of file.clusters.filter(isNew(whole.clusters))) whole.addCluster(cluster);
  for (const user of file.users.filter(isNew(whole.users))) whole.addUser(user);
  for (const context of file.contexts.filter(isNew(whole.contexts))) whole.addContext(context);
  if (!whole.currentContext) whole.setCurrentContext(file.currentContext ?? "");
  return undefined;
}

function chosen(config: KubeConfig, path: string, context: string | undefined): Result<KubeConfig> {
  const problem = (said: string) => failure(diagnose("kubeconfig-invalid", { path, problem: said }));
  const names = config.contexts.map(({ name }) => name);
  const name = context ?? config.currentContext;
  if (!name) return problem("it has no current context; specify one with --context");
  if (!names.includes(name)) return problem(`it has no context "${name}" (contexts: ${names.join(", ") || "none"})`);
  config.setCurrentContext(name);
  const cluster = config.getCurrentCluster();
  if (!cluster) return problem(`the cluster of the context "${name}" is missing`);
  if (!/^https?:\/\//.test(cluster.server) || !URL.canParse(cluster.server))
    return problem(`the cluster of the context "${name}" has no address`);
  // The library rejects http, as of `kubectl proxy`, unless there is nothing to verify.
  if (cluster.server.startsWith("http:")) Object.assign(cluster, { skipTLSVerify: true });
  return success(config);
}
