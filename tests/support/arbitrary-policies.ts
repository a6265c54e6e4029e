/** Drawn policies with their bindings, parameters and requests, about widgets in a namespace and gizmos without one. */

import { isJsonObject, type JsonObject } from "../../scripts/core/model/json.js";
import fc from "./drawn.js";

/** A policy and a request that it reviews. All names are set when the case gets an index. */
export interface PolicyCase {
  readonly policy: JsonObject;
  readonly binding: JsonObject;
  readonly params: readonly Param[];
  readonly namespaceLabels: Labels;
  readonly resource: "widgets" | "gizmos";
  readonly version: "v1" | "v1beta1";
  readonly object: Drawn;
  /** Set for an update. */
  readonly oldObject?: Drawn | undefined;
}

export interface Param {
  readonly name: string;
  readonly labels: Labels;
  readonly data: Labels;
  /** True if the parameter is in another namespace than the object. */
  readonly isElsewhere: boolean;
}

export interface Drawn {
  readonly labels: Labels;
  readonly spec: JsonObject;
}

type Labels = Readonly<Record<string, string>>;

const of = fc.constantFrom;

const labels: fc.Arbitrary<Labels> = fc.record({ team: of("a", "b"), tier: of("", "front") }, { requiredKeys: [] });

const drawn: fc.Arbitrary<Drawn> = fc.record({
  labels,
  spec: fc.record(
    {
      n: fc.integer({ min: 0, max: 3 }),
      f: of(0.5, 1.5),
      s: of("", "a", "abc"),
      b: fc.boolean(),
      l: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }),
      m: fc.record({ k: of("v", "w") }, { requiredKeys: [] }),
      big: fc.integer({ min: 0, max: 400 }).map((length) => Array.from({ length }, (_, index) => index)),
    },
    { requiredKeys: [] },
  ),
});

const number = of("object.spec.n", "1", "2", "size(object.spec.l)", "variables.n", "oldObject.spec.n", "object.spec.f");

const ATOMS = [
  "true",
  "false",
  "object.spec.b",
  "has(object.spec.n)",
  "has(object.metadata.labels)",
  "object.spec.s == 'a'",
  "object.spec.s.startsWith('a')",
  "object.spec.s.matches('^a+$')",
  "object.spec.l.all(x, x > 1)",
  "object.spec.l.exists(x, x == object.spec.n)",
  "object.spec.l[0] == 1",
  "object.spec.l == [1, 2]",
  "object.spec.m['k'] == 'v'",
  "object.spec.?m[?'k'].orValue('w') == 'v'",
  "object.spec.?m.k.hasValue()",
  "'k' in object.spec.m",
  "object.spec.m == {'k': 'v'}",
  "object.spec.n / object.spec.l[0] == 1",
  "object.spec.n + 'a' == 'b'",
  "object.spec.big.all(x, object.spec.big.all(y, x + y >= 0))",
  "oldObject == null",
  "object.spec == oldObject.spec",
  "object.apiVersion == 'example.dev/v1'",
  "type(object.spec.n) == int",
  "request.operation == 'CREATE'",
  "has(request.namespace)",
  "request.namespace.startsWith('case')",
  "request.name.startsWith('case-')",
  "request.kind == request.requestKind",
  "request.resource.version == 'v1'",
  "request.requestResource.resource == 'widgets'",
  "has(request.subResource)",
  "namespaceObject == null",
  "namespaceObject.metadata.labels['team'] == 'a'",
  "has(namespaceObject.metadata.labels.tier)",
  "params == null",
  "params.data.max == '1'",
  "int(params.data.max) >= object.spec.n",
  "params.kind == 'ConfigMap' && params.apiVersion == 'v1'",
  "has(params.data)",
  "variables.b",
  "variables.b2",
  "has(variables.n)",
  "variables.?l.orValue([]).size() > 1",
];

const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    of(...ATOMS),
    fc.tuple(number, of("==", "<", ">=", "!="), number).map((parts) => parts.join(" ")),
    fc.tuple(tie("condition"), of("&&", "||"), tie("condition")).map(([a, and, b]) => `(${a}) ${and} (${b})`),
    tie("condition").map((a) => `!(${a})`),
    fc.tuple(tie("condition"), tie("condition"), tie("condition")).map(([a, b, c]) => `(${a}) ? (${b}) : (${c})`),
  ),
}));

const message = of(
  "'fixed'",
  "'  spaces  '",
  "' '",
  "'two\\nlines'",
  `'${"a".repeat(5_000)}' + '${"b".repeat(200)}'`,
  "'n is ' + string(object.spec.n)",
  "'of ' + params.metadata.name",
  "'n is ' + string(variables.n) + (variables.b ? '!' : '?')",
);

const validation = fc.record(
  {
    expression: condition,
    message: of("written", " written "),
    messageExpression: message,
    reason: of("Invalid", "Forbidden", "RequestEntityTooLarge"),
  },
  { requiredKeys: ["expression"] },
);

/** Most policies declare all variables that the expressions can read. */
const variables = fc
  .tuple(condition, of("object.spec.n", "object.spec.n + 1", "1"), condition, fc.integer({ min: 0, max: 19 }))
  .map(([b, n, b2, omitted]) =>
    [
      { name: "l", expression: "object.spec.l" },
      { name: "n", expression: n },
      { name: "b", expression: b.replace(/variables\.b2?\b/g, "true") },
      { name: "b2", expression: b2.replace(/variables\.b2\b/g, "variables.b") },
    ].filter((_, index) => index !== omitted),
  );

const selector = fc.record(
  {
    matchLabels: labels,
    matchExpressions: fc.array(
      fc.oneof(
        fc.record({ key: of("team", "tier"), operator: of("In", "NotIn"), values: of(["a"], ["a", "front"], [""]) }),
        fc.record({ key: of("team", "tier"), operator: of("Exists", "DoesNotExist") }),
      ),
      { maxLength: 1 },
    ),
  },
  { requiredKeys: [] },
);

const rule = fc
  .record({
    apiGroups: of(["example.dev"], ["*"], ["", "example.dev"]),
    apiVersions: of(["v1"], ["*"], ["v1beta1"], ["v1beta1", "v1"], ["v2"]),
    operations: of(["*"], ["CREATE", "UPDATE"], ["CREATE"], ["UPDATE", "DELETE"]),
    resources: of(["*"], ["*/*"], ["widgets", "gizmos"], ["widgets/*", "gizmos"], ["widgets/status"]),
    scope: of("*", "*", "Namespaced", "Cluster"),
  })
  .map((all): JsonObject => all);

/** Most rules match, because other policies do nothing. */
const matching = fc.constant<JsonObject>({
  apiGroups: ["example.dev"],
  apiVersions: ["*"],
  operations: ["*"],
  resources: ["*"],
});

const matchResources = fc.record(
  {
    matchPolicy: of("Exact", "Equivalent"),
    namespaceSelector: fc.option(selector, { nil: {}, freq: 1 }),
    objectSelector: fc.option(selector, { nil: {}, freq: 1 }),
    excludeResourceRules: fc.array(rule, { maxLength: 1 }),
  },
  { requiredKeys: [] },
);

function withRules(resources: JsonObject, rules: readonly JsonObject[]): JsonObject {
  return { ...resources, resourceRules: rules };
}

const constraints = fc.oneof(
  { weight: 4, arbitrary: matching.map((one) => withRules({}, [one])) },
  {
    weight: 1,
    arbitrary: fc.tuple(matchResources, fc.array(rule, { minLength: 1, maxLength: 2 })).map((all) => withRules(...all)),
  },
);

const param: fc.Arbitrary<Param> = fc.record({
  name: of("a", "b"),
  labels,
  data: fc.record({ max: of("1", "2", "x") }, { requiredKeys: [] }),
  isElsewhere: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
});

/** Stands for the other namespace of a case in a reference. */
const ELSEWHERE = "elsewhere";

const reference = fc
  .tuple(
    fc.oneof(fc.record({ name: of("a", "b", "c") }), fc.record({ selector })),
    of("Allow", "Deny"),
    of({}, {}, {}, { namespace: ELSEWHERE }),
  )
  .map(([target, parameterNotFoundAction, place]) => ({ ...target, parameterNotFoundAction, ...place }));

const policy = fc.record(
  {
    matchConstraints: constraints,
    validations: fc.array(validation, { minLength: 1, maxLength: 3 }),
    failurePolicy: of("Fail", "Ignore"),
    matchConditions: fc.array(condition, { maxLength: 2 }).map((all) =>
      all.map((expression, index) => ({
        name: `c${index}`,
        expression: expression.replace(/variables\.\??\w+/g, "object.spec.n"),
      })),
    ),
    auditAnnotations: of([], [{ key: "a", valueExpression: "'n is ' + string(object.spec.n)" }]),
    paramKind: fc.constant({ apiVersion: "v1", kind: "ConfigMap" }),
    variables,
  },
  { requiredKeys: ["matchConstraints", "validations", "variables", "paramKind"] },
);

const binding = fc.record(
  {
    validationActions: of(["Deny"], ["Deny"], ["Deny"], ["Deny", "Audit"], ["Warn"]),
    matchResources: fc.oneof(fc.constant({}), matchResources),
    paramRef: reference,
  },
  { requiredKeys: ["validationActions"] },
);

/** Draws cases. Most policies are valid. */
export function policyCases(): fc.Arbitrary<PolicyCase> {
  return fc.record(
    {
      policy: policy.map((spec) => spec as unknown as JsonObject),
      binding: binding.map((spec) => spec as unknown as JsonObject),
      params: fc.uniqueArray(param, { maxLength: 3, selector: ({ name, isElsewhere }) => `${name} ${isElsewhere}` }),
      namespaceLabels: labels,
      resource: of<PolicyCase["resource"][]>("widgets", "widgets", "gizmos"),
      version: of<PolicyCase["version"][]>("v1", "v1", "v1beta1"),
      object: drawn,
      oldObject: drawn,
    },
    { requiredKeys: ["policy", "binding", "params", "namespaceLabels", "resource", "version", "object"] },
  );
}

/** Documents and the request of a case, with names that no other index has. */
export interface NamedCase {
  readonly policy: JsonObject;
  readonly binding: JsonObject;
  readonly params: readonly JsonObject[];
  readonly namespaces: readonly JsonObject[];
  readonly object: JsonObject;
  readonly oldObject?: JsonObject | undefined;
}

/** Gives a case its names. Its policy matches only the object of the case. */
export function namedCase(drawnCase: PolicyCase, name: string): NamedCase {
  const { params, namespaceLabels, resource, object, oldObject, version } = drawnCase;
  const [own, other] = [name, `${name}-other`];
  const isNamespaced = resource === "widgets";
  const resourceOf = ({ labels: objectLabels, spec }: Drawn, apiVersion: string): JsonObject => ({
    apiVersion,
    kind: isNamespaced ? "Widget" : "Gizmo",
    metadata: {
      name,
      ...(Object.keys(objectLabels).length > 0 && { labels: objectLabels }),
      ...(isNamespaced && { namespace: own }),
    },
    spec,
  });
  return {
    policy: policyDocument("ValidatingAdmissionPolicy", name, onlyFor(drawnCase.policy, name)),
    binding: policyDocument("ValidatingAdmissionPolicyBinding", name, {
      ...placed(drawnCase.binding, other),
      policyName: name,
    }),
    params: params.map((one) => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: one.name, namespace: one.isElsewhere ? other : own, labels: one.labels },
      ...(Object.keys(one.data).length > 0 && { data: one.data }),
    })),
    namespaces: [own, other].map((namespace) => ({
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { name: namespace, labels: namespaceLabels },
    })),
    object: resourceOf(object, `example.dev/${version}`),
    oldObject: oldObject && resourceOf(oldObject, `example.dev/${version}`),
  };
}

function placed(spec: JsonObject, elsewhere: string): JsonObject {
  const { paramRef } = spec;
  const isElsewhere = isJsonObject(paramRef) && paramRef.namespace === ELSEWHERE;
  return isElsewhere ? { ...spec, paramRef: { ...paramRef, namespace: elsewhere } } : spec;
}

function policyDocument(kind: string, name: string, spec: JsonObject): JsonObject {
  return { apiVersion: "admissionregistration.k8s.io/v1", kind, metadata: { name }, spec };
}

function onlyFor(spec: JsonObject, name: string): JsonObject {
  const { resourceRules, ...others } = spec.matchConstraints as JsonObject & { readonly resourceRules: JsonObject[] };
  const rules = resourceRules.map((one) => ({ ...one, resourceNames: [name] }));
  return { ...spec, matchConstraints: { ...others, resourceRules: rules } };
}
