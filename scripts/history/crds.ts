/** YAML texts → the CRDs of one state of a bundle. */
import { diagnose } from "../diagnostics/diagnose.js";
import { CHANNELS, type Channel, isChannel } from "../model/channel.js";
import type { CustomResourceDefinition } from "../model/crd.js";
import type { Diagnostic } from "../model/diagnostic.js";
import { isJsonObject, type Json, type JsonObject } from "../model/json.js";
import type { SourceText } from "../model/location.js";
import type { Release } from "../model/release.js";
import { loadAllYaml } from "../yaml.js";

export interface ReadCrds {
  readonly channels: Release["channels"];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the CRDs of files. A file below a folder named like a channel is of that channel, any other is of the channel
 * that its annotation names, or of the standard one. Documents that are no CRDs are passed over.
 */
export function readCrds(files: readonly SourceText[], channelAnnotation: string): ReadCrds {
  const channels = new Map<Channel, Map<string, CustomResourceDefinition>>();
  const diagnostics: Diagnostic[] = [];
  const crdsIn = (channel: Channel) => {
    const crds = channels.get(channel) ?? new Map<string, CustomResourceDefinition>();
    channels.set(channel, crds);
    return crds;
  };
  for (const file of files) {
    const folder = folderOf(file.path);
    // A channel without a CRD is a channel still: the first kind in it is new.
    if (folder) crdsIn(folder);
    for (const crd of crdsOf(file, diagnostics)) {
      crdsIn(folder ?? annotated(crd, channelAnnotation)).set(crd.metadata.name, crd);
    }
  }
  const ordered = CHANNELS.flatMap((channel) => {
    const crds = channels.get(channel);
    return crds ? [[channel, crds] as const] : [];
  });
  return { channels: new Map(ordered), diagnostics };
}

/** The channel whose name the innermost such folder has. */
function folderOf(path: string): Channel | undefined {
  return path.split("/").slice(0, -1).findLast(isChannel);
}

function annotated(crd: CustomResourceDefinition, annotation: string): Channel {
  const named = crd.metadata.annotations?.[annotation];
  return named !== undefined && isChannel(named) ? named : "standard";
}

function crdsOf(file: SourceText, diagnostics: Diagnostic[]): CustomResourceDefinition[] {
  const loaded = loadAllYaml(file.text);
  if ("problem" in loaded) {
    diagnostics.push(diagnose("crd-invalid", { path: file.path, problem: loaded.problem }));
    return [];
  }
  return loaded.value.flatMap((document) => {
    if (!isJsonObject(document) || document.kind !== "CustomResourceDefinition") return [];
    const problem = crdProblem(document);
    if (problem !== undefined) diagnostics.push(diagnose("crd-invalid", { path: file.path, problem }));
    return problem === undefined ? [document as unknown as CustomResourceDefinition] : [];
  });
}

/** What keeps a document from being compared. What the API server would say beyond that is not asked here. */
function crdProblem({ apiVersion, metadata, spec }: JsonObject): string | undefined {
  if (apiVersion !== "apiextensions.k8s.io/v1") return `it is of ${String(apiVersion)}, not of apiextensions.k8s.io/v1`;
  if (!isJsonObject(metadata) || typeof metadata.name !== "string") return "it has no name";
  if (!isJsonObject(spec) || !isJsonObject(spec.names) || !Array.isArray(spec.versions)) return "its spec is not whole";
  const names = (spec.versions as readonly Json[]).map((version) => (isJsonObject(version) ? version.name : undefined));
  if (!spec.versions.every(isVersion)) return "one of its versions has no name or no schema";
  const twice = names.find((name, index) => names.indexOf(name) < index);
  return twice === undefined ? undefined : `it has the version ${String(twice)} twice`;
}

function isVersion(version: Json): boolean {
  const schema = isJsonObject(version) && typeof version.name === "string" ? version.schema : undefined;
  return isJsonObject(schema) && isJsonObject(schema.openAPIV3Schema);
}
