/**
 * Bundles compiled modules into few files, with the packages that they use. Node 20 needs some 200 ms to load a thousand
 * ECMAScript modules, and it can keep compiled code between processes only for CommonJS.
 */
import { writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Packages that stay outside: they are large, and only some commands load them. */
export const EXTERNAL = ["@kubernetes/client-node", "ts-morph"];

/** The file in the directory of compiled code that lists the modules of packages in the bundles, relative to the checkout. */
export const BUNDLED = "bundled.json";

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
};

/**
 * Bundles the command line and the plugin for editors, as CommonJS, and small parts of the library, next to their modules in the directory of
 * compiled code. The directory must be two levels below the checkout, because the bundles contain relative paths of
 * packages and must be the same in every checkout. `digest` is that of the sources.
 */
export async function bundle(compiled, digest) {
  const commandLine = await build({
    ...COMMON,
    absWorkingDir: compiled,
    entryPoints: {
      "cli/crd-bundle": "scripts/cli/entry.js",
      "cli/start": "scripts/cli/start.js",
      "editor/plugin": "scripts/editor/plugin.js",
    },
    outdir: join(compiled, "scripts"),
    outExtension: { ".js": ".cjs" },
    format: "cjs",
    // Node 20 cannot run `import()` in code that it loads from a cache.
    supported: { "dynamic-import": false },
    alias: { "ts-morph": fileURLToPath(new URL("compiler-only.cjs", import.meta.url)) },
    // Modules that use their URL must be in directories of the same depth as the bundle.
    define: { "import.meta.url": "bundleUrl", TOOL_DIGEST: JSON.stringify(digest) },
    banner: { js: 'const bundleUrl = require("node:url").pathToFileURL(__filename).href;' },
  });
  const library = await build({
    ...COMMON,
    absWorkingDir: compiled,
    entryPoints: ["conversion", "validation"].map((part) => `scripts/app/${part}/index.js`),
    outdir: join(compiled, "library"),
    outbase: compiled,
    chunkNames: "scripts/shared/[hash]",
    format: "esm",
    splitting: true,
  });
  const modules = [commandLine, library].flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const root = resolve(compiled, "../..");
  const ofPackages = modules
    .map((path) => relative(root, join(compiled, path)).split(sep).join("/"))
    .filter((path) => path.startsWith("node_modules/"));
  writeFileSync(join(compiled, BUNDLED), JSON.stringify([...new Set(ofPackages)].sort(), null, 2));
}
