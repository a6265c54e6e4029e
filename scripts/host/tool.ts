/** Reads the package of this tool. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The directory that contains the compiled code in `build/scripts/`. It is the package, or a checkout with the package
 * in `scripts/`.
 */
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Returns the directory of the tool's package. */
export function toolDirectory(): string {
  const inCheckout = join(ROOT, "scripts");
  return existsSync(join(inCheckout, "package.json")) ? inCheckout : ROOT;
}

/** Returns the package.json of the tool, as text. */
function toolManifest(): string {
  return readFileSync(join(toolDirectory(), "package.json"), "utf8");
}

/** Returns the version of the tool, without a leading v. */
export function toolVersion(): string {
  const { version } = JSON.parse(toolManifest()) as { readonly version: string };
  return version;
}

/** In the bundle, the digest of the sources of the tool. compile.js computes it. */
declare const TOOL_DIGEST: string | undefined;

/**
 * Returns a digest of everything that determines the results of the tool: its sources, and the versions of its libraries.
 * The digest is part of the bundle, because another run can replace the files next to it.
 */
export function toolDigest(): string {
  return typeof TOOL_DIGEST === "string" ? TOOL_DIGEST : readFileSync(join(ROOT, "build/.tool"), "utf8");
}
