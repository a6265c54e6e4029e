/**
 * Objects of kinds of Kubernetes as the API server stores them, as far as policies need them: CRDs that they review, and
 * ConfigMaps and Secrets that are their parameters.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, objectIn } from "../../core/model/json.js";

/**
 * Returns a CRD with its defaults and its status. Without a stored CRD, it is new, and its names are not accepted yet.
 * Source: apiextensions-apiserver, pkg/apis/apiextensions/v1/defaults.go and pkg/registry/customresourcedefinition.
 */
export function storedCrd(crd: JsonObject, old?: JsonObject): JsonObject {
  const spec = withoutNulls(objectIn(crd, "spec"));
  const given = withoutNulls(objectIn(spec, "names"));
  const { kind = "" } = given;
  const names = { singular: String(kind).toLowerCase(), listKind: `${kind}List`, ...given };
  const versions = isJsonArray(spec.versions) ? spec.versions.filter(isJsonObject) : [];
  const storage = versions.filter((version) => version.storage === true).map(({ name = "" }) => name);
  const acceptedNames = old ? names : { kind: "", plural: "" };
  const status = old?.status ?? { acceptedNames, conditions: null, storedVersions: storage };
  return { ...crd, spec: { conversion: { strategy: "None" }, ...spec, names }, status };
}

/**
 * Returns a ConfigMap without empty maps, or a Secret whose strings are among its data. Other objects stay as they are.
 * Source: k8s.io/api, core/v1/types.go (omitempty), and kubernetes, pkg/apis/core/v1/conversion.go.
 */
export function storedCoreObject(object: JsonObject): JsonObject {
  if (object.apiVersion !== "v1" || (object.kind !== "ConfigMap" && object.kind !== "Secret")) return object;
  const { stringData, ...rest } = object;
  const strings = Object.entries(isJsonObject(stringData) ? stringData : {});
  const encoded = strings.map(([key, value]) => [key, Buffer.from(String(value)).toString("base64")]);
  const whole =
    encoded.length > 0 ? { ...rest, data: { ...objectIn(rest, "data"), ...Object.fromEntries(encoded) } } : rest;
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => !isEmpty(value)));
}

function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

function isEmpty(value: Json): boolean {
  return value === null || (isJsonObject(value) && Object.keys(value).length === 0);
}
