/** Finds the known consumers that a change breaks. */
import { describeDiagnostic } from "../../core/diagnostics/describe.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { BundleState } from "../../core/model/bundle-state.js";
import type { Consumer } from "../../core/model/consumer.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Json } from "../../core/model/json.js";
import type { JudgedRequirement } from "../../core/model/judged-requirement.js";
import type { Finding, Placed } from "../../core/model/policy.js";
import { type JudgedBundle, judgeConsumer, judgedBundle } from "../consumers/judge-consumer.js";
import { comparedChannels } from "../diff/releases.js";

/** Requirement that the older state fulfills and the newer one does not. */
export interface BrokenConsumer extends Pick<Finding, "channel" | "crd" | "versions" | "path"> {
  readonly problem: Diagnostic;
  /** Distinguishes requirements at one place. */
  readonly after: Json;
}

/** Returns each requirement that breaks. Versions of the bundle only increase, so they break nothing. */
export function brokenConsumers(
  consumers: readonly Placed<Consumer>[],
  before: BundleState,
  after: BundleState,
): BrokenConsumer[] {
  const channels = comparedChannels(before, after).filter((channel) => before.channels.has(channel));
  const [old, fresh] = [bundleOf(before), bundleOf(after)];
  return consumers
    .filter(({ channel }) => channels.includes(channel))
    .flatMap((consumer) => {
      const known = judgeConsumer(consumer, old);
      return judgeConsumer(consumer, fresh).flatMap((requirement, index) =>
        known[index]?.status === "fulfilled" ? brokenBy(requirement, before) : [],
      );
    });
}

/** Returns the bundle of a state. Each channel is compared on its own, also if the state is only a part of a bundle. */
function bundleOf(state: BundleState): JudgedBundle {
  return { ...judgedBundle(state, () => undefined), isPartial: false };
}

function brokenBy({ consumer, channel, required, problem }: JudgedRequirement, before: BundleState): BrokenConsumer[] {
  if (!problem || required.subject === "channel" || required.subject === "bundle") return [];
  const { subject, group, kind, version, ...rest } = required;
  const crds = [...(before.channels.get(channel)?.values() ?? [])];
  const crd = crds.find(({ spec }) => spec.group === group && spec.names.kind === kind);
  const args = { consumer, problem: describeDiagnostic(problem).message };
  return [
    {
      channel,
      crd: crd?.metadata.name ?? "",
      versions: [version],
      ...("path" in rest && { path: rest.path }),
      problem: diagnose("consumer-broken", args, problem.location),
      after: { consumer, subject, ...rest },
    },
  ];
}
