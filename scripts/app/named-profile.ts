/** Reads the profile that a user names: one of the tool's own versioning policies, or a file. */
import { resolve } from "node:path";
import { readProfile } from "../changes/policy/profile.js";
import { readProfileFile } from "../core/config/profile.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import { PROFILES, type Profile, type ProfileName } from "../core/model/policy.js";
import { nearest } from "../core/nearest.js";
import { pathFrom } from "../core/path-from.js";
import { failure, type Result, success } from "../core/result.js";
import { entryType } from "../host/files.js";
import { readManifest } from "../host/sources.js";
import { readTemplate } from "./templates.js";

/** Reads one of the tool's own versioning policies. */
async function readPolicyProfile(templates: string, name: ProfileName): Promise<Profile> {
  return readProfile(await readTemplate(templates, `policy/${name}.yaml`));
}

export interface ProfilePlaces {
  readonly cwd: string;
  /** The directory of the project, to which the paths in diagnostics are relative. */
  readonly directory: string;
  readonly templates: string;
}

/** Reads the profile with a name, otherwise the file with this path. */
export async function readNamedProfile(
  named: string,
  { cwd, directory, templates }: ProfilePlaces,
): Promise<Result<Profile>> {
  const own = PROFILES.find((name) => name === named);
  if (own) return success(await readPolicyProfile(templates, own));
  const path = resolve(cwd, named);
  if ((await entryType(path)) !== "file") {
    return failure(diagnose("profile-unknown", { profile: named, nearest: nearest(named, PROFILES) }));
  }
  const { files, diagnostics } = await readManifest(path, pathFrom(directory, path));
  const [file] = files;
  if (!file || diagnostics.length > 0) return failure(diagnostics, files);
  const read = readProfileFile(file);
  return read.ok ? read : failure(read.diagnostics, files);
}
