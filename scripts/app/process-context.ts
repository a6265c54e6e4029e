/** The context of this process, for the command line and for programs that use the library. */
import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { diagnose } from "../core/diagnostics/diagnose.js";
import { failure, type Result, success } from "../core/result.js";
import { usualKubeconfigs } from "../host/api-server/kubeconfig.js";
import { Cache, cacheDirectory } from "../host/cache.js";
import { processStart } from "../host/writer.js";
import type { Context } from "./context.js";

/** The directory of the tool's own templates, relative to the compiled module. */
const TEMPLATES = fileURLToPath(new URL("../../../templates", import.meta.url));

/**
 * Returns the context of this process: its working directory, environment, time and standard input. The values in
 * `given` replace parts of it. Fails if `SOURCE_DATE_EPOCH` is not a valid time, as its specification requires.
 */
export function processContext(given: Partial<Context> = {}): Result<Context> {
  const { env } = process;
  const told = env.SOURCE_DATE_EPOCH;
  if (told && !/^\d{1,12}$/.test(told)) return failure(diagnose("time-invalid", { value: told }));
  const directory = cacheDirectory({ env, platform: process.platform, home: homedir() });
  return success({
    cwd: process.cwd(),
    now: told ? Number(told) : Math.floor(Date.now() / 1000),
    self: { pid: process.pid, isRunning, startOf: processStart },
    templates: TEMPLATES,
    kubeconfigs: usualKubeconfigs({ env, home: homedir() }),
    ...(directory !== undefined && { cache: new Cache(directory) }),
    readInput,
    progress: () => {},
    remark: () => {},
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  });
}

async function readInput(): Promise<string> {
  const { readPiped } = await import("../host/sources.js"); // few runs need it
  return readPiped(process.stdin);
}

/** Reports whether a process with this number exists, even if it belongs to another user. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
