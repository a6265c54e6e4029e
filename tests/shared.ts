/**
 * What stands beside every checkout and belongs to none: upstream test vectors and published CRDs. Tests that compare
 * with them are skipped where they are missing.
 */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { ROOT } from "./golden.js";

/** The folder that the environment names in SHARED, else the one beside the checkout; nothing where there is none. */
export function sharedFolder(): string | undefined {
  const folder = resolve(process.env.SHARED || join(ROOT, "../shared"));
  return existsSync(folder) ? folder : undefined;
}

/** A file in that folder. Says so where it is missing. */
export function sharedFile(path: string): string | undefined {
  const folder = sharedFolder();
  const file = folder && join(folder, path);
  if (file && existsSync(file)) return file;
  process.stdout.write(`(left out: shared/${path} is not there) `);
  return undefined;
}
