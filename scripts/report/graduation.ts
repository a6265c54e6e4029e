import type { GraduationRow } from "../core/model/policy.js";
import type { TableFormat } from "./format.js";
import { cell, codeSpanInLine } from "./markdown.js";
import { NO_COLOR, type Style } from "./style.js";
import { printVersionedJson } from "./versioned-json.js";
import { workflowCommand } from "./workflow-command.js";

/** Prints the experimental APIs with the criteria that they do not meet yet. */
export function printGraduation(rows: readonly GraduationRow[], format: TableFormat, style: Style): string {
  if (format === "json") return printVersionedJson({ experimental: rows });
  if (format === "github") return rows.map((row) => `${style.command(toNotice(row))}\n`).join("");
  if (format === "markdown") {
    const head =
      "| API | since | months | changed | unchanged releases | unmet criteria |\n|---|---|---|---|---|---|\n";
    return head + rows.map((row) => `| ${cellsOf(row, codeSpanInLine).map(cell).join(" | ")} |\n`).join("");
  }
  return (
    rows.map((row) => renderRow(row, style)).join("") ||
    "The experimental channel contains nothing that is not in the standard channel.\n"
  );
}

function cellsOf(row: GraduationRow, quote: (text: string) => string): string[] {
  const missing = row.criteria.filter(({ holds }) => !holds).map(({ name }) => name);
  return [
    quote(`${row.crd}${row.path ?? ""}${row.value === undefined ? "" : ` ${JSON.stringify(row.value)}`}`),
    row.date === undefined ? row.since : `${row.since} (${row.date})`,
    String(row.months),
    row.changed,
    String(row.releasesUnchanged),
    missing.length === 0 ? "none" : missing.join(", "),
  ];
}

function toNotice(row: GraduationRow): string {
  const [title = "", ...facts] = renderRow(row, NO_COLOR).trimEnd().split("\n");
  return workflowCommand("notice", { title }, facts.map((fact) => fact.trim()).join("; "));
}

function renderRow(row: GraduationRow, style: Style): string {
  const [what, since, months, changed, releases, missing] = cellsOf(row, String);
  return [
    `${style.bold(what ?? "")}\n`,
    `  since ${since}, ${months} months; last change ${changed}, ${releases === "1" ? "1 release" : `${releases} releases`} ago\n`,
    `  unmet criteria: ${missing}\n`,
  ].join("");
}
