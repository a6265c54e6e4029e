/**
 * Installs a bundle as a whole: asks the API server about all manifests, applies them, and migrates the objects where the
 * bundle lacks a version in which they can be stored. Each run starts from what is installed, so a run after one that was
 * interrupted finishes it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { diagnose, inManifest } from "../core/diagnostics/diagnose.js";
import { ApiError, type ApiServer, ApiUnreachable, isApiError } from "../core/model/api-server.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import { type JsonObject, objectIn } from "../core/model/json.js";
import { failureOf } from "./api-failure.js";
import { applyManifest, awaitCrd, conditionProblem, manifestPath } from "./apply-manifest.js";
import { closedBridge, outgoingVersions, sameVersions, versionsOf } from "./bridge.js";
import { collectionPath, crdPath, type LiveCrd, readCrd, resourceOf } from "./live-crd.js";
import type { MigratedKind } from "./migrate-kind.js";
import { missingRules } from "./permissions.js";
import type { Planned } from "./plan-install.js";
import { readIfThere } from "./read-if-there.js";
import { annotationsOf, nameOf, type TargetBundle } from "./target-bundle.js";

export interface Installation {
  readonly server: ApiServer;
  readonly target: TargetBundle;
  readonly planned: Planned;
  /** The installed CRDs before the installation, by name. */
  readonly before: ReadonlyMap<string, LiveCrd>;
  /** True if the user accepts what the admission policy of an installed bundle rejects. */
  readonly mayLiftPolicy: boolean;
  /** Migrates the objects of a CRD. `staying` are the versions that the bundle has. */
  readonly migrate: (live: LiveCrd, staying: readonly string[]) => Promise<MigratedKind>;
  readonly progress: (what: string) => void;
  /** Command that continues the installation, for messages. */
  readonly command: string;
}

export interface Installed {
  /** Names of the CRDs that were applied. */
  readonly applied: readonly string[];
  readonly migrated: readonly MigratedKind[];
  /** Names of admission policies of an earlier bundle that were removed. */
  readonly lifted: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Asks the API server whether it would accept all manifests. Returns its objections, and the policies that must go. */
export async function rehearse({
  server,
  target,
  planned,
  mayLiftPolicy,
  progress,
}: Pick<Installation, "server" | "target" | "planned" | "mayLiftPolicy" | "progress">): Promise<{
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

async function objection(server: ApiServer, manifest: JsonObject): Promise<ApiError | undefined> {
  for (let attempt = 0; ; attempt++) {
    try {
      await applyManifest(server, manifest, true);
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

/** Returns the binding of an admission policy that rejected a manifest, if it is of an earlier bundle of the same API. */
async function ownBinding(server: ApiServer, error: ApiError, { keys }: TargetBundle): Promise<string | undefined> {
  const name = bindingIn(error);
  const binding = name === undefined ? undefined : await readBinding(server, name);
  return binding && Object.hasOwn(annotationsOf(binding), keys.bundleVersion) ? name : undefined;
}

/** Returns the name of the binding of the admission policy that denied a request. */
function bindingIn({ message }: ApiError): string | undefined {
  return /ValidatingAdmissionPolicy '[^']+' with binding '([^']+)' denied request/.exec(message)?.[1];
}

function readBinding(server: ApiServer, name: string): Promise<JsonObject | undefined> {
  return readIfThere(server, bindingPath(name));
}

function bindingPath(name: string): string {
  return manifestPath({ kind: "ValidatingAdmissionPolicyBinding", metadata: { name } });
}

export async function installBundle(installation: Installation): Promise<Installed> {
  const { diagnostics, denying } = await rehearse(installation);
  if (diagnostics.length > 0) return { applied: [], migrated: [], lifted: [], diagnostics };
  return new Installer(installation).run([...denying]);
}

class Installer {
  readonly #applied: string[] = [];
  readonly #migrated: MigratedKind[] = [];
  #lifted: readonly JsonObject[] = [];
  /** The admission policies that were applied, with what was there before. */
  readonly #replaced: { readonly policy: JsonObject; readonly before: JsonObject | undefined }[] = [];
  /** True if objects can already have the new form, which an earlier CRD would remove. */
  #hasMigrated = false;

  constructor(readonly installation: Installation) {}

  async run(denying: readonly string[]): Promise<Installed> {
    const { target } = this.installation;
    try {
      for (const name of denying) await this.#lift(name);
      const problems = await this.#applyExact(await this.#applyFirst());
      if (problems.length > 0) return this.#result([...problems, ...(await this.#restorePolicies())]);
      for (const policy of target.policies) await this.#applyPolicy(policy);
      return this.#result([]);
    } catch (error) {
      // The policies first: a new one can deny the earlier CRDs.
      const replaced = await this.#restoreReplaced();
      const restored = [...replaced, ...(await this.#restore()), ...(await this.#restorePolicies())];
      return this.#result([failureOf(error), ...restored]);
    }
  }

  #result(diagnostics: readonly Diagnostic[]): Installed {
    const lifted = this.#lifted.map(metadataName);
    return { applied: this.#applied, migrated: this.#migrated, lifted, diagnostics };
  }

  /**
   * Applies a CRD. Shortly after an installation, the API server can pass a dry run and deny the request itself, because
   * it enforces a new admission policy only after some seconds. Then the policy is removed here.
   */
  async #applyCrd(manifest: JsonObject): Promise<void> {
    const { server, target, mayLiftPolicy } = this.installation;
    try {
      await applyManifest(server, manifest);
    } catch (error) {
      const binding = mayLiftPolicy && error instanceof ApiError ? await ownBinding(server, error, target) : undefined;
      if (binding === undefined || this.#lifted.some((lifted) => metadataName(lifted) === binding)) throw error;
      await this.#lift(binding);
      await this.#applyCrd(manifest);
    }
  }

  /** Removes the binding of an admission policy, and waits until the API server does not apply it any longer. */
  async #lift(name: string): Promise<void> {
    const { server, planned, progress } = this.installation;
    progress(`removing the admission policy binding ${name}`);
    this.#lifted = [...this.#lifted, await server.send({ method: "GET", path: bindingPath(name) })];
    await deleteIfThere(server, bindingPath(name));
    const problems = await Promise.all(planned.first.map((manifest) => objection(server, manifest)));
    const denied = problems.find((problem) => problem && bindingIn(problem) === name);
    if (denied) throw denied;
  }

  /** Applies all CRDs, with bridges in the place of those that cannot be applied yet. Returns them as they are used. */
  async #applyFirst(): Promise<LiveCrd[]> {
    const { server, planned, progress } = this.installation;
    for (const [index, manifest] of planned.first.entries()) {
      const { crd, action } = planned.plan.crds[index] ?? { crd: "", action: "none" };
      if (action === "none") continue;
      progress(`applying ${crd}`);
      this.#applied.push(crd); // also if the response is lost
      await this.#applyCrd(manifest);
    }
    if (this.#applied.length > 0) progress("waiting for the CRDs");
    return Promise.all(this.#applied.map((crd) => awaitCrd(server, crd)));
  }

  /** Migrates the objects behind bridges, and then applies the CRDs of the bundle. Most of the time is waiting. */
  async #applyExact(lives: readonly LiveCrd[]): Promise<Diagnostic[]> {
    const { planned, target } = this.installation;
    const bridged = planned.plan.crds.filter(({ action }) => action === "migrate").map(({ crd }) => crd);
    const finished = await Promise.allSettled(
      lives.map(async (live) => {
        const { name } = live.crd.metadata;
        const exact = target.crds.get(name);
        return exact && bridged.includes(name) ? await this.#finish(live, exact) : undefined;
      }),
    );
    const problems = finished.flatMap((each) =>
      each.status === "rejected" ? [failureOf(each.reason)] : (each.value ?? []),
    );
    return finished.some(({ status }) => status === "rejected") ? [...problems, ...(await this.#restore())] : problems;
  }

  /**
   * Migrates the objects behind a bridge, and applies the CRD of the bundle. Before it can remove fields, it is applied
   * without this: clients could write the old form until their version was no longer served.
   */
  async #finish(bridge: LiveCrd, exact: JsonObject): Promise<Diagnostic | undefined> {
    const { server } = this.installation;
    const { name } = bridge.crd.metadata;
    const problem = await this.#migrate(bridge, exact);
    if (problem) return problem;
    const closed = closedBridge(bridge, exact);
    await this.#applyCrd(closed);
    const late = await this.#migrate(await awaitCrd(server, name), exact);
    if (late || sameVersions(closed, exact)) return late;
    await this.#applyCrd(exact);
    await awaitCrd(server, name);
    return undefined;
  }

  async #migrate(live: LiveCrd, exact: JsonObject): Promise<Diagnostic | undefined> {
    const { server, migrate, command } = this.installation;
    const crd = live.crd.metadata.name;
    this.#hasMigrated = true;
    const migrated = await migrate(
      live,
      versionsOf(exact).map(({ name }) => String(name)),
    );
    this.#migrated.push(migrated);
    if (migrated.problem === "changed") return diagnose("cluster-crd-changed", { crd, command });
    if (migrated.problem !== "failed") return undefined;
    const stored = outgoingVersions((await readCrd(server, crd)) ?? live, exact).join(", ");
    return diagnose("cluster-migration", { crd, failed: migrated.failed, stored, command });
  }

  /** Restores the CRDs from before, or reports that a part of the bundle is installed. */
  async #restore(): Promise<Diagnostic[]> {
    const { planned, command } = this.installation;
    const done = [...this.#applied];
    if (done.length === 0) return [];
    const left = planned.plan.crds
      .filter(({ crd, action }) => action !== "none" && !done.includes(crd))
      .map(({ crd }) => crd)
      .join(", ");
    try {
      const now = await this.#restorable(done);
      if (!now) return [diagnose("cluster-part", { done: done.join(", "), left, command })];
      for (const [crd, live] of now) await this.#restoreCrd(crd, live);
      return [diagnose("cluster-restored", { crds: done.join(", "), command })];
    } catch {
      return [diagnose("cluster-part", { done: done.join(", "), left, command })];
    }
  }

  async #applyPolicy(policy: JsonObject): Promise<void> {
    const { server } = this.installation;
    this.#replaced.push({ policy, before: await readIfThere(server, manifestPath(policy)) });
    await applyManifest(server, policy);
  }

  /** Restores the admission policies that were replaced, and deletes new ones. */
  async #restoreReplaced(): Promise<Diagnostic[]> {
    const { server } = this.installation;
    const failed = await failing([...this.#replaced].reverse(), ({ policy, before }) =>
      before ? applyManifest(server, withoutServerMetadata(before)) : deleteIfThere(server, manifestPath(policy)),
    );
    const problem = "was replaced by the installation, and could not be restored";
    return failed.map(({ policy }) => diagnose("cluster-policy", { name: metadataName(policy), problem }));
  }

  /** Restores the admission policies that were removed, also for a bundle that is installed in part. */
  async #restorePolicies(): Promise<Diagnostic[]> {
    const { server } = this.installation;
    this.#lifted = await failing(this.#lifted, (binding) => applyManifest(server, withoutServerMetadata(binding)));
    const problem = "was removed for the installation, and could not be restored";
    return this.#lifted.map((binding) => diagnose("cluster-policy", { name: metadataName(binding), problem }));
  }

  /** Returns the CRDs to restore, or undefined if objects can have a version or a form that only the new ones have. */
  async #restorable(names: readonly string[]): Promise<ReadonlyMap<string, LiveCrd> | undefined> {
    if (this.#hasMigrated) return undefined;
    const { server, before } = this.installation;
    const found = new Map<string, LiveCrd>();
    for (const name of names) {
      const now = await readCrd(server, name);
      const old = before.get(name);
      if (!now) continue;
      if (old && outgoingVersions(now, old.object).length > 0) return undefined;
      if (!old && (await hasObjects(server, now))) return undefined;
      found.set(name, now);
    }
    return found;
  }

  async #restoreCrd(name: string, { uid, resourceVersion }: LiveCrd): Promise<void> {
    const { server, before } = this.installation;
    const old = before.get(name);
    const path = crdPath(name);
    if (!old) {
      return deleteIfThere(server, path, { preconditions: { uid, resourceVersion } });
    }
    const metadata = { ...objectIn(old.object, "metadata"), resourceVersion };
    await server.send({ method: "PUT", path, body: { ...old.object, metadata } });
  }
}

/** In seconds. The API server usually notices within a second that a binding is gone. */
const MOST_WAITS = 30;

/** Deletes an object. It is gone, too, if the response to an earlier attempt was lost. */
async function deleteIfThere(server: ApiServer, path: string, body?: JsonObject): Promise<void> {
  try {
    await server.send({ method: "DELETE", path, ...(body && { body }) });
  } catch (error) {
    if (!isApiError(error, 404)) throw error;
  }
}

async function hasObjects(server: ApiServer, live: LiveCrd): Promise<boolean> {
  const version = live.crd.spec.versions.find(({ served }) => served);
  if (!version) return true;
  const list = await readIfThere(server, collectionPath(resourceOf(live, version.name)), { limit: "1" });
  // A CRD that was never established, for example because another one has its names, has no list.
  if (!list) return conditionProblem(live) === undefined;
  return !Array.isArray(list.items) || list.items.length > 0;
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
