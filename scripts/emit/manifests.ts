/** Manifests of a channel: one file per CRD, one for the admission policy, and two that install all of them. */
import { crdsPart } from "../core/bundle-index.js";
import { admissionPolicyPath, crdPath, installPath, kustomizationPath } from "../core/bundle-layout.js";
import { type Checksum, contentOf, type FilePrinter, joinedFile, lateFile } from "../core/file-printer.js";
import { Latest } from "../core/latest.js";
import type { Bundle } from "../core/model/bundle.js";
import type { Channel } from "../core/model/channel.js";
import { type Json, type Sorted, sortKeys } from "../core/model/json.js";
import type { OutputFile } from "../core/model/output.js";
import { tagOf } from "../core/model/release-version.js";
import { once } from "../core/once.js";
import { Remembered } from "../core/remembered.js";
import { type PrintedBlocks, printYaml } from "../core/yaml/print.js";
import { printAdmissionPolicy } from "./admission-policy.js";
import { type ChannelPrinter, filePart } from "./printed-channel.js";
import type { Templates } from "./templates.js";

/** Prints the CRDs, the admission policy if the bundle has one, the kustomization and the install manifest. */
export function manifestPrinter(bundle: Bundle, templates: Templates, printer: FilePrinter): ChannelPrinter {
  const ofKind = new Latest<Shared>(); // the CRDs of a kind in several channels share most parts
  return ({ channel, crds }) => {
    const printed = crds.map((crd) => {
      const print = () => templates.crd + printDocument(crd, ofKind.of(crd.metadata.name, newShared));
      return { crd, file: printer.part(crdPath(channel, crd), print, [CHECKSUMS, crd, [templates.crd]]) };
    });
    const policy = printPolicy(channel, bundle, templates);
    const all = [...printed.map(({ file }) => file), ...policy];
    const header = fill(templates.install, bundle, channel);
    const install = joinedFile(installPath(channel), function* () {
      yield Buffer.from(header);
      for (const file of all) {
        yield SEPARATOR;
        yield contentOf(file).subarray(Buffer.byteLength(templates.crd));
      }
    });
    return [
      crdsPart(printed),
      ...policy.map((file) => filePart("admissionPolicy", file)),
      filePart("kustomization", printKustomization(all, channel, fill(templates.kustomization, bundle, channel))),
      filePart("install", install),
    ];
  };
}

const SEPARATOR = Buffer.from("---\n");

const CHECKSUMS = new Remembered<Checksum>("manifest");

/** Returns the admission policy, or nothing if the bundle has none. */
function printPolicy(channel: Channel, bundle: Bundle, { admissionPolicy, crd: header }: Templates): OutputFile[] {
  const documents = printAdmissionPolicy(admissionPolicy, bundle, channel);
  const print = once(() => {
    const shared = newShared();
    return header + documents.map((document) => printDocument(document, shared)).join("---\n");
  });
  return documents.length > 0 ? [lateFile(admissionPolicyPath(channel), print)] : [];
}

function printDocument(document: Json, { sorted, printed }: Shared): string {
  return printYaml(sortKeys(document, sorted), printed);
}

/** The parts that documents share. */
interface Shared {
  readonly sorted: Sorted;
  readonly printed: PrintedBlocks;
}

function newShared(): Shared {
  return { sorted: new Map(), printed: new Map() };
}

function printKustomization(manifests: readonly OutputFile[], channel: Channel, header: string): OutputFile {
  const resources = manifests.map(({ path }) => path.slice(channel.length + 1));
  const kustomization = { apiVersion: "kustomize.config.k8s.io/v1beta1", kind: "Kustomization", resources };
  return { path: kustomizationPath(channel), text: header + printYaml(kustomization) };
}

/** Fills in a header. `{{file}}` is the path of the install manifest; only that manifest contains its own path. */
function fill(template: string, bundle: Bundle, channel: Channel): string {
  const file = installPath(channel);
  const values: Record<string, string> = { title: bundle.title, version: tagOf(bundle.version), channel, file };
  return template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}
