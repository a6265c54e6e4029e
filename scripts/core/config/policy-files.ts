/** Reads the files with the decisions of maintainers: `waivers.yaml` and `graduation.yaml`. */
import * as v from "valibot";
import { parseFieldPath, ROOT_PATH, stepsIn } from "../model/field-path.js";
import type { SourceText } from "../model/location.js";
import type { Attestation, Placed, Waiver } from "../model/policy.js";
import { diagnosticsIn, failure, type Result, success } from "../result.js";
import { releaseVersion } from "./api-parts.js";
import { readRecords } from "./records.js";
import { mapping, stringMatching } from "./schema.js";

export interface PolicyFiles {
  readonly waivers: readonly Waiver[];
  readonly attestations: readonly Placed<Attestation>[];
}

/** Text that is not empty. */
export const anyText = stringMatching(/[^\s]/, "must be a string that is not empty");

export const fingerprint = stringMatching(
  /^[0-9a-f]{12}$/,
  "must be the twelve hexadecimal digits of a finding, in quotes",
);

const WAIVER = mapping({
  fingerprint,
  message: anyText,
  why: anyText,
  approvedBy: anyText,
  release: releaseVersion,
});

const ATTESTATION = mapping({
  crd: anyText,
  path: v.exactOptional(
    v.pipe(
      stringMatching(
        (text) => stepsIn(parseFieldPath(text)) !== undefined,
        'must be a field path, such as .spec.retry or .spec["example.dev/size"]',
      ),
      v.transform(parseFieldPath),
    ),
  ),
  criterion: anyText,
  link: stringMatching(/^https?:\/\/\S+$/, "must be an http or https URL"),
});

/** Reads both files, or returns all diagnostics of both. */
export function readPolicyFiles(
  waiverFile: SourceText | undefined,
  graduationFile: SourceText | undefined,
): Result<PolicyFiles> {
  const waivers = readWaivers(waiverFile);
  const attestations = readRecords(graduationFile, ATTESTATION);
  if (!waivers.ok || !attestations.ok) return failure(diagnosticsIn([waivers, attestations]));
  return success({
    waivers: waivers.value,
    attestations: attestations.value.map(({ fields, placeOf }) => ({ ...withoutEmptyPath(fields), placeOf })),
  });
}

/** Reads `apis/waivers.yaml` from the working tree or from a commit. */
export function readWaivers(file: SourceText | undefined): Result<readonly Waiver[]> {
  const records = readRecords(file, WAIVER);
  return records.ok ? success(records.value.map(({ fields, location }) => ({ ...fields, location }))) : records;
}

/** Removes an empty path, which means the same as no path: the attestation covers the kind and all of its fields. */
function withoutEmptyPath({ path, ...others }: Attestation): Attestation {
  return path === undefined || path === ROOT_PATH ? others : { ...others, path };
}
