import { join } from "node:path";
import { matchesGolden, ROOT } from "../../support/golden.js";

/** A small CRD, the codes that the check reports, and whether the API server accepts it. */
export interface VerdictRow {
  readonly about: string;
  readonly name: string;
  readonly codes: readonly string[];
  readonly isAccepted: boolean;
}

/** Compares rows with the table of all small CRDs, which the tests of a real server compare with its answers. */
export function matchesTable(rows: readonly VerdictRow[]): void {
  const head = ["| about | CRD | codes | the API server |", "| --- | --- | --- | --- |"];
  const lines = rows.map(({ about, name, codes, isAccepted }) => {
    const verdict = isAccepted ? "accepted" : "rejected";
    return `| ${about} | ${name} | ${[...new Set(codes)].join(", ")} | ${verdict} |`;
  });
  matchesGolden(`${[...head, ...lines].join("\n")}\n`, join(ROOT, "tests/apiserver/check-verdicts.md"));
}
