import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Field, SchemaNode } from "../../core/model/api.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { isJsonArray, type Json } from "../../core/model/json.js";
import type { Location } from "../../core/model/location.js";
import { type VisitedNode, walkModel } from "../../core/model/walk.js";
import type { Check } from "./check.js";

const KEYS = "x-kubernetes-list-map-keys";

/** Checks that the keys of a map list are fields that its items always have, in every channel of the list. */
export const listKeysCheck: Check = {
  name: "list-keys",
  run: ({ model, views }) => [
    ...views.flatMap((view) => [...walkModel(view.model)].flatMap(pairProblems)),
    ...[...walkModel(model)].flatMap(keyProblems),
  ],
};

/** Source: apiextensions-apiserver validation, ValidateCustomResourceDefinitionOpenAPISchema. */
function pairProblems({ node }: VisitedNode): Diagnostic[] {
  const keys = node.constraints.find((constraint) => constraint.keyword === KEYS);
  const types = node.constraints.filter((constraint) => constraint.keyword === "x-kubernetes-list-type");
  const map = types.find((constraint) => constraint.value === "map");
  if (map && !keys)
    return [diagnose("list-map-keys", { given: "@listType map", missing: "@listMapKey" }, map.location)];
  if (keys && !map)
    return [diagnose("list-map-keys", { given: "@listMapKey", missing: "@listType map" }, keys.location)];
  return [];
}

function keyProblems({ node, channel }: VisitedNode): Diagnostic[] {
  if (node.form !== "array") return [];
  return node.constraints
    .filter((constraint) => constraint.keyword === KEYS)
    .flatMap((constraint) =>
      listOf(constraint.value).flatMap((key, index) => {
        const location = constraint.itemLocations?.[index] ?? constraint.location;
        return keyProblem(key, node.items, (constraint.channel ?? channel) === "experimental", location);
      }),
    );
}

function listOf(value: Json): readonly string[] {
  return isJsonArray(value) ? value.map(String) : [];
}

function keyProblem(key: string, items: SchemaNode, isExperimental: boolean, location: Location): Diagnostic[] {
  if (items.form === "raw" && items.isUnread) return [];
  const field = items.form === "object" ? items.fields.find((candidate) => candidate.name === key) : undefined;
  const problem = field ? fieldProblem(field, isExperimental) : "the items have no field with this name";
  return problem === undefined ? [] : [diagnose("list-key", { key, problem }, location)];
}

function fieldProblem(field: Field, isExperimental: boolean): string | undefined {
  const { node } = field;
  const isScalar = node.form === "scalar" || (node.form === "raw" && node.schema.type !== "object");
  if (!isScalar) return "the type of the field must be string, number, or boolean";
  if (field.channel === "experimental" && !isExperimental)
    return "the field is experimental, but the list is in the standard channel";
  const hasDefault = node.constraints.some((constraint) => constraint.keyword === "default");
  return field.optional && !hasDefault ? "the field is optional and has no default" : undefined;
}
