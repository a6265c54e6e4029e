/**
 * Finds release notes that contradict the manifests. Only the forms of sentences that docs/releasing.md lists are
 * checked; maintainers can write anything else.
 */
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { BundleState } from "../../core/model/bundle-state.js";
import type { Change } from "../../core/model/change.js";
import { CHANNELS, type Channel } from "../../core/model/channel.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { fieldIn, fieldsAlone, isBelow, ROOT_PATH } from "../../core/model/field-path.js";
import type { Location } from "../../core/model/location.js";
import { nearest } from "../../core/nearest.js";
import { type ApiName, crdsOf, isDeprecated, namesAround, presenceOf } from "./api-names.js";
import type { Notes } from "./changelog.js";
import { inWords } from "./kinds.js";
import { type Item, listItems, type NoteToken } from "./markdown/items.js";
import { leading, type Reference, referencesIn, saysNothingElse, trimWord, type Vocabulary } from "./references.js";

/** The two states that the notes are about. The first release has no state before it. */
export interface NotedStates {
  readonly before: BundleState | undefined;
  readonly after: BundleState;
  readonly changes: readonly Change[];
}

/** Returns a diagnostic for each claim in the notes that is not true, in the order of the notes. */
export function claimProblems(notes: Notes, states: NotedStates): Diagnostic[] {
  const vocabulary = vocabularyOf(states);
  return listItems(notes.blocks).flatMap((item) => {
    const references = referencesIn(item.tokens, item.around, vocabulary);
    const at = ({ token }: Reference): Location => ({ file: notes.file, start: token.start, end: token.end });
    const misspelt = references.filter((reference) => isMisspelt(reference, states));
    return [
      ...misspelt.map((reference) => unknownField(reference, states, at(reference))),
      ...claimsIn(item, vocabulary)
        .filter(({ reference }) => !isOpen(reference, states))
        .filter(({ reference }) => !misspelt.some(({ token }) => token.start === reference.token.start))
        .flatMap((claim) => CHECKS[claim.event](claim, states, at(claim.reference))),
    ];
  });
}

const OF_ALL_OBJECTS = ["apiVersion", "kind", "metadata"];

function vocabularyOf({ before, after }: NotedStates): Vocabulary {
  const crds = [before, after].flatMap((state) =>
    [...(state?.channels.values() ?? [])].flatMap((all) => [...all.values()]),
  );
  const schemas = crds.flatMap(({ spec }) => spec.versions.map(({ schema }) => schema.openAPIV3Schema));
  const roots = schemas.flatMap(({ properties }) => Object.keys(properties ?? {}));
  return {
    kinds: new Set(crds.map(({ spec }) => spec.names.kind)),
    roots: new Set(roots.filter((name) => !OF_ALL_OBJECTS.includes(name))),
  };
}

/** A statement about a kind, a version or a field. */
interface Claim {
  readonly event: "added" | "removed" | "deprecated" | "graduated" | "unserved";
  readonly reference: Reference;
  /** Channel that the sentence names, if any. */
  readonly channel: Channel | undefined;
  /** True if the sentence states nothing else, so no other change can be meant. */
  readonly isBare: boolean;
}

const BY_HEADING: ReadonlyMap<string | undefined, Claim["event"]> = new Map([
  ["Added", "added"],
  ["Removed", "removed"],
  ["Deprecated", "deprecated"],
]);

function claimsIn(item: Item, vocabulary: Vocabulary): Claim[] {
  const rows = sentencesOf(item.tokens);
  return rows.flatMap((tokens, index) => {
    const references = referencesIn(tokens, [...item.around, ...item.tokens], vocabulary);
    const subjects = leading(references, tokens);
    const verb = verbOf(tokens);
    const event = verb ?? (index === 0 ? BY_HEADING.get(item.heading) : undefined);
    if (event === undefined) return [];
    const isBare = saysNothingElse(references, tokens);
    const isAlone =
      verb === undefined ? isBare : saysNothingElse(references, tokens.slice(0, tokens.findIndex(isVerb)));
    return subjects
      .filter((reference) => isClaim(reference, event, isAlone))
      .map((reference) => ({ event, reference, channel: channelIn(tokens, event), isBare }));
  });
}

/**
 * Reports whether an item makes a claim about a reference. An item often names a kind only as the place of another
 * change, which is not a claim about the kind. `isAlone` is true if only names precede the verb.
 */
function isClaim({ type }: Reference, event: Claim["event"], isAlone: boolean): boolean {
  if (event === "unserved") return type === "version";
  return type !== "kind" || isAlone;
}

/**
 * Splits tokens into sentences, each of which ends with a period, a semicolon, an exclamation mark or a question mark.
 */
function sentencesOf(tokens: readonly NoteToken[]): NoteToken[][] {
  const rows: NoteToken[][] = [[]];
  for (const token of tokens) {
    rows.at(-1)?.push(token);
    if (!token.isCode && /[.;!?]\)?$/.test(token.text)) rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

/** Terms that put a sentence in another time or give it the opposite meaning. */
const OTHER_TIMES = new Set(
  "not never no until before when once will would may might could should can cannot if unless next later yet soon".split(
    " ",
  ),
);

function isVerb(token: NoteToken): boolean {
  return !token.isCode && /^graduate[sd]?$/.test(trimWord(token.text));
}

function verbOf(tokens: readonly NoteToken[]): Claim["event"] | undefined {
  const words = tokens.map((token) => (token.isCode ? "`" : trimWord(token.text)));
  const rest = ` ${words.join(" ")} `.replace(/ (no longer|not) served /, " unserved ");
  if (rest.split(" ").some((word) => OTHER_TIMES.has(word))) return undefined;
  if (rest.includes(" unserved ")) return "unserved";
  return tokens.some(isVerb) ? "graduated" : undefined;
}

function channelIn(tokens: readonly NoteToken[], event: Claim["event"]): Channel | undefined {
  const words = tokens.map(({ text }) => trimWord(text)).join(" ");
  const named = CHANNELS.filter((channel) => words.includes(`${channel} channel`));
  if (event === "graduated") return "standard";
  return named.length === 1 ? named[0] : undefined;
}

type Check = (claim: Claim, states: NotedStates, location: Location) => Diagnostic[];

const CHECKS: Readonly<Record<Claim["event"], Check>> = {
  added: (claim, states, location) => {
    const { reference, channel } = claim;
    const what = reference.token.text;
    const channels = channel ? [channel] : CHANNELS;
    const there = channels.filter((each) => isThere(reference, each, states.after));
    if (there.length === 0) return [diagnose("claim-added-absent", { what, where: channelPhrase(channel) }, location)];
    const isNew = there.some((each) => !isThere(reference, each, states.before));
    if (isNew || mayMeanAnother(claim, states, ["addition", "graduation", "loosening"])) return [];
    return [
      diagnose("claim-added-before", { what, where: channelPhrase(channel), before: previousName(states) }, location),
    ];
  },
  removed: (claim, states, location) => {
    const { reference, channel } = claim;
    const still = (channel ? [channel] : CHANNELS).filter((each) => isThere(reference, each, states.after));
    if (still.length === 0 || mayMeanAnother(claim, states, ["break"])) return [];
    return [diagnose("claim-removed-there", { what: reference.token.text, where: inWords(still) }, location)];
  },
  deprecated: ({ reference, channel }, states, location) => {
    const channels = (channel ? [channel] : CHANNELS).filter((each) => isThere(reference, each, states.after));
    const isSo = channels.some((each) => reference.names.some((name) => isDeprecated(name, each, states.after)));
    if (isSo || channels.length === 0) return [];
    return [diagnose("claim-deprecated-not", { what: reference.token.text }, location)];
  },
  graduated: (claim, states, location) => {
    const { reference } = claim;
    const what = reference.token.text;
    if (!isThere(reference, "standard", states.after)) return [diagnose("claim-graduated-absent", { what }, location)];
    const isNew = !isThere(reference, "standard", states.before);
    if (isNew || mayMeanAnother(claim, states, ["addition", "graduation"])) return [];
    return [diagnose("claim-graduated-before", { what, before: previousName(states) }, location)];
  },
  unserved: ({ reference, channel }, states, location) => {
    const served = (channel ? [channel] : CHANNELS).filter((each) =>
      reference.names.every(({ kind, version }) =>
        crdsOf(kind, each, states.after).some(({ spec }) =>
          spec.versions.some(({ name, served }) => served && name === version),
        ),
      ),
    );
    if (served.length === 0) return [];
    return [diagnose("claim-unserved-served", { what: reference.token.text, where: inWords(served) }, location)];
  },
};

function channelPhrase(channel: Channel | undefined): string {
  return channel === undefined ? "bundle" : inWords([channel]);
}

function previousName({ before }: NotedStates): string {
  return before?.name ?? "";
}

/** Reports whether a reference cannot be checked, because the schema is free-form at that point. */
function isOpen({ names }: Reference, { before, after }: NotedStates): boolean {
  return names.some((name) =>
    CHANNELS.some((channel) => [before, after].some((state) => presenceOf(name, channel, state) === "open")),
  );
}

/** Reports whether a reference exists. If it may belong to several kinds, one is enough. */
function isThere({ names }: Reference, channel: Channel, state: BundleState | undefined): boolean {
  return names.some((name) => presenceOf(name, channel, state) !== "absent");
}

/**
 * Reports whether the sentence may be about another change of the release, either to the field or version itself or, in
 * the given classes, to something below it.
 */
function mayMeanAnother({ reference, isBare }: Claim, states: NotedStates, below: readonly Change["class"][]): boolean {
  const { names, type } = reference;
  if (type === "kind" || isBare) return false;
  return names.some(({ kind, version, path }) =>
    states.changes.some((change) => {
      const isOfKind = CHANNELS.some((channel) =>
        [states.before, states.after].some((state) =>
          crdsOf(kind, channel, state).some(({ metadata }) => metadata.name === change.crd),
        ),
      );
      if (!isOfKind || change.class === "wording") return false;
      if (path === undefined) return change.versions.includes(version ?? "") && below.includes(change.class);
      const changed = fieldsAlone(change.path ?? ROOT_PATH);
      const claimed = path.reduce(fieldIn, ROOT_PATH);
      return changed === claimed || (isBelow(changed, claimed) && below.includes(change.class));
    }),
  );
}

/**
 * Reports whether a path is misspelled, because it does not exist in either state. A path without a kind may belong to
 * another API. It counts as misspelled only if its parent exists, and if a sibling has a similar name or the path is
 * deeper than the top level.
 */
function isMisspelt(reference: Reference, states: NotedStates): boolean {
  if (reference.type !== "field") return false;
  const isKnown = [states.before, states.after].some((state) =>
    CHANNELS.some((channel) => isThere(reference, channel, state)),
  );
  if (isKnown) return false;
  return (
    reference.isWhole || neighboursOf(reference, states).some(({ depth, near }) => near !== undefined || depth > 1)
  );
}

function neighboursOf({ names }: Reference, { before, after }: NotedStates) {
  return names.flatMap(({ kind, path = [] }: ApiName) =>
    [after, before].flatMap((state) =>
      CHANNELS.toReversed().flatMap((channel) => {
        const found = namesAround(path, kind, channel, state);
        return found ? [{ depth: found.depth, near: nearest(found.step, found.names) }] : [];
      }),
    ),
  );
}

function unknownField(reference: Reference, states: NotedStates, location: Location): Diagnostic {
  const near = neighboursOf(reference, states).find((found) => found.near !== undefined)?.near;
  const kinds = [...new Set(reference.names.map(({ kind }) => kind))].join(", ");
  return diagnose("claim-field-unknown", { path: reference.token.text, kinds, nearest: near }, location);
}
