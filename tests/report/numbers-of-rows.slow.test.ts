/**
 * The table in docs/policy.md with the numbers of changes and rows of published releases. `npm run test:all -- --update
 * numbers-of-rows` renews it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compareStates, type StateComparison } from "../../scripts/app/compare-states.js";
import { ALARMING_CLASSES, isAlarming } from "../../scripts/core/model/change.js";
import { printChanges } from "../../scripts/report/changes.js";
import { NO_COLOR } from "../../scripts/report/style.js";
import { table } from "../docs/markdown.js";
import { inTerminal } from "../support/git-project.js";
import { matchesGolden, ROOT } from "../support/golden.js";
import { withCorpus } from "../support/shared.js";

const tests = suite("report/numbers-of-rows");
const PAGE = join(ROOT, "docs/policy.md");
const HEAD = ["Project", "From", "To", "Changes", "Rows", "Breaking changes", "Breaking rows"];
const NAMES: Readonly<Record<string, string>> = { cnpg: "cloudnative-pg" };

withCorpus(tests, "upstream/histories", 1, (test, path) => {
  test("docs/policy.md has the numbers of all pairs of releases with changes", async () => {
    const found: { readonly names: readonly string[]; readonly numbers: readonly number[] }[] = [];
    for (const project of readdirSync(path).sort()) {
      const releases = readdirSync(join(path, project)).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
      for (const [at, to] of releases.entries()) {
        const from = releases[at - 1];
        if (from === undefined) continue;
        const numbers = numbersOf(await compared(join(path, project), from, to));
        const names = [NAMES[project] ?? project, from.slice(1), to.slice(1)];
        if (numbers[0] !== 0) found.push({ names, numbers });
      }
    }
    assert.ok(found.length > 0);
    const totals = [0, 1, 2, 3].map((column) => found.reduce((sum, { numbers }) => sum + (numbers[column] ?? 0), 0));
    const rows = found.map(({ names, numbers }) => [...names, ...numbers.map(String)]);
    const shown = table(HEAD, [...rows, ["**Total**", "", "", ...totals.map((total) => `**${total}**`)]]);
    const page = readFileSync(PAGE, "utf8");
    const [, before = ""] = /^(.*\n)\| Project \| From \|/s.exec(page) ?? [];
    matchesGolden(`${before}${shown}\n`, PAGE);
  });
});

async function compared(cwd: string, from: string, to: string): Promise<StateComparison> {
  let comparison: StateComparison | undefined;
  await inTerminal(cwd, async (terminal) => {
    const result = await compareStates({ project: ".", from: `./${from}`, to: `./${to}` }, terminal);
    comparison = result.ok ? result.value : undefined;
    return 0;
  });
  if (!comparison) throw new Error(`${cwd}: ${from} and ${to} cannot be compared`);
  return comparison;
}

/** Returns the numbers of changes and rows, of all classes except wording, and of the classes that break users. */
function numbersOf(comparison: StateComparison): readonly number[] {
  const changes = comparison.changes.filter((change) => change.class !== "wording");
  const shown = { ...comparison, wording: false };
  const rows = rowsIn(printChanges(shown, "text", NO_COLOR));
  const breaking = rowsIn(printChanges({ ...shown, only: ALARMING_CLASSES }, "text", NO_COLOR));
  return [changes.length, rows, changes.filter(isAlarming).length, breaking];
}

/** Returns the number of rows in the text output, in which the lines below a row are indented further. */
function rowsIn(text: string): number {
  return text.split("\n").filter((line) => /^ {2}\S/.test(line)).length;
}

tests.run();
