/** YAML files that are lists of records: waivers, attestations, conversions. Every mistake is reported at its place. */
import { diagnose } from "../diagnostics/diagnose.js";
import { nearest } from "../diagnostics/nearest.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { Json } from "../model/json.js";
import { isJsonObject } from "../model/json.js";
import type { Location, SourceText } from "../model/location.js";
import { loadLocatedYaml, type YamlNode } from "../yaml/yaml.js";

/** The page that has an example of each of these files. */
const PAGE = "docs/policy.md";

/** A field of a record. `fits` says what is wrong with a value, or nothing. */
export interface RecordField {
  readonly required: boolean;
  /** Its name in earlier versions of the tool. */
  readonly formerName?: string;
  readonly fits: (value: Json) => string | undefined;
}

export interface ReadRecord {
  readonly fields: Readonly<Record<string, Json>>;
  readonly location: Location;
  /** The place of each text in it, by the text. */
  readonly places: ReadonlyMap<string, Location>;
}

/** Reads a list of records. A file that does not exist, or has nothing but comments in it, is an empty list. */
export function readRecords(
  source: SourceText | undefined,
  fields: Readonly<Record<string, RecordField>>,
): { records: readonly ReadRecord[]; diagnostics: readonly Diagnostic[] } {
  if (!source || source.text.replace(/^\s*#.*$/gm, "").trim() === "") return { records: [], diagnostics: [] };
  const loaded = loadLocatedYaml(source.text);
  if ("problem" in loaded) {
    const location = { file: source.path, start: loaded.offset, end: loaded.offset + 1 };
    return { records: [], diagnostics: [diagnose("config-yaml", { problem: loaded.problem }, location)] };
  }
  const locate = (node: YamlNode): Location => ({
    file: source.path,
    start: node.start,
    end: Math.max(node.end, node.start + 1),
  });
  const { items } = loaded.value;
  if (!items && loaded.value.value !== null) {
    return {
      records: [],
      diagnostics: [
        diagnose("config-value", { key: source.path, expected: "a list is expected" }, locate(loaded.value)),
      ],
    };
  }
  const diagnostics = (items ?? []).flatMap((item) => recordProblems(item, fields, locate));
  const records = (items ?? []).map((item) => ({
    fields: item.value as ReadRecord["fields"],
    location: locate(item),
    places: new Map(textsIn(item).map((node) => [String(node.value), locate(node)])),
  }));
  return { records: diagnostics.length > 0 ? [] : records, diagnostics };
}

/** The texts in a node, keys and values. */
function textsIn(node: YamlNode): YamlNode[] {
  const inner = node.items ?? node.entries?.flatMap(({ key, value }) => [key, value]);
  if (inner) return inner.flatMap(textsIn);
  return typeof node.value === "string" ? [node] : [];
}

function recordProblems(
  item: YamlNode,
  fields: Readonly<Record<string, RecordField>>,
  locate: (node: YamlNode) => Location,
): Diagnostic[] {
  if (!item.entries) return [diagnose("config-value", { key: "-", expected: "a mapping is expected" }, locate(item))];
  const present = item.entries.map(({ key }) => String(key.value));
  const problems = item.entries.flatMap(({ key, value }) => {
    const name = String(key.value);
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field)
      return [diagnose("config-key-unknown", { key: name, nearest: nameToday(name, fields), page: PAGE }, locate(key))];
    const expected = field.fits(value.value);
    return expected === undefined ? [] : [diagnose("config-value", { key: name, expected }, locate(value))];
  });
  const missing = Object.keys(fields).filter((name) => fields[name]?.required && !present.includes(name));
  return [...problems, ...missing.map((key) => diagnose("config-key-missing", { key, page: PAGE }, locate(item)))];
}

/** The field that an unknown name most likely means. */
function nameToday(name: string, fields: Readonly<Record<string, RecordField>>): string | undefined {
  const renamed = Object.entries(fields).find(([, { formerName }]) => formerName === name);
  return renamed?.[0] ?? nearest(name, Object.keys(fields));
}

/** A text, of a form if one is given. */
export function textField(required: boolean, form = /[^\s]/, expected = "a text is expected"): RecordField {
  return { required, fits: (value) => (typeof value === "string" && form.test(value) ? undefined : expected) };
}

/** A mapping of texts to texts. */
export function textMapField(required: boolean): RecordField {
  const fits = (value: Json) =>
    isJsonObject(value) && Object.values(value).every((text) => typeof text === "string")
      ? undefined
      : "a mapping of texts to texts is expected";
  return { required, fits };
}

/** A list of texts. */
export function textListField(required: boolean): RecordField {
  const fits = (value: Json) =>
    Array.isArray(value) && value.every((text) => typeof text === "string") ? undefined : "a list of texts is expected";
  return { required, fits };
}
