/**
 * Bundles compiled modules into few files, with the packages that they use. Node 20 needs some 200 ms to load a
 * thousand ECMAScript modules, and it can keep compiled code between processes only for CommonJS.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { COMPILER, compilerPart, namesOf, PARSER } from "./compiler-parts.js";

/** Packages that stay outside: they are large, and only some commands load them. */
export const EXTERNAL = ["@kubernetes/client-node"];

/**
 * The file in the directory of compiled code that lists the modules of packages in the bundles, relative to the
 * checkout.
 */
export const BUNDLED = "bundled.json";

/**
 * Makes `import … = require(…)` visible to esbuild. TypeScript compiles it, in an ECMAScript module, to a call of a
 * function that the module creates.
 */
const followRequire = {
  name: "follow-require",
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]scripts[/\\].*\.js$/ }, ({ path }) => {
      const code = readFileSync(path, "utf8");
      return { contents: code.replace(CREATE_REQUIRE, "").replaceAll("__require(", "require(") };
    });
  },
};

const CREATE_REQUIRE = /^import \{ createRequire as _createRequire \} from "module";\nconst __require = .*;\n/m;

/** Puts the library of TypeScript, which a large dependency of ts-morph contains, into the bundle itself. */
const includeLibrary = {
  name: "include-library",
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]language[/\\]read[/\\]library-files\.js$/ }, async ({ path }) => {
      const { libraryFiles } = await import(pathToFileURL(path).href);
      return { contents: `export const libraryFiles = () => ${JSON.stringify(libraryFiles())};` };
    });
  },
};

/**
 * Loads modules of Node, and the package that starts processes, when they are used first. Importing them takes up to
 * half the time of a short command, and few commands use them all.
 */
const loadLater = {
  name: "load-later",
  setup({ onResolve, onLoad }) {
    const namespace = "later";
    const modules =
      /^(?:(?:node:)?(?:child_process|crypto|fs\/promises|https?|net|readline\/promises|timers\/promises|tty|v8|worker_threads)|execa)$/;
    onResolve({ filter: modules }, ({ path, namespace: importer }) =>
      importer === namespace ? undefined : { path, namespace },
    );
    onLoad({ filter: /.*/, namespace }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) => name !== "default");
      const getters = names.map((name) => `get ${name}() { return require("${path}").${name}; }`);
      return { contents: `module.exports = { ${getters.join(", ")} };`, resolveDir: import.meta.dirname };
    });
  },
};

/**
 * Packages in the bundles that no import shows: the one with the library of TypeScript, and TypeScript for its license.
 */
const INCLUDED = ["node_modules/@ts-morph/common/package.json", "node_modules/typescript-6/package.json"];

const COMMON = {
  bundle: true,
  platform: "node",
  target: "node20",
  external: EXTERNAL,
  // Node itself would load `main`, which is a form that no bundler can read in jsonc-parser.
  mainFields: ["module", "main"],
  preserveSymlinks: true,
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  logLevel: "error",
  metafile: true,
  plugins: [includeLibrary, followRequire],
};

/** The bundle of the TypeScript compiler, with all that finding type errors needs. */
const COMPILER_BUNDLE = "compiler.cjs";

/** Returns the path of a module in `scripts/`. */
function moduleAt(path) {
  return path
    .split(/[\\/]scripts[\\/]/)
    .at(-1)
    .split(sep)
    .join("/");
}

/** Returns a plugin that replaces modules of the tool by code, which is given by their path in `scripts/`. */
function withModules(codes) {
  return {
    name: "with-modules",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: new RegExp(`^\\./${COMPILER_BUNDLE}$`) }, ({ path }) => ({ path, external: true }));
      onLoad({ filter: /[/\\]scripts[/\\].*\.js$/ }, ({ path }) => {
        const module = moduleAt(path);
        return Object.hasOwn(codes, module) ? { contents: codes[module] } : undefined;
      });
    },
  };
}

const FROM_BUNDLE = `export const { ts, SyntaxKind } = require("./${COMPILER_BUNDLE}");`;

/** Returns the code of a module whose object `ts` loads the compiler when it is used. */
function loadingCompilerLater(names) {
  const getters = names.map((name) => `get ${name}() { return require("./${COMPILER_BUNDLE}").ts.${name}; }`);
  return `export const ts = { ${getters.join(", ")} };`;
}

/**
 * The bundle of all that the commands do. Its exports are modules, by their path in `scripts/`, which load when used.
 */
const LIBRARY = "library.cjs";

/**
 * Leaves out the modules that are loaded only when a command runs, so `--help` and `explain` need not read them.
 * Classes are not shared between bundles, so the library catches its errors itself.
 */
function withoutLibrary(found) {
  const namespace = "library";
  return {
    name: "without-library",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, ({ path, kind, resolveDir }) => {
        const module = moduleAt(join(resolveDir, path));
        if (kind !== "dynamic-import" || !/^(app|host)\//.test(module)) return undefined;
        found.add(module);
        return { path: module, namespace };
      });
      onLoad({ filter: /.*/, namespace }, ({ path }) => {
        return { contents: `module.exports = require("./${LIBRARY}")[${JSON.stringify(path)}];`, loader: "js" };
      });
      onResolve({ filter: /.*/, namespace }, ({ path }) => ({ path, external: true }));
    },
  };
}

/** Returns the code of a module whose exports are modules. */
function exportsOf(modules) {
  const getters = modules.map((module) => {
    const name = JSON.stringify(module);
    return `get ${name}() { return require(${JSON.stringify(`./scripts/${module}`)}); }`;
  });
  return `module.exports = { ${getters.join(", ")} };`;
}

/**
 * Bundles the command line and the plugin for editors, as CommonJS, and small parts of the library, next to their
 * modules in the directory of compiled code. The directory must be two levels below the checkout, because the bundles
 * contain relative paths of packages and must be the same in every checkout. `digest` is that of the sources.
 */
export async function bundle(compiled, digest) {
  const commonJs = {
    ...COMMON,
    absWorkingDir: compiled,
    format: "cjs",
    // Node 20 cannot run `import()` in code that it loads from a cache.
    supported: { "dynamic-import": false },
    // Modules that use their URL must be in directories of the same depth as the bundle.
    define: { "import.meta.url": "bundleUrl", TOOL_DIGEST: JSON.stringify(digest) },
    banner: { js: 'const bundleUrl = require("node:url").pathToFileURL(__filename).href;' },
    plugins: [loadLater, ...COMMON.plugins],
  };
  const directory = join(compiled, "scripts/cli");
  const [ofParser, ofCompiler] = [PARSER, COMPILER].map((part) => namesOf(part, compiled));
  const compiler = await build({
    ...commonJs,
    stdin: { contents: await compilerPart([...new Set([...ofParser, ...ofCompiler])]), sourcefile: "compiler.js" },
    outfile: join(directory, COMPILER_BUNDLE),
    plugins: [],
  });
  const used = new Set(["app/index.js", "app/editing/edited-project.js"]);
  const commandLine = await build({
    ...commonJs,
    entryPoints: ["scripts/cli/main.js"],
    outfile: join(directory, "crd-bundle.cjs"),
    plugins: [withoutLibrary(used), ...commonJs.plugins],
  });
  const library = await build({
    ...commonJs,
    stdin: { contents: exportsOf([...used].sort()), resolveDir: compiled, sourcefile: "library.js" },
    outfile: join(directory, LIBRARY),
    plugins: [
      withModules({
        [PARSER]: await compilerPart(ofParser),
        [COMPILER]: loadingCompilerLater(ofCompiler),
      }),
      ...commonJs.plugins,
    ],
  });
  const thread = await build({
    ...commonJs,
    entryPoints: ["scripts/cli/type-checker-thread.js"],
    outfile: join(directory, "type-checker-thread.cjs"),
    plugins: [withModules({ [PARSER]: FROM_BUNDLE, [COMPILER]: FROM_BUNDLE }), ...commonJs.plugins],
  });
  const others = await build({
    ...commonJs,
    entryPoints: ["cli/start", "cli/group-printer-thread", "editor/plugin"].map((name) => `scripts/${name}.js`),
    outdir: compiled,
    outbase: compiled,
    outExtension: { ".js": ".cjs" },
  });
  const parts = await build({
    ...COMMON,
    absWorkingDir: compiled,
    entryPoints: ["conversion", "validation"].map((part) => `scripts/app/${part}/index.js`),
    outdir: join(compiled, "library"),
    outbase: compiled,
    chunkNames: "scripts/shared/[hash]",
    format: "esm",
    splitting: true,
  });
  const modules = [commandLine, compiler, library, thread, others, parts].flatMap(({ metafile }) =>
    Object.keys(metafile.inputs),
  );
  const root = resolve(compiled, "../..");
  const ofPackages = modules
    .map((path) => relative(root, join(compiled, path)).split(sep).join("/"))
    .filter((path) => path.startsWith("node_modules/"));
  writeFileSync(join(compiled, BUNDLED), JSON.stringify([...new Set([...ofPackages, ...INCLUDED])].sort(), null, 2));
}
