/** Tests of the channels that two states have in common, and of the remarks about the others. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { remarkUncompared } from "../../scripts/app/compare-states.js";
import type { Context } from "../../scripts/app/context.js";
import { diagnose } from "../../scripts/core/diagnostics/diagnose.js";
import type { BundleState } from "../../scripts/core/model/bundle-state.js";
import { crd, release } from "../changes/diff/crd.js";

const comparing = suite("app/compare-states");

type Remark = Parameters<Context["remark"]>[0];

function uncompared(before: BundleState, after: BundleState, isGate = false) {
  const remarks: Remark[] = [];
  const found = remarkUncompared(before, after, { remark: (remark) => remarks.push(remark) }, isGate);
  return { remarks, problems: found.ok ? [] : found.diagnostics };
}

/** Directories of one channel or two: what they lack may be elsewhere. */
const [standard, experimental, both] = (
  [
    ["standard", { standard: [crd()] }],
    ["experimental", { experimental: [crd()] }],
    ["both", { standard: [crd()], experimental: [crd()] }],
  ] as const
).map(([name, channels]): BundleState => ({ ...release("1.0.0", channels), name, isPartial: true })) as [
  BundleState,
  BundleState,
  BundleState,
];

comparing("two states without a channel in common cannot be compared", () => {
  assert.equal(uncompared(standard, experimental), {
    remarks: [],
    problems: [diagnose("channels-disjoint", { from: "standard", to: "experimental" })],
  });
  assert.equal(uncompared(experimental, standard), {
    remarks: [],
    problems: [diagnose("channels-disjoint", { from: "experimental", to: "standard" })],
  });
});

comparing("a channel that one state alone has is told, with its state", () => {
  const told = (channel: "standard" | "experimental") => ({
    remarks: [{ about: "channel-of-one-state", channel, state: "both" }],
    problems: [],
  });
  assert.equal(uncompared(standard, both), told("experimental"));
  assert.equal(uncompared(both, standard), told("experimental"));
  assert.equal(uncompared(experimental, both), told("standard"));
  assert.equal(uncompared(both, experimental), told("standard"));
});

comparing("a gate fails if only the older state has a channel, since its kinds may have changed", () => {
  const problem = (channel: "standard" | "experimental", to: string) => ({
    remarks: [],
    problems: [diagnose("channel-uncompared", { channel, from: "both", to })],
  });
  assert.equal(uncompared(both, standard, true), problem("experimental", "standard"));
  assert.equal(uncompared(both, experimental, true), problem("standard", "experimental"));
  assert.equal(uncompared(standard, both, true), uncompared(standard, both), "kinds can only be new");
});

comparing("nothing is told of what both have, nor of what neither has", () => {
  for (const state of [standard, experimental, both]) {
    assert.equal(uncompared(state, state), { remarks: [], problems: [] });
  }
});

comparing.run();
