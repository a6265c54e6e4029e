/**
 * Checks the kustomization of a channel. It must list every manifest in its directory and must not do anything else.
 */
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { isJsonObject, type JsonObject } from "../../core/model/json.js";
import type { OutputFile } from "../../core/model/output.js";
import type { Reading } from "../../core/result.js";
import { loadYaml } from "../../core/yaml/yaml.js";

/**
 * All keys of a kustomization that a build writes. Any other key changes what is installed, or installs something more.
 */
const KEYS = ["apiVersion", "kind", "resources"];

/** Returns the problems that prevent the kustomization from rendering the manifests of its directory. */
export function kustomizationProblems({ path, text }: OutputFile, manifests: readonly OutputFile[]): Diagnostic[] {
  const directory = path.slice(0, path.lastIndexOf("/") + 1);
  const read = readKustomization(text);
  if ("problem" in read) return [diagnose("bundle-unreadable", { path, problem: read.problem })];
  const { resources, others } = read.value;
  const named = new Set(resources);
  const names = manifests.map((manifest) => manifest.path.slice(directory.length));
  const repeated = new Set(resources.filter((name, index) => resources.indexOf(name) < index));
  return [
    ...others.map((key) => diagnose("bundle-kustomization-key", { path, key })),
    ...names.filter((name) => !named.has(name)).map((name) => diagnose("bundle-kustomization-missing", { path, name })),
    ...resources
      .filter((name) => !names.includes(name))
      .map((name) => diagnose("bundle-kustomization-surplus", { path, name })),
    ...[...repeated].map((name) => diagnose("bundle-twice", { path, what: name })),
  ];
}

interface Kustomization {
  readonly resources: readonly string[];
  /** Keys that a build does not write. */
  readonly others: readonly string[];
}

function readKustomization(text: string): Reading<Kustomization> {
  const loaded = loadYaml(text);
  if ("problem" in loaded) return loaded;
  if (!isJsonObject(loaded.value) || loaded.value.kind !== "Kustomization")
    return { problem: "it is not a Kustomization" };
  const resources = stringsOf(loaded.value);
  if (!resources) return { problem: "its resources are not a list of names" };
  return { value: { resources, others: Object.keys(loaded.value).filter((key) => !KEYS.includes(key)) } };
}

function stringsOf({ resources }: JsonObject): readonly string[] | undefined {
  if (!Array.isArray(resources)) return undefined;
  const names: readonly unknown[] = resources;
  return names.every((name) => typeof name === "string") ? names : undefined;
}
