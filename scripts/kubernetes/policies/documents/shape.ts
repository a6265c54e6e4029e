/**
 * The JSON that Go decodes into policies and bindings, with strict field validation. Source: k8s.io/api,
 * admissionregistration/v1/types.go.
 */
import { isJsonObject, type Json, type JsonObject } from "../../../core/model/json.js";
import { nearest } from "../../../core/nearest.js";
import {
  ANY_OBJECT,
  BOOLEAN,
  listOf,
  mapOf,
  objectWith,
  pathInWords,
  type ShapeCheck,
  type ShapeProblem,
  STRING,
} from "../../../core/shape.js";
import { type DocumentProblem, invalid } from "../problem.js";
import type { BindingSpec, Metadata, PolicySpec } from "./model.js";

/** Document with the types of Go, and without nulls. */
export interface Decoded<Spec> {
  readonly metadata: Metadata;
  readonly spec: Spec;
}

export type Decoding<Spec> =
  | { readonly value: Decoded<Spec>; readonly problems?: never }
  | { readonly value?: never; readonly problems: readonly DocumentProblem[] };

export function decodePolicy(document: JsonObject): Decoding<PolicySpec> {
  return decode(POLICY, document);
}

export function decodeBinding(document: JsonObject): Decoding<BindingSpec> {
  return decode(BINDING, document);
}

/** Returns the problems of a ConfigMap that the API server cannot decode. */
export function configMapProblems(document: JsonObject): readonly DocumentProblem[] {
  return problemsWith(CONFIG_MAP, document);
}

function problemsWith(shape: ShapeCheck, document: JsonObject): DocumentProblem[] {
  return shape(document, []).map(({ path, problem }) => invalid(path, `${pathInWords(path)} ${problem}`));
}

function decode<Spec>(shape: ShapeCheck, document: JsonObject): Decoding<Spec> {
  const problems = problemsWith(shape, document);
  if (problems.length > 0) return { problems };
  return { value: { metadata: {}, spec: {}, ...(withoutNulls(document) as JsonObject) } as unknown as Decoded<Spec> };
}

/** Go decodes null as an omitted field. The depth of a document is limited before it is decoded. */
function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutNulls(item)]));
}

/** Returns the check of an object that has no other fields. */
function struct(fields: Readonly<Record<string, ShapeCheck>>): ShapeCheck {
  const check = objectWith(fields);
  const names = Object.keys(fields);
  return (value, path) => [...check(value, path), ...unknownFields(value, names, path)];
}

function unknownFields(value: Json | undefined, names: readonly string[], path: ShapeProblem["path"]): ShapeProblem[] {
  if (!isJsonObject(value)) return [];
  const unknown = Object.keys(value).filter((name) => !names.includes(name));
  return unknown.map((name) => {
    const near = nearest(name, names);
    return { path: [...path, name], problem: `is not a field${near === undefined ? "" : `; did you mean ${near}?`}` };
  });
}

const STRINGS = listOf(STRING);

const SELECTOR = struct({
  matchLabels: mapOf(STRING),
  matchExpressions: listOf(struct({ key: STRING, operator: STRING, values: STRINGS })),
});

const RESOURCE_RULES = listOf(
  struct({
    resourceNames: STRINGS,
    operations: STRINGS,
    apiGroups: STRINGS,
    apiVersions: STRINGS,
    resources: STRINGS,
    scope: STRING,
  }),
);

const MATCH_RESOURCES = struct({
  namespaceSelector: SELECTOR,
  objectSelector: SELECTOR,
  resourceRules: RESOURCE_RULES,
  excludeResourceRules: RESOURCE_RULES,
  matchPolicy: STRING,
});

/** The fields of metadata that matter here. All other ones are those of any object. */
const METADATA = objectWith({
  name: STRING,
  generateName: STRING,
  labels: mapOf(STRING),
  annotations: mapOf(STRING),
  finalizers: STRINGS,
});

const NAMED_EXPRESSIONS = listOf(struct({ name: STRING, expression: STRING }));

const POLICY = struct({
  apiVersion: STRING,
  kind: STRING,
  metadata: METADATA,
  spec: struct({
    paramKind: struct({ apiVersion: STRING, kind: STRING }),
    matchConstraints: MATCH_RESOURCES,
    validations: listOf(struct({ expression: STRING, message: STRING, reason: STRING, messageExpression: STRING })),
    failurePolicy: STRING,
    auditAnnotations: listOf(struct({ key: STRING, valueExpression: STRING })),
    matchConditions: NAMED_EXPRESSIONS,
    variables: NAMED_EXPRESSIONS,
  }),
  status: ANY_OBJECT,
});

const CONFIG_MAP = objectWith({ data: mapOf(STRING), binaryData: mapOf(STRING), immutable: BOOLEAN });

const BINDING = struct({
  apiVersion: STRING,
  kind: STRING,
  metadata: METADATA,
  spec: struct({
    policyName: STRING,
    paramRef: struct({ name: STRING, namespace: STRING, selector: SELECTOR, parameterNotFoundAction: STRING }),
    matchResources: MATCH_RESOURCES,
    validationActions: STRINGS,
  }),
});
