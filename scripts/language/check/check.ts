import type { PlaceInTag } from "../../core/code-place.js";
import type { ApiModel, SchemaNode } from "../../core/model/api.js";
import type { Bundle, PreserveUnknownFields } from "../../core/model/bundle.js";
import type { Channel } from "../../core/model/channel.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { StructuralSchema } from "../../core/model/schema.js";

/**
 * A check of an API. It finds the same errors whatever the settings of the bundle are. One that compares kinds with each
 * other gets all of them, and any other one only those that changed.
 */
export interface Check {
  readonly name: string;
  readonly run: (context: CheckContext) => readonly Diagnostic[];
}

/** A check that compares an API with the settings of the bundle. */
export interface SettingsCheck {
  readonly name: string;
  readonly run: (context: SettingsContext) => readonly Diagnostic[];
}

export interface CheckContext {
  /** The model of all channels of the bundle. If there are two, it has the channel of everything that is tagged. */
  readonly model: ApiModel;
  /** The model of each channel. */
  readonly views: readonly ChannelView[];
  /** Returns the schema of a node of `model` that its types declare, with everything of both channels. */
  readonly schemaOf: (node: SchemaNode) => StructuralSchema;
  /** Finds a part of a validation rule. */
  readonly placeInTag: PlaceInTag;
}

export interface SettingsContext extends CheckContext {
  readonly bundle: Bundle;
  /** The model of the sources, also with everything that is in no channel of the bundle. */
  readonly written: ApiModel;
}

export interface ChannelView {
  readonly channel: Channel;
  readonly model: ApiModel;
  /** The setting of the bundle for unknown fields. */
  readonly preserve: PreserveUnknownFields;
  /** Returns the schema of a node of this view's model. */
  readonly schemaOf: (node: SchemaNode) => StructuralSchema;
  /** Returns the schema that the types declare, without the setting of the bundle for unknown fields. */
  readonly declaredSchemaOf: (node: SchemaNode) => StructuralSchema;
}
