/**
 * Keeps the compiled code of CommonJS modules between processes. The bundles of the tool and of the TypeScript compiler
 * have megabytes. Node 22.8 and later have a cache of their own; Node 20 does not. Code that Node 20 loads from cached
 * data cannot use `import()`, which none of these modules does.
 *
 * Source: Node lib/internal/modules/cjs/loader.js (Module.prototype._compile), and the documentation of vm.Script.
 */
import { randomUUID } from "node:crypto";
import * as fs from "node:fs";
import Module from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";

/** The directory of the tool. It is next to its compiled code, so users who can change it can also change the tool. */
export const CODE_CACHE = fileURLToPath(new URL("../../code-cache", import.meta.url));

/** Shorter modules compile about as fast as their cached code loads. */
const LARGE = 100_000;

/**
 * Largest number of entries of a module, which can differ in purpose and version of Node. The oldest ones are removed.
 */
const MOST_ENTRIES = 16;

/** In milliseconds. Writing takes a fraction of it, so the process of an older unfinished entry has ended. */
const PATIENCE = 600_000;

/**
 * V8 checks neither the code nor, outside of debug builds, the data. So each entry has a checksum of its data in front.
 */
const CHECKSUM_BYTES = 4;

/** The part of a CommonJS module that compiles it, which the types of Node omit. */
interface Compilable extends NodeJS.Module {
  _compile(content: string, filename: string): unknown;
}

/**
 * Makes this process load compiled code from a directory and, when it exits, write what is missing there. If a file
 * cannot be read or written, its module is compiled as usual. An entry contains the functions that the first process
 * called, so `purposeOf` separates processes that call different functions of a module. As in later versions of Node,
 * the environment variable NODE_DISABLE_COMPILE_CACHE turns this off.
 */
export function cacheCode(directory: string, purposeOf: PurposeOf): void {
  if (process.env.NODE_DISABLE_COMPILE_CACHE === "1") return;
  if ("enableCompileCache" in Module) {
    (Module.enableCompileCache as (directory: string) => unknown)(directory);
    return;
  }
  const { prototype } = Module as unknown as { readonly prototype: Compilable };
  const compile = prototype._compile;
  prototype._compile = function (content, filename): unknown {
    if (content.length < LARGE) return compile.call(this, content, filename);
    const load = compileCached(content, filename, { directory, purposeOf });
    const { exports } = this;
    return load.call(exports, exports, Module.createRequire(filename), this, filename, dirname(filename));
  };
}

type Load = (
  this: unknown,
  exports: unknown,
  require: NodeJS.Require,
  module: NodeJS.Module,
  filename: string,
  dirname: string,
) => unknown;

/** Returns a name for the purpose for which a process loads a module, by the name of its file. */
export type PurposeOf = (module: string) => string;

interface Place {
  readonly directory: string;
  readonly purposeOf: PurposeOf;
}

function compileCached(content: string, filename: string, { directory, purposeOf }: Place): Load {
  const module = basename(filename);
  const engine = [process.version, process.platform, process.arch, optionsOfNode()].join("-");
  const entry = `${module}-${purposeOf(module)}-${engine}-${stateOf(filename)}`;
  const cachedData = orNothing(() => read(join(directory, entry)));
  const script = new Script(Module.wrap(content), {
    filename,
    ...(cachedData && { cachedData }),
  });
  if (cachedData === undefined || script.cachedDataRejected === true) {
    // Only at the end, the functions that were called are compiled too.
    process.once("exit", () => orNothing(() => write(directory, module, entry, script.createCachedData())));
  }
  return script.runInThisContext() as Load;
}

/**
 * Returns a digest of the options of Node. V8 rejects code that was compiled under other options, so this only lets
 * processes with different options keep their code side by side.
 */
function optionsOfNode(): string {
  return crc32(JSON.stringify([process.execArgv, process.env.NODE_OPTIONS])).toString(16);
}

/** Returns a text that another content of a file changes, without reading megabytes. Programs cannot set `ctime`. */
function stateOf(path: string): string {
  const { size, ctimeMs, ino } = fs.statSync(path);
  return [size, ctimeMs, ino].join("-");
}

/** Returns the compiled code in an entry, or undefined if it is damaged. */
function read(path: string): Buffer | undefined {
  const entry = fs.readFileSync(path);
  const code = entry.subarray(CHECKSUM_BYTES);
  return crc32(code) === entry.readUInt32BE() ? code : undefined;
}

/** Writes an entry as a whole, because another process can read it at the same time. */
function write(directory: string, module: string, entry: string, code: Buffer): void {
  fs.mkdirSync(directory, { recursive: true });
  const unfinished = join(directory, `${randomUUID()}.new`);
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32BE(crc32(code));
  fs.writeFileSync(unfinished, Buffer.concat([checksum, code]));
  fs.renameSync(unfinished, join(directory, entry));
  const files = fs.readdirSync(directory).map((name) => {
    const path = join(directory, name);
    return { name, path, time: fs.statSync(path).mtimeMs };
  });
  const others = files.filter(({ name }) => name.startsWith(`${module}-`) && name !== entry);
  const old = others.sort((a, b) => b.time - a.time).slice(MOST_ENTRIES - 1);
  const left = files.filter(({ name, time }) => name.endsWith(".new") && time < Date.now() - PATIENCE);
  for (const { path } of [...old, ...left]) fs.rmSync(path);
}

function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
