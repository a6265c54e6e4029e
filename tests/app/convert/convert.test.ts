/**
 * Cases of `crd-bundle convert`. Each directory of `cases/` contains the input, the request, the output and the messages.
 * The output of a case without errors is also converted again, which must not change it.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { convertCommand } from "../../../scripts/cli/convert.js";
import { inTerminal } from "../../support/git-project.js";
import { matchesGolden, ROOT } from "../../support/golden.js";

const cases = suite("app/convert/cases");

const HERE = join(ROOT, "tests/app/convert");
const CASES = join(HERE, "cases");
const BUNDLE = join(HERE, "bundle");

function convert(directory: string, file: string, request: object, input?: string) {
  const options = { project: ".", bundle: BUNDLE, format: "text", ...request, files: [file] } as const;
  return inTerminal(directory, (terminal) => convertCommand(options, terminal), input === undefined ? {} : { input });
}

/** Codes that the messages of the cases show. */
const SHOWN = [
  "channel-field",
  "channel-kind",
  "channel-value",
  "channel-version",
  "conversion-blocked",
  "conversion-comments",
  "conversion-inexact",
  "conversion-lost",
  "conversion-outdated",
];

cases("show each code of a conversion", () => {
  const messages = readdirSync(CASES)
    .map((name) => readFileSync(join(CASES, name, "messages.txt"), "utf8"))
    .join();
  assert.equal(
    SHOWN.filter((code) => !messages.includes(`[${code}]`)),
    [],
  );
});

for (const name of readdirSync(CASES).sort()) {
  cases(name, async () => {
    const directory = join(CASES, name);
    const file = existsSync(join(directory, "input.json")) ? "input.json" : "input.yaml";
    const asked = join(directory, "request.json");
    const request = existsSync(asked) ? JSON.parse(readFileSync(asked, "utf8")) : {};
    const { exit, out, err } = await convert(directory, file, request);
    matchesGolden(out, join(directory, file.replace("input", "output")));
    matchesGolden(`${err}exit ${exit}\n`, join(directory, "messages.txt"));
    if (exit > 0) return;
    const again = await convert(directory, "-", request, out);
    assert.is(again.out, out, "twice is once");
  });
}

cases.run();
