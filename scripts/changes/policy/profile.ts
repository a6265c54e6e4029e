/** Reads a profile: a versioning policy in the form of data. */
import * as v from "valibot";
import { CHANGE_CLASSES, SUBJECTS } from "../../core/model/change.js";
import { CHANNELS } from "../../core/model/channel.js";
import { type Profile, REQUIREMENTS } from "../../core/model/policy.js";
import { loadYaml } from "../../core/yaml/yaml.js";

/** Requirements for a change, in each channel. */
const ROW = v.strictObject(v.entriesFromList(CHANNELS, v.picklist(REQUIREMENTS)));

const PROFILE = v.strictObject({
  name: v.string(),
  title: v.string(),
  classes: v.strictObject(v.entriesFromList(CHANGE_CLASSES, ROW)),
  subjects: v.record(v.picklist(SUBJECTS), ROW),
  graduation: v.strictObject({
    months: v.number(),
    unchangedReleases: v.number(),
    unchangedMonths: v.number(),
    attestations: v.array(v.string()),
  }),
});

/** Reads a profile from YAML. Profiles are part of this package, so an invalid one is a bug and throws an error. */
export function readProfile(text: string): Profile {
  const loaded = loadYaml(text);
  if ("problem" in loaded) throw new Error(loaded.problem);
  const profile = v.safeParse(PROFILE, loaded.value);
  if (profile.success) return profile.output;
  throw new Error(`invalid versioning policy:\n${v.summarize(profile.issues)}`);
}
