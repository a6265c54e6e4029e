/** What neither channel admits: a type that lets it pass would say nothing. */
import type { Gateway, HTTPRoute, ReferenceGrant, gateway_networking_k8s_io_v1beta1 as v1beta1 } from "gateway-api-types/standard";

export const identity: Pick<HTTPRoute, "apiVersion" | "kind"> = {
  apiVersion: "gateway.networking.k8s.io/v1beta1", // expect: TS2322
  kind: "HttpRoute", // expect: TS2322
};

export const older: v1beta1.HTTPRoute["apiVersion"] = "gateway.networking.k8s.io/v1beta1";

export const grant: ReferenceGrant["spec"] = { from: [] }; // expect: TS2741

type Listener = Gateway["spec"]["listeners"][number];

export const listener: Listener = {
  name: "web",
  port: "80", // expect: TS2322
  protocol: "HTTP",
};

export const named: Pick<Listener, "name" | "hostname"> = { name: "web", hostName: "example.dev" }; // expect: TS2561

export function rename({ metadata }: HTTPRoute): void {
  metadata.name = "another";
  metadata.uid = "another"; // expect: TS2540
}

export const host: HTTPRoute["spec"] = { hostnames: undefined }; // expect: TS2375
