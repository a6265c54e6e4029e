/** The files with which maintainers answer the policy: `apis/waivers.yaml`, `graduation.yaml`, `conversions.yaml`. */
import { valid } from "semver";
import type { Diagnostic } from "../model/diagnostic.js";
import type { SourceText } from "../model/location.js";
import type { Attestation, Conversion, Placed, Waiver } from "../model/policy.js";
import { type ReadRecord, readRecords, textField, textListField, textMapField } from "./records.js";

export interface PolicyFiles {
  readonly waivers: readonly Waiver[];
  readonly attestations: readonly Placed<Attestation>[];
  readonly conversions: readonly Placed<Conversion>[];
  readonly diagnostics: readonly Diagnostic[];
}

const LINK = /^https?:\/\/\S+$/;
const PATH_OR_NONE = /^(\.\S+)?$/;

export function readPolicyFiles(
  waivers: SourceText | undefined,
  graduation: SourceText | undefined,
  conversions: SourceText | undefined,
): PolicyFiles {
  const waiverRecords = readRecords(waivers, {
    fingerprint: textField(true, /^[0-9a-f]{12}$/, "twelve hexadecimal digits in quotes, as the finding shows them"),
    message: { ...textField(true), formerName: "says" },
    why: textField(true),
    approvedBy: textField(true),
    release: {
      required: true,
      fits: (value) => (valid(String(value)) ? undefined : "a version is expected, as in 1.7.0"),
    },
  });
  const attestationRecords = readRecords(graduation, {
    crd: textField(true),
    path: textField(false, PATH_OR_NONE, "a path is expected, as in .spec.retry"),
    criterion: textField(true),
    link: textField(true, LINK, "an address is expected"),
  });
  const conversionRecords = readRecords(conversions, {
    id: textField(true),
    crd: textField(true),
    to: textField(false),
    moves: textMapField(false),
    drops: textListField(false),
  });
  return {
    waivers: waiverRecords.records.map(
      ({ fields, location }) => ({ ...fields, release: valid(String(fields.release)), location }) as unknown as Waiver,
    ),
    attestations: attestationRecords.records.map(
      ({ fields, places }) => ({ ...withoutEmptyPath(fields), places }) as unknown as Placed<Attestation>,
    ),
    conversions: conversionRecords.records.map(
      ({ fields, location, places }) =>
        ({ moves: {}, drops: [], ...fields, location, places }) as unknown as Placed<Conversion>,
    ),
    diagnostics: [waiverRecords, attestationRecords, conversionRecords].flatMap(({ diagnostics }) => diagnostics),
  };
}

/** An empty path is none: the attestation is for the kind and all that is in it. */
function withoutEmptyPath({ path, ...others }: ReadRecord["fields"]): ReadRecord["fields"] {
  return path === undefined || path === "" ? others : { ...others, path };
}
