/** Reads and checks the sources of a project, while the TypeScript compiler is asked for errors in them. */
import type { Diagnostic } from "../core/model/diagnostic.js";
import { sha256 } from "../core/model/digest.js";
import { compilerErrors, haveSoundTypes } from "../language/read/index.js";
import type { ParsedSources } from "../language/read/parsed-sources.js";
import { type Analysis, type ReadModel, readAndCheck, withErrorsOfTypes } from "./build.js";
import type { Context } from "./context.js";
import type { Project } from "./project.js";

type Input = Pick<Project, "sources" | "imports" | "bundle">;

/** An analysis without the errors of the compiler. */
export interface UnfinishedAnalysis {
  readonly analysis: Analysis;
  /** Unset if the compiler would find none, so it was not asked. */
  readonly errors?: Promise<readonly Diagnostic[]>;
}

/**
 * Reads and checks the sources of a project, whose directory is `directory`, an absolute path. `parsed` contains the
 * parsed sources of earlier calls, which are not needed any more when `onRead` is called.
 */
export function beginAnalysis(
  directory: string,
  project: Input,
  context: Context,
  parsed: ParsedSources = new Map(),
  onRead?: (read: ReadModel) => void,
): UnfinishedAnalysis {
  const { sources, imports, bundle } = project;
  const errors = typeErrorsIn(directory, project, parsed, context);
  errors?.catch(() => {}); // if reading fails first, nobody waits for them
  const analysis = readAndCheck({ sources, imports, bundle, parsed, progress: context.progress, onRead });
  return { analysis, ...(errors && { errors }) };
}

/** Reads and checks the sources of a project like `beginAnalysis`, and waits for the errors of the compiler. */
export async function analyseProject(directory: string, project: Input, context: Context): Promise<Analysis> {
  const { analysis, errors } = beginAnalysis(directory, project, context);
  return withErrorsOfTypes(analysis, (await errors) ?? []);
}

/**
 * Asks the compiler for errors. Returns undefined if it would find none, or if the sources of the project are those of
 * the last run without errors, because its checker takes about as long as the rest of a build.
 */
function typeErrorsIn(
  directory: string,
  { sources, imports }: Input,
  parsed: ParsedSources,
  { cache, typeChecker }: Context,
): Promise<readonly Diagnostic[]> | undefined {
  if (haveSoundTypes(sources, imports, parsed)) return undefined;
  const own = cache?.outside(directory);
  const question = `sound types of ${directory}`;
  const inputs = own && digestOf({ sources, imports });
  if (inputs !== undefined && own?.recall(question) === inputs) return undefined;
  const ask = async () => typeChecker?.errorsIn({ sources, imports }) ?? compilerErrors(sources, imports, parsed);
  return ask().then((errors) => {
    if (inputs !== undefined && errors.length === 0) own?.keep(question, inputs);
    return errors;
  });
}

/** Returns a digest of all that determines the types in sources. */
function digestOf({ sources, imports }: Pick<Input, "sources" | "imports">): string {
  const texts = sources.map(({ path, text }) => [path, text]);
  const targets = [...imports].map(([path, found]) => [path, [...found]]);
  return sha256(JSON.stringify([texts, targets]));
}
