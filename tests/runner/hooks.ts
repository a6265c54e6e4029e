/**
 * Gives test files the stand-ins beside this file in place of uvu, which counts neither assertions nor the reasons why
 * tests are skipped. Registered by `runner.ts`; Node calls `resolve` for every import.
 */
import type { ResolveHook } from "node:module";

const STAND_INS: Readonly<Record<string, string>> = {
  uvu: new URL("suite.js", import.meta.url).href,
  "uvu/assert": new URL("assert.js", import.meta.url).href,
};

export const resolve: ResolveHook = (specifier, context, next) => {
  const url = STAND_INS[specifier];
  // The stand-in itself imports what it stands in for.
  if (url === undefined || url === context.parentURL) return next(specifier, context);
  return { url, shortCircuit: true };
};
