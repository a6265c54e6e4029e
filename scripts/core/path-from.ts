import { relative, sep } from "node:path";

/** A path as one would type it where the command runs, with forward slashes. */
export function pathFrom(cwd: string, path: string): string {
  return relative(cwd, path).split(sep).join("/");
}
