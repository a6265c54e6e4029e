/** Prints the outcome of a release as text, JSON and an annotation. */
import type { Completed, Released, ReleaseOutcome, Remains, TakenBack } from "../core/model/release-outcome.js";
import { movedBranch } from "../core/model/release-plan.js";
import { pathFrom } from "../core/path-from.js";
import type { ResultFormat } from "./format.js";
import { planAsJson, printPlan } from "./release-plan.js";
import { NO_COLOR, type Style } from "./style.js";
import { printVersionedJson } from "./versioned-json.js";
import { workflowCommand } from "./workflow-command.js";

/** Prints an outcome. Paths are relative to `cwd`. */
export function printOutcome(outcome: ReleaseOutcome, format: ResultFormat, cwd: string, style: Style): string {
  switch (format) {
    case "json":
      return inJson(outcome, cwd);
    case "github":
      return `${style.command(toNotice(outcome, cwd))}\n`;
    case "text":
      return inWords(outcome, cwd, style);
  }
}

function inJson(outcome: ReleaseOutcome, cwd: string): string {
  switch (outcome.did) {
    case "planned":
      return planAsJson(outcome.plan);
    case "released":
      return planAsJson(outcome.plan, outcome.commit);
    case "taken back":
      return printVersionedJson(takenBackAsJson(outcome, cwd));
    case "completed":
      return printVersionedJson(completedAsJson(outcome, cwd));
  }
}

function inWords(outcome: ReleaseOutcome, cwd: string, style: Style): string {
  switch (outcome.did) {
    case "planned":
      return printPlan(outcome.plan, style);
    case "released":
      return releasedInWords(outcome, cwd);
    case "taken back":
      return takenBackInWords(outcome, cwd);
    case "completed":
      return completedInWords(outcome, cwd);
  }
}

/** Returns an annotation with the text for people, under the name of the tag. */
function toNotice(outcome: ReleaseOutcome, cwd: string): string {
  const { tag } = "plan" in outcome ? outcome.plan : outcome;
  return workflowCommand("notice", { title: tag }, inWords(outcome, cwd, NO_COLOR).trimEnd());
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

function takenBackAsJson({ tag, commit, branch, assets, isDone, remains }: TakenBack, cwd: string): object {
  return {
    tag,
    commit,
    ...(branch && { branch }),
    ...(assets !== undefined && { assets: pathFrom(cwd, assets) }),
    isDone,
    ...(remains && { remains: remainsFrom(cwd, remains) }),
  };
}

function completedAsJson({ what, tag, commit, branch, remains, remote }: Completed, cwd: string): object {
  return {
    completed: what === "taken back" ? "undo" : "release",
    tag,
    commit,
    ...(branch && { branch }),
    remains: remainsFrom(cwd, remains),
    ...(remote !== undefined && { remote }),
  };
}

function remainsFrom(cwd: string, { assets, branches }: Remains): Remains {
  return { assets: assets.map((path) => pathFrom(cwd, path)), branches };
}

function takenBackInWords(outcome: TakenBack, cwd: string): string {
  const { tag, commit, branch, isDone, remains } = outcome;
  const assets = outcome.assets === undefined ? undefined : pathFrom(cwd, outcome.assets);
  const rest = remains ? whatStays(remains, commit, cwd) : "";
  const removed = assets === undefined ? tag : `${tag} and ${assets}`;
  const verb = isDone ? (assets === undefined ? "was" : "were") : "would be";
  const moved = branch ? `, and ${branch.name} ${isDone ? "is" : "would be"} back at ${branch.from.slice(0, 12)}` : "";
  return `The tag ${removed} ${verb} removed${moved}.\n${rest}`;
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
