/** Reads the files of consumers that users name. */
import { resolve } from "node:path";
import { readConsumers } from "../core/config/consumers.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import type { Consumer } from "../core/model/consumer.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";
import type { Placed } from "../core/model/policy.js";
import { failure, type Result, success } from "../core/result.js";
import { STANDARD_INPUT } from "../core/standard-input.js";
import { entryType } from "../host/files.js";
import { type Inputs, readManifest } from "../host/sources.js";
import type { Context } from "./context.js";

/** Consumers, and their files with paths relative to the working directory. */
export interface Consumers {
  readonly consumers: readonly Placed<Consumer>[];
  readonly sources: readonly SourceText[];
}

/** Reads the files of consumers, and `-` as standard input. */
export async function readNamedConsumers(names: readonly string[], context: Context): Promise<Result<Consumers>> {
  const inputs: Inputs[] = [];
  for (const name of names) inputs.push(await readFile(name, context));
  const sources = inputs.flatMap(({ files }) => files);
  const unreadable = inputs.flatMap(({ diagnostics }) => diagnostics);
  if (unreadable.length > 0) return failure(unreadable, sources);
  const read = readConsumers(sources);
  return read.ok ? success({ consumers: read.value, sources }) : read;
}

async function readFile(name: string, { cwd, readInput }: Context): Promise<Inputs> {
  if (name === "-") return { files: [{ path: STANDARD_INPUT, text: await readInput() }], diagnostics: [] };
  const path = resolve(cwd, name);
  const type = name === "" ? undefined : await entryType(path);
  if (type === "file") return readManifest(path, name);
  const problem = type === "directory" ? "is a directory" : "does not exist";
  return { files: [], diagnostics: [consumersMissing(name, problem)] };
}

/** Returns the diagnostic of a file or directory without consumers. */
export function consumersMissing(path: string, problem: string): Diagnostic {
  return diagnose("consumers-missing", { path, problem });
}
