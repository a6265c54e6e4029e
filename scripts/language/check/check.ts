import type { ApiModel, SchemaNode } from "../../core/model/api.js";
import type { Bundle } from "../../core/model/bundle.js";
import type { Channel } from "../../core/model/channel.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { StructuralSchema } from "../../core/model/schema.js";

/** One rule about a whole API. */
export interface Check {
  readonly name: string;
  readonly run: (context: CheckContext) => readonly Diagnostic[];
}

export interface CheckContext {
  /** What was read: both channels, with what each thing is tagged. */
  readonly model: ApiModel;
  readonly bundle: Bundle;
  /** The same, trimmed to each channel. */
  readonly views: readonly ChannelView[];
}

export interface ChannelView {
  readonly channel: Channel;
  readonly model: ApiModel;
  /** The schema of a node of this view's model. */
  readonly schemaOf: (node: SchemaNode) => StructuralSchema;
  /** The same, whatever the bundle sets for unknown fields: what the types declare. */
  readonly declaredSchemaOf: (node: SchemaNode) => StructuralSchema;
}
