/** Rules of the versioning policy that no version bump satisfies. Only a waiver can allow what they reject. */
import { pageLink } from "../../docs.js";
import { entry } from "./entry.js";

const MIGRATION =
  "To replace a version, use a separate release for each of these steps: add the new version; tag it " +
  "@storageVersion; tag the old version @unserved; and remove the old version.";

const WAIVER = `To accept the finding for one release instead, add a waiver to apis/waivers.yaml (see ${pageLink("waive.md")}).`;

export const POLICY_ENTRIES = {
  "graduates-too-early": entry<{ what: string; count: number; lack: string }>({
    message: ({ what, count, lack }) => `${what} ${count > 1 ? "graduate" : "graduates"} too early: ${lack}`,
    fix:
      "Keep the @experimental tag until the criteria are met. If maintainers must attest a criterion, add their " +
      `attestation to apis/graduation.yaml. ${WAIVER}`,
    why: "The standard channel promises stability, but an API that few people have used is likely to change again.",
  }),
  "removed-too-early": entry<{ version: string; use: "stored" | "served" }>({
    message: ({ version, use }) =>
      `${version} was removed, but the previous release still ` +
      `${use === "stored" ? "stored objects in it" : "served it"}`,
    fix: ({ version, use }) =>
      `Keep ${version}${use === "stored" ? "" : ", tagged @unserved,"} in this release. ${MIGRATION} ${WAIVER}`,
    why:
      "The API server rejects a CRD that lacks a version in which objects are stored. Clients that still use a " +
      "removed version fail.",
  }),
  "retired-without-trace": entry<{ path: string; missing: "tombstone" | "conversion" | "both" }>({
    message: ({ path, missing }) => `${path} was removed without ${missingTraces(missing)}`,
    fix:
      "Add @tombstone <field> <version> <reason> to the type that contained the field, and define in " +
      `apis/conversions.yaml what happens to the field's value. ${WAIVER}`,
    why:
      "Stored objects might still contain the field. Without a tombstone, a new field with the same name would get " +
      "the old value. Without a conversion, users lose the value.",
  }),
  "status-differs": entry<{ version: string; verb: "has" | "lacks"; storage: string }>({
    message: ({ version, verb, storage }) =>
      `${version} ${verb} the status subresource, unlike the storage version ${storage}`,
    fix: `Add the status subresource to all versions or to none of them. ${WAIVER}`,
    why: "A controller cannot update the status subresource through a version that lacks it.",
  }),
  "storage-without-rollback": entry<{ version: string }>({
    message: ({ version }) =>
      `the storage version ${version} is not in the previous release, so users cannot roll back`,
    fix: ({ version }) =>
      `Keep the previous storage version in this release, and make ${version} the storage version in the next one. ` +
      WAIVER,
    why: "Once objects are stored in a version, the API server rejects every CRD that lacks the version.",
  }),
  "tombstone-deleted": entry<{ path: string }>({
    message: ({ path }) => `the tombstone of ${path} was removed, although a release contained it`,
    fix: `Restore the @tombstone tag. ${WAIVER}`,
    why:
      "Stored objects might still contain the removed field, and a new field with the same name would get the old " +
      "value. The reserved field names in bundle.json would also be incomplete.",
  }),
  "unserved-before-deprecated": entry<{ version: string }>({
    message: ({ version }) => `${version} is no longer served, but the previous release did not deprecate it`,
    fix: `Serve the version in this release, tagged @deprecated, and stop serving it in the next one. ${WAIVER}`,
    why:
      "The API server sends a warning to clients that use a deprecated version. Clients of a version that was never " +
      "deprecated fail without notice.",
  }),
  "versions-not-convertible": entry<{ first: string; other: string; difference: string }>({
    message: ({ first, other, difference }) =>
      `${first} and ${other} use the conversion strategy None, but their schemas differ: ${difference}`,
    fix:
      "Make the schemas of both versions the same. The build does not configure the conversion strategy Webhook. If " +
      `you configure it yourself, add a waiver to apis/waivers.yaml (see ${pageLink("waive.md")}).`,
    why:
      "With the conversion strategy None, the API server changes only apiVersion. It drops fields that the other " +
      "version lacks and serves objects that are not valid in that version.",
  }),
};

/** Formats the missing parts for a sentence. */
function missingTraces(missing: "tombstone" | "conversion" | "both"): string {
  if (missing === "tombstone") return "a tombstone";
  return missing === "conversion" ? "a conversion" : "a tombstone or a conversion";
}
