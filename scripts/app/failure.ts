import { diagnose } from "../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";
import { GitFailure } from "../host/git.js";
import { JournalUnreadable } from "../host/journal.js";
import { ReleaseRunning, ReleaseUnfinished } from "../host/release-work.js";
import { UnsoundInput } from "../host/sources.js";
import { pathFrom } from "./project.js";

/** What git, another process or the disk is to blame for is no bug of ours. */
export function failureOf(error: unknown, cwd: string): Diagnostic {
  if (error instanceof ReleaseUnfinished) {
    failureOf(error.cause, cwd); // throws what is a bug
    return diagnose("release-unfinished", { tag: error.tag, done: error.done, problem: error.cause.message });
  }
  if (error instanceof GitFailure) return diagnose("git-failed", { command: error.command, problem: error.problem });
  if (error instanceof UnsoundInput) return error.diagnostic;
  if (error instanceof ReleaseRunning) {
    return diagnose("release-running", { pid: error.pid, folder: pathFrom(cwd, error.folder) });
  }
  if (error instanceof JournalUnreadable) {
    const { path, folder, problem } = error;
    return diagnose("release-journal", { path: pathFrom(cwd, path), folder: pathFrom(cwd, folder), problem });
  }
  const { code, message, path } = error as NodeJS.ErrnoException;
  if (code === undefined || !/^E[A-Z]+$/.test(code)) throw error;
  return diagnose("release-disk", { path: path === undefined ? "" : pathFrom(cwd, path), problem: message });
}

/** What the diagnostic of a failure may point into. */
export function sourcesOf(error: unknown): readonly SourceText[] {
  return error instanceof UnsoundInput ? error.files : [];
}
