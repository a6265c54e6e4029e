/** Finds the diagnostics of a build without its output, in the time between two keystrokes. */
import { withLevels } from "../../core/diagnostics/levels.js";
import { type Diagnostic, inSourceOrder } from "../../core/model/diagnostic.js";
import type { SourceText } from "../../core/model/location.js";
import { mayLackNames, typeErrors } from "../../language/read/index.js";
import type { ParsedSources } from "../../language/read/parsed-sources.js";
import { type Analysis, printedCrds, readAndCheck, sourceErrors, withErrorsOfTypes } from "../build.js";
import type { ProjectInputs } from "../project.js";

/**
 * Returns the diagnostics that a build of a project would print for these sources, except some errors of the TypeScript
 * compiler, which editors show anyway. The compiler is asked only if another diagnostic depends on it.
 */
export function findDiagnostics(
  { settled, imports }: Pick<ProjectInputs, "settled" | "imports">,
  sources: readonly SourceText[],
  parsed: ParsedSources,
): readonly Diagnostic[] {
  const input = { sources, imports, parsed };
  if (!settled.ok) {
    const found = sourceErrors(input, []);
    const all = needsCompiler(found, input) ? sourceErrors(input) : found;
    return inSourceOrder([...settled.diagnostics, ...all]);
  }
  const { bundle } = settled.value;
  const analysis = readAndCheck({ ...input, bundle });
  const levelled = (of: Analysis) =>
    withLevels(printedCrds(of, bundle).found, { acceptances: of.acceptances, levels: bundle.levels });
  const diagnostics = levelled(analysis);
  if (!needsCompiler(diagnostics, input)) return diagnostics;
  return levelled(withErrorsOfTypes(analysis, typeErrors(sources, imports, parsed)));
}

/** Diagnostics that a build reports only if the sources compile. */
const ONLY_SOUND: readonly string[] = ["accept-unneeded", "crd-too-large"];

function needsCompiler(
  found: readonly Diagnostic[],
  { sources, imports, parsed }: Pick<ProjectInputs, "sources" | "imports"> & { readonly parsed: ParsedSources },
): boolean {
  if (found.some(({ code }) => code === "type-too-deep")) return false;
  return found.some(({ code }) => ONLY_SOUND.includes(code)) || mayLackNames(sources, imports, parsed);
}
