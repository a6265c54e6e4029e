/** Finds out where the running tool was installed from, so another project can depend on the same package. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { TOOL_PACKAGE } from "../core/config/new-project.js";
import { isJsonObject, objectIn, parseJson } from "../core/model/json.js";
import { readRegularFile } from "./files.js";
import { toolDirectory, toolVersion } from "./tool.js";

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

/** Returns the origin of the tool whose package is in a directory. Only a checkout contains its sources. */
export async function toolOrigin(directory = toolDirectory()): Promise<ToolOrigin> {
  if (existsSync(join(directory, "cli/main.ts"))) return { from: "checkout", package: directory };
  return (await installedFrom(directory)) ?? { from: "unknown", version: toolVersion() };
}

/** Returns the origin that npm noted when it installed the package. */
async function installedFrom(directory: string): Promise<ToolOrigin | undefined> {
  const modules = dirname(directory);
  const lockfile = await readRegularFile(join(modules, ".package-lock.json"), LIMIT);
  const json = parseJson(lockfile?.toString("utf8"));
  if (!isJsonObject(json)) return undefined;
  const { version, resolved, integrity } = objectIn(objectIn(json, "packages"), `node_modules/${TOOL_PACKAGE}`);
  if (typeof version !== "string" || typeof resolved !== "string") return undefined;
  if (resolved.startsWith("file:")) return packageFile(resolve(dirname(modules), resolved.slice(5)), integrity);
  const isOfRegistry = resolved.endsWith(`/${TOOL_PACKAGE}/-/${TOOL_PACKAGE}-${version}.tgz`);
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
