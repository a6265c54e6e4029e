import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./golden.js";

/**
 * The folder of facts and corpora beside the checkout, or undefined where there is none: the tests that need it are
 * then counted as skipped. `SHARED` names another place.
 */
export function sharedFolder(): string | undefined {
  const folder = process.env.SHARED ?? join(ROOT, "../shared");
  return existsSync(folder) ? folder : undefined;
}
