/** Measures whole processes: medians and spread of the duration and, where GNU time is installed, the peak memory. */
import { existsSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { execa } from "execa";

/** Processes per measurement, after one that does not count. */
const RUNS = 10;
const TIME = "/usr/bin/time";

export interface Runnable {
  readonly name: string;
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs before each process and is not measured. */
  readonly prepare?: () => unknown;
}

export interface Measured {
  readonly name: string;
  /** Durations in seconds. */
  readonly median: number;
  readonly least: number;
  readonly most: number;
  /** Peak memory in MiB. */
  readonly memory?: number;
  /** Median of the ratios to the duration of the peer in the same turn. */
  readonly ratio?: number;
}

interface Sample {
  readonly seconds: number;
  readonly memory: number | undefined;
}

/** Measures a process, in turn with a peer if there is one. */
export async function measure(run: Runnable, peer?: Runnable): Promise<Measured[]> {
  const own: Sample[] = [];
  const others: Sample[] = [];
  for (let count = 0; count <= RUNS; count++) {
    const samples = [await sample(run), peer && (await sample(peer))];
    if (count === 0) continue;
    if (samples[0]) own.push(samples[0]);
    if (samples[1]) others.push(samples[1]);
  }
  const ratios = others.map(({ seconds }, index) => (own[index]?.seconds ?? 0) / seconds);
  const result = { ...summaryOf(run.name, own), ...(peer && { ratio: medianOf(ratios) }) };
  return peer ? [result, summaryOf(`  ${peer.name}, in turn`, others)] : [result];
}

async function sample({ command, cwd, env, prepare }: Runnable): Promise<Sample> {
  await prepare?.();
  const [program = "", ...args] = existsSync(TIME) ? [TIME, "-f", "%M", ...command] : command;
  const start = process.hrtime.bigint();
  const { stderr } = await execa(program, args, { cwd, env: { NODE_EXTRA_CA_CERTS: "", ...env } });
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  const kilobytes = existsSync(TIME) ? Number(stderr.split("\n").at(-1)) : undefined;
  return { seconds, memory: kilobytes === undefined ? undefined : kilobytes / 1024 };
}

function summaryOf(name: string, samples: readonly Sample[]): Measured {
  const seconds = samples.map((each) => each.seconds).sort((a, b) => a - b);
  const memory = samples.flatMap((each) => each.memory ?? []);
  return {
    name,
    median: medianOf(seconds),
    least: seconds[0] ?? 0,
    most: seconds.at(-1) ?? 0,
    ...(memory.length > 0 && { memory: Math.max(...memory) }),
  };
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

export function rowOf({ name, median, least, most, memory, ratio }: Measured): string {
  const parts = [
    `${name.padEnd(44)} ${median.toFixed(3)} s  (${least.toFixed(3)} to ${most.toFixed(3)})`,
    memory === undefined ? "" : `${Math.round(memory)} MiB`,
    ratio === undefined ? "" : `ratio ${ratio.toFixed(2)}`,
  ];
  return parts.filter((part) => part !== "").join("  ");
}

/** Describes the machine, without which the durations mean nothing. */
export function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model ?? "unknown"}, ${memory} GiB, ${process.platform}, Node ${process.versions.node}`;
}
