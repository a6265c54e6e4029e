/** Describes the steps that are necessary before a release is installed over an older one. */
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

/** Returns the section with the upgrade notes, or an empty string if there is nothing to do. */
export function upgradeNotes(input: Input): string {
  const lines = [...goneVersions(input), ...goneKinds(input), ...retiredFields(input), ...tighterValidation(input)];
  const steps = lines.map((line) => item(line)).join("") + migrations(input) + brokenConsumers(input);
  const parts = [steps, olderMigrations(input)].filter((part) => part !== "");
  return parts.length === 0 ? "" : `### Upgrade notes\n\n${parts.join("\n")}`;
}

/** Groups the same change in several channels. */
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
      subject === "version-unserved" ? "No longer served" : wasServed ? "Removed" : "Removed, not served before";
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
    const stays = "An installed CRD stays until you delete it. If you delete it, you also delete its objects.";
    const head = `${nameOf(crd)} is no longer in the ${inWords(channels)}`;
    if (subject === "kind-removed") return `${head}. ${stays}`;
    const successor = to === undefined ? "under the new name" : `as ${nameOf(to)} (${code(to)})`;
    return `${head}. Create its objects again ${successor}. ${stays}`;
  });
}

/** Returns notes on fields of the experimental channel that left a tombstone. Stored objects may still contain them. */
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
    const note = goes === "" ? "" : `: ${goes}`;
    return `${nameOf(crd)} ${code(path)} was removed from the experimental channel${note}. The name stays reserved.`;
  });
}

/** Returns a note on stricter validation. A change with a waiver is stricter too, but is listed as a correction. */
function tighterValidation({ changes, ...context }: Input): string[] {
  const tighter = changes.filter((change) => change.class === "tightening");
  const channels = CHANNELS.filter((channel) => tighter.some((change) => change.channel === channel));
  const listed = new Set(tighter.map((change) => say(change, context)?.group));
  const groups = GROUPS.filter((group) => listed.has(group)).join(" and ");
  if (channels.length === 0) return [];
  return [
    `Validation is stricter in the ${inWords(channels)}. Stored objects that are no longer valid stay unchanged, but ` +
      `the API server may reject their next update. See ${groups} above.`,
  ];
}

/** Version that the release does not have, but in which clusters may have stored objects. */
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

/**
 * Reports whether the release before still had the version. If it did, this is the upgrade that the API server rejects.
 */
function isRecent({ crd, version }: Migration, before: BundleState | undefined): boolean {
  return CHANNELS.some((channel) =>
    crdIn(channel, crd, before)?.spec.versions.some((candidate) => candidate.name === version),
  );
}

function migrations({ verdict, before, after }: Input): string {
  const nameOf = kindNames(after, before);
  const recent = migrationsOf(verdict?.blocked ?? []).filter((migration) => isRecent(migration, before));
  if (recent.length === 0) return "";
  const intro =
    "Migrate objects that are stored in these versions first. Otherwise, the API server rejects the new CRD. " +
    `Write each object again, then remove the version from ${code("status.storedVersions")} of the CRD:`;
  const lines = recent.map(
    ({ crd, version, releases }) => `${nameOf(crd)} ${words(version)} (${span(releases)}), ${code(crd)}`,
  );
  return item(intro) + lines.map((line) => item(line, 1)).join("");
}

/** Lists the known consumers that the release breaks, each with the parts of the API that it requires. */
function brokenConsumers({ verdict, before, after }: Input): string {
  const nameOf = kindNames(after, before);
  const parts = new Map<string, Set<string>>();
  for (const { rule, problem, waiver, crd, versions, path } of verdict?.findings ?? []) {
    if (rule !== "consumer-broken" || waiver) continue;
    const consumer = String(problem?.args.consumer);
    const part = `${nameOf(crd)} (${words(versions.join(", "))})${path === undefined ? "" : ` ${code(path)}`}`;
    parts.set(consumer, (parts.get(consumer) ?? new Set()).add(part));
  }
  if (parts.size === 0) return "";
  const intro = "Update these known consumers first. The release does not contain everything that they require:";
  const lines = [...parts].map(([consumer, own]) => `${words(consumer)}: ${[...own].join(", ")}`);
  return item(intro) + lines.map((line) => item(line, 1)).join("");
}

function olderMigrations({ verdict, before, after }: Input): string {
  const nameOf = kindNames(after, before);
  const older = migrationsOf(verdict?.blocked ?? []).filter((migration) => !isRecent(migration, before));
  if (older.length === 0) return "";
  const versions = older.map(({ crd, version, releases }) => `${nameOf(crd)} ${words(version)} (${span(releases)})`);
  const intro =
    "Clusters that once ran an older release may still store objects in versions that were removed since then. If " +
    "they do, migrate these objects first";
  return paragraph(`${intro}: ${versions.sort(compareStrings).join(", ")}.`);
}

/**
 * Returns the releases that stored a version as a phrase. Three or more become a range, from the oldest to the newest.
 */
function span(releases: readonly string[]): string {
  const [first = "", last] = [releases[0], releases.at(-1)];
  return releases.length < 3 ? words(releases.join(", ")) : `${words(first)} to ${words(last ?? "")}`;
}
