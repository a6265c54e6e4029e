import { CATALOGUE, type Code } from "../core/diagnostics/catalogue/index.js";
import type { DiagnosticArgs } from "../core/model/diagnostic.js";
import type { Style } from "./style.js";

/** What a code means, with the name of each part that differs from case to case. */
export function explanationOf(code: Code): { readonly says: string; readonly mend: string; readonly why: string } {
  const { says, mend, why } = CATALOGUE[code];
  const names = new Proxy({} as DiagnosticArgs, { get: (_, name) => `<${String(name)}>` }) as never;
  return { says: says(names), mend: typeof mend === "string" ? mend : mend(names), why };
}

/** The same as a page for a terminal. */
export function explain(code: Code, style: Style): string {
  const { says, mend, why } = explanationOf(code);
  return `${style.bold(code)}\n\n  ${says}\n\n${style.bold("Why it matters")}\n  ${why}\n\n${style.bold("How to mend it")}\n  ${mend}\n`;
}
