/**
 * Prints a trimmed model as a TypeScript package: one module per version of a group, and one index per channel. The
 * functions of the modules validate objects.
 */

import { type BundlePart, partFiles } from "../core/bundle-index.js";
import { GENERATED_MARK, TYPES_DIRECTORY, TYPES_PACKAGE, typesDirectory } from "../core/bundle-layout.js";
import type { Checksum, FilePrinter } from "../core/file-printer.js";
import { type ApiModel, type Kind, type KindVersion, listKindOf, pluralOf, storageOf } from "../core/model/api.js";
import type { Bundle } from "../core/model/bundle.js";
import { compareStrings } from "../core/model/diagnostic.js";
import type { OutputFile } from "../core/model/output.js";
import { Remembered } from "../core/remembered.js";
import { type ChannelPrinter, filePart, type PrintedChannel } from "./printed-channel.js";
import type { Templates } from "./templates.js";
import { META_MODULE } from "./types/meta.js";
import { type NamesOfResources, nameResources, printCode, printDeclarations, type Resource } from "./types/module.js";
import { identifierOf } from "./types/syntax.js";
import { crdModule, functionsOf, printCrdModule, RUNTIME_DEPENDENCY, reexportFunctions } from "./types/validation.js";

/**
 * Returns the modules of a channel, in the order of their paths: their declarations, and separately their code with the
 * CRDs that it validates with.
 */
export function typesPrinter({ kubernetes }: Bundle, _: Templates, printer: FilePrinter): ChannelPrinter {
  return ({ model, channel, crds }) => {
    const modules = modulesOf(model);
    const index = indexOf(model, modules);
    const pathOf = (module: string) => `${typesDirectory(channel)}/${module}`;
    const file = (module: string, text: string) => ({ path: pathOf(module), text: withMark(text) });
    const declarations = modules.map(({ path, resources, names }) => {
      const print = () => withMark(printDeclarations(resources, names, "../meta.js"));
      const [{ version: about }] = resources;
      const inputs = resources.flatMap(({ version, listKind }) => [version, listKind]);
      return printer.file(pathOf(`${path}.d.ts`), print, [DECLARATIONS, about, inputs]);
    });
    const code = modules.flatMap(({ path, resources }) => {
      const text = printCode(resources, kubernetes.newest);
      return text === undefined ? [] : [file(`${path}.js`, text)];
    });
    const served = crds.filter(({ spec }) => spec.versions.some((version) => version.served));
    const schemas = served.map((crd) => {
      const path = pathOf(crdModule(crd.spec.group, crd.spec.names.plural));
      return printer.file(path, () => printCrdModule(crd), [CRD_MODULES, crd, []]);
    });
    const common = [file("index.d.ts", printIndex(modules, index)), file("meta.d.ts", META_MODULE)];
    const functions = index.filter(({ isFunction }) => isFunction);
    const indexCode = functions.length > 0 ? [file("index.js", reexportFunctions(functions))] : [];
    return [
      { key: TYPES, files: [...common, ...declarations].sort(byPath) },
      { key: "validation", files: [...indexCode, ...code, ...schemas].sort(byPath) },
    ];
  };
}

function withMark(text: string): string {
  return `// ${GENERATED_MARK}\n\n${text}`;
}

const DECLARATIONS = new Remembered<Checksum>("module of types");
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

/** The module of one version of a group. */
interface Module {
  /** Path from the directory of the channel, without extension. */
  readonly path: string;
  readonly resources: readonly [Resource, ...Resource[]];
  readonly names: NamesOfResources;
}

/** Returns the modules, in the order of their paths. */
function modulesOf({ kinds }: ApiModel): Module[] {
  const modules = new Map<string, [Resource, ...Resource[]]>();
  for (const kind of kinds) {
    const { names } = storageOf(kind);
    const [listKind, plural] = [listKindOf(kind.kind, names), pluralOf(kind.kind, names)];
    const crd = `../${crdModule(kind.group, plural)}`;
    for (const version of kind.versions) {
      const path = modulePath(version);
      const resource = { version, listKind, crd };
      const others = modules.get(path);
      if (others) others.push(resource);
      else modules.set(path, [resource]);
    }
  }
  const inOrder = [...modules].sort(([a], [b]) => compareStrings(a, b));
  return inOrder.map(([path, resources]) => ({ path, resources, names: nameResources(resources) }));
}

function modulePath({ group, version }: KindVersion): string {
  return `${group}/${version}`;
}

/** Returns the names of kinds and their functions that the index exports: those that only one kind has. */
function indexOf({ kinds }: ApiModel, modules: readonly Module[]): IndexName[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const names = kinds.flatMap((kind) => preferredNames(kind, byPath));
  const uses = new Map<string, number>();
  for (const name of [...namespacesOf(modules), ...names].map((each) => each.name)) {
    uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  return names.filter(({ name }) => uses.get(name) === 1);
}

function namespacesOf(modules: readonly Module[]) {
  return [{ name: "meta", path: "meta" }, ...modules.map(({ path }) => ({ name: namespaceOf(path), path }))];
}

/**
 * Returns the index: every module under a name that is derived from its path, and each kind and its functions under
 * their own names, for importing them without stating a version.
 */
function printIndex(modules: readonly Module[], names: readonly IndexName[]): string {
  const ofModule = new Map(modules.map(({ path }): [string, IndexName[]] => [path, []]));
  for (const entry of names) ofModule.get(entry.path)?.push(entry);
  const reexport = (path: string, keyword: string, isFunction: boolean) => {
    const own = (ofModule.get(path) ?? []).filter((entry) => entry.isFunction === isFunction);
    const lines = own.map(({ name }) => `  ${name},\n`).join("");
    return lines === "" ? "" : `${keyword} {\n${lines}} from "./${path}.js";\n`;
  };
  return [
    ...namespacesOf(modules).map(({ name, path }) => `export type * as ${name} from "./${path}.js";\n`),
    ...modules.map(({ path }) => reexport(path, "export type", false) + reexport(path, "export", true)),
  ].join("");
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
