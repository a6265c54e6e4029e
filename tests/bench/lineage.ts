/** Judges the whole history of Gateway API in both channels. `npm run bench` measures this process. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { diffReleases } from "../../scripts/changes/diff/releases.js";
import { judge } from "../../scripts/changes/policy/judge.js";
import { readProfile } from "../../scripts/changes/policy/profile.js";
import { HISTORY_OPTIONS, readHistory } from "../changes/policy/history.js";
import { ROOT } from "../support/golden.js";

const lineage = readHistory() ?? [];
const profile = readProfile(readFileSync(join(ROOT, "templates/policy/channels.yaml"), "utf8"));
const { renamedKinds } = HISTORY_OPTIONS;

for (const [index, after] of lineage.entries()) {
  const before = lineage[index - 1];
  if (!before) continue;
  const changes = diffReleases(before, after, HISTORY_OPTIONS);
  judge({ changes, before, after, lineage: lineage.slice(0, index), profile, waivers: [], renamedKinds });
}
