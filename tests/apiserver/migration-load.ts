/** A cluster with many policies of v1.0.0, for a migration under load. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { execa } from "execa";
import { installOnCluster } from "../../scripts/app/cluster/install.js";
import { processContext } from "../../scripts/app/process-context.js";
import type { JsonObject } from "../../scripts/core/model/json.js";
import { objectIn } from "../../scripts/core/model/json.js";
import { ROOT } from "../support/golden.js";
import { DIST } from "./bundle.js";
import { type ApiClient, eventually, expectSuccess, type ObjectRef } from "./client.js";
import { GROUP, oldPolicy, withOldBundle } from "./old-policies.js";
import type { ApiServer } from "./server.js";

/** Updates at the same time, as many as the tool makes. */
const CONCURRENCY = 16;

/** Installs v1.0.0, and creates policies in it. */
export async function fill(server: ApiServer, count: number): Promise<void> {
  const context = processContext({ cwd: ROOT });
  if (!context.ok) throw new Error("there is no context");
  await withOldBundle(async (bundle) => {
    const request = { project: ROOT, kubeconfig: server.kubeconfig, bundle, channel: "experimental" } as const;
    const installed = await installOnCluster(request, context.value);
    if (!installed.ok) throw new Error(JSON.stringify(installed.diagnostics));
  });
  await inParallel(count, async (number) => {
    expectSuccess(await server.client.create(oldPolicy(number)), `policy ${number}`);
  });
}

/** Result of one run of the tool. */
export interface Run {
  readonly exitCode: number | undefined;
  readonly output: string;
  /** In MiB. */
  readonly peak: number;
}

/** Installs this bundle over v1.0.0. `until` kills the tool when it returns true. */
export async function upgrade({ kubeconfig }: ApiServer, until?: () => Promise<boolean>): Promise<Run> {
  const options = ["--bundle", DIST, "--channel", "experimental", "--accept", "cluster-object-lost"];
  const args = [join(ROOT, "scripts/cli/bin.cjs"), "cluster", "install", ...options, "--kubeconfig", kubeconfig];
  const child = execa(process.execPath, args, { cwd: ROOT, all: true, reject: false, stdin: "ignore" });
  let isRunning = true;
  let peak = 0;
  const ended = child.finally(() => {
    isRunning = false;
  });
  while (isRunning) {
    peak = Math.max(peak, peakOf(child.pid));
    if (await until?.()) child.kill("SIGKILL");
    await Promise.race([sleep(100), ended]);
  }
  const { exitCode, all } = await ended;
  return { exitCode, output: all, peak };
}

/** Returns the most memory that a process has had, in MiB. Source: proc(5). */
function peakOf(pid: number | undefined): number {
  try {
    const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kibibytes ?? 0) / 1024;
  } catch {
    return 0; // it has ended
  }
}

/** Client that changes an annotation of random policies, and remembers what it wrote. */
export class Writer {
  readonly written = new Map<string, string>();
  #isStopped = false;
  readonly #ended: Promise<void>;

  constructor(
    readonly client: ApiClient,
    readonly count: number,
  ) {
    this.#ended = this.#run();
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    return this.#ended;
  }

  async #run(): Promise<void> {
    for (let number = 0; !this.#isStopped; number++) {
      const name = `policy-${(number * 7919) % this.count}`;
      while (!(await this.#write(name, String(number))));
      await sleep(5);
    }
  }

  /**
   * Returns false if the policy was changed meanwhile, if its version is not served or has no storage at the moment, or if
   * the bridge rejects its old form, which lacks required fields of the new one.
   */
  async #write(name: string, value: string): Promise<boolean> {
    const read = await this.#request("GET", name);
    if (!read) return false;
    const metadata = objectIn(read, "metadata");
    const annotations = { ...objectIn(metadata, "annotations"), writer: value };
    const isWritten = await this.#request("PUT", name, { ...read, metadata: { ...metadata, annotations } });
    if (isWritten) this.written.set(name, value);
    return isWritten !== undefined;
  }

  async #request(method: string, name: string, value?: JsonObject): Promise<JsonObject | undefined> {
    const version = value ? String(value.apiVersion).split("/")[1] : await servedVersion(this.client);
    const path = `/apis/${GROUP}/${version}/namespaces/default/backendtlspolicies/${name}`;
    const { code, body } = await this.client.request(method, path, value && { type: "application/json", value });
    if ([404, 409, 422, 429].includes(code)) return undefined;
    return expectSuccess({ code, body, warnings: [] }, `${method} ${name}`);
  }
}

/** Returns a version through which the policies can be read. */
export async function servedVersion(client: ApiClient): Promise<"v1" | "v1alpha2"> {
  return (await client.request("GET", `/apis/${GROUP}/v1/backendtlspolicies?limit=1`)).code === 200 ? "v1" : "v1alpha2";
}

export async function policies(client: ApiClient): Promise<ObjectRef[]> {
  const version = await servedVersion(client);
  const path = `/apis/${GROUP}/${version}/backendtlspolicies`;
  // After a change of the CRD, the API server has no storage for a moment.
  const { items } = await eventually(async () => expectSuccess(await client.request("GET", path), path));
  const type = { apiVersion: `${GROUP}/${version}`, kind: "BackendTLSPolicy" };
  return (items as unknown as ObjectRef[]).map((item) => ({ ...type, ...item }));
}

async function inParallel(count: number, use: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await use(next++);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
