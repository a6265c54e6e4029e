import {
  CHANGE_RULE_FIX,
  CLASS_ENTRIES,
  parseChangeRule,
  SUBJECT_MEANINGS,
} from "../core/diagnostics/catalog/changes.js";
import { CATALOG, type Code, isAdvice, isCode } from "../core/diagnostics/catalog/index.js";
import type { DiagnosticArgs } from "../core/model/diagnostic.js";
import type { ResultFormat } from "./report.js";
import type { Style } from "./style.js";
import { printVersionedJson } from "./versioned-json.js";
import { workflowCommand } from "./workflow-command.js";

export interface Explanation {
  readonly message: string;
  readonly fix: string;
  readonly why: string;
  /** Explains how to change the level. Unset if the diagnostic is not advice. */
  readonly advice?: string;
}

/** Explains a code. The arguments of its message appear as names in angle brackets. */
export function explanationOf(code: Code): Explanation {
  const { message, fix, why } = CATALOG[code];
  const names = new Proxy({} as DiagnosticArgs, { get: (_, name) => `<${String(name)}>` }) as never;
  const shown = message(names).replace(/<hint>$/, ""); // a hint at the end is often empty
  const words = { message: shown, fix: typeof fix === "string" ? fix : fix(names), why };
  return isAdvice(code) ? { ...words, advice: adviceOn(code) } : words;
}

function adviceOn(code: Code): string {
  return (
    `It is a warning by default. To make it an error or turn it off, set its level in apis/bundle.yaml, as in ` +
    `\`levels: {${code}: off}\`. To accept it in one place, write \`@accept ${code} <reason>\` in the comment of the ` +
    "declaration."
  );
}

/** Explains a code or a rule for changes, as in `break/field-removed`. Returns undefined for other names. */
export function explanationFor(name: string): Explanation | undefined {
  if (isCode(name)) return explanationOf(name);
  const rule = parseChangeRule(name);
  if (!rule) return undefined;
  const { meaning, why } = CLASS_ENTRIES[rule.of];
  return { message: `${SUBJECT_MEANINGS[rule.subject]} (${rule.of}: ${meaning})`, why, fix: CHANGE_RULE_FIX };
}

/** Prints the explanation of a code. */
export function printExplanation(name: string, explanation: Explanation, format: ResultFormat, style: Style): string {
  switch (format) {
    case "json":
      return printVersionedJson({ explanations: [{ code: name, ...explanation }] });
    case "github": {
      const { message, why, fix } = explanation;
      return `${style.command(workflowCommand("notice", { title: name }, `${message}\n${why}\n${fix}`))}\n`;
    }
    case "text":
      return toText(name, explanation, style);
  }
}

/** Prints a list of codes. Only the JSON contains their explanations. */
export function printCodes(codes: readonly string[], format: ResultFormat, style: Style): string {
  const list = codes.join("\n");
  if (format === "json") {
    return printVersionedJson({ explanations: codes.map((code) => ({ code, ...explanationFor(code) })) });
  }
  return `${format === "github" ? style.command(workflowCommand("notice", { title: "codes" }, list)) : list}\n`;
}

function toText(name: string, { message, fix, why, advice }: Explanation, style: Style): string {
  const level = advice === undefined ? "" : `\n${style.bold("How to change its level")}\n  ${advice}\n`;
  return `${style.bold(name)}\n\n  ${message}\n\n${style.bold("Why it matters")}\n  ${why}\n\n${style.bold("How to fix it")}\n  ${fix}\n${level}`;
}
