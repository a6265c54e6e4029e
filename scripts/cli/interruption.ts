/** The words for users who interrupt a command that changes something outside of this machine. */
import type { Output } from "./terminal.js";

/** By convention, 128 and the number of the signal. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Runs an action. If a signal ends the process meanwhile, prints the words first. */
export async function withLastWords<T>(words: string, terminal: Output, action: () => Promise<T>): Promise<T> {
  const listeners = SIGNALS.map((signal) => {
    const end = () => {
      terminal.err(`\n${words}\n`);
      process.exit(EXIT_CODES[signal]);
    };
    process.once(signal, end);
    return { signal, end };
  });
  try {
    return await action();
  } finally {
    for (const { signal, end } of listeners) process.off(signal, end);
  }
}
