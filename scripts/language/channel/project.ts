/** Trims a model to one channel. The result has no channels, so trimming it again changes nothing. */

import type { ApiModel, Constraint, EnumValue, Field, Kind, KindVersion, SchemaNode } from "../../core/model/api.js";
import { appearsIn, CHANNELS, type Channel } from "../../core/model/channel.js";
import { type Prose, segmentsIn } from "../../core/model/prose.js";
import { parseApiVersion } from "../../core/model/version.js";
import { Remembered } from "../../core/remembered.js";

/**
 * Returns the model of one channel.
 *
 * - Everything that is tagged for the other channel is removed. A removed field is no longer required, because the
 *   required fields follow from the remaining ones.
 * - For each keyword, the constraint that applies remains. All rules remain.
 * - If the bundle also has the experimental channel, an alpha version of a kind in the standard channel remains, but is
 *   not served: stored objects must not block an upgrade, and no one should start to use the version.
 */
export function projectToChannel(model: ApiModel, channel: Channel, ofBundle: readonly Channel[] = CHANNELS): ApiModel {
  const nodes = new Map<SchemaNode, SchemaNode>();
  const servesAlpha = channel !== "standard" || !ofBundle.includes("experimental");
  const kinds = model.kinds.map((kind) => projectKind(kind, { channel, servesAlpha }, nodes));
  return { kinds: kinds.filter((kind) => kind.versions.length > 0) };
}

interface Projection {
  readonly channel: Channel;
  readonly servesAlpha: boolean;
}

/** The trimmed nodes. Nodes are shared, so each is trimmed only once. */
type Projected = Map<SchemaNode, SchemaNode>;

const KINDS: Readonly<Record<Channel, Remembered<Kind>>> = {
  standard: new Remembered("kind in the standard channel"),
  experimental: new Remembered("kind in the experimental channel"),
};

function projectKind(kind: Kind, projection: Projection, nodes: Projected): Kind {
  return KINDS[projection.channel].of(kind, [projection.servesAlpha], () => newKind(kind, projection, nodes));
}

function newKind(kind: Kind, projection: Projection, nodes: Projected): Kind {
  const versions = kind.versions.filter((version) => appearsIn(projection.channel, version.channel));
  return { ...kind, versions: versions.map((version) => projectVersion(version, projection, nodes)) };
}

function projectVersion(version: KindVersion, { channel, servesAlpha }: Projection, nodes: Projected): KindVersion {
  const { channel: _, ...rest } = version;
  const isAlpha = parseApiVersion(version.version)?.stage === "alpha";
  return {
    ...rest,
    prose: projectProse(version.prose, channel),
    root: projectNode(version.root, channel, nodes) as KindVersion["root"],
    objectFields: projectFields(version.objectFields, channel, nodes),
    served: version.served && (servesAlpha || !isAlpha),
  };
}

/** Trimmed nodes that are the same in both channels, by the node of the whole model. */
const COMMON = new Remembered<SchemaNode>();

function projectNode(node: SchemaNode, channel: Channel, nodes: Projected): SchemaNode {
  if (isCommon(node)) return COMMON.of(node, [], () => trim(node, channel, nodes));
  const known = nodes.get(node);
  if (known) return known;
  const projected = trim(node, channel, nodes);
  nodes.set(node, projected);
  return projected;
}

const IS_COMMON = new Remembered<boolean>();

/** Reports whether nothing in a node is tagged for a channel. The channels share such a node, and its printed parts. */
function isCommon(node: SchemaNode): boolean {
  return IS_COMMON.of(node, [], () => {
    const { types, constraints, description } = node;
    return [...types, ...constraints].every(isUntagged) && isUntagged(description) && areCommonParts(node);
  });
}

function areCommonParts(node: SchemaNode): boolean {
  switch (node.form) {
    case "scalar":
      return (node.values ?? []).every(isUntagged);
    case "array":
      return isCommon(node.items);
    case "map":
      return isCommon(node.values);
    case "object":
      return node.fields.every((field) => isUntagged(field) && isCommon(field.node));
    case "raw":
      return true;
  }
}

function isUntagged(part: { readonly channel?: Channel; readonly prose?: Prose } | undefined): boolean {
  return part?.channel === undefined && (part?.prose ?? []).every(({ channel }) => channel === undefined);
}

function trim(node: SchemaNode, channel: Channel, nodes: Projected): SchemaNode {
  const { description } = node;
  const trimmed = {
    types: node.types.map(({ channel: _, ...type }) => type),
    constraints: effectiveConstraints(node.constraints, channel),
    ...(description && { description: { ...description, prose: projectProse(description.prose, channel) } }),
  };
  switch (node.form) {
    case "scalar":
      return node.values
        ? { ...node, ...trimmed, values: projectValues(node.values, channel) }
        : { ...node, ...trimmed };
    case "array":
      return { ...node, ...trimmed, items: projectNode(node.items, channel, nodes) };
    case "map":
      return { ...node, ...trimmed, values: projectNode(node.values, channel, nodes) };
    case "object":
      return { ...node, ...trimmed, fields: projectFields(node.fields, channel, nodes) };
    case "raw":
      return { ...node, ...trimmed };
  }
}

function projectFields(fields: readonly Field[], channel: Channel, nodes: Projected): Field[] {
  return fields
    .filter((field) => appearsIn(channel, field.channel))
    .map(({ channel: _, ...field }) => ({
      ...field,
      prose: projectProse(field.prose, channel),
      node: projectNode(field.node, channel, nodes),
    }));
}

function projectValues(values: readonly EnumValue[], channel: Channel): EnumValue[] {
  return values
    .filter((value) => appearsIn(channel, value.channel))
    .map(({ channel: _, ...value }) => ({ ...value, prose: projectProse(value.prose, channel) }));
}

function projectProse(prose: Prose, channel: Channel): Prose {
  return segmentsIn(prose, channel).map(({ channel: _, ...segment }) => segment);
}

/** Returns the constraints that apply in a channel, innermost first. `Constraint` describes which one wins. */
function effectiveConstraints(constraints: readonly Constraint[], channel: Channel): Constraint[] {
  const inChannel = constraints.filter((constraint) => appearsIn(channel, constraint.channel));
  const winners = new Map<string, Constraint>();
  for (const constraint of inChannel) {
    const rival = winners.get(constraint.keyword);
    if (!constraint.adds && (!rival || outranks(constraint, rival))) winners.set(constraint.keyword, constraint);
  }
  return inChannel
    .filter((constraint) => constraint.adds || winners.get(constraint.keyword) === constraint)
    .map(({ channel: _, ...constraint }) => constraint);
}

function outranks(constraint: Constraint, rival: Constraint): boolean {
  if (constraint.level !== rival.level) return constraint.level > rival.level;
  return constraint.channel !== undefined || rival.channel === undefined;
}
