/** Tests of sources by other authors: the imports that they may not use, and their limits of size and depth. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readSettings } from "../../../scripts/core/config/settings.js";
import { scan } from "../../../scripts/language/read/source.js";
import { blocksOf } from "../../../scripts/release/changelog/markdown/read.js";
import { buildSources, SETTINGS_TEXT, widget } from "../../support/project.js";

const hostile = suite("hostile sources");

/** Returns the diagnostics for a spec with the given fields: code, line and arguments. */
function problemsOf(fields: string, rest = ""): string[] {
  const source = widget(fields, rest);
  return buildSources([source]).diagnostics.map(({ code, args, location }) => {
    const text = location?.file === source.path ? source.text.slice(location.start, location.end) : "";
    return [code, ...Object.values(args), text].join(" ");
  });
}

hostile("no escape puts a control character into a CRD", () => {
  const said = (name: string, text: string) => [`input-control-character ${name} ${text}`];
  assert.equal(problemsOf('/** A. */ a?: "b\\u001b" | "c";'), said("U+001B", '"b\\u001b"'));
  assert.equal(problemsOf("/** A. */ a?: E;", 'enum E { A = "\\x00" }'), said("U+0000", '"\\x00"'));
  assert.equal(problemsOf('/** A. */ "a\\u202e"?: string;').slice(0, 1), said("U+202E", '"a\\u202e"'));
  assert.equal(problemsOf('/** A. */ a?: "\\ud800";'), said("U+D800", '"\\ud800"'));
});

hostile("no escape in a tag puts a control character into a CRD", () => {
  const problem = "must not contain the control character U+001B";
  assert.match(problemsOf('/** A.\n * @default `"a\\u001b"` */ a?: string;')[0] ?? "", problem);
  assert.match(
    problemsOf("/** A. */ a?: A;", '/** @rawSchema `{type: string, enum: ["\\e"]}` */\ntype A = string;')[0] ?? "",
    problem,
  );
  assert.equal(problemsOf('/** A.\n * @default `"a\\n\\tb\\r\\n"` */ a?: string;'), []);
});

hostile("no escape in the settings puts a control character into a CRD", () => {
  const text = SETTINGS_TEXT.replace("title: Example", 'title: "Ex\\eample"');
  const read = readSettings({ path: "apis/bundle.yaml", text });
  const [found, ...others] = read.ok ? [] : read.diagnostics;
  assert.equal(others, []);
  assert.is(found?.args.problem, "a string contains the control character U+001B");
  assert.is(found?.location?.start, text.indexOf("Ex\\e"));
});

hostile("an import or a reference reads nothing that was not handed in", () => {
  const directory = mkdtempSync(join(tmpdir(), "crd-bundle-"));
  try {
    const file = join(directory, "secret.ts");
    writeFileSync(file, "export type Secret = 'hunter2'; }\n");
    const paths = [file, relative(process.cwd(), file), `../../..${file}`].map((path) => path.split(sep).join("/"));
    for (const path of paths) {
      const lines = [
        `import type { Secret } from "${path.replace(/ts$/, "js")}";`,
        `import "${path}";`,
        `/// <reference path="${path}" />`,
      ];
      const found = problemsOf("/** A. */ a?: Secret;", lines[0]);
      assert.match(found.join("\n"), /import-outside|Cannot find module/);
      const { path: name, text } = widget("/** A. */ a?: string;");
      for (const line of lines) {
        const all = JSON.stringify(buildSources([{ path: name, text: `${line}\n${text}` }]).diagnostics);
        assert.not.match(all, "hunter2");
        assert.not.match(all, "expected"); // the diagnostic that the file expects
      }
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
});

/** Returns the codes of the diagnostics for a spec, and marks those without a location. */
function codesOf(fields: string, rest = ""): string[] {
  const { diagnostics } = buildSources([widget(fields, rest)]);
  return diagnostics.map(({ code, location }) => (location ? code : `${code} somewhere`));
}

const names = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join("\n");

for (const [what, fields, rest] of [
  ["objects", `a?: ${"{ /** B. */ b: ".repeat(1000)}string${"}".repeat(1000)};`],
  [
    "interfaces",
    "a?: T0;",
    `${names(1000, (at) => `interface T${at} { /** A. */ a?: T${at + 1} }`)}\ntype T1000 = string;`,
  ],
  ["bases", "a?: T0;", `${names(1000, (at) => `interface T${at} extends T${at + 1} {}`)}\ninterface T1000 {}`],
  ["lists", `a?: string${"[]".repeat(1000)};`],
  ["parentheses", `a?: ${"(".repeat(1000)}string${")".repeat(1000)};`],
  ["type arguments", `a?: ${"Array<".repeat(300)}string${">".repeat(300)};`],
  ["operators", `a?: ${"readonly ".repeat(1000)}string[];`],
  ["values", `\n * @default \`${"[".repeat(20_000)}${"]".repeat(20_000)}\`\n */ a?: string[];`],
] as const) {
  hostile(`says of deep ${what} that they are too deep, at a place`, () => {
    const [code, ...others] = codesOf(what === "values" ? `/** A.${fields}` : `/** A. */ ${fields}`, rest ?? "");
    assert.is(code, what === "values" ? "tag-value" : "type-too-deep");
    assert.equal(others, []);
  });
}

hostile("nesting has a limit for each sort of bracket and word, and the first one too deep is named", () => {
  const problem = (text: string) => {
    const scanned = scan({ path: "a.ts", text });
    return "code" in scanned ? scanned.location : undefined;
  };
  const repeated = ["[", "]", "keyof ", "readonly ", "unique ", "typeof ", "!", "-", "+", "~"];
  for (const one of ["{", "(", "[", "<", ...repeated]) {
    // Two identical characters in a row are another token, so a space separates them.
    const text = `type A = ${`${one} `.repeat(300)}`;
    const start = 9 + 250 * (one.length + 1);
    assert.equal(problem(text), { file: "a.ts", start, end: start + one.trim().length }, one);
    assert.is(problem(text.slice(0, start)), undefined, one);
  }
  for (const pair of ["{ }", "( )", "< >", "a < b; ", "a < { ", "a < } ", "! a "]) {
    const isOpen = pair.includes("< {");
    assert.is(problem(pair.repeat(isOpen ? 250 : 300)), undefined, pair);
  }
  assert.is(problem(`${") ] } > ".repeat(10)}${"( ".repeat(250)}`), undefined);
  assert.equal(problem(`${") ] } > ".repeat(10)}${"( ".repeat(251)}`)?.start, 80 + 500);
});

hostile("says of thousands of names that stand for one another that they are too deep", () => {
  const rest = `${names(5000, (at) => `type T${at} = T${at + 1};`)}\ntype T5000 = string;`;
  assert.equal(codesOf("/** A. */ a?: T0;", rest), ["type-too-deep"]);
});

hostile("reads types as deep as any API has them", () => {
  const rest = `${names(60, (at) => `interface T${at} { /** A. */ a?: T${at + 1} }`)}\ntype T60 = string;`;
  assert.equal(codesOf("/** A. */ a?: T0;", rest), []);
  assert.equal(codesOf(names(300, (at) => `/** A. */ a${at}?: readonly string[]`)), []);
});

hostile("reads rules of any length", () => {
  const chain = Array.from({ length: 2000 }, () => "self != 'a'").join(" && ");
  assert.equal(codesOf(`/** A.\n * @validation \`${chain}\` Do. */ a?: string;`), []);
  assert.equal(codesOf(`/** A.\n * @validation \`${"!".repeat(90_000)}true\` Do. */ a?: string;`), []);
  assert.equal(codesOf(`/** A.\n * @validation \`${"!".repeat(200_000)}true\` Do. */ a?: string;`), ["rule-syntax"]);
});

hostile("comes to an end with unions of very many members: the CRDs are too large", () => {
  const members = Array.from({ length: 100_000 }, (_, at) => `"v${at}"`).join(" | ");
  assert.equal(codesOf(`/** A. */ a?: ${members};`), ["crd-too-large", "crd-too-large"]);
});

hostile("a changelog may be nested as deeply as it likes", () => {
  for (const part of ["- ", "> ", ">", "1. "]) {
    const text = `# Changelog\n\n## [Unreleased]\n\n${part.repeat(5000)}a\n\n## [1.0.0] - 2026-01-01\n`;
    const blocks = blocksOf(text);
    assert.is(blocks.at(-1)?.position?.start.offset, text.indexOf("## [1.0.0]"));
  }
});

hostile.run();
