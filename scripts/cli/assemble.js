/**
 * Assembles the package before npm packs it: the package is `scripts/`, but in a checkout the compiled tool, its templates
 * and its docs are elsewhere. With `--clean`, removes what was assembled.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundleCommandLine, bundleLibraries } from "./bundle.js";
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
const ASSEMBLED = ["LICENSE", "THIRD-PARTY-LICENSES", "build", "docs", "templates"];
const COMPILED = "build/scripts";
/** The code of the package, with a part that prepares the process. */
const BUNDLES = ["cli/crd-bundle.cjs", "cli/start.cjs"];
const DIGEST = "build/.tool";
/** The exports of the package. Of all types, the package has those that its users can reach. */
const LIBRARY = "app/index";
const SMALL_LIBRARIES = ["app/conversion/index", "app/validation/index"];

async function assemble() {
  await ensureCompiled(root);
  const compiled = join(root, COMPILED);
  const types = typesFrom(
    compiled,
    [LIBRARY, ...SMALL_LIBRARIES].map((module) => `${module}.d.ts`),
  );
  const built = [...BUNDLES, ...types].map((path) => join(COMPILED, path));
  for (const path of [...COPIED, ...built, DIGEST]) cpSync(join(root, path), join(own, path), { recursive: true });
  writeFileSync(join(own, COMPILED, `${LIBRARY}.js`), await libraryOf(compiled));
  const build = join(root, "build");
  const small = SMALL_LIBRARIES.map((module) => `scripts/${module}.js`);
  const bundled = [await bundleCommandLine(build), await bundleLibraries(build, small, join(own, "build"))].flat();
  writeFileSync(join(own, "THIRD-PARTY-LICENSES"), licensesOf(packagesOf(bundled)));
}

/** Returns the module of the whole library, whose code is in the bundle of the command line. */
async function libraryOf(compiled) {
  const names = Object.keys(await import(pathToFileURL(join(compiled, `${LIBRARY}.js`)).href)).sort();
  return `import bundle from "../cli/crd-bundle.cjs";\nexport const { ${names.join(", ")} } = await bundle.loadLibrary();\n`;
}

/** Returns the directories of the packages that contain the given modules. */
function packagesOf(modules) {
  const directories = modules.map((path) => /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(path)?.[0]);
  return [...new Set(directories.filter((directory) => directory !== undefined))].sort();
}

/** Returns the licenses of packages, which their copies in the bundle must include. */
function licensesOf(directories) {
  const licenses = directories.map((directory) => {
    const { name, version, license } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
    const file = readdirSync(directory).find((file) => /^licen[cs]e/i.test(file));
    const text = file ? readFileSync(join(directory, file), "utf8").trim() : `License: ${license}`;
    return `${name} ${version}\n\n${text}\n`;
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
