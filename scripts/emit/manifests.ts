/** Manifests of a channel: one file per CRD, one for the admission policy, and two that install all of them. */
import { type BundlePart, crdsPart } from "../core/bundle-index.js";
import { admissionPolicyPath, crdPath, installPath, kustomizationPath } from "../core/bundle-layout.js";
import type { Bundle } from "../core/model/bundle.js";
import type { Channel } from "../core/model/channel.js";
import { type Json, sortKeys } from "../core/model/json.js";
import type { OutputFile } from "../core/model/output.js";
import { tagOf } from "../core/model/release-version.js";
import { printYaml } from "../core/yaml/print.js";
import { printAdmissionPolicy } from "./admission-policy.js";
import { filePart, type PrintableChannel } from "./printed-channel.js";
import type { Templates } from "./templates.js";

/** Prints the CRDs, the admission policy if the bundle has one, the kustomization and the install manifest. */
export function printManifests(
  { channel, crds }: PrintableChannel,
  bundle: Bundle,
  templates: Templates,
): readonly BundlePart[] {
  const printed = crds.map((crd) => ({ crd, path: crdPath(channel, crd), body: printDocuments([crd]) }));
  const policy = printPolicy(channel, bundle, templates);
  const all: Manifest[] = [...printed, ...policy];
  const withHeader = ({ path, body }: Manifest): OutputFile => ({ path, text: templates.crd + body });
  return [
    crdsPart(printed.map(({ crd, ...manifest }) => ({ crd, file: withHeader(manifest) }))),
    ...policy.map((manifest) => filePart("admissionPolicy", withHeader(manifest))),
    filePart("kustomization", printKustomization(all, channel, fill(templates.kustomization, bundle, channel))),
    filePart("install", printInstall(all, channel, fill(templates.install, bundle, channel))),
  ];
}

/** YAML of a file, without its header. */
interface Manifest {
  readonly path: string;
  readonly body: string;
}

/** Returns the admission policy, or nothing if the bundle has none. */
function printPolicy(channel: Channel, bundle: Bundle, { admissionPolicy }: Templates): Manifest[] {
  const documents = printAdmissionPolicy(admissionPolicy, bundle, channel);
  return documents.length > 0 ? [{ path: admissionPolicyPath(channel), body: printDocuments(documents) }] : [];
}

function printDocuments(documents: readonly Json[]): string {
  return documents.map((document) => printYaml(sortKeys(document, new Map()))).join("---\n");
}

function printKustomization(manifests: readonly Manifest[], channel: Channel, header: string): OutputFile {
  const resources = manifests.map(({ path }) => path.slice(channel.length + 1));
  const kustomization = { apiVersion: "kustomize.config.k8s.io/v1beta1", kind: "Kustomization", resources };
  return { path: kustomizationPath(channel), text: header + printYaml(kustomization) };
}

function printInstall(manifests: readonly Manifest[], channel: Channel, header: string): OutputFile {
  const documents = manifests.map(({ body }) => `---\n${body}`).join("");
  return { path: installPath(channel), text: header + documents };
}

/** Fills in a header. `{{file}}` is the path of the install manifest; only that manifest contains its own path. */
function fill(template: string, bundle: Bundle, channel: Channel): string {
  const file = installPath(channel);
  const values: Record<string, string> = { title: bundle.title, version: tagOf(bundle.version), channel, file };
  return template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}
