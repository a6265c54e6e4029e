/**
 * Values of the variables that the API server provides. Objects are JSON here, also those that have a Go type in the API
 * server: it reads them as if they were converted to JSON. Source: k8s.io/apiserver, pkg/admission/plugin/cel
 * (activation.go, condition.go) and pkg/cel/common/valuesschemalesstyped.go.
 */
import { isJsonObject, type Json, type JsonObject } from "../../../core/model/json.js";
import { untyped } from "../../cel/values/untyped.js";
import { stringMap, type Unreadable, type Value } from "../../cel/values/value.js";
import type { AdmissionAttributes, UserInfo } from "../attributes.js";
import { NAME_LABEL } from "../match/match.js";

/** Input of an evaluation of a policy. */
export interface Evaluation {
  readonly attributes: AdmissionAttributes;
  /** Version of the resource that the policy has matched. */
  readonly version: string;
  /** Null if there is no parameter. */
  readonly param: JsonObject | null;
}

/** Parts of a policy whose expressions see different values. */
type Part = "matchConditions" | "validations" | "auditAnnotations";

/**
 * Returns the values by the names of the variables. Match conditions see no Namespace, and the API server fails to
 * evaluate audit annotations with the authorizer, although they compile.
 */
export function givenValues({ attributes, version, param }: Evaluation, part: Part): Map<string, Value> {
  const { group } = attributes.resource;
  const { operation, namespace } = attributes;
  const inVersion = (object: JsonObject | undefined, is: Operation) =>
    object ? storedObject(converted(object, group, version), is, namespace) : null;
  const authorizer = part === "auditAnnotations" ? NO_AUTHORIZER : unknown("the permissions of the user are not known");
  return new Map<string, Value>([
    ["object", inVersion(attributes.object, operation)],
    ["oldObject", inVersion(attributes.oldObject, "UPDATE")],
    ["params", param && storedObject(param, "UPDATE", "")],
    ["request", requestValue(attributes, version)],
    ["namespaceObject", part === "matchConditions" ? null : namespaceValue(attributes)],
    ["authorizer", authorizer],
    ["authorizer.requestResource", authorizer],
  ]);
}

const NO_AUTHORIZER: Unreadable = { kind: "unreadable", message: "audit annotations have no authorizer" };

function unknown(message: string): Unreadable {
  return { kind: "unreadable", message, isUnknown: true };
}

type Operation = AdmissionAttributes["operation"];

/** Fields of the metadata that the API server sets before it reviews a request, if the request does not have them. */
const OF_SERVER: Readonly<Record<Operation, readonly string[]>> = {
  CREATE: ["creationTimestamp", "managedFields", "uid"],
  UPDATE: ["creationTimestamp", "generation", "managedFields", "resourceVersion", "uid"],
};

/** Returns an object with the fields that the API server sets. The values of most of them are unknown. */
function storedObject(object: JsonObject, operation: Operation, namespace: string): Value {
  const given = isJsonObject(object.metadata) ? object.metadata : {};
  const isNew = operation === "CREATE";
  const metadata: JsonObject = {
    ...given,
    ...(namespace !== "" && { namespace }),
    ...(isNew && { generation: 1 }),
  };
  const missing = OF_SERVER[operation].filter((field) => metadata[field] === undefined);
  const names = hasGeneratedName(metadata) ? ["name"] : [];
  return untyped(object, new Map([["metadata", untyped(metadata, unknownFields([...missing, ...names]))]]));
}

function unknownFields(names: readonly string[]): ReadonlyMap<string, Value> {
  return new Map(names.map((name) => [name, unknown(`metadata.${name} is not known`)]));
}

function hasGeneratedName({ name = "", generateName = "" }: JsonObject): boolean {
  return name === "" && generateName !== "";
}

/** Versions that can be matched for each other differ only in apiVersion. */
function converted(object: JsonObject, group: string, version: string): JsonObject {
  const apiVersion = group === "" ? version : `${group}/${version}`;
  return object.apiVersion === apiVersion ? object : { ...object, apiVersion };
}

/** Fields of the metadata of a Namespace that expressions can read. */
const NAMESPACE_METADATA = new Set(
  (
    "name generateName namespace uid resourceVersion generation creationTimestamp deletionTimestamp " +
    "deletionGracePeriodSeconds labels annotations finalizers"
  ).split(" "),
);

function namespaceValue({ kind, namespace, namespaceObject }: AdmissionAttributes): Value {
  const isNamespace = kind.group === "" && kind.version === "v1" && kind.kind === "Namespace";
  if (namespace === "" || isNamespace) return null;
  if (!namespaceObject) return unknown(`Namespace ${namespace} is not known`);
  const { metadata, ...parts } = namespaceObject;
  const given = Object.entries(isJsonObject(metadata) ? metadata : {});
  const { labels, ...kept } = Object.fromEntries(given.filter(([name]) => NAMESPACE_METADATA.has(name)));
  const unknowns = ["spec", "status"].filter((part) => parts[part] === undefined);
  return untyped(
    Object.fromEntries(Object.entries(parts).filter(([part]) => part === "spec" || part === "status")),
    new Map([
      [
        "metadata",
        untyped(
          { ...kept, labels: { ...(isJsonObject(labels) && labels), [NAME_LABEL]: namespace } },
          unknownFields(OF_NAMESPACE.filter((field) => kept[field] === undefined)),
        ),
      ],
      ...unknowns.map((part) => [part, unknown(`the ${part} of Namespace ${namespace} is not known`)] as const),
    ]),
  );
}

/** Fields of the metadata of a stored Namespace that its manifest does not have. */
const OF_NAMESPACE = ["creationTimestamp", "resourceVersion", "uid"];

/** Empty strings are omitted, as in the JSON of a request. */
function requestValue(attributes: AdmissionAttributes, version: string): Value {
  const { operation, resource, kind, subresource, name, namespace, userInfo, object } = attributes;
  const { metadata } = object;
  const fields: Readonly<Record<string, Json>> = {
    kind: { ...kind, version },
    resource: { ...resource, version },
    subResource: subresource,
    requestKind: kind,
    requestResource: resource,
    requestSubResource: subresource,
    name,
    namespace,
    operation,
    dryRun: false,
  };
  const written = Object.entries(fields).filter(([, value]) => value !== "");
  return stringMap(
    new Map<string, Value>([
      ...written.map(([field, value]) => [field, untyped(value)] as const),
      ...(isJsonObject(metadata) && hasGeneratedName(metadata)
        ? ([["name", unknown("the generated name is not known")]] as const)
        : []),
      ["userInfo", userInfo ? userValue(userInfo) : unknown("the user is not known")],
      ["options", unknown("the options of the request are not known")],
    ]),
  );
}

function userValue(user: UserInfo): Value {
  const isSet = (value: Json) => (typeof value === "string" ? value !== "" : Object.keys(value ?? {}).length > 0);
  return untyped(Object.fromEntries(Object.entries(user).filter(([, value]) => isSet(value))));
}
