/** Reads the tool's own templates. */
import { join } from "node:path";
import { KubernetesTypes, type PackedTypes, unpackTypes } from "../changes/origins/kubernetes-types.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import type { Templates } from "../emit/templates.js";
import { readText } from "../host/files.js";
import { UnsoundInput } from "../host/sources.js";

/** Reads the headers of generated files. */
export async function readTemplates(directory: string): Promise<Templates> {
  const [crd, install, kustomization, admissionPolicy] = await Promise.all([
    readTemplate(directory, "crd.yaml"),
    readTemplate(directory, "install.yaml"),
    readTemplate(directory, "kustomization.yaml"),
    readTemplate(directory, "admission-policy.yaml"),
  ]);
  return { crd, install, kustomization, admissionPolicy };
}

/** Reads the types of Kubernetes that CRDs embed. */
export async function readKubernetesTypes(directory: string): Promise<KubernetesTypes> {
  const packed = JSON.parse(await readTemplate(directory, "kubernetes-types.json")) as PackedTypes;
  return new KubernetesTypes(unpackTypes(packed));
}

/** Reads a template. It may be missing if a program sets another directory for templates. */
export async function readTemplate(directory: string, name: string): Promise<string> {
  const path = join(directory, name);
  const text = await readText(path);
  if (text === undefined) throw new UnsoundInput(diagnose("template-missing", { path }));
  return text;
}
