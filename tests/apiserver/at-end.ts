/** Cleans up servers and half-written directories when this process ends, even if it is interrupted. */
import { constants } from "node:os";

const pending = new Set<() => void>();
let isWatching = false;

/**
 * Runs `undo` when the process ends, unless it ran before: the returned function runs it immediately. `undo` runs only
 * once and must be synchronous, because an exiting process does not wait.
 */
export function atEnd(undo: () => void): () => void {
  watch();
  pending.add(undo);
  return () => {
    if (pending.delete(undo)) undo();
  };
}

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  process.on("exit", undoAll);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
  }
}

function undoAll(): void {
  for (const undo of pending) {
    try {
      undo();
    } catch (error) {
      process.stderr.write(`${error}\n`); // the other functions must still run
    }
  }
  pending.clear();
}
