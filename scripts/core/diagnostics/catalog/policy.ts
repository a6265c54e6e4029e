/** The rules of the versioning policy that no bump of the version satisfies. A waiver can allow what they reject. */
import { entry } from "./entry.js";

const MIGRATION =
  "The order, a release each: add the new version, store it (@storageVersion), tag the old one @unserved, remove it.";

export const POLICY_ENTRIES = {
  "graduates-too-early": entry<{ what: string; count: number; lack: string }>({
    message: ({ what, count, lack }) => `${what} ${count > 1 ? "graduate" : "graduates"} too early: ${lack}`,
    fix: "Keep it @experimental until it qualifies; what people attest stands in apis/graduation.yaml.",
    why: "The standard channel promises stability, and an API that was hardly used is likely to change again.",
  }),
  "removed-too-early": entry<{ version: string; use: "stored" | "served" }>({
    message: ({ version, use }) =>
      `${version} is removed, but the release before still ${use === "stored" ? "stored objects in it" : "served it"}`,
    fix: ({ version, use }) =>
      `Keep ${version}${use === "stored" ? "" : ", tagged @unserved,"} for this release. ${MIGRATION}`,
    why: "The API server rejects a CRD without a version that objects are stored in. Clients that still use a version of the standard channel fail.",
  }),
  "retired-without-trace": entry<{ path: string; missing: "tombstone" | "conversion" | "both" }>({
    message: ({ path, missing }) => `${path} is gone without ${missingTraces(missing)}`,
    fix: "Tag the type @tombstone <field> <version> <why>, and say in apis/conversions.yaml where its value goes.",
    why: "Stored objects may still hold the field. Without a tombstone a new field can take its name, and without a conversion its value is lost.",
  }),
  "status-differs": entry<{ version: string; verb: "has" | "lacks"; storage: string }>({
    message: ({ version, verb, storage }) =>
      `${version} ${verb} the status subresource, unlike the storage version ${storage}`,
    fix: "Give all versions the same.",
    why: "A controller that writes status through a version without the subresource changes nothing.",
  }),
  "storage-without-rollback": entry<{ version: string }>({
    message: ({ version }) =>
      `objects are stored in ${version}, which the release before does not have: a rollback would fail`,
    fix: ({ version }) => `Release ${version} first, and make it the storage version in the release after.`,
    why: "The API server rejects the CRD of the release before once objects are stored in a version that it lacks.",
  }),
  "tombstone-deleted": entry<{ path: string }>({
    message: ({ path }) => `the tombstone of ${path} is deleted, though it was released`,
    fix: "Put the @tombstone back.",
    why: "Objects that hold the removed field may still be stored, and a new field of its name would get their values. `bundle.json` lists the fields that a release reserves.",
  }),
  "unserved-before-deprecated": entry<{ version: string }>({
    message: ({ version }) => `${version} is no longer served, but no release before deprecated it`,
    fix: "Serve it for one more release and tag it @deprecated.",
    why: "The API server warns clients of a deprecated version. Without that warning they fail without notice.",
  }),
  "versions-not-convertible": entry<{ first: string; other: string; difference: string }>({
    message: ({ first, other, difference }) =>
      `objects are converted between ${first} and ${other} by apiVersion alone, but the two differ: ${difference}`,
    fix: "Make the two the same, or have a webhook convert them.",
    why: "The API server changes only apiVersion: it drops the fields that the other version lacks, and serves objects that are not valid there.",
  }),
};

function missingTraces(missing: "tombstone" | "conversion" | "both"): string {
  if (missing === "tombstone") return "a tombstone";
  return missing === "conversion" ? "a conversion" : "a tombstone and a conversion";
}
