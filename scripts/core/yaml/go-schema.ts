/**
 * Reads documents like sigs.k8s.io/yaml, which kubectl uses. Provides a js-yaml schema that resolves scalars, keys and
 * merge keys in the same way, and finds the numbers that JavaScript does not represent exactly.
 */
import {
  constructFromEvents,
  type DocumentEvent,
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  EVENT_ID,
  type Event,
  FAILSAFE_SCHEMA,
  mapTag,
  NOT_RESOLVED,
  type Schema,
  seqTag,
} from "js-yaml";
import { fitsInt64 } from "../go-numbers.js";
import { isJsonObject } from "../model/json.js";
import { type GoScalar, goKey, resolveGoScalar } from "./go-scalars.js";

/**
 * Maximum number of values in a manifest after aliases are replaced by their content, and maximum number of merged
 * keys.
 */
export const MAX_VALUES = 2_000_000;

/** Content of a manifest. A bigint is an integer that a number does not represent exactly. */
export type Held = null | boolean | bigint | number | string | Held[] | { [key: string]: Held };

/** Key of a mapping whose value is merged into the mapping. */
export const MERGE: unique symbol = Symbol("<<");

/**
 * Returns a resolved scalar as a JavaScript value. An integer that a number would print with other digits remains a
 * bigint, for `roundInexact`. A fraction that is -0 keeps its sign only in JSON: kubectl converts YAML to JSON, where it
 * becomes the integer -0.
 */
export function held(value: unknown, isJson = false): unknown {
  if (value === MERGE) return "<<";
  if (typeof value === "bigint")
    return String(Number(value)) === String(value) || !fitsInt64(value) ? Number(value) : value;
  return value === 0 && !isJson ? 0 : value;
}

/** Schema, and its state for the stream that is being read. */
export interface GoSchema {
  readonly schema: Schema;
  /** True if the stream contains a number that JavaScript does not represent exactly. */
  hasInexact: boolean;
  /** Number of keys that merge keys have copied. */
  merged: number;
}

const SCHEMAS = { json: createSchema(true), yaml: createSchema(false) };

/** Returns the schema for one stream of documents, with the behavior of sigs.k8s.io/yaml. */
export function goSchema({ isJson }: { readonly isJson: boolean }): GoSchema {
  return Object.assign(isJson ? SCHEMAS.json : SCHEMAS.yaml, { hasInexact: false, merged: 0 });
}

/** Creating a schema takes as long as reading a small document. */
function createSchema(isJson: boolean): GoSchema {
  /** Keys that a mapping has only because of a merge, which may therefore occur again. */
  const merged = new WeakMap<object, Set<string>>();
  const heldPart = (value: unknown): unknown => {
    const part = held(value, isJson);
    state.hasInexact ||= isInexact(part);
    return part;
  };
  /**
   * Merges a value. Unlike in YAML 1.1, a merge key overrides the keys before it. Source: go.yaml.in/yaml/v2 decode.go,
   * (*decoder).merge.
   */
  const merge = (target: Record<string, unknown>, value: unknown): string => {
    // Earlier mappings of a list override later ones.
    const sources: readonly unknown[] = Array.isArray(value) ? value.toReversed() : [value];
    const overridable = merged.get(target) ?? new Set();
    merged.set(target, overridable);
    for (const source of sources) {
      if (!isJsonObject(source)) return "a merge key must have a mapping or a list of mappings";
      const keys = Object.keys(source);
      state.merged += keys.length;
      if (state.merged > MAX_VALUES) return `merge keys copy more than ${MAX_VALUES} values`;
      for (const key of keys) {
        mapTag.addPair(target, key, source[key]);
        overridable.add(key);
      }
    }
    return "";
  };
  const goMapTag = defineMappingTag("tag:yaml.org,2002:map", {
    create: mapTag.create,
    identify: mapTag.identify,
    keys: mapTag.keys,
    get: mapTag.get,
    addPair: (target, key, value) => {
      if (key === MERGE) return merge(target, value);
      const name = typeof key === "object" && key !== null ? undefined : goKey(key as GoScalar);
      if (name === undefined) return "a key must be a string: put it in quotes";
      merged.get(target)?.delete(name);
      return mapTag.addPair(target, name, heldPart(value));
    },
    has: (target, key) => {
      if (key === MERGE || (typeof key === "object" && key !== null)) return false;
      const name = goKey(key as GoScalar);
      return name !== undefined && mapTag.has(target, name) && !merged.get(target)?.has(name);
    },
  });
  const goSeqTag = defineSequenceTag("tag:yaml.org,2002:seq", {
    create: seqTag.create,
    identify: seqTag.identify,
    addItem: (list, item) => void list.push(heldPart(item)),
  });
  const schema = FAILSAFE_SCHEMA.withTags(goMapTag, goSeqTag, goScalarTags());
  const state: GoSchema = { schema, hasInexact: false, merged: 0 };
  return state;
}

function goScalarTags() {
  return [
    goScalarTag("null", ["", ..."~nN"], (value) => value === null),
    goScalarTag("bool", [..."yYnNtTfFoO"], (value) => typeof value === "boolean"),
    goScalarTag("int", [..."+-0123456789"], (value) => typeof value === "bigint"),
    goScalarTag("float", [..."+-.0123456789"], (value) => typeof value === "number"),
    // With the standard name of this tag, js-yaml would merge by the rules of YAML 1.1.
    defineScalarTag("!merge", {
      implicit: true,
      implicitFirstChars: ["<"],
      resolve: (source) => (source === "<<" ? MERGE : NOT_RESOLVED),
      identify: () => false,
    }),
  ];
}

function goScalarTag(name: string, implicitFirstChars: readonly string[], isOfTag: (value: GoScalar) => boolean) {
  return defineScalarTag<GoScalar>(`tag:yaml.org,2002:${name}`, {
    implicit: true,
    implicitFirstChars,
    resolve: (source, isExplicit) => {
      const value = resolveGoScalar(source);
      if (isExplicit && name === "float" && typeof value === "bigint" && fitsInt64(value)) return Number(value);
      return isOfTag(value) ? value : NOT_RESOLVED;
    },
    identify: () => false,
  });
}

/** Returns the key of an event in a document, or undefined if JSON has no such key. */
export function readGoKey(
  text: string,
  event: Event | undefined,
  document: DocumentEvent,
): string | typeof MERGE | undefined {
  if (event?.type !== EVENT_ID.SCALAR) return undefined;
  const [key] = constructFromEvents([document, event, { type: EVENT_ID.POP }], { source: text, schema: KEYS });
  return key === MERGE ? MERGE : goKey(key as GoScalar);
}

const KEYS = SCHEMAS.yaml.schema;

/**
 * Number of a manifest that changes when it is read, and its place: the number of its document, followed by keys and
 * indexes.
 */
export interface InexactNumber {
  readonly path: readonly (string | number)[];
  /** YAML allows NaN and infinity as numbers, JSON does not. */
  readonly number: bigint | number;
}

type Collection = Held[] | { [key: string]: Held };

function isCollection(value: Held): value is Collection {
  return typeof value === "object" && value !== null;
}

export function isInexact(value: unknown): value is bigint | number {
  return typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value));
}

/**
 * Replaces each bigint by the nearest number, and returns the places of all bigints and non-finite numbers. A value
 * with aliases has several places.
 */
export function roundInexact(documents: Held[]): InexactNumber[] {
  const inexact = inexactIn(documents);
  round(documents, new Set());
  return inexact;
}

function inexactIn(documents: Held[]): InexactNumber[] {
  const inexact: InexactNumber[] = [];
  const path: (string | number)[] = [];
  const visit = (around: Collection) => {
    for (const [key, value] of Object.entries(around)) {
      path.push(Array.isArray(around) ? Number(key) : key);
      if (isInexact(value)) inexact.push({ path: [...path], number: value });
      else if (isCollection(value)) visit(value);
      path.pop();
    }
  };
  visit(documents);
  return inexact;
}

function round(around: Collection, seen: Set<Collection>): void {
  if (seen.has(around)) return;
  seen.add(around);
  for (const [key, value] of Object.entries(around)) {
    if (isInexact(value)) (around as Record<string, Held>)[key] = Number(value);
    else if (isCollection(value)) round(value, seen);
  }
}
