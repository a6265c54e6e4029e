/** Manifests of a channel: one file per CRD, one for the admission policy, and two that install all of them. */
import { type BundlePart, crdsPart } from "../core/bundle-index.js";
import { admissionPolicyPath, crdPath, installPath, kustomizationPath } from "../core/bundle-layout.js";
import type { Bundle } from "../core/model/bundle.js";
import type { Channel } from "../core/model/channel.js";
import type { CustomResourceDefinition } from "../core/model/crd.js";
import { type Json, type Sorted, sortKeys } from "../core/model/json.js";
import type { OutputFile } from "../core/model/output.js";
import { tagOf } from "../core/model/release-version.js";
import { Remembered } from "../core/remembered.js";
import { type PrintedBlocks, printYaml } from "../core/yaml/print.js";
import { printAdmissionPolicy } from "./admission-policy.js";
import { type ChannelCrds, type CrdManifests, filePart, type PrintableChannel } from "./printed-channel.js";
import type { Templates } from "./templates.js";

/**
 * Returns the manifests of all CRDs. Those of one kind in several channels are printed together, because they share most
 * parts.
 */
export function printCrdManifests(channels: readonly ChannelCrds[], { crd: header }: Templates): CrdManifests {
  const ofName = new Map<string, CustomResourceDefinition[]>();
  for (const crd of channels.flatMap(({ crds }) => crds)) {
    const { name } = crd.metadata;
    ofName.set(name, [...(ofName.get(name) ?? []), crd]);
  }
  const manifests = new Map<CustomResourceDefinition, string>();
  for (const crds of ofName.values()) {
    const shared = { sorted: new Map(), printed: new Map() };
    for (const crd of crds)
      manifests.set(
        crd,
        CRDS.of(crd, [header], () => header + printDocument(crd, shared)),
      );
  }
  return manifests;
}

/** Prints the CRDs, the admission policy if the bundle has one, the kustomization and the install manifest. */
export function printManifests(
  { channel, crds, manifests }: PrintableChannel,
  bundle: Bundle,
  templates: Templates,
): readonly BundlePart[] {
  const header = templates.crd;
  const printed = crds.map((crd) => {
    return { crd, file: { path: crdPath(channel, crd), text: manifests.get(crd) as string } };
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

const CRDS = new Remembered<string>("manifest");

/** Returns the admission policy, or nothing if the bundle has none. */
function printPolicy(channel: Channel, bundle: Bundle, { admissionPolicy, crd: header }: Templates): OutputFile[] {
  const documents = printAdmissionPolicy(admissionPolicy, bundle, channel);
  const shared = { sorted: new Map(), printed: new Map() };
  const text = header + documents.map((document) => printDocument(document, shared)).join("---\n");
  return documents.length > 0 ? [{ path: admissionPolicyPath(channel), text }] : [];
}

function printDocument(document: Json, { sorted, printed }: Shared): string {
  return printYaml(sortKeys(document, sorted), printed);
}

/** The parts that documents share. */
interface Shared {
  readonly sorted: Sorted;
  readonly printed: PrintedBlocks;
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
