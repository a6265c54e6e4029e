/** The admission policy of the bundle, offline: the same verdicts as those that `tests/apiserver` asks a server for. */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CHANNELS } from "../../../scripts/core/model/channel.js";
import { isJsonObject, type JsonObject } from "../../../scripts/core/model/json.js";
import type { AdmissionAttributes } from "../../../scripts/kubernetes/policies/attributes.js";
import { compilePolicies, type PolicySet } from "../../../scripts/kubernetes/policies/policy-set.js";
import { type PolicyDecision, review } from "../../../scripts/kubernetes/policies/review.js";
import { DIST, readManifest } from "../../apiserver/bundle.js";
import {
  FLOOR,
  foreign,
  isAdmitted,
  NEW_STATES,
  nameOf,
  OLD_STATES,
  probe,
  stamped,
} from "../../support/admission-steps.js";

const tests = suite("the admission policy of the bundle");

function reviewed(policies: PolicySet, object: JsonObject, oldObject?: JsonObject): readonly PolicyDecision[] {
  const { metadata } = object;
  const crd: AdmissionAttributes = {
    operation: oldObject ? "UPDATE" : "CREATE",
    resource: { group: "apiextensions.k8s.io", version: "v1", resource: "customresourcedefinitions" },
    kind: { group: "apiextensions.k8s.io", version: "v1", kind: "CustomResourceDefinition" },
    subresource: "",
    name: isJsonObject(metadata) ? String(metadata.name) : "",
    namespace: "",
    object,
    ...(oldObject && { oldObject }),
  };
  return review(policies, crd);
}

for (const channel of CHANNELS) {
  const { policies, problems } = compilePolicies(readManifest(join(DIST, channel, "admission-policy.yaml")), 37);

  tests(`${channel}: every step of the matrix`, () => {
    assert.equal(problems, []);
    const surprises = OLD_STATES.flatMap((before) =>
      NEW_STATES.flatMap((after) => {
        const decisions = reviewed(policies, stamped(after), before && stamped(before));
        const isRight = (decisions.length === 0) === isAdmitted(before, after);
        return isRight ? [] : [`${nameOf(before)} → ${nameOf(after)}: ${decisions[0]?.message}`];
      }),
    );
    assert.equal(surprises, []);
    assert.equal(reviewed(policies, foreign()), []);
    assert.is(reviewed(policies, probe()).length > 0, true);
  });

  tests(`${channel}: says what is wrong and what to do`, () => {
    const [decision] = reviewed(policies, stamped({ channel: "standard", version: "v1.4.1" }));
    const name = "safe-upgrades.gateway.networking.k8s.io";
    assert.equal(decision, {
      policy: name,
      binding: name,
      action: "Deny",
      message:
        `ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: ` +
        `the version of Gateway API must be v${FLOOR} or later, not v1.4.1`,
      reason: "Invalid",
      path: ["spec", "validations", 1],
    });
  });

  tests(`${channel}: lets through what installs nothing`, () => {
    const crd = stamped({ channel: "standard", version: "v1.4.0" });
    const labeled = { ...crd, metadata: { ...crd.metadata, labels: { "example.dev/team": "edge" } } };
    assert.equal(reviewed(policies, labeled, crd), []);
    const changed = { ...crd, spec: { ...(crd.spec as JsonObject), scope: "Cluster" } };
    assert.is(reviewed(policies, changed, crd).length, 1);
  });
}

tests.run();
