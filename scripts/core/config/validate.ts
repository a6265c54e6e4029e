/** Validates YAML against a schema and converts each issue into a diagnostic with its location in the file. */
import * as v from "valibot";
import { diagnose } from "../diagnostics/diagnose.js";
import type { Page } from "../docs.js";
import { type Diagnostic, inSourceOrder } from "../model/diagnostic.js";
import type { Location, SourceText } from "../model/location.js";
import { nearest } from "../nearest.js";
import { failure, type Result, success } from "../result.js";
import { loadLocatedYaml, type YamlNode } from "../yaml/yaml.js";
import { ANY_KEY, type FieldSchema, FORMER_KEYS, itemsOf, keysOf } from "./schema.js";

/** A value to validate, with its file. */
interface ValidatedNode {
  readonly file: string;
  readonly node: YamlNode;
  /** The name of the whole value in messages. */
  readonly name: string;
  /** The location of diagnostics about missing top-level keys. */
  readonly missingAt: YamlNode;
  /** The page that describes the file. Unset for the settings. */
  readonly page?: Page;
}

/** Returns the root of a YAML file, or a diagnostic if the file is not valid YAML. */
export function readYaml({ path, text }: SourceText): Result<YamlNode> {
  const loaded = loadLocatedYaml(text);
  if (!("problem" in loaded)) return success(loaded.value);
  const { problem, offset } = commonProblem(text) ?? loaded;
  return failure(diagnose("config-yaml", { problem }, { file: path, start: offset, end: offset + 1 }));
}

/** Returns whether YAML has no content except comments. */
export function isEmptyYaml(text: string): boolean {
  return text.replace(/^\s*#.*$/gm, "").trim() === "";
}

/** Common mistakes that the parser reports at a later place, and in its own terms. */
const COMMON_PROBLEMS: readonly (readonly [pattern: RegExp, problem: string])[] = [
  [/^<{7} /m, "it contains conflict markers of a merge"],
  [/^ *\t[ \t]*[^\s#]/m, "a line is indented with a tab"],
];

function commonProblem(text: string): { readonly problem: string; readonly offset: number } | undefined {
  return COMMON_PROBLEMS.map(([pattern, problem]) => ({ problem, offset: text.search(pattern) })).find(
    ({ offset }) => offset >= 0,
  );
}

/** Validates a value and returns the output of the schema, or all diagnostics. */
export function validate<Schema extends FieldSchema>(
  schema: Schema,
  subject: ValidatedNode,
): Result<v.InferOutput<Schema>> {
  const node = withCurrentKeys(schema, subject.node);
  const result = v.safeParse(schema, node.value);
  const unknown = unknownKeys(schema, node, [], subject);
  const meant = new Set(unknown.flatMap((key) => key.meant ?? []));
  const issues = (result.issues ?? []).map((issue) => toDiagnostic(issue, { ...subject, node }));
  // A misspelled key would also be reported as missing, although it is one mistake.
  const others = issues.filter(({ code, args }) => code !== "config-key-missing" || !meant.has(String(args.key)));
  const diagnostics = inSourceOrder([...others, ...unknown.map(({ diagnostic }) => diagnostic)]);
  return result.success && diagnostics.length === 0 ? success(result.output) : failure(diagnostics);
}

/** Replaces former keys of a mapping with the current ones. */
function withCurrentKeys(schema: FieldSchema, node: YamlNode): YamlNode {
  const { entries = [] } = node;
  const isThere = (name: string) => entries.some(({ key }) => key.value === name);
  const current = (key: YamlNode) => {
    const name = FORMER_KEYS.get(String(key.value));
    const isKey = name !== undefined && Object.hasOwn(keysOf(schema) ?? {}, name);
    return isKey && !isThere(name) ? { ...key, value: name } : key;
  };
  const renamed = entries.map(({ key, value }) => ({ key: current(key), value }));
  if (renamed.every(({ key }, at) => key === entries[at]?.key)) return node;
  const values = renamed.map(({ key, value }) => [String(key.value), value.value] as const);
  return { ...node, entries: renamed, value: Object.fromEntries(values) };
}

/** Returns the location of a node. An empty value counts as one character, because a diagnostic must mark something. */
export function locate(file: string, { start, end }: YamlNode): Location {
  return { file, start, end: Math.max(end, start + 1) };
}

/** The deepest node on a path, with its key. For an item of a list, the key is the item itself. */
export interface Found {
  readonly key: YamlNode;
  readonly value: YamlNode;
  /** True if the file contains the whole path. */
  readonly isComplete: boolean;
}

/** Follows a path of keys and indexes as far as the file contains it. */
export function follow(path: readonly unknown[], value: YamlNode, key = value): Found {
  const [step, ...rest] = path;
  if (path.length === 0) return { key, value, isComplete: true };
  const item = typeof step === "number" ? value.items?.[step] : undefined;
  const entry = item ? { key: item, value: item } : value.entries?.find((candidate) => candidate.key.value === step);
  return entry ? follow(rest, entry.value, entry.key) : { key, value, isComplete: false };
}

function toDiagnostic(issue: v.BaseIssue<unknown>, subject: ValidatedNode): Diagnostic {
  const path: readonly v.IssuePathItem[] = issue.path ?? [];
  const steps = path.map((step) => step.key);
  const found = follow(steps, subject.node, subject.missingAt);
  const last = path.at(-1);
  const isAboutKey = last?.origin === "key" || !found.isComplete; // report a missing value at the key of its mapping
  const location = locate(subject.file, last && isAboutKey ? found.key : found.value);
  const key = keyName(steps);
  const isMissing = last?.type === "object" && last.origin === "key";
  if (isMissing) return diagnose("config-key-missing", { key, ...pageOf(subject) }, location);
  return diagnose("config-value", { key: key || subject.name, expected: issue.message, ...pageOf(subject) }, location);
}

/** Returns the name of a value in messages. An item of a list has the name of the list. */
export function keyName(path: readonly unknown[]): string {
  return path.filter((step) => typeof step === "string").join(".");
}

interface UnknownKey {
  readonly diagnostic: Diagnostic;
  /** The name in messages of the key that the author most likely meant. */
  readonly meant?: string;
}

function unknownKeys(
  schema: FieldSchema,
  { entries = [], items = [] }: YamlNode,
  path: readonly string[],
  subject: ValidatedNode,
): UnknownKey[] {
  const keys = keysOf(schema);
  const inner = itemsOf(schema);
  if (inner) return items.flatMap((item) => unknownKeys(inner, item, path, subject));
  if (!keys) return [];
  return entries.flatMap(({ key, value }) => {
    const name = String(key.value);
    const known = Object.hasOwn(keys, name) ? keys[name] : keys[ANY_KEY];
    if (known) return unknownKeys(known, value, [...path, name], subject);
    const meant = nameToday(name, Object.keys(keys));
    const args = { key: keyName([...path, name]), nearest: meant, ...pageOf(subject) };
    const diagnostic = diagnose("config-key-unknown", args, locate(subject.file, key));
    return [{ diagnostic, ...(meant !== undefined && { meant: keyName([...path, meant]) }) }];
  });
}

/** Returns the key that the author of an unknown key most likely meant. */
function nameToday(name: string, keys: readonly string[]): string | undefined {
  const renamed = FORMER_KEYS.get(name);
  return renamed !== undefined && keys.includes(renamed) ? renamed : nearest(name, keys);
}

function pageOf({ page }: ValidatedNode): { page?: Page } {
  return page === undefined ? {} : { page };
}
