/** The requests for releases: to make one, to tag a merged one, and to undo one. */
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { failure, type Result, success } from "../../core/result.js";
import type { PlanRequest } from "./plan-request.js";

export type ReleaseRequest = MakeRequest | TagRequest | UndoRequest;

interface AnyRequest {
  /** The directory that contains `apis/`, relative to the working directory. */
  readonly project: string;
  /** Changes nothing. */
  readonly dryRun?: boolean;
}

/** A request to make a release of the checked-out commit. */
export interface MakeRequest extends AnyRequest, PlanRequest {
  readonly tag?: false;
  readonly undo?: false;
}

/** A request to tag a release that was merged as a pull request. */
export interface TagRequest extends AnyRequest, Pick<PlanRequest, "profile" | "sign" | "push"> {
  readonly tag: true;
  readonly undo?: false;
  /** The version; the one in package.json if unset. */
  readonly to?: string;
}

/** A request to undo a release that was not pushed. */
export interface UndoRequest extends AnyRequest {
  readonly undo: true;
  readonly tag?: false;
  /** The version; the one of the only release tag at HEAD if unset. */
  readonly to?: string;
}

/** A request from the command line: any option can be set, and the version is an argument. */
export interface ReleaseArguments extends AnyRequest, Omit<PlanRequest, "to"> {
  readonly to?: string | undefined;
  readonly tag?: boolean;
  readonly undo?: boolean;
}

/** The options that cannot be combined: those on the right have no meaning with the one on the left. */
const CONFLICTS = {
  undo: ["tag", "branch", "snapshot", "preid", "push"],
  tag: ["branch", "snapshot", "preid"],
  branch: ["snapshot"],
  snapshot: ["preid"],
} as const satisfies Partial<Record<keyof ReleaseArguments, readonly (keyof ReleaseArguments)[]>>;

/** Reads a request. Reports options that cannot be combined, and a release without a version. */
export function readReleaseRequest(given: ReleaseArguments): Result<ReleaseRequest> {
  const { tag, undo, to, ...others } = given;
  const { project, dryRun } = others;
  const problems = requestProblems(given);
  if (problems.length > 0) return failure(problems);
  const named = to === undefined ? {} : { to };
  if (undo) return success({ project, ...(dryRun !== undefined && { dryRun }), ...named, undo });
  if (tag) return success({ ...others, ...named, tag });
  return to === undefined ? failure(NO_VERSION) : success({ ...others, to });
}

const NO_VERSION = diagnose("release-version-missing", {});

/** Reports the problems of a request, which may come from a program that does not check types. */
export function requestProblems(given: Partial<ReleaseArguments>): Diagnostic[] {
  const { tag, undo, to } = given;
  return [...conflictsIn(given), ...(tag || undo || to !== undefined ? [] : [NO_VERSION])];
}

function conflictsIn(given: Partial<ReleaseArguments>): Diagnostic[] {
  const isGiven = (option: keyof ReleaseArguments) => given[option] !== undefined && given[option] !== false;
  const [option] = (["undo", "tag", "branch", "snapshot"] as const).filter((name) => {
    return isGiven(name) && CONFLICTS[name].some(isGiven);
  });
  if (option === undefined) return [];
  const others = CONFLICTS[option].filter(isGiven);
  return others.map((other) => diagnose("release-options", { option: `--${option}`, other: `--${other}` }));
}
