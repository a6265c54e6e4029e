import type { Change } from "../core/model/change.js";
import { writtenBaseline } from "../report/changes.js";
import { printDiagnostics } from "./failure.js";
import type { ExitCode, Terminal } from "./terminal.js";

/** Changes that users accept. */
interface Accepted {
  readonly changes: readonly Change[];
  readonly withoutChannels?: true;
}

/** Writes a baseline with changes and prints their number. Returns the exit code if the baseline cannot be written. */
export async function writeBaselineTo(
  path: string,
  accepted: Accepted,
  terminal: Terminal,
): Promise<ExitCode | undefined> {
  const { writeBaseline } = await import("../app/baseline.js");
  const written = await writeBaseline(accepted, path, terminal);
  if (!written.ok) return printDiagnostics(written, terminal, "text");
  terminal.err(`${writtenBaseline(written.value, path)}\n`);
  return undefined;
}
