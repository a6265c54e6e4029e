/** Prints a node, trimmed to a channel, as an OpenAPI v3 schema for a CRD. */
import type {
  Constraint,
  ElementDescription,
  EnumValue,
  Field,
  KindVersion,
  ObjectNode,
  RawNode,
  SchemaNode,
} from "../core/model/api.js";
import type { PreserveUnknownFields } from "../core/model/bundle.js";
import { isJsonArray, type Json } from "../core/model/json.js";
import type { Prose } from "../core/model/prose.js";
import { mapSubschemas, type SchemaMap, type StructuralSchema, withoutDescriptions } from "../core/model/schema.js";
import { Remembered } from "../core/remembered.js";

const KEEPS_UNKNOWN = { "x-kubernetes-preserve-unknown-fields": true } as const;

/** The descriptions that a schema contains: all of them, or those that the tag `@noDescription` does not omit. */
type Descriptions = "all" | "not omitted";

/**
 * Prints schemas with one value of `preserveUnknownFields`. Several types and both channels can share a node, so each node
 * is printed once.
 */
export class SchemaPrinter {
  readonly #printed = new Remembered<StructuralSchema>();

  constructor(
    readonly preserve: PreserveUnknownFields,
    readonly descriptions: Descriptions,
  ) {}

  /** Reports whether the schema omits the descriptions of a part of the API. */
  omits(part: { readonly omitsDescriptions?: true }): boolean {
    return this.descriptions === "not omitted" && part.omitsDescriptions === true;
  }

  /** Returns the schema of a node without a description, which depends on the place of the node. */
  print(node: SchemaNode): StructuralSchema {
    return this.#printed.of(node, [], () => this.#node(node));
  }

  #node(node: SchemaNode): StructuralSchema {
    const body = this.#body(node);
    const constraints = printConstraints(node.constraints);
    return {
      ...body,
      ...(node.nullable && { nullable: true }),
      ...constraints,
      ...(body.required &&
        constraints.required && { required: [...new Set([...body.required, ...constraints.required])].sort() }),
    };
  }

  #body(node: SchemaNode): StructuralSchema {
    switch (node.form) {
      case "scalar":
        return { type: node.type, ...(node.values && { enum: node.values.map((value) => value.value) }) };
      case "array":
        return { type: "array", items: this.#element(node.items) };
      case "map":
        return { type: "object", additionalProperties: this.#element(node.values) };
      case "object":
        return { ...this.#object(node), ...(this.preserve === "every-object" && KEEPS_UNKNOWN) };
      case "raw":
        return this.#raw(node);
    }
  }

  #element(node: SchemaNode): StructuralSchema {
    const { description } = node;
    return description ? this.#withDescription(this.print(node), description) : this.print(node);
  }

  #raw(node: RawNode): StructuralSchema {
    const schema = this.omits(node) ? withoutDescriptions(node.schema) : node.schema;
    return this.preserve === "every-object" ? markObjects(schema) : schema;
  }

  #object(node: ObjectNode): StructuralSchema {
    const required = node.fields.filter((field) => !field.optional).map((field) => field.name);
    return {
      type: "object",
      ...(node.fields.length > 0 && { properties: this.properties(node) }),
      ...(required.length > 0 && { required: required.sort() }),
    };
  }

  /** Returns the schemas of the fields of an object, with their descriptions. */
  properties(node: ObjectNode): SchemaMap {
    const properties: Record<string, StructuralSchema> = Object.create(null);
    for (const field of node.fields) properties[field.name] = this.described(field, this.print(field.node));
    return properties;
  }

  /** Returns the schemas of apiVersion, kind and metadata with the author's descriptions. */
  objectProperties({ objectFields }: KindVersion, properties: SchemaMap): SchemaMap {
    const described = objectFields.map((field) => [field.name, this.described(field, properties[field.name] ?? {})]);
    return { ...properties, ...Object.fromEntries(described) };
  }

  /** Returns the schema of a field with the author's description, which replaces that of the schema. */
  described(field: Field, schema: StructuralSchema): StructuralSchema {
    const values = enumValues(field.node).filter((value) => !this.omits(value));
    return this.#withDescription(schema, field, describeDeprecation(field.deprecated), describeValues(values));
  }

  #withDescription(schema: StructuralSchema, part: ElementDescription, ...notes: readonly string[]): StructuralSchema {
    return this.omits(part) ? withoutDescriptions(schema) : withDescription(schema, part.prose, ...notes);
  }
}

const PRINTERS = new Map<string, SchemaPrinter>();

/** Returns the printer of the schemas with these settings. There is one, so it prints a node once. */
export function schemaPrinter(
  preserve: PreserveUnknownFields,
  descriptions: Descriptions = "not omitted",
): SchemaPrinter {
  const key = `${preserve}, ${descriptions}`;
  const printer = PRINTERS.get(key) ?? new SchemaPrinter(preserve, descriptions);
  PRINTERS.set(key, printer);
  return printer;
}

/** Returns a schema with a description. If there is none, the schema keeps its own, unless the tag states `none`. */
export function withDescription(schema: StructuralSchema, prose: Prose, ...notes: readonly string[]): StructuralSchema {
  const { description: own, ...rest } = schema;
  const description = descriptionOf(prose, ...notes) ?? (isStated(prose) ? undefined : own);
  return description === undefined ? rest : { ...rest, description };
}

/**
 * Returns the prose of a part, followed by the notes that are not empty, or undefined if there is no description. A
 * stated description has no notes.
 */
export function descriptionOf(prose: Prose, ...notes: readonly string[]): string | undefined {
  if (isStated(prose)) return prose[0]?.stated === "text" ? prose[0].text : undefined;
  const parts = [renderProse(prose), ...notes].filter((part) => part !== "");
  return parts.length === 0 ? undefined : parts.join("\n\n");
}

function isStated([first]: Prose): boolean {
  return first?.stated !== undefined;
}

/** Returns the schemas that `@schema` sets for the name and the generateName of objects. */
export function metadataRestrictions({ objectFields }: KindVersion): SchemaMap {
  const metadata = objectFields.find(({ name }) => name === "metadata");
  return printConstraints(metadata?.node.constraints ?? []).properties ?? {};
}

/** Adds the keyword to every object of a raw schema except maps, but not inside `allOf` and similar keywords. */
function markObjects(schema: StructuralSchema): StructuralSchema {
  const isObject = schema.type === "object" && schema.additionalProperties === undefined;
  return { ...mapSubschemas(schema, markObjects), ...(isObject && KEEPS_UNKNOWN) };
}

function printConstraints(constraints: readonly Constraint[]): StructuralSchema {
  const printed: Record<string, Json> = {};
  for (const { keyword, value, adds } of constraints) {
    const earlier = printed[keyword];
    printed[keyword] = adds && isJsonArray(earlier) && isJsonArray(value) ? [...earlier, ...value] : value;
  }
  return printed;
}

function describeDeprecation(text: string | undefined): string {
  if (text === undefined) return "";
  return text === "" ? "Deprecated." : `Deprecated: ${text}`;
}

/** Returns the enum of a field, or that of its elements. */
export function enumValues(node: SchemaNode): readonly EnumValue[] {
  if (node.form === "array") return enumValues(node.items);
  if (node.form === "map") return enumValues(node.values);
  return node.form === "scalar" ? (node.values ?? []) : [];
}

export function describeValues(values: readonly EnumValue[]): string {
  return values
    .map(({ value, prose }) => ({ value, text: renderProse(prose) }))
    .filter(({ text }) => text !== "")
    .map(({ value, text }) => `- ${valueInWords(value)}: ${text.replace(/\n(?!\n)/g, "\n  ")}`)
    .join("\n");
}

/** Returns a value as it is. One with white space other than single spaces is quoted, because prose is reflowed. */
function valueInWords(value: EnumValue["value"]): string {
  return /^\S+( \S+)*$/.test(String(value)) ? String(value) : JSON.stringify(value);
}

/**
 * Joins the segments of trimmed prose, without the gaps that removed segments leave. The content of a segment does not
 * change.
 */
export function renderProse(prose: Prose): string {
  return prose.reduce((text, segment) => joinWords(text, segment.text), "").trim();
}

function joinWords(before: string, after: string): string {
  const [head, tail] = [before.trimEnd(), after.trimStart()];
  const left = before.slice(head.length);
  const right = after.slice(0, after.length - tail.length);
  return `${head}${gapBetween(left, right, tail)}${tail}`;
}

/**
 * Returns the white space that replaces that on both sides of a seam: the longer line break, with the indentation of
 * the line that follows.
 */
function gapBetween(left: string, right: string, tail: string): string {
  const breaks = Math.min(2, Math.max(left.split("\n").length, right.split("\n").length) - 1);
  if (breaks > 0) return "\n".repeat(breaks) + (right.includes("\n") ? right : left).split("\n").at(-1);
  const isPunctuation = /^[.,;:!?)](?:\s|$)/.test(tail);
  return left + right === "" || isPunctuation ? "" : " ";
}
