/** Prints what is installed in a cluster, what an installation does, and what was migrated. */
import type { ClusterStatus, InstalledBundleStatus, InstalledCrd } from "../core/model/cluster-status.js";
import type { InstallPlan, PlannedCrd } from "../core/model/install-plan.js";
import type { JsonObject } from "../core/model/json.js";
import type { MigratedCrd } from "../core/model/migration.js";
import { counted } from "../core/words/counted.js";
import { printYaml } from "../core/yaml/print.js";
import { printable } from "./printable.js";
import { printTable } from "./table.js";

/** Returns a table for each bundle. */
export function printStatus({ bundles }: Pick<ClusterStatus, "bundles">): string {
  return bundles
    .filter(({ crds }) => crds.length > 0)
    .map(bundleTable)
    .join("\n");
}

function bundleTable({ domain, crds, policies }: InstalledBundleStatus): string {
  const rows = crds.map((crd) => [
    crd.crd,
    crd.bundleVersion ?? "none",
    crd.channel ?? "none",
    versionsInWords(crd),
    crd.stored.join(", "),
    crd.objects === undefined ? "unknown" : String(crd.objects),
    [...new Set(crd.managers.map(({ tool }) => tool))].join(", "),
  ]);
  const header = ["CRD", "BUNDLE", "CHANNEL", "SERVED", "STORED", "OBJECTS", "MANAGED BY"];
  const admission = policies.map(({ name, version }) => `admission policy ${printable(name)}: ${version}\n`).join("");
  return `${printable(domain)}\n${printTable(header, rows)}${admission}`;
}

/** Returns the served versions. An asterisk marks the storage version. */
function versionsInWords({ served, storage }: InstalledCrd): string {
  const names = served.map((name) => (name === storage ? `${name}*` : name));
  return [...names, ...(served.includes(storage) ? [] : [`(${storage}*)`])].join(", ");
}

export function printPlan(
  { bundle, installed, crds, staying, policies }: InstallPlan,
  { lifted = [] }: { readonly lifted?: readonly string[] } = {},
): string {
  const from = installed
    ? `installed: ${installed.versions.join(", ")} (${installed.channels.join(", ")})`
    : "installed: nothing";
  const rows = crds.map((planned) => [planned.crd, ACTIONS[planned.action], objectsInWords(planned)]);
  const kept = staying.map(({ crd, objects }) => [crd, "stays: not in the bundle", counted(objects, "object")]);
  return (
    `${printable(from)}\nto install: ${targetInWords(bundle)}\n\n` +
    printTable(["CRD", "ACTION", "OBJECTS"], [...rows, ...kept]) +
    lifted.map((name) => `ValidatingAdmissionPolicyBinding ${printable(name)}: remove first\n`).join("") +
    policies.map((name) => `${printable(name)}: apply last\n`).join("")
  );
}

function targetInWords({ name, version, channel }: InstallPlan["bundle"]): string {
  const said = `${version} (${channel})`;
  return name === `v${version}` ? said : `${said} from ${printable(name)}`;
}

const ACTIONS: Readonly<Record<PlannedCrd["action"], string>> = {
  create: "create",
  update: "update",
  migrate: "bridge, migrate, update",
  none: "unchanged",
};

function objectsInWords({ action, objects, outgoing }: PlannedCrd): string {
  const { count, converted, blocked, undeclared, invalid } = objects;
  const parts = [
    [converted, action === "migrate" ? "to convert" : "in the form of another release"],
    [blocked, "cannot be converted or rewritten"],
    [undeclared, "with undeclared fields"],
    [invalid, "not valid"],
  ] as const;
  const said = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  const stored = outgoing.length > 0 ? [`stored version ${outgoing.join(", ")} is dropped`] : [];
  return [counted(count, "object"), ...said, ...stored].join("; ");
}

export function printInstalled(
  { applied, lifted }: { readonly applied: readonly string[]; readonly lifted: readonly string[] },
  { bundle: { version, channel }, policies }: InstallPlan,
): string {
  // The bundle can have a binding of the same name, which is then in place of the one that was removed.
  const gone = lifted.filter((name) => !policies.includes(`ValidatingAdmissionPolicyBinding ${name}`));
  const removed = gone.map((name) => `The admission policy binding ${printable(name)} is removed.\n`).join("");
  if (applied.length === 0) return `${version} (${channel}) is installed already.\n${removed}`;
  return `${version} (${channel}) is installed: ${counted(applied.length, "CRD")} applied.\n${removed}`;
}

export function printMigrated(crds: readonly MigratedCrd[]): string {
  return crds
    .filter(({ seen, removed }) => seen > 0 || removed.length > 0)
    .map(({ crd, seen, written, converted, failed, removed, byServer }) => {
      const parts = [
        counted(seen, "object"),
        ...(byServer ? ["rewritten by the cluster"] : [`${written} written`]),
        ...(converted > 0 ? [`${converted} converted`] : []),
        ...(failed > 0 ? [`${failed} failed`] : []),
        ...(removed.length > 0 ? [`no longer stored: ${removed.join(", ")}`] : []),
      ];
      return `${printable(crd)}: ${parts.join("; ")}\n`;
    })
    .join("");
}

/** Returns manifests as YAML documents, for kubectl. */
export function printManifests(objects: readonly JsonObject[]): string {
  return objects.map((object) => printYaml(object)).join("---\n");
}
