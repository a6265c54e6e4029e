/**
 * Objects of every kind which together contain every object that its schema describes: each filter, each condition,
 * each selector.
 */
import type { Channel } from "../../scripts/core/model/channel.js";
import type { JsonObject } from "../../scripts/core/model/json.js";

const CONTROLLER = "example.com/controller";
const CONDITION = {
  type: "Accepted",
  status: "True",
  reason: "Accepted",
  message: "",
  lastTransitionTime: "2026-01-01T00:00:00Z",
};
const PARENT = { name: "gateway", sectionName: "web", port: 80 };
const BACKEND = { name: "service", port: 80 };
const REFERENCE = { group: "example.com", kind: "Thing", name: "thing" };
const SELECTOR = { matchExpressions: [{ key: "team", operator: "In", values: ["a"] }], matchLabels: { team: "a" } };
const NAMESPACES = { from: "Selector", selector: SELECTOR };

const HEADERS = { set: [{ name: "a", value: "1" }], add: [{ name: "b", value: "2" }] };
const MIRROR = { backendRef: BACKEND, fraction: { numerator: 1 } };
const GRPC_FILTERS = [
  { type: "RequestHeaderModifier", requestHeaderModifier: HEADERS },
  { type: "ResponseHeaderModifier", responseHeaderModifier: HEADERS },
  { type: "RequestMirror", requestMirror: MIRROR },
  { type: "ExtensionRef", extensionRef: REFERENCE },
];
const PATH = { type: "ReplaceFullPath", replaceFullPath: "/" };
const REDIRECT = { type: "RequestRedirect", requestRedirect: { path: PATH } };
const REWRITE = { type: "URLRewrite", urlRewrite: { path: PATH } };
const CORS = { type: "CORS", cors: { allowOrigins: ["*"] } };
const AUTHORIZATION = { backendRef: BACKEND, forwardBody: { maxSize: 1 } };
const AUTHORIZATIONS = [
  { type: "ExternalAuth", externalAuth: { ...AUTHORIZATION, protocol: "HTTP", http: { path: "/" } } },
  { type: "ExternalAuth", externalAuth: { ...AUTHORIZATION, protocol: "GRPC", grpc: { allowedHeaders: ["a"] } } },
];
const SESSION = { sessionName: "name", absoluteTimeout: "1h", cookieConfig: { lifetimeType: "Permanent" } };

const LISTENER = {
  name: "web",
  port: 443,
  protocol: "HTTPS",
  tls: { certificateRefs: [{ name: "certificate" }] },
  allowedRoutes: { kinds: [{ kind: "HTTPRoute" }], namespaces: NAMESPACES },
};
const LISTENER_STATUS = {
  name: "web",
  attachedRoutes: 1,
  supportedKinds: [{ kind: "HTTPRoute" }],
  conditions: [CONDITION],
};
const CLIENT_VALIDATION = { validation: { caCertificateRefs: [REFERENCE] } };
const BACKEND_VALIDATION = {
  hostname: "backend.example.com",
  caCertificateRefs: [REFERENCE],
  subjectAltNames: [{ type: "Hostname", hostname: "backend.example.com" }],
};

const ROUTE_STATUS = { parents: [{ parentRef: PARENT, controllerName: CONTROLLER, conditions: [CONDITION] }] };
const POLICY_STATUS = { ancestors: [{ ancestorRef: PARENT, controllerName: CONTROLLER, conditions: [CONDITION] }] };
const CLASS = {
  spec: { controllerName: CONTROLLER, parametersRef: REFERENCE },
  status: { conditions: [CONDITION], supportedFeatures: [{ name: "HTTPRoute" }] },
};

/** Returns the given fields only for the experimental channel. */
function ifExperimental<Fields>(channel: Channel, fields: Fields): Partial<Fields> {
  return channel === "experimental" ? fields : {};
}

function httpRoute(channel: Channel): JsonObject {
  const filters = [...GRPC_FILTERS, CORS, ...(channel === "experimental" ? AUTHORIZATIONS : [])];
  const match = {
    path: { type: "Exact", value: "/" },
    headers: [{ name: "a", value: "1" }],
    queryParams: [{ name: "a", value: "1" }],
  };
  const forwarding = {
    matches: [match],
    filters: [...filters, REWRITE],
    backendRefs: [
      { ...BACKEND, filters: [...filters, REWRITE] },
      { ...BACKEND, filters: [REDIRECT] },
    ],
    timeouts: { request: "1s" },
    ...ifExperimental(channel, { retry: { attempts: 1 }, sessionPersistence: SESSION }),
  };
  return { spec: { parentRefs: [PARENT], rules: [forwarding, { filters: [REDIRECT] }] }, status: ROUTE_STATUS };
}

function grpcRoute(channel: Channel): JsonObject {
  const rule = {
    matches: [{ method: { service: "a.B" }, headers: [{ name: "a", value: "1" }] }],
    filters: GRPC_FILTERS,
    backendRefs: [{ ...BACKEND, filters: GRPC_FILTERS }],
    ...ifExperimental(channel, { sessionPersistence: SESSION }),
  };
  return { spec: { parentRefs: [PARENT], rules: [rule] }, status: ROUTE_STATUS };
}

function route(others: JsonObject = {}): JsonObject {
  return { spec: { parentRefs: [PARENT], rules: [{ backendRefs: [BACKEND] }], ...others }, status: ROUTE_STATUS };
}

const GATEWAY = {
  spec: {
    gatewayClassName: "class",
    addresses: [{ type: "Hostname", value: "gateway.example.com" }],
    allowedListeners: { namespaces: NAMESPACES },
    infrastructure: { labels: { a: "1" }, annotations: { a: "1" }, parametersRef: REFERENCE },
    listeners: [LISTENER],
    tls: {
      backend: { clientCertificateRef: { name: "certificate" } },
      frontend: { default: CLIENT_VALIDATION, perPort: [{ port: 443, tls: CLIENT_VALIDATION }] },
    },
  },
  status: {
    addresses: [{ type: "Hostname", value: "gateway.example.com" }],
    conditions: [CONDITION],
    listeners: [LISTENER_STATUS],
  },
};

const WHOLE: Readonly<Record<string, (channel: Channel) => JsonObject>> = {
  BackendTLSPolicy: () => ({
    spec: { targetRefs: [REFERENCE], validation: BACKEND_VALIDATION },
    status: POLICY_STATUS,
  }),
  GatewayClass: () => CLASS,
  Gateway: () => GATEWAY,
  GRPCRoute: grpcRoute,
  HTTPRoute: httpRoute,
  ListenerSet: () => ({
    spec: { parentRef: { name: "gateway" }, listeners: [LISTENER] },
    status: { conditions: [CONDITION], listeners: [LISTENER_STATUS] },
  }),
  ReferenceGrant: () => ({
    spec: {
      from: [{ group: "gateway.networking.k8s.io", kind: "HTTPRoute", namespace: "a" }],
      to: [{ group: "", kind: "Service" }],
    },
  }),
  TCPRoute: () => route(),
  TLSRoute: () => route({ hostnames: ["a.example.com"] }),
  UDPRoute: () => route(),
  XBackend: () => ({
    spec: {
      type: "ExternalHostname",
      externalHostname: { hostname: "backend.example.com" },
      port: { port: 443 },
      tls: { mode: "ClientAndServer", clientCertificateRef: { name: "certificate" }, validation: BACKEND_VALIDATION },
    },
    status: ROUTE_STATUS,
  }),
  XBackendTrafficPolicy: () => ({
    spec: {
      targetRefs: [REFERENCE],
      retryConstraint: { budget: { percent: 1 }, minRetryRate: { count: 1 } },
      sessionPersistence: SESSION,
    },
    status: POLICY_STATUS,
  }),
  XMesh: () => CLASS,
};

/** Returns the `spec` and the `status` of an object of a kind with all of its parts. */
export function wholeObject(kind: string, channel: Channel): JsonObject {
  const whole = WHOLE[kind];
  if (!whole) throw new Error(`there is no whole ${kind} yet`);
  return whole(channel);
}
