import type { ApiModel, Field, KindVersion, SchemaNode } from "./api.js";
import type { Channel } from "./channel.js";

/** One node on the way from a kind, with what only the way tells. */
export interface VisitedNode {
  readonly version: KindVersion;
  readonly node: SchemaNode;
  /** The field that the node is the value of; absent for the root, for elements and for map values. */
  readonly field?: Field;
  /** The field that the node belongs to: that, or the one whose list or map it is in. Absent for the root. */
  readonly owner?: Field;
  /** `experimental` where the node, or something on the way to it, is tagged so. */
  readonly channel?: Channel;
}

/**
 * Every node of a model, parents first. Nodes are shared: one that was reached before is not entered again, unless it
 * was reached inside experimental things alone until now.
 */
export function* walkModel(model: ApiModel): Generator<VisitedNode> {
  const seen = new Set<SchemaNode>();
  const seenExperimental = new Set<SchemaNode>();
  for (const kind of model.kinds) {
    for (const version of kind.versions) {
      const { channel } = version;
      yield* walkNode({ version, node: version.root, ...(channel && { channel }) }, seen, seenExperimental);
    }
  }
}

function* walkNode(
  step: VisitedNode,
  seen: Set<SchemaNode>,
  seenExperimental: Set<SchemaNode>,
): Generator<VisitedNode> {
  const { node } = step;
  const entered = step.channel === "experimental" ? seenExperimental : seen;
  yield step;
  if (entered.has(node)) return;
  entered.add(node);
  for (const child of childrenOf(step)) yield* walkNode(child, seen, seenExperimental);
}

function childrenOf(step: VisitedNode): VisitedNode[] {
  const { field: _, ...shared } = step;
  const { node } = step;
  switch (node.form) {
    case "array":
      return [{ ...shared, node: node.items }];
    case "map":
      return [{ ...shared, node: node.values }];
    case "object":
      return node.fields.map((field) => {
        const channel = step.channel ?? field.channel;
        return { ...shared, node: field.node, field, owner: field, ...(channel && { channel }) };
      });
    default:
      return [];
  }
}
