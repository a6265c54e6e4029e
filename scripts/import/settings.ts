/** Writes the settings of an imported bundle. */
import { NEW_RANGE, SETTINGS_HEADER, titleOf } from "../core/config/new-project.js";
import { PROTECTED_GROUP } from "../core/config/settings-schema.js";
import { APPROVAL_ANNOTATION } from "../core/model/bundle.js";
import { CHANNELS, type Channel } from "../core/model/channel.js";
import { groupOf } from "../core/model/crd-parts.js";
import { compareStrings } from "../core/model/diagnostic.js";
import { type JsonObject, objectIn } from "../core/model/json.js";
import { printYaml } from "../core/yaml/print.js";
import { isExperimental, type MergedCrd } from "./merge-channels.js";

export interface SettingsRequest {
  readonly name: string;
  /** The CRDs in their normal form. */
  readonly crds: readonly MergedCrd[];
  /**
   * The channels of the CRDs. CRDs of other tools have none: a bundle with only the standard channel serves alpha
   * versions, too.
   */
  readonly channels: readonly Channel[];
  /** Codes of the advice that the CRDs do not follow. */
  readonly advice: readonly string[];
  /** Domain of the annotations of the bundle; that of the group with the most CRDs if unset. */
  readonly domain?: string | undefined;
}

/** Returns the text of `bundle.yaml`. */
export function writeSettings(request: SettingsRequest): string {
  const { name, crds, channels, advice, domain = largestGroup(crds) } = request;
  const groups = [...new Set(crds.map(({ crd }) => groupOf(crd)))].sort();
  const levels = Object.fromEntries(advice.map((code) => [code, "off"]));
  const parts = [
    printYaml({ name, title: titleOf(name) }),
    "# Annotations that mark every CRD with its bundle version and its channel.",
    printYaml({ annotations: { bundleVersion: `${domain}/bundle-version`, channel: `${domain}/channel` } }),
    printYaml({
      ...(channels.length < CHANNELS.length && { channels }),
      groups: Object.fromEntries(groups.map((group) => [group, groupSettings(group, request)])),
    }),
    "# Oldest and newest minor version of Kubernetes that the bundle supports.",
    printYaml({ kubernetes: { ...NEW_RANGE } }),
    "# Descriptions keep the line breaks of their comments.",
    printYaml({ descriptions: "as-written" }),
    "# The API server drops fields that the types do not declare.",
    printYaml({ preserveUnknownFields: "none" }),
    ...kindSettings(crds),
    ...(advice.length === 0 ? [] : ["# Advice that the imported types do not follow.", printYaml({ levels })]),
  ];
  // A comment stays next to its setting, and a blank line follows the setting.
  return `${SETTINGS_HEADER}${parts
    .map((part) => `${part}\n`)
    .join("")
    .trimEnd()}\n`;
}

/** Returns the settings of the kinds that a webhook converts. */
function kindSettings(crds: readonly MergedCrd[]): string[] {
  const settings = crds
    .map(({ crd }) => [String(objectIn(crd, "metadata").name), objectIn(crd, "spec").conversion] as const)
    .sort(([a], [b]) => compareStrings(a, b))
    .flatMap(([name, conversion]) => (conversion === undefined ? [] : [[name, { conversion }] as const]));
  return settings.length === 0 ? [] : [printYaml({ kinds: Object.fromEntries(settings) })];
}

function largestGroup(crds: readonly MergedCrd[]): string {
  const groups = crds.map(({ crd }) => groupOf(crd)).sort();
  const sizeOf = (group: string) => groups.filter((other) => other === group).length;
  return groups.reduce((best, group) => (sizeOf(group) > sizeOf(best) ? group : best), groups[0] ?? "");
}

function groupSettings(group: string, { crds, channels }: SettingsRequest): JsonObject {
  const members = crds.filter(({ crd }) => groupOf(crd) === group);
  const approval = members
    .map(({ crd }) => objectIn(objectIn(crd, "metadata"), "annotations")[APPROVAL_ANNOTATION])
    .find(Boolean);
  return {
    channels: members.every(isExperimental) ? ["experimental"] : channels,
    ...(approval !== undefined && { approval }),
    ...(approval === undefined && PROTECTED_GROUP.test(group) && { approval: "unapproved, as imported" }),
  };
}
