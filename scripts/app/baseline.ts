/** Reads and writes baselines: files with the changes that maintainers accepted earlier. */
import { basename, dirname, resolve } from "node:path";
import { changeFingerprint } from "../changes/policy/fingerprint.js";
import { type AcceptedChange, readBaseline } from "../core/config/baseline.js";
import { isEmptyYaml } from "../core/config/validate.js";
import { diagnose, warning } from "../core/diagnostics/diagnose.js";
import { type Change, isAlarming } from "../core/model/change.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";
import { pathFrom } from "../core/path-from.js";
import { failure, type Result, success } from "../core/result.js";
import { printBaseline } from "../emit/baseline.js";
import { diskError, entryType, putFile } from "../host/files.js";
import { obstacleTo, PathBlocked, staysBelow } from "../host/paths.js";
import { readNamedInput } from "../host/sources.js";
import { attempt } from "./attempt.js";
import type { Context } from "./context.js";

/** A baseline, and the file with it, to which diagnostics refer. */
export interface Baseline {
  readonly accepted: readonly AcceptedChange[];
  readonly sources: readonly SourceText[];
}

/** The baseline of a comparison that has none. */
export const NO_BASELINE: Baseline = { accepted: [], sources: [] };

/** Reads a baseline. Its path in diagnostics is relative to the directory of the project. */
export async function readNamedBaseline(named: string, cwd: string, directory: string): Promise<Result<Baseline>> {
  const path = resolve(cwd, named);
  const { files, diagnostics } = await readNamedInput(path, pathFrom(directory, path));
  if (diagnostics.length > 0) return failure(diagnostics, files);
  const [file] = files;
  if (!file) return failure(diagnose("baseline-missing", { path: named }));
  const read = readBaseline(file);
  return read.ok ? success({ accepted: read.value, sources: files }) : failure(read.diagnostics, files);
}

/** Marks the changes that a baseline accepts. */
export function withAcceptances(changes: readonly Change[], { accepted }: Baseline): readonly Change[] {
  const fingerprints = new Set(accepted.map(({ fingerprint }) => fingerprint));
  if (fingerprints.size === 0) return changes;
  return changes.map((change) =>
    fingerprints.has(changeFingerprint(change)) ? { ...change, isAccepted: true as const } : change,
  );
}

/** Returns a warning for each entry of a baseline that matches no change. */
export function unusedEntries(changes: readonly Change[], { accepted }: Baseline): Diagnostic[] {
  const found = new Set(changes.filter(({ isAccepted }) => isAccepted).map(changeFingerprint));
  const unused = accepted.filter(({ fingerprint }) => !found.has(fingerprint));
  return unused.map(({ fingerprint, crd, location }) =>
    warning(diagnose("baseline-unused", { fingerprint, crd }, location)),
  );
}

/**
 * Writes a baseline with all changes that break users or might break them, also those that another baseline accepts.
 * Replaces only a baseline, and follows no link. Returns the number of changes.
 */
export function writeBaseline(
  { changes, withoutChannels }: { readonly changes: readonly Change[]; readonly withoutChannels?: true },
  named: string,
  context: Context,
): Promise<Result<number>> {
  return attempt(context, async () => {
    const path = resolve(context.cwd, named);
    const problem = await problemOf(path, context.cwd);
    if (problem !== undefined) return failure(diagnose("baseline-unwritable", { path: named, problem }));
    const alarming = changes.filter(isAlarming);
    const identified = alarming.map((change) => ({ fingerprint: changeFingerprint(change), change }));
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
  const existing = await readNamedBaseline(path, cwd, cwd);
  const isBaseline = existing.ok && existing.value.sources.every(({ text }) => text === "" || !isEmptyYaml(text));
  return isBaseline ? undefined : "it is not a baseline";
}
