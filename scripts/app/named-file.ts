/** Reads a file that a user names in an option, such as a profile or a baseline. */
import { resolve } from "node:path";
import type { SourceText } from "../core/model/location.js";
import { pathFrom } from "../core/path-from.js";
import { failure, type Result, success } from "../core/result.js";
import { readNamedInput } from "../host/sources.js";

/** The directories to which paths are relative. */
export interface NamedFilePlaces {
  /** The directory of the paths that users name. */
  readonly cwd: string;
  /** The directory of the paths in diagnostics, which is that of the project. */
  readonly directory: string;
}

/** The content of a file, and the file, to which diagnostics refer. */
export interface NamedFile<Content> {
  readonly content: Content;
  readonly file: SourceText;
}

/** Reads and parses a file that a user names. Returns undefined if there is none. */
export async function readNamedFile<Content>(
  named: string,
  { cwd, directory }: NamedFilePlaces,
  parse: (file: SourceText) => Result<Content>,
): Promise<Result<NamedFile<Content> | undefined>> {
  const path = resolve(cwd, named);
  const { files, diagnostics } = await readNamedInput(path, pathFrom(directory, path));
  if (diagnostics.length > 0) return failure(diagnostics, files);
  const [file] = files;
  if (!file) return success(undefined);
  const parsed = parse(file);
  return parsed.ok ? success({ content: parsed.value, file }) : failure(parsed.diagnostics, files);
}
