/**
 * Replaces uvu in test files by the stand-ins in this folder: uvu counts neither assertions nor the reasons why tests are
 * skipped. `runner.ts` registers this module, and Node calls `resolve` for every import.
 */
import type { ResolveHook } from "node:module";

const STAND_INS: Readonly<Record<string, string>> = {
  uvu: new URL("suite.js", import.meta.url).href,
  "uvu/assert": new URL("assert.js", import.meta.url).href,
};

export const resolve: ResolveHook = (specifier, context, next) => {
  const url = STAND_INS[specifier];
  // A stand-in imports the real module.
  if (url === undefined || url === context.parentURL) return next(specifier, context);
  return { url, shortCircuit: true };
};
