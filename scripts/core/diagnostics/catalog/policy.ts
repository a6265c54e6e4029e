/** Rules of the versioning policy that no version bump satisfies. Users can only accept what they reject. */
import { pageLink } from "../../docs.js";
import { entry } from "./entry.js";

const MIGRATION =
  "To replace an API version, use a separate release for each of these steps. First, add the new version. Second, " +
  "tag the new version `@storageVersion` and the old version `@deprecated`. Third, tag the old version " +
  "`@unserved`. Last, remove the old version. Before users install the last of these releases, they must migrate " +
  "the objects that are stored in the old version, and remove that version from `status.storedVersions` of the CRD.";

export const POLICY_ENTRIES = {
  "graduates-too-early": entry<{ what: string; count: number; lack: string }>({
    message: ({ what, count, lack }) => `${what} ${count > 1 ? "graduate" : "graduates"} too early: ${lack}`,
    example: {
      what: '"Large"',
      count: 1,
      lack: "unmet criteria: months (2 of 6), conformance (not attested)",
    },
    fix:
      "Restore the `@experimental` tag, and keep it until the graduation criteria are met. To list the unmet " +
      "criteria, run `crd-bundle graduation`. If maintainers must attest that a criterion is met, as for " +
      `conformance, add their attestation to apis/graduation.yaml (see ${pageLink("policy.md")}).`,
    isAcceptable: true,
    why:
      "The standard channel promises stability. A kind, field, or enum member that few people have used is likely to " +
      "change again.",
  }),
  "removed-too-early": entry<{ version: string; use: "stored" | "served" }>({
    message: ({ version, use }) =>
      `${version} was removed, but the previous release still ` +
      `${use === "stored" ? "stored objects in it" : "served it"}`,
    example: { version: "v1beta1", use: "served" },
    fix: ({ version, use }) =>
      `Keep ${version} in this release. ` +
      (use === "stored"
        ? ""
        : `If the previous release deprecated ${version}, tag it \`@unserved\`. Otherwise, tag it \`@deprecated\`. `) +
      MIGRATION,
    isAcceptable: true,
    why:
      "The API server rejects a CRD update that removes a version listed in `status.storedVersions`. Clients that " +
      "still use a removed version fail.",
  }),
  "retired-without-trace": entry<{ path: string; missing: "tombstone" | "conversion" | "both" }>({
    message: ({ path, missing }) => `${path} was removed without ${missingTraces(missing)}`,
    example: { path: ".spec.color", missing: "both" },
    fix:
      "A removed field needs both a tombstone and a conversion. For the tombstone, write `@tombstone <field> " +
      "<version> <reason>` in the comment of the type that contained the field, with the version of the release " +
      "that removes the field. For the conversion, define in apis/conversions.yaml what happens to the value of the " +
      `field (see ${pageLink("policy.md")}).`,
    isAcceptable: true,
    why:
      "Stored objects might still contain the field. A tombstone reserves the name of the field. Without a " +
      "tombstone, a new field with the same name would get the old value. A conversion states where the value moves, " +
      "or that it is dropped. Without a conversion, users might lose the value without notice.",
  }),
  "status-differs": entry<{ version: string; verb: "has" | "lacks"; storage: string }>({
    message: ({ version, verb, storage }) =>
      `${version} ${verb} the status subresource, unlike the storage version ${storage}`,
    example: { version: "v1beta1", verb: "lacks", storage: "v1" },
    fix:
      "Enable the status subresource for all versions of the kind or for none of them. It is enabled for a version " +
      "if the interface of the version has a property `status`, unless `@status none` or `@noStatus` removes it, or " +
      "if the interface is tagged `@status`.",
    isAcceptable: true,
    why: "A controller cannot update the status subresource through a version that lacks it.",
  }),
  "storage-without-rollback": entry<{ version: string }>({
    message: ({ version }) =>
      `the storage version ${version} is not in the previous release, so users cannot roll back`,
    example: { version: "v1" },
    fix: ({ version }) =>
      `In this release, keep ${version}, but move the \`@storageVersion\` tag to the version that was the storage ` +
      `version in the previous release. In the next release, move the tag back to ${version}.`,
    isAcceptable: true,
    why:
      "After objects are stored in the new version, the API server rejects every CRD that lacks this version, " +
      "including the CRD of the previous release.",
  }),
  "tombstone-deleted": entry<{ path: string }>({
    message: ({ path }) => `the tombstone for ${path} was removed, but a release contains this tombstone`,
    example: { path: ".spec.color" },
    fix: "Restore the `@tombstone` tag in the comment of the type that contained the field.",
    isAcceptable: true,
    why:
      "A tombstone reserves the name of a removed field. Stored objects might still contain the field. Without the " +
      "tombstone, a new field with the same name would get the old value.",
  }),
  "unserved-before-deprecated": entry<{ version: string }>({
    message: ({ version }) => `${version} is no longer served, but the previous release did not deprecate it`,
    example: { version: "v1beta1" },
    fix:
      "In this release, replace the `@unserved` tag of the version with `@deprecated`. In the next release, add " +
      "the `@unserved` tag to the version again.",
    isAcceptable: true,
    why:
      "The API server sends a warning to clients that use a deprecated version. Clients of a version that was never " +
      "deprecated fail without a warning.",
  }),
  "versions-not-convertible": entry<{ first: string; other: string; difference: string }>({
    message: ({ first, other, difference }) =>
      `${first} and ${other} use the conversion strategy None, but their schemas differ: ${difference}`,
    example: { first: "v1", other: "v1beta1", difference: "the type changed from integer to string" },
    fix:
      "Make the schemas of both versions the same. The tool cannot configure a conversion webhook, but you can add " +
      "one to the CRD yourself.",
    isAcceptable: true,
    why:
      "With the conversion strategy None, the API server changes only `apiVersion` when it converts an object. It " +
      "drops fields that the requested version lacks, and might return objects that are not valid in that version.",
  }),
};

/** Formats the missing parts for a sentence. */
function missingTraces(missing: "tombstone" | "conversion" | "both"): string {
  if (missing === "tombstone") return "a tombstone";
  return missing === "conversion" ? "a conversion" : "a tombstone or a conversion";
}
