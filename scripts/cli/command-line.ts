/** Options and types that the commands share. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { DEFAULT_PROFILE, PROFILES } from "../core/model/policy.js";
import type { ExitCode, Terminal } from "./terminal.js";

/** Runs a command with the terminal of this process, and keeps its exit code. */
export type Run = (command: (terminal: Terminal) => Promise<ExitCode>) => Promise<void>;

/** Adds options, examples and an action to a command. */
export type Define = (command: Command, run: Run) => void;

export function projectOption(): Option {
  return new Option("--project <dir>", "directory that contains apis/bundle.yaml").default(".").argParser(nonEmpty);
}

export function profileOption(): Option {
  return new Option("--profile <profile>", "versioning policy to apply").choices(PROFILES).default(DEFAULT_PROFILE);
}

export function formatOption(what: string, formats: readonly string[]): Option {
  return new Option("--format <format>", what).choices(formats).default("text");
}

/** Returns the argument, or throws if it is empty. */
export function nonEmpty(value: string): string {
  if (value === "") throw new InvalidArgumentError("Specify a directory.");
  return value;
}
