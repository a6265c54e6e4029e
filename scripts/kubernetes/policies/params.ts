/**
 * Parameters of policies. Source: k8s.io/apiserver, pkg/admission/plugin/policy/generic/policy_dispatcher.go
 * (CollectParams).
 */

import { groupVersion } from "../../core/model/group-version.js";
import { isJsonObject, type Json, type JsonObject, objectIn } from "../../core/model/json.js";
import { DEFAULT_NAMESPACE } from "../../core/model/names.js";
import type { ParamKind, ParamRef } from "./documents/model.js";
import { isEmptySelector, labelsOf, selects } from "./match/selector.js";
import { Undecided } from "./match/undecided.js";

/** Kinds of parameters that every API server has, and whose objects have a namespace. */
const NAMESPACED: ReadonlySet<string> = new Set(["v1 ConfigMap", "v1 Secret"]);

/** Objects that can be parameters, by their group and kind. */
export class Params {
  readonly #objects = new Map<string, JsonObject[]>();
  /** CRDs of custom resources. */
  readonly #crds = new Map<string, JsonObject>();

  constructor(documents: readonly JsonObject[]) {
    for (const document of documents) {
      const key = keyOf(document);
      const before = this.#objects.get(key);
      if (before) before.push(document);
      else this.#objects.set(key, [document]);
      const { spec } = document;
      if (document.kind !== "CustomResourceDefinition" || !isJsonObject(spec) || !isJsonObject(spec.names)) continue;
      this.#crds.set(`${spec.group} ${spec.names.kind}`, spec);
    }
  }

  /** Reports whether the documents contain an object of a kind or its CRD. */
  isKnown(kind: ParamKind): boolean {
    return this.#objects.has(keyOf(kind)) || this.#crds.has(keyOf(kind)) || isBuiltin(kind);
  }

  /**
   * Returns the parameters for which a binding is evaluated, in the version of the kind, null if it is evaluated without
   * one, or why the API server cannot find any. Undecided if only a webhook can convert a parameter.
   */
  find(
    kind: ParamKind | undefined,
    ref: ParamRef | undefined,
    namespace: string,
  ): readonly JsonObject[] | null | string | Undecided {
    if (!kind || !ref) return null;
    const isNamespaced = this.#isNamespaced(kind);
    if (!isNamespaced && ref.namespace) return "paramRef.namespace must not be set for parameters without a namespace";
    const wanted = ref.namespace || namespace;
    if (isNamespaced && wanted === "") return "paramRef.namespace must be set for objects without a namespace";
    const objects = this.#objects.get(keyOf(kind)) ?? [];
    const inPlace = isNamespaced
      ? objects.map(withNamespace).filter((object) => namespaceOf(object) === wanted)
      : objects;
    const found = inPlace.filter((object) => isReferenced(object, ref));
    const { apiVersion = "" } = kind;
    if (this.#needsWebhook(kind) && found.some((object) => object.apiVersion !== apiVersion)) {
      return new Undecided(`only a webhook can convert the parameters of the kind ${kind.kind} to ${apiVersion}`);
    }
    if (found.length > 0) return found.map((object) => ({ ...object, apiVersion }));
    if (ref.parameterNotFoundAction !== "Deny") return [];
    const place = isNamespaced ? `in the namespace ${wanted} ` : "";
    return `there is no ${kind.kind} ${ref.name ?? "with these labels"} ${place}(parameterNotFoundAction: Deny)`;
  }

  /** Without a CRD, the objects of a kind tell whether they have a namespace. */
  #isNamespaced(kind: ParamKind): boolean {
    const crd = this.#crds.get(keyOf(kind));
    if (crd) return crd.scope !== "Cluster";
    const objects = this.#objects.get(keyOf(kind)) ?? [];
    return isBuiltin(kind) || objects.some((object) => objectIn(object, "metadata").namespace !== undefined);
  }

  #needsWebhook(kind: ParamKind): boolean {
    const conversion = this.#crds.get(keyOf(kind))?.conversion;
    return isJsonObject(conversion) && conversion.strategy === "Webhook";
  }
}

function isBuiltin({ apiVersion, kind }: ParamKind): boolean {
  return NAMESPACED.has(`${apiVersion} ${kind}`);
}

/** Returns the group and the kind of a document or a reference. */
function keyOf({ apiVersion, kind }: ParamKind | JsonObject): string {
  const { group } = groupVersion(typeof apiVersion === "string" ? apiVersion : "");
  return `${group} ${kind}`;
}

function withNamespace(object: JsonObject): JsonObject {
  return { ...object, metadata: { ...objectIn(object, "metadata"), namespace: namespaceOf(object) } };
}

function namespaceOf(object: JsonObject): Json {
  return objectIn(object, "metadata").namespace ?? DEFAULT_NAMESPACE;
}

function isReferenced(object: JsonObject, { name, selector }: ParamRef): boolean {
  if (name) return objectIn(object, "metadata").name === name;
  return isEmptySelector(selector) || selects(selector ?? {}, labelsOf(object)) === true;
}
