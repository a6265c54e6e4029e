/** Which process writes, and whether it is still there. */
import { readFileSync } from "node:fs";

export interface Writer {
  readonly pid: number;
  readonly isRunning: (pid: number) => boolean;
  /** When the process with a number began, if the system tells: a number is given again, a start is not. */
  readonly startOf?: (pid: number) => string | undefined;
}

const NAME = /^(?<pid>\d{1,10})(?:-(?<start>[\w.]+))?$/;

/** A name that no other process has had or will have, if the system tells enough. */
export function writerName({ pid, startOf }: Writer): string {
  const start = startOf?.(pid);
  return start === undefined ? String(pid) : `${pid}-${start}`;
}

/** The number in the name of a process, or undefined if it is not a name. */
export function pidIn(name: string): number | undefined {
  const pid = NAME.exec(name)?.groups?.pid;
  return pid === undefined ? undefined : Number(pid);
}

/** Whether the process of a name is there. What is not a name (a file that a power cut left empty) is of no process. */
export function isAlive(name: string, { isRunning, startOf }: Writer): boolean {
  const { pid, start } = NAME.exec(name)?.groups ?? {};
  if (pid === undefined || !isRunning(Number(pid))) return false;
  const now = startOf?.(Number(pid));
  return now !== ENDED && (start === undefined || now === undefined || start === now);
}

/** What the start of a process is that has ended, and whose parent has not asked for its end yet: no start at all. */
const ENDED = "ended";

/**
 * The boot and the time after it at which a process began, on Linux; elsewhere undefined. Source: proc_pid_stat(5),
 * fields 3 and 22. The name of the program, in parentheses, may hold anything.
 */
export function processStart(pid: number): string | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").slice(0, 8);
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (/^[ZXx]$/.test(fields[0] ?? "")) return ENDED;
    const ticks = fields[19];
    return /^\w{8}$/.test(boot) && ticks !== undefined ? `${boot}.${ticks}` : undefined;
  } catch {
    return undefined;
  }
}
