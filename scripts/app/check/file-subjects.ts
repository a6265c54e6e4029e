/** Reads the CRDs to check from files, directories, or standard input. */
import { resolve } from "node:path";
import { isApplied } from "../../core/bundle-layout.js";
import { placeOfCode } from "../../core/code-place.js";
import { diagnose, inManifest } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { SourceText } from "../../core/model/location.js";
import type { StreamPath } from "../../core/yaml/go-places.js";
import { loadManifests, type Manifests } from "../../core/yaml/yaml.js";
import { entryType, listFiles } from "../../host/files.js";
import { type Inputs, readManifest, readManifests } from "../../host/sources.js";
import { documentsIn } from "../../release/bundle/documents.js";
import { Lines } from "../../report/lines.js";
import type { Context } from "../context.js";
import type { Subject } from "./subject.js";

/** CRDs from files, with the problems of files that could not be read. */
export interface FileSubjects {
  readonly subjects: readonly Subject[];
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
}

/** Reads the CRDs in files, in directories with everything below them, and in standard input, which is `-`. */
export async function fileSubjects(names: readonly string[], context: Context): Promise<FileSubjects> {
  const inputs: Inputs[] = [];
  for (const name of names) inputs.push(await readNamed(name, context));
  const sources = inputs.flatMap(({ files }) => files);
  const read = sources.map(subjectsIn);
  return {
    subjects: read.flatMap(({ subjects }) => subjects),
    diagnostics: [
      ...inputs.flatMap(({ diagnostics }) => diagnostics),
      ...read.flatMap(({ diagnostics }) => diagnostics),
    ],
    sources,
  };
}

async function readNamed(name: string, { cwd, readInput }: Context): Promise<Inputs> {
  if (name === "-") return { files: [{ path: STANDARD_INPUT, text: await readInput() }], diagnostics: [] };
  const path = resolve(cwd, name);
  const type = await entryType(path);
  if (type === undefined) return { files: [], diagnostics: [inManifest(diagnose("crds-missing", { path: name }))] };
  if (type === "file") return readManifest(path, name);
  const directory = name.replace(/\/+$/, "") || "/";
  const { files, diagnostics } = await readManifests(path, (await listFiles(path)).filter(isApplied));
  return { files: files.map((file) => ({ ...file, path: `${directory}/${file.path}` })), diagnostics };
}

const STANDARD_INPUT = "standard input";

function subjectsIn(file: SourceText): Omit<FileSubjects, "sources"> {
  const loaded = loadManifests(file.text);
  if ("problem" in loaded) {
    const { problem, offset } = loaded;
    const location = { file: file.path, start: offset, end: offset + 1 };
    return { subjects: [], diagnostics: [inManifest(diagnose("manifest-unreadable", { problem }, location))] };
  }
  const manifests = loaded.value;
  const crds = documentsIn(manifests.documents).filter(({ value }) => value.kind === "CustomResourceDefinition");
  const lines = new Lines(file.text);
  return { subjects: crds.map(({ value, path }) => subjectIn(file, lines, manifests, value, path)), diagnostics: [] };
}

function subjectIn(
  file: SourceText,
  lines: Lines,
  { offsetOf }: Manifests,
  crd: Subject["crd"],
  base: StreamPath,
): Subject {
  return {
    crd,
    file: file.path,
    placeOf: (path, range) => {
      const start = offsetOf([...base, ...path]);
      const end = start + Math.max(1, lines.restOfLine(start).trimEnd().length);
      const place = { file: file.path, start, end };
      return range ? placeOfCode(file.text, { ...place, end: start }, range, "manifest") : place;
    },
  };
}
