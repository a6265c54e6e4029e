/** Prints rows in columns for people. */
import { printableLine } from "./printable.js";

/** Returns lines with aligned columns. Columns that are empty in all rows are omitted. */
export function printTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const used = header.map((_, column) => rows.some((row) => (row[column] ?? "") !== ""));
  const lines = [header, ...rows].map((row) => row.filter((_, column) => used[column]).map(printableLine));
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}
