/**
 * Keeps the compiled code of CommonJS modules between processes. Of the modules that the tool loads, only these are large:
 * the TypeScript compiler has nine megabytes. Node 22.8 and later have a cache of their own; Node 20 does not. Code that
 * Node 20 loads from cached data cannot use `import()`, which none of these modules does.
 *
 * Source: Node lib/internal/modules/cjs/loader.js (Module.prototype._compile), and the documentation of vm.Script.
 */
import * as fs from "node:fs";
import Module from "node:module";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";

/** Shorter modules compile about as fast as their cached code loads. */
const LARGE = 100_000;

/** Largest number of entries of a module, which can differ in the version of Node. The oldest ones are removed. */
const MOST_ENTRIES = 4;

/** The part of a CommonJS module that compiles it, which the types of Node omit. */
interface Compilable extends NodeJS.Module {
  _compile(content: string, filename: string): unknown;
}

/**
 * Makes this process load compiled code from a directory and, when it exits, write what is missing there. If a file
 * cannot be read or written, its module is compiled as usual.
 */
export function cacheCode(directory: string): void {
  if ("enableCompileCache" in Module) {
    (Module.enableCompileCache as (directory: string) => unknown)(directory);
    return;
  }
  const { prototype } = Module as unknown as { readonly prototype: Compilable };
  const compile = prototype._compile;
  prototype._compile = function (content, filename): unknown {
    if (content.length < LARGE) return compile.call(this, content, filename);
    const load = compileCached(content, filename, directory);
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

function compileCached(content: string, filename: string, directory: string): Load {
  const module = basename(filename);
  const entry = `${module}-${process.version}-${process.arch}-${crc32(content).toString(16)}`;
  const cachedData = orNothing(() => fs.readFileSync(join(directory, entry)));
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

/** Writes an entry as a whole, because another process can read it at the same time. */
function write(directory: string, module: string, entry: string, code: Buffer): void {
  fs.mkdirSync(directory, { recursive: true });
  const unfinished = join(directory, `${process.pid}.new`);
  fs.writeFileSync(unfinished, code);
  fs.renameSync(unfinished, join(directory, entry));
  const others = fs.readdirSync(directory).filter((name) => name.startsWith(`${module}-`) && name !== entry);
  const byAge = others.map((name) => ({
    path: join(directory, name),
    time: fs.statSync(join(directory, name)).mtimeMs,
  }));
  for (const { path } of byAge.sort((a, b) => b.time - a.time).slice(MOST_ENTRIES - 1)) fs.rmSync(path);
}

function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
