/** The files with which maintainers answer the policy: `apis/waivers.yaml`, `graduation.yaml`, `conversions.yaml`. */
import * as v from "valibot";
import { parseFieldPath, ROOT_PATH } from "../model/field-path.js";
import { isJsonObject } from "../model/json.js";
import type { SourceText } from "../model/location.js";
import type { Attestation, Conversion, Placed, Waiver } from "../model/policy.js";
import { parseVersion, type Version } from "../model/release-version.js";
import { diagnosticsIn, failure, type Result, success } from "../result.js";
import { readRecords } from "./records.js";
import { mapping, stringMatching } from "./schema.js";

export interface PolicyFiles {
  readonly waivers: readonly Waiver[];
  readonly attestations: readonly Placed<Attestation>[];
  readonly conversions: readonly Placed<Conversion>[];
}

const anyText = stringMatching(/[^\s]/, "a text is expected");
const VERSION = "a version is expected, as in 1.7.0";

const WAIVER = mapping({
  fingerprint: stringMatching(/^[0-9a-f]{12}$/, "twelve hexadecimal digits in quotes, as the finding shows them"),
  message: anyText,
  why: anyText,
  approvedBy: anyText,
  release: v.pipe(
    v.string(VERSION),
    v.transform((version) => parseVersion(version)),
    v.guard((version: Version | undefined): version is Version => version !== undefined, VERSION),
  ),
});

const ATTESTATION = mapping({
  crd: anyText,
  path: v.exactOptional(
    v.pipe(stringMatching(/^(\.\S+)?$/, "a path is expected, as in .spec.retry"), v.transform(parseFieldPath)),
  ),
  criterion: anyText,
  link: stringMatching(/^https?:\/\/\S+$/, "an address is expected"),
});

/** Checked as a whole: an entry has no name that a message could use. */
const pathMap = v.pipe(
  v.custom<Record<string, string>>(
    (value) => isJsonObject(value) && Object.values(value).every((path) => typeof path === "string"),
    "a mapping of texts to texts is expected",
  ),
  v.transform(
    (paths) => new Map(Object.entries(paths).map(([from, to]) => [parseFieldPath(from), parseFieldPath(to)])),
  ),
);
const pathList = v.pipe(
  v.custom<string[]>(
    (value) => Array.isArray(value) && value.every((path) => typeof path === "string"),
    "a list of texts is expected",
  ),
  v.transform((paths) => paths.map(parseFieldPath)),
);

const CONVERSION = mapping({
  id: anyText,
  crd: anyText,
  to: v.exactOptional(anyText),
  moves: v.optional(pathMap, {}),
  drops: v.optional(pathList, []),
});

/** Reads the files, or lists all that is wrong in any of them. */
export function readPolicyFiles(
  waiverFile: SourceText | undefined,
  graduationFile: SourceText | undefined,
  conversionFile: SourceText | undefined,
): Result<PolicyFiles> {
  const waivers = readWaivers(waiverFile);
  const attestations = readRecords(graduationFile, ATTESTATION);
  const conversions = readRecords(conversionFile, CONVERSION);
  if (!waivers.ok || !attestations.ok || !conversions.ok) {
    return failure(diagnosticsIn([waivers, attestations, conversions]));
  }
  return success({
    waivers: waivers.value,
    attestations: attestations.value.map(({ fields, places }) => ({ ...withoutEmptyPath(fields), places })),
    conversions: conversions.value.map(({ fields, location, places }) => ({ ...fields, location, places })),
  });
}

/** Reads `apis/waivers.yaml`, of the working tree or of a commit. */
export function readWaivers(file: SourceText | undefined): Result<readonly Waiver[]> {
  const records = readRecords(file, WAIVER);
  return records.ok ? success(records.value.map(({ fields, location }) => ({ ...fields, location }))) : records;
}

/** An empty path is none: the attestation is for the kind and all that is in it. */
function withoutEmptyPath({ path, ...others }: Attestation): Attestation {
  return path === undefined || path === ROOT_PATH ? others : { ...others, path };
}
