/** Reads and writes baselines: files with the changes that maintainers accepted earlier. */
import { basename, dirname, resolve } from "node:path";
import { changeFingerprint } from "../changes/policy/fingerprint.js";
import { type AcceptedChange, type ChangeDescription, readBaseline } from "../core/config/baseline.js";
import { isEmptyYaml } from "../core/config/validate.js";
import { diagnose, warning } from "../core/diagnostics/diagnose.js";
import type { Change } from "../core/model/change.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";
import type { Placed } from "../core/model/policy.js";
import { pathFrom } from "../core/path-from.js";
import { failure, type Result, success } from "../core/result.js";
import { describeChange, printBaseline } from "../emit/baseline.js";
import { diskError, entryType, putFile } from "../host/files.js";
import { obstacleTo, PathBlocked, staysBelow } from "../host/paths.js";
import { attempt } from "./attempt.js";
import type { Context } from "./context.js";
import { type NamedFilePlaces, readNamedFile } from "./named-file.js";

/** A baseline, and the file with it, to which diagnostics refer. */
export interface Baseline {
  readonly accepted: readonly Placed<AcceptedChange>[];
  readonly sources: readonly SourceText[];
}

/** The baseline of a comparison that has none. */
export const NO_BASELINE: Baseline = { accepted: [], sources: [] };

/** Reads the baseline that a user names, if any. */
export async function readNamedBaseline(named: string | undefined, places: NamedFilePlaces): Promise<Result<Baseline>> {
  if (named === undefined) return success(NO_BASELINE);
  const read = await readNamedFile(named, places, readBaseline);
  if (!read.ok) return read;
  if (!read.value) return failure(diagnose("baseline-missing", { path: named }));
  return success({ accepted: read.value.content, sources: [read.value.file] });
}

/** Marks the changes that a baseline accepts: those whose fingerprint and description it has. */
export function withAcceptances(changes: readonly Change[], { accepted }: Baseline): readonly Change[] {
  const entries = byFingerprint(accepted, ({ fingerprint }) => fingerprint);
  if (entries.size === 0) return changes;
  const isAccepted = (change: Change) =>
    (entries.get(changeFingerprint(change)) ?? []).some(({ description }) => accepts(description, change));
  return changes.map((change) => (isAccepted(change) ? { ...change, isAccepted: true as const } : change));
}

/** Reports whether a description is about a change. Its message may be from another version of the tool. */
function accepts(description: ChangeDescription, change: Change): boolean {
  return falseKeys(description, change).every((key) => key === "message");
}

/** Returns a warning for each entry of a baseline that matches no change, or that describes a different one. */
export function baselineWarnings(changes: readonly Change[], { accepted }: Baseline): Diagnostic[] {
  if (accepted.length === 0) return [];
  const found = byFingerprint(changes, changeFingerprint);
  return accepted.flatMap((entry) => entryProblem(entry, found.get(entry.fingerprint) ?? []) ?? []).map(warning);
}

function byFingerprint<Item>(items: readonly Item[], fingerprintOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const fingerprint = fingerprintOf(item);
    groups.set(fingerprint, [...(groups.get(fingerprint) ?? []), item]);
  }
  return groups;
}

/** Returns the problem of an entry with the fingerprint of these changes, if it has one. */
function entryProblem(entry: Placed<AcceptedChange>, changes: readonly Change[]): Diagnostic | undefined {
  const { fingerprint, description, location, placeOf } = entry;
  if (changes.length === 0) return diagnose("baseline-unused", { fingerprint, crd: description.crd }, location);
  const [closest = [], ...others] = changes.map((change) => falseKeys(description, change));
  const [key] = closest;
  if (key === undefined || others.some(({ length }) => length === 0)) return undefined;
  return diagnose("baseline-mismatch", { fingerprint, keys: closest.join(", ") }, placeOf([key]));
}

const DESCRIPTION_KEYS = ["channel", "crd", "versions", "path", "class", "message"] as const;

/** Returns the keys of a description that do not match a change. A description may lack the channel. */
function falseKeys(description: ChangeDescription, change: Change): (keyof ChangeDescription)[] {
  const own = describeChange(change, description.channel === undefined);
  const comparable = (value: string | readonly string[] | undefined) =>
    JSON.stringify(typeof value === "string" ? value : value?.toSorted());
  return DESCRIPTION_KEYS.filter((key) => comparable(description[key]) !== comparable(own[key]));
}

/** Writes a baseline with changes. Replaces only a baseline, and follows no link. Returns the number of changes. */
export function writeBaseline(
  { changes, withoutChannels }: { readonly changes: readonly Change[]; readonly withoutChannels?: true },
  named: string,
  context: Context,
): Promise<Result<number>> {
  return attempt(context, async () => {
    const path = resolve(context.cwd, named);
    const problem = await problemOf(path, context.cwd);
    if (problem !== undefined) return failure(diagnose("baseline-unwritable", { path: named, problem }));
    const identified = changes.map((change) => ({ fingerprint: changeFingerprint(change), change }));
    try {
      await putFile(path, printBaseline(identified, withoutChannels === true));
    } catch (error) {
      return failure(diagnose("baseline-unwritable", { path: named, problem: diskError(error).message }));
    }
    return success(identified.length);
  });
}

/** Returns the reason why a baseline must not be written to a path, if there is one. */
async function problemOf(path: string, cwd: string): Promise<string | undefined> {
  const inside = pathFrom(cwd, path);
  const obstacle = staysBelow(inside) ? await obstacleTo(cwd, inside) : await obstacleTo(dirname(path), basename(path));
  if (obstacle) return new PathBlocked(obstacle).message;
  if ((await entryType(path)) === undefined) return undefined;
  const existing = await readNamedBaseline(path, { cwd, directory: cwd });
  const isBaseline = existing.ok && existing.value.sources.every(({ text }) => text === "" || !isEmptyYaml(text));
  return isBaseline ? undefined : "it is not a baseline";
}
