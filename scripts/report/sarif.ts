/** Prints diagnostics as SARIF 2.1.0, for code scanning. */
import { posix } from "node:path";
import { type Code, defaultLevel } from "../core/diagnostics/catalog/index.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import { BUNDLE_FILE } from "../core/project-layout.js";
import { explanationOf } from "./explanation.js";
import { findPlace, type Texts } from "./place.js";
import { inSentences } from "./sentences.js";

/** Prints a log with one run. A diagnostic without a place gets that of the settings, because GitHub requires one. */
export function printSarif(diagnostics: readonly Diagnostic[], texts: Texts, base: string): string {
  const codes = [...new Set(diagnostics.map(({ code }) => code as Code))].sort();
  const inManifests = new Set(diagnostics.flatMap(({ code, subject }) => (subject === "manifest" ? [code] : [])));
  const run = {
    tool: { driver: { name: "crd-bundle", rules: codes.map((code) => ruleOf(code, inManifests.has(code))) } },
    columnKind: "utf16CodeUnits",
    results: diagnostics.map((diagnostic) => ({
      ruleId: diagnostic.code,
      ruleIndex: codes.indexOf(diagnostic.code as Code),
      level: diagnostic.level ?? "error",
      message: { text: literal(inSentences(diagnostic)) },
      locations: [{ physicalLocation: locationOf(diagnostic, texts, base) }],
    })),
  };
  const log = { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
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
