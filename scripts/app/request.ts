/** Validates what a program asks the library for. The command line has validated its options already. */
import { diagnose } from "../core/diagnostics/diagnose.js";
import { CHANNELS } from "../core/model/channel.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import { BUMPS, PROFILES } from "../core/model/policy.js";
import { type Failure, failure, type Result } from "../core/result.js";
import { attempt } from "./attempt.js";
import type { Context } from "./context.js";

/** The parts of a request that must be one of a few strings. */
const CHOICES: Readonly<Record<string, readonly string[]>> = { bump: BUMPS, channel: CHANNELS, profile: PROFILES };

/** Does what a request asks for, unless something is wrong with the request itself. */
export async function fulfill<T, F extends Failure>(
  request: object,
  context: Pick<Context, "cwd">,
  action: () => Promise<Result<T, F>>,
): Promise<Result<T, F | Failure>> {
  const problems = Object.entries(request).flatMap(([name, value]) => valueProblem(name, value) ?? []);
  return problems.length > 0 ? failure(problems) : attempt(context, action);
}

function valueProblem(name: string, value: unknown): Diagnostic | undefined {
  const choices = CHOICES[name];
  if (choices && value !== undefined && !choices.some((choice) => choice === value)) {
    return diagnose("request-invalid", { name, expected: `one of ${choices.join(", ")}` });
  }
  // Neither the disk nor git has names with it.
  const hasNul = typeof value === "string" && value.includes("\0");
  return hasNul ? diagnose("request-invalid", { name, expected: "a string without the character U+0000" }) : undefined;
}
