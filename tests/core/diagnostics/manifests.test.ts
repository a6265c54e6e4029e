/** Diagnostics about manifests tell what to do in a manifest, because its author may not have the TypeScript sources. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CATALOG, CODES, type Code, isCode } from "../../../scripts/core/diagnostics/catalog/index.js";
import { describeDiagnostic } from "../../../scripts/core/diagnostics/describe.js";
import { diagnose, inManifest } from "../../../scripts/core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../../scripts/core/model/diagnostic.js";
import { explanationOf, printExplanation } from "../../../scripts/report/explanation.js";
import { NO_COLOR } from "../../../scripts/report/style.js";
import { ROOT } from "../../support/golden.js";

const manifests = suite("words for manifests");

/** The code that checks manifests. */
const CHECKS = ["scripts/kubernetes/crd", "scripts/kubernetes/cel", "scripts/app/check"];

/** Returns the codes that the checks of manifests name. */
function codesOfManifests(): Code[] {
  const files = CHECKS.flatMap((directory) =>
    readdirSync(join(ROOT, directory), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => readFileSync(join(ROOT, directory, path), "utf8")),
  );
  const strings = new Set(files.flatMap((text) => [...text.matchAll(/"([a-z-]+)"/g)].map(([, name = ""]) => name)));
  return [...strings].filter(isCode).sort();
}

const exampleOf = (code: Code): Diagnostic => ({ code, args: CATALOG[code].example ?? {} });
const IN_SOURCES = /@[a-z]|apis\/|\btags?\b|TypeScript|doc comment|interface|docs\//i;

manifests("name nothing of TypeScript sources", () => {
  const codes = codesOfManifests();
  assert.ok(codes.length > 50);
  for (const code of codes) {
    const { fix } = describeDiagnostic(inManifest(exampleOf(code)));
    assert.not.match(fix, IN_SOURCES, code);
  }
});

manifests("have the form of all others, and are given only for diagnostics of manifests", () => {
  const codes = CODES.filter((code) => CATALOG[code].manifestFix !== undefined);
  const checked = codesOfManifests();
  for (const code of codes) {
    const { fix } = describeDiagnostic(inManifest(exampleOf(code)));
    assert.match(fix, /^[A-Z].*\.$/, code);
    assert.not.match(fix, /undefined|\[object/, code);
    assert.ok(checked.includes(code), `${code} is not about manifests`);
    assert.is.not(fix, describeDiagnostic(exampleOf(code)).fix, code);
  }
});

manifests("differ from those for sources", () => {
  const args = { tag: "default", problem: "must be a string", path: "" };
  const inSource = diagnose("default-unfit", args);
  assert.match(describeDiagnostic(inSource).message, /^the value of @default does not match/);
  assert.match(describeDiagnostic(inManifest(inSource)).message, /^the value of `default` does not match/);
});

manifests("are explained after those for sources", () => {
  const { fix, manifestFix = "" } = explanationOf("pattern-invalid");
  const text = printExplanation("pattern-invalid", explanationOf("pattern-invalid"), "text", NO_COLOR);
  assert.ok(text.includes(`How to fix it\n  ${fix}\n\nHow to fix it in a manifest\n  ${manifestFix}\n`), text);
  assert.is(explanationOf("crd-group").manifestFix, undefined);
});

manifests.run();
