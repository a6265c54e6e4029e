import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compareApiVersions } from "../../../scripts/core/model/version.js";

const versions = suite("API versions");

/** Source: the Kubernetes documentation, "Versions in CustomResourceDefinitions", section on version priority. */
versions("are in the order of Kubernetes, other names behind them by their letters", () => {
  const sorted = "v10 v2 v1 v11beta2 v10beta3 v3beta1 v12alpha1 v11alpha2 foo1 foo10".split(" ");
  assert.equal([...sorted].reverse().sort(compareApiVersions), sorted);
  assert.equal([...sorted].sort().sort(compareApiVersions), sorted);
});

versions.run();
