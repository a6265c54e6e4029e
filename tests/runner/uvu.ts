/**
 * Loads the real uvu for the stand-ins in this directory. uvu counts neither assertions nor the reasons why tests are skipped,
 * so the compiled tests are a package that is called uvu itself, `stand-ins.json`: where they import uvu, Node gives them
 * the stand-ins. Hooks of the module loader would do the same, but take a second of each process.
 */
import { createRequire } from "node:module";

/** Resolves from the root of the checkout, which is outside of the package of the compiled tests. */
export const requireReal = createRequire(new URL("../../../package.json", import.meta.url));
