/** What commands declare themselves with. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { DEFAULT_PROFILE, PROFILES } from "../core/model/policy.js";
import type { ExitCode, Terminal } from "./terminal.js";

/** Runs a command on the terminal of this run, and keeps its exit code. */
export type Run = (command: (terminal: Terminal) => Promise<ExitCode>) => Promise<void>;

/** Gives a command its options, examples and action. */
export type Define = (command: Command, run: Run) => void;

export function projectOption(): Option {
  return new Option("--project <dir>", "the directory that has apis/bundle.yaml").default(".");
}

export function profileOption(): Option {
  return new Option("--profile <profile>", "the policy").choices(PROFILES).default(DEFAULT_PROFILE);
}

export function formatOption(what: string, formats: readonly string[]): Option {
  return new Option("--format <format>", what).choices(formats).default("text");
}

/** Takes an argument as it is, unless it is empty. */
export function nonEmpty(value: string): string {
  if (value === "") throw new InvalidArgumentError("A directory is expected.");
  return value;
}
