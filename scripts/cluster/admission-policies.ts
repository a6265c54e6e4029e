/** The admission policies that an installation removes and applies. A failed installation restores them. */
import { diagnose } from "../core/diagnostics/diagnose.js";
import { ApiError, type ApiServer, ApiUnreachable } from "../core/model/api-server.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import { type JsonObject, objectIn, sameJson } from "../core/model/json.js";
import { applyManifest, Changed, deleteIfThere, manifestPath } from "./apply-manifest.js";
import { contains } from "./compare-crd.js";
import { bindingIn, bindingPath } from "./policy-binding.js";
import { readIfThere } from "./read-if-there.js";
import { objection } from "./rehearse.js";
import { repeatingConflicts } from "./repeating-conflicts.js";
import { annotationsOf, nameOf } from "./target-bundle.js";

interface Replaced {
  readonly policy: JsonObject;
  readonly before: JsonObject | undefined;
}

export class AdmissionPolicies {
  /** The bindings as they were before they were removed. */
  #lifted: readonly JsonObject[] = [];
  /** The policies that were applied, with what was there before. */
  readonly #replaced: Replaced[] = [];

  /** `planned` are the installed policies with the names of those of the bundle, as the plan has judged them. */
  constructor(
    readonly server: ApiServer,
    readonly planned: readonly JsonObject[],
  ) {}

  /** Names of the bindings that are removed. */
  get lifted(): string[] {
    return this.#lifted.map(metadataName);
  }

  /** Removes a binding, and waits until the API server does not apply its policy to any of the manifests any longer. */
  async lift(name: string, manifests: readonly JsonObject[]): Promise<void> {
    const binding = await this.server.send({ method: "GET", path: bindingPath(name) });
    this.#lifted = [...this.#lifted, binding];
    await deleteIfThere(this.server, bindingPath(name));
    const problems = await Promise.all(manifests.map((manifest) => objection(this.server, manifest)));
    const denied = problems.find((problem) => problem && bindingIn(problem) === name);
    if (denied) throw denied;
  }

  /** Applies a policy or a binding. Throws Changed if someone else has changed the installed one since the plan. */
  async apply(policy: JsonObject): Promise<void> {
    const name = nameOf(policy);
    await repeatingConflicts(async () => {
      const before = await readIfThere(this.server, manifestPath(policy));
      const planned = this.planned.find((each) => nameOf(each) === name);
      const isLifted = before === undefined && this.lifted.includes(metadataName(policy));
      if (!isLifted && !isSame(before, planned) && !isSame(before, policy)) throw new Changed(name, false);
      if (this.#replaced.at(-1)?.policy !== policy) this.#replaced.push({ policy, before });
      await applyManifest(this.server, policy, before && { resourceVersion: resourceVersionOf(before) });
    });
  }

  /** Restores the policies that were applied, and deletes new ones. Returns those for which this failed. */
  async restoreReplaced(): Promise<Diagnostic[]> {
    const failed = await failing([...this.#replaced].reverse(), (each) => this.#restore(each));
    const problem = "was replaced by the installation, and could not be restored";
    return failed.map(({ policy }) => diagnose("cluster-policy", { name: metadataName(policy), problem }));
  }

  /** Returns false if someone else has changed the policy since. */
  async #restore({ policy, before }: Replaced): Promise<boolean> {
    const path = manifestPath(policy);
    const now = await readIfThere(this.server, path);
    if (!now || (before && isSame(now, before))) return true;
    if (!isSame(now, policy)) return false;
    const { uid = "" } = objectIn(now, "metadata");
    if (!before) await deleteIfThere(this.server, path, { preconditions: { uid } });
    else await applyManifest(this.server, withoutServerMetadata(before), { resourceVersion: resourceVersionOf(now) });
    return true;
  }

  /** Restores the bindings that were removed. Returns those for which this failed. */
  async restoreLifted(): Promise<Diagnostic[]> {
    const restore = async (binding: JsonObject) => {
      await applyManifest(this.server, withoutServerMetadata(binding));
      return true;
    };
    this.#lifted = await failing(this.#lifted, restore);
    const problem = "was removed for the installation, and could not be restored";
    return this.lifted.map((name) => diagnose("cluster-policy", { name, problem }));
  }
}

/** Reports whether an installed policy has the specification and the annotations of another one. */
function isSame(installed: JsonObject | undefined, policy: JsonObject | undefined): boolean {
  if (!installed || !policy) return installed === policy;
  return contains(installed.spec, policy.spec) && sameJson(annotationsOf(installed), annotationsOf(policy));
}

/** Uses all items, and returns those for which it did not succeed. */
async function failing<Item>(items: readonly Item[], use: (item: Item) => Promise<boolean>): Promise<Item[]> {
  const failed: Item[] = [];
  for (const item of items) {
    try {
      if (!(await use(item))) failed.push(item);
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof ApiUnreachable)) throw error;
      failed.push(item);
    }
  }
  return failed;
}

function withoutServerMetadata(object: JsonObject): JsonObject {
  const { name, labels, annotations } = objectIn(object, "metadata");
  return {
    ...object,
    metadata: { ...(name !== undefined && { name }), ...(labels && { labels }), ...(annotations && { annotations }) },
  };
}

function resourceVersionOf(object: JsonObject): string {
  return String(objectIn(object, "metadata").resourceVersion);
}

function metadataName(object: JsonObject): string {
  return String(objectIn(object, "metadata").name);
}
