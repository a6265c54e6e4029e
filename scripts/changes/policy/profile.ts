/** Reads the profiles that are part of the tool. */
import { readProfileFile } from "../../core/config/profile.js";
import { describeDiagnostic } from "../../core/diagnostics/describe.js";
import type { Profile } from "../../core/model/policy.js";

/** Reads a profile from YAML. An invalid one is a bug and throws an error. */
export function readProfile(text: string): Profile {
  const read = readProfileFile({ path: "profile", text });
  if (read.ok) return read.value;
  const problems = read.diagnostics.map((diagnostic) => describeDiagnostic(diagnostic).message);
  throw new Error(`invalid versioning policy:\n${problems.join("\n")}`);
}
