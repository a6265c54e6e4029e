#!/usr/bin/env node
/**
 * The start of the command line. It is JavaScript because it decides whether the compiled tool may run: in a checkout
 * the sources are compiled again when they changed; an installed package has no sources and runs as it is.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ensureCompiled } from "./compile.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
await ensureCompiled(root);
const { main } = await import("../../build/scripts/cli/main.js");
const { version } = JSON.parse(readFileSync(`${root}/package.json`, "utf8"));
await main(process.argv.slice(2), version, `${root}/templates`);
