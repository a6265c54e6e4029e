import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Installation, installBundle } from "../../scripts/cluster/install-bundle.js";
import { targetBundle } from "../../scripts/cluster/target-bundle.js";
import { ApiError, type ApiRequest, ApiUnreachable } from "../../scripts/core/model/api-server.js";
import type { JsonObject } from "../../scripts/core/model/json.js";
import { bundleCrds, GADGETS, WIDGETS } from "./widgets.js";

const tests = suite("cluster/install-bundle");

const DENIED = "ValidatingAdmissionPolicy 'safe' with binding 'safe' denied request: too old";
const NOTHING = { count: 0, converted: 0, blocked: 0, undeclared: 0, invalid: 0 };

/** Returns an installation of new CRDs on an API server that answers requests in this way. */
function installation(send: (request: ApiRequest) => JsonObject): Installation {
  const crds = bundleCrds();
  const target = targetBundle("widgets", crds);
  if (!("value" in target)) throw new Error(target.problem);
  const { name, version, channel } = target.value;
  const planned = [GADGETS, WIDGETS].map((crd) => {
    return { crd, kind: "Widget", action: "create", outgoing: [], objects: NOTHING } as const;
  });
  return {
    server: { address: "https://a", send: (request) => Promise.resolve().then(() => send(request)) },
    target: target.value,
    planned: {
      plan: { bundle: { name, version, channel }, crds: planned, staying: [], policies: [] },
      first: crds,
      diagnostics: [],
    },
    before: new Map(),
    policies: [],
    mayLiftPolicy: true,
    migrate: () => Promise.reject(new Error("nothing is to be migrated")),
    progress: () => {},
    command: "crd-bundle cluster install",
  };
}

tests("the part that is installed is named if the API server goes away, also after a policy was removed", async () => {
  let isBound = true;
  const found = await installBundle(
    installation((request) => {
      const { method, path, query } = request;
      if (path.endsWith("/safe") && isBound) {
        isBound = method !== "DELETE";
        const metadata = { name: "safe", annotations: { "example.dev/bundle-version": "v2.0.0" } };
        return { kind: "ValidatingAdmissionPolicyBinding", metadata };
      }
      if (query?.dryRun === undefined) throw new ApiUnreachable("https://a", "connection", "it does not respond");
      if (isBound) throw new ApiError(request, 422, "Invalid", DENIED);
      return {};
    }),
  );
  assert.equal(
    found.diagnostics.map(({ code }) => code),
    ["cluster-unreachable", "cluster-part", "cluster-policy"],
  );
  assert.equal([found.applied, found.lifted], [[GADGETS], ["safe"]]);
});

tests.run();
