/**
 * API report of a channel: an outline with one line per field, so an API change is a short diff in a review. The report
 * omits descriptions, because they can change without changing the API.
 */

import { GENERATED_MARK } from "../core/bundle-layout.js";
import { lateFile } from "../core/file-printer.js";
import type { Bundle } from "../core/model/bundle.js";
import type { CrdVersion, CustomResourceDefinition } from "../core/model/crd.js";
import { isJsonObject, type Json } from "../core/model/json.js";
import type { OutputFile } from "../core/model/output.js";
import { fieldsOf, isIntOrString, type StructuralSchema } from "../core/model/schema.js";
import { once } from "../core/once.js";
import { Remembered } from "../core/remembered.js";
import { counted } from "../core/words/counted.js";
import type { ChannelCrds } from "./printed-channel.js";

const KINDS = new Remembered<string>("report");

/** Returns the report of a channel, `<channel>.md`. */
export function printApiReport({ channel, crds }: ChannelCrds, bundle: Bundle): OutputFile {
  const head = `<!-- ${GENERATED_MARK} -->\n\n# ${bundle.title}: ${channel} channel\n`;
  const print = () => head + crds.map((crd) => KINDS.of(crd, [], () => printKind(crd))).join("");
  return lateFile(`${channel}.md`, once(print));
}

function printKind(crd: CustomResourceDefinition): string {
  const { group, names, scope, versions, conversion } = crd.spec;
  const facts = [
    `\`${crd.metadata.name}\``,
    scope === "Cluster" ? "cluster-scoped" : "namespaced",
    ...(names.shortNames ? [`short names: ${names.shortNames.join(", ")}`] : []),
    ...(names.categories ? [`categories: ${names.categories.join(", ")}`] : []),
    ...(conversion?.strategy === "Webhook" ? ["converted by a webhook"] : []),
  ];
  const outlines = versions.map(outlineOf);
  const parts = versions.map((version, index) => {
    const outline = outlines[index] as string;
    const first = outlines.indexOf(outline);
    return printVersion(version, first < index ? versions[first] : undefined, outline);
  });
  return `\n## ${names.kind} (${group})\n\n${facts.join("; ")}\n${parts.join("")}`;
}

/** Prints a version, with its outline unless an earlier one has the same. */
function printVersion(version: CrdVersion, twin: CrdVersion | undefined, outline: string): string {
  const facts = [
    version.served ? "served" : "not served",
    ...(version.storage ? ["storage"] : []),
    ...(version.deprecated ? ["deprecated"] : []),
    ...Object.keys(version.subresources).map((name) => `${name} subresource`),
  ];
  const body = twin ? `\nSame fields as ${twin.name}.\n` : `\n\`\`\`text\n${outline}\`\`\`\n`;
  return `\n### ${version.name}\n\n${facts.join(", ")}\n${body}`;
}

function outlineOf(version: CrdVersion): string {
  return linesOf(version.schema.openAPIV3Schema, 0).join("");
}

/** Returns one line for each field of an object, each followed by the lines of the fields inside it. */
function linesOf(schema: StructuralSchema, depth: number): string[] {
  const { required = [] } = schema;
  return [...fieldsOf(schema)]
    .filter(([name]) => depth > 0 || !["apiVersion", "kind", "metadata"].includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, field]) => fieldLines(name, field, required.includes(name), depth));
}

function fieldLines(name: string, schema: StructuralSchema, isRequired: boolean, depth: number): string[] {
  const mark = isRequired ? "" : "?";
  const { type, inner } = displayType(schema);
  const bounds = boundsOf(schema).join(", ");
  const line = `${"  ".repeat(depth)}${name}${mark}: ${type}${bounds === "" ? "" : `, ${bounds}`}\n`;
  return [line, ...linesOf(inner, depth + 1)];
}

/** Returns the name of a type, and the schema of the object inside it, through lists and maps. */
function displayType(schema: StructuralSchema): { type: string; inner: StructuralSchema } {
  const { items, additionalProperties, type, format } = schema;
  if (isIntOrString(schema)) return { type: "int or string", inner: {} };
  if (items) return nested("list of", items);
  if (isJsonObject(additionalProperties)) return nested("map of", additionalProperties);
  const name = type ?? "any value";
  return { type: format === undefined ? name : `${name} (${format})`, inner: schema };
}

function nested(words: string, schema: StructuralSchema): { type: string; inner: StructuralSchema } {
  const { type, inner } = displayType(schema);
  const bounds = boundsOf(schema).join(", ");
  return { type: `${words} ${type}${bounds === "" ? "" : ` (${bounds})`}`, inner };
}

/** The bounds in the order of the report, each with its place. */
const BOUNDS: ReadonlyMap<string, number> = new Map(
  [
    ..."enum default minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern".split(
      " ",
    ),
    ..."minItems maxItems minProperties maxProperties nullable oneOf anyOf allOf not".split(" "),
  ].map((keyword, index) => [keyword, index]),
);

function boundsOf(schema: StructuralSchema): string[] {
  const keywords = Object.keys(schema).filter((keyword) => BOUNDS.has(keyword));
  const bounds = keywords
    .sort((a, b) => (BOUNDS.get(a) ?? 0) - (BOUNDS.get(b) ?? 0))
    .map((keyword) => `${keyword} ${keyword === "pattern" ? schema.pattern : brief(schema[keyword] as Json)}`);
  const { "x-kubernetes-list-type": listType = "atomic", "x-kubernetes-list-map-keys": keys } = schema;
  const rules = schema["x-kubernetes-validations"];
  return [
    ...bounds,
    ...(listType === "atomic" ? [] : [`${listType}${keys ? ` by ${keys.join(", ")}` : ""}`]),
    ...(rules ? [counted(rules.length, "rule")] : []),
  ];
}

function brief(value: Json): string {
  return Array.isArray(value) && value.every((item) => typeof item === "string")
    ? value.join("|")
    : JSON.stringify(value);
}
