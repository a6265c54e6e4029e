/** Prints whether the API server accepts CRDs, their sizes, and the estimated costs of their validation rules. */
import type { CheckedCrd, RuleCost, VersionCost } from "../core/model/checked-crd.js";
import { counted } from "../core/words/counted.js";
import { printableLine } from "./printable.js";
import type { Style } from "./style.js";

export interface CheckedCrdsStyle {
  /** Lists each rule. */
  readonly costs: boolean;
  readonly style: Style;
}

/** Returns a summary: a line per channel or, for CRDs from files, one line. With costs, a table per API version first. */
export function printCheckedCrds(crds: readonly CheckedCrd[], { costs, style }: CheckedCrdsStyle): string {
  const tables = costs ? crds.flatMap((crd) => crd.versions.map((version) => costTable(crd, version, style))) : [];
  const channels = [...new Set(crds.map(({ channel = "" }) => channel))];
  const width = Math.max(...channels.map((channel) => channel.length));
  const lines = channels.map((each) => {
    const members = crds.filter(({ channel = "" }) => channel === each);
    return `${titleOf(each, width)}${summary(members)}\n`;
  });
  return [...tables, ...lines].join("");
}

function titleOf(channel: string, width: number): string {
  return channel === "" ? "" : `${channel.padEnd(width)}  `;
}

function summary(crds: readonly CheckedCrd[]): string {
  return printableLine([counts(crds), ...largest(crds), ...mostExpensive(crds)].join("; "));
}

function counts(crds: readonly CheckedCrd[]): string {
  const files = new Set(crds.flatMap(({ file }) => file ?? []));
  const rejected = crds.filter(({ isAccepted }) => !isAccepted).length;
  const where = files.size > 1 ? ` in ${files.size} files` : "";
  const found = `${counted(crds.length, "CRD")}${where}`;
  if (rejected === crds.length) return `${found} rejected`;
  const accepted = `accepted${despite(crds)}`;
  return rejected === 0
    ? `${found} ${accepted}`
    : `${found}: ${crds.length - rejected} ${accepted}, ${rejected} rejected`;
}

/** Returns how many of the accepted CRDs have errors, so the summary does not contradict them. */
function despite(crds: readonly CheckedCrd[]): string {
  const accepted = crds.filter(({ isAccepted }) => isAccepted);
  const faulty = accepted.filter(({ hasOtherErrors }) => hasOtherErrors).length;
  if (faulty === 0) return "";
  return faulty === accepted.length ? " despite errors" : ` (${faulty} despite errors)`;
}

function largest(crds: readonly CheckedCrd[]): string[] {
  const found = highest(crds, ({ sizes }) => sizes.annotations);
  if (!found) return [];
  const { annotations, annotationsLimit } = found.sizes;
  return [`largest for client-side apply: ${found.name}, ${share(annotations, annotationsLimit)} of the limit`];
}

function mostExpensive(crds: readonly CheckedCrd[]): string[] {
  const versions = crds.flatMap(({ name, versions }) => versions.map((version) => ({ name, ...version })));
  const found = highest(versions, ({ cost }) => cost);
  if (!found || found.cost === 0n) return [];
  const { name, version, cost, limit } = found;
  return [`most expensive rules: ${name} ${version}, ${share(cost, limit)} of the limit`];
}

function highest<Item>(items: readonly Item[], rank: (item: Item) => number | bigint): Item | undefined {
  return items.reduce<Item | undefined>((best, item) => (best && rank(best) >= rank(item) ? best : item), undefined);
}

// Costs

/** Returns a table with the most expensive rules first, or an empty string if there are no rules. */
function costTable({ name, channel }: CheckedCrd, { version, cost, limit, rules }: VersionCost, style: Style): string {
  if (rules.length === 0) return "";
  const title = `${name} ${version}${channel === undefined ? "" : ` (${channel})`}`;
  const sorted = [...rules].sort((a, b) => Number(b.cost - a.cost));
  const [header = "", ...lines] = aligned([["cost", "share", "times", "rule"], ...sorted.map(cellsOf)]);
  return [
    `${style.bold(printableLine(title))}  ${cost}, ${share(cost, limit)} of the limit for all rules\n`,
    `  ${style.dim(header)}\n`,
    ...lines.map((line) => `  ${printableLine(line)}\n`),
    "\n",
  ].join("");
}

function cellsOf({ path, part, expression, cost, limit, evaluations, missing }: RuleCost): string[] {
  const text = shortened(expression.replace(/\s+/g, " ").trim());
  const use = part === "rule" ? "" : "messageExpression ";
  const cause = missing === undefined ? "" : `; no ${missing.keyword} at ${missing.path || "the root"}`;
  return [String(cost), share(cost, limit), String(evaluations), `${path || "the root"}: ${use}${text}${cause}`];
}

const LONGEST = 60;

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** Returns rows as lines. All columns but the last are aligned to the right. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  );
  return rows.map((row) =>
    row.map((cell, column) => (column === row.length - 1 ? cell : cell.padStart(widths[column] ?? 0))).join("  "),
  );
}

/** Returns a share in percent, with one digit after the point unless it is very small or very large. */
function share(part: number | bigint, whole: number): string {
  const percent = (Number(part) / whole) * 100;
  if (percent >= 1000) return ">999%";
  return percent > 0 && percent < 0.1 ? "<0.1%" : `${percent.toFixed(1)}%`;
}
