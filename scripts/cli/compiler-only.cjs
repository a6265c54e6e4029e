/**
 * Replaces ts-morph in the bundle. Reading sources needs only the compiler, which ts-morph contains as a file of its own;
 * the rest of ts-morph is half as large again, and is loaded when it is used.
 */
"use strict";
const { createRequire } = require("node:module");

const fromBundle = createRequire(__filename);
const ts = createRequire(fromBundle.resolve("ts-morph"))("@ts-morph/common/dist/typescript.js");

module.exports = {
  ts,
  SyntaxKind: ts.SyntaxKind,
  get Project() {
    return fromBundle("ts-morph").Project;
  },
};
