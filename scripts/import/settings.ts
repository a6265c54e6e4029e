/** Writes the settings of an imported bundle. */
import { APPROVAL_ANNOTATION } from "../core/model/bundle.js";
import { type JsonObject, objectIn } from "../core/model/json.js";
import { printYaml } from "../core/yaml/yaml.js";

export interface SettingsRequest {
  readonly name: string;
  /** The CRDs in their normal form. */
  readonly crds: readonly JsonObject[];
  /** Codes of the advice that the CRDs do not follow. */
  readonly advice: readonly string[];
}

/** Returns the text of `bundle.yaml`. */
export function writeSettings({ name, crds, advice }: SettingsRequest): string {
  const groups = [...new Set(crds.map((crd) => String(objectIn(crd, "spec").group)))].sort();
  const parts: readonly (readonly [comment: string, settings: JsonObject])[] = [
    ["Settings of the bundle as a whole.", { name, title: titleOf(name) }],
    [
      "Annotations that mark every CRD with its bundle version and its channel.",
      { annotations: annotationKeys(groups, crds) },
    ],
    ["", { groups: Object.fromEntries(groups.map((group) => [group, groupSettings(group, crds)])) }],
    [
      "Oldest and newest minor version of Kubernetes that the bundle supports.",
      { kubernetes: { oldest: "1.33", newest: "1.37" } },
    ],
    ["Descriptions keep the line breaks of their comments.", { descriptions: "as-written" }],
    ["The API server drops fields that the types do not declare.", { preserveUnknownFields: "none" }],
    ...(advice.length > 0
      ? [
          [
            "Advice that the imported types do not follow. Remove a line to see the warnings.",
            { levels: Object.fromEntries(advice.map((code) => [code, "off"])) },
          ] as const,
        ]
      : []),
  ];
  return parts
    .map(([comment, settings]) => `${comment === "" ? "" : `# ${comment}\n`}${printYaml(settings)}`)
    .join("\n");
}

function titleOf(name: string): string {
  return name
    .split("-")
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(" ");
}

/** Returns keys in the domain of the group that has the most CRDs. */
function annotationKeys(groups: readonly string[], crds: readonly JsonObject[]): JsonObject {
  const sizeOf = (group: string) => crds.filter((crd) => objectIn(crd, "spec").group === group).length;
  const domain = [...groups].sort((a, b) => sizeOf(b) - sizeOf(a))[0] ?? "";
  return { bundleVersion: `${domain}/bundle-version`, channel: `${domain}/channel` };
}

function groupSettings(group: string, crds: readonly JsonObject[]): JsonObject {
  const members = crds.filter((crd) => objectIn(crd, "spec").group === group);
  const approval = members
    .map((crd) => objectIn(objectIn(crd, "metadata"), "annotations")[APPROVAL_ANNOTATION])
    .find(Boolean);
  const isProtected = /(^|\.)(k8s|kubernetes)\.io$/.test(group);
  return {
    channels: ["experimental"],
    ...(approval !== undefined && { approval }),
    ...(approval === undefined && isProtected && { approval: "unapproved, as imported" }),
  };
}
