import type { Channel } from "../model/channel.js";
import type { CustomResourceDefinition } from "../model/crd.js";
import type { OutputFile } from "../model/output.js";
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
