/** The world around this process, for the command line and for programs that use the library. */
import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { diagnose } from "../core/diagnostics/diagnose.js";
import { failure, type Result, success } from "../core/result.js";
import { Cache, cacheDirectory } from "../host/cache.js";
import { readPiped } from "../host/sources.js";
import { processStart } from "../host/writer.js";
import type { Context } from "./context.js";

/** The templates of the tool itself, seen from the compiled module. */
const TEMPLATES = fileURLToPath(new URL("../../../templates", import.meta.url));

/**
 * What a run in this process is told of the world: its working directory, its environment, its time, its standard
 * input. What is given replaces a part of that. Fails if `SOURCE_DATE_EPOCH` is no time, as its specification asks.
 */
export function processContext(given: Partial<Context> = {}): Result<Context> {
  const { env } = process;
  const told = env.SOURCE_DATE_EPOCH;
  if (told && !/^\d{1,12}$/.test(told)) return failure(diagnose("time-invalid", { value: told }));
  return success({
    cwd: process.cwd(),
    now: told ? Number(told) : Math.floor(Date.now() / 1000),
    self: { pid: process.pid, isRunning, startOf: processStart },
    templates: TEMPLATES,
    cache: new Cache(cacheDirectory({ env, platform: process.platform, home: homedir() })),
    readInput: () => readPiped(process.stdin),
    progress: () => {},
    remark: () => {},
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  });
}

/** Whether there is a process with this number, whoever runs it. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
