/** Checks the manifests of a channel: those in its directory, and the install manifest with the same objects. */
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { isJsonObject, type Json, type JsonObject, sameJson } from "../../core/model/json.js";
import type { OutputFile } from "../../core/model/output.js";
import { loadManifests } from "../../core/yaml/yaml.js";

/** Annotations that every object has, and their values. */
export type Stamp = Readonly<Record<string, string>>;

interface Manifest {
  readonly path: string;
  readonly object: JsonObject;
  /** Kind and name, which identify the object in the bundle. */
  readonly id: string;
}

interface Manifests {
  readonly list: readonly Manifest[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Returns the problems of the objects in a directory, and the differences between the directory and the install
 * manifest.
 */
export function manifestProblems(
  directory: readonly OutputFile[],
  install: OutputFile | undefined,
  stamp: Stamp,
): Diagnostic[] {
  const apart = readManifests(directory);
  const together = readManifests(install ? [install] : []);
  const unreadable = [...apart.diagnostics, ...together.diagnostics];
  const ids = new Set(apart.list.map(({ id }) => id));
  // Objects that are only in the install manifest are reported once, below.
  const ours = [...apart.list, ...together.list.filter(({ id }) => ids.has(id))];
  return [
    ...unreadable,
    ...ours.flatMap((manifest) => [...stampProblems(manifest, stamp), ...statusProblems(manifest)]),
    ...repetitions(apart.list),
    ...repetitions(together.list),
    // Objects in a file that cannot be read would be reported as missing.
    ...(install && unreadable.length === 0 ? differences(apart.list, together.list, install.path) : []),
  ];
}

function readManifests(files: readonly OutputFile[]): Manifests {
  const list: Manifest[] = [];
  const diagnostics: Diagnostic[] = [];
  const refuse = (path: string, problem: string) => diagnostics.push(diagnose("bundle-unreadable", { path, problem }));
  for (const { path, text } of files) {
    const loaded = loadManifests(text, 0);
    if ("problem" in loaded) {
      refuse(path, loaded.problem);
      continue;
    }
    const { documents, inexact } = loaded.value;
    for (const { number } of inexact) refuse(path, `it contains ${number}, which cannot be compared exactly`);
    if (documents.length === 0) refuse(path, "it is empty");
    for (const document of documents) {
      const id = idOf(document);
      if (id === undefined || !isJsonObject(document)) refuse(path, "it has a document without apiVersion and kind");
      else list.push({ path, object: document, id });
    }
  }
  return { list, diagnostics };
}

function idOf(document: Json): string | undefined {
  if (!isJsonObject(document)) return undefined;
  const { apiVersion, kind, metadata } = document;
  if (typeof apiVersion !== "string" || typeof kind !== "string") return undefined;
  const { namespace, name } = isJsonObject(metadata) ? metadata : {};
  const qualified = [namespace, name].filter((part) => typeof part === "string").join("/");
  return qualified === "" ? kind : `${kind} ${qualified}`;
}

function stampProblems({ path, object, id }: Manifest, stamp: Stamp): Diagnostic[] {
  const { annotations } = isJsonObject(object.metadata) ? object.metadata : {};
  return Object.entries(stamp).flatMap(([annotation, expected]) => {
    const value = isJsonObject(annotations) ? annotations[annotation] : undefined;
    if (value === expected) return [];
    const found = value === undefined ? undefined : typeof value === "string" ? value : JSON.stringify(value);
    return [diagnose("bundle-stamp", { path, object: id, annotation, expected, found })];
  });
}

function statusProblems({ path, object, id }: Manifest): Diagnostic[] {
  return Object.hasOwn(object, "status") ? [diagnose("bundle-status", { path, object: id })] : [];
}

/** Returns a diagnostic for each repetition of an object, at the place of the repetition. */
function repetitions(list: readonly Manifest[]): Diagnostic[] {
  const seen = new Set<string>();
  return list.flatMap(({ path, id }) => {
    if (seen.has(id)) return [diagnose("bundle-twice", { path, what: id })];
    seen.add(id);
    return [];
  });
}

function differences(directory: readonly Manifest[], installed: readonly Manifest[], path: string): Diagnostic[] {
  const objects = new Map(directory.map(({ id, object }) => [id, object]));
  const ids = new Set(installed.map(({ id }) => id));
  const missing = directory.filter(({ id }) => !ids.has(id));
  return [
    ...missing.map(({ id, path: from }) => diagnose("bundle-install-missing", { path, object: id, from })),
    ...installed.flatMap(({ id, object }) => {
      const expected = objects.get(id);
      if (!expected) return [diagnose("bundle-install-surplus", { path, object: id })];
      return sameJson(object, expected) ? [] : [diagnose("bundle-install-differs", { path, object: id })];
    }),
  ];
}
