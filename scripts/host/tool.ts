/** The package of this tool. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The directory that has the compiled code in `build/scripts/`: the package, or a checkout, which has it in `scripts/`. */
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Returns the package.json of the tool, as text. */
export function toolManifest(): string {
  const inCheckout = join(ROOT, "scripts/package.json");
  return readFileSync(existsSync(inCheckout) ? inCheckout : join(ROOT, "package.json"), "utf8");
}

/** Returns the version of the tool, without a leading v. */
export function toolVersion(): string {
  const { version } = JSON.parse(toolManifest()) as { readonly version: string };
  return version;
}
