/** Prints the plan of a release, for a terminal and as JSON. */
import { sha256 } from "../core/model/digest.js";
import type { ReleasePlan } from "../core/model/release-plan.js";
import type { Style } from "./style.js";
import { printVersionedJson } from "./versioned-json.js";

/** Prints the plan as JSON, with the sizes and checksums of files instead of their content, and the commit, if made. */
export function planAsJson(plan: ReleasePlan, commit?: string): string {
  const writes = plan.writes.map(({ path, text }) => ({
    path,
    size: Buffer.byteLength(text),
    sha256: sha256(text),
  }));
  return printVersionedJson({ ...plan, writes, ...(commit !== undefined && { commit }) });
}

/** Prints the plan for people. */
export function printPlan(plan: ReleasePlan, style: Style): string {
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0
      ? ""
      : `\n${style.bold(title)}\n${lines.map((line) => (line === "" ? "\n" : `  ${line}\n`)).join("")}`;
  const { from, tag, kind, bump, branch, source, newBranch, merged } = plan;
  const what = [bump, kind === "release" ? undefined : kind].filter((word) => word !== undefined).join(" ");
  const head = from === undefined ? `${tag}, the first release` : `${from} → ${tag}${what === "" ? "" : `, ${what}`}`;
  const [title = "", ...body] = plan.tagMessage.trimEnd().split("\n");
  return [
    `${style.bold(head)}\n  from ${source.slice(0, 12)} on ${branch}\n`,
    part("Policy", policyLines(plan)),
    part(
      "Waivers",
      plan.waivers.map(({ message, why, approvedBy }) => `${message} ${why} (${approvedBy})`),
    ),
    part("Release notes", plan.notes.trimEnd().split("\n")),
    part("Commit", [
      merged === undefined
        ? `${plan.message.trim()}, on ` +
          `${kind === "snapshot" ? "no branch" : (newBranch ?? branch)}${plan.signed.commit ? ", signed" : ""}`
        : `${merged.slice(0, 12)}, merged into ${branch}`,
    ]),
    part("Tag", [
      newBranch === undefined
        ? `${tag}${plan.signed.tag ? ", signed" : ""}: ${title}${body.length > 0 ? ", and the release notes" : ""}`
        : `${tag} and its assets, after the merge into ${branch}: crd-bundle release --tag`,
    ]),
    part(`Assets in ${plan.assets.directory}`, plan.assets.names),
    part("Files", [
      ...plan.writes.map(({ path, text }) => `write  ${path}  ${Buffer.byteLength(text)} bytes`),
      ...plan.removes.map((path) => `remove ${path}`),
    ]),
    part("Push", plan.remote === undefined ? [] : [`to ${plan.remote}`]),
  ].join("");
}

function policyLines({ lowest, channels }: ReleasePlan): string[] {
  if (!lowest) return ["no earlier release to compare with"];
  return channels.map((channel) => `${channel.padEnd(12)} ${lowest[channel]}`);
}
