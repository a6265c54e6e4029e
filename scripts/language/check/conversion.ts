import { diagnose } from "../../core/diagnostics/diagnose.js";
import { crdNameOf, type Kind, type KindVersion } from "../../core/model/api.js";
import { webhookConversionOf } from "../../core/model/bundle.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { type FieldPath, fieldIn, itemsOf, ROOT_PATH, valuesOf } from "../../core/model/field-path.js";
import { isJsonObject } from "../../core/model/json.js";
import { fieldsOf, keepsUnknownFields, type StructuralSchema } from "../../core/model/schema.js";
import { fieldSchema } from "../../kubernetes/validation/validate.js";
import type { ChannelView, SettingsCheck } from "./check.js";

/**
 * Checks that conversion between the versions of a kind loses no field. With the conversion strategy None, the API
 * server changes only apiVersion. It prunes fields that the schema of the other version neither declares nor preserves:
 * before it stores an object, and before it returns one. A webhook decides itself where the values go.
 * Source: apiextensions-apiserver pkg/apiserver/conversion (nopConverter) and pkg/apiserver/schema/pruning.
 */
export const conversionCheck: SettingsCheck = {
  name: "conversion",
  run: ({ views, bundle }) => {
    if (bundle.preserveUnknownFields === "every-object") return [];
    const keepsRoot = bundle.preserveUnknownFields === "root";
    return views.flatMap((view) =>
      view.model.kinds
        .filter((kind) => webhookConversionOf(crdNameOf(kind), bundle) === undefined)
        .flatMap((kind) => kindProblems(kind, view, keepsRoot)),
    );
  },
};

/** Compares all versions that are served, and the storage version, which may not be served. */
function kindProblems({ versions }: Kind, { schemaOf }: ChannelView, keepsRoot: boolean): Diagnostic[] {
  const used = versions.filter(({ served, storage }) => served || storage);
  const rootOf = ({ root }: KindVersion) => ({
    ...schemaOf(root),
    ...(keepsRoot && { "x-kubernetes-preserve-unknown-fields": true }),
  });
  const pairs = used.flatMap((from) => used.filter((to) => to !== from).map((to) => ({ from, to })));
  return pairs.flatMap(({ from, to }) => {
    const lost = lostFields(rootOf(from), rootOf(to), ROOT_PATH);
    const args = { fields: quoteFields(lost), from: from.version, to: to.version };
    return lost.length > 0 ? [diagnose("version-loses-field", args, to.location)] : [];
  });
}

/** Returns the first three fields and the number of the others. */
function quoteFields(fields: readonly string[]): string {
  const shown = fields.slice(0, 3).join(", ");
  return fields.length > 3 ? `${shown} and ${fields.length - 3} more` : shown;
}

/** Returns the paths of fields that objects can have under one schema but not under the other. */
function lostFields(from: StructuralSchema, to: StructuralSchema, path: FieldPath): string[] {
  if (from === to) return [];
  const properties = [...fieldsOf(from)].flatMap(([name, field]) => {
    const other = knownField(to, name);
    if (other) return lostFields(field, other, fieldIn(path, name));
    return keepsUnknownFields(to) ? [] : [fieldIn(path, name)];
  });
  return [...properties, ...lostElements(from, to, path)];
}

/** Returns the lost paths inside lists and maps, and `.*` for fields that the schema does not name. */
function lostElements(from: StructuralSchema, to: StructuralSchema, path: FieldPath): string[] {
  const { items, additionalProperties: values } = from;
  const inItems = items && to.items ? lostFields(items, to.items, itemsOf(path)) : [];
  if (isJsonObject(values) && isJsonObject(to.additionalProperties)) {
    return [...inItems, ...lostFields(values, to.additionalProperties, valuesOf(path))];
  }
  const isOpen = values !== undefined || keepsUnknownFields(from);
  const isClosed = to.type === "object" && to.additionalProperties === undefined && !keepsUnknownFields(to);
  return isOpen && isClosed ? [...inItems, `${path === ROOT_PATH ? "" : path}.*`] : inItems;
}

function knownField(schema: StructuralSchema, name: string): StructuralSchema | undefined {
  const field = fieldSchema(schema, name);
  return isJsonObject(field) ? field : undefined;
}
