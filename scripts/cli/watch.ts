/** Runs `crd-bundle build --watch`. */
import type { WatchRequest } from "../app/watch-bundle.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import { exitCodeFor } from "../report/report.js";
import { WatchedReport } from "../report/watched.js";
import { basePath } from "./failure.js";
import type { ExitCode, Terminal } from "./terminal.js";

/** Builds after each change, and prints the diagnostics that come and go, until the user ends the process. */
export async function watchCommand(request: WatchRequest, terminal: Terminal): Promise<ExitCode> {
  const { watchBundle } = await import("../app/watch-bundle.js");
  const base = basePath(request.project, terminal);
  const report = new WatchedReport(terminal.errStyle, base);
  let before: readonly Diagnostic[] | undefined;
  for await (const state of watchBundle(request, terminal)) {
    terminal.err(report.next(state));
    if (before === undefined) terminal.err("Watching for changes. Press Ctrl+C to stop.\n");
    before = state.diagnostics;
  }
  return exitCodeFor(before ?? []); // the directories cannot be watched
}
