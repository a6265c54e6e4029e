/** The identity of a process that writes, and the check that it is still running. */
import { readFileSync } from "node:fs";

export interface Writer {
  readonly pid: number;
  readonly isRunning: (pid: number) => boolean;
  /** Returns the start of a process, if the system provides it. A process number can be used again, a start cannot. */
  readonly startOf?: (pid: number) => string | undefined;
}

/** The part after `@` is not the same for all uses in one process, which can have several threads. */
const NAME = /^(?<pid>\d{1,10})(?:-(?<start>[\w.]+))?(?:@\w+)?$/;

/** Returns a name that no other process ever has, if the system provides the start of the process. */
export function writerName({ pid, startOf }: Writer): string {
  const start = startOf?.(pid);
  return start === undefined ? String(pid) : `${pid}-${start}`;
}

/** Returns the number in the name of a process, or undefined if it is not such a name. */
export function pidIn(name: string): number | undefined {
  const pid = NAME.exec(name)?.groups?.pid;
  return pid === undefined ? undefined : Number(pid);
}

/**
 * Reports whether the process with a name is running. A string that is not such a name, such as the content of a file
 * that a power failure left empty, belongs to no process.
 */
export function isAlive(name: string, { isRunning, startOf }: Writer): boolean {
  const { pid, start } = NAME.exec(name)?.groups ?? {};
  if (pid === undefined || !isRunning(Number(pid))) return false;
  const now = startOf?.(Number(pid));
  return now !== ENDED && (start === undefined || now === undefined || start === now);
}

/** The start of a process that has ended, but whose parent has not collected its exit status yet. */
const ENDED = "ended";

/**
 * Returns the boot and the time since then at which a process started, on Linux; undefined on other systems. Source:
 * proc_pid_stat(5), fields 3 and 22. The name of the program, in parentheses, may contain any character.
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
