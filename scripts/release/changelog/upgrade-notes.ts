/** What to do before a release is installed over an older one. */
import type { BundleState } from "../../core/model/bundle-state.js";
import type { Change } from "../../core/model/change.js";
import { CHANNELS, type Channel } from "../../core/model/channel.js";
import { compareStrings } from "../../core/model/diagnostic.js";
import { ROOT_PATH } from "../../core/model/field-path.js";
import type { BlockedInstall } from "../../core/model/policy.js";
import { isReserved } from "../../core/model/reserved.js";
import { GROUPS, type NoteContext, say } from "./change-words.js";
import { successorOf, whereValuesGo } from "./conversions.js";
import { crdIn, inWords, kindNames, servedVersions } from "./kinds.js";
import { code, item, paragraph, words } from "./markdown/write.js";

type Input = NoteContext & { readonly changes: readonly Change[] };

/** The section, or nothing where there is nothing to do. */
export function upgradeNotes(input: Input): string {
  const lines = [...goneVersions(input), ...goneKinds(input), ...retiredFields(input), ...tighterValidation(input)];
  const parts = [lines.map((line) => item(line)).join("") + migrations(input), olderMigrations(input)].filter(
    (part) => part !== "",
  );
  return parts.length === 0 ? "" : `### Upgrade notes\n\n${parts.join("\n")}`;
}

/** The same change in several channels is one. */
function byChannel(changes: readonly Change[]): { change: Change; channels: Channel[] }[] {
  const found = new Map<string, { change: Change; channels: Channel[] }>();
  for (const change of changes) {
    const { crd, versions, path, subject } = change;
    const key = JSON.stringify([crd, versions, path, subject]);
    const known = found.get(key);
    if (known) known.channels.push(change.channel);
    else found.set(key, { change, channels: [change.channel] });
  }
  return [...found.values()];
}

function goneVersions({ changes, before, after }: Input): string[] {
  const nameOf = kindNames(after, before);
  const gone = changes.filter(({ subject }) => subject === "version-unserved" || subject === "version-removed");
  const byFate = new Map<string, string[]>();
  for (const { change, channels } of byChannel(gone)) {
    const { crd, versions, subject, channel } = change;
    const wasServed = servedVersions(crdIn(channel, crd, before)).some((name) => versions.includes(name));
    const fate =
      subject === "version-unserved" ? "No longer served" : wasServed ? "Removed" : "Removed, and not served before";
    const key = JSON.stringify([`${fate} (${inWords(channels)})`, wasServed ? advice(channel, crd, after) : ""]);
    byFate.set(key, [...(byFate.get(key) ?? []), `${nameOf(crd)} ${words(versions.join(", "))}`]);
  }
  return [...byFate].map(([key, versions]) => {
    const [fate, then] = JSON.parse(key) as [string, string];
    return `${fate}: ${versions.join(", ")}.${then}`;
  });
}

function advice(channel: Channel, crd: string, after: BundleState): string {
  const found = crdIn(channel, crd, after);
  const [preferred] = servedVersions(found);
  if (!found || preferred === undefined) return " No other version is served.";
  return ` Change manifests and clients to ${code(`${found.spec.group}/${preferred}`)} first.`;
}

function goneKinds({ changes, before, after, conversions }: Input): string[] {
  const nameOf = kindNames(after, before);
  const gone = changes.filter(({ subject }) => subject === "kind-removed" || subject === "kind-renamed");
  return byChannel(gone).map(({ change: { crd, subject }, channels }) => {
    const to = successorOf(crd, conversions);
    const stays = "An installed CRD stays until you delete it, and its objects go with it.";
    const head = `${nameOf(crd)} is no longer in the ${inWords(channels)}`;
    if (subject === "kind-removed") return `${head}. ${stays}`;
    return `${head}: create its objects anew${to === undefined ? " under the new name" : ` as ${nameOf(to)} (${code(to)})`}. ${stays}`;
  });
}

/** Fields of the experimental channel that left a tombstone: stored objects may hold them still. */
function retiredFields({ changes, before, after, conversions }: Input): string[] {
  const nameOf = kindNames(after, before);
  const retired = changes.filter(
    ({ subject, channel, crd, path }) =>
      channel === "experimental" &&
      (subject === "field-removed" || subject === "field-renamed") &&
      isReserved(after.reserved ?? [], crd, path),
  );
  return byChannel(retired).map(({ change: { crd, path = ROOT_PATH } }) => {
    const goes = whereValuesGo(crd, path, conversions);
    return `${nameOf(crd)} ${code(path)} is gone from the experimental channel${goes === "" ? "" : `: ${goes}`}. The name stays reserved.`;
  });
}

/** What a waiver covers is tighter too, but is listed as a correction. */
function tighterValidation({ changes, ...context }: Input): string[] {
  const tighter = changes.filter((change) => change.class === "tightening");
  const channels = CHANNELS.filter((channel) => tighter.some((change) => change.channel === channel));
  const listed = new Set(tighter.map((change) => say(change, context)?.group));
  const groups = GROUPS.filter((group) => listed.has(group)).join(" and ");
  if (channels.length === 0) return [];
  return [
    `Validation is tighter in the ${inWords(channels)}: objects that do not fit stay as they are, and may be refused when they are written again. See ${groups} above.`,
  ];
}

/** One version that clusters may have objects stored in, and that the release does not have. */
interface Migration {
  readonly crd: string;
  readonly version: string;
  readonly releases: readonly string[];
  readonly channels: Channel[];
}

function migrationsOf(blocked: readonly BlockedInstall[]): Migration[] {
  const found = new Map<string, Migration>();
  for (const { crd, version, releases, channel } of blocked) {
    const known = found.get(`${crd} ${version}`);
    if (known) known.channels.push(channel);
    else found.set(`${crd} ${version}`, { crd, version, releases, channels: [channel] });
  }
  return [...found.values()];
}

/** Whether the release before had the version still: then this is the upgrade that the API server refuses. */
function isRecent({ crd, version }: Migration, before: BundleState | undefined): boolean {
  return CHANNELS.some((channel) =>
    crdIn(channel, crd, before)?.spec.versions.some((candidate) => candidate.name === version),
  );
}

function migrations({ verdict, before, after }: Input): string {
  const nameOf = kindNames(after, before);
  const recent = migrationsOf(verdict?.blocked ?? []).filter((migration) => isRecent(migration, before));
  if (recent.length === 0) return "";
  const intro = `Objects stored in these versions are migrated first, or the API server refuses the new CRD. Rewrite them, then take the version out of ${code("status.storedVersions")} of the CRD:`;
  const lines = recent.map(
    ({ crd, version, releases }) => `${nameOf(crd)} ${words(version)} (${span(releases)}), ${code(crd)}`,
  );
  return item(intro) + lines.map((line) => item(line, 1)).join("");
}

function olderMigrations({ verdict, before, after }: Input): string {
  const nameOf = kindNames(after, before);
  const older = migrationsOf(verdict?.blocked ?? []).filter((migration) => !isRecent(migration, before));
  if (older.length === 0) return "";
  const versions = older.map(({ crd, version, releases }) => `${nameOf(crd)} ${words(version)} (${span(releases)})`);
  const intro =
    "Clusters that once ran an older release may have objects stored in versions that are gone since, and migrate them first if they never did";
  return paragraph(`${intro}: ${versions.sort(compareStrings).join(", ")}.`);
}

/** The releases that stored a version, oldest first. */
function span(releases: readonly string[]): string {
  const [first = "", last] = [releases[0], releases.at(-1)];
  return releases.length < 3 ? words(releases.join(", ")) : `${words(first)} to ${words(last ?? "")}`;
}
