import {
  CHANGE_RULE_FIX,
  CLASS_ENTRIES,
  parseChangeRule,
  SUBJECT_MEANINGS,
} from "../core/diagnostics/catalog/changes.js";
import { CATALOG, type Code, isAdvice, isCode } from "../core/diagnostics/catalog/index.js";
import type { DiagnosticArgs } from "../core/model/diagnostic.js";
import type { Style } from "./style.js";

export interface Explanation {
  readonly message: string;
  readonly fix: string;
  readonly why: string;
  /** How to change the level, if the diagnostic is advice. */
  readonly advice?: string;
}

/** What a code means, with the name of each part that differs from case to case. */
export function explanationOf(code: Code): Explanation {
  const { message, fix, why } = CATALOG[code];
  const names = new Proxy({} as DiagnosticArgs, { get: (_, name) => `<${String(name)}>` }) as never;
  const words = { message: message(names), fix: typeof fix === "string" ? fix : fix(names), why };
  return isAdvice(code) ? { ...words, advice: adviceOn(code) } : words;
}

function adviceOn(code: Code): string {
  return `It is a warning unless apis/bundle.yaml sets another level, as in \`levels: {${code}: off}\`: error, warning or off. To accept it in one place, write \`@accept ${code} <reason>\` in the comment of the declaration.`;
}

/** Explains a code, or a rule of the versioning policy for changes: `break/field-removed`. Undefined for other names. */
export function explanationFor(name: string): Explanation | undefined {
  if (isCode(name)) return explanationOf(name);
  const rule = parseChangeRule(name);
  if (!rule) return undefined;
  const { meaning, why } = CLASS_ENTRIES[rule.of];
  return { message: `${SUBJECT_MEANINGS[rule.subject]} (${rule.of}: ${meaning})`, why, fix: CHANGE_RULE_FIX };
}

/** An explanation as a page for a terminal. */
export function printExplanation(name: string, { message, fix, why, advice }: Explanation, style: Style): string {
  const level = advice === undefined ? "" : `\n${style.bold("How to decline it")}\n  ${advice}\n`;
  return `${style.bold(name)}\n\n  ${message}\n\n${style.bold("Why it matters")}\n  ${why}\n\n${style.bold("How to fix it")}\n  ${fix}\n${level}`;
}
