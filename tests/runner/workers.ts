/**
 * Runs test files in parallel, each in its own process. A process that crashes, exits early or never ends is a failure.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { atEnd } from "../apiserver/at-end.js";
import { Progress } from "./progress.js";
import type { Counts, TestFile } from "./runner.js";

export interface WorkerOptions {
  /** Number of processes at a time. */
  readonly workers: number;
  /** Time limit of a file, in milliseconds. */
  readonly limit: number;
  /** Further arguments of the processes. */
  readonly args?: readonly string[];
  /** Names of the files to start first, longest first. Otherwise, one of them could be the last to run. */
  readonly first?: readonly string[];
}

interface Report {
  readonly counts: Counts;
  readonly output: string;
}

/** Files that take longer, in milliseconds, are listed, because they decide how long a run takes. */
const LONG = 30_000;

const WORKER = fileURLToPath(new URL("worker.js", import.meta.url));

/** Milliseconds to wait for output after the process has ended: its children can hold the pipe open. */
const LATE_OUTPUT = 1000;

/**
 * Runs the files. The output of a passed file is printed when the file ends. For a failed file, one line is printed at
 * that time and its output at the end, in the order of the files.
 */
export async function runInWorkers(files: readonly TestFile[], options: WorkerOptions): Promise<Counts[]> {
  const reports = new Map<TestFile, Report>();
  const queue = longestFirst(files, options.first ?? []);
  const progress = new Progress(files.length);
  const durations: { readonly name: string; readonly duration: number }[] = [];
  const work = async () => {
    for (let file = queue.shift(); file; file = queue.shift()) {
      progress.begin(file.name);
      const start = Date.now();
      const report = await runInProcess(file, options);
      durations.push({ name: file.name, duration: Date.now() - start });
      reports.set(file, report);
      const { failed } = report.counts;
      progress.end(file.name, failed > 0 ? `${file.name}   ${failed} failed\n` : report.output);
    }
  };
  await Promise.all(Array.from({ length: options.workers }, work));
  progress.stop();
  printLong(durations);
  const inOrder = files.flatMap((file) => reports.get(file) ?? []);
  for (const { counts, output } of inOrder) if (counts.failed > 0) process.stdout.write(`\n${output}`);
  return inOrder.map(({ counts }) => counts);
}

function printLong(durations: readonly { readonly name: string; readonly duration: number }[]): void {
  const long = durations.filter(({ duration }) => duration > LONG).sort((a, b) => b.duration - a.duration);
  for (const { name, duration } of long) process.stdout.write(`${Math.round(duration / 1000)} s  ${name}\n`);
}

function longestFirst(files: readonly TestFile[], first: readonly string[]): TestFile[] {
  const rank = ({ name }: TestFile) => (first.includes(name) ? first.indexOf(name) : first.length);
  return files.toSorted((a, b) => rank(a) - rank(b));
}

async function runInProcess(file: TestFile, { limit, args = [] }: WorkerOptions): Promise<Report> {
  // The child gets its own process group. Killing the group also ends processes that a test started.
  const tests = (file.tests ?? []).map((pattern) => `--test=${pattern}`);
  const child = fork(WORKER, [file.name, file.file, ...tests, ...args], { silent: true, detached: true, execArgv: [] });
  const kill = atEnd(() => killGroup(child));
  let output = "";
  let sent: Counts | undefined;
  let isLate = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  child.on("message", (message) => {
    sent = message as Counts;
  });
  const timer = setTimeout(() => {
    isLate = true;
    killGroup(child);
  }, limit);
  const closed = once(child, "close");
  // The last message can arrive after the process has ended, but not after its channel has.
  const [[code, signal]] = await Promise.all([once(child, "exit"), once(child, "disconnect")]);
  clearTimeout(timer);
  kill();
  await Promise.race([closed, wait(LATE_OUTPUT, undefined, { ref: false })]);
  const problem = isLate ? `did not end within ${limit / 1000} s` : problemOf(code ?? signal, sent);
  const counts = sent ?? { passed: 0, failed: 0, skipped: 0, reasons: {} };
  if (problem === undefined) return { counts, output };
  return {
    counts: { ...counts, failed: counts.failed + 1 },
    output: `${output}\n  ${file.name} ${problem}\n`,
  };
}

/** Describes the problem if a process did not end as expected. Failed tests are not such a problem. */
function problemOf(end: number | string, counts: Counts | undefined): string | undefined {
  if (counts === undefined) return `ended with ${end} before its tests did`;
  return end === (counts.failed > 0 ? 1 : 0) ? undefined : `ended with ${end} after its tests`;
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // The group is empty.
  }
}
