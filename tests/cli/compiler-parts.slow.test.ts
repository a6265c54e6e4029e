/** Tests of the parts of the TypeScript compiler that the bundles contain: they behave like the whole. */
import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { execa } from "execa";
import { ts as whole } from "ts-morph";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { inDirectory } from "../support/command-line.js";
import { seed } from "../support/drawn.js";
import { ROOT } from "../support/golden.js";
import { Random } from "../support/random.js";

type Compiler = typeof whole;

interface Parts {
  readonly PARSER: string;
  readonly COMPILER: string;
  readonly compilerPart: (names: readonly string[]) => Promise<string>;
  readonly namesOf: (part: string, compiled: string) => string[];
}

const parts = suite("parts of the compiler");

const { PARSER, COMPILER, compilerPart, namesOf }: Parts = await import(
  pathToFileURL(join(ROOT, "scripts/cli/compiler-parts.js")).href
);
const COMPILED = join(ROOT, "build");
const NAMES = {
  parser: namesOf(PARSER, COMPILED),
  compiler: [...new Set([PARSER, COMPILER].flatMap((part) => namesOf(part, COMPILED)))],
};

/** Bundles are CommonJS modules, in which these exist. */
const COMMON_JS = `import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const [__filename, __dirname] = ["/compiler.cjs", "/"];
`;

/** Loads a part that exports the given names. */
async function load(directory: string, names: readonly string[]): Promise<Compiler> {
  const path = join(directory, `part-${names.length}.mjs`);
  await writeFile(path, COMMON_JS + (await compilerPart(names)));
  return ((await import(pathToFileURL(path).href)) as { readonly ts: Compiler }).ts;
}

/** The paths of all sources in this project. */
const SOURCES = ["apis", "scripts", "tests"].flatMap((directory) =>
  readdirSync(join(ROOT, directory), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.includes("node_modules"))
    .map((path) => join(ROOT, directory, path)),
);

/** Prints a tree with all that the tool asks its nodes for. */
function printTree(ts: Compiler, path: string): string {
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.ES2022, true, ts.ScriptKind.TS);
  const lines: string[] = [];
  const print = (node: whole.Node): void => {
    const name = ts.isIdentifier(node) ? node.text : "";
    const start = node.getStart(file);
    lines.push([node.kind, start, node.getStart(), node.end, name, node.getSourceFile().fileName].join(" "));
    if (node.end - start < 100) lines.push(node.getText(), node.getText(file));
    ts.forEachChild(node, print);
  };
  print(file);
  return lines.join("\n");
}

parts("read sources like the whole compiler", () =>
  inDirectory(async (directory) => {
    const parser = await load(directory, NAMES.parser);
    assert.ok(SOURCES.length > 1000);
    for (const path of SOURCES) assert.is(printTree(parser, path), printTree(whole, path), path);
  }),
);

/** Returns the errors that a parser finds in a text. */
function syntaxErrors(ts: Compiler, text: string): string[] {
  const file = ts.createSourceFile("/a.ts", text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TS);
  const { parseDiagnostics } = file as unknown as { readonly parseDiagnostics: readonly whole.Diagnostic[] };
  return parseDiagnostics.map(
    ({ start, messageText }) => `${start} ${ts.flattenDiagnosticMessageText(messageText, "")}`,
  );
}

parts("find the syntax errors of the whole compiler", () =>
  inDirectory(async (directory) => {
    const parser = await load(directory, [...NAMES.parser, "flattenDiagnosticMessageText"]);
    const random = new Random(seed);
    let found = 0;
    for (const path of SOURCES) {
      const text = readFileSync(path, "utf8").slice(0, 5000);
      for (let count = 0; count < 5; count++) {
        const at = random.below(text.length + 1);
        const broken = text.slice(0, at) + random.one(BREAKS) + text.slice(at + random.below(20));
        const errors = syntaxErrors(whole, broken);
        found += errors.length;
        assert.equal(syntaxErrors(parser, broken), errors, broken);
      }
    }
    assert.ok(found > 1000, `${found} errors`);
  }),
);

/** Tokens, or parts of them, that are wrong in most places. */
const BREAKS = [
  "",
  "{",
  "}",
  "(",
  "<",
  "`",
  '"',
  "\\u12",
  "@",
  "0x",
  "1_",
  " enum ",
  " import ",
  " export * ",
  " async ",
  "?.",
];

/** Returns the errors in a source, whose tree one part makes for the program of another. */
function errorsIn(text: string, parser: Compiler, compiler: Compiler): string[] {
  const tree = (name: string, content: string) =>
    Object.assign(parser.createSourceFile(name, content, parser.ScriptTarget.ES2022, true), { version: content });
  const library =
    "interface Array<T> { length: number; [index: number]: T }\ntype Record<K extends keyof any, T> = { [P in K]: T };\n";
  const globals = [
    "Boolean",
    "CallableFunction",
    "Function",
    "IArguments",
    "NewableFunction",
    "Number",
    "Object",
    "RegExp",
    "String",
  ];
  const files = new Map([
    ["/a.ts", tree("/a.ts", text)],
    ["/lib.d.ts", tree("/lib.d.ts", library + globals.map((name) => `interface ${name} {}\n`).join(""))],
  ]);
  const host = {
    getSourceFile: (name: string) => files.get(name),
    fileExists: (name: string) => files.has(name),
    readFile: (name: string) => files.get(name)?.text,
    getDefaultLibFileName: () => "/lib.d.ts",
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (name: string) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    writeFile: () => {},
    createHash: (content: string) => content,
  };
  const options = { strict: true, noEmit: true, types: [] };
  const program = compiler.createSemanticDiagnosticsBuilderProgram(["/a.ts"], options, host);
  const found = [...program.getSyntacticDiagnostics(), ...program.getSemanticDiagnostics()];
  return found.map(({ start, messageText }) => `${start} ${compiler.flattenDiagnosticMessageText(messageText, "\n")}`);
}

const WRONG = `export interface A extends B { a: Missing; a: string; b: Record<string, Array> }
type Same = A["c"] | import("./none").D;
enum E { one = 1, two = one.x }
export const e: E = "one"; class { }`;

parts("find the errors of the whole compiler, also in trees of another part", () =>
  inDirectory(async (directory) => {
    const parser = await load(directory, NAMES.parser);
    const compiler = await load(directory, NAMES.compiler);
    const expected = errorsIn(WRONG, whole, whole);
    assert.ok(expected.length > 6, expected.join("\n"));
    assert.equal(errorsIn(WRONG, parser, compiler), expected);
    assert.equal(errorsIn(WRONG, compiler, compiler), expected);
  }),
);

/** A global that the compiler uses only if it exists. */
const OPTIONAL = "onProfilerEvent";

parts("refer to nothing that was cut off", () =>
  inDirectory(async (directory) => {
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    for (const [part, names] of Object.entries(NAMES)) {
      const path = join(directory, `${part}.mjs`);
      await writeFile(path, await compilerPart(names));
      const args = ["--ignoreConfig", "--noEmit", "--allowJs", "--checkJs", "--strict", "false", "--target", "es2023"];
      const types = ["--types", "node", "--typeRoots", join(ROOT, "node_modules/@types"), "--module", "esnext"];
      const { stdout } = await execa(process.execPath, [tsc, ...args, ...types, path], { reject: false });
      assert.match(stdout, "TS2339", "the compiler read the part");
      const missing = [...stdout.matchAll(/error TS(?:2304|2503|2552|2580|2583|18004): Cannot find \S+ '(\w+)'/g)];
      assert.equal([...new Set(missing.map(([, name]) => name))], [OPTIONAL], part);
    }
  }),
);

parts.run();
