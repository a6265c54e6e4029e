/** `bundle.json`: what a bundle holds, for programs. */
import { BUNDLE_INDEX } from "../core/bundle-layout.js";
import type { Bundle } from "../core/model/bundle.js";
import { sha256 } from "../core/model/digest.js";
import type { Json } from "../core/model/json.js";
import type { OutputFile } from "../core/model/output.js";
import { formatReservedField, type ReservedField } from "../core/model/reserved.js";
import type { PrintedChannel } from "./printed-channel.js";

/** What the bundle holds, file by file, and the fields that tombstones reserve. */
export function printIndex(
  channels: readonly PrintedChannel[],
  typesPackage: OutputFile,
  reserved: readonly ReservedField[],
  bundle: Bundle,
): OutputFile {
  const index = {
    name: bundle.name,
    version: bundle.version,
    channels: Object.fromEntries(channels.map((channel) => [channel.channel, indexChannel(channel)])),
    typesPackage: digest(typesPackage),
    ...(reserved.length > 0 && { reservedFields: reserved.map(formatReservedField) }),
  };
  return { path: BUNDLE_INDEX, text: `${JSON.stringify(index, null, 2)}\n` };
}

function indexChannel({ crds, policy, kustomization, install, schemas, types }: PrintedChannel): Json {
  return {
    crds: crds.map(({ crd, file }) => ({
      ...digest(file),
      name: crd.metadata.name,
      group: crd.spec.group,
      kind: crd.spec.names.kind,
      versions: crd.spec.versions.map(({ name, served, storage }) => ({ name, served, storage })),
    })),
    ...(policy && { admissionPolicy: digest(policy) }),
    kustomization: digest(kustomization),
    install: digest(install),
    schemas: schemas.schemas.map((file) => {
      const { group, kind, version } = file;
      return { ...digest(file), group, kind, version };
    }),
    schemaIndex: digest(schemas.index),
    schemaOfAll: digest(schemas.all),
    types: types.map(digest),
  };
}

/** `size` is in bytes of UTF-8. */
function digest({ path, text }: OutputFile): { path: string; size: number; sha256: string } {
  return { path, size: Buffer.byteLength(text), sha256: sha256(text) };
}
