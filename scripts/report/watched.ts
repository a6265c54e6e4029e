/** Prints how a bundle that is watched differs from its states before. */
import { describeDiagnostic } from "../core/diagnostics/describe.js";
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

/** Prints one state of a bundle after the other. */
export class WatchedReport {
  #before: readonly Diagnostic[] = [];
  #built: readonly Diagnostic[] = [];
  #ofCheck: readonly Diagnostic[] = [];

  constructor(
    readonly style: Style,
    readonly base: string,
  ) {}

  /**
   * Returns the diagnostics that are new, those that are gone, and a line about the build. Until the CRDs are checked again,
   * the diagnostics of the last check are not gone.
   */
  next(state: State): string {
    const { style, base } = this;
    const kept = state.checked ? [] : this.#ofCheck;
    if (state.checked) this.#ofCheck = without(state.diagnostics, this.#built);
    else this.#built = state.diagnostics;
    const all = [...state.diagnostics, ...without(kept, state.diagnostics)];
    const added = without(state.diagnostics, this.#before);
    const gone = without(this.#before, all).map((diagnostic) => `${goneLine(diagnostic, style)}\n`);
    this.#before = all;
    return `${diagnosticsAsText(added, state.sources, style, base)}${gone.join("")}${summary(state, style)}\n`;
  }
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
