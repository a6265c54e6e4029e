/** Connects to the API server of a cluster for one command. */
import { resolve } from "node:path";
import { failureOf } from "../../cluster/api-failure.js";
import type { ApiServer } from "../../core/model/api-server.js";
import { failure, type Result } from "../../core/result.js";
import { ApiClient } from "../../host/api-server/client.js";
import { readKubeconfig } from "../../host/api-server/kubeconfig.js";
import { toolVersion } from "../../host/tool.js";
import type { Context } from "../context.js";

export interface ClusterRequest {
  /** Path of a kubeconfig, relative to the working directory. If unset, that of kubectl. */
  readonly kubeconfig?: string;
  /** Context of the kubeconfig. If unset, the current one. */
  readonly context?: string;
  /** Largest number of requests per second. */
  readonly requestsPerSecond?: number;
  /** Number of updates at the same time, for commands that update objects. */
  readonly concurrency?: number;
  /** Time in milliseconds for which requests are repeated while the API server does not respond. Two minutes if unset. */
  readonly patience?: number;
}

/** Runs an action with a cluster. Errors of the API server become diagnostics. */
export async function withCluster<T>(
  { kubeconfig, context: name, requestsPerSecond, concurrency, patience }: ClusterRequest,
  context: Context,
  action: (server: ApiServer) => Promise<Result<T>>,
): Promise<Result<T>> {
  const config = await readKubeconfig({
    usual: context.kubeconfigs.map((path) => resolve(context.cwd, path)),
    ...(kubeconfig !== undefined && { kubeconfig: resolve(context.cwd, kubeconfig) }),
    ...(name !== undefined && { context: name }),
  });
  if (!config.ok) return config;
  const client = new ApiClient(config.value, {
    userAgent: `crd-bundle/${toolVersion()}`,
    requestsPerSecond,
    connections: concurrency,
    ...(patience !== undefined && { patience }),
    onWait: (why) => context.progress(`waiting for the API server: ${why}`),
  });
  try {
    return await action(client);
  } catch (error) {
    return failure(failureOf(error));
  } finally {
    await client.close();
  }
}
