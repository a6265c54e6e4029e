/**
 * Digests of the content that a change adds. A waiver covers exactly that content, and whole schemas would be too long
 * to print. Digests ignore documentation, and the order of lists whose order has no meaning.
 */
import type { SchemaChange } from "../../core/model/change.js";
import type { CrdVersion, CustomResourceDefinition } from "../../core/model/crd.js";
import { compareStrings } from "../../core/model/diagnostic.js";
import { sha256 } from "../../core/model/digest.js";
import { type FieldPath, ROOT_PATH, relativePath } from "../../core/model/field-path.js";
import { isJsonObject, type Json, type JsonObject, sortKeys } from "../../core/model/json.js";
import type { StructuralSchema } from "../../core/model/schema.js";
import { areOwnColumns } from "./crd-defaults.js";
import { omit, pick, WORDING } from "./keywords.js";

/** Returns the digest of a schema, or of a boolean or undefined in its place. */
export function digestOfSchema(schema: Json | undefined): string {
  return digestOf(schema === undefined ? null : withoutWords(schema));
}

/** Effects of a schema that loses its type, which the schema itself does not show. */
interface UntypedEffects {
  readonly acceptsAll: boolean;
  readonly isRuled: boolean;
}

/** Returns the digest of a schema that loses its type, and of the effects. */
export function digestOfUntyped(schema: StructuralSchema, { acceptsAll, isRuled }: UntypedEffects): string {
  const content = withoutWords(schema);
  return digestOf(acceptsAll || isRuled ? { schema: content, acceptsAll, isRuled } : content);
}

/** Returns the digest of what a schema demands of an object as a whole, apart from the values of its fields. */
export function digestOfObject(schema: StructuralSchema): string {
  return digestOfSchema(omit(schema, ["properties"]));
}

/** Returns the digest of values whose order has no meaning. */
export function digestOfSet(values: readonly Json[]): string {
  return digestOf(sorted(values));
}

/** Returns the digest of a change that stands for those below it, too. */
export function digestOfAll(change: SchemaChange, below: readonly SchemaChange[]): string {
  const { path: top = ROOT_PATH } = change;
  const parts = below.map(({ path = ROOT_PATH, digest = null }) => [relativePath(top, path) ?? path, digest]);
  return digestOf({ digest: change.digest ?? null, below: sorted(parts) });
}

/** Returns the digest of the version in which objects are stored from now on, and of the values that they then lose. */
export function digestOfMove(version: CrdVersion, lost: readonly FieldPath[]): string {
  return digestOf({ ...contentOf(version), ...(lost.length > 0 && { lost: [...lost] }) });
}

/** Returns the digest of one version of a CRD. */
export function digestOfVersion(version: CrdVersion): string {
  return digestOf(contentOf(version));
}

/** Returns the digest of a CRD, without its labels and annotations. */
export function digestOfCrd({ spec }: CustomResourceDefinition): string {
  const { versions, ...rest } = spec;
  const contents = Object.fromEntries(versions.map((version) => [version.name, contentOf(version)]));
  return digestOf({ ...rest, versions: contents });
}

/**
 * Returns 64 bits of a digest. They are enough to prevent accidental collisions; the fingerprint in a waiver has only
 * 48 bits.
 */
function digestOf(content: Json): string {
  return `sha256:${sha256(JSON.stringify(sortKeys(content))).slice(0, 16)}`;
}

function contentOf(version: CrdVersion): JsonObject {
  const { deprecationWarning: _, schema, additionalPrinterColumns = [], selectableFields, ...rest } = version;
  const columns = additionalPrinterColumns.map((column) => omit(column, ["description"]));
  return {
    ...rest,
    schema: withoutWords(schema.openAPIV3Schema),
    ...(areOwnColumns(columns) && { additionalPrinterColumns: columns }),
    ...(selectableFields && { selectableFields: sorted(selectableFields) }),
  };
}

/** Returns a list in a fixed order, for lists whose order has no meaning. */
export function sorted(list: readonly Json[]): Json[] {
  const keyOf = (value: Json) => JSON.stringify(sortKeys(value));
  return [...list].sort((a, b) => compareStrings(keyOf(a), keyOf(b)));
}

/** Keys of a validation rule that affect its result. The other keys only affect the error that users see. */
const OF_RULE = ["rule", "optionalOldSelf"];

/** Returns a schema without documentation, and with lists whose order has no meaning in a fixed order. */
export function withoutWords(schema: Json): Json {
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(omit(schema, WORDING)).map(([keyword, value]) => [keyword, keywordWithoutWords(keyword, value)]),
  );
}

function keywordWithoutWords(keyword: string, value: Json): Json {
  switch (keyword) {
    case "properties":
      return isJsonObject(value)
        ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withoutWords(field)]))
        : value;
    case "items":
    case "additionalProperties":
    case "not":
      return withoutWords(value);
    case "allOf":
    case "anyOf":
    case "oneOf":
      return Array.isArray(value) ? value.map(withoutWords) : value;
    case "required":
    case "x-kubernetes-list-map-keys":
      return Array.isArray(value) ? sorted(value) : value;
    case "x-kubernetes-validations":
      return Array.isArray(value) ? value.map((rule) => (isJsonObject(rule) ? pick(rule, OF_RULE) : rule)) : value;
    default:
      return value;
  }
}
