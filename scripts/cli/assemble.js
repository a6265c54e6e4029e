/**
 * Assembles the package before npm packs it: the package is `scripts/`, but in a checkout the compiled tool, its
 * templates and its docs are elsewhere. With `--clean`, removes what was assembled.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { BUNDLED } from "./bundle.js";
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
  "editor",
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
const ASSEMBLED = ["LICENSE", "THIRD-PARTY-LICENSES", "build", "docs", "templates"];
const COMPILED = "build/scripts";
/**
 * The code of the package: the command line, parts that prepare the process or run in a thread, and the editors'
 * plugin.
 */
const BUNDLES = [
  ...["compiler", "crd-bundle", "library", "start", "type-checker-thread", "group-printer-thread"].map(
    (name) => `cli/${name}.cjs`,
  ),
  "editor/plugin.cjs",
];
/** The exports of the package. Of all types, the package has those that its users can reach. */
const EXPORTS = ["app/index.d.ts", "app/conversion/index.d.ts", "app/validation/index.d.ts"];

async function assemble() {
  await ensureCompiled(root);
  const compiled = join(root, COMPILED);
  const types = typesFrom(compiled, EXPORTS);
  const built = [...BUNDLES, ...types].map((path) => join(COMPILED, path));
  for (const path of [...COPIED, ...built]) cpSync(join(root, path), join(own, path), { recursive: true });
  cpSync(join(root, "build/library"), join(own, "build"), { recursive: true });
  writeFileSync(join(own, COMPILED, "app/index.js"), await libraryOf(compiled));
  const bundled = JSON.parse(readFileSync(join(root, "build", BUNDLED), "utf8"));
  writeFileSync(join(own, "THIRD-PARTY-LICENSES"), licensesOf(packagesOf(bundled)));
}

/** Returns the module of the whole library, whose code is in the bundle of the command line. */
async function libraryOf(compiled) {
  const names = Object.keys(await import(pathToFileURL(join(compiled, "app/index.js")).href)).sort();
  return `import modules from "../cli/library.cjs";\nexport const { ${names.join(", ")} } = modules["app/index.js"];\n`;
}

/** Returns the directories of the packages that contain the given modules. */
function packagesOf(modules) {
  return [...new Set(modules.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)[0]))];
}

/** Returns the licenses of packages, which their copies in the bundle must include. */
function licensesOf(directories) {
  const licenses = directories.map((directory) => {
    const { name, version } = JSON.parse(readFileSync(join(root, directory, "package.json"), "utf8"));
    const files = readdirSync(join(root, directory)).filter((file) => /^(licen[cs]e|notice)/i.test(file));
    if (files.length === 0) throw new Error(`${name} ${version} has no license file, so it cannot be in the package`);
    const texts = files.map((file) => readFileSync(join(root, directory, file), "utf8").trim());
    return `${name} ${version}\n\n${texts.join("\n\n")}\n`;
  });
  return `The files in build/ contain code of these packages.\n\n${licenses.join(`\n${"-".repeat(80)}\n\n`)}`;
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
