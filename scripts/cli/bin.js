#!/usr/bin/env node
/**
 * The start of the command line. It is JavaScript because it decides whether the compiled tool may run: in a checkout
 * the sources are compiled again if they changed. An installed package has no sources and runs as it is.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The package: `scripts/` in a checkout, whose compiled code and templates are in the directory above. */
const own = fileURLToPath(new URL("..", import.meta.url));
// Not by what is assembled for the package: npm that was interrupted leaves it in a checkout.
const isInstalled = !existsSync(join(own, "cli/main.ts"));
const root = isInstalled ? own : dirname(own);
if (!isInstalled) {
  const { ensureCompiled } = await import("./compile.js");
  await ensureCompiled(root);
}
const { main } = await import(pathToFileURL(join(root, "build/scripts/cli/main.js")).href);
const { version } = JSON.parse(readFileSync(join(own, "package.json"), "utf8"));
await main(process.argv.slice(2), version, join(root, "templates"));
