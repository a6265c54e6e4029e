/** Rules of the versioning policy that no version bump satisfies. Only a waiver can allow what they reject. */
import { pageLink } from "../../docs.js";
import { entry } from "./entry.js";

const MIGRATION =
  "To replace an API version, use a separate release for each of these steps: add the new version; tag it " +
  "@storageVersion, and tag the old version @deprecated; tag the old version @unserved; and remove the old version.";

const WAIVER = `To accept the finding for one release instead, add a waiver to apis/waivers.yaml (see ${pageLink("waive.md")}).`;

export const POLICY_ENTRIES = {
  "graduates-too-early": entry<{ what: string; count: number; lack: string }>({
    message: ({ what, count, lack }) => `${what} ${count > 1 ? "graduate" : "graduates"} too early: ${lack}`,
    fix:
      "Keep the @experimental tag until the graduation criteria are met. To list the criteria, run crd-bundle " +
      "graduation. If maintainers must attest that a criterion is met, add their attestation to " +
      `apis/graduation.yaml. ${WAIVER}`,
    why: "The standard channel promises stability, but an API that few people have used is likely to change again.",
  }),
  "removed-too-early": entry<{ version: string; use: "stored" | "served" }>({
    message: ({ version, use }) =>
      `${version} was removed, but the previous release still ` +
      `${use === "stored" ? "stored objects in it" : "served it"}`,
    fix: ({ version, use }) =>
      `Keep ${version}${use === "stored" ? "" : ", tagged @unserved,"} in this release. ${MIGRATION} ${WAIVER}`,
    why:
      "The API server rejects a CRD update that removes a version listed in status.storedVersions. Clients that " +
      "still use a removed version fail.",
  }),
  "retired-without-trace": entry<{ path: string; missing: "tombstone" | "conversion" | "both" }>({
    message: ({ path, missing }) => `${path} was removed without ${missingTraces(missing)}`,
    fix:
      "To add a tombstone, write @tombstone <field> <bundle version> <reason> in the comment of the type that " +
      "contained the field. To add a conversion, define in apis/conversions.yaml what happens to the value of the " +
      `field. ${WAIVER}`,
    why:
      "Stored objects might still contain the field. A tombstone reserves the name of the field. Without a " +
      "tombstone, a new field with the same name would get the old value. A conversion documents what happens to the " +
      "value. Without a conversion, users might lose the value.",
  }),
  "status-differs": entry<{ version: string; verb: "has" | "lacks"; storage: string }>({
    message: ({ version, verb, storage }) =>
      `${version} ${verb} the status subresource, unlike the storage version ${storage}`,
    fix:
      "Give the status subresource to all versions of the kind or to none of them. A version has the status " +
      `subresource if its type has a status property and no @noStatus tag. ${WAIVER}`,
    why: "A controller cannot update the status subresource through a version that lacks it.",
  }),
  "storage-without-rollback": entry<{ version: string }>({
    message: ({ version }) =>
      `the storage version ${version} is not in the previous release, so users cannot roll back`,
    fix: ({ version }) =>
      "In this release, tag the storage version of the previous release @storageVersion. In the next release, move " +
      `the tag to ${version}. ${WAIVER}`,
    why:
      "Once objects are stored in the new version, the API server rejects every CRD that lacks this version, " +
      "including the CRD of the previous release.",
  }),
  "tombstone-deleted": entry<{ path: string }>({
    message: ({ path }) => `the tombstone of ${path} was removed, although a release contained it`,
    fix: `Restore the @tombstone tag in the comment of the type that contained the field. ${WAIVER}`,
    why:
      "A tombstone reserves the name of a removed field. Stored objects might still contain the field, and a new " +
      "field with the same name would get the old value.",
  }),
  "unserved-before-deprecated": entry<{ version: string }>({
    message: ({ version }) => `${version} is no longer served, but the previous release did not deprecate it`,
    fix:
      "In this release, replace the @unserved tag of the version with @deprecated. Tag the version @unserved in the " +
      `next release. ${WAIVER}`,
    why:
      "The API server sends a warning to clients that use a deprecated version. Clients of a version that was never " +
      "deprecated fail without a warning.",
  }),
  "versions-not-convertible": entry<{ first: string; other: string; difference: string }>({
    message: ({ first, other, difference }) =>
      `${first} and ${other} use the conversion strategy None, but their schemas differ: ${difference}`,
    fix:
      "Make the schemas of both versions the same. The tool cannot configure a conversion webhook. If you add a " +
      `webhook to the CRD yourself, add a waiver to apis/waivers.yaml (see ${pageLink("waive.md")}).`,
    why:
      "With the conversion strategy None, the API server changes only apiVersion when it converts an object. It " +
      "drops fields that the requested version lacks, and might return objects that are not valid in that version.",
  }),
};

/** Formats the missing parts for a sentence. */
function missingTraces(missing: "tombstone" | "conversion" | "both"): string {
  if (missing === "tombstone") return "a tombstone";
  return missing === "conversion" ? "a conversion" : "a tombstone or a conversion";
}
