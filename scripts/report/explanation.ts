import {
  CHANGE_RULE_FIX,
  CLASS_ENTRIES,
  parseChangeRule,
  SUBJECT_MEANINGS,
} from "../core/diagnostics/catalog/changes.js";
import { CATALOG, type Code, isAdvice, isCode } from "../core/diagnostics/catalog/index.js";
import { describeDiagnostic } from "../core/diagnostics/diagnose.js";
import { BUNDLE_FILE } from "../core/project-layout.js";
import type { ResultFormat } from "./format.js";
import type { Style } from "./style.js";
import { printVersionedJson } from "./versioned-json.js";
import { workflowCommand } from "./workflow-command.js";

export interface Explanation {
  /** An example of the message of a code, or the meaning of a rule. */
  readonly message: string;
  readonly isExample: boolean;
  readonly fix: string;
  readonly why: string;
  /** Explains how to change the level. Unset if the diagnostic is not advice. */
  readonly advice?: string;
}

/** Explains a code with its example. */
export function explanationOf(code: Code): Explanation {
  const { example = {}, why } = CATALOG[code];
  const words = { ...describeDiagnostic({ code, args: example }), isExample: true, why };
  return isAdvice(code) ? { ...words, advice: adviceOn(code) } : words;
}

function adviceOn(code: Code): string {
  return (
    `It is a warning by default. To make it an error or turn it off, set its level in ${BUNDLE_FILE}, as in ` +
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
  return {
    message: `${SUBJECT_MEANINGS[rule.subject]} (${rule.of}: ${meaning})`,
    isExample: false,
    why,
    fix: CHANGE_RULE_FIX,
  };
}

/** Prints the explanation of a code. */
export function printExplanation(name: string, explanation: Explanation, format: ResultFormat, style: Style): string {
  switch (format) {
    case "json":
      return printVersionedJson({ explanations: [{ code: name, ...explanation }] });
    case "github": {
      const text = linesOf(explanation).join("\n");
      return `${style.command(workflowCommand("notice", { title: name }, text))}\n`;
    }
    case "text":
      return toText(name, explanation, style);
  }
}

function linesOf({ message, isExample, why, fix, advice }: Explanation): string[] {
  return [isExample ? `Example: ${message}` : message, why, fix, ...(advice === undefined ? [] : [advice])];
}

/** Prints a list of codes. Only the JSON contains their explanations. */
export function printCodes(codes: readonly string[], format: ResultFormat, style: Style): string {
  const list = codes.join("\n");
  if (format === "json") {
    return printVersionedJson({ explanations: codes.map((code) => ({ code, ...explanationFor(code) })) });
  }
  return `${format === "github" ? style.command(workflowCommand("notice", { title: "codes" }, list)) : list}\n`;
}

function toText(name: string, { message, isExample, fix, why, advice }: Explanation, style: Style): string {
  const title = isExample ? "Example message" : "Meaning";
  const level = advice === undefined ? "" : `\n${style.bold("How to change its level")}\n  ${advice}\n`;
  return `${style.bold(name)}\n\n${style.bold(title)}\n  ${message}\n\n${style.bold("Why it matters")}\n  ${why}\n\n${style.bold("How to fix it")}\n  ${fix}\n${level}`;
}
