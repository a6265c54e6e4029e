/** CRDs → the files of a bundle, as texts in memory. */
import { admissionPolicyPath, crdPath, installPath, kustomizationPath } from "../core/bundle-layout.js";
import type { ApiModel } from "../core/model/api.js";
import type { Bundle } from "../core/model/bundle.js";
import type { Channel } from "../core/model/channel.js";
import type { CustomResourceDefinition } from "../core/model/crd.js";
import { compareStrings } from "../core/model/diagnostic.js";
import { type Json, sortKeys } from "../core/model/json.js";
import type { OutputFile } from "../core/model/output.js";
import { tagOf } from "../core/model/release-version.js";
import type { ReservedField } from "../core/model/reserved.js";
import { printYaml } from "../core/yaml/yaml.js";
import { printAdmissionPolicy } from "./admission-policy.js";
import { printIndex } from "./bundle-index.js";
import { printCrd } from "./crd.js";
import { printJsonSchemas } from "./json-schemas.js";
import type { PrintedChannel } from "./printed-channel.js";
import type { SchemaPrinter } from "./schema.js";
import { printTypes, printTypesPackage } from "./types.js";

/** The headers of what is written: texts with `{{title}}`, `{{version}}`, `{{channel}}` and `{{file}}` in them. */
export interface Templates {
  readonly crd: string;
  readonly install: string;
  readonly kustomization: string;
  /** The admission policy and its binding, see `admission-policy.ts`. */
  readonly admissionPolicy: string;
}

/** One channel of a bundle: its CRDs, in the order of their file names. */
export interface ChannelCrds {
  readonly channel: Channel;
  readonly crds: readonly CustomResourceDefinition[];
}

/** A channel with the trimmed model that its CRDs are of. */
export interface PrintableChannel extends ChannelCrds {
  readonly model: ApiModel;
}

/** The CRDs of a trimmed model. */
export function printCrds(model: ApiModel, bundle: Bundle, channel: Channel, schemas: SchemaPrinter): ChannelCrds {
  const crds = model.kinds.map((kind) => printCrd(kind, bundle, channel, schemas));
  return { channel, crds: crds.sort((a, b) => compareStrings(pathOfCrd(a, channel), pathOfCrd(b, channel))) };
}

/** All files of a bundle. `bundle.json` comes last and lists the others, and the fields that tombstones reserve. */
export function printFiles(
  channels: readonly PrintableChannel[],
  reserved: readonly ReservedField[],
  bundle: Bundle,
  templates: Templates,
): OutputFile[] {
  const printed = channels.map((channel) => printChannel(channel, bundle, templates));
  const types = printed.flatMap((channel) => channel.types);
  const typesPackage = printTypesPackage(types, bundle);
  return [...printed.flatMap(({ files }) => files), typesPackage, printIndex(printed, typesPackage, reserved, bundle)];
}

function printChannel(
  { channel, crds, model }: PrintableChannel,
  bundle: Bundle,
  templates: Templates,
): PrintedChannel {
  const printed = crds.map((crd) => ({
    crd,
    path: pathOfCrd(crd, channel),
    body: printDocuments([crd]),
  }));
  const policyDocuments = printAdmissionPolicy(templates.admissionPolicy, bundle, channel);
  const policyBody = { path: admissionPolicyPath(channel), body: printDocuments(policyDocuments) };
  const bodies: Manifest[] = [...printed, ...(policyDocuments.length > 0 ? [policyBody] : [])];
  const resource = ({ path, body }: Manifest): OutputFile => ({ path, text: templates.crd + body });
  const kustomization = {
    path: kustomizationPath(channel),
    text: fill(templates.kustomization, bundle, channel, "") + printYaml(kustomize(bodies, channel)),
  };
  const path = installPath(channel);
  const all = bodies.map(({ body }) => `---\n${body}`).join("");
  const install = { path, text: fill(templates.install, bundle, channel, path) + all };
  const schemas = printJsonSchemas(model, channel, bundle);
  const types = printTypes(model, channel);
  const policy = policyDocuments.length > 0 ? resource(policyBody) : undefined;
  const resources = bodies.map(resource);
  const files = [...resources, kustomization, install, ...schemas.schemas, schemas.index, schemas.all, ...types];
  const ofCrds = printed.map(({ crd, ...manifest }) => ({ crd, file: resource(manifest) }));
  return { channel, crds: ofCrds, policy, kustomization, install, schemas, types, files };
}

/** The YAML of a file, without its header. */
interface Manifest {
  readonly path: string;
  readonly body: string;
}

function printDocuments(documents: readonly Json[]): string {
  return documents.map((document) => printYaml(sortKeys(document))).join("---\n");
}

function pathOfCrd({ spec }: CustomResourceDefinition, channel: Channel): string {
  return crdPath(channel, spec.group, spec.names.plural);
}

function kustomize(resources: readonly Manifest[], channel: Channel): Json {
  const names = resources.map(({ path }) => path.slice(channel.length + 1));
  return { apiVersion: "kustomize.config.k8s.io/v1beta1", kind: "Kustomization", resources: names };
}

function fill(template: string, bundle: Bundle, channel: Channel, file: string): string {
  const values: Record<string, string> = { title: bundle.title, version: tagOf(bundle.version), channel, file };
  return template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}
