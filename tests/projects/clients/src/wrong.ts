/** Mistakes that the types prevent. A comment states the expected error of its line. */
import type { KubernetesObjectApi, V1ObjectMeta } from "@kubernetes/client-node";
import { assertHTTPRoute, type HTTPRoute, type HTTPRouteList, validateHTTPRoute } from "gateway-api-types/standard";
import { validateHTTPRoute as older } from "gateway-api-types/standard/gateway.networking.k8s.io/v1alpha2"; // expect: TS2305
import { K8s } from "kubernetes-fluent-client";

export async function write(client: KubernetesObjectApi, plain: HTTPRoute, route: HTTPRoute<V1ObjectMeta>) {
  await client.create(plain); // expect: TS2345
  const created = await client.create(route);
  created.metadata.creationTimestamp?.getFullYear();
  created.metadata.creationTimestamp?.toUpperCase(); // expect: TS2339
  created.spec.hostname = "a.example.dev"; // expect: TS2551
  return older(created);
}

export const mixed: HTTPRoute = {} as HTTPRoute<V1ObjectMeta>; // expect: TS2375

export function firstOf(list: HTTPRouteList<V1ObjectMeta>): Date | undefined {
  const text: string | undefined = list.items[0]?.metadata.creationTimestamp; // expect: TS2322
  return text === undefined ? list.items[0]?.metadata.creationTimestamp : undefined;
}

export function check(object: unknown): string | undefined {
  object.spec; // expect: TS18046
  const [first] = validateHTTPRoute(object, { subresource: "scale" }); // expect: TS2322
  first?.reason; // expect: TS2339
  assertHTTPRoute(object);
  object.spec.hostnames?.push(80); // expect: TS2345
  return object.metadata.creationTimestamp;
}

export class Route {}
export const routes = K8s<typeof Route, HTTPRoute<V1ObjectMeta>>(Route);
export const plain = K8s<typeof Route, HTTPRoute>(Route); // expect: TS2344
