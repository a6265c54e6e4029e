import { ACCEPTANCES } from "../core/diagnostics/catalog/acceptance.js";
import {
  CHANGE_RULE_FIX,
  CLASS_ENTRIES,
  parseChangeRule,
  RULE_REASONS,
  SUBJECT_MEANINGS,
} from "../core/diagnostics/catalog/changes.js";
import type { Entry } from "../core/diagnostics/catalog/entry.js";
import { CATALOG, type Code, defaultLevel, isAdvice, isCode } from "../core/diagnostics/catalog/index.js";
import { describeDiagnostic } from "../core/diagnostics/describe.js";
import { inManifest } from "../core/diagnostics/diagnose.js";
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
  /** The fix for a manifest, if it differs. */
  readonly manifestFix?: string;
  readonly why: string;
  /** Explains how to change the level. Unset if the diagnostic is not advice. */
  readonly advice?: string;
}

/** Explains a code with its example. */
export function explanationOf(code: Code): Explanation {
  const { example = {}, why } = CATALOG[code];
  const { message, fix } = describeDiagnostic({ code, args: example });
  const { fix: manifestFix } = describeDiagnostic(inManifest({ code, args: example }));
  const words = {
    message,
    isExample: true,
    fix: withAcceptance(code, fix),
    ...(manifestFix !== fix && { manifestFix }),
    why,
  };
  return isAdvice(code) ? { ...words, advice: adviceOn(code) } : words;
}

/** Adds the way to accept a finding between two states. The fix itself ends with the way for a project. */
function withAcceptance(code: Code, fix: string): string {
  const { isAcceptable }: Pick<Entry<never>, "isAcceptable"> = CATALOG[code];
  return isAcceptable ? `${fix} Between two states, ${ACCEPTANCES.profile}.` : fix;
}

function adviceOn(code: Code): string {
  const [level, other] =
    defaultLevel(code) === "warning" ? (["warning", "error"] as const) : (["error", "warning"] as const);
  return (
    `This diagnostic is ${WITH_ARTICLE[level]} by default. To make it ${WITH_ARTICLE[other]} or turn it off, set its ` +
    `level in ${BUNDLE_FILE} to \`${other}\` or \`off\`, as in \`levels: {${code}: off}\`. To accept it in one ` +
    `place, write \`@accept ${code} <reason>\` in the doc comment of the declaration that the diagnostic marks.`
  );
}

const WITH_ARTICLE = { warning: "a warning", error: "an error" } as const;

/** Explains a code or a rule for changes, as in `break/field-removed`. Returns undefined for other names. */
export function explanationFor(name: string): Explanation | undefined {
  if (isCode(name)) return explanationOf(name);
  const rule = parseChangeRule(name);
  if (!rule) return undefined;
  const { meaning, why } = CLASS_ENTRIES[rule.of];
  return {
    message: `${SUBJECT_MEANINGS[rule.subject]} (${rule.of}: ${meaning})`,
    isExample: false,
    why: RULE_REASONS[`${rule.of}/${rule.subject}`] ?? why,
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

function linesOf(explanation: Explanation): string[] {
  const { message, isExample, why, fix } = explanation;
  return [isExample ? `Example: ${message}` : message, why, fix, ...furtherParts(explanation).map(([, text]) => text)];
}

type Part = readonly [title: string, text: string];

/** Returns the parts that not every explanation has. */
function furtherParts({ manifestFix, advice }: Explanation): Part[] {
  const parts: readonly [string, string | undefined][] = [
    ["How to fix it in a manifest", manifestFix],
    ["How to change its level", advice],
  ];
  return parts.flatMap(([title, text]) => (text === undefined ? [] : [[title, text] as const]));
}

/** Prints a list of codes. Only the JSON contains their explanations. */
export function printCodes(codes: readonly string[], format: ResultFormat, style: Style): string {
  const list = codes.join("\n");
  if (format === "json") {
    return printVersionedJson({ explanations: codes.map((code) => ({ code, ...explanationFor(code) })) });
  }
  return `${format === "github" ? style.command(workflowCommand("notice", { title: "codes" }, list)) : list}\n`;
}

function toText(name: string, explanation: Explanation, style: Style): string {
  const { message, isExample, fix, why } = explanation;
  const parts: readonly Part[] = [
    [isExample ? "Example message" : "Meaning", message],
    ["Why it matters", why],
    ["How to fix it", fix],
    ...furtherParts(explanation),
  ];
  return [`${style.bold(name)}\n`, ...parts.map(([title, text]) => `${style.bold(title)}\n  ${text}\n`)].join("\n");
}
