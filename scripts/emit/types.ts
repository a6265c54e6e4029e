/**
 * Prints a trimmed model as a TypeScript package: one module per version of a group, and one index per channel. The
 * functions of the modules validate objects.
 */

import { type BundlePart, partFiles } from "../core/bundle-index.js";
import { GENERATED_MARK, TYPES_DIRECTORY, TYPES_PACKAGE, typesDirectory } from "../core/bundle-layout.js";
import { type Checksum, type FilePrinter, lateFile } from "../core/file-printer.js";
import { type ApiModel, type Kind, type KindVersion, listKindOf, pluralOf, storageOf } from "../core/model/api.js";
import type { Bundle } from "../core/model/bundle.js";
import { compareStrings } from "../core/model/diagnostic.js";
import type { OutputFile } from "../core/model/output.js";
import { Remembered } from "../core/remembered.js";
import { type ChannelPrinter, filePart, type PrintedChannel } from "./printed-channel.js";
import type { Templates } from "./templates.js";
import { META_MODULE } from "./types/meta.js";
import { printModule, type Resource, type TypesModule } from "./types/module.js";
import { identifierOf } from "./types/syntax.js";
import { crdModule, functionsOf, printCrdModule, RUNTIME_DEPENDENCY, reexportFunctions } from "./types/validation.js";

/**
 * Returns the modules of a channel, in the order of their paths: their declarations, and separately their code with the
 * CRDs that it validates with.
 */
export function typesPrinter({ kubernetes }: Bundle, _: Templates, printer: FilePrinter): ChannelPrinter {
  return ({ model, channel, crds }) => {
    const modules = modulesOf(model, kubernetes.newest);
    const all = [printIndex(model, modules), { path: "meta", text: META_MODULE }, ...modules];
    const file = (path: string, extension: string, text: string) =>
      lateFile(`${typesDirectory(channel)}/${path}${extension}`, () => `// ${GENERATED_MARK}\n\n${text}`);
    const code = all.flatMap(({ path, code }) => (code === undefined ? [] : [file(path, ".js", code)]));
    const served = crds.filter(({ spec }) => spec.versions.some((version) => version.served));
    const schemas = served.map((crd) => {
      const path = `${typesDirectory(channel)}/${crdModule(crd.spec.group, crd.spec.names.plural)}`;
      return printer.file(path, () => printCrdModule(crd), [CRD_MODULES, crd, []]);
    });
    return [
      { key: TYPES, files: all.map(({ path, text }) => file(path, ".d.ts", text)).sort(byPath) },
      { key: "validation", files: [...code, ...schemas].sort(byPath) },
    ];
  };
}

const CRD_MODULES = new Remembered<Checksum>("module of a CRD");

function byPath(a: OutputFile, b: OutputFile): number {
  return compareStrings(a.path, b.path);
}

/** Key of the modules in `bundle.json`. */
const TYPES = "types";

/**
 * Returns the manifest of the package that contains the modules of all channels. It has no `type`: with
 * `"type": "module"`, the module resolution `node16` would not allow CommonJS modules to import the types.
 */
export function printTypesPackage(channels: readonly PrintedChannel[], bundle: Bundle): readonly BundlePart[] {
  const parts = channels.flatMap((channel) => channel.parts);
  const modules = parts.filter(({ key }) => key === TYPES).flatMap(partFiles);
  const paths = new Set(parts.flatMap(partFiles).map(({ path }) => path));
  const exports = modules.map(({ path }) => {
    const module = `.${path.slice(TYPES_DIRECTORY.length)}`.replace(/\.d\.ts$/, "");
    const hasCode = paths.has(path.replace(/\.d\.ts$/, ".js"));
    const files = { types: `${module}.d.ts`, ...(hasCode && { default: `${module}.js` }) };
    return [module.replace(/\/index$/, ""), files] as const;
  });
  const manifest = {
    "//": GENERATED_MARK,
    name: `${bundle.name}-types`,
    version: bundle.version,
    exports: Object.fromEntries(exports),
    ...RUNTIME_DEPENDENCY,
  };
  return [filePart("typesPackage", { path: TYPES_PACKAGE, text: `${JSON.stringify(manifest, null, 2)}\n` })];
}

/** Declarations and code of a module. */
interface Printed {
  /** Path from the directory of the channel, without extension. */
  readonly path: string;
  readonly text: string;
  readonly code?: string;
}

type Module = Printed & TypesModule;

const MODULES = new Remembered<TypesModule>("module of types");

/** Returns the modules, in the order of their paths. */
function modulesOf({ kinds }: ApiModel, kubernetes: string): Module[] {
  const resources = new Map<string, Resource[]>();
  for (const kind of kinds) {
    const { names } = storageOf(kind);
    const [listKind, plural] = [listKindOf(kind.kind, names), pluralOf(kind.kind, names)];
    const crd = `../${crdModule(kind.group, plural)}`;
    for (const version of kind.versions) {
      const path = modulePath(version);
      resources.set(path, [...(resources.get(path) ?? []), { version, listKind, crd }]);
    }
  }
  const inOrder = [...resources].sort(([a], [b]) => compareStrings(a, b));
  return inOrder.map(([path, own]) => {
    const inputs = own.flatMap(({ version, listKind, crd }) => [version, listKind, crd]);
    const print = () => printModule(own, "../meta.js", kubernetes);
    return { path, ...MODULES.of((own[0] as Resource).version, [kubernetes, ...inputs], print) };
  });
}

function modulePath({ group, version }: KindVersion): string {
  return `${group}/${version}`;
}

/**
 * Returns the index: every module under a name that is derived from its path, and each kind and its functions under
 * their own names, for importing them without stating a version.
 */
function printIndex({ kinds }: ApiModel, modules: readonly Module[]): Printed {
  const namespaces = [
    { name: "meta", path: "meta" },
    ...modules.map(({ path }) => ({ name: namespaceOf(path), path })),
  ];
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const names = kinds.flatMap((kind) => preferredNames(kind, byPath));
  const uses = new Map<string, number>();
  for (const { name } of [...namespaces, ...names]) uses.set(name, (uses.get(name) ?? 0) + 1);
  const plain = names.filter(({ name }) => uses.get(name) === 1);
  const ofModule = new Map(modules.map(({ path }): [string, IndexName[]] => [path, []]));
  for (const entry of plain) ofModule.get(entry.path)?.push(entry);
  const reexport = (path: string, keyword: string, isFunction: boolean) => {
    const own = (ofModule.get(path) ?? []).filter((entry) => entry.isFunction === isFunction);
    const lines = own.map(({ name }) => `  ${name},\n`).join("");
    return lines === "" ? "" : `${keyword} {\n${lines}} from "./${path}.js";\n`;
  };
  const text = [
    ...namespaces.map(({ name, path }) => `export type * as ${name} from "./${path}.js";\n`),
    ...modules.map(({ path }) => reexport(path, "export type", false) + reexport(path, "export", true)),
  ].join("");
  const functions = plain.filter(({ isFunction }) => isFunction);
  return { path: "index", text, ...(functions.length > 0 && { code: reexportFunctions(functions) }) };
}

/**
 * Returns the name for a module: `example_dev_v1` for `example.dev/v1`. A hyphen, which identifiers cannot contain,
 * becomes a dollar sign.
 */
function namespaceOf(path: string): string {
  return identifierOf(path.replaceAll("-", "$"));
}

/** Name that the index exports, with the path of its module. */
interface IndexName {
  readonly name: string;
  readonly path: string;
  readonly isFunction: boolean;
}

/** Returns the names of a kind in the version that Kubernetes prefers, which is the first served one. */
function preferredNames({ versions }: Kind, modules: ReadonlyMap<string, Module>): IndexName[] {
  const version = versions.find(({ served }) => served) ?? (versions[0] as KindVersion);
  const path = modulePath(version);
  const names = modules.get(path)?.names.get(version);
  if (!names) return [];
  const functions = version.served ? functionsOf(names.object) : [];
  return [
    ...[names.object, names.list].map((name) => ({ name, path, isFunction: false })),
    ...functions.map((name) => ({ name, path, isFunction: true })),
  ];
}
