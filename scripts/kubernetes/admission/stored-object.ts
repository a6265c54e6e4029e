/**
 * Reads an object of a request as the API server does before it validates it. Source: apiextensions-apiserver,
 * pkg/apiserver/customresource_handler.go (unstructuredSchemaCoercer) and pkg/apiserver/schema/objectmeta/coerce.go.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../core/model/json.js";
import { isEmbeddedResource, type StructuralSchema } from "../../core/model/schema.js";
import { decodeMetadata } from "../crd/decode.js";
import { withoutEmpty } from "../crd/schema/embedded-metadata.js";
import { MOST_DEFAULTED, newDefaultBudget, withDefaults } from "../validation/as-stored.js";
import { mapFields, mapItems } from "../validation/map-parts.js";
import { fieldAt, itemAt, keyAt, type Place, ROOT, stepsTo, type ValuePath } from "../validation/place.js";
import { prune } from "../validation/prune.js";
import { parts } from "../validation/schema-parts.js";
import { type FieldError, fieldErrorOf } from "./field-error.js";

export interface ReadObject {
  /** The object as the API server would store it: without unknown fields, with defaults. */
  readonly object: JsonObject;
  /** Fields that no schema declares, whether they are preserved or not. */
  readonly unknown: readonly ValuePath[];
  /** Errors for which the API server does not validate the object. */
  readonly errors: readonly FieldError[];
}

/** Reads an object. If there are errors, the other results are what could be read. */
export function readObject(schema: StructuralSchema, sent: JsonObject): ReadObject {
  const root = schema["x-kubernetes-embedded-resource"] ? schema : rootOf(schema);
  const pruned = prune(root, sent);
  const coercion = new Coercion();
  const budget = newDefaultBudget();
  const stored = withDefaults(schema, coercion.of(root, pruned.value, ROOT), budget);
  const object = isJsonObject(stored) ? stored : {};
  const unknown = [...pruned.unknown.map(stepsTo), ...coercion.unknown];
  const errors = budget.left < 0 ? [TOO_MANY_DEFAULTS] : coercion.errors;
  return { object, unknown, errors };
}

const TOO_MANY_DEFAULTS: FieldError = fieldErrorOf({
  type: "FieldValueTooLong",
  place: ROOT,
  problem: `must not get more than ${MOST_DEFAULTED} characters from defaults`,
});

/** Returns a stored object of another version without the fields that this version does not have. */
export function prunedObject(schema: StructuralSchema, object: JsonObject): JsonObject {
  const { value } = prune(rootOf(schema), object);
  return isJsonObject(value) ? value : {};
}

const roots = new WeakMap<StructuralSchema, StructuralSchema>();

/** The root of a resource has a kind and metadata, like an embedded resource. */
function rootOf(schema: StructuralSchema): StructuralSchema {
  const root = roots.get(schema) ?? { ...schema, "x-kubernetes-embedded-resource": true };
  roots.set(schema, root);
  return root;
}

/** Gives the metadata of resources the types of Go, without unknown fields. */
class Coercion {
  readonly errors: FieldError[] = [];
  readonly unknown: ValuePath[] = [];

  of(schema: StructuralSchema, value: Json, place: Place | undefined): Json {
    if (!parts(schema).hasEmbedded) return value;
    if (isJsonArray(value)) {
      const { items } = schema;
      return items ? mapItems(value, (item, index) => this.of(items, item, itemAt(place, index))) : value;
    }
    if (!isJsonObject(value)) return value;
    const { properties = {}, additionalProperties } = schema;
    const isResource = isEmbeddedResource(schema);
    return mapFields(value, (name, part) => {
      const declared = Object.hasOwn(properties, name);
      const at = declared || !isJsonObject(additionalProperties) ? fieldAt(place, name) : keyAt(place, name);
      // A null that the schema does not allow is dropped like any other field.
      if (isResource && name === "metadata") return declared && part === null ? null : this.#metadata(part, at);
      if (isResource && (name === "apiVersion" || name === "kind") && typeof part !== "string") {
        this.#report(at, "must be a string", part);
      }
      const inner = declared ? properties[name] : additionalProperties;
      return isJsonObject(inner) ? this.of(inner, part, at) : part;
    });
  }

  #metadata(metadata: Json, place: Place): Json {
    const { value, problems, unknown } = decodeMetadata(metadata);
    for (const path of unknown) this.unknown.push([...stepsTo(place), ...path.slice(1)]);
    for (const { args, path } of problems) {
      const at = path
        .slice(1)
        .reduce<Place>((inner, step) => (typeof step === "number" ? itemAt(inner, step) : fieldAt(inner, step)), place);
      const expected = typeof args.expected === "string" ? args.expected : "";
      this.#report(at, `must be ${expected}`, undefined);
    }
    return withoutEmpty(value);
  }

  #report(place: Place, problem: string, value: Json | undefined): void {
    const shown = value === undefined ? {} : { value };
    this.errors.push(fieldErrorOf({ type: "FieldValueTypeInvalid", place, problem, ...shown }));
  }
}
