/**
 * Assembles the package before npm packs it: the package is `scripts/`, but in a checkout the compiled tool, its templates
 * and its docs are elsewhere. With `--clean`, removes what was assembled.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ts } from "ts-morph";
import { ensureCompiled } from "./compile.js";

const own = fileURLToPath(new URL("..", import.meta.url));
const root = dirname(own);

/** The docs for users. The others are about the bundle of this repository, or about the sources of the tool. */
const PAGES = [
  "bundle",
  "change-channel",
  "command-line",
  "consumers",
  "controllers",
  "converting",
  "diagnostics",
  "glossary",
  "graduate",
  "import",
  "installing",
  "kubernetes",
  "policy",
  "provenance-v1",
  "pull-requests",
  "releasing",
  "start",
  "undo",
  "upgrading",
  "validate",
  "versioning",
  "waive",
];
const COPIED = [
  "LICENSE",
  "templates",
  "docs/schemas",
  ...[...PAGES, "check", "security", "type-language"].map((page) => `docs/${page}.md`),
];
const ASSEMBLED = ["LICENSE", "build", "docs", "templates"];
const COMPILED = "build/scripts";
const PLAIN = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, removeComments: true };
/** The exports of the package. Of all types, the package has those that its users can reach. */
const EXPORTS = ["app/index.d.ts", "app/conversion/index.d.ts", "app/validation/index.d.ts"];

async function assemble() {
  await ensureCompiled(root);
  for (const path of COPIED) cpSync(join(root, path), join(own, path), { recursive: true });
  const compiled = join(root, COMPILED);
  const modules = readdirSync(compiled, { recursive: true }).filter((path) => /^(?!types\b).*\.js$/s.test(path));
  for (const path of [...modules, ...typesFrom(compiled, EXPORTS)]) copyCompiled(join(compiled, path), path);
}

/** Copies a compiled file; code without comments and the reference to its source map: the sources are not in the package. */
function copyCompiled(file, path) {
  const target = join(own, COMPILED, path);
  mkdirSync(dirname(target), { recursive: true });
  const text = readFileSync(file, "utf8");
  writeFileSync(target, path.endsWith(".js") ? plainCode(text) : text);
}

/** Returns code without comments, and with the indentation of the sources, which is half of that of TypeScript. */
function plainCode(text) {
  const code = ts.transpileModule(text, { compilerOptions: PLAIN }).outputText;
  const inTemplates = templatesIn(ts.createSourceFile("a.js", code, ts.ScriptTarget.ESNext));
  return code.replace(/^(?: {4})+/gm, (spaces, at) =>
    inTemplates.some(([start, end]) => start < at && at < end) ? spaces : spaces.slice(spaces.length / 2),
  );
}

/** Returns the places of the parts of template literals, in which spaces are part of a value. */
function templatesIn(source) {
  const found = [];
  const visit = (node) => {
    if (ts.isTemplateLiteralToken(node)) found.push([node.getStart(source), node.end]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Files of declarations, and all that they import. */
function typesFrom(compiled, starts) {
  const found = new Set(starts);
  for (const path of found) {
    const text = readFileSync(join(compiled, path), "utf8");
    for (const [, specifier] of text.matchAll(/(?:from |import\()"(\.[^"]+)\.js"/g)) {
      found.add(relative(compiled, join(compiled, dirname(path), `${specifier}.d.ts`)));
    }
  }
  return [...found];
}

for (const path of ASSEMBLED) rmSync(join(own, path), { recursive: true, force: true });
if (!process.argv.includes("--clean")) await assemble();
