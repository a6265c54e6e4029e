/** Reads the known consumers of a project. */
import { readConsumers } from "../core/config/consumers.js";
import type { Consumer } from "../core/model/consumer.js";
import type { SourceText } from "../core/model/location.js";
import type { Placed } from "../core/model/policy.js";
import { CONSUMERS } from "../core/project-layout.js";
import { failure, type Result, success } from "../core/result.js";
import { readYamlFiles } from "../host/sources.js";

export interface ProjectConsumers {
  readonly consumers: readonly Placed<Consumer>[];
  readonly files: readonly SourceText[];
}

/** Reads all files in `apis/consumers/`, or returns the diagnostics of all their mistakes. */
export async function readProjectConsumers(project: string): Promise<Result<ProjectConsumers>> {
  const { files, diagnostics } = await readYamlFiles(project, CONSUMERS);
  if (diagnostics.length > 0) return failure(diagnostics, files);
  const read = readConsumers(files);
  return read.ok ? success({ consumers: read.value, files }) : read;
}
