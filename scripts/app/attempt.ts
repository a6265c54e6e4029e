/** Turns failures of git, the disk and other processes into diagnostics. */
import { diagnose } from "../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";
import { pathFrom } from "../core/path-from.js";
import { type Failure, failure, type Result } from "../core/result.js";
import { diskError } from "../host/files.js";
import { GitFailure, GitMissing } from "../host/git-failure.js";
import { JournalUnreadable } from "../host/journal.js";
import { ReleaseRunning, ReleaseUnfinished } from "../host/release-failure.js";
import { UnsoundInput } from "../host/sources.js";
import type { Context } from "./context.js";

/**
 * Runs an action that uses git and the disk. Returns a failure if git, the disk or another process causes an error.
 * Rethrows any other error, which is a bug.
 */
export async function attempt<T, F extends Failure>(
  { cwd }: Pick<Context, "cwd">,
  action: () => Promise<Result<T, F>>,
): Promise<Result<T, F | Failure>> {
  try {
    return await action();
  } catch (error) {
    return failure(diagnosticOf(error, cwd), sourcesOf(error));
  }
}

/** Returns the diagnostic for an error that git, the disk or another process caused. Rethrows any other error. */
function diagnosticOf(error: unknown, cwd: string): Diagnostic {
  if (error instanceof ReleaseUnfinished) {
    diagnosticOf(error.cause, cwd); // rethrows bugs
    return diagnose("release-unfinished", { tag: error.tag, done: error.done, problem: error.cause.message });
  }
  if (error instanceof GitMissing) return diagnose("git-missing", {});
  if (error instanceof GitFailure) return diagnose("git-failed", { command: error.command, problem: error.problem });
  if (error instanceof UnsoundInput) return error.diagnostic;
  if (error instanceof ReleaseRunning) {
    return diagnose("release-running", { pid: error.pid, directory: pathFrom(cwd, error.directory) });
  }
  if (error instanceof JournalUnreadable) {
    const { path, directory, problem } = error;
    return diagnose("release-journal", { path: pathFrom(cwd, path), directory: pathFrom(cwd, directory), problem });
  }
  const { message, path } = diskError(error);
  return diagnose("release-disk", { path: path === undefined ? "" : pathFrom(cwd, path), problem: message });
}

/** Returns the files to which the diagnostic of an error may refer. */
function sourcesOf(error: unknown): readonly SourceText[] {
  return error instanceof UnsoundInput ? error.files : [];
}
