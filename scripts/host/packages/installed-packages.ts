/**
 * Finds the modules of packages as Node does, but reads only `.ts` files and `package.json`, and runs nothing. Packages
 * are not trusted: a module must be a regular file inside the directory of its package. Source: PACKAGE_RESOLVE in
 * Node's documentation, "Modules: ECMAScript modules".
 */
import { basename, dirname, join, posix, relative, sep } from "node:path";
import type { SourceText } from "../../core/model/location.js";
import { BLOCKING } from "../blocking-files.js";
import { isNothing } from "../files.js";
import { isWithin } from "../paths.js";
import { readPackageFile, UnsoundInput, unreadable } from "../sources.js";
import { toolDirectory } from "../tool.js";
import { exportedPath, isObject, isPlainPath } from "./exports.js";

/** The name of the tool's own package. Its types are those of the running tool, wherever it is installed. */
const OWN = "crd-bundle";
const NAME = /^(?<name>(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*)(?<rest>\/.*)?$/;

interface InstalledPackage {
  readonly name: string;
  /** Without links. */
  readonly directory: string;
  /** Its directory relative to the project, for diagnostics. */
  readonly shown: string;
  readonly manifest: Readonly<Record<string, unknown>>;
}

/** A module of a package. */
export interface PackageModule {
  readonly source: SourceText;
  readonly package: InstalledPackage;
  /** Its path in the package. */
  readonly path: string;
}

export type FoundModule = { readonly module: PackageModule } | { readonly problem: string };

export class InstalledPackages {
  readonly #packages = new Map<string, Promise<InstalledPackage | string>>();
  readonly #sources = new Map<string, Promise<SourceText | undefined>>();

  /**
   * @param root the directory of the project; its modules find packages in its `node_modules` and in those above it
   * @param conditions the conditions of `exports` that apply
   */
  constructor(
    readonly root: string,
    readonly conditions: ReadonlySet<string>,
  ) {}

  /** Finds the module that a specifier names in a module of a package or, if unset, in the project. */
  async find(specifier: string, importer?: PackageModule): Promise<FoundModule> {
    if (/^[./]/.test(specifier))
      return importer ? this.#relative(specifier, importer) : { problem: "is not in a package" };
    const { name, rest = "" } = NAME.exec(specifier)?.groups ?? {};
    if (name === undefined) return { problem: "this is not the name of a package" };
    const start = importer
      ? dirname(join(importer.package.directory, importer.path))
      : await BLOCKING.realpath(this.root);
    const found = await this.#package(name, start);
    return typeof found === "string" ? { problem: found } : this.#exported(found, `.${rest}`);
  }

  async #relative(specifier: string, importer: PackageModule): Promise<FoundModule> {
    const path = posix.join(posix.dirname(importer.path), specifier);
    if (!isPlainPath(path)) return { problem: `the path leads out of ${importer.package.shown}` };
    return this.#moduleAt(importer.package, path, true);
  }

  async #exported(from: InstalledPackage, subpath: string): Promise<FoundModule> {
    const { exports } = from.manifest;
    if (exports !== undefined && exports !== null) {
      const target = exportedPath(exports, subpath, this.conditions);
      return "problem" in target ? target : this.#moduleAt(from, target.path, false);
    }
    const path = subpath === "." ? mainOf(from.manifest) : subpath.slice(2);
    if (!isPlainPath(path)) return { problem: `${JSON.stringify(path)} is not a path in ${from.shown}` };
    return this.#moduleAt(from, path, true);
  }

  /** `isGuessed` is set if a path may lack its extension, as in TypeScript. */
  async #moduleAt(from: InstalledPackage, path: string, isGuessed: boolean): Promise<FoundModule> {
    const candidates = sourcesOf(path, isGuessed);
    for (const candidate of candidates) {
      const source = await this.#source(from, candidate);
      if (source) return { module: { source, package: from, path: candidate } };
    }
    const file = `${from.shown}/${candidates[0] ?? path}`;
    return { problem: candidates.length > 0 ? `there is no ${file}` : `${file} is not a .ts file with types` };
  }

  #source(from: InstalledPackage, path: string): Promise<SourceText | undefined> {
    const file = join(from.directory, path);
    const source = this.#sources.get(file) ?? readPackageFile(from.directory, path, `${from.shown}/${path}`);
    this.#sources.set(file, source);
    return source;
  }

  /** Returns the package with a name, or the reason why it cannot be used. */
  async #package(name: string, start: string): Promise<InstalledPackage | string> {
    if (name === OWN) return this.#open(name, toolDirectory(), `node_modules/${OWN}`);
    for (const parent of directoriesAbove(start)) {
      const place = join(parent, "node_modules", name);
      const shown = relative(await BLOCKING.realpath(this.root), place)
        .split(sep)
        .join("/");
      const directory = await directoryAt(place, shown);
      if (directory === undefined) continue;
      const found = await this.#open(name, directory, shown);
      const isOther = typeof found !== "string" && found.manifest.name !== name;
      return isOther && !isWithin(parent, directory) ? `${shown} is a link to something else` : found;
    }
    return "the package is not installed";
  }

  /** Opens a package only once, because all modules that import it must share its types. */
  #open(name: string, directory: string, shown: string): Promise<InstalledPackage | string> {
    const opened = this.#packages.get(directory) ?? openPackage(name, directory, shown);
    this.#packages.set(directory, opened);
    return opened;
  }
}

async function openPackage(name: string, directory: string, shown: string): Promise<InstalledPackage | string> {
  const file = await readPackageFile(directory, "package.json", `${shown}/package.json`);
  const manifest = file ? objectIn(file.text) : {};
  return manifest ? { name, directory, shown, manifest } : `${shown}/package.json is not a JSON object`;
}

function objectIn(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the path of the main module of a package without `exports`. */
function mainOf({ types, main }: Readonly<Record<string, unknown>>): string {
  const path = [types, main].find((field) => typeof field === "string");
  return posix.normalize(typeof path === "string" ? path : "index.js");
}

/** Returns the paths of the sources that a path can mean. A compiled file stands for the source next to it. */
function sourcesOf(path: string, isGuessed: boolean): string[] {
  if (/\.d\.[cm]?ts$/.test(path)) return [];
  if (path.endsWith(".ts")) return [path];
  if (path.endsWith(".js")) return [`${path.slice(0, -".js".length)}.ts`];
  return isGuessed ? [`${path}.ts`, `${path}/index.ts`] : [];
}

/** Returns the directories whose `node_modules` Node searches: a directory and those above it. */
function directoriesAbove(start: string): string[] {
  const parent = dirname(start);
  const above = parent === start ? [] : directoriesAbove(parent);
  return basename(start) === "node_modules" ? above : [start, ...above];
}

/** Returns the path of a directory without links, or undefined if there is none. */
async function directoryAt(path: string, shown: string): Promise<string | undefined> {
  try {
    const real = await BLOCKING.realpath(path);
    return (await BLOCKING.stat(real)).isDirectory() ? real : undefined;
  } catch (error) {
    if (isNothing(error) || (error as NodeJS.ErrnoException).code === "ELOOP") return undefined;
    throw new UnsoundInput(unreadable(shown, error));
  }
}
