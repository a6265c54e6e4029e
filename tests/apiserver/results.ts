/** The table in docs/kubernetes.md: the results of the last `--update` on each Kubernetes minor. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Counts, TestFile } from "../runner/runner.js";
import { ROOT } from "../support/golden.js";
import { bundleOf } from "../support/project.js";
import type { Binaries } from "./binaries.js";

const PAGE = join(ROOT, "docs/kubernetes.md");
const BEGIN = "<!-- results: npm run test:apiserver -- --all --update -->\n";
const END = "<!-- end of results -->\n";
const SUFFIX = ".apiserver";

/** Returns the Kubernetes minors that the bundle supports, newest first. */
export function supportedMinors(): string[] {
  const { kubernetes } = bundleOf(readFileSync(join(ROOT, "apis/bundle.yaml"), "utf8"));
  const [oldest, newest] = [kubernetes.oldest, kubernetes.newest].map((minor) => Number(minor.split(".")[1]));
  return Array.from({ length: (newest ?? 0) - (oldest ?? 0) + 1 }, (_, index) => `1.${(newest ?? 0) - index}`);
}

/** Returns the minor of a release: `1.37.1` → `1.37`. */
export function minorOf(release: string): string {
  return release.split(".").slice(0, 2).join(".");
}

/** Returns the subjects of the tests, from the names of their files. */
export function subjects(): string[] {
  const names = readdirSync(join(ROOT, "tests/apiserver")).filter((name) => name.endsWith(`${SUFFIX}.ts`));
  return names.map((name) => name.slice(0, -`${SUFFIX}.ts`.length)).sort();
}

/** A row of the table: its cells by column. */
export type Row = ReadonlyMap<string, string>;

export function readResults(): Row[] {
  const [head = [], , ...rows] = splitPage().table.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return rows.map((cells) => new Map(head.map((column, index) => [column, cells[index] ?? ""])));
}

/** Writes the row of a release and replaces an earlier one of the same minor. */
export function writeResults(binaries: Binaries, results: ReadonlyMap<TestFile, Counts>): void {
  const minor = minorOf(binaries.kubernetes);
  const outcomes = [...results].map(([{ name }, counts]) => [subjectOf(name), outcomeOf(counts)] as const);
  const row = new Map([["Kubernetes", minor], ["release", binaries.kubernetes], ["etcd", binaries.etcd], ...outcomes]);
  const columns = ["Kubernetes", "release", "etcd", ...subjects()];
  const others = readResults().filter((other) => other.get("Kubernetes") !== minor);
  const rows = [...others, row].sort((a, b) => numberOf(b) - numberOf(a));
  const cells = [columns, ...rows.map((one) => columns.map((column) => one.get(column) ?? ""))];
  const { before, after } = splitPage();
  writeFileSync(PAGE, `${before}\n${printTable(cells)}\n${after}`);
}

/** Prints a table as the formatter requires: each column has one width. */
function printTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...others] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const lines = [head, widths.map((width) => "-".repeat(width)), ...others];
  const padded = lines.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  return padded.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

function subjectOf(file: string): string {
  return file.slice(0, file.indexOf(SUFFIX));
}

function outcomeOf({ failed, skipped }: Counts): string {
  if (failed > 0) return `${failed} failed`;
  return skipped > 0 ? `${skipped} skipped` : "passed";
}

function numberOf(row: Row): number {
  return Number(row.get("Kubernetes")?.split(".")[1]);
}

function splitPage(): { before: string; table: string[]; after: string } {
  const page = readFileSync(PAGE, "utf8");
  const [start, stop] = [page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)];
  if (start < BEGIN.length || stop < start) throw new Error(`${PAGE} has no place for the results`);
  const table = page.slice(start, stop).split("\n").filter(Boolean);
  return { before: page.slice(0, start), table, after: page.slice(stop) };
}
