/** Finds out where the running tool was installed from, so another project can depend on the same package. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isJsonObject, objectIn, parseJson } from "../core/model/json.js";
import { readRegularFile } from "./files.js";
import { TOOL_ROOT, toolVersion } from "./tool.js";

export type ToolOrigin =
  /** A package that npm can install by its specification, such as a version or a Git URL. */
  | { readonly from: "package"; readonly specification: string }
  /** A package file on this computer. */
  | { readonly from: "file"; readonly path: string; readonly bytes: Uint8Array }
  /** A checkout; `package` is the directory of the package in it. */
  | { readonly from: "checkout"; readonly package: string }
  /** A package manager that does not say where the package is from. */
  | { readonly from: "unknown"; readonly version: string };

/** In bytes. The package has a fraction of it, as has the lockfile of a large project. */
const LIMIT = 1 << 26;

/** Returns the origin of the tool whose package, or whose checkout, is in a directory. */
export async function toolOrigin(root = TOOL_ROOT): Promise<ToolOrigin> {
  const inCheckout = join(root, "scripts");
  if (existsSync(join(inCheckout, "package.json"))) return { from: "checkout", package: inCheckout };
  return (await installedFrom(root)) ?? { from: "unknown", version: toolVersion() };
}

/** Returns the origin that npm noted when it installed the package. */
async function installedFrom(root: string): Promise<ToolOrigin | undefined> {
  const modules = dirname(root);
  const lockfile = await readRegularFile(join(modules, ".package-lock.json"), LIMIT);
  const json = parseJson(lockfile?.toString("utf8"));
  if (!isJsonObject(json)) return undefined;
  const { version, resolved, integrity } = objectIn(objectIn(json, "packages"), `node_modules/${basename(root)}`);
  if (typeof version !== "string" || typeof resolved !== "string") return undefined;
  if (resolved.startsWith("file:")) return packageFile(resolve(dirname(modules), resolved.slice(5)), integrity);
  const isOfRegistry = resolved.endsWith(`/${basename(root)}/-/${basename(root)}-${version}.tgz`);
  return { from: "package", specification: isOfRegistry ? version : resolved };
}

/** Returns a package file, if it is still the one that was installed. npm encodes some characters of its path. */
async function packageFile(noted: string, integrity: unknown): Promise<ToolOrigin | undefined> {
  for (const path of [noted, decoded(noted)]) {
    const bytes = await readRegularFile(path, LIMIT);
    const digest = bytes && `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    if (bytes && digest === integrity) return { from: "file", path, bytes };
  }
  return undefined;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
