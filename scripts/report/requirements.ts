/** Prints how many requirements of each consumer a bundle fulfills, and all of them as JSON. */
import { type BundleState, stateInWords } from "../core/model/bundle-state.js";
import type { JudgedRequirement } from "../core/model/judged-requirement.js";
import { printableLine } from "./printable.js";

type Named = Pick<BundleState, "name">;

/** Returns a line for each consumer, as in `widget-controller (standard): v1.4.0 fulfills 6 of 7 requirements`. */
export function printRequirements(bundle: Named, requirements: readonly JudgedRequirement[]): string {
  return [...byConsumer(requirements)].map(([name, own]) => lineOf(name, own, bundle)).join("");
}

function byConsumer(requirements: readonly JudgedRequirement[]): Map<string, JudgedRequirement[]> {
  const consumers = new Map<string, JudgedRequirement[]>();
  for (const requirement of requirements) {
    const own = consumers.get(requirement.consumer) ?? [];
    own.push(requirement);
    consumers.set(requirement.consumer, own);
  }
  return consumers;
}

function lineOf(name: string, requirements: readonly JudgedRequirement[], bundle: Named): string {
  const count = requirements.length;
  const fulfilled = requirements.filter(({ status }) => status === "fulfilled").length;
  const share = fulfilled === count ? `all ${count}` : `${fulfilled} of ${count}`;
  const undecided = requirements.some(({ status }) => status === "undecided") ? ", 1 is undecided" : "";
  return `${name} (${requirements[0]?.channel}): ${printableLine(stateInWords(bundle))} fulfills ${share} requirements${undecided}\n`;
}

/** Returns a requirement as JSON, without the diagnostic, which has a place of its own. */
export function requirementAsJson({ consumer, channel, required, status, foundIn, deprecated }: JudgedRequirement) {
  return {
    consumer,
    channel,
    ...required,
    status,
    ...(foundIn && { foundIn }),
    ...(deprecated && { deprecated: true }),
  };
}
