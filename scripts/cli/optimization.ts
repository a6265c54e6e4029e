/**
 * Makes a process quicker or smaller. Without this, V8 spends much of the time of a short command on machine code for
 * functions that soon end.
 */
import { setFlagsFromString } from "node:v8";

/** Options by which V8 optimizes only functions that run for long. The first version of Node with the option, and the option. */
const LATE_OPTIMIZATION: readonly (readonly [node: number, option: string])[] = [
  [22, "--invocation-count-for-turbofan=20000"],
  [20, "--interrupt-budget=500000"],
];

/**
 * Options by which V8 collects garbage when the heap has grown by three fifths. It would wait until the heap is several
 * times as large, which takes a third more memory for a large build, and saves no time. Collections then must not throw
 * away compiled code, which is kept for the next process at the end.
 */
const EARLY_COLLECTION = ["--heap-growing-percent=60", "--no-flush-bytecode"];

/** Optimizes this process for a command of a few seconds. */
export function optimizeLate(): void {
  for (const option of EARLY_COLLECTION) setFlagsFromString(option);
  const node = Number.parseInt(process.versions.node, 10);
  const option = LATE_OPTIMIZATION.find(([first]) => node >= first)?.[1];
  if (option !== undefined) setFlagsFromString(option);
}

/**
 * Keeps this process small, for a command that runs for long and holds only one page of objects at a time. V8 lets the
 * space for new objects grow to 32 MiB and delays the collection of older ones, although there is little to keep.
 */
export function keepMemorySmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}
