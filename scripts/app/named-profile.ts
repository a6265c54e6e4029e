/** Reads the profile that a user names: one of the tool's own versioning policies, or a file. */
import { readProfile } from "../changes/policy/profile.js";
import { readProfileFile } from "../core/config/profile.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import { PROFILES, type Profile, type ProfileName } from "../core/model/policy.js";
import { nearest } from "../core/nearest.js";
import { failure, type Result, success } from "../core/result.js";
import { type NamedFilePlaces, readNamedFile } from "./named-file.js";
import { readTemplate } from "./templates.js";

/** Reads one of the tool's own versioning policies. */
async function readPolicyProfile(templates: string, name: ProfileName): Promise<Profile> {
  return readProfile(await readTemplate(templates, `policy/${name}.yaml`));
}

export interface ProfilePlaces extends NamedFilePlaces {
  readonly templates: string;
}

/** Reads the profile with a name, otherwise the file with this path. */
export async function readNamedProfile(
  named: string,
  { templates, ...places }: ProfilePlaces,
): Promise<Result<Profile>> {
  const own = PROFILES.find((name) => name === named);
  if (own) return success(await readPolicyProfile(templates, own));
  const read = await readNamedFile(named, places, readProfileFile);
  if (!read.ok) return read;
  if (read.value) return success(read.value.content);
  return failure(diagnose("profile-unknown", { profile: named, nearest: nearest(named, PROFILES) }));
}
