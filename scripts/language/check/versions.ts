import { diagnose } from "../../core/diagnostics/diagnose.js";
import { ASPECTS, type Aspect, type Kind, type KindVersion } from "../../core/model/api.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { labelProblem } from "../../core/model/names.js";
import { parseApiVersion } from "../../core/model/version.js";
import { storageVersion } from "../../core/model/versions.js";
import type { Check } from "./check.js";

/** Checks the names of versions, and that they differ from the storage version only if they are tagged @differs. */
export const versionsCheck: Check = {
  name: "versions",
  run: ({ model }) =>
    model.kinds.flatMap((kind) => [...nameProblems(kind), ...aspectProblems(kind), ...tagProblems(kind)]),
};

function nameProblems({ versions }: Kind): Diagnostic[] {
  return versions
    .filter(({ version }) => parseApiVersion(version) === undefined || labelProblem(version) !== undefined)
    .map(({ version, location }) => diagnose("version-name", { version }, location));
}

function aspectProblems({ versions }: Kind): Diagnostic[] {
  const storage = storageVersion(versions);
  if (!storage) return [];
  return versions.flatMap((version) => ASPECTS.flatMap((aspect) => aspectProblem(version, storage, aspect)));
}

function aspectProblem(version: KindVersion, storage: KindVersion, aspect: Aspect): Diagnostic[] {
  const said = version.differences.find((difference) => difference.aspect === aspect);
  const differs = aspectOf(version, aspect) !== aspectOf(storage, aspect);
  if (said && !differs) return [diagnose("version-differs-not", { aspect }, said.location)];
  if (said || !differs) return [];
  const args = { aspect, version: version.version, storage: storage.version };
  return [diagnose("version-differs", args, version.location)];
}

/** Returns an aspect of a version as a string to compare. */
function aspectOf(version: KindVersion, aspect: Aspect): string {
  switch (aspect) {
    case "columns":
      return JSON.stringify(version.columns.map(({ location: _, ...column }) => column));
    case "selectableFields":
      return JSON.stringify(version.selectableFields.map((field) => field.path));
    case "scale":
      return JSON.stringify([version.scale?.spec.path, version.scale?.status.path, version.scale?.selector?.path]);
    case "status":
      return String(version.statusSubresource);
  }
}

/** Reports tags for the whole CRD on a version other than the storage version. */
function tagProblems({ kind, versions }: Kind): Diagnostic[] {
  const storage = storageVersion(versions);
  if (!storage) return [];
  return versions
    .filter((version) => !version.storage)
    .flatMap((version) => version.names.locations)
    .map((location) => diagnose("kind-storage-tag", { kind, version: storage.version }, location));
}
