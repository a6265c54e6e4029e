/** Prints the outcome of a release, for a terminal and as JSON. */
import type { Completed, Released, ReleaseOutcome, Remains, TakenBack } from "../core/model/release-outcome.js";
import { movedBranch } from "../core/model/release-plan.js";
import { pathFrom } from "../core/path-from.js";
import { planAsJson, printPlan } from "./release-plan.js";
import type { Style } from "./style.js";
import { printVersionedJson } from "./versioned-json.js";

/** The text for standard output and for standard error. */
export interface PrintedOutcome {
  readonly out: string;
  readonly err: string;
}

/** Prints an outcome. Paths are relative to `cwd`. With JSON, all other text goes to standard error. */
export function printOutcome(
  outcome: ReleaseOutcome,
  format: "text" | "json",
  cwd: string,
  style: Style,
): PrintedOutcome {
  switch (outcome.did) {
    case "planned":
      return { out: printPlan(outcome.plan, format, style), err: "" };
    case "released":
      return {
        out: format === "json" ? planAsJson(outcome.plan, outcome.commit) : releasedInWords(outcome, cwd),
        err: "",
      };
    case "taken back":
      return takenBack(outcome, format, cwd);
    case "completed": {
      const text = completedInWords(outcome, cwd);
      return format === "json" ? { out: "", err: text } : { out: text, err: "" }; // no plan to print as JSON
    }
  }
}

function releasedInWords({ plan, commit, assets, remote: known }: Released, cwd: string): string {
  const { tag, version, branch, newBranch, remote } = plan;
  const id = commit.slice(0, 12);
  const pushed = remote === undefined ? undefined : `It was pushed to ${remote}.\n`;
  if (newBranch !== undefined) {
    const next = pushed ?? `To publish it: git push ${known ?? "origin"} ${newBranch}\n`;
    const then = `After the merge into ${branch}, tag the release there: crd-bundle release ${version} --tag`;
    return `${tag} is prepared on ${newBranch} (commit ${id}).\n${next}${then}\n`;
  }
  const moved = movedBranch(plan);
  const where = moved === undefined ? "" : ` on ${moved}`;
  const next = pushed ?? howToPublish(tag, moved, known);
  return `${tag} is released${where} (commit ${id}). Its assets are in ${pathFrom(cwd, assets)}.\n${next}`;
}

/** Returns the command that pushes a release. A snapshot is on no branch, so only its tag is pushed. */
function howToPublish(tag: string, branch: string | undefined, remote = "origin"): string {
  return `To publish it: git push --atomic ${[remote, branch, tag].filter((word) => word !== undefined).join(" ")}\n`;
}

function takenBack(outcome: TakenBack, format: "text" | "json", cwd: string): PrintedOutcome {
  const { tag, commit, branch, isDone, remains } = outcome;
  const assets = outcome.assets === undefined ? undefined : pathFrom(cwd, outcome.assets);
  const rest = remains ? whatStays(remains, commit, cwd) : "";
  if (format === "json") {
    const json = { tag, commit, ...(branch && { branch }), ...(assets !== undefined && { assets }), isDone };
    return { out: printVersionedJson(json), err: rest };
  }
  const removed = assets === undefined ? tag : `${tag} and ${assets}`;
  const verb = isDone ? (assets === undefined ? "was" : "were") : "would be";
  const moved = branch ? `, and ${branch.name} ${isDone ? "is" : "would be"} back at ${branch.from.slice(0, 12)}` : "";
  return { out: `The tag ${removed} ${verb} removed${moved}.\n${rest}`, err: "" };
}

/** Lists what an undone release leaves in place: files and commits that somebody added later. */
function whatStays({ assets, branches }: Remains, commit: string, cwd: string): string {
  const id = commit.slice(0, 12);
  const kept = assets.map((path) => `${pathFrom(cwd, path)} was kept because it is not part of the release.\n`);
  const built = branches.map(
    (name) => `The release commit ${id} is still on ${name}. To remove it: git rebase --onto ${id}^ ${id} ${name}\n`,
  );
  return [...kept, ...built].join("");
}

function completedInWords({ what, tag, commit, branch, remains, remote }: Completed, cwd: string): string {
  if (what === "taken back") {
    const rest = whatStays(remains, commit, cwd);
    const done = rest === "" ? "This run completed it" : "This run removed the tag, but parts of the release remain";
    return `An earlier run that undid ${tag} was interrupted. ${done}. Nothing else was changed.\n${rest}`;
  }
  // A branch that was deleted or has new commits stays unchanged.
  const isBehind = branch !== undefined && !remains.branches.includes(branch.name);
  const place = isBehind
    ? `The branch ${branch.name} does not contain the release commit ${commit.slice(0, 12)}`
    : "This run completed it";
  return [
    `An earlier run that released ${tag} was interrupted. ${place}. Nothing else was changed.\n`,
    isBehind ? `To merge it: git switch ${branch.name} && git merge ${tag}\n` : "",
    howToPublish(tag, branch?.name, remote),
  ].join("");
}
