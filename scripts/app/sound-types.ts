/** Remembers between runs for which sources the TypeScript compiler found no errors: its checker takes the longest. */
import { NO_IMPORTS } from "../core/model/imports.js";
import { typeErrors } from "../language/read/index.js";
import type { Context } from "./context.js";
import { digestOfSources } from "./digest-of-sources.js";

/**
 * Returns a function like `typeErrors` that asks the compiler only if the sources of a project are not those of the last
 * run without errors.
 */
export function rememberingTypeErrors(project: string, { cache }: Pick<Context, "cache">): typeof typeErrors {
  const own = cache?.outside(project);
  const question = `sound types of ${project}`;
  return (sources, imports, parsed) => {
    const inputs = digestOfSources(sources, imports ?? NO_IMPORTS);
    if (own?.recall(question) === inputs) return [];
    const errors = typeErrors(sources, imports, parsed);
    if (errors.length === 0) own?.keep(question, inputs);
    return errors;
  };
}
