import { Remembered } from "../remembered.js";
import type { ApiModel, Field, KindVersion, SchemaNode } from "./api.js";
import type { Channel } from "./channel.js";

/** Node on a path from a kind, with the information that only the path provides. */
export interface VisitedNode {
  readonly version: KindVersion;
  readonly node: SchemaNode;
  /** Field whose value is the node. Omitted for the root, for items of a list and for values of a map. */
  readonly field?: Field;
  /** Field that contains the node, also through lists and maps. Omitted for the root. */
  readonly owner?: Field;
  /** `experimental` if the node, or anything on the path to it, has that tag. */
  readonly channel?: Channel;
}

/** The nodes of each model. Most checks visit all of them. */
const VISITED = new Remembered<readonly VisitedNode[]>();

/**
 * Returns every node of a model, parents first. Nodes are shared: the content of a node is visited once, or twice if
 * the first path to it was experimental and a later one is not.
 */
export function walkModel(model: ApiModel): readonly VisitedNode[] {
  return VISITED.of(model, [], () => [...walk(model)]);
}

function* walk(model: ApiModel): Generator<VisitedNode> {
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
