/** Messages of changes, for the terminal, Markdown and release notes. */
import type { Change, Fact, SchemaChange, Subject, UnusedVersion } from "../model/change.js";
import { isJsonArray, isJsonObject, type Json, sameJson } from "../model/json.js";
import { counted } from "./counted.js";
import { shortJson } from "./json.js";
import { joinedParts, type MessageParts } from "./message-parts.js";
import { ruleMessage } from "./rule.js";
import { valuesMessage } from "./values.js";

type Message<S extends Subject> = (fact: Fact<S>, isGraduation: boolean) => string;

const MESSAGES: { readonly [S in Subject]: Message<S> } = {
  "kind-added": (_, isGraduation) => `the kind ${novelty(isGraduation)}`,
  "kind-removed": () => "the kind was removed",
  "kind-renamed": ({ after }) => `the kind was renamed to ${after}`,
  scope: ({ before, after }) => `the scope changed from ${before} to ${after}`,
  names: (fact) => namesMessage(fact),
  labels: ({ map, key }) => `${key} changed in the ${map} of the CRD`,
  "version-added": ({ version }, isGraduation) => `version ${version} ${novelty(isGraduation)}`,
  "version-removed": ({ version }) => `version ${version} was removed`,
  "version-served": (_, isGraduation) => `the version ${isGraduation ? GRADUATES : "is now served"}`,
  "version-unserved": () => "the version is no longer served",
  "version-deprecated": ({ isDeprecated }) =>
    `the version is ${isDeprecated ? "now deprecated" : "no longer deprecated"}`,
  storage: (fact) => storageMessage(fact),
  conversion: ({ effect }) =>
    effect === "added" ? "a webhook now converts objects" : "the conversion webhook was removed",
  "status-subresource": (fact, isGraduation) => statusMessage(fact, isGraduation),
  "scale-subresource": (fact, isGraduation) => scaleMessage(fact, isGraduation),
  columns: (fact) => columnsMessage(fact),
  "selectable-fields": (fact, isGraduation) => selectableFieldsMessage(fact, isGraduation),
  "field-added": ({ default: value }, isGraduation) =>
    `the field ${novelty(isGraduation)}${value === undefined ? "" : ` (existing objects get its default, ${shortJson(value)})`}`,
  "field-removed": ({ isKept }) =>
    `the field was removed${isKept ? ", but objects keep its values as unknown fields" : ""}`,
  "field-renamed": ({ after }) => `the field moved to ${after}`,
  required: (fact) => `the field is ${requiredState(fact)}`,
  type: (fact) => typeMessage(fact),
  values: (fact, isGraduation) => joinedParts(valuesMessage(fact, isGraduation)),
  default: (fact) => meaningMessage(fact),
  "list-type": (fact) => meaningMessage(fact),
  "map-type": (fact) => meaningMessage(fact),
  "unknown-fields": ({ areKept, below = 0 }) =>
    `unknown fields are now ${areKept ? "kept" : "dropped"}${below > 0 ? `, also in ${counted(below, "object")} below` : ""}`,
  rule: (fact) => joinedParts(ruleMessage(fact)),
  wording: (fact) => wordingMessage(fact),
  unclassified: (fact) => unclassifiedMessage(fact),
};

/** Returns the message of a change. */
export function changeMessage<S extends Subject>(change: SchemaChange<S>): string {
  return MESSAGES[change.subject](change, change.class === "graduation");
}

/** Returns the message of a change in parts. */
export function changeMessageParts(change: Change): MessageParts {
  switch (change.subject) {
    case "values":
      return valuesMessage(change, change.class === "graduation");
    case "rule":
      return ruleMessage(change);
    default:
      return { summary: changeMessage(change) };
  }
}

const GRADUATES = "graduates from the experimental channel";

function novelty(isGraduation: boolean): string {
  return isGraduation ? GRADUATES : "is new";
}

function namesMessage({ name, before, after }: Fact<"names">): string {
  const [old, now] = [before?.[name], after?.[name]].map((value) =>
    Array.isArray(value) ? value.join(", ") : String(value),
  );
  const were = (value: unknown) => (Array.isArray(value) && value.length > 1 ? "were" : "was");
  if (after === undefined) return `${old} ${were(before?.[name])} removed from ${name}`;
  if (before === undefined) return `${now} ${were(after[name])} added to ${name}`;
  return name === "group"
    ? `the group changed from ${old} to ${now}`
    : `the name ${name} changed from ${old} to ${now}`;
}

/** Number of lost fields that are listed. */
const MOST_LOST = 3;

function storageMessage({ before, after, lost = [] }: Fact<"storage">): string {
  const moved = `the storage version changed from ${before} to ${after}`;
  if (lost.length === 0) return moved;
  const others = lost.length - MOST_LOST;
  const places = [...lost.slice(0, MOST_LOST), ...(others > 0 ? [`${others} more`] : [])];
  return `${moved}, which drops or changes values of ${before}: ${places.join(", ")}`;
}

function statusMessage({ effect }: Fact<"status-subresource">, isGraduation: boolean): string {
  switch (effect) {
    case "added":
      return `the status subresource ${novelty(isGraduation)}`;
    case "restored":
      return "the status is now a subresource";
    case "separated":
      return "the status is now a subresource, so other requests no longer change it";
    case "missed":
      return "the status is now a subresource, so new objects have no status and might not be valid without it";
    case "removed":
      return "the status subresource was removed";
  }
}

function scaleMessage({ before, after }: Fact<"scale-subresource">, isGraduation: boolean): string {
  if (before === undefined) return `the scale subresource ${novelty(isGraduation)}`;
  if (after === undefined) return "the scale subresource was removed";
  const [old, now] = [before, after].map((scale) => (isJsonObject(scale) ? scale : {}));
  const changes = Object.entries(SCALE_PATHS).flatMap(([key, name]): string[] => {
    const [was, is] = [old?.[key], now?.[key]];
    if (was === undefined) return is === undefined ? [] : [`now has a ${name}`];
    if (is === undefined) return [`no longer has a ${name}`];
    return sameJson(was, is) ? [] : [`now has the ${name} in ${pathInWords(is)} instead of ${pathInWords(was)}`];
  });
  const isUnselective = old?.labelSelectorPath !== undefined && now?.labelSelectorPath === undefined;
  const consequence = isUnselective ? "; HorizontalPodAutoscalers need a label selector, and stop scaling" : "";
  return `the scale subresource ${changes.length > 0 ? changes.join(", and ") : "changed"}${consequence}`;
}

const SCALE_PATHS: Readonly<Record<string, string>> = {
  specReplicasPath: "desired replicas",
  statusReplicasPath: "current replicas",
  labelSelectorPath: "label selector",
};

function pathInWords(path: Json): string {
  return typeof path === "string" ? path : shortJson(path);
}

function columnsMessage(fact: Fact<"columns">): string {
  switch (fact.effect) {
    case "added":
      return `the printer column ${fact.name} is new`;
    case "changed":
      return `the printer column ${fact.name} shows a different value`;
    case "removed":
      return `the printer column ${fact.name} was removed`;
    case "reordered":
      return "the order of the printer columns changed";
  }
}

function selectableFieldsMessage({ effect }: Fact<"selectable-fields">, isGraduation: boolean): string {
  if (effect === "changed") return "the selectable fields changed";
  return isGraduation ? "selectable fields graduate from the experimental channel" : "selectable fields are new";
}

/** Describes whether a field must be set, as in `now required`. */
export function requiredState({ effect, after }: Fact<"required">): string {
  switch (effect) {
    case "added":
      return "new and required";
    case "required":
      return "now required";
    case "optional":
      return `no longer required${after === undefined ? "" : `, because its default is ${shortJson(after.default)}`}`;
    case "listed":
      return "now listed as required, but valid objects already had it";
    case "unlisted":
      return "no longer listed as required, but valid objects still have it";
  }
}

function typeMessage(fact: Fact<"type">): string {
  if (fact.aspect === "shape") return `the type changed from ${fact.before} to ${fact.after}`;
  return `the embedded resource setting changed from ${shortJson(fact.before)} to ${shortJson(fact.after)}`;
}

/** Returns the name of a setting that decides how stored objects are read, as in `the list type`. */
export function meaningName(fact: Fact<"default" | "list-type" | "map-type">): string {
  switch (fact.subject) {
    case "default":
      return "the default";
    case "list-type":
      return fact.aspect === "keys" ? "the keys of the list" : "the list type";
    case "map-type":
      return "the map type";
  }
}

type Quote = (value: Json | undefined) => string;

/** Returns a setting that decides how stored objects are read, before and after the change. */
export function settingsInWords(
  fact: Fact<"default" | "list-type" | "map-type">,
  quote: Quote,
): readonly [before: string, after: string] {
  const isListType = fact.subject === "list-type" && fact.aspect === "type";
  const inWords = (value: Json | undefined) => (isListType ? listType(value, quote) : quote(value));
  return [inWords(fact.before), inWords(fact.after)];
}

function listType(value: Json | undefined, quote: Quote): string {
  if (!isJsonObject(value) || !isJsonArray(value.keys)) return quote(value);
  const { type, keys } = value;
  return `${quote(type)} with the ${keys.length === 1 ? "key" : "keys"} ${keys.map(quote).join(", ")}`;
}

function meaningMessage(fact: Fact<"default" | "list-type" | "map-type">): string {
  const [before, after] = settingsInWords(fact, shortJson);
  return `${meaningName(fact)} changed from ${before} to ${after}`;
}

function wordingMessage(fact: Fact<"wording">): string {
  switch (fact.aspect) {
    case "keyword":
      return `the ${fact.keyword === "externalDocs" ? "link to external documentation" : fact.keyword} changed`;
    case "deprecation-warning":
      return "the deprecation warning changed";
    case "column":
      return `the description of the printer column ${fact.name} changed`;
    case "selectable-fields":
      return "the order of the selectable fields changed";
    case "conversion-webhook":
      return "the settings of the conversion webhook changed";
    case "unused-version":
      return `${changeMessage(fact.change)} (in a version that ${USES[fact.use]})`;
  }
}

const USES: Readonly<Record<UnusedVersion, string>> = {
  "is-unused": "is neither served nor stored",
  "was-unused": "was neither served nor stored",
  "is-only-read": "is not served",
};

function unclassifiedMessage({ keyword, values }: Fact<"unclassified">): string {
  if (values === undefined) return `${keyword} changed`;
  return `${keyword} changed from ${shortJson(values.before)} to ${shortJson(values.after)}`;
}

/** Returns a note on changes of wording that are not listed, or an empty string if there are none. */
export function hiddenWordingNote(count: number): string {
  return count === 0 ? "" : `${counted(count, "change")} of wording not shown; to include wording, use --wording`;
}

/** Returns one note about all new fields that stored objects may already contain, or an empty string. */
export function storedFieldsNote(changes: readonly Change[]): string {
  const count = changes.filter(({ mayBeStored }) => mayBeStored).length;
  if (count === 0) return "";
  const fields = count === 1 ? "1 new field" : `${count} new fields`;
  return (
    "The API server kept unknown fields, so stored objects might already contain " +
    `${fields} with values that are not valid.`
  );
}
