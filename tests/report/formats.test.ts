/** The formats for CI systems stay valid, whatever a message quotes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CODES } from "../../scripts/core/diagnostics/catalog/index.js";
import { diagnose } from "../../scripts/core/diagnostics/diagnose.js";
import { CHANGE_CLASSES, type Change } from "../../scripts/core/model/change.js";
import type { Diagnostic } from "../../scripts/core/model/diagnostic.js";
import { parseFieldPath } from "../../scripts/core/model/field-path.js";
import type { SourceText } from "../../scripts/core/model/location.js";
import type { Finding } from "../../scripts/core/model/policy.js";
import { printChanges } from "../../scripts/report/changes.js";
import type { Format } from "../../scripts/report/format.js";
import { toTerminal } from "../../scripts/report/printable.js";
import { report } from "../../scripts/report/report.js";
import { NO_COLOR } from "../../scripts/report/style.js";
import { printJudgement } from "../../scripts/report/verdict.js";
import { COLOR } from "../support/color.js";
import { ROOT } from "../support/golden.js";
import { withProgram } from "../support/programs.js";
import { versionFrom } from "../support/versions.js";

const formats = suite("formats for CI systems");

const SOURCE: SourceText = { path: "apis/a b:c/%ü.ts", text: "one\n  two three\nfour\n" };
const PLACE = { file: SOURCE.path, start: 6, end: 9 };
/** Characters that could end a string, an element, a line or a placeholder. */
const HOSTILE =
  "\u0000\u0008\u001b[31m\u0085\u2028\ufffe\uffff\ud800 <b a=\"c\" d='e'> & ]]> {0} 100%\r\n::error::x\t.";
const ERROR = diagnose("typescript", { problem: HOSTILE, number: 1 }, PLACE);
const WARNING: Diagnostic = {
  ...diagnose("format-unknown", { format: HOSTILE, type: "string", formats: "date" }, PLACE),
  level: "warning",
};
const PLACELESS = diagnose("no-kinds", { directory: "apis/" });
const ALL = [ERROR, WARNING, PLACELESS];

/** Returns the output as it reaches standard output. */
function print(diagnostics: readonly Diagnostic[], format: Format, base?: string): string {
  return toTerminal(report(diagnostics, format, [SOURCE], NO_COLOR, base), false);
}

/** Returns a validator. The schema is draft-04, but uses nothing that later drafts changed. */
function sarifValidator() {
  const file = join(ROOT, "tests/fixtures/sarif/sarif-2.1.0-rtm.5.json");
  const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(file, "utf8"));
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  ajv.addFormat("uri", /^[a-z][a-z\d+.-]*:[!#-;=?-[\]_a-z~]+$/i);
  ajv.addFormat("uri-reference", /^(?:[!#$&-;=?-[\]_a-z~]|%[\da-f]{2})*$/i);
  ajv.addFormat("date-time", /^\d{4}-\d\d-\d\dT/);
  return ajv.compile(schema);
}

formats("SARIF conforms to its schema, with every code and every level", () => {
  const validate = sarifValidator();
  const args: Diagnostic["args"] = new Proxy({}, { get: () => HOSTILE });
  const every = CODES.map((code): Diagnostic => ({ code, args, location: PLACE }));
  const warnings = ALL.map((each): Diagnostic => ({ ...each, level: "warning" }));
  for (const diagnostics of [[], ALL, warnings, every]) {
    validate(JSON.parse(print(diagnostics, "sarif")));
    assert.equal(validate.errors ?? [], []);
  }
  assert.not.ok(validate({ version: "2.1.0", runs: [{}] }), "the schema rejects an invalid log");
  assert.not.ok(validate(JSON.parse(print(ALL, "sarif").replace('"warning"', '"advice"'))));
});

formats("SARIF has rules, levels, regions and relative URIs", () => {
  const [run] = JSON.parse(print(ALL, "sarif", "../sub")).runs;
  assert.equal(
    run.results.map(({ ruleId, level }: { ruleId: string; level: string }) => [ruleId, level]),
    [
      ["typescript", "error"],
      ["format-unknown", "warning"],
      ["no-kinds", "error"],
    ],
  );
  const { rules } = run.tool.driver;
  for (const { ruleId, ruleIndex } of run.results) assert.is(rules[ruleIndex].id, ruleId);
  assert.equal(
    rules.map(({ defaultConfiguration }: { defaultConfiguration: { level: string } }) => defaultConfiguration.level),
    ["warning", "error", "error"],
  );
  const [short] = rules.map(({ shortDescription }: { shortDescription: { text: string } }) => shortDescription.text);
  assert.match(short, /^Example: /);
  const [placed, , placeless] = run.results.map(
    ({ locations: [{ physicalLocation }] }: { locations: [{ physicalLocation: unknown }] }) => physicalLocation,
  );
  assert.equal(placed, {
    artifactLocation: { uri: "../sub/apis/a%20b%3Ac/%25%C3%BC.ts" },
    region: { startLine: 2, startColumn: 3, endLine: 2, endColumn: 6 },
  });
  assert.equal(placeless, { artifactLocation: { uri: "../sub/apis/bundle.yaml" } });
  assert.match(run.results[0].message.text, "{{0}}");
});

/** Returns changes whose names contain characters that could end a string, an element, a line or a placeholder. */
function hostileChanges(): Change[] {
  return CHANGE_CLASSES.map((name) => ({
    channel: "standard",
    crd: HOSTILE,
    versions: [HOSTILE],
    path: parseFieldPath(`.${HOSTILE}`),
    class: name,
    subject: "unclassified",
    keyword: HOSTILE,
  }));
}

function printedChanges(changes: readonly Change[], format: "sarif" | "junit"): string {
  return toTerminal(printChanges({ to: "b", changes, wording: true }, format, NO_COLOR, "../sub"), false);
}

function printedVerdict(changes: readonly Change[], format: "sarif" | "junit"): string {
  const findings = changes.map(
    (change, at): Finding => ({
      rule: `${change.class}/${change.subject}`,
      channel: change.channel,
      crd: change.crd,
      versions: change.versions,
      requires: "major",
      fingerprint: String(at),
      change,
      location: PLACE,
    }),
  );
  const judgement = {
    from: "a",
    to: "b",
    verdict: { profile: "channels", lowest: {}, overall: "major", findings, blocked: [] },
  } as const;
  return toTerminal(printJudgement({ ...judgement, bump: "minor" }, format, [SOURCE], NO_COLOR, "../sub"), false);
}

formats("SARIF of changes and findings conforms to its schema, with a place for each", () => {
  const validate = sarifValidator();
  for (const text of [
    printedChanges([], "sarif"),
    printedChanges(hostileChanges(), "sarif"),
    printedVerdict([], "sarif"),
    printedVerdict(hostileChanges(), "sarif"),
  ]) {
    validate(JSON.parse(text));
    assert.equal(validate.errors ?? [], []);
    const [run] = JSON.parse(text).runs;
    for (const { ruleId, ruleIndex } of run.results) assert.is(run.tool.driver.rules[ruleIndex].id, ruleId);
  }
  const [run] = JSON.parse(printedVerdict(hostileChanges(), "sarif")).runs;
  assert.is(run.results.length, CHANGE_CLASSES.length);
  assert.equal(run.results[0].locations[0].physicalLocation.region, { startLine: 2, startColumn: 3 });
});

formats("SARIF has a fingerprint for each change, and accepted ones are suppressed", () => {
  const validate = sarifValidator();
  const [first, second] = hostileChanges() as [Change, Change];
  const resultsOf = (...changes: readonly Change[]) => {
    const shown = { to: "b", changes, wording: true, fingerprintOf: (change: Change) => change.class };
    const log = JSON.parse(printChanges(shown, "sarif", NO_COLOR));
    validate(log);
    assert.equal(validate.errors ?? [], []);
    return log.runs[0].results as readonly Record<string, unknown>[];
  };
  const results = resultsOf(first, { ...second, isAccepted: true });
  assert.equal(
    results.map(({ suppressions }) => suppressions),
    [[], [{ kind: "external", status: "accepted" }]],
  );
  assert.equal(
    results.map(({ partialFingerprints }) => partialFingerprints),
    [first, second].map(({ class: name }) => ({ primaryLocationLineHash: name, "crdBundle/v1": name })),
  );
  for (const result of resultsOf(first, second)) assert.not("suppressions" in result);
});

formats("SARIF and JUnit contain waived findings, which fail nothing", () => {
  const [change] = hostileChanges() as [Change];
  const waiver = {
    fingerprint: "0",
    message: "m",
    why: "because",
    approvedBy: "a",
    release: versionFrom("1.0.0"),
    location: PLACE,
  };
  const finding = {
    rule: "a/b",
    channel: "standard",
    crd: "c",
    versions: [],
    requires: "major",
    fingerprint: "0",
  } as const;
  const verdict = { profile: "channels", lowest: {}, overall: "patch", blocked: [] } as const;
  const judged = { from: "a", to: "b", verdict: { ...verdict, findings: [{ ...finding, change, waiver }] } };
  const [result] = JSON.parse(printJudgement(judged, "sarif", [], NO_COLOR)).runs[0].results;
  assert.is(result.level, "note");
  assert.equal(result.suppressions, [{ kind: "external", status: "accepted", justification: "because" }]);
  assert.match(printJudgement(judged, "junit", [], NO_COLOR), /failures="0"[\s\S]*Waived: because/);
});

const XML = `import json, sys, xml.etree.ElementTree as tree
suites = tree.fromstring(sys.stdin.buffer.read())
cases = [[dict(case.attrib), [[part.tag, dict(part.attrib), part.text] for part in case]] for case in suites.iter("testcase")]
print(json.dumps([suites.tag, suites.attrib, [dict(suite.attrib) for suite in suites], cases]))`;

type Case = readonly [attributes: Record<string, string>, parts: readonly [string, Record<string, string>, string][]];

async function readJunit(text: string) {
  const { stdout } = await execa("python3", ["-c", XML], { input: text });
  const [tag, counts, [suiteCounts], cases] = JSON.parse(stdout) as [
    string,
    Record<string, string>,
    Record<string, string>[],
    Case[],
  ];
  assert.is(tag, "testsuites");
  for (const each of [counts, suiteCounts]) {
    const failures = cases.filter(([, parts]) => parts.some(([name]) => name === "failure")).length;
    assert.equal([each?.tests, each?.failures, each?.errors], [String(cases.length), String(failures), "0"]);
  }
  return cases;
}

withProgram(formats, "python3", "JUnit is XML in which errors fail and warnings pass", async () => {
  const [error, warning, placeless] = await readJunit(print(ALL, "junit"));
  const [attributes, [[element, { type, message } = {}, text] = []] = []] = error ?? [];
  assert.equal([attributes?.classname, attributes?.file, attributes?.line], [SOURCE.path, SOURCE.path, "2"]);
  assert.equal([element, type], ["failure", "typescript"]);
  for (const words of [attributes?.name, message, text]) {
    assert.match(
      words ?? "",
      "\\u0000\\u0008\\u001b[31m\\u0085\\u2028\\ufffe\\uffff\\ud800 <b a=\"c\" d='e'> & ]]> {0} 100%\n::error::x\t.",
    );
  }
  assert.equal(
    warning?.[1].map(([name]) => name),
    ["system-out"],
  );
  assert.match(warning?.[1][0]?.[2] ?? "", /^apis\/a b:c\/%ü\.ts:2:3 warning the API server does not validate/);
  assert.equal([placeless?.[0].classname, placeless?.[0].file], ["crd-bundle", undefined]);
});

withProgram(formats, "python3", "JUnit has a test that passes if there is nothing to report", async () => {
  const cases = await readJunit(print([], "junit"));
  assert.equal(
    cases.map(([, parts]) => parts),
    [[]],
  );
});

withProgram(formats, "python3", "JUnit of changes fails for those that break users, or might break them", async () => {
  const cases = await readJunit(printedChanges(hostileChanges(), "junit"));
  const failed = cases.filter(([, parts]) => parts.some(([name]) => name === "failure"));
  assert.equal(
    failed.map(([{ name = "" }]) => name.split("/")[0]),
    ["break", "tightening", "unknown"],
  );
  assert.is(cases.length, CHANGE_CLASSES.length);
  assert.is((await readJunit(printedVerdict(hostileChanges(), "junit"))).length, CHANGE_CLASSES.length);
  assert.is((await readJunit(printedVerdict([], "junit"))).length, 1);
});

formats("a workflow command has the level, and stays one line", () => {
  const lines = report(ALL, "github", [SOURCE], COLOR).trimEnd().split("\n");
  assert.equal(
    lines.map((line) => /^::(\w+) .*title=([\w-]+)::/.exec(line)?.slice(1)),
    [
      ["error", "typescript"],
      ["warning", "format-unknown"],
      ["error", "no-kinds"],
    ],
  );
});

formats("text has a warning in yellow, and counts both", () => {
  const text = report([WARNING, WARNING, ERROR], "text", [SOURCE], COLOR);
  assert.match(text, "\x1b[33mwarning\x1b[39m the API server");
  assert.match(text, "\x1b[33m^^^\x1b[39m");
  assert.match(text, "\x1b[31merror\x1b[39m TypeScript");
  assert.match(text, "1 error, 2 warnings");
  assert.match(report([WARNING], "text", [SOURCE], NO_COLOR), "\n1 warning. For an explanation: crd-bundle explain ");
});

formats.run();
