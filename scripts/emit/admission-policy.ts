/** Admission policy of a bundle, from its template. */
import type { Bundle } from "../core/model/bundle.js";
import type { Channel } from "../core/model/channel.js";
import { isJsonObject, type Json, type JsonObject } from "../core/model/json.js";
import { loadAllYaml } from "../core/yaml/yaml.js";
import { stamp } from "./crd.js";

/**
 * Returns the documents of the policy with the annotations of the bundle, or none if the bundle has no policy.
 *
 * The template is YAML. Its strings contain `{{name}}`, `{{title}}`, `{{groups}}` (a CEL list), `{{channelKey}}`,
 * `{{versionKey}}`, `{{floor}}` and the three numbers of the floor. They are replaced after the YAML is parsed, so a
 * value cannot break the syntax.
 */
export function printAdmissionPolicy(template: string, bundle: Bundle, channel: Channel): JsonObject[] {
  const { admission } = bundle;
  if (!admission) return [];
  const loaded = loadAllYaml(template);
  if ("problem" in loaded) throw new Error(`templates/admission-policy.yaml: ${loaded.problem}`);
  const [floorMajor, floorMinor, floorPatch] = admission.floor.split(".");
  const values: Record<string, string | undefined> = {
    name: admission.name,
    title: bundle.title,
    groups: JSON.stringify(bundle.groups.map((group) => group.name)),
    channelKey: bundle.annotations.channel,
    versionKey: bundle.annotations.bundleVersion,
    floor: admission.floor,
    floorMajor,
    floorMinor,
    floorPatch,
  };
  return loaded.value.map((document) => withStamp(fillIn(document, values) as JsonObject, bundle, channel));
}

function fillIn(value: Json, values: Readonly<Record<string, string | undefined>>): Json {
  if (typeof value === "string") return value.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
  if (Array.isArray(value)) return value.map((item) => fillIn(item as Json, values));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, fillIn(child, values)]));
}

function withStamp(document: JsonObject, bundle: Bundle, channel: Channel): JsonObject {
  return { ...document, metadata: { ...(document.metadata as JsonObject), annotations: stamp(bundle, channel) } };
}
