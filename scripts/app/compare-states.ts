/** Compares two states of a bundle: two states that the user names, or the last release and the working tree. */
import { resolve } from "node:path";
import { lt } from "semver";
import { comparedChannels } from "../changes/diff/releases.js";
import { changeFingerprint } from "../changes/policy/fingerprint.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import {
  type BundleState,
  groupsLeftOut,
  lackOfChannels,
  type PlaceInFile,
  type UncomparedGroup,
} from "../core/model/bundle-state.js";
import type { Change, PlaceInApi } from "../core/model/change.js";
import { CHANNELS } from "../core/model/channel.js";
import { type Diagnostic, inSourceOrder } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";
import { combinedFailure, failure, type Result, success } from "../core/result.js";
import { baselineWarnings, readNamedBaseline, withAcceptances } from "./baseline.js";
import { changesBetween } from "./changes-between.js";
import type { Context } from "./context.js";
import { repeatedInput } from "./manifests.js";
import { openStates, type StateContext } from "./open-states.js";
import { openTree } from "./open-tree.js";
import { withinGroupsOf } from "./own-groups.js";
import { placeInState } from "./place-in-state.js";
import { releasesBefore } from "./releases-before.js";
import { fulfill } from "./request.js";
import { namedState, treeState } from "./states.js";

/**
 * The states to compare. Each is a Git tag, a commit, the directory of a bundle, a CRD file, or `-` for standard input.
 */
export interface CompareRequest {
  /** The directory that contains `apis/`, relative to the working directory. */
  readonly project: string;
  /** The last release if unset. */
  readonly from?: string | undefined;
  /** The working tree if unset. */
  readonly to?: string | undefined;
  /** The path of a baseline: a file with changes that were accepted earlier. */
  readonly baseline?: string | undefined;
  /** True if the result decides about the newer state, so the comparison fails if it would not cover all older CRDs. */
  readonly isGate?: boolean;
}

/** The names of two states, and all changes from the first to the second, in a fixed order. */
export interface StateComparison {
  readonly from: string;
  readonly to: string;
  /** Set if the states have no channels. Their CRDs count as those of the standard channel. */
  readonly withoutChannels?: true;
  /** API groups of CRDs on standard input that are not compared. Set if there are any. */
  readonly uncompared?: readonly UncomparedGroup[];
  readonly changes: readonly Change[];
  /** Returns the place of a change in a file of the second state, or undefined if that state has no files. */
  readonly placeOf: (change: PlaceInApi) => PlaceInFile | undefined;
  /** Returns the fingerprint of a change, as in a baseline. */
  readonly fingerprintOf: (change: Change) => string;
  /** Warnings about entries of the baseline, and the file with them. */
  readonly warnings: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
}

/**
 * The states to compare. `lineage` ends with the first one; if that is the last release, the earlier releases precede
 * it, oldest first.
 */
interface States {
  readonly lineage: readonly BundleState[];
  readonly after: BundleState;
  readonly context: StateContext;
}

/** Compares two states. Returns undefined if there is no release yet, which is not an error. */
export function compareStates(request: CompareRequest, context: Context): Promise<Result<StateComparison | undefined>> {
  return fulfill(request, context, async () => {
    const repeated = repeatedInput([request.from, request.to]);
    if (repeated) return failure(repeated);
    const places = { cwd: context.cwd, directory: resolve(context.cwd, request.project) };
    const [states, baseline] = [await statesFor(request, context), await readNamedBaseline(request.baseline, places)];
    if (!states.ok || !baseline.ok) return combinedFailure([states, baseline]);
    const { after, context: opened } = states.value;
    const lineage = states.value.lineage.map((state) => withinGroupsOf(after, state, opened));
    const before = lineage.at(-1);
    if (!before) return success(undefined);
    const compared = remarkUncompared(before, after, opened, request.isGate);
    if (!compared.ok) return compared;
    if (request.to !== undefined && isEarlier(after, before)) {
      opened.remark({ about: "states-reversed", from: before.name, to: after.name });
    }
    const changes = withAcceptances(await changesBetween(lineage, after, opened), baseline.value);
    return success({
      from: before.name,
      to: after.name,
      ...lackOfChannels(before, after),
      ...groupsLeftOut(before),
      changes,
      placeOf: (change) => placeInState(after, change, context.cwd),
      fingerprintOf: changeFingerprint,
      warnings: baselineWarnings(changes, baseline.value),
      sources: baseline.value.sources,
    });
  });
}

async function statesFor({ project, from, to }: CompareRequest, context: Context): Promise<Result<States>> {
  if (from !== undefined && to !== undefined) {
    const opened = await openStates(project, context);
    if (!opened.ok) return opened;
    return joined(alone(await namedState(from, opened.value)), await namedState(to, opened.value), opened.value);
  }
  const opened = await openTree("diff", project, from ?? to, context);
  if (!opened.ok) return opened;
  const workspace = opened.value;
  const after = await (to === undefined ? treeState(workspace, workspace.today) : namedState(to, workspace));
  if (!after.ok) return after;
  const lineage = from === undefined ? await releasesBefore(workspace) : alone(await namedState(from, workspace));
  return joined(lineage, after, workspace);
}

function alone(state: Result<BundleState>): Result<readonly BundleState[]> {
  return state.ok ? success([state.value]) : state;
}

/** Returns both states, or the diagnostics of those that could not be read. */
function joined(
  lineage: Result<readonly BundleState[]>,
  after: Result<BundleState>,
  context: StateContext,
): Result<States> {
  if (lineage.ok && after.ok) return success({ lineage: lineage.value, after: after.value, context });
  const diagnostics = [lineage, after].flatMap((state) => (state.ok ? [] : state.diagnostics));
  return failure(inSourceOrder(diagnostics), context.sources);
}

/** Reports whether both states are releases, and the first one has the lower version. */
export function isEarlier({ version }: BundleState, { version: other }: BundleState): boolean {
  return version !== undefined && other !== undefined && lt(version, other);
}

/**
 * Sends a remark about each channel that only one of the states has. Fails if they have no channel in common or, for a
 * gate, if only the older state has a channel: its CRDs may be in another channel of the newer state, with any change.
 */
export function remarkUncompared(
  before: BundleState,
  after: BundleState,
  { remark }: Pick<Context, "remark">,
  isGate = false,
): Result<undefined> {
  const compared = comparedChannels(before, after);
  const names = { from: before.name, to: after.name };
  if (compared.length === 0) return failure(diagnose("channels-disjoint", names));
  for (const channel of CHANNELS.filter((name) => !compared.includes(name))) {
    if (isGate && before.channels.has(channel)) return failure(diagnose("channel-uncompared", { channel, ...names }));
    const owner = [before, after].find(({ channels }) => channels.has(channel));
    if (owner) remark({ about: "channel-of-one-state", channel, state: owner.name });
  }
  return success(undefined);
}
