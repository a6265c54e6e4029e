/** What can be asked of a release: to make one, to tag a merged one, to take one back. */
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { failure, type Result, success } from "../../core/result.js";
import type { PlanRequest } from "./plan-request.js";

export type ReleaseRequest = MakeRequest | TagRequest | UndoRequest;

interface AnyRequest {
  /** The directory that has `apis/`, from the working directory. */
  readonly project: string;
  /** Changes nothing. */
  readonly dryRun?: boolean;
}

/** Makes a release of what is checked out. */
export interface MakeRequest extends AnyRequest, PlanRequest {
  readonly tag?: false;
  readonly undo?: false;
}

/** Tags the commit that a pull request brought. */
export interface TagRequest extends AnyRequest, Pick<PlanRequest, "profile" | "sign" | "push"> {
  readonly tag: true;
  readonly undo?: false;
  /** The version; that of package.json if unset. */
  readonly to?: string;
}

/** Takes a release back that was not pushed. */
export interface UndoRequest extends AnyRequest {
  readonly undo: true;
  readonly tag?: false;
  /** The version; that of the only tag at HEAD if unset. */
  readonly to?: string;
}

/** A request as a command line has it: any option can be there, and the version is an argument. */
export interface ReleaseArguments extends AnyRequest, Omit<PlanRequest, "to"> {
  readonly to?: string | undefined;
  readonly tag?: boolean;
  readonly undo?: boolean;
}

/** The options that exclude each other: those on the right have no meaning for the one on the left. */
const CONFLICTS = {
  undo: ["tag", "branch", "snapshot", "preid", "push"],
  tag: ["branch", "snapshot", "preid"],
  branch: ["snapshot"],
  snapshot: ["preid"],
} as const satisfies Partial<Record<keyof ReleaseArguments, readonly (keyof ReleaseArguments)[]>>;

/** Reads a request. Options that exclude each other are wrong, and so is a release without a version to make. */
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

/** What is wrong with a request that may come from a program without types. */
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
