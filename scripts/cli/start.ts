/** Prepares the process and runs the command line, which is a CommonJS file next to this one. See bundle.js. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { CODE_CACHE, cacheCode } from "./code-cache.js";
import type * as commandLine from "./main.js";
import { optimizeLate } from "./optimization.js";

/** The compiler, of which all commands call the same functions. */
const COMPILER = "compiler.cjs";

/** The commands that need much code of their own. All others count as one. */
const COMMANDS: readonly (string | undefined)[] = [
  "build",
  "check",
  "diff",
  "explain",
  "policy",
  "release",
  "validate",
];

/** Runs the command line of this process. `manifest` is the package.json of the tool. */
export function start(manifest: string, templates: string): void {
  const argv = process.argv.slice(2);
  const purpose = COMMANDS.find((command) => command === argv[0]) ?? "other";
  // A process that runs for long gains from optimized code, and for a short one, loading the option takes too long.
  const isShort = purpose === "explain" || argv.length === 0 || argv.includes("--help");
  const isLate = !isShort && !argv.includes("--watch") && !argv.includes("--with-check");
  if (isLate) optimizeLate();
  // Code that was compiled with other options of V8 is rejected, and would be replaced each time.
  const options = isLate ? "late" : "usual";
  cacheCode(CODE_CACHE, (module) => `${module === COMPILER ? "any" : purpose}-${options}`);
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string };
  const { main } = createRequire(import.meta.url)("./crd-bundle.cjs") as typeof commandLine;
  void main(argv, version, templates);
}
