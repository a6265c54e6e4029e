/** Options and types that the commands share. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { ALARMING_CLASSES, CHANGE_CLASSES, type ChangeClass } from "../core/model/change.js";
import { isKnownMinor, KNOWN_MINORS } from "../core/model/kubernetes-minor.js";
import { PROFILES } from "../core/model/policy.js";
import type { ExitCode, Terminal } from "./terminal.js";

/** Runs a command with the terminal of this process, and keeps its exit code. */
export type Run = (command: (terminal: Terminal) => Promise<ExitCode>) => Promise<void>;

/** Adds options, examples and an action to a command. */
export type Define = (command: Command, run: Run) => void;

export function projectOption(): Option {
  return new Option("--project <dir>", "directory that contains apis/bundle.yaml").default(".").argParser(nonEmpty);
}

/** Returns the option for the version of the API server. `byDefault` describes the version without the option. */
export function kubernetesOption(byDefault: string): Option {
  const option = new Option("--kubernetes <version>", `minor version of the API server (default: ${byDefault})`);
  return option.argParser(minorVersion);
}

/** Returns an option for a path that can be repeated. Arguments can follow it, unlike an option with several values. */
export function pathsOption(flag: string, description: string): Option {
  const option = new Option(`${flag} <path>`, `${description} (can be repeated)`);
  return option.argParser((path: string, before: readonly string[] = []) => [...before, path]);
}

/** Returns the option for the classes of changes to list, separated by commas. It can be repeated. */
export function onlyOption(): Option {
  const description = `list only changes of these classes, such as fix,addition, or ${BREAKING} ones (can be repeated)`;
  const option = new Option("--only <classes>", description);
  return option.argParser((names: string, before: readonly ChangeClass[] = []) => [
    ...before,
    ...names.split(",").flatMap((name) => classesNamed(name.trim())),
  ]);
}

/** Stands for all classes of changes that break users, or might break them. */
export const BREAKING = "breaking";

function classesNamed(name: string): readonly ChangeClass[] {
  const classes = name === BREAKING ? ALARMING_CLASSES.toReversed() : CHANGE_CLASSES.filter((known) => known === name);
  if (classes.length > 0) return classes;
  throw new InvalidArgumentError(
    `${JSON.stringify(name)} is not a class. Specify ${BREAKING} or classes of changes: ${CHANGE_CLASSES.join(", ")}.`,
  );
}

/** Returns a minor version of Kubernetes, or throws. */
function minorVersion(value: string): string {
  if (!isKnownMinor(value)) throw new InvalidArgumentError(`Specify a minor version ${KNOWN_MINORS}.`);
  return value;
}

export function profileOption(): Option {
  const description = `versioning policy to apply: ${PROFILES.join(", ")}, or a YAML file`;
  return new Option("--profile <profile>", `${description} (default: channels, or semver for one channel)`);
}

export function formatOption(what: string, formats: readonly string[]): Option {
  return new Option("--format <format>", what).choices(formats).default("text");
}

/** Returns the argument, or throws if it is empty. */
export function nonEmpty(value: string): string {
  if (value === "") throw new InvalidArgumentError("Specify a directory.");
  return value;
}
