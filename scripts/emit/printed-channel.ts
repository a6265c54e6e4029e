import type { Channel } from "../core/model/channel.js";
import type { CustomResourceDefinition } from "../core/model/crd.js";
import type { OutputFile } from "../core/model/output.js";
import type { ChannelSchemas } from "./json-schemas.js";

/** What belongs to one channel: every file, and what each of them is. */
export interface PrintedChannel {
  readonly channel: Channel;
  readonly crds: readonly { readonly crd: CustomResourceDefinition; readonly file: OutputFile }[];
  readonly policy: OutputFile | undefined;
  readonly kustomization: OutputFile;
  readonly install: OutputFile;
  readonly schemas: ChannelSchemas;
  readonly types: readonly OutputFile[];
  readonly files: readonly OutputFile[];
}
