/** The admission policies that an installation removes and applies. A failed installation restores them. */
import { diagnose } from "../core/diagnostics/diagnose.js";
import { ApiError, type ApiServer, ApiUnreachable } from "../core/model/api-server.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import { type JsonObject, objectIn } from "../core/model/json.js";
import { applyManifest, deleteIfThere, manifestPath } from "./apply-manifest.js";
import { bindingIn, bindingPath } from "./policy-binding.js";
import { readIfThere } from "./read-if-there.js";
import { objection } from "./rehearse.js";

export class AdmissionPolicies {
  /** The bindings as they were before they were removed. */
  #lifted: readonly JsonObject[] = [];
  /** The policies that were applied, with what was there before. */
  readonly #replaced: { readonly policy: JsonObject; readonly before: JsonObject | undefined }[] = [];

  constructor(readonly server: ApiServer) {}

  /** Names of the bindings that are removed. */
  get lifted(): string[] {
    return this.#lifted.map(metadataName);
  }

  /** Removes a binding, and waits until the API server does not apply its policy to any of the manifests any longer. */
  async lift(name: string, manifests: readonly JsonObject[]): Promise<void> {
    this.#lifted = [...this.#lifted, await this.server.send({ method: "GET", path: bindingPath(name) })];
    await deleteIfThere(this.server, bindingPath(name));
    const problems = await Promise.all(manifests.map((manifest) => objection(this.server, manifest)));
    const denied = problems.find((problem) => problem && bindingIn(problem) === name);
    if (denied) throw denied;
  }

  async apply(policy: JsonObject): Promise<void> {
    this.#replaced.push({ policy, before: await readIfThere(this.server, manifestPath(policy)) });
    await applyManifest(this.server, policy);
  }

  /** Restores the policies that were applied, and deletes new ones. Returns those for which this failed. */
  async restoreReplaced(): Promise<Diagnostic[]> {
    const failed = await failing([...this.#replaced].reverse(), ({ policy, before }) =>
      before
        ? applyManifest(this.server, withoutServerMetadata(before))
        : deleteIfThere(this.server, manifestPath(policy)),
    );
    const problem = "was replaced by the installation, and could not be restored";
    return failed.map(({ policy }) => diagnose("cluster-policy", { name: metadataName(policy), problem }));
  }

  /** Restores the bindings that were removed. Returns those for which this failed. */
  async restoreLifted(): Promise<Diagnostic[]> {
    const restore = (binding: JsonObject) => applyManifest(this.server, withoutServerMetadata(binding));
    this.#lifted = await failing(this.#lifted, restore);
    const problem = "was removed for the installation, and could not be restored";
    return this.lifted.map((name) => diagnose("cluster-policy", { name, problem }));
  }
}

/** Uses all items, and returns those for which the API server did not do it. */
async function failing<Item>(items: readonly Item[], use: (item: Item) => Promise<unknown>): Promise<Item[]> {
  const failed: Item[] = [];
  for (const item of items) {
    try {
      await use(item);
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

function metadataName(object: JsonObject): string {
  return String(objectIn(object, "metadata").name);
}
