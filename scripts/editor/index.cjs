/**
 * The plugin as tsserver loads it. tsserver ignores `exports` of packages: it searches for a directory with a
 * package.json, and requires a function.
 */
"use strict";
const { existsSync } = require("node:fs");
const { dirname, join } = require("node:path");

/** The package: `scripts/` in a checkout, whose compiled code is in the directory above. See cli/bin.cjs. */
const own = dirname(__dirname);
const root = existsSync(join(own, "cli/main.ts")) ? dirname(own) : own;

module.exports = require(join(root, "build/scripts/editor/plugin.cjs")).init;
