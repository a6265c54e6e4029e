/**
 * Measures a migration on a real API server: the objects that the tool converts and stores per second, and the updates per
 * second that the same server accepts from the same client.
 */
import { withCluster } from "../../scripts/app/cluster/connect.js";
import { installOnCluster } from "../../scripts/app/cluster/install.js";
import type { Context } from "../../scripts/app/context.js";
import { processContext } from "../../scripts/app/process-context.js";
import { objectPath } from "../../scripts/cluster/live-crd.js";
import { objectPages } from "../../scripts/cluster/object-pages.js";
import { objectIn } from "../../scripts/core/model/json.js";
import { CONCURRENCY } from "../../scripts/core/model/migration.js";
import { success } from "../../scripts/core/result.js";
import { type Binaries, minorBinaries } from "../apiserver/binaries.js";
import { DIST } from "../apiserver/bundle.js";
import { fill } from "../apiserver/migration-load.js";
import { GROUP, KIND } from "../apiserver/old-policies.js";
import { startServer } from "../apiserver/server.js";
import { ROOT } from "../support/golden.js";

const MINOR = "1.37";
const POLICIES = 5000;
const RESOURCE = {
  group: GROUP,
  version: "v1",
  kind: KIND,
  plural: "backendtlspolicies",
  isNamespaced: true,
  hasStatus: true,
};

/** Each run needs a new server, whose database contains objects in the old form. */
const RUNS = 3;

interface Rates {
  readonly migrated: number;
  readonly plain: number;
  readonly percent: number;
}

/** Returns a line with the rates of the run with the median ratio, or why there are none. */
export async function migrationRates(): Promise<string> {
  const binaries = await minorBinaries(MINOR, () => {});
  if (!binaries) return "Go is not installed";
  const runs: Rates[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await ratesOf(binaries));
  runs.sort((a, b) => a.percent - b.percent);
  const [least, median, most] = [runs[0], runs[Math.floor(RUNS / 2)], runs.at(-1)];
  if (!least || !median || !most) throw new Error("nothing was measured");
  const { migrated, plain, percent } = median;
  return `${migrated} objects/s, plain updates ${plain}/s: ${percent}%  (${least.percent}% to ${most.percent}%)`;
}

async function ratesOf(binaries: Binaries): Promise<Rates> {
  const server = await startServer(binaries);
  try {
    const context = processContext({ cwd: ROOT });
    if (!context.ok) throw new Error("there is no context");
    await fill(server, POLICIES);
    const migrated = await migrationRate(server.kubeconfig, context.value);
    // Afterward, because the API server needs longer for objects of the new CRD, with or without a migration.
    const plain = await updateRate(server.kubeconfig, context.value);
    const percent = Math.round((100 * migrated) / plain);
    return { migrated: Math.round(migrated), plain: Math.round(plain), percent };
  } finally {
    await server.stop();
  }
}

/** Changes an annotation of all policies, with as many requests at the same time as a migration. */
async function updateRate(kubeconfig: string, context: Context): Promise<number> {
  const start = performance.now();
  const updated = await withCluster({ kubeconfig }, context, async (server) => {
    for await (const { objects } of objectPages(server, RESOURCE)) {
      const waiting = objects.values();
      const worker = async () => {
        for (const object of waiting) {
          const metadata = { ...objectIn(object, "metadata"), annotations: { updated: "yes" } };
          await server.send({ method: "PUT", path: objectPath(RESOURCE, object), body: { ...object, metadata } });
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    }
    return success(undefined);
  });
  if (!updated.ok) throw new Error(JSON.stringify(updated.diagnostics));
  return (POLICIES * 1000) / (performance.now() - start);
}

/** Installs this bundle over v1.0.0. Measures from the first page of objects to the last one, without the waits for CRDs. */
async function migrationRate(kubeconfig: string, context: Context): Promise<number> {
  const pages: { readonly seen: number; readonly at: number }[] = [];
  const progress = (what: string) => {
    const [, seen] = /^migrating .*: (\d+) /.exec(what) ?? [];
    if (seen !== undefined && pages.at(-1)?.seen !== POLICIES)
      pages.push({ seen: Number(seen), at: performance.now() });
  };
  const request = { project: ROOT, kubeconfig, bundle: DIST, accept: ["cluster-object-lost"] };
  const installed = await installOnCluster({ ...request, channel: "experimental" }, { ...context, progress });
  if (!installed.ok) throw new Error(JSON.stringify(installed.diagnostics));
  const [first, last] = [pages[0], pages.at(-1)];
  if (!first || last?.seen !== POLICIES) throw new Error("the migration reported no progress");
  return ((last.seen - first.seen) * 1000) / (last.at - first.at);
}
