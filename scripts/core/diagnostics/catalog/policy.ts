/** Rules of the versioning policy that no version bump satisfies. Only a waiver can allow what they reject. */
import { entry } from "./entry.js";

const MIGRATION =
  "Make one step per release: add the new version, tag it @storageVersion, tag the old one @unserved, remove it.";

export const POLICY_ENTRIES = {
  "graduates-too-early": entry<{ what: string; count: number; lack: string }>({
    message: ({ what, count, lack }) => `${what} ${count > 1 ? "graduate" : "graduates"} too early: ${lack}`,
    fix: "Keep it @experimental until it meets the criteria. Add attestations of maintainers to apis/graduation.yaml.",
    why: "The standard channel promises stability, but an API that few people have used is likely to change again.",
  }),
  "removed-too-early": entry<{ version: string; use: "stored" | "served" }>({
    message: ({ version, use }) =>
      `${version} is removed, but the previous release still ` +
      `${use === "stored" ? "stored objects in it" : "served it"}`,
    fix: ({ version, use }) =>
      `Keep ${version}${use === "stored" ? "" : ", tagged @unserved,"} for this release. ${MIGRATION}`,
    why:
      "The API server rejects a CRD that lacks a version in which objects are stored. Clients that still use a " +
      "version of the standard channel fail.",
  }),
  "retired-without-trace": entry<{ path: string; missing: "tombstone" | "conversion" | "both" }>({
    message: ({ path, missing }) => `${path} is removed without ${missingTraces(missing)}`,
    fix:
      "Tag the type @tombstone <field> <version> <why>, and define in apis/conversions.yaml what happens to its " +
      "value.",
    why:
      "Stored objects may still contain the field. Without a tombstone, a new field could take its name. Without a " +
      "conversion, users lose its value.",
  }),
  "status-differs": entry<{ version: string; verb: "has" | "lacks"; storage: string }>({
    message: ({ version, verb, storage }) =>
      `${version} ${verb} the status subresource, unlike the storage version ${storage}`,
    fix: "Add the status subresource to all versions, or to none.",
    why: "A controller cannot write status through a version that lacks the subresource.",
  }),
  "storage-without-rollback": entry<{ version: string }>({
    message: ({ version }) =>
      `objects are stored in ${version}, which the previous release does not have, so users cannot roll back`,
    fix: ({ version }) => `Release ${version} first, and make it the storage version in the release after that.`,
    why: "Once objects are stored in a version, the API server rejects every CRD that lacks it.",
  }),
  "tombstone-deleted": entry<{ path: string }>({
    message: ({ path }) => `the tombstone of ${path} is removed, although a release contained it`,
    fix: "Restore the @tombstone.",
    why:
      "Stored objects may still contain the removed field, and a new field of the same name would get their values. " +
      "`bundle.json` lists the field names that a release reserves.",
  }),
  "unserved-before-deprecated": entry<{ version: string }>({
    message: ({ version }) => `${version} is no longer served, but the previous release did not deprecate it`,
    fix: "Serve it for one more release, tagged @deprecated.",
    why: "The API server warns clients that use a deprecated version. Without the warning, they fail without notice.",
  }),
  "versions-not-convertible": entry<{ first: string; other: string; difference: string }>({
    message: ({ first, other, difference }) =>
      `objects of ${first} and ${other} are converted without a webhook, but the schemas differ: ${difference}`,
    fix: "Make the schemas the same, or convert the objects with a webhook.",
    why:
      "Without a webhook, the API server changes only apiVersion. It drops fields that the other version lacks, and " +
      "serves objects that are not valid in that version.",
  }),
};

/** Formats the missing parts for a sentence. */
function missingTraces(missing: "tombstone" | "conversion" | "both"): string {
  if (missing === "tombstone") return "a tombstone";
  return missing === "conversion" ? "a conversion" : "a tombstone and a conversion";
}
