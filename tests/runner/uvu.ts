/**
 * Loads the real uvu for the replacements in this directory. uvu counts neither assertions nor the reasons for skipped
 * tests. For this reason, the compiled tests are a package with the name uvu, defined in `stand-ins.json`: if a test
 * imports uvu, Node loads the replacements. Hooks of the module loader would have the same effect, but cost each
 * process a second.
 */
import { createRequire } from "node:module";

/** Resolves modules from the root of the checkout, which is outside of the package of the compiled tests. */
export const requireReal = createRequire(new URL("../../../package.json", import.meta.url));
