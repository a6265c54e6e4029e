#!/usr/bin/env node
/**
 * The start of the command line. It decides whether the compiled tool may run: in a checkout, the sources are compiled
 * again if they changed. An installed package has no sources and runs as it is. It is CommonJS because Node needs some
 * 10 ms more to start with an ECMAScript module.
 */
"use strict";
const { existsSync } = require("node:fs");
const { dirname, join } = require("node:path");

/** The package: `scripts/` in a checkout, whose compiled code and templates are in the directory above. */
const own = dirname(__dirname);
// Not by what is assembled for the package: npm that was interrupted leaves it in a checkout.
const isInstalled = !existsSync(join(own, "cli/main.ts"));
const root = isInstalled ? own : dirname(own);

function start() {
  require(join(root, "build/scripts/cli/start.cjs")).start(join(own, "package.json"), join(root, "templates"));
}

async function startCompiled() {
  const { ensureCompiled } = await import("./compile.js");
  await ensureCompiled(root);
  start();
}

/** Reports a checkout with the packages of an older commit. Any other error is a bug. */
function fail(error) {
  if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
  process.stderr.write(`error crd-bundle cannot be compiled: ${error.message}\n  → Run npm ci in ${root}.\n`);
  process.exitCode = 2;
}

if (isInstalled) start();
else startCompiled().catch(fail);
