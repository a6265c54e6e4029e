/** Reads and writes YAML. Input is untrusted until it is checked. Output has the same meaning to every YAML reader. */
import {
  CORE_SCHEMA,
  constructFromEvents,
  DEFAULT_SCALAR_STYLE_RULES,
  DUMP_SCHEMA,
  dump,
  EVENT_ID,
  type Event,
  getScalarValue,
  load,
  loadAll,
  parseEvents,
  SCALAR_STYLE,
  type ScalarLayout,
  YAMLException,
} from "js-yaml";
import { controlCharacterIn, escapeInvisible } from "../model/control-characters.js";
import { MAX_DEPTH } from "../model/depth.js";
import type { Json, JsonObject } from "../model/json.js";
import type { Unreadable } from "../result.js";
import { blockEvents } from "./block-events.js";
import { type FindPlace, placesIn, startOf } from "./go-places.js";
import { goSchema, type Held, held, type InexactNumber, isInexact, MAX_VALUES, roundInexact } from "./go-schema.js";
import { foreignCharacters, foreignSyntax, isJson, unopenedDocument } from "./go-syntax.js";
import { jsonObjectsIn, moveEvents } from "./json-stream.js";

/** Aliases are rejected: the tool does not write any, and a few of them can expand to gigabytes. */
const LOAD_OPTIONS = { schema: CORE_SCHEMA, maxDepth: MAX_DEPTH, maxAliases: 0 };

/** Like `Reading`, with an offset, because a parser does not know the file. */
export type Loaded<Value> = { readonly value: Value } | (Unreadable & { readonly offset: number });

/**
 * Reads one YAML 1.2 (or JSON) document. Rejects merge keys, language-specific tags and duplicate keys, and more than
 * `maxAliases` aliases, which only trusted input may have.
 */
export function loadYaml(text: string, maxAliases = 0): Loaded<Json> {
  return guarded(() => load(text, { ...LOAD_OPTIONS, maxAliases }) as Json);
}

/** Reads all documents of a stream in the same way as `loadYaml`. */
export function loadAllYaml(text: string): Loaded<Json[]> {
  return guarded(() => loadAll(text, LOAD_OPTIONS) as Json[]);
}

/** Maximum number of aliases in a manifest. */
const MAX_ALIASES = 1000;

export type { InexactNumber };

export interface Manifests {
  readonly documents: readonly Json[];
  readonly inexact: readonly InexactNumber[];
  readonly events: readonly Event[];
  /** Finds the place of a value, or of the closest value around it if the value is behind an alias or does not exist. */
  readonly placeOf: FindPlace;
}

/**
 * Reads all documents of a stream of manifests like kubectl, including scalars, keys and merge keys. Reports syntax
 * that kubectl reads differently. Allows aliases if their content is small.
 */
export function loadManifests(text: string, maxAliases = MAX_ALIASES): Loaded<Manifests> {
  const loaded = loadStream(text, maxAliases);
  const isTemplate = "problem" in loaded && GO_TEMPLATE.test(text);
  return isTemplate ? { ...loaded, problem: `${loaded.problem}; ${RENDER_FIRST}` } : loaded;
}

/** Start of an action in a Go template, such as `{{- if .Values.crds }}`. */
const GO_TEMPLATE = /\{\{-?\s*(?:[.$]|\/\*|(?:if|else|end|with|range|include|define|template)\b)/;

const RENDER_FIRST =
  "the file looks like a template of a Helm chart, so use the output of `helm template` or the chart's `crds` directory";

function loadStream(text: string, maxAliases: number): Loaded<Manifests> {
  const foreign = foreignCharacters(text);
  if (foreign) return foreign;
  const parsed = eventsIn(text);
  if ("problem" in parsed) return parsed;
  const { events, isJsonStream } = parsed.value;
  const go = goSchema({ isJson: isJson(text) });
  const options = { source: text, schema: go.schema, maxAliases };
  const loaded = guarded(() => constructFromEvents(events, options).map((value) => held(value)) as Held[]);
  if ("problem" in loaded) return loaded;
  const documents = loaded.value as Json[];
  const alias = events.find(({ type }) => type === EVENT_ID.ALIAS);
  const problem = alias && aliasProblem(documents, Math.max(MAX_VALUES, events.length));
  if (problem !== undefined) return { problem, offset: startOf(alias) ?? 0 };
  const misread = foreignSyntax(text, events) ?? (isJsonStream ? undefined : unopenedDocument(text, events));
  if (misread) return misread;
  const isExact = !go.hasInexact && !loaded.value.some(isInexact);
  const inexact = isExact ? [] : roundInexact(loaded.value);
  return { value: { documents, inexact, events, placeOf: placesIn(text, events) } };
}

/** Reads the events of a stream of YAML or of JSON objects, which need nothing between them. */
function eventsIn(text: string): Loaded<{ readonly events: Event[]; readonly isJsonStream: boolean }> {
  const block = blockEvents(text);
  if (block) return { value: { events: block, isJsonStream: false } };
  const whole = guarded(() => parseEvents(text, { maxDepth: MAX_DEPTH }));
  const slices = "problem" in whole && isJson(text) ? jsonObjectsIn(text) : [];
  if (slices.length < 2) return "problem" in whole ? whole : { value: { events: whole.value, isJsonStream: false } };
  const all: Event[][] = [];
  for (const { start, end } of slices) {
    const parsed = guarded(() => parseEvents(text.slice(start, end), { maxDepth: MAX_DEPTH }));
    if ("problem" in parsed) return { ...parsed, offset: parsed.offset + start };
    moveEvents(parsed.value, start);
    all.push(parsed.value);
  }
  return { value: { events: all.flat(), isJsonStream: true } };
}

/**
 * Returns the problem with aliases, which can refer to a value many times, or to a value that contains the alias. `most`
 * is the number of values with the aliases written out.
 */
function aliasProblem(root: readonly Json[], most: number): string | undefined {
  const known = new Map<Json, { size: number; depth: number } | undefined>();
  const measure = (value: Json, level: number): { size: number; depth: number } => {
    if (typeof value !== "object" || value === null) return { size: 1, depth: 0 };
    const own = known.get(value);
    if (!own && known.has(value)) throw new AliasError("an alias is inside what it stands for");
    if (level + (own?.depth ?? 0) > MAX_DEPTH + 1) throw new AliasError(`aliases nest deeper than ${MAX_DEPTH} levels`);
    if (own) return own;
    known.set(value, undefined);
    let [size, depth] = [1, 0];
    for (const part of Object.values(value) as Json[]) {
      const inner = measure(part, level + 1);
      size += inner.size;
      depth = Math.max(depth, inner.depth + 1);
    }
    if (size > most) throw new AliasError(`with its aliases written out it has more than ${most} values`);
    known.set(value, { size, depth });
    return { size, depth };
  };
  try {
    measure(root, 0);
    return undefined;
  } catch (error) {
    if (error instanceof AliasError) return error.message;
    throw error;
  }
}

class AliasError extends Error {}

/** YAML value with its place: offsets in the text from which it was read. */
export interface YamlNode {
  readonly value: Json;
  readonly start: number;
  readonly end: number;
  /** Entries of a mapping, in source order. */
  readonly entries?: readonly { readonly key: YamlNode; readonly value: YamlNode }[];
  /** Items of a sequence. */
  readonly items?: readonly YamlNode[];
}

/**
 * Reads one document with the place of every value. Rejects the same input as `loadYaml`, and escapes of control
 * characters, because people write and review these files.
 */
export function loadLocatedYaml(text: string): Loaded<YamlNode> {
  const loaded = loadYaml(text);
  if ("problem" in loaded) return loaded;
  const located = guarded(() => locate(parseEvents(text, { maxDepth: MAX_DEPTH }), text, loaded.value));
  return "problem" in located ? located : (controlProblem(located.value) ?? located);
}

/** Returns the first string that contains a control character. */
function controlProblem(node: YamlNode): { problem: string; offset: number } | undefined {
  const character = typeof node.value === "string" ? controlCharacterIn(node.value) : undefined;
  if (character !== undefined)
    return { problem: `a string contains the control character ${character}`, offset: node.start };
  for (const part of [...(node.items ?? []), ...(node.entries ?? []).flatMap(({ key, value }) => [key, value])]) {
    const problem = controlProblem(part);
    if (problem) return problem;
  }
  return undefined;
}

function guarded<Value>(read: () => Value): Loaded<Value> {
  try {
    return { value: read() };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return { problem: error.reason, offset: error.mark?.position ?? 0 };
  }
}

/** Combines a loaded document with the places of its parts. Events are in the order of the text. */
function locate(events: readonly Event[], text: string, document: Json): YamlNode {
  let index = 1; // the first event opens the document
  let behind = 0; // an empty value has no text, so its place is the end of the previous value
  const next = (value: (key: string) => Json): YamlNode => {
    const event = events[index++];
    if (event?.type === EVENT_ID.SCALAR) {
      const start = event.valueStart < 0 ? behind : event.valueStart;
      behind = Math.max(start, event.valueEnd);
      return { value: value(getScalarValue(text, event)), start, end: behind };
    }
    const self = value("");
    if (event?.type === EVENT_ID.SEQUENCE) {
      const items: YamlNode[] = [];
      while (events[index]?.type !== EVENT_ID.POP) items.push(next(() => (self as Json[])[items.length] as Json));
      index++;
      return { value: self, start: event.start, end: items.at(-1)?.end ?? event.start, items };
    }
    const entries: { key: YamlNode; value: YamlNode }[] = [];
    while (events[index]?.type !== EVENT_ID.POP) {
      const key = next((name) => name);
      entries.push({ key, value: next(() => (self as JsonObject)[String(key.value)] as Json) });
    }
    index++;
    const start = event?.type === EVENT_ID.MAPPING ? event.start : 0;
    return { value: self, start, end: entries.at(-1)?.value.end ?? start, entries };
  };
  return next(() => document);
}

export interface YamlStyle {
  /** Number of spaces by which a mapping is indented. */
  readonly indent?: number;
  /** True if a list in a mapping is not indented. */
  readonly seqNoIndent?: boolean;
  /** True for one line, in flow style. */
  readonly isFlow?: boolean;
}

/** Writes one document like `printYaml`, in any style. */
export function printStyledYaml(value: Json, { isFlow, ...style }: YamlStyle = {}): string {
  const text = dump(value, {
    ...style,
    ...(isFlow && { flowLevel: 0 }),
    schema: DUMP_SCHEMA,
    noRefs: true,
    lineWidth: -1,
    scalarStyleRules: [...Object.values(DEFAULT_SCALAR_STYLE_RULES), quoteDoubtful, quoteInvisible],
  });
  return escapeInvisible(text);
}

/** Puts strings with control characters between double quotes. The library escapes only some of them. */
function quoteInvisible(layout: ScalarLayout): void {
  if (controlCharacterIn(layout.node.value) !== undefined) layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
}

/**
 * Strings that the standard rules do not quote, but that some readers could misread. These start like a number (such as
 * `1.6.1`, `0o8` or `-_1`) or like a document separator, or are a number without digits in YAML 1.1 (such as `.` or `+.`).
 */
export const DOUBTFUL = /^(?:[-+._]*\d|[-+]?\.[._]*(?:[eE][-+]|$)|---|\.\.\.)/;

function quoteDoubtful(layout: ScalarLayout): void {
  const isString = layout.node.tag === "tag:yaml.org,2002:str";
  if (isString && layout.style === SCALAR_STYLE.PLAIN && DOUBTFUL.test(layout.node.value)) {
    layout.style = SCALAR_STYLE.SINGLE_QUOTED;
  }
}
