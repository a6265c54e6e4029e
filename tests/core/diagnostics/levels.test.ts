/** Advice at every level, accepted in place, and accepted without need, in all formats. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { analyse, type BuildOutput, print } from "../../../scripts/app/build.js";
import { ADVICE_CODES, CODES, defaultLevel, isAdvice } from "../../../scripts/core/diagnostics/catalog/index.js";
import { diagnose } from "../../../scripts/core/diagnostics/diagnose.js";
import { asErrors, isReportedBy, withLevels } from "../../../scripts/core/diagnostics/levels.js";
import { type Acceptance, type Diagnostic, LEVELS, type Level } from "../../../scripts/core/model/diagnostic.js";
import type { SourceText } from "../../../scripts/core/model/location.js";
import { FORMATS, type Format } from "../../../scripts/report/format.js";
import { exitCodeFor, report } from "../../../scripts/report/report.js";
import { NO_COLOR } from "../../../scripts/report/style.js";
import { PLANTS, SOUND } from "../../support/advice.js";
import { buildSources, bundleOf, META, SETTINGS_TEXT, TEMPLATES } from "../../support/project.js";

const levels = suite("levels");

/** Read the code and the level of each diagnostic from the output in a format. */
const READERS: Readonly<Record<Format, (text: string) => string[]>> = {
  text: (text) =>
    [...text.matchAll(/^\S+ (error|warning) .*\[(\S+)\]$/gm)].map(([, level, code]) => `${code} ${level}`),
  json: (text) =>
    JSON.parse(text).diagnostics.map(({ code, level }: { code: string; level: string }) => `${code} ${level}`),
  github: (text) =>
    [...text.matchAll(/^::(error|warning) .*title=([\w-]+)::/gm)].map(([, level, code]) => `${code} ${level}`),
  junit: (text) =>
    [...text.matchAll(/<testcase [^>]*name="([\w-]+): [^>]*>\s*<(failure|system-out)/g)].map(
      ([, code, element]) => `${code} ${element === "failure" ? "error" : "warning"}`,
    ),
  sarif: (text) =>
    JSON.parse(text).runs[0].results.map(
      ({ ruleId, level }: { ruleId: string; level: string }) => `${ruleId} ${level}`,
    ),
};

/**
 * Analyzes a source once. Returns a function that prints it with one level set, and returns the diagnostics, which must
 * be the same in every format.
 */
function reporter(source: SourceText): (code?: string, level?: Level) => string[] {
  const bundle = bundleOf();
  const analysis = analyse({ sources: [META, source], bundle });
  return (code = "", level) => {
    const levels = level && new Map([[code, level]]);
    const output = print(analysis, { ...bundle, ...(levels && { levels }) }, TEMPLATES);
    return readAll(output, source);
  };
}

function readAll({ diagnostics, files }: BuildOutput, source: SourceText): string[] {
  const [first = [], ...others] = FORMATS.map((format) =>
    READERS[format](report(diagnostics, format, [META, source], NO_COLOR)),
  );
  for (const other of others) assert.equal(other, first);
  const hasFailed = first.some((each) => each.endsWith(" error"));
  assert.is(files.length === 0, hasFailed, "files are written unless there is an error");
  assert.is(exitCodeFor(diagnostics), hasFailed ? 1 : 0);
  return first;
}

/** Advice that a build reports as a warning. Advice about CRDs is tested where the CRDs are checked. */
const SOURCE_ADVICE = ADVICE_CODES.filter((code) => isReportedBy(undefined, code) && defaultLevel(code) === "warning");

levels("has an example of all advice about sources, and of nothing else", () => {
  assert.equal(Object.keys(PLANTS).sort(), SOURCE_ADVICE);
  assert.ok(ADVICE_CODES.length > 5 && ADVICE_CODES.length < CODES.length / 4);
  assert.equal(reporter(SOUND())(), []);
});

for (const code of SOURCE_ADVICE) {
  const plant = PLANTS[code] ?? SOUND;
  const tag = `@accept ${code} It is intended.`;

  levels(`${code} is a warning, unless the settings set another level`, () => {
    const reported = reporter(plant());
    assert.equal(reported(), [`${code} warning`]);
    assert.equal(reported(code, "warning"), [`${code} warning`]);
    assert.equal(reported(code, "error"), [`${code} error`]);
    assert.equal(reported(code, "off"), []);
  });

  levels(`${code} is accepted in place, at every level`, () => {
    const reported = reporter(plant(tag));
    assert.equal(reported(), []);
    for (const level of LEVELS) assert.equal(reported(code, level), []);
  });

  levels(`${code} accepted without need is reported`, () => {
    const reported = reporter(SOUND(tag));
    assert.equal(reported(), ["accept-unneeded warning"]);
    assert.equal(reported("accept-unneeded", "error"), ["accept-unneeded error"]);
    assert.equal(reported("accept-unneeded", "off"), []);
  });
}

/** Returns a version of a kind with one field and further tags. */
function versionOf(version: string, field: string, ...tags: readonly string[]): SourceText {
  return {
    path: `apis/example.dev/${version}/widget.ts`,
    text: `import type { ObjectMeta } from "../../meta/v1.js";
/**
 * A widget.
 *
${tags.map((tag) => ` * ${tag}\n`).join("")} */
export interface Widget {
  apiVersion: "example.dev/${version}";
  kind: "Widget";
  metadata: ObjectMeta;
  /** A field. */
  ${field}?: string;
}
`,
  };
}

levels("a loss of data is an error, unless the author accepts it", () => {
  const reported = (settings: string, ...tags: readonly string[]) => {
    const sources = [versionOf("v1", "a", "@storageVersion", ...tags), versionOf("v1beta1", "b", ...tags)];
    const bundle = bundleOf(`${SETTINGS_TEXT}preserveUnknownFields: none\n${settings}`);
    return codes(buildSources(sources, bundle).diagnostics);
  };
  const [code, error, warning] = ["version-loses-field", "version-loses-field error", "version-loses-field warning"];
  assert.equal(reported(""), [error, error]);
  assert.equal(reported(`levels: { ${code}: warning }\n`), [warning, warning]);
  assert.equal(reported(`levels: { ${code}: off }\n`), []);
  assert.equal(reported("", `@accept ${code} No client writes v1beta1.`), []);
  const webhook = "{ clientConfig: { url: https://a.dev }, conversionReviewVersions: [v1] }";
  assert.equal(
    reported(`kinds: { widgets.example.dev: { conversion: { strategy: Webhook, webhook: ${webhook} } } }\n`),
    [],
  );
});

const FILE = "apis/example.dev/v1/widget.ts";
const at = (start: number, end: number, file = FILE) => ({ file, start, end });
const undescribed = (start: number, file = FILE) =>
  diagnose("field-no-description", { field: "a" }, at(start, start + 1, file));
const accepting = (code: string, scope = at(0, 100)): Acceptance => ({
  code,
  reason: "because",
  location: at(scope.start, scope.start + 1, scope.file),
  scope,
});

function codes(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code, level = "error" }) => `${code} ${level}`);
}

levels("an acceptance applies to its code, in its declaration", () => {
  const found = [9, 10, 19, 20].map((start) => undescribed(start)).concat(undescribed(15, "apis/other.ts"));
  const acceptances = [accepting("field-no-description", at(10, 20))];
  assert.equal(
    withLevels(found, { acceptances }).map(({ location }) => [location?.file, location?.start]),
    [
      [FILE, 9],
      [FILE, 20],
      ["apis/other.ts", 15],
    ],
  );
  const other = withLevels([undescribed(10)], { acceptances: [accepting("kind-no-description")] });
  assert.equal(codes(other), ["accept-unneeded warning", "field-no-description warning"]);
});

levels("an acceptance is reported as unneeded only if every check has run", () => {
  const acceptances = [accepting("field-no-description"), accepting("accept-unneeded")];
  const wrong = diagnose("tag-unknown", { tag: "a" }, at(0, 1));
  assert.equal(codes(withLevels([wrong], { acceptances })), ["tag-unknown error"]);
});

levels("an acceptance of advice that only check reports is unneeded only there", () => {
  const only = ADVICE_CODES.filter((code) => !isReportedBy(undefined, code));
  assert.ok(only.includes("rule-always-true") && only.includes("crd-set-items"));
  for (const code of only) {
    const acceptances = [accepting(code)];
    assert.equal(withLevels([], { acceptances }), []);
    assert.equal(codes(withLevels([], { acceptances, command: "check" })), ["accept-unneeded warning"]);
    const found: Diagnostic = { code, args: {}, location: at(10, 11) };
    assert.equal(withLevels([found], { acceptances, command: "check" }), []);
    assert.equal(codes(withLevels([found], { acceptances: [], command: "check" })), [`${code} warning`]);
  }
});

levels("a diagnostic that is not advice is an error, whatever the settings are", () => {
  for (const code of CODES.filter((each) => !isAdvice(each))) {
    const found: Diagnostic = { code, args: {}, location: at(10, 11) };
    const set = new Map([[code, "off" as const]]);
    assert.equal(withLevels([found], { acceptances: [accepting(code)], levels: set }), [found]);
  }
});

levels("warnings are errors in a strict build", () => {
  const warnings = withLevels([undescribed(1)], { acceptances: [] });
  assert.equal(codes(warnings), ["field-no-description warning"]);
  assert.equal(asErrors(warnings), [undescribed(1)]);
});

levels("an acceptance needs a code of advice and a reason", () => {
  const problem = (words: string) => {
    const { diagnostics } = buildSources([SOUND(`@accept ${words}`)]);
    return diagnostics.map(({ code, args }) => `${code}: ${args.problem}`);
  };
  assert.equal(problem(""), ["tag-value: must be the code of a diagnostic and a reason"]);
  assert.equal(problem("field-no-description"), ["tag-value: must have a reason after the code"]);
  assert.equal(problem("tag-unknown It is known."), ["tag-value: tag-unknown is always an error"]);
  assert.equal(problem("field-no-descripton It is clear."), [
    'tag-value: "field-no-descripton" is not the code of a diagnostic; did you mean field-no-description?',
  ]);
});

levels("an empty bundle is an error, also together with advice", () => {
  const text = '/** A level. */\ntype Level = /** The most. */ "High";\ntype All = /** Lost. */ Level | "None";\n';
  const { diagnostics, files } = buildSources([{ path: FILE, text }]);
  assert.equal(codes(diagnostics), ["no-kinds error"]);
  assert.equal(files, []);
});

levels.run();
