/** Manifests of a channel: one file per CRD, one for the admission policy, and two that install all of them. */
import { type BundlePart, crdsPart } from "../core/bundle-index.js";
import { admissionPolicyPath, crdPath, installPath, kustomizationPath } from "../core/bundle-layout.js";
import type { Bundle } from "../core/model/bundle.js";
import type { Channel } from "../core/model/channel.js";
import { type Json, sortKeys } from "../core/model/json.js";
import type { OutputFile } from "../core/model/output.js";
import { tagOf } from "../core/model/release-version.js";
import { Remembered } from "../core/remembered.js";
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
  const header = templates.crd;
  const printed = crds.map((crd) => {
    const text = CRDS.of(crd, [header], () => header + printDocuments([crd]));
    return { crd, file: { path: crdPath(channel, crd), text } };
  });
  const policy = printPolicy(channel, bundle, templates);
  const all = [...printed.map(({ file }) => file), ...policy];
  const bodies = all.map(({ text }) => text.slice(header.length)); // no copies of the text
  return [
    crdsPart(printed),
    ...policy.map((file) => filePart("admissionPolicy", file)),
    filePart("kustomization", printKustomization(all, channel, fill(templates.kustomization, bundle, channel))),
    filePart("install", printInstall(bodies, channel, fill(templates.install, bundle, channel))),
  ];
}

const CRDS = new Remembered<string>();

/** Returns the admission policy, or nothing if the bundle has none. */
function printPolicy(channel: Channel, bundle: Bundle, { admissionPolicy, crd: header }: Templates): OutputFile[] {
  const documents = printAdmissionPolicy(admissionPolicy, bundle, channel);
  const text = header + printDocuments(documents);
  return documents.length > 0 ? [{ path: admissionPolicyPath(channel), text }] : [];
}

function printDocuments(documents: readonly Json[]): string {
  return documents.map((document) => printYaml(sortKeys(document, new Map()))).join("---\n");
}

function printKustomization(manifests: readonly OutputFile[], channel: Channel, header: string): OutputFile {
  const resources = manifests.map(({ path }) => path.slice(channel.length + 1));
  const kustomization = { apiVersion: "kustomize.config.k8s.io/v1beta1", kind: "Kustomization", resources };
  return { path: kustomizationPath(channel), text: header + printYaml(kustomization) };
}

function printInstall(bodies: readonly string[], channel: Channel, header: string): OutputFile {
  const documents = bodies.map((body) => `---\n${body}`).join("");
  return { path: installPath(channel), text: header + documents };
}

/** Fills in a header. `{{file}}` is the path of the install manifest; only that manifest contains its own path. */
function fill(template: string, bundle: Bundle, channel: Channel): string {
  const file = installPath(channel);
  const values: Record<string, string> = { title: bundle.title, version: tagOf(bundle.version), channel, file };
  return template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}
