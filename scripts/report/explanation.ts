import { CATALOGUE, type Code } from "../core/diagnostics/catalogue/index.js";
import type { DiagnosticArgs } from "../core/model/diagnostic.js";
import type { Style } from "./style.js";

/** What a code means, with the name of each part that differs from case to case. */
export function explanationOf(code: Code): { readonly message: string; readonly fix: string; readonly why: string } {
  const { message, fix, why } = CATALOGUE[code];
  const names = new Proxy({} as DiagnosticArgs, { get: (_, name) => `<${String(name)}>` }) as never;
  return { message: message(names), fix: typeof fix === "string" ? fix : fix(names), why };
}

/** The same as a page for a terminal. */
export function explain(code: Code, style: Style): string {
  const { message, fix, why } = explanationOf(code);
  return `${style.bold(code)}\n\n  ${message}\n\n${style.bold("Why it matters")}\n  ${why}\n\n${style.bold("How to fix it")}\n  ${fix}\n`;
}
