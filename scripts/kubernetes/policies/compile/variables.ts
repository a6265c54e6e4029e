/**
 * Types of the variables in the expressions of policies. Objects have the type dyn: the API server checks expressions
 * against their schemas only to warn. Source: k8s.io/apiserver, pkg/admission/plugin/cel, compile.go and composition.go.
 */
import {
  BOOL,
  DYN,
  INT,
  libraryObject,
  listOf,
  mapOf,
  objectOf,
  STRING,
  TIMESTAMP,
  type Type,
} from "../../cel/types/type.js";

/** Name of the variable with the variables of the policy as its fields. */
export const VARIABLES = "variables";

/** Variables that only some expressions can read. */
export interface Extent {
  /** True if the policy has a kind of parameters. */
  readonly hasParams: boolean;
  readonly hasAuthorizer: boolean;
}

/** Returns the types of the variables that the API server provides, by name. */
export function givenVariables({ hasParams, hasAuthorizer }: Extent): ReadonlyMap<string, Type> {
  return new Map<string, Type>([
    ["object", DYN],
    ["oldObject", DYN],
    ["namespaceObject", NAMESPACE],
    ["request", REQUEST],
    ...(hasParams ? [["params", DYN] as const] : []),
    ...(hasAuthorizer ? AUTHORIZERS : []),
  ]);
}

/**
 * Returns the type that other expressions see in a variable of the policy: the type of its expression, except that
 * types other than scalars, lists and maps become dyn.
 */
export function composedType(type: Type): Type {
  switch (type.kind) {
    case "list":
      return listOf(composedType(type.parameters[0] as Type));
    case "map":
      return mapOf(composedType(type.parameters[0] as Type), composedType(type.parameters[1] as Type));
    default:
      return COMPOSABLE.has(type.kind) ? type : DYN;
  }
}

const COMPOSABLE: ReadonlySet<string> = new Set("bool bytes double duration int null string timestamp uint".split(" "));

const AUTHORIZERS: readonly (readonly [string, Type])[] = [
  ["authorizer", libraryObject("kubernetes.authorization.Authorizer")],
  ["authorizer.requestResource", libraryObject("kubernetes.authorization.ResourceCheck")],
];

function objectType(name: string, fields: Readonly<Record<string, Type>>): Type {
  return objectOf(`kubernetes.${name}`, new Map(Object.entries(fields)));
}

const STRINGS = listOf(STRING);
const STRING_MAP = mapOf(STRING, STRING);

const KIND = objectType("GroupVersionKind", { group: STRING, version: STRING, kind: STRING });
const RESOURCE = objectType("GroupVersionResource", { group: STRING, version: STRING, resource: STRING });

const USER = objectType("UserInfo", {
  username: STRING,
  uid: STRING,
  groups: STRINGS,
  extra: mapOf(STRING, STRINGS),
});

const REQUEST = objectType("AdmissionRequest", {
  kind: KIND,
  resource: RESOURCE,
  subResource: STRING,
  requestKind: KIND,
  requestResource: RESOURCE,
  requestSubResource: STRING,
  name: STRING,
  namespace: STRING,
  operation: STRING,
  userInfo: USER,
  dryRun: BOOL,
  options: DYN,
});

const NAMESPACE_METADATA = objectType("NamespaceMetadata", {
  name: STRING,
  generateName: STRING,
  namespace: STRING,
  labels: STRING_MAP,
  annotations: STRING_MAP,
  UID: STRING,
  creationTimestamp: TIMESTAMP,
  deletionGracePeriodSeconds: INT,
  deletionTimestamp: TIMESTAMP,
  generation: INT,
  resourceVersion: STRING,
  finalizers: STRINGS,
});

const CONDITION = objectType("NamespaceCondition", {
  status: STRING,
  type: STRING,
  lastTransitionTime: TIMESTAMP,
  message: STRING,
  reason: STRING,
});

const NAMESPACE = objectType("Namespace", {
  metadata: NAMESPACE_METADATA,
  spec: objectType("NamespaceSpec", { finalizers: STRINGS }),
  status: objectType("NamespaceStatus", { conditions: listOf(CONDITION), phase: STRING }),
});
