/**
 * Prints diagnostics and changes as a JUnit report, for the test pages of CI systems. An error is a failed test. A
 * warning is a test that passes, and that has the message in its output, because the format has no level between the
 * two.
 */

import { describeDiagnostic } from "../core/diagnostics/describe.js";
import { escaped } from "../core/model/control-characters.js";
import { type Diagnostic, errorsAmong } from "../core/model/diagnostic.js";
import type { CheckResult } from "./check-result.js";
import { findPlace, type Texts } from "./place.js";
import { printable } from "./printable.js";
import { inSentences } from "./sentences.js";

/**
 * Prints a report with one suite. Without diagnostics, the report has one test that passes, because CI systems reject
 * an empty report.
 */
export function printJunit(diagnostics: readonly Diagnostic[], texts: Texts): string {
  const cases = diagnostics.map((diagnostic) => testCase(diagnostic, texts));
  return suiteOf("diagnostics", cases, errorsAmong(diagnostics).length);
}

/**
 * Prints a report about changes or findings, with notes about all of them. `name` is that of the test that passes if
 * there are none.
 */
export function printResultsAsJunit(name: string, results: readonly CheckResult[], notes: readonly string[]): string {
  const failures = results.filter(({ level }) => level === "error").length;
  return suiteOf(name, results.map(resultCase), failures, notes);
}

function suiteOf(name: string, cases: readonly string[], failures: number, notes: readonly string[] = []): string {
  const tests =
    cases.length > 0 ? cases : [`    <testcase${attributes({ classname: "crd-bundle", name, time: 0 })}/>\n`];
  const counts = { tests: tests.length, failures, errors: 0, time: 0 };
  const suite = attributes({ name: "crd-bundle", ...counts, skipped: 0 });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<testsuites${attributes({ name: "crd-bundle", ...counts })}>\n  <testsuite${suite}>\n`,
    ...tests,
    ...(notes.length > 0 ? [`    <system-out>${xml(notes.join("\n"))}</system-out>\n`] : []),
    "  </testsuite>\n</testsuites>\n",
  ].join("");
}

function testCase(diagnostic: Diagnostic, texts: Texts): string {
  const { code, level } = diagnostic;
  const { message } = describeDiagnostic(diagnostic);
  const place = findPlace(diagnostic, texts);
  const where = place ? `${place.file}:${place.line}:${place.column}` : undefined;
  const named = {
    classname: place?.file ?? "crd-bundle",
    name: `${code}: ${message}${where === undefined ? "" : ` (${where})`}`,
    ...(place && { file: place.file, line: place.line }),
    time: 0,
  };
  const words = `${where === undefined ? "" : `${where} `}${level ?? "error"} ${inSentences(diagnostic)}`;
  const content =
    level === undefined
      ? `<failure${attributes({ type: code, message })}>${xml(words)}</failure>`
      : `<system-out>${xml(words)}</system-out>`;
  return `    <testcase${attributes(named)}>\n      ${content}\n    </testcase>\n`;
}

function resultCase({ rule, level, title, text, place }: CheckResult): string {
  const named = {
    classname: place?.file ?? "crd-bundle",
    name: `${rule}: ${title}`,
    ...(place && { file: place.file, line: place.line }),
    time: 0,
  };
  const where = place ? `${place.file}:${place.line}:${place.column} ` : "";
  const content =
    level === "error"
      ? `<failure${attributes({ type: rule, message: title })}>${xml(where + text)}</failure>`
      : `<system-out>${xml(where + text)}</system-out>`;
  return `    <testcase${attributes(named)}>\n      ${content}\n    </testcase>\n`;
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${xml(String(value))}"`)
    .join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "\r": "&#13;",
  "\t": "&#9;",
};

/** Characters that XML cannot contain, not even as references. Source: XML 1.0, Char. */
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Escapes text for an element or an attribute. A parser turns an unescaped line break in an attribute into a space. */
function xml(text: string): string {
  return printable(text)
    .replace(NOT_IN_XML, escaped)
    .replace(/[&<>"\n\r\t]/g, (character) => ENTITIES[character] ?? character);
}
