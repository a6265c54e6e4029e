/** Prints how many objects the API server accepts, and accepted objects with their defaults. */
import type { ValidatedObject } from "../core/model/validated-object.js";
import { counted } from "../core/words/counted.js";
import { printYaml } from "../core/yaml/print.js";
import { printable } from "./printable.js";

/** Returns a summary in one line, or an empty string if there are no objects. */
export function printValidatedObjects(objects: readonly ValidatedObject[]): string {
  if (objects.length === 0) return "";
  const rejected = objects.filter(({ accepted }) => !accepted).length;
  const files = new Set(objects.map(({ file }) => file)).size;
  const found = `${counted(objects.length, "object")}${files > 1 ? ` in ${files} files` : ""}`;
  if (rejected === 0) return `${found} accepted\n`;
  if (rejected === objects.length) return `${found} rejected\n`;
  return `${found}: ${objects.length - rejected} accepted, ${rejected} rejected\n`;
}

/** Returns the accepted objects as a stream of YAML documents. */
export function printDefaulted(objects: readonly ValidatedObject[]): string {
  return objects
    .flatMap(({ object }) => (object ? [printYaml(object)] : []))
    .map(printable)
    .join("---\n");
}
