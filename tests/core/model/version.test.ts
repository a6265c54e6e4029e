import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compareApiVersions, parseApiVersion } from "../../../scripts/core/model/version.js";

const versions = suite("API versions");

/** Source: the Kubernetes documentation, "Versions in CustomResourceDefinitions", section on version priority. */
versions("are in the order of Kubernetes, other names behind them by their letters", () => {
  const sorted = "v10 v2 v1 v11beta2 v10beta3 v3beta1 v12alpha1 v11alpha2 foo1 foo10".split(" ");
  assert.equal([...sorted].reverse().sort(compareApiVersions), sorted);
  assert.equal([...sorted].sort().sort(compareApiVersions), sorted);
});

versions("have a major, a stage, and a number in that stage, which a stable one does not have", () => {
  assert.equal(parseApiVersion("v12"), { major: 12, stage: "stable", number: 0 });
  assert.equal(parseApiVersion("v1alpha10"), { major: 1, stage: "alpha", number: 10 });
  assert.equal(parseApiVersion("v3beta2"), { major: 3, stage: "beta", number: 2 });
  for (const text of ["", "v", "1", "v0", "v01", "V1", "v1 ", " v1", "v1beta", "v1beta0", "v1gamma1", "v1beta1x"]) {
    assert.is(parseApiVersion(text), undefined, text);
  }
});

versions.run();
