/** Migrates the stored objects of a bundle, and those of one CRD for an installation. */
import { awaitCrd } from "../../cluster/apply-manifest.js";
import { formerVersions } from "../../cluster/bridge.js";
import { hiddenFields, notInstalled } from "../../cluster/installed-bundle.js";
import type { LiveCrd } from "../../cluster/live-crd.js";
import {
  type Checkpoint,
  type Checkpoints,
  type KindMigration,
  type MigratedKind,
  migrateKind,
  NO_CHECKPOINTS,
  rewriteKind,
} from "../../cluster/migrate-kind.js";
import { ObjectFindings } from "../../cluster/object-findings.js";
import type { PageDone, RewriteEvent } from "../../cluster/rewrite-objects.js";
import { nameOf, type TargetBundle } from "../../cluster/target-bundle.js";
import { diagnose, warning } from "../../core/diagnostics/diagnose.js";
import type { ApiServer } from "../../core/model/api-server.js";
import { versionsOf } from "../../core/model/crd-parts.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { isJsonObject, parseJson } from "../../core/model/json.js";
import { CONCURRENCY, type MigratedCrd } from "../../core/model/migration.js";
import { failure, type Result, success } from "../../core/result.js";
import { pathInWords } from "../../core/shape.js";
import { obstacleInWords } from "../../kubernetes/conversion/obstacle-in-words.js";
import type { Context } from "../context.js";
import { fulfill } from "../request.js";
import { type ClusterRequest, withCluster } from "./connect.js";
import { installedCrds } from "./contents.js";
import { type ClusterConversions, clusterConversions, type DefinitionsRequest } from "./definitions.js";
import { formChannel } from "./plan.js";
import { readTarget, type TargetRequest } from "./read-target.js";

export interface MigrateRequest extends ClusterRequest, TargetRequest, DefinitionsRequest {
  /** Asks the API server whether it would accept the updates, and stores nothing. */
  readonly dryRun?: boolean;
}

export interface MigratedBundle {
  readonly crds: readonly MigratedCrd[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Migrates all objects of the kinds of a bundle to its form. The value contains errors if some could not be migrated. */
export function migrateCluster(request: MigrateRequest, context: Context): Promise<Result<MigratedBundle>> {
  return fulfill(request, context, async () => {
    const target = await readTarget(request, context);
    if (!target.ok) return target;
    return withCluster(request, context, (server) => migrateOn(server, target.value, request, context));
  });
}

async function migrateOn(
  server: ApiServer,
  target: TargetBundle,
  request: MigrateRequest,
  context: Context,
): Promise<Result<MigratedBundle>> {
  const found = await installedCrds(server, target);
  const isReady = notInstalled(target, found) === undefined;
  if (isReady) context.progress("waiting for the CRDs");
  const crds = isReady ? await awaitCrds(server, [...found.keys()]) : found;
  const problem = notInstalled(target, crds);
  if (problem) return failure(problem);
  const form = { ...target, channel: formChannel(target, crds) };
  const conversions = await clusterConversions(request, form, context);
  if (!conversions.ok) return conversions;
  const migrator = new Migrator(server, { ...request, conversions: conversions.value }, context);
  const hidden = hiddenFields([...crds.values()], conversions.value);
  const migrated: MigratedCrd[] = [];
  for (const [name, live] of crds) {
    if (hidden.has(name)) continue;
    const kind = await migrator.migrate(live, versionNames(live));
    migrated.push(dataOf(kind));
    migrator.conclude(kind, live);
  }
  return success({ crds: migrated, diagnostics: [...hidden.values(), ...migrator.diagnostics] });
}

async function awaitCrds(server: ApiServer, names: readonly string[]): Promise<ReadonlyMap<string, LiveCrd>> {
  const lives = await Promise.all(names.map((name) => awaitCrd(server, name)));
  return new Map(lives.map((live) => [live.crd.metadata.name, live]));
}

/** Returns the versions of a CRD, all of which stay in a migration without an installation. */
export function versionNames({ object }: LiveCrd): string[] {
  return versionsOf(object).map(({ name }) => String(name));
}

export function dataOf({ problem: _, ...migrated }: MigratedKind): MigratedCrd {
  return migrated;
}

export interface MigratorOptions {
  readonly conversions: ClusterConversions;
  readonly dryRun?: boolean;
  readonly concurrency?: number;
}

/** Migrates the objects of CRDs, and keeps what users must know about them. */
export class Migrator {
  readonly #findings = new ObjectFindings();

  constructor(
    readonly server: ApiServer,
    readonly options: MigratorOptions,
    readonly context: Context,
  ) {}

  get diagnostics(): readonly Diagnostic[] {
    return this.#findings.all();
  }

  migrate(live: LiveCrd, staying: readonly string[]): Promise<MigratedKind> {
    return migrateKind(this.#migration(live, staying));
  }

  /**
   * Rewrites the objects of some namespaces. Keeps no checkpoints: they belong to a CRD, and other runs rewrite its other
   * objects.
   */
  rewrite(live: LiveCrd, isOwn: (namespace: string) => boolean): Promise<MigratedKind> {
    return rewriteKind({ ...this.#migration(live, versionNames(live)), isOwn, checkpoints: NO_CHECKPOINTS });
  }

  #migration(live: LiveCrd, staying: readonly string[]): KindMigration {
    const { conversions, dryRun = false, concurrency = CONCURRENCY } = this.options;
    const start = Date.now();
    const { name } = live.crd.metadata;
    return {
      server: this.server,
      live,
      staying,
      convert: conversions.convert,
      annotation: conversions.annotation,
      hasConversions: conversions.hasConversions(live.crd),
      dryRun,
      concurrency,
      report: (event) => this.#report(event),
      onPage: (page) => this.context.progress(`migrating ${name}: ${progressInWords(page, Date.now() - start)}`),
      checkpoints: checkpointsIn(this.context, this.server, conversions.form),
    };
  }

  /** Reports a migration that is not finished. */
  conclude({ crd, problem, failed }: MigratedKind, live: LiveCrd): void {
    const command = "crd-bundle cluster migrate";
    const stored = formerVersions(live).join(", ");
    if (problem === "failed") this.#findings.conclude(diagnose("cluster-migration", { crd, failed, stored, command }));
    if (problem === "changed") this.#findings.conclude(diagnose("cluster-changed", { object: crd, command }));
  }

  #report(event: RewriteEvent): void {
    for (const diagnostic of diagnosticsOf(event)) this.#findings.add(String(event.object.kind), diagnostic);
  }
}

function diagnosticsOf(event: RewriteEvent): Diagnostic[] {
  const object = nameOf(event.object);
  switch (event.about) {
    case "lost":
    case "outdated": {
      const { about, path, conversion } = event;
      return [warning(diagnose(`cluster-object-${about}`, { object, path: pathInWords(path), conversion }))];
    }
    case "blocked":
      return event.conversions.map((obstacle) =>
        diagnose("cluster-object-blocked", { object, problem: obstacleInWords(obstacle) }),
      );
    case "other-kind": {
      const problem = `it becomes several objects, or one of another kind (${event.applied.join(", ")})`;
      return [diagnose("cluster-object-blocked", { object, problem })];
    }
    case "rejected":
      return [diagnose("cluster-object-blocked", { object, problem: event.problem })];
  }
}

/** Returns the progress in words, such as `1200 of 20000 objects, 6%, 40 seconds left`. */
function progressInWords({ seen, remaining }: PageDone, elapsed: number): string {
  const all = seen + remaining;
  if (remaining === 0) return `${seen} objects`;
  const seconds = Math.ceil((elapsed / 1000 / Math.max(1, seen)) * remaining);
  const left = seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
  return `${seen} of ${all} objects, ${Math.floor((100 * seen) / all)}%, ${left} left`;
}

/**
 * Keeps how far a migration has come in the cache of the user. A CRD that changed since has another generation, and
 * objects that were created since are in the storage version already. A lost entry only costs time.
 */
function checkpointsIn({ cache }: Context, { address }: ApiServer, form: string): Checkpoints {
  const question = ({ uid, generation }: LiveCrd) => JSON.stringify(["migration", address, uid, generation, form]);
  return {
    recall: (live) => {
      const kept = parseJson(cache?.recall(question(live)));
      return isCheckpoint(kept) ? kept : undefined;
    },
    keep: (live, checkpoint) => cache?.keep(question(live), JSON.stringify(checkpoint)),
  };
}

function isCheckpoint(value: unknown): value is Checkpoint {
  if (!isJsonObject(value) || typeof value.place !== "string") return false;
  return [value.seen, value.written, value.converted, value.failed].every((count) => typeof count === "number");
}
