/** Prints a trimmed model as a TypeScript package: one module per version of a group, and one index per channel. */
import { type BundlePart, partFiles } from "../core/bundle-index.js";
import { GENERATED_MARK, TYPES_DIRECTORY, TYPES_PACKAGE, typesDirectory } from "../core/bundle-layout.js";
import { type ApiModel, type Kind, type KindVersion, listKindOf, storageOf } from "../core/model/api.js";
import type { Bundle } from "../core/model/bundle.js";
import { compareStrings } from "../core/model/diagnostic.js";
import { filePart, type PrintableChannel, type PrintedChannel } from "./printed-channel.js";
import { META_MODULE } from "./types/meta.js";
import { printModule, type Resource, type TypesModule } from "./types/module.js";
import { identifierOf } from "./types/syntax.js";

/** Returns the modules of a channel, in the order of their paths. */
export function printTypes({ model, channel }: PrintableChannel): readonly BundlePart[] {
  const modules = modulesOf(model);
  const texts = new Map([
    ["index", printIndex(model, modules)],
    ["meta", META_MODULE],
    ...modules.map(({ path, text }) => [path, text] as const),
  ]);
  const files = [...texts]
    .map(([path, text]) => ({
      path: `${typesDirectory(channel)}/${path}.d.ts`,
      text: `// ${GENERATED_MARK}\n\n${text}`,
    }))
    .sort((a, b) => compareStrings(a.path, b.path));
  return [{ key: TYPES, files }];
}

/** Key of the modules in `bundle.json`. */
const TYPES = "types";

/**
 * Returns the manifest of the package that contains the modules of all channels. It has no `type`: the package contains
 * no code, and with `"type": "module"`, the module resolution `node16` would not allow CommonJS modules to import the
 * types.
 */
export function printTypesPackage(channels: readonly PrintedChannel[], bundle: Bundle): readonly BundlePart[] {
  const modules = channels.flatMap(({ parts }) => parts.filter(({ key }) => key === TYPES).flatMap(partFiles));
  const exports = modules.map(({ path }) => {
    const file = `.${path.slice(TYPES_DIRECTORY.length)}`;
    return [file.replace(/(\/index)?\.d\.ts$/, ""), { types: file }] as const;
  });
  const manifest = {
    "//": GENERATED_MARK,
    name: `${bundle.name}-types`,
    version: bundle.version,
    exports: Object.fromEntries(exports),
  };
  return [filePart("typesPackage", { path: TYPES_PACKAGE, text: `${JSON.stringify(manifest, null, 2)}\n` })];
}

interface Module extends TypesModule {
  /** Path from the directory of the channel, without extension. */
  readonly path: string;
}

/** Returns the modules, in the order of their paths. */
function modulesOf({ kinds }: ApiModel): Module[] {
  const resources = kinds.flatMap((kind) =>
    kind.versions.map((version): Resource => ({ version, listKind: listKindOf(kind.kind, storageOf(kind).names) })),
  );
  const paths = new Set(resources.map(({ version }) => modulePath(version)));
  return [...paths].sort(compareStrings).map((path) => {
    const own = resources.filter(({ version }) => modulePath(version) === path);
    return { path, ...printModule(own, "../meta.js") };
  });
}

function modulePath({ group, version }: KindVersion): string {
  return `${group}/${version}`;
}

/**
 * Returns the index: every module under a name that is derived from its path, and each kind under its own name, for
 * importing it without stating a version.
 */
function printIndex({ kinds }: ApiModel, modules: readonly Module[]): string {
  const namespaces = [
    { name: "meta", path: "meta" },
    ...modules.map(({ path }) => ({ name: namespaceOf(path), path })),
  ];
  const names = [...namespaces, ...kinds.flatMap((kind) => preferredNames(kind, modules))];
  const isUnique = (name: string) => names.filter((other) => other.name === name).length === 1;
  const plain = names.slice(namespaces.length).filter(({ name }) => isUnique(name));
  const reexports = modules.map(({ path }) => ({ path, names: plain.filter((entry) => entry.path === path) }));
  return [
    ...namespaces.map(({ name, path }) => `export type * as ${name} from "./${path}.js";\n`),
    ...reexports
      .filter(({ names }) => names.length > 0)
      .map(
        ({ path, names }) =>
          `export type {\n${names.map(({ name }) => `  ${name},\n`).join("")}} from "./${path}.js";\n`,
      ),
  ].join("");
}

/**
 * Returns the name for a module: `example_dev_v1` for `example.dev/v1`. A hyphen, which identifiers cannot contain,
 * becomes a dollar sign.
 */
function namespaceOf(path: string): string {
  return identifierOf(path.replaceAll("-", "$"));
}

/** Returns the names of a kind in the version that Kubernetes prefers, which is the first served one. */
function preferredNames({ versions }: Kind, modules: readonly Module[]): { name: string; path: string }[] {
  const version = versions.find(({ served }) => served) ?? (versions[0] as KindVersion);
  const path = modulePath(version);
  const names = modules.find((module) => module.path === path)?.names.get(version);
  return names
    ? [
        { name: names.object, path },
        { name: names.list, path },
      ]
    : [];
}
