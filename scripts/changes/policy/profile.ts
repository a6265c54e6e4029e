/** Reads a versioning policy, which is data. */
import { CHANGE_CLASSES, SUBJECTS } from "../../core/model/change.js";
import { CHANNELS } from "../../core/model/channel.js";
import { isJsonObject, type Json } from "../../core/model/json.js";
import { type Profile, REQUIREMENTS } from "../../core/model/policy.js";
import { loadYaml } from "../../core/yaml/yaml.js";

/** The profile in a YAML text. A profile is ours, so one that is wrong is a bug: it throws. */
export function readProfile(text: string): Profile {
  const loaded = loadYaml(text);
  if ("problem" in loaded) throw new Error(loaded.problem);
  const profile = loaded.value;
  if (!isJsonObject(profile)) throw new Error("a profile is a mapping");
  checkTable(profile.classes ?? null, CHANGE_CLASSES, true);
  checkTable(profile.subjects ?? {}, SUBJECTS, false);
  return profile as unknown as Profile;
}

function checkTable(table: Json, names: readonly string[], isComplete: boolean): void {
  if (!isJsonObject(table)) throw new Error("a table of requirements is missing");
  const unknown = Object.keys(table).filter((name) => !names.includes(name));
  const missing = isComplete ? names.filter((name) => !(name in table)) : [];
  const wrong = Object.entries(table).filter(([, row]) => !CHANNELS.every((channel) => isRequirement(row, channel)));
  const problems = [...unknown, ...missing, ...wrong.map(([name]) => name)];
  if (problems.length > 0) throw new Error(`these rows are not right: ${problems.join(", ")}`);
}

function isRequirement(row: Json, channel: string): boolean {
  return isJsonObject(row) && REQUIREMENTS.some((requirement) => requirement === row[channel]);
}
