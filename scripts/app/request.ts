/** Validates the requests of programs that use the library. The command line has already validated its options. */
import { diagnose } from "../core/diagnostics/diagnose.js";
import { CHANNELS } from "../core/model/channel.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import { isKnownMinor, KNOWN_MINORS } from "../core/model/kubernetes-minor.js";
import { BUMPS } from "../core/model/policy.js";
import { type Failure, failure, type Result } from "../core/result.js";
import { attempt } from "./attempt.js";
import type { Context } from "./context.js";

/** The parts of a request that are strings, and those that are booleans. */
const STRINGS = [
  "project",
  "release",
  "from",
  "profile",
  "to",
  "out",
  "bundleVersion",
  "branch",
  "preid",
  "expect",
  "bundle",
  "conversions",
  "kubeconfig",
  "context",
  "against",
  "image",
  "namespace",
  "job",
  "baseline",
  "name",
  "group",
  "kind",
];
const LISTS = [
  "crds",
  "old",
  "policies",
  "files",
  "standard",
  "experimental",
  "base",
  "accept",
  "consumers",
  "channels",
];
const BOOLEANS = [
  "check",
  "merge",
  "strict",
  "defaulted",
  "withCheck",
  "write",
  "tag",
  "undo",
  "dryRun",
  "sign",
  "push",
  "snapshot",
  "allowLoss",
];
/** The parts of a request that must be one of a few strings. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  bump: BUMPS,
  channel: CHANNELS,
  toChannel: CHANNELS,
  subresource: ["status"],
};

/** Runs an action for a request, unless the request itself is invalid. */
export async function fulfill<T, F extends Failure>(
  request: object,
  context: Pick<Context, "cwd">,
  action: () => Promise<Result<T, F>>,
): Promise<Result<T, F | Failure>> {
  const problems = partProblems(request);
  return problems.length > 0 ? failure(problems) : attempt(context, action);
}

/** Reports the invalid parts of a request. Every request must name its project. */
function partProblems(request: unknown): Diagnostic[] {
  const given = typeof request === "object" && request !== null ? request : {};
  const parts = Object.entries({ project: undefined, ...given });
  return parts.flatMap(([name, value]) => valueProblem(name, value) ?? []);
}

function valueProblem(name: string, value: unknown): Diagnostic | undefined {
  const choices = CHOICES[name];
  if (choices && value !== undefined && !choices.some((choice) => choice === value)) {
    return diagnose("request-invalid", { name, expected: `one of ${choices.join(", ")}` });
  }
  if (name === "kubernetes" && value !== undefined && !(typeof value === "string" && isKnownMinor(value))) {
    return diagnose("request-invalid", { name, expected: `a version ${KNOWN_MINORS}` });
  }
  if (LISTS.includes(name)) return listProblem(name, value);
  const expected = typeProblem(name, value);
  return expected === undefined ? undefined : diagnose("request-invalid", { name, expected });
}

function listProblem(name: string, value: unknown): Diagnostic | undefined {
  const isList = Array.isArray(value) && value.every((item) => typeof item === "string" && !item.includes("\0"));
  if (isList || value === undefined) return undefined;
  return diagnose("request-invalid", { name, expected: "a list of strings without the character U+0000" });
}

/** Returns the type that a part must have, if it has another one. Optional parts may be undefined. */
function typeProblem(name: string, value: unknown): string | undefined {
  if (value === undefined) return name === "project" || name === "release" ? "a string" : undefined;
  if (BOOLEANS.includes(name)) return typeof value === "boolean" ? undefined : "true or false";
  if (STRINGS.includes(name) && typeof value !== "string") return "a string";
  // Neither file names nor names in git may contain it.
  return typeof value === "string" && value.includes("\0") ? "a string without the character U+0000" : undefined;
}
