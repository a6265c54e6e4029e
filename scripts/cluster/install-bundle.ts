/**
 * Installs a bundle as a whole: asks the API server about all manifests, applies them, and migrates the objects where the
 * bundle lacks a version in which they can be stored. Each run starts from what is installed, so a run after one that was
 * interrupted finishes it.
 */
import { diagnose } from "../core/diagnostics/diagnose.js";
import { ApiError, isApiError } from "../core/model/api-server.js";
import { versionsOf } from "../core/model/crd-parts.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { JsonObject } from "../core/model/json.js";
import { AdmissionPolicies } from "./admission-policies.js";
import { failureOf } from "./api-failure.js";
import { awaitCrd, Changed, replaceCrd } from "./apply-manifest.js";
import { closedBridge, outgoingVersions, sameVersions } from "./bridge.js";
import { type LiveCrd, readCrd } from "./live-crd.js";
import type { MigratedKind } from "./migrate-kind.js";
import { bindingIn, ownBinding } from "./policy-binding.js";
import { type Rehearsal, rehearse } from "./rehearse.js";
import { type AppliedCrd, restoreCrds } from "./restore-crds.js";

export interface Installation extends Rehearsal {
  /** The installed CRDs before the installation, by name. */
  readonly before: ReadonlyMap<string, LiveCrd>;
  /** The installed admission policies with the names of those of the bundle, before the installation. */
  readonly policies: readonly JsonObject[];
  /** Migrates the objects of a CRD. `staying` are the versions that the bundle has. */
  readonly migrate: (live: LiveCrd, staying: readonly string[]) => Promise<MigratedKind>;
  /** Command that continues the installation, for messages. */
  readonly command: string;
}

export interface Installed {
  /** Names of the CRDs that were applied. */
  readonly applied: readonly string[];
  readonly migrated: readonly MigratedKind[];
  /** Names of admission policy bindings of an earlier bundle that were removed. */
  readonly lifted: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

export async function installBundle(installation: Installation): Promise<Installed> {
  const { diagnostics, denying } = await rehearse(installation);
  if (diagnostics.length > 0) return { applied: [], migrated: [], lifted: [], diagnostics };
  return new Installer(installation).run([...denying]);
}

class Installer {
  /** The CRDs that were applied, except those that were restored since. */
  readonly #applied: AppliedCrd[] = [];
  readonly #migrated: MigratedKind[] = [];
  readonly #policies: AdmissionPolicies;
  /** Removals of bindings, by name. */
  readonly #lifts = new Map<string, Promise<void>>();
  /** True if objects can already have the new form, which an earlier CRD would remove. */
  #hasMigrated = false;

  constructor(readonly installation: Installation) {
    this.#policies = new AdmissionPolicies(installation.server, installation.policies);
  }

  async run(denying: readonly string[]): Promise<Installed> {
    const { target } = this.installation;
    const policies = this.#policies;
    try {
      for (const binding of denying) await this.#lift(binding);
      const problems = await this.#applyExact(await this.#applyFirst());
      if (problems.length > 0) return this.#result([...problems, ...(await policies.restoreLifted())]);
      for (const policy of target.policies) await policies.apply(policy);
      return this.#result([]);
    } catch (error) {
      // The policies first: a new one can deny the earlier CRDs.
      const replaced = await policies.restoreReplaced();
      const restored = [...replaced, ...(await this.#restore()), ...(await policies.restoreLifted())];
      return this.#result([this.#problemOf(error), ...restored]);
    }
  }

  #result(diagnostics: readonly Diagnostic[]): Installed {
    const applied = this.#applied.map(({ name }) => name);
    return { applied, migrated: this.#migrated, lifted: this.#policies.lifted, diagnostics };
  }

  #problemOf(error: unknown): Diagnostic {
    const { command } = this.installation;
    return error instanceof Changed ? diagnose("cluster-changed", { object: error.object, command }) : failureOf(error);
  }

  /** Removes a binding once, also if it denied the requests of several CRDs at the same time. */
  #lift(binding: string): Promise<void> {
    const earlier = this.#lifts.get(binding);
    if (earlier) return earlier;
    const { planned, progress } = this.installation;
    progress(`removing the admission policy binding ${binding}`);
    const lift = this.#policies.lift(binding, planned.first);
    this.#lifts.set(binding, lift);
    return lift;
  }

  /**
   * Replaces a CRD. Shortly after an installation, the API server can pass a dry run and deny the request itself, because
   * it enforces a new admission policy only after some seconds. Then the policy is removed here, and the request is sent
   * again. `lifted` are the bindings that were removed for it.
   */
  async #replace(
    manifest: JsonObject,
    before: LiveCrd | undefined,
    lifted: readonly string[] = [],
  ): Promise<LiveCrd | undefined> {
    try {
      return await replaceCrd(this.installation.server, manifest, before);
    } catch (error) {
      const binding = await this.#removable(error);
      if (binding === undefined || lifted.includes(binding)) throw error;
      await this.#lift(binding);
      return this.#replace(manifest, before, [...lifted, binding]);
    }
  }

  /** Returns the binding that denied a request, if it may be removed. Another request can already have removed it. */
  async #removable(error: unknown): Promise<string | undefined> {
    const { server, target, mayLiftPolicy } = this.installation;
    if (!mayLiftPolicy || !(error instanceof ApiError)) return undefined;
    const own = await ownBinding(server, error, target);
    const named = bindingIn(error); // another request can have removed it meanwhile
    return own ?? (named !== undefined && this.#lifts.has(named) ? named : undefined);
  }

  /** Applies all CRDs, with bridges in the place of those that cannot be applied yet. Returns them as they are used. */
  async #applyFirst(): Promise<LiveCrd[]> {
    const { server, planned, progress } = this.installation;
    for (const [index, manifest] of planned.first.entries()) {
      const { crd: name, action } = planned.plan.crds[index] ?? { crd: "", action: "none" };
      if (action === "none") continue;
      progress(`applying ${name}`);
      const applied = { name, manifest, before: this.installation.before.get(name) };
      this.#applied.push(applied);
      try {
        const after = await this.#replace(manifest, applied.before);
        this.#applied.splice(-1, 1, { ...applied, after });
      } catch (error) {
        if (isRejected(error)) this.#applied.pop();
        throw error;
      }
    }
    if (this.#applied.length > 0) progress("waiting for the CRDs");
    return Promise.all(this.#applied.map(({ name }) => awaitCrd(server, name)));
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
      each.status === "rejected" ? [this.#problemOf(each.reason)] : (each.value ?? []),
    );
    return finished.some(({ status }) => status === "rejected") ? [...problems, ...(await this.#restore())] : problems;
  }

  /**
   * Migrates the objects behind a bridge, and applies the CRD of the bundle. Before it can remove fields, it is applied
   * without this: clients could write the old form until their version was no longer served.
   */
  async #finish(bridge: LiveCrd, exact: JsonObject): Promise<Diagnostic | undefined> {
    const problem = await this.#migrate(bridge, exact);
    if (problem) return problem;
    const closed = closedBridge(bridge, exact);
    const settled = sameVersions(closed, exact) ? exact : closed;
    const live = await this.#applyAndAwait(settled, bridge);
    const late = await this.#migrate(live, exact);
    if (late || settled === exact) return late;
    await this.#applyAndAwait(exact, live);
    return undefined;
  }

  async #applyAndAwait(manifest: JsonObject, before: LiveCrd): Promise<LiveCrd> {
    await this.#replace(manifest, before);
    return awaitCrd(this.installation.server, before.crd.metadata.name);
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
    if (migrated.problem === "changed") return diagnose("cluster-changed", { object: crd, command });
    if (migrated.problem !== "failed") return undefined;
    const stored = outgoingVersions((await readCrd(server, crd)) ?? live, exact).join(", ");
    return diagnose("cluster-migration", { crd, failed: migrated.failed, stored, command });
  }

  /** Restores the CRDs from before, or reports that a part of the bundle is installed. */
  async #restore(): Promise<Diagnostic[]> {
    const { planned, command } = this.installation;
    const applied = this.#applied.map(({ name }) => name);
    if (applied.length === 0) return [];
    if (!this.#hasMigrated) await this.#tryRestore();
    const done = this.#applied.map(({ name }) => name);
    if (done.length === 0) return [diagnose("cluster-restored", { crds: applied.join(", "), command })];
    const left = planned.plan.crds
      .filter(({ crd, action }) => action !== "none" && !done.includes(crd))
      .map(({ crd }) => crd);
    return [diagnose("cluster-part", { done: done.join(", "), left: left.join(", "), command })];
  }

  /** CRDs that cannot be restored stay in the list, also if the API server has gone away. */
  async #tryRestore(): Promise<void> {
    try {
      await restoreCrds(this.installation.server, this.#applied);
    } catch (error) {
      failureOf(error); // throws the error again unless it is one of the API server, which another message reports
    }
  }
}

/** Reports whether a request has certainly changed nothing. */
function isRejected(error: unknown): boolean {
  return error instanceof Changed ? !error.wasSent : isApiError(error, 400, 403, 413, 422);
}
