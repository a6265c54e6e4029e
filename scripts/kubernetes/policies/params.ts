/**
 * Parameters of policies. Source: k8s.io/apiserver, pkg/admission/plugin/policy/generic/policy_dispatcher.go
 * (CollectParams).
 */
import { isJsonObject, type Json, type JsonObject } from "../../core/model/json.js";
import { DEFAULT_NAMESPACE } from "../../core/model/names.js";
import type { ParamKind, ParamRef } from "./documents/model.js";
import { isEmptySelector, labelsOf, selects } from "./match/selector.js";

/** Kinds of parameters that every API server has, and whose objects have a namespace. */
const NAMESPACED: ReadonlySet<string> = new Set(["v1 ConfigMap", "v1 Secret"]);

/** Objects that can be parameters, by their kind. */
export class Params {
  readonly #byKind = new Map<string, JsonObject[]>();
  /** Scopes of custom resources, by group and kind. */
  readonly #scopes = new Map<string, Json>();

  constructor(documents: readonly JsonObject[]) {
    for (const document of documents) {
      const key = `${document.apiVersion} ${document.kind}`;
      const before = this.#byKind.get(key);
      if (before) before.push(document);
      else this.#byKind.set(key, [document]);
      if (document.kind === "CustomResourceDefinition") this.#addScope(document);
    }
  }

  #addScope({ spec }: JsonObject): void {
    if (!isJsonObject(spec) || !isJsonObject(spec.names)) return;
    this.#scopes.set(`${spec.group} ${spec.names.kind}`, spec.scope ?? null);
  }

  /** Reports whether the documents contain an object of a kind or its CRD. */
  isKnown(kind: ParamKind): boolean {
    return this.#byKind.has(keyOf(kind)) || this.#scopes.has(groupKindOf(kind)) || NAMESPACED.has(keyOf(kind));
  }

  /**
   * Returns the parameters for which a binding is evaluated, null if it is evaluated without one, or why the API server
   * cannot find any.
   */
  find(
    kind: ParamKind | undefined,
    ref: ParamRef | undefined,
    namespace: string,
  ): readonly JsonObject[] | null | string {
    if (!kind || !ref) return null;
    const isNamespaced = this.#isNamespaced(kind);
    if (!isNamespaced && ref.namespace) return "paramRef.namespace must not be set for parameters without a namespace";
    const wanted = ref.namespace || namespace;
    if (isNamespaced && wanted === "") return "paramRef.namespace must be set for objects without a namespace";
    const objects = this.#byKind.get(keyOf(kind)) ?? [];
    const inPlace = isNamespaced ? objects.filter((object) => namespaceOf(object) === wanted) : objects;
    const found = inPlace.filter((object) => isReferenced(object, ref));
    if (found.length > 0 || ref.parameterNotFoundAction !== "Deny") return found;
    return "there is no parameter, and parameterNotFoundAction is Deny";
  }

  /** Without a CRD, the objects of a kind tell whether they have a namespace. */
  #isNamespaced(kind: ParamKind): boolean {
    const scope = this.#scopes.get(groupKindOf(kind));
    if (scope !== undefined) return scope !== "Cluster";
    const objects = this.#byKind.get(keyOf(kind)) ?? [];
    return NAMESPACED.has(keyOf(kind)) || objects.some((object) => metadataOf(object).namespace !== undefined);
  }
}

function keyOf({ apiVersion, kind }: ParamKind): string {
  return `${apiVersion} ${kind}`;
}

function groupKindOf({ apiVersion = "", kind }: ParamKind): string {
  const slash = apiVersion.indexOf("/");
  return `${slash < 0 ? "" : apiVersion.slice(0, slash)} ${kind}`;
}

function metadataOf({ metadata }: JsonObject): JsonObject {
  return isJsonObject(metadata) ? metadata : {};
}

function namespaceOf(object: JsonObject): Json {
  return metadataOf(object).namespace ?? DEFAULT_NAMESPACE;
}

function isReferenced(object: JsonObject, { name, selector }: ParamRef): boolean {
  if (name) return metadataOf(object).name === name;
  return isEmptySelector(selector) || selects(selector ?? {}, labelsOf(object)) === true;
}
