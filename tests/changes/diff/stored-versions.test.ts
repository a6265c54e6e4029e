/** The versions in which objects can be stored, by the releases and clusters that stored them. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { storedBefore, storedIn, storedVersionsOf } from "../../../scripts/changes/diff/stored-versions.js";
import type { Channel } from "../../../scripts/core/model/channel.js";
import { crd, named, release, stored, version } from "./crd.js";

const storing = suite("stored versions");

const WIDGETS = "widgets.example.dev";
const ALPHA = crd([stored("v1alpha1"), version("v1beta1")]);
const BETA = crd([version("v1alpha1"), stored("v1beta1")]);
const V1 = crd([stored("v1"), version("v1beta1")]);
const listing = (...storedVersions: string[]) =>
  crd([stored("v1"), version("v1beta1"), version("v1alpha1")], {}, {}, { storedVersions });

storing("of one CRD are its storage version and those that a cluster lists, each once", () => {
  assert.equal(storedVersionsOf(ALPHA), ["v1alpha1"]);
  assert.equal(storedVersionsOf(listing("v1beta1", "v1")), ["v1", "v1beta1"]);
  assert.equal(storedVersionsOf(listing()), ["v1"]);
  assert.equal(storedVersionsOf(crd([version("v1")])), []);
});

storing("add up over releases, of all channels or of some", () => {
  const states = [
    release("1.0.0", { experimental: [ALPHA] }),
    release("1.1.0", { standard: [BETA], experimental: [ALPHA] }),
    release("1.2.0", { standard: [V1, named("gadgets", [stored("v2")])], experimental: [V1] }),
  ];
  const found = (channels?: readonly Channel[]) => Object.fromEntries(storedIn(states, WIDGETS, channels));
  assert.equal(found(), { v1alpha1: ["v1.0.0", "v1.1.0"], v1beta1: ["v1.1.0"], v1: ["v1.2.0"] });
  assert.equal(found(["standard"]), { v1beta1: ["v1.1.0"], v1: ["v1.2.0"] });
  assert.equal(found(["experimental"]), { v1alpha1: ["v1.0.0", "v1.1.0"], v1: ["v1.2.0"] });
  assert.equal(Object.fromEntries(storedIn(states, "others.example.dev")), {});
  const isStored = (version: string, channel: Channel) => storedBefore(states, crd([stored("v3")]), channel)(version);
  assert.equal(
    ["v1alpha1", "v1beta1", "v1", "v3"].map((name) => [isStored(name, "standard"), isStored(name, "experimental")]),
    [
      [false, true],
      [true, true],
      [true, true],
      [false, false],
    ],
  );
});

storing("end where a cluster lists its own, and an empty list is none", () => {
  const after = (...storedVersions: string[]) =>
    Object.fromEntries(
      storedIn(
        [
          release("1.0.0", { standard: [ALPHA] }),
          release("1.1.0", { standard: [BETA] }),
          release("1.2.0", { standard: [listing(...storedVersions)] }),
        ],
        WIDGETS,
      ),
    );
  assert.equal(after(), { v1alpha1: ["v1.0.0"], v1beta1: ["v1.1.0"], v1: ["v1.2.0"] });
  assert.equal(after("v1"), { v1: ["v1.2.0"] });
  assert.equal(after("v1beta1", "v1"), { v1beta1: ["v1.1.0", "v1.2.0"], v1: ["v1.2.0"] });
  const isStored = storedBefore([], listing("v1beta1"), "standard");
  assert.equal(["v1beta1", "v1"].map(isStored), [true, false]);
});

storing.run();
