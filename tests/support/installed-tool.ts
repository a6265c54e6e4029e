import { copyFileSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./golden.js";

/** Installs the package of the tool: this checkout, with the compiled code at the paths of `exports`. */
export function installTool(directory: string): void {
  const installed = join(directory, "node_modules/crd-bundle");
  mkdirSync(installed, { recursive: true });
  copyFileSync(join(ROOT, "scripts/package.json"), join(installed, "package.json"));
  symlinkSync(join(ROOT, "build"), join(installed, "build"), "junction");
}
