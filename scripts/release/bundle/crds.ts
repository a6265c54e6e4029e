/** Reads the CRDs of one bundle state from YAML. */
import { diagnose } from "../../core/diagnostics/diagnose.js";
import { Lines } from "../../core/lines.js";
import type { BundleState } from "../../core/model/bundle-state.js";
import { CHANNELS, type Channel, isChannel } from "../../core/model/channel.js";
import type { CustomResourceDefinition } from "../../core/model/crd.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { type JsonObject, sameJson } from "../../core/model/json.js";
import { positionOf, type SourceText } from "../../core/model/location.js";
import { withoutNulls } from "../../core/schema-shape.js";
import { pathInWords, type ShapeProblem } from "../../core/shape.js";
import type { StreamPath } from "../../core/yaml/go-places.js";
import { type InexactNumber, loadManifests, type Manifests } from "../../core/yaml/yaml.js";
import { inexactBelow } from "./crd-numbers.js";
import { shapeProblems } from "./crd-shape.js";
import { documentsIn } from "./documents.js";

export interface ReadCrds {
  readonly channels: BundleState["channels"];
  /** True if no CRD is in the directory of a channel or has an annotation with one. */
  readonly withoutChannels: boolean;
  /** Returns the place of a part of a CRD, by keys and indexes. Reads the file again, because few places are needed. */
  readonly placeOf: NonNullable<BundleState["placeOf"]>;
  readonly diagnostics: readonly Diagnostic[];
}

/** The conventions of the files with CRDs. */
export interface CrdReading {
  /** The annotation in which CRDs state their channel, if it is known. */
  readonly channelAnnotation?: string | undefined;
  /** Precedes each path in a diagnostic. */
  readonly origin?: string;
  /** True if the files are a bundle, in which the directory of a channel is a channel even without CRDs. */
  readonly isBundle?: boolean | undefined;
}

interface Entry {
  readonly crd: CustomResourceDefinition;
  /** Returns the place where the CRD was found, such as `crds.yaml:12:1`. Few are needed, and each takes time. */
  readonly place: () => string;
  readonly file: SourceText;
  /** The path of the CRD in the documents of the file. */
  readonly path: StreamPath;
}

/**
 * Reads the CRDs in files. If a file is below a directory with the name of a channel, its CRDs belong to that channel.
 * Otherwise, they belong to the channel in their annotation or, without an annotation, to the standard channel. If the
 * name of the annotation is unknown, or if a CRD of another bundle does not have it, any name that ends in `/channel`
 * counts. Documents that are not CRDs are ignored, and so are copies of a CRD.
 */
export function readCrds(
  files: readonly SourceText[],
  { channelAnnotation, origin = "", isBundle = false }: CrdReading,
): ReadCrds {
  const channels = new Map<Channel, Map<string, Entry>>();
  const diagnostics: Diagnostic[] = [];
  let withoutChannels = true;
  const crdsIn = (channel: Channel) => {
    const crds = channels.get(channel) ?? new Map<string, Entry>();
    channels.set(channel, crds);
    return crds;
  };
  for (const file of files) {
    const directory = directoryOf(file.path);
    if (directory && isBundle) {
      crdsIn(directory); // a channel without CRDs is still a channel, and the first kind in it is new
      withoutChannels = false;
    }
    for (const entry of crdsOf(file, origin, diagnostics)) {
      const stated = directory ?? annotated(entry.crd, channelAnnotation);
      if (stated) withoutChannels = false;
      const channel = stated ?? "standard";
      const { name } = entry.crd.metadata;
      const known = crdsIn(channel).get(name);
      if (known && !sameJson(known.crd, entry.crd)) {
        diagnostics.push(diagnose("crd-duplicate", { name, channel, first: known.place(), place: entry.place() }));
      } else if (!known) crdsIn(channel).set(name, entry);
    }
  }
  const ordered = CHANNELS.flatMap((channel) => {
    const entries = channels.get(channel);
    return entries ? [[channel, new Map([...entries].map(([name, { crd }]) => [name, crd]))] as const] : [];
  });
  return { channels: new Map(ordered), withoutChannels, placeOf: placesOf(channels, origin), diagnostics };
}

/** Returns a function that finds the parts of CRDs, at their keys. Reads each file once. */
function placesOf(channels: ReadonlyMap<Channel, ReadonlyMap<string, Entry>>, origin: string): ReadCrds["placeOf"] {
  const read = new Map<SourceText, { readonly lines: Lines; readonly placeOf: Manifests["placeOf"] } | undefined>();
  const readOnce = (file: SourceText) => {
    if (!read.has(file)) {
      const loaded = loadManifests(file.text);
      const lines = new Lines(file.text);
      read.set(file, "problem" in loaded ? undefined : { lines, placeOf: loaded.value.placeOf });
    }
    return read.get(file);
  };
  return (channel, crd, inner) => {
    const entry = channels.get(channel)?.get(crd);
    const manifests = entry && readOnce(entry.file);
    if (!entry || !manifests) return undefined;
    const whole = [...entry.path, ...inner];
    const { start } = inner.length === 0 ? manifests.placeOf(whole) : manifests.placeOf(whole, "key");
    return { file: `${origin}${entry.file.path}`, ...manifests.lines.positionOf(start) };
  };
}

/** Returns the channel of the innermost directory that has the name of a channel. */
function directoryOf(path: string): Channel | undefined {
  return path.split("/").slice(0, -1).findLast(isChannel);
}

function annotated({ metadata }: CustomResourceDefinition, annotation: string | undefined): Channel | undefined {
  const annotations = metadata.annotations ?? {};
  const own = annotation === undefined ? [] : Object.entries(annotations).filter(([key]) => key === annotation);
  const named = own.length > 0 ? own : Object.entries(annotations).filter(([key]) => key.endsWith("/channel"));
  return named.map(([, value]) => value).find(isChannel);
}

function crdsOf(file: SourceText, origin: string, diagnostics: Diagnostic[]): Entry[] {
  const placeAt = (offset: number) => {
    const { line, column } = positionOf(file.text, offset);
    return `${origin}${file.path}:${line}:${column}`;
  };
  const complain = (place: string, problem: string) => diagnostics.push(diagnose("crd-invalid", { place, problem }));
  const loaded = loadManifests(file.text);
  if ("problem" in loaded) {
    complain(placeAt(loaded.offset), loaded.problem);
    return [];
  }
  return documentsIn(loaded.value.documents).flatMap(({ value, path }) => {
    if (value.kind !== "CustomResourceDefinition") return [];
    const placeOf = (inner: ShapeProblem["path"]) => placeAt(loaded.value.placeOf([...path, ...inner]).start);
    const numbers = inexactBelow(path, loaded.value.inexact);
    for (const number of numbers) diagnostics.push(numberProblem(number, placeOf(number.path)));
    const told = new Set(numbers.map((number) => pathInWords(number.path)));
    const problems = crdProblems(value).filter((problem) => !told.has(pathInWords(problem.path)));
    for (const { path: inner, problem } of problems) {
      complain(placeOf(inner), `${inner.length === 0 ? "it" : pathInWords(inner)} ${problem}`);
    }
    if (numbers.length + problems.length > 0) return [];
    const crd = withDefaults(withoutNulls(value) as CustomResourceDefinition);
    return [{ crd, place: () => placeOf([]), file, path }];
  });
}

function numberProblem({ path, number }: InexactNumber, place: string): Diagnostic {
  const field = pathInWords(path);
  if (typeof number === "bigint") {
    return diagnose("crd-number", { place, field, number: String(number), nearest: String(Number(number)) });
  }
  const word = Number.isNaN(number) ? ".nan" : number > 0 ? ".inf" : "-.inf";
  return diagnose("crd-invalid", { place, problem: `${field} must be a finite number, not ${word}` });
}

/**
 * Returns the problems that prevent a document from being compared. Other errors that the API server would report are
 * not checked.
 */
function crdProblems(crd: JsonObject): ShapeProblem[] {
  const { apiVersion } = crd;
  if (apiVersion !== "apiextensions.k8s.io/v1") {
    return [{ path: ["apiVersion"], problem: `must be apiextensions.k8s.io/v1, not ${JSON.stringify(apiVersion)}` }];
  }
  const problems = shapeProblems(crd);
  if (problems.length > 0) return problems;
  const valid = crd as CustomResourceDefinition;
  return [...repeatedVersions(valid), ...storageProblems(valid)];
}

/**
 * Returns a problem unless there is exactly one storage version. Source: apiextensions-apiserver
 * pkg/apis/apiextensions/validation (validateCustomResourceDefinitionSpec).
 */
function storageProblems({ spec }: CustomResourceDefinition): ShapeProblem[] {
  const count = spec.versions.filter(({ storage }) => storage).length;
  const problem = `must have exactly one version with storage: true, not ${count}`;
  return count === 1 ? [] : [{ path: ["spec", "versions"], problem }];
}

function repeatedVersions({ spec }: CustomResourceDefinition): ShapeProblem[] {
  const names = spec.versions.map(({ name }) => name);
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) < index));
  return [...repeated].map((name) => ({ path: [], problem: `has the version ${name} twice` }));
}

/** Adds the names that the API server fills in. Source: SetDefaults_CustomResourceDefinitionSpec. */
function withDefaults(crd: CustomResourceDefinition): CustomResourceDefinition {
  const { names } = crd.spec;
  const listKind = names.listKind || `${names.kind}List`;
  const singular = names.singular || names.kind.toLowerCase();
  return { ...crd, spec: { ...crd.spec, names: { ...names, listKind, singular } } };
}
