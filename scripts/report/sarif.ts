/** Prints diagnostics and changes as SARIF 2.1.0, for code scanning. */
import { posix } from "node:path";
import { type Code, defaultLevel } from "../core/diagnostics/catalog/index.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import { BUNDLE_FILE } from "../core/project-layout.js";
import type { Acceptance, CheckResult } from "./check-result.js";
import { explanationFor, explanationOf } from "./explanation.js";
import { findPlace, type Texts } from "./place.js";
import { inSentences } from "./sentences.js";

/** Prints a log with one run. A diagnostic without a place gets that of the settings, because GitHub requires one. */
export function printSarif(diagnostics: readonly Diagnostic[], texts: Texts, base: string): string {
  const codes = [...new Set(diagnostics.map(({ code }) => code as Code))].sort();
  const inManifests = new Set(diagnostics.flatMap(({ code, subject }) => (subject === "manifest" ? [code] : [])));
  const rules = codes.map((code) => ruleOf(code, inManifests.has(code)));
  const results = diagnostics.map((diagnostic) => ({
    rule: diagnostic.code,
    level: diagnostic.level ?? "error",
    text: inSentences(diagnostic),
    location: locationOf(diagnostic, texts, base),
  }));
  return logOf(rules, results);
}

/** Prints changes or findings, with notes about all of them. Those without a place get that of the settings, too. */
export function printResultsAsSarif(results: readonly CheckResult[], base: string, notes: readonly string[]): string {
  const names = [...new Set(results.map(({ rule }) => rule))].sort();
  const isAnyAccepted = results.some(({ acceptance }) => acceptance);
  const placed = results.map(({ rule, level, text, place, fingerprint, acceptance }) => ({
    rule,
    level,
    text,
    details: {
      ...(fingerprint !== undefined && { partialFingerprints: fingerprintsOf(fingerprint) }),
      // Either all results of a run have this property, or none. Source: SARIF 2.1.0, 3.27.23.
      ...(isAnyAccepted && { suppressions: acceptance ? [suppressionOf(acceptance)] : [] }),
    },
    location: place
      ? {
          artifactLocation: { uri: uriOf(place.file) },
          region: { startLine: place.line, startColumn: place.column },
        }
      : { artifactLocation: { uri: uriOf(posix.join(base, BUNDLE_FILE)) } },
  }));
  return logOf(names.map(changeRuleOf), placed, notes);
}

/** Returns a fingerprint under its own name, and under the only one that GitHub reads. */
function fingerprintsOf(fingerprint: string) {
  return { primaryLocationLineHash: fingerprint, "crdBundle/v1": fingerprint };
}

/** Returns a suppression that is in a file of its own, such as a baseline. */
function suppressionOf({ why }: Acceptance) {
  return { kind: "external", status: "accepted", ...(why !== undefined && { justification: why }) };
}

interface Located extends Pick<CheckResult, "rule" | "text"> {
  readonly level: string;
  readonly location: object;
  /** More properties of the result. */
  readonly details?: object;
}

function logOf(
  rules: readonly { readonly id: string }[],
  results: readonly Located[],
  notes: readonly string[] = [],
): string {
  const run = {
    tool: { driver: { name: "crd-bundle", rules } },
    ...(notes.length > 0 && { invocations: [invocationWith(notes)] }),
    columnKind: "utf16CodeUnits",
    results: results.map(({ rule, level, text, location, details }) => ({
      ruleId: rule,
      ruleIndex: rules.findIndex(({ id }) => id === rule),
      level,
      message: { text: literal(text) },
      locations: [{ physicalLocation: location }],
      ...details,
    })),
  };
  const log = { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function invocationWith(notes: readonly string[]) {
  const toolExecutionNotifications = notes.map((note) => ({ level: "note", message: { text: literal(note) } }));
  return { executionSuccessful: true, toolExecutionNotifications };
}

/** Returns the rule for a class and subject of changes, or for a code of the policy. */
function changeRuleOf(name: string) {
  const { message, why, fix } = explanationFor(name) ?? { message: name, why: name, fix: name };
  return {
    id: name,
    shortDescription: { text: literal(message) },
    fullDescription: { text: literal(why) },
    help: { text: literal(fix) },
  };
}

function ruleOf(code: Code, isInManifest: boolean) {
  const { message, fix, manifestFix = fix, why } = explanationOf(code);
  return {
    id: code,
    shortDescription: { text: literal(`Example: ${message}`) },
    fullDescription: { text: literal(why) },
    help: { text: literal(isInManifest ? manifestFix : fix) },
    defaultConfiguration: { level: defaultLevel(code) },
  };
}

function locationOf(diagnostic: Diagnostic, texts: Texts, base: string) {
  const place = findPlace(diagnostic, texts);
  if (!place) return { artifactLocation: { uri: uriOf(posix.join(base, BUNDLE_FILE)) } };
  const { file, line, column, endLine, endColumn } = place;
  const region = { startLine: line, startColumn: column, endLine, endColumn };
  return { artifactLocation: { uri: uriOf(file) }, region };
}

/** Returns a relative reference. Escapes colons, because one in the first segment would end a scheme. */
function uriOf(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** Escapes braces, which mark placeholders in messages. Source: SARIF 2.1.0, 3.11.5. */
function literal(text: string): string {
  return text.replace(/[{}]/g, "$&$&");
}
