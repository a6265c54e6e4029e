/** Installs a bundle in a cluster, as a whole or not at all. */
import { type Installed, installBundle } from "../../cluster/install-bundle.js";
import type { ApiServer } from "../../core/model/api-server.js";
import { type Diagnostic, hasErrors } from "../../core/model/diagnostic.js";
import type { InstallPlan } from "../../core/model/install-plan.js";
import type { MigratedCrd } from "../../core/model/migration.js";
import { type Result, success } from "../../core/result.js";
import type { Context } from "../context.js";
import { fulfill } from "../request.js";
import { withCluster } from "./connect.js";
import { dataOf, Migrator } from "./migrate.js";
import { type InstallRequest, mayLiftPolicy, prepareOn } from "./plan.js";

export interface InstalledBundle {
  readonly plan: InstallPlan;
  /** Names of the CRDs that were applied. Empty if there are errors in the plan. */
  readonly applied: readonly string[];
  readonly migrated: readonly MigratedCrd[];
  /** Names of the admission policy bindings of an earlier bundle that were removed. */
  readonly lifted: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Installs a bundle. If there are errors in its plan, nothing is changed. */
export function installOnCluster(request: InstallRequest, context: Context): Promise<Result<InstalledBundle>> {
  return fulfill(request, context, () =>
    withCluster(request, context, (server) => installOn(server, request, context)),
  );
}

async function installOn(
  server: ApiServer,
  request: InstallRequest,
  context: Context,
): Promise<Result<InstalledBundle>> {
  const prepared = await prepareOn(server, request, context);
  if (!prepared.ok) return prepared;
  const { target, contents, conversions, planned, diagnostics } = prepared.value;
  const none: Installed = { applied: [], migrated: [], lifted: [], diagnostics: [] };
  const migrator = new Migrator(server, { conversions }, context);
  const installed = hasErrors(diagnostics)
    ? none
    : await installBundle({
        server,
        target,
        planned,
        before: contents.crds,
        policies: contents.policies,
        mayLiftPolicy: mayLiftPolicy(planned, request.accept),
        migrate: (live, staying) => migrator.migrate(live, staying),
        progress: context.progress,
        command: commandOf(request),
      });
  const { applied, migrated, lifted } = installed;
  return success({
    plan: planned.plan,
    applied,
    migrated: migrated.map(dataOf),
    lifted,
    diagnostics: withoutRepetition([...diagnostics, ...installed.diagnostics, ...migrator.diagnostics]),
  });
}

/** The plan and the migration can find the same. */
function withoutRepetition(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const keys = diagnostics.map(({ code, args }) => JSON.stringify([code, args]));
  return diagnostics.filter((_, index) => keys.indexOf(keys[index] ?? "") === index);
}

/** Returns the command line of an installation, for a shell. */
function commandOf(request: InstallRequest): string {
  const { project, accept = [], consumers = [] } = request;
  const given = ["bundle", "channel", "conversions", "kubeconfig", "context"] as const;
  const values = given.map((name) => [name, request[name]] as const);
  const options: readonly (readonly [string, string | undefined])[] = [
    ["project", project === "." ? undefined : project],
    ...values,
    ...consumers.map((file) => ["consumers", file] as const),
    ...accept.map((code) => ["accept", code] as const),
  ];
  const words = options.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, shellWord(value)]));
  return ["crd-bundle cluster install", ...words].join(" ");
}

/** Quotes a word for a POSIX shell, if it needs quotes. */
function shellWord(word: string): string {
  return /^[\w./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
