/** Reads schemas as types: the fields of objects, and one declaration for all equal schemas that need a name. */
import type { SchemaNode } from "../core/model/api.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject, sameJson, sortKeys } from "../core/model/json.js";
import type { StructuralSchema } from "../core/model/schema.js";
import type { SchemaType } from "../language/tags/definition.js";
import { flagTag, jsonTag } from "./comments.js";
import { constraintTags, elementTag, limitedDescriptions, rawSchemaTags } from "./constraints.js";
import type { CoreTypeOf } from "./core-types.js";
import type {
  Declaration,
  DeclarationBody,
  Element,
  ExistingType,
  Field,
  LibraryType,
  Tag,
  TypeExpression,
} from "./declarations.js";
import { type EqualSchemas, splitKeywords } from "./equal-schemas.js";
import { type ExistingTypes, elementIn, fieldsIn, keyOf } from "./existing-types.js";
import {
  differs,
  experimentalMembers,
  isExperimentalField,
  type MergedSchema,
  withStandardParts,
} from "./merge-channels.js";
import { commonTail } from "./names.js";

/** A type, with the tags that its field needs in addition. */
interface FieldType {
  readonly type: TypeExpression;
  readonly tags: readonly Tag[];
  readonly elements: readonly Element[];
}

/** Place of a value in a kind: the kind, and the fields that lead to the value. */
interface Place {
  readonly path: readonly string[];
  readonly isElement: boolean;
  /** The node of the sources at the place. */
  readonly node?: SchemaNode | undefined;
}

/** Types that stand for a type and a format. */
const FORMATS: readonly (readonly [type: string, format: string, name: LibraryType])[] = [
  ["integer", "int32", "int32"],
  ["integer", "int64", "int64"],
  ["number", "float", "float"],
  ["number", "double", "double"],
  ["string", "date-time", "Time"],
];

const INT_OR_STRING = { anyOf: [{ type: "integer" }, { type: "string" }], "x-kubernetes-int-or-string": true };

const QUANTITY = {
  ...INT_OR_STRING,
  pattern:
    "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$",
};

/** Schemas that the library declares. */
const LIBRARY_SCHEMAS: readonly (readonly [schema: JsonObject, name: LibraryType])[] = [
  [INT_OR_STRING, "IntOrString"],
  [QUANTITY, "Quantity"],
  [
    { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
    "EmbeddedResource",
  ],
];

/** Well-known schemas, with the name and the TypeScript type of the alias that declares them. */
const KNOWN_ALIASES: readonly (readonly [schema: JsonObject, name: string, text: string])[] = [
  [{ "x-kubernetes-int-or-string": true }, "AnyIntOrString", "number | string"],
  [{ type: "object", "x-kubernetes-preserve-unknown-fields": true }, "JSONObject", "Record<string, unknown>"],
  [{ type: "object" }, "EmptyObject", "Record<string, never>"],
];

/** Names for patterns that Kubernetes documents. Source: apimachinery pkg/api/validate/content. */
const PATTERN_NAMES: ReadonlyMap<string, string> = new Map([
  ["^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", "DNSLabel"],
  ["^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$", "DNSSubdomain"],
]);

/** Reads the schemas of one API version of a group. `existing` are the types that the sources have for some of them. */
export class TypeReader {
  readonly #declarations = new Map<number | string, Declaration>();

  constructor(
    readonly schemas: EqualSchemas,
    /** Returns the name of a core type for the schema of a field. */
    readonly coreTypeOf: CoreTypeOf,
    readonly existing?: ExistingTypes | undefined,
  ) {}

  /** Returns the fields of an object, which is at a place, and for which the sources have a node. */
  fieldsOf(object: MergedSchema, path: readonly string[], node?: SchemaNode | undefined): Field[] {
    const { properties = {}, required = [] } = object;
    const known = fieldsIn(node);
    return Object.entries(properties).map(([name, schema]) => {
      const existing = known.get(name);
      const place = { path: [...path, name], isElement: false, node: existing?.node };
      const { tags, ...type } = this.typeOf(schema, place);
      return {
        name,
        isOptional: !required.includes(name),
        ...descriptionIn(schema),
        ...type,
        tags: isExperimentalField(object, name) ? [flagTag("experimental"), ...tags] : tags,
        ...(existing && { existing: existing.location }),
      };
    });
  }

  /** Returns the type of a schema. */
  typeOf(schema: MergedSchema, place: Place): FieldType {
    const { field, type } = splitKeywords(schema);
    const { nullable, description, ...keywords } = field;
    const read = this.#typeWithout(schema, type, place, description);
    const tags = [...limitedDescriptions(field), ...constraintTags(keywords, "any"), ...read.tags];
    return { ...read, type: nullable === true ? { form: "nullable", type: read.type } : read.type, tags };
  }

  /** Returns the type of a schema without the keywords of the field. `whole` is the same schema with them. */
  #typeWithout(whole: MergedSchema, type: MergedSchema, place: Place, description: Json | undefined): FieldType {
    const simple = simpleType(type);
    const existing = this.existing?.typeOf(whole, place.node);
    if (simple && !this.#hasName(simple, whole, place, existing)) return simple;
    if (type.type === "array" && type.items) return this.#arrayType(type, type.items, place);
    const values = type.additionalProperties;
    if (type.type === "object" && isJsonObject(values) && !type.properties) return this.#mapType(type, values, place);
    const core = existing || differs(whole) ? undefined : this.coreTypeOf(whole, place.path.at(-1) ?? "");
    if (core !== undefined) return plain({ form: "library", name: core });
    const declaration = this.#declare(whole, type, place, existing);
    const { path, isElement } = place;
    declaration.uses.push({ path, isElement, ...(typeof description === "string" && { description }) });
    // An object literal in the sources has no comment of its own.
    const isLiteral = existing !== undefined && existing.name === undefined;
    return { type: { form: "declared", declaration }, tags: isLiteral ? declaration.tags : [], elements: [] };
  }

  #arrayType({ items: _, type: _type, ...keywords }: MergedSchema, items: MergedSchema, place: Place): FieldType {
    const element = this.#elementType(items, place, "items");
    const tags = [...constraintTags(keywords, "array"), ...element.tags];
    return { type: { form: "array", items: element.type }, tags, elements: element.elements };
  }

  #mapType(
    { additionalProperties: _, type: _type, ...keywords }: MergedSchema,
    values: MergedSchema,
    place: Place,
  ): FieldType {
    const element = this.#elementType(values, place, "values");
    const tags = [...constraintTags(keywords, "map"), ...element.tags];
    return { type: { form: "map", values: element.type }, tags, elements: element.elements };
  }

  #elementType(schema: MergedSchema, { path, node }: Place, step: "items" | "values"): FieldType {
    const { type, tags, elements } = this.typeOf(schema, { path, isElement: true, node: elementIn(node) });
    const declaration = declarationIn(type);
    const self = { prefix: step, ...(declaration && { declaration }), ...descriptionIn(schema) };
    const inner = elements.map((element) => ({ ...element, prefix: `${step}.${element.prefix}` }));
    return { type, tags: tags.map((tag) => elementTag(tag, step)), elements: [self, ...inner] };
  }

  /** Reports whether a scalar has a declared type. One that the sources write out keeps its form. */
  #hasName(
    { isConstrained }: SimpleType,
    whole: StructuralSchema,
    { node }: Place,
    existing: ExistingType | undefined,
  ): boolean {
    if (node) return existing !== undefined;
    if (!isConstrained) return false;
    return existing !== undefined || (!this.existing?.isInline(whole) && this.#isWorthAName(whole));
  }

  /** Reports whether a scalar with constraints is used so often, by fields of like names, that it needs a name. */
  #isWorthAName(whole: MergedSchema): boolean {
    const { type: _, ...keywords } = splitKeywords(whole).type;
    const fields = this.schemas.fieldsWith(whole);
    const isTelling = keywords.pattern !== undefined || (keywords.enum ?? []).length > 1;
    const isOften = fields.length > (isTelling ? 1 : 2) && (isTelling || Object.keys(keywords).length > 1);
    return isOften && (PATTERN_NAMES.has(keywords.pattern ?? "") || commonTail(fields) !== undefined);
  }

  #declare(whole: MergedSchema, type: MergedSchema, { path }: Place, existing: ExistingType | undefined): Declaration {
    const key = existing ? keyOf(existing.location) : this.schemas.typeOf(whole);
    const known = this.#declarations.get(key);
    if (known) return known;
    const declaration = {
      ...this.#declarationOf(type, path, existing?.node),
      uses: [],
      ...(existing && { existing }),
    };
    this.#declarations.set(key, declaration);
    return declaration;
  }

  #declarationOf(
    type: MergedSchema,
    path: readonly string[],
    node: SchemaNode | undefined,
  ): { readonly tags: readonly Tag[]; readonly body: DeclarationBody } {
    const simple = simpleType(type);
    if (simple) {
      const patternName = PATTERN_NAMES.get(type.pattern ?? "");
      const name = patternName === undefined ? {} : { name: patternName };
      return { tags: simple.tags, body: { form: "alias", type: simple.type, ...name } };
    }
    const { type: name, properties, required = [], additionalProperties, ...keywords } = type;
    if (name !== "object" || !properties || additionalProperties !== undefined) return rawDeclaration(type);
    const unknown = required.filter((field) => !Object.hasOwn(properties, field));
    const all = unknown.length > 0 ? { ...keywords, required } : keywords;
    return {
      tags: constraintTags(all, "object"),
      body: { form: "interface", fields: this.fieldsOf(type, path, node) },
    };
  }
}

function declarationIn(type: TypeExpression): Declaration | undefined {
  if (type.form === "nullable") return declarationIn(type.type);
  return type.form === "declared" ? type.declaration : undefined;
}

function descriptionIn({ description }: StructuralSchema): { readonly description?: string } {
  return description === undefined ? {} : { description };
}

/** A type without a declaration. It is constrained if it needs tags, or if it is an enum. */
interface SimpleType extends FieldType {
  readonly isConstrained: boolean;
}

/** Returns the type of a scalar or of a schema that the library declares. */
function simpleType(schema: MergedSchema): SimpleType | undefined {
  const library = libraryType(schema);
  if (library) return { ...library, isConstrained: library.tags.length > 0 };
  const { type, enum: values, ...keywords } = schema;
  if (type === undefined)
    return isFreeForm(schema) && !differs(schema) ? { ...plain(UNKNOWN), isConstrained: false } : undefined;
  if (values !== undefined) {
    if (!isLiterals(type, values)) return undefined;
    const added = experimentalMembers(schema);
    const experimental = new Set(values.filter((value) => added.has(value)));
    const literals = { form: "literals", values, experimental } as const;
    return { ...plain(literals, constraintTags(keywords, type as SchemaType)), isConstrained: true };
  }
  const expression = scalarType(type);
  if (!expression) return undefined;
  const tags = constraintTags(keywords, type as SchemaType);
  return { ...plain(expression, tags), isConstrained: tags.length > 0 };
}

function plain(type: TypeExpression, tags: readonly Tag[] = []): FieldType {
  return { type, tags, elements: [] };
}

/** Reports whether a union of literals has this type. Integers are the members of an integer union. */
function isLiterals(type: string, values: readonly Json[]): values is readonly (string | number)[] {
  if (values.length === 0) return false;
  if (type === "string") return values.every((value) => typeof value === "string");
  const isInteger = values.every((value) => Number.isSafeInteger(value));
  return type === "integer" ? isInteger : type === "number" && !isInteger && values.every(Number.isFinite);
}

const UNKNOWN = { form: "keyword", keyword: "unknown" } as const;

function isFreeForm({ "x-kubernetes-preserve-unknown-fields": keeps, ...others }: StructuralSchema): boolean {
  return keeps === true && Object.keys(others).length === 0;
}

function scalarType(type: string): TypeExpression | undefined {
  if (type === "integer") return { form: "library", name: "integer" };
  return type === "string" || type === "boolean" || type === "number" ? { form: "keyword", keyword: type } : undefined;
}

/** Returns a type of the library, with tags for the keywords that it lacks. */
function libraryType(schema: MergedSchema): FieldType | undefined {
  const known = differs(schema) ? undefined : LIBRARY_SCHEMAS.find(([known]) => sameJson(known, schema));
  if (known) return plain({ form: "library", name: known[1] });
  const { type, format, ...keywords } = schema;
  const found = FORMATS.find(([ofType, ofFormat]) => ofType === type && ofFormat === format);
  if (!found || keywords.enum) return undefined;
  return plain({ form: "library", name: found[2] }, constraintTags(keywords, type as SchemaType));
}

/** Returns an alias that states the whole schema. */
function rawDeclaration(merged: MergedSchema): { readonly tags: readonly Tag[]; readonly body: DeclarationBody } {
  const schema = withStandardParts(merged);
  const known = differs(merged) ? undefined : KNOWN_ALIASES.find(([known]) => sameJson(known, schema));
  const [, name, text] = known ?? [undefined, undefined, typeScriptOf(schema)];
  return {
    tags: [jsonTag("rawSchema", sortKeys(schema)), ...rawSchemaTags(merged)],
    body: { form: "alias", type: { form: "text", text }, ...(name !== undefined && { name }) },
  };
}

/** Returns the TypeScript type of the values of a raw schema, for readers and for clients. */
function typeScriptOf({
  type,
  enum: values,
  items,
  "x-kubernetes-int-or-string": isIntOrString,
}: StructuralSchema): string {
  if (isIntOrString) return "number | string";
  if (isJsonArray(values) && values.length > 0) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (type === "array") return items ? `(${typeScriptOf(items)})[]`.replace(/^\((\w+)\)/, "$1") : "unknown[]";
  if (type === "object") return "Record<string, unknown>";
  if (type === "integer" || type === "number") return "number";
  return type === "string" || type === "boolean" ? type : "unknown";
}
