/** Prints how a bundle that is watched differs from its state before. */
import { describeDiagnostic } from "../core/diagnostics/diagnose.js";
import type { ChannelSummary } from "../core/model/channel-summary.js";
import { type Diagnostic, errorsAmong } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";
import { counted } from "../core/words/counted.js";
import { printableLine } from "./printable.js";
import { diagnosticsAsText } from "./report.js";
import type { Style } from "./style.js";

/** A state of a bundle. Without channels, it was not built. */
interface State {
  readonly channels?: readonly ChannelSummary[];
  /** Set if the API server's checks are among the diagnostics. */
  readonly checked?: true;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
}

/** Returns the diagnostics that are new, those that are gone, and a line about the build. */
export function printWatched(state: State, before: readonly Diagnostic[], style: Style, base: string): string {
  const added = without(state.diagnostics, before);
  const gone = without(before, state.diagnostics).map((diagnostic) => `${goneLine(diagnostic, style)}\n`);
  return `${diagnosticsAsText(added, state.sources, style, base)}${gone.join("")}${summary(state, style)}\n`;
}

/** Returns the diagnostics that are not among others. Their places do not count, because a change can move them. */
function without(diagnostics: readonly Diagnostic[], others: readonly Diagnostic[]): Diagnostic[] {
  const left = others.map(identityOf);
  return diagnostics.filter((diagnostic) => {
    const at = left.indexOf(identityOf(diagnostic));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function identityOf({ code, args, level, location }: Diagnostic): string {
  return JSON.stringify([code, args, level, location?.file]);
}

function goneLine(diagnostic: Diagnostic, style: Style): string {
  const { message } = describeDiagnostic(diagnostic);
  return `${style.bold("solved")} ${printableLine(message)} ${style.dim(`[${diagnostic.code}]`)}`;
}

function summary({ channels, checked, diagnostics }: State, style: Style): string {
  const errors = errorsAmong(diagnostics).length;
  const counts = [counted(errors, "error"), counted(diagnostics.length - errors, "warning")].filter(
    (count) => !count.startsWith("0 "),
  );
  const found = counts.length > 0 ? counts.join(", ") : "no errors";
  if (!channels) return style.red(`not built: ${found}`);
  if (checked) return errors > 0 ? style.red(`checked: ${found}`) : `checked: ${found}`;
  return `built: ${channels.map(({ channel, count }) => `${channel} ${counted(count, "CRD")}`).join(", ")}`;
}
