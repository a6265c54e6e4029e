/** Prepares the process and runs the command line, which is one CommonJS file next to this one. See bundle.js. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type * as commandLine from "./entry.js";
import { optimize } from "./optimization.js";

/** Next to the compiled code of the tool, so users who can change the cache can also change the tool. */
const CODE_CACHE = fileURLToPath(new URL("../../code-cache", import.meta.url));

const BUNDLE = "crd-bundle.cjs";

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
  optimize(CODE_CACHE, (module) => (module === BUNDLE ? purpose : "any"));
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string };
  const { main } = createRequire(import.meta.url)(`./${BUNDLE}`) as typeof commandLine;
  void main(argv, version, templates);
}
