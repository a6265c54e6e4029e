import { relative, sep } from "node:path";

/** Returns a path relative to the directory of the command, with forward slashes, as users would type it. */
export function pathFrom(cwd: string, path: string): string {
  return relative(cwd, path).split(sep).join("/");
}
