/** Reads the CRDs to check from files, directories, or standard input. */
import { resolve } from "node:path";
import { placeOfCode } from "../../core/code-place.js";
import { diagnose, inManifest } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { isJsonObject } from "../../core/model/json.js";
import type { SourceText } from "../../core/model/location.js";
import type { Skipped } from "../../core/model/skipped.js";
import type { StreamPath } from "../../core/yaml/go-places.js";
import { loadManifests, type Manifests } from "../../core/yaml/yaml.js";
import { entryType } from "../../host/files.js";
import { findManifests } from "../../host/manifest-search.js";
import { type Inputs, readManifest, readManifests } from "../../host/sources.js";
import { keepInInt64 } from "../../kubernetes/crd/int64.js";
import { documentsIn } from "../../release/bundle/documents.js";
import { Lines } from "../../report/lines.js";
import type { Context } from "../context.js";
import type { Subject } from "./subject.js";

/** CRDs from files, with the problems of files that could not be read. */
export interface FileSubjects {
  readonly subjects: readonly Subject[];
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
  readonly skipped: Skipped;
}

/** Files that a user named, and the links below a directory that were not followed. */
interface NamedInputs extends Inputs {
  readonly links: readonly string[];
}

/**
 * Reads the CRDs in files, in directories with everything below them, and in standard input, which is `-`. Sends a remark
 * about everything that is skipped.
 */
export async function fileSubjects(names: readonly string[], context: Context): Promise<FileSubjects> {
  const inputs: NamedInputs[] = [];
  for (const name of names) inputs.push(await readNamed(name, context));
  const sources = withoutRepetition(
    inputs.flatMap(({ files }) => files),
    context.cwd,
  );
  const unreadable = inputs.flatMap(({ diagnostics }) => diagnostics);
  const unreadableFiles = new Set(unreadable.map(({ location }) => location?.file));
  const read = sources.filter(({ path }) => !unreadableFiles.has(path)).map(subjectsIn);
  const skipped = {
    documents: countKinds(read.flatMap(({ otherKinds }) => otherKinds)),
    links: inputs.flatMap(({ links }) => links),
  };
  if (skipped.documents.length > 0) context.remark({ about: "skipped-documents", documents: skipped.documents });
  if (skipped.links.length > 0) context.remark({ about: "skipped-links", links: skipped.links });
  return {
    subjects: read.flatMap(({ subjects }) => subjects),
    diagnostics: [...unreadable, ...read.flatMap(({ diagnostics }) => diagnostics)],
    sources,
    skipped,
  };
}

/** Removes files that were read before, under another name or as part of a directory. */
function withoutRepetition(files: readonly SourceText[], cwd: string): SourceText[] {
  const byPath = new Map<string, SourceText>();
  for (const file of files) {
    const path = file.path === STANDARD_INPUT ? file.path : resolve(cwd, file.path);
    if (!byPath.has(path)) byPath.set(path, file);
  }
  return [...byPath.values()];
}

async function readNamed(name: string, { cwd, readInput }: Context): Promise<NamedInputs> {
  if (name === "-") return { files: [{ path: STANDARD_INPUT, text: await readInput() }], diagnostics: [], links: [] };
  const path = resolve(cwd, name);
  const type = await entryType(path);
  if (type === undefined) {
    return { files: [], diagnostics: [inManifest(diagnose("crds-missing", { path: name }))], links: [] };
  }
  if (type === "file") return { ...(await readManifest(path, name)), links: [] };
  return readDirectory(path, name.replace(/\/+$/, ""));
}

/** Reads the manifests below a directory. Diagnostics and files have paths that start with its name. */
async function readDirectory(path: string, name: string): Promise<NamedInputs> {
  const { paths, links, diagnostics } = await findManifests(path, name || "/");
  const read = await readManifests(path, paths);
  const named = (inside: string) => `${name}/${inside}`;
  return {
    files: read.files.map((file) => ({ ...file, path: named(file.path) })),
    diagnostics: [...diagnostics, ...read.diagnostics.map((each) => relocated(each, named))],
    links: links.map(named),
  };
}

function relocated(diagnostic: Diagnostic, named: (path: string) => string): Diagnostic {
  const { location } = diagnostic;
  return location ? { ...diagnostic, location: { ...location, file: named(location.file) } } : diagnostic;
}

/** Counts equal kinds, the most frequent first. */
function countKinds(kinds: readonly string[]): Skipped["documents"] {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count);
}

const STANDARD_INPUT = "standard input";

interface ReadFile extends Pick<FileSubjects, "subjects" | "diagnostics"> {
  /** The kind of each document that is not a CRD. Empty for a document without a kind. */
  readonly otherKinds: readonly string[];
}

function subjectsIn(file: SourceText): ReadFile {
  const loaded = loadManifests(file.text);
  if ("problem" in loaded) {
    const { problem, offset } = loaded;
    const location = { file: file.path, start: offset, end: offset + 1 };
    const unreadable = inManifest(diagnose("manifest-unreadable", { problem }, location));
    return { subjects: [], diagnostics: [unreadable], otherKinds: [] };
  }
  const manifests = loaded.value;
  keepInInt64(manifests);
  const found = documentsIn(manifests.documents);
  const crds = found.filter(({ value }) => value.kind === KIND);
  const others = found.filter(({ value }) => value.kind !== KIND);
  const noObjects = manifests.documents.filter((document) => document !== null && !isJsonObject(document));
  const lines = new Lines(file.text);
  return {
    subjects: crds.map(({ value, path }) => subjectIn(file, lines, manifests, value, path)),
    diagnostics: [],
    otherKinds: [
      ...others.map(({ value: { kind } }) => (typeof kind === "string" ? kind : "")),
      ...noObjects.map(() => ""),
    ],
  };
}

const KIND = "CustomResourceDefinition";

function subjectIn(
  file: SourceText,
  lines: Lines,
  { placeOf }: Manifests,
  crd: Subject["crd"],
  base: StreamPath,
): Subject {
  return {
    crd,
    file: file.path,
    placeOf: (path, part) => {
      const whole = [...base, ...path];
      const { start, end } = part === "key" ? placeOf(whole, part) : placeOf(whole);
      if (part && part !== "key")
        return placeOfCode(file.text, { file: file.path, start, end: start }, part, "manifest");
      const length = Math.min(end - start, lines.restOfLine(start).trimEnd().length);
      return { file: file.path, start, end: start + Math.max(1, length) };
    },
  };
}
