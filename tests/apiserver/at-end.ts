/**
 * What must not outlive this process: servers, and directories with half of something in them. It is undone when the process
 * ends in whatever way it can still notice, an interrupt from the keyboard included.
 */
import { constants } from "node:os";

const pending = new Set<() => void>();
let isWatching = false;

/**
 * Runs `undo` when the process ends, unless the function that comes back was called before; that one undoes now. Both
 * run it once. It may not be asynchronous: an exiting process waits for nothing.
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
      process.stderr.write(`${error}\n`); // the others must still be undone
    }
  }
  pending.clear();
}
