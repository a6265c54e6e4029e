/** Asks the API server whether it would accept a bundle, before anything is changed. */
import { setTimeout as sleep } from "node:timers/promises";
import { diagnose, inManifest } from "../core/diagnostics/diagnose.js";
import { type ApiError, type ApiServer, isApiError } from "../core/model/api-server.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { JsonObject } from "../core/model/json.js";
import { applyManifest } from "./apply-manifest.js";
import { missingRules } from "./permissions.js";
import type { Planned } from "./plan-install.js";
import { bindingIn, ownBinding, readBinding } from "./policy-binding.js";
import { nameOf, type TargetBundle } from "./target-bundle.js";

export interface Rehearsal {
  readonly server: ApiServer;
  readonly target: TargetBundle;
  readonly planned: Planned;
  /** True if the user accepts what the admission policy of an installed bundle rejects. */
  readonly mayLiftPolicy: boolean;
  readonly progress: (what: string) => void;
}

/** In seconds. The API server usually notices within a second that a binding is gone. */
const MOST_WAITS = 30;

/** Asks the API server whether it would accept all manifests. Returns its objections, and the policies that must go. */
export async function rehearse({ server, target, planned, mayLiftPolicy, progress }: Rehearsal): Promise<{
  readonly diagnostics: readonly Diagnostic[];
  readonly denying: ReadonlySet<string>;
}> {
  const diagnostics: Diagnostic[] = [];
  const denying = new Set<string>();
  for (const manifest of [...planned.first, ...target.policies]) {
    progress(`dry run of ${nameOf(manifest)}`);
    const problem = await objection(server, manifest);
    if (!problem) continue;
    const binding = await ownBinding(server, problem, target);
    if (binding !== undefined) denying.add(binding);
    else
      diagnostics.push(inManifest(diagnose("cluster-dry-run", { object: nameOf(manifest), problem: problem.message })));
  }
  const forbidden = (await missingRules(server, migratedManifests(planned))).map((rule) =>
    inManifest(diagnose("cluster-forbidden", { problem: `the role of this user does not include "${rule}"`, rule })),
  );
  const denied = mayLiftPolicy
    ? []
    : [...denying].map((binding) => inManifest(diagnose("cluster-denied", { binding })));
  return { diagnostics: [...denied, ...forbidden, ...diagnostics], denying };
}

function migratedManifests({ plan, first }: Planned): JsonObject[] {
  return first.filter((_, index) => plan.crds[index]?.action === "migrate");
}

/** Returns why the API server would reject a manifest, or undefined if it would accept it. */
export async function objection(server: ApiServer, manifest: JsonObject): Promise<ApiError | undefined> {
  for (let attempt = 0; ; attempt++) {
    try {
      await applyManifest(server, manifest, { isDryRun: true });
      return undefined;
    } catch (error) {
      if (!isApiError(error, 400, 403, 409, 413, 422)) throw error;
      const binding = bindingIn(error);
      // The API server enforces a policy for about a second after its binding was deleted.
      const isGone = binding !== undefined && (await readBinding(server, binding)) === undefined;
      if (!isGone || attempt === MOST_WAITS) return error;
      await sleep(1000);
    }
  }
}
