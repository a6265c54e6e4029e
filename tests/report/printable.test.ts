import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diagnose } from "../../scripts/core/diagnostics/diagnose.js";
import type { Change } from "../../scripts/core/model/change.js";
import { parseFieldPath } from "../../scripts/core/model/field-path.js";
import { printChanges } from "../../scripts/report/changes.js";
import { MARKED, printable, toTerminal } from "../../scripts/report/printable.js";
import { report } from "../../scripts/report/report.js";
import { COLOR } from "../support/color.js";
import fc from "../support/drawn.js";

const printing = suite("printable");

/** Draws strings with sequences that terminals and workflows interpret. */
const hostile = fc
  .array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom("::error::", "::", ":", "##[error]", "##[", "##vso[", "#", "[", "\n", "\r"),
      },
      fc.constantFrom(
        " ",
        "\t",
        "\u00a0",
        "\u200b",
        "\u200d",
        "\ufe0f",
        "\u2028",
        "\u2029",
        "\u0085",
        "\x1b[31m",
        "\x9b1m",
      ),
      fc.constantFrom(
        "\0",
        "\x07",
        "\x7f",
        "\u202e",
        "\u2066",
        "\u2069",
        "\ufeff",
        "\ud800",
        "\ufdd0",
        "\u{e0041}",
        "⚠️",
        "a",
      ),
      fc.string({ unit: "binary" }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

const CONTROLS =
  /(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u;
/**
 * Reports whether the runner of GitHub Actions treats a line as a command. The runner ignores characters without width.
 */
const isCommand = (line: string) => /^[\s\p{DI}]*::|##\[|##vso\[/iu.test(line.replace(/\p{DI}/gu, ""));

const withoutColours = (text: string) =>
  ["1", "2", "22", "31", "33", "39"].reduce((rest, code) => rest.replaceAll(`\x1b[${code}m`, ""), text);

function safe(output: string): void {
  assert.not.match(output, CONTROLS);
  assert.equal(output.split("\n").filter(isCommand), []);
}

printing("lets no text steer a terminal or a workflow, wherever it is quoted", () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (one, two, three) => {
      const location = { file: one, start: 0, end: 3 };
      const found = [diagnose("tag-unknown", { tag: two, nearest: three }, location)];
      const place = { channel: "standard", crd: one, versions: [two], path: parseFieldPath(three) } as const;
      const fact = { subject: "unclassified", keyword: one, values: { before: two, after: three } } as const;
      const changes: Change[] = [{ ...place, ...fact, class: "break", example: { [two]: three } }];
      const styled = MARKED.bold(one) + two + MARKED.red(MARKED.dim(three));
      for (const text of [
        `${styled}\n`,
        report(found, "text", [{ path: one, text: two }], MARKED),
        report(found, "json", [{ path: one, text: two }], MARKED),
        printChanges({ from: one, to: two, changes, wording: true }, "text", MARKED),
        printChanges({ from: one, to: two, changes, wording: true }, "markdown", MARKED),
        printChanges({ from: one, to: two, changes, wording: true }, "json", MARKED),
      ]) {
        safe(toTerminal(text, false));
        const colours = withoutColours(toTerminal(text, true));
        safe(colours);
      }
    }),
    { numRuns: 2000 },
  );
});

printing("makes one command of each finding, whatever it quotes", () => {
  fc.assert(
    fc.property(hostile, hostile, (one, two) => {
      const found = [diagnose("tag-unknown", { tag: two }, { file: one, start: 0, end: 1 })];
      const lines = toTerminal(report(found, "github", [], MARKED), false).split("\n");
      assert.is(lines.length, 2);
      assert.match(lines[0] ?? "", /^::error /);
      safe(`>${lines[0]}`);
    }),
  );
});

printing("keeps the value of JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue(), hostile, (value, text) => {
      const json = JSON.stringify([value, text], null, 2);
      assert.equal(JSON.parse(toTerminal(json, false)), JSON.parse(json));
    }),
  );
});

printing("escapes what cannot be seen and leaves the rest", () => {
  assert.is(printable("a\x1b[31m \x9b \x7f\r"), "a\\u001b[31m \\u009b \\u007f\\u000d");
  assert.is(printable("\u202ea\u2066\u200b\u{e0041}\ud800"), "\\u202ea\\u2066\\u200b\\udb40\\udc41\\ud800");
  const seen = "Grüße, 日本, שלום, हिन्दी\t⚠️ 👨‍👩‍👧\n";
  assert.is(printable(seen), seen);
  assert.is(printable("a\r\nb\r\n"), "a\nb\n");
});

printing("writes commands as text unless they are ours", () => {
  assert.is(toTerminal("a\n \t::error::b\n", false), "a\n \t\\u003a:error::b\n");
  assert.is(toTerminal("a ::b ##[group]c ##vso[x]\n", false), "a ::b #\\u0023[group]c #\\u0023vso[x]\n");
  assert.is(toTerminal(`${MARKED.bold(":")}:error::\n`, false), "\\u003a:error::\n");
  assert.is(toTerminal(`${MARKED.command("::error::a")}\n`, false), "::error::a\n");
});

printing("shows style where it can be shown, and only ours", () => {
  const styled = (style: typeof MARKED) =>
    `${style.bold("a")} ${style.dim("b")} ${style.red("c")} ${style.yellow("d")}\n`;
  assert.is(toTerminal(styled(MARKED), true), styled(COLOR));
  assert.is(toTerminal(styled(MARKED), false), "a b c d\n");
  assert.not.match(toTerminal(styled(COLOR), true), "\x1b");
});

/** With this many characters, quadratic work would take too long. */
const VERY_MANY = 1_000_000;

printing("comes to an end with long texts", () => {
  for (const part of ["\n", " ", "#", ":", "\x1b", "\u200d", "⚠️\u200d"]) {
    assert.ok(toTerminal(part.repeat(VERY_MANY), true).length >= VERY_MANY, JSON.stringify(part));
  }
});

printing.run();
