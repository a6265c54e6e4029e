/**
 * Bundles compiled modules into few files, with the packages that they use. Node 20 needs some 200 ms to load a thousand
 * ECMAScript modules, and it can keep compiled code between processes only for CommonJS.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Packages that stay outside: they are large, and only some commands load them. */
export const EXTERNAL = ["@kubernetes/client-node", "ts-morph"];

const COMMON = {
  bundle: true,
  platform: "node",
  target: "node20",
  external: EXTERNAL,
  // Node itself would load `main`, which is a form that no bundler can read in jsonc-parser.
  mainFields: ["module", "main"],
  // The paths in the bundle must not depend on the place of the checkout.
  preserveSymlinks: true,
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  logLevel: "error",
  metafile: true,
};

/**
 * Bundles the command line, as CommonJS, next to its modules in the directory of compiled code. Returns the paths of all
 * modules in the bundle. `import.meta.url` becomes the URL of the bundle, so the modules that use it must be in
 * directories of the same depth.
 */
export async function bundleCommandLine(compiled) {
  const { metafile } = await build({
    ...COMMON,
    absWorkingDir: compiled,
    entryPoints: { "crd-bundle": "scripts/cli/entry.js", start: "scripts/cli/start.js" },
    outdir: join(compiled, "scripts/cli"),
    outExtension: { ".js": ".cjs" },
    format: "cjs",
    alias: { "ts-morph": fileURLToPath(new URL("compiler-only.cjs", import.meta.url)) },
    define: { "import.meta.url": "bundleUrl" },
    banner: { js: 'const bundleUrl = require("node:url").pathToFileURL(__filename).href;' },
  });
  return modulesIn(compiled, metafile);
}

/**
 * Bundles modules of the library to a directory, where they have the same paths as before and share their parts. Returns
 * the paths of all modules in the bundles.
 */
export async function bundleLibraries(compiled, modules, outdir) {
  const { metafile } = await build({
    ...COMMON,
    absWorkingDir: compiled,
    entryPoints: modules,
    outdir,
    outbase: compiled,
    chunkNames: "scripts/shared/[hash]",
    format: "esm",
    splitting: true,
  });
  return modulesIn(compiled, metafile);
}

function modulesIn(compiled, metafile) {
  return Object.keys(metafile.inputs).map((path) => join(compiled, path));
}
