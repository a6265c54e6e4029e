/** Finds out which tool manages an object: by its field managers, and by the marks of the tools. */
import { type JsonObject, objectIn } from "../core/model/json.js";
import { entriesOf, FIELD_MANAGER } from "./field-owners.js";
import { annotationsOf } from "./target-bundle.js";

/** Tool that manages an object. */
export interface ManagedBy {
  /** Name of the field manager. Unset if only a label or an annotation shows the tool. */
  readonly manager?: string;
  readonly tool: string;
  /** True if the tool writes the object again by itself, or at its next upgrade. */
  readonly isContinuous: boolean;
  /** Advice to users, so the tool does not write the object any longer. */
  readonly how: string;
}

interface Tool {
  readonly tool: string;
  readonly manager: RegExp;
  readonly mark?: (labels: JsonObject, annotations: JsonObject) => boolean;
  readonly how: string;
}

/** Sources: the source code and the documentation of the tools. */
const TOOLS: readonly Tool[] = [
  {
    tool: "Argo CD",
    manager: /^argocd-/,
    mark: (labels, annotations) =>
      "argocd.argoproj.io/tracking-id" in annotations || "argocd.argoproj.io/instance" in labels,
    how: "Remove the CRD from the application, or exclude it from the sync.",
  },
  {
    tool: "Flux",
    manager: /^(kustomize|helm)-controller$/,
    mark: (labels) => Object.keys(labels).some((key) => /^(kustomize|helm)\.toolkit\.fluxcd\.io\/name$/.test(key)),
    how: "Suspend the reconciliation, for example with `flux suspend kustomization NAME`, and remove the CRD from Git.",
  },
  {
    tool: "Helm",
    manager: /^helm$/i,
    mark: (labels, annotations) =>
      labels["app.kubernetes.io/managed-by"] === "Helm" || "meta.helm.sh/release-name" in annotations,
    how: "Remove the CRD from the templates of the chart; with the annotation helm.sh/resource-policy: keep, it stays.",
  },
];

/** Managers that only write when a person runs them. */
const MANUAL = /^(kubectl|crd-bundle|before-first-apply)/;
/** The API server itself writes the status. */
const SERVER = /^(kube-apiserver|kube-controller-manager)$/;

/** Returns the tools that manage an object, without the API server. */
export function managersOf(object: JsonObject): ManagedBy[] {
  const labels = objectIn(objectIn(object, "metadata"), "labels");
  const names = entriesOf(object)
    .filter(({ subresource }) => subresource === undefined || subresource === "")
    .map(({ manager }) => String(manager ?? "unknown"))
    .filter((name) => !SERVER.test(name));
  const marked = TOOLS.filter(({ mark }) => mark?.(labels, annotationsOf(object)));
  const unnamed = marked.filter(({ manager }) => !names.some((name) => manager.test(name)));
  return [
    ...[...new Set(names)].map(managedBy),
    ...unnamed.map(({ tool, how }) => ({ tool, how, isContinuous: true })),
  ];
}

function managedBy(manager: string): ManagedBy {
  const known = TOOLS.find((each) => each.manager.test(manager));
  if (known) return { manager, tool: known.tool, how: known.how, isContinuous: true };
  if (MANUAL.test(manager)) {
    return { manager, tool: manager === FIELD_MANAGER ? "crd-bundle" : "kubectl", how: "", isContinuous: false };
  }
  return {
    manager,
    tool: "another tool",
    how: "Find out what writes the CRD, and make it stop.",
    isContinuous: true,
  };
}
