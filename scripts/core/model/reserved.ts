import { type ApiModel, crdNameOf, type SchemaNode } from "./api.js";
import { compareText } from "./diagnostic.js";

/**
 * The fields that an API reserves by tombstones, as `widgets.example.dev .spec.colour`, in code-unit order. CRDs do not
 * show them, so `bundle.json` does: one that was released may not be deleted.
 */
export function reservedFields(model: ApiModel): string[] {
  const reserved = new Set<string>();
  for (const kind of model.kinds) {
    const crd = crdNameOf(kind);
    for (const version of kind.versions)
      for (const path of pathsBelow(version.root, "")) reserved.add(`${crd} ${path}`);
  }
  return [...reserved].sort(compareText);
}

function pathsBelow(node: SchemaNode, path: string): string[] {
  switch (node.form) {
    case "array":
      return pathsBelow(node.items, `${path}[]`);
    case "map":
      return pathsBelow(node.values, `${path}{}`);
    case "object":
      return [
        ...node.tombstones.map(({ field }) => `${path}.${field}`),
        ...node.fields.flatMap((field) => pathsBelow(field.node, `${path}.${field.name}`)),
      ];
    default:
      return [];
  }
}
