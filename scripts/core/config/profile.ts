/** Reads a profile: a versioning policy in the form of data. */
import * as v from "valibot";
import { POLICY_ENTRIES } from "../diagnostics/catalog/policy.js";
import { CHANGE_CLASSES, SUBJECTS } from "../model/change.js";
import { CHANNELS } from "../model/channel.js";
import { isJsonObject } from "../model/json.js";
import type { SourceText } from "../model/location.js";
import { type GraduationCriteria, type Profile, REQUIREMENTS } from "../model/policy.js";
import { type Result, success } from "../result.js";
import { anyText } from "./policy-files.js";
import { PAGE } from "./records.js";
import { expectedOneOf, mapping } from "./schema.js";
import { readYaml, validate } from "./validate.js";

const count = v.pipe(
  v.number("must be a number"),
  v.check((value) => Number.isSafeInteger(value) && value >= 0, "must be an integer that is not negative"),
);

const requirement = v.picklist(REQUIREMENTS, expectedOneOf(REQUIREMENTS));
const byChannel = mapping(v.entriesFromList(CHANNELS, requirement));

/** The requirements in each channel, or one requirement for both. */
const row = {
  ...v.pipe(
    v.lazy((value) => (isJsonObject(value) ? byChannel : requirement)),
    v.transform((given) => (typeof given === "string" ? { standard: given, experimental: given } : given)),
  ),
  keys: byChannel.keys,
};
const optionalRow = v.exactOptional(row);

const criteria = mapping({
  months: count,
  unchangedReleases: count,
  unchangedMonths: count,
  attestations: v.array(anyText, "must be a list"),
});

const NO_CRITERIA: GraduationCriteria = { months: 0, unchangedReleases: 0, unchangedMonths: 0, attestations: [] };

const PROFILE = mapping({
  name: anyText,
  title: anyText,
  classes: mapping(v.entriesFromList(CHANGE_CLASSES, row)),
  subjects: v.exactOptional(mapping(v.entriesFromList(SUBJECTS, optionalRow))),
  rules: v.exactOptional(
    mapping(v.entriesFromList(Object.keys(POLICY_ENTRIES) as (keyof typeof POLICY_ENTRIES)[], optionalRow)),
  ),
  graduation: v.exactOptional(criteria),
});

/** Reads a profile, or reports everything that is wrong in it. */
export function readProfileFile(file: SourceText): Result<Profile> {
  const loaded = readYaml(file);
  if (!loaded.ok) return loaded;
  const node = loaded.value;
  const read = validate(PROFILE, { file: file.path, node, name: file.path, missingAt: node, page: PAGE });
  if (!read.ok) return read;
  const { subjects = {}, rules = {}, graduation = NO_CRITERIA, ...others } = read.value;
  return success({ ...others, subjects, rules, graduation });
}
