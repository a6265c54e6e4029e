import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diagnose, warning } from "../../scripts/core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../scripts/core/model/diagnostic.js";
import type { SourceText } from "../../scripts/core/model/location.js";
import { FORMATS } from "../../scripts/report/format.js";
import { exitCodeFor, report } from "../../scripts/report/report.js";
import { NO_COLOR } from "../../scripts/report/style.js";
import { COLOR } from "../support/color.js";

const reporting = suite("report");

const FILE = "apis/example.dev/v1/widget.ts";

/** Returns a diagnostic for the part of a string between two bars, and the string without the bars. */
function marked(text: string): { diagnostic: Diagnostic; source: SourceText } {
  const [before = "", part = "", after = ""] = text.split("¦");
  const location = { file: FILE, start: before.length, end: before.length + part.length };
  return {
    diagnostic: diagnose("tag-duplicate", { tag: "scope" }, location),
    source: { path: FILE, text: before + part + after },
  };
}

/** Returns the location and the two lines of the excerpt. */
function excerpt(text: string): string[] {
  const { diagnostic, source } = marked(text);
  const [head = "", line = "", mark = ""] = report([diagnostic], "text", [source], NO_COLOR).split("\n");
  return [head.slice(FILE.length + 1, head.indexOf(" ")), line, mark];
}

reporting("prints the excerpts of many diagnostics in one long line", () => {
  const line = "ab ".repeat(2_000_000);
  const source = { path: FILE, text: `\n${line}` };
  const diagnostics = Array.from({ length: 20_000 }, (_, index) => {
    return diagnose("tag-duplicate", { tag: "scope" }, { file: FILE, start: 3 * index + 1, end: 3 * index + 3 });
  });
  const printed = report(diagnostics, "text", [source], NO_COLOR);
  assert.match(printed, `${FILE}:2:59998 error`);
});

reporting("prints place, words, excerpt and fix", () => {
  const { diagnostic, source } = marked("one\n  two ¦three¦ four\nfive\n");
  assert.is(
    report([diagnostic], "text", [source], NO_COLOR),
    `${FILE}:2:7 error the comment has @scope more than once [tag-duplicate]
  2 |   two three four
    |       ^^^^^
  → Keep only one of the tags.

1 error. For an explanation: crd-bundle explain tag-duplicate
`,
  );
});

reporting("parts several with a blank line and counts them", () => {
  const first = marked("a ¦b¦ c");
  const whole = diagnose("no-kinds", { directory: "apis/" });
  assert.is(
    report([whole, first.diagnostic], "text", [first.source], NO_COLOR),
    `error apis/ does not contain any kind [no-kinds]
  → In a file under apis/, export an interface whose \`apiVersion\` and \`kind\` properties have string literal types, for example: \`apiVersion: "example.dev/v1"; kind: "Widget";\`.

${FILE}:1:3 error the comment has @scope more than once [tag-duplicate]
  1 | a b c
    |   ^
  → Keep only one of the tags.

2 errors. For an explanation: crd-bundle explain no-kinds
`,
  );
});

reporting("refers to the explanation of an error even if a warning is first", () => {
  const [first, second] = [
    warning(diagnose("crds-missing", { path: "a" })),
    diagnose("no-kinds", { directory: "apis/" }),
  ];
  const summary = "1 error, 1 warning. For an explanation: crd-bundle explain no-kinds\n";
  assert.ok(report([first, second], "text", [], NO_COLOR).endsWith(summary));
});

reporting("prints nothing where nothing is wrong", () => {
  assert.is(report([], "text", [], NO_COLOR), "");
  assert.is(report([], "github", [], NO_COLOR), "");
  assert.equal(JSON.parse(report([], "json", [], NO_COLOR)), { apiVersion: "crd-bundle/v2", diagnostics: [] });
});

reporting("keeps tabs, so that the mark stands below its place", () => {
  assert.equal(excerpt("\t\ta\t¦bc¦\td"), ["1:5", "  1 | \t\ta\tbc\td", "    | \t\t \t^^"]);
});

reporting("leaves the line end out, whatever it is", () => {
  assert.equal(excerpt("a\r\nb ¦c¦\r\nd\r\n"), ["2:3", "  2 | b c", "    |   ^"]);
  assert.equal(excerpt("a\nb ¦c\nd¦\n"), ["2:3", "  2 | b c", "    |   ^"]);
});

reporting("marks the first line of a place of several lines", () => {
  assert.equal(excerpt("a ¦bcd\r\nefg\r\nh¦ i"), ["1:3", "  1 | a bcd", "    |   ^^^"]);
  assert.equal(excerpt("a¦\nb¦"), ["1:2", "  1 | a", "    |  ^"]);
});

reporting("marks one place where there is nothing to mark", () => {
  assert.equal(excerpt("a b¦¦ c"), ["1:4", "  1 | a b c", "    |    ^"]);
  assert.equal(excerpt("a\nbc¦¦"), ["2:3", "  2 | bc", "    |   ^"]);
  assert.equal(excerpt("a\n¦¦"), ["2:1", "  2 | ", "    | ^"]);
  assert.equal(excerpt("¦¦"), ["1:1", "  1 | ", "    | ^"]);
});

reporting("keeps its head where the text does not fit the place", () => {
  const beyond = diagnose("tag-duplicate", { tag: "scope" }, { file: FILE, start: 50, end: 60 });
  assert.match(report([beyond], "text", [{ path: FILE, text: "a\nb" }], NO_COLOR), `${FILE}:2:2 error`);
  assert.match(report([beyond], "text", [], NO_COLOR), `${FILE}:1:1 error`);
});

reporting("cuts a long line around the place", () => {
  const long = "x".repeat(5000);
  const [place, line = "", mark = ""] = excerpt(`${long}¦abc¦${long}`);
  assert.is(place, "1:5001");
  assert.is(line, `  1 | …${"x".repeat(100)}abc${"x".repeat(100)}…`);
  assert.is(mark, `    | ${" ".repeat(101)}^^^`);
  const [, whole = ""] = excerpt(`a ¦${long}¦`);
  assert.is(whole, `  1 | a ${"x".repeat(100)}…`);
  const [, middle = ""] = excerpt(`${"x".repeat(100)}¦b¦${"x".repeat(100)}`);
  assert.not.match(middle, "…");
});

reporting("widens the margin with the number of the line", () => {
  assert.equal(excerpt(`${"\n".repeat(999)}a ¦b¦`), ["1000:3", "  1000 | a b", "       |   ^"]);
});

reporting("lets no source steer the terminal", () => {
  const [, line = ""] = excerpt("a \x1b[31m¦b¦ \x07\u202e\x9b c");
  assert.is(line, "  1 | a \\u001b[31mb \\u0007\\u202e\\u009b c");
  const hostile = diagnose("tag-unknown", { tag: "a\x1b]0;b\x07" });
  assert.match(report([hostile], "text", [], NO_COLOR), "@a\\u001b]0;b\\u0007 is not a tag [tag-unknown]");
});

reporting("keeps words of several lines", () => {
  const several = diagnose("typescript", { problem: "one\n  two", number: 1 });
  assert.match(report([several], "text", [], NO_COLOR), "error TypeScript reports an error: one\n  two (TS1) [");
});

reporting("prints JSON with the place from start to end", () => {
  const { diagnostic, source } = marked("a\r\nb ¦c\r\nd¦ e");
  const whole = diagnose("config-key-unknown", { key: 'a"b', nearest: undefined });
  const { apiVersion, diagnostics } = JSON.parse(report([diagnostic, whole], "json", [source], COLOR));
  assert.is(apiVersion, "crd-bundle/v2");
  assert.equal(diagnostics, [
    {
      code: "tag-duplicate",
      level: "error",
      message: "the comment has @scope more than once",
      fix: "Keep only one of the tags.",
      file: FILE,
      line: 2,
      column: 3,
      endLine: 3,
      endColumn: 2,
      args: { tag: "scope" },
    },
    {
      code: "config-key-unknown",
      level: "error",
      message: '"a"b" is not a known key',
      fix: "Correct the name of the key. If you do not need the key, remove it. For a list of all settings in apis/bundle.yaml, see docs/bundle.md.",
      args: { key: 'a"b' },
    },
  ]);
});

function workflowCommand(diagnostic: Diagnostic, ...sources: SourceText[]): string {
  return report([diagnostic], "github", sources, COLOR);
}

reporting("prints workflow commands", () => {
  const { diagnostic, source } = marked("a\nb ¦c\nd¦ e");
  assert.is(
    workflowCommand(diagnostic, source),
    `::error file=${FILE},line=2,col=3,endLine=3,title=tag-duplicate::the comment has @scope more than once. Keep only one of the tags.\n`,
  );
  assert.is(
    workflowCommand(diagnose("no-kinds", { directory: "apis/" })),
    `::error title=no-kinds::apis/ does not contain any kind. In a file under apis/, export an interface whose \`apiVersion\` and \`kind\` properties have string literal types, for example: \`apiVersion: "example.dev/v1"; kind: "Widget";\`.\n`,
  );
});

reporting("escapes what would end a workflow command or a part of it", () => {
  const command = workflowCommand(
    diagnose(
      "typescript",
      { problem: "100%\r\n::warning::no: a, b", number: 1 },
      { file: "a:b,c%\n.ts", start: 0, end: 0 },
    ),
  );
  const [properties = "", words = ""] = command.slice("::error ".length).split("::", 2);
  assert.is(properties, "file=a%3Ab%2Cc%25%0A.ts,line=1,col=1,endLine=1,title=typescript");
  assert.is(words, "TypeScript reports an error: 100%25%0D%0A");
  assert.is(command.split("\n").length, 2);
});

reporting("ends each sentence of a workflow command once", () => {
  const asked = workflowCommand(diagnose("tag-unknown", { tag: "scop", nearest: "scope" }));
  assert.match(asked, "did you mean @scope? Correct the name. If it is not a tag, put it in backticks");
  const told = workflowCommand(diagnose("tombstone-reused", { field: "a", since: "1.0.0", why: "It moved." }));
  assert.match(told, "It moved. Use a different name for the new field.");
});

reporting("colours place, error and mark, and nothing else", () => {
  const { diagnostic, source } = marked("a ¦b¦");
  const bold = (text: string) => `\x1b[1m${text}\x1b[22m`;
  const dim = (text: string) => `\x1b[2m${text}\x1b[22m`;
  const red = (text: string) => `\x1b[31m${text}\x1b[39m`;
  const coloured = report([diagnostic], "text", [source], COLOR);
  assert.is(
    coloured,
    `${bold(`${FILE}:1:3`)} ${red("error")} the comment has @scope more than once ${dim("[tag-duplicate]")}
  ${dim("1 |")} a b
  ${dim("  |")}   ${red("^")}
  ${dim("→")} Keep only one of the tags.

${bold("1 error")}. For an explanation: crd-bundle explain tag-duplicate
`,
  );
  const plain = coloured.replaceAll("\x1b", "").replace(/\[(1|2|22|31|39)m/g, "");
  assert.is(plain, report([diagnostic], "text", [source], NO_COLOR));
});

reporting("ends with 2 where the configuration is wrong, with 1 where anything else is", () => {
  const finding = diagnose("tag-duplicate", { tag: "scope" });
  const usage = diagnose("no-kinds", { directory: "apis/" });
  const advice: Diagnostic = { ...diagnose("kind-no-description", { kind: "A" }), level: "warning" };
  assert.is(exitCodeFor([]), 0);
  assert.is(exitCodeFor([advice]), 0);
  assert.is(exitCodeFor([advice, finding]), 1);
  assert.is(exitCodeFor([finding]), 1);
  assert.is(exitCodeFor([usage]), 2);
  assert.is(exitCodeFor([finding, usage]), 2);
});

reporting("says the same in every format", () => {
  const { diagnostic, source } = marked("a ¦b¦");
  for (const format of FORMATS) {
    const text = report([diagnostic], format, [source], NO_COLOR);
    for (const part of [FILE, "tag-duplicate", "the comment has @scope more than once", "Keep only one of the tags."]) {
      assert.match(text, part);
    }
    assert.match(text, /\n$/);
  }
});

reporting.run();
