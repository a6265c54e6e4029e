/** Validates what a program asks the library for. The command line has validated its options already. */
import { diagnose } from "../core/diagnostics/diagnose.js";
import { CHANNELS } from "../core/model/channel.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import { BUMPS, PROFILES } from "../core/model/policy.js";
import { type Failure, failure, type Result } from "../core/result.js";
import { attempt } from "./attempt.js";
import type { Context } from "./context.js";

/** The parts of a request that are names or words, and those that are yes or no. */
const STRINGS = ["project", "release", "from", "to", "out", "bundleVersion", "branch", "preid", "expect"];
const BOOLEANS = ["check", "strict", "write", "tag", "undo", "dryRun", "sign", "push", "snapshot"];
/** The parts of a request that must be one of a few strings. */
const CHOICES: Readonly<Record<string, readonly string[]>> = { bump: BUMPS, channel: CHANNELS, profile: PROFILES };

/** Does what a request asks for, unless something is wrong with the request itself. */
export async function fulfill<T, F extends Failure>(
  request: object,
  context: Pick<Context, "cwd">,
  action: () => Promise<Result<T, F>>,
): Promise<Result<T, F | Failure>> {
  const problems = partProblems(request);
  return problems.length > 0 ? failure(problems) : attempt(context, action);
}

/** Every request names its project. */
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
  const expected = typeProblem(name, value);
  return expected === undefined ? undefined : diagnose("request-invalid", { name, expected });
}

/** The type that a part should have, if it has another one. What is optional may be undefined. */
function typeProblem(name: string, value: unknown): string | undefined {
  if (value === undefined) return name === "project" || name === "release" ? "a string" : undefined;
  if (BOOLEANS.includes(name)) return typeof value === "boolean" ? undefined : "true or false";
  if (STRINGS.includes(name) && typeof value !== "string") return "a string";
  // Neither the disk nor git has names with it.
  return typeof value === "string" && value.includes("\0") ? "a string without the character U+0000" : undefined;
}
