/**
 * Replaces ts-morph in the bundle. Reading sources needs only the compiler, which ts-morph contains as a file of its own;
 * the rest of ts-morph is half as large again.
 */
"use strict";
const { createRequire } = require("node:module");

const ts = createRequire(require.resolve("ts-morph"))("@ts-morph/common/dist/typescript.js");

module.exports = { ts, SyntaxKind: ts.SyntaxKind };
