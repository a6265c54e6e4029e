/** Writes the kinds of each API version, and the types that they use, as files of TypeScript. */
import type { ObjectNode } from "../core/model/api.js";
import { compareStrings } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";
import { EMBEDDED_FIELDS } from "../core/model/schema.js";
import { APIS } from "../core/project-layout.js";
import { printComment } from "./comments.js";
import type { CoreTypeOf, CoreTypes } from "./core-types.js";
import { type Declaration, type ExistingType, type Field, libraryModule } from "./declarations.js";
import { EqualSchemas } from "./equal-schemas.js";
import { ExistingTypes, type PlacedSchema } from "./existing-types.js";
import { type KindVersion, kindComment, kindVersionsOf, objectFieldComment } from "./kinds.js";
import type { MergedCrd } from "./merge-channels.js";
import { chooseNames } from "./names.js";
import { type Namespace, namesIn, printDeclaration, printField } from "./print-types.js";
import { shareTypes } from "./share-types.js";
import { TypeReader } from "./types.js";

const LINE_WIDTH = 120;

/** Returns the TypeScript files of CRDs in their normal form, which use core types if their schemas occur. */
export function writeApi(crds: readonly MergedCrd[], coreTypes: CoreTypes): SourceText[] {
  const versions = crds.flatMap((crd) => kindVersionsOf(crd));
  const places = new Set(versions.map(({ group, version }) => `${APIS}/${group}/${version}`));
  return [...places].sort().flatMap((directory) => {
    const members = versions.filter(({ group, version }) => `${APIS}/${group}/${version}` === directory);
    return writeVersion(
      directory,
      [...members].sort((a, b) => (a.kind < b.kind ? -1 : 1)),
      coreTypes,
    );
  });
}

/** A kind with its own fields and all declarations that these need, in the order of their first use. */
export interface ReadKind {
  readonly kind: KindVersion;
  readonly fields: readonly Field[];
  readonly declarations: ReadonlySet<Declaration>;
}

/** The types of an API version. */
export interface VersionTypes {
  readonly kinds: readonly ReadKind[];
  readonly declarations: readonly Declaration[];
  readonly files: readonly File[];
  readonly namespace: Namespace;
  /** The types of the sources, if there are any. */
  readonly existing?: ExistingTypes | undefined;
}

/** The types that the sources already have for an API version. */
export interface ExistingVersion {
  /** Returns the node of a kind, unless the kind is new or gets new types. */
  readonly nodeOf: (kind: KindVersion) => ObjectNode | undefined;
  /** Names that new types cannot have. */
  readonly names: readonly string[];
  /** Returns the description in the comment of a type. */
  readonly descriptionOf: (type: ExistingType) => string | undefined;
  /** The types for the CRDs to which the sources build. */
  readonly before?: ExistingTypes | undefined;
}

function writeVersion(directory: string, kinds: readonly KindVersion[], coreTypes: CoreTypes): SourceText[] {
  const { files, namespace } = readVersion(shareTypes(kinds), { coreTypes });
  const fileOf = new Map(files.flatMap(({ name, declarations }) => declarations.map((each) => [each, name] as const)));
  return files.map((file) => ({
    path: `${directory}/${file.name}.ts`,
    text: printFile(file, namespace, (declaration) => fileOf.get(declaration) ?? ""),
  }));
}

/** Reads the types of the kinds of one API version, and chooses their names and files. */
export function readVersion(
  kinds: readonly KindVersion[],
  { coreTypes, existing }: { readonly coreTypes?: CoreTypes; readonly existing?: ExistingVersion },
): VersionTypes {
  const schemas = new EqualSchemas();
  const own = kinds.filter(({ equals }) => equals === undefined);
  for (const { root } of own) schemas.typeOf(root);
  const kindNames = new Set(kinds.map(({ name }) => name));
  // A file could not name both a core type and a kind of the same name.
  const coreTypeOf: CoreTypeOf = (schema, field) => {
    const name = coreTypes?.nameOf(schema, field);
    return name !== undefined && !kindNames.has(name) ? name : undefined;
  };
  const known = existing && existingTypes(schemas, own, existing);
  const types = new TypeReader(schemas, coreTypeOf, known);
  const read = kinds.map((kind) => readKind(kind, types, existing?.nodeOf(kind)));
  const all = [...new Set(read.flatMap(({ declarations }) => [...declarations]))];
  const named = [...read.flatMap(({ fields }) => fields), ...all.flatMap(contentOf)].map(({ type }) => namesIn(type));
  const others = [...kindNames, ...named.flatMap(({ library }) => library)];
  const fresh = all.filter((declaration) => declaration.existing?.name === undefined);
  const names = chooseNames(fresh, new Set([...others, ...(existing?.names ?? [])]));
  const descriptions = new Map(all.map((declaration) => [declaration, descriptionOf(declaration, existing)]));
  const namespace: Namespace = {
    nameOf: (declaration) => declaration.existing?.name ?? names.get(declaration) ?? "",
    descriptionOf: (declaration) => descriptions.get(declaration),
  };
  return { kinds: read, declarations: all, files: filesOf(read), namespace, existing: known };
}

function existingTypes(
  schemas: EqualSchemas,
  kinds: readonly KindVersion[],
  { nodeOf, before }: ExistingVersion,
): ExistingTypes {
  const placed = kinds.flatMap((kind): PlacedSchema[] => {
    const node = nodeOf(kind);
    return node ? [[kind.root, node]] : [];
  });
  return new ExistingTypes(schemas, placed, before);
}

function readKind(kind: KindVersion, types: TypeReader, node: ObjectNode | undefined): ReadKind {
  if (kind.equals !== undefined) return { kind, fields: [], declarations: new Set() };
  const fields = types.fieldsOf(kind.root, [kind.name], node).filter(({ name }) => !EMBEDDED_FIELDS.includes(name));
  const declarations = new Set<Declaration>();
  for (const field of fields) addDeclarations(field, declarations);
  return { kind, fields, declarations };
}

function addDeclarations({ type }: Pick<Field, "type">, found: Set<Declaration>): void {
  for (const declaration of namesIn(type).declarations) {
    if (found.has(declaration)) continue;
    found.add(declaration);
    for (const inner of contentOf(declaration)) addDeclarations(inner, found);
  }
}

/** Returns the parts of a declaration that can name other declarations. */
export function contentOf({ body }: Declaration): readonly Pick<Field, "type">[] {
  return body.form === "interface" ? body.fields : [body];
}

/**
 * Returns the description in the comment of a type. A comment that the sources have stays as long as it describes an
 * element, or nothing.
 */
function descriptionOf(declaration: Declaration, known: ExistingVersion | undefined): string | undefined {
  const { existing, body } = declaration;
  if (!existing || (body.form === "alias" && body.type.form === "text")) return elementDescription(declaration);
  const current = known?.descriptionOf(existing);
  const elements = declaration.uses.filter(({ isElement }) => isElement);
  const isUsed = elements.length === 0 || elements.some(({ description }) => description === current);
  return isUsed ? current : elementDescription(declaration);
}

/**
 * Returns the description that most elements of a type have, which becomes the comment of the type. Elements do not get
 * the comment of a type with a raw schema.
 */
function elementDescription({ body, uses }: Declaration): string | undefined {
  if (body.form === "alias" && body.type.form === "text") return undefined;
  const counts = new Map<string | undefined, number>();
  for (const { isElement, description } of uses) {
    if (isElement) counts.set(description, (counts.get(description) ?? 0) + 1);
  }
  return [...counts].reduce<readonly [string | undefined, number]>(
    (best, each) => (each[1] > best[1] ? each : best),
    [undefined, 0],
  )[0];
}

/** Content of a file, before it is printed. */
export interface File {
  /** Without the extension. */
  readonly name: string;
  readonly kind?: ReadKind;
  readonly declarations: readonly Declaration[];
}

/** Puts the types of one kind in the file of the kind, and the types of several kinds in a file of their own. */
function filesOf(kinds: readonly ReadKind[]): File[] {
  const users = new Map<Declaration, number>();
  for (const declaration of kinds.flatMap(({ declarations }) => [...declarations])) {
    users.set(declaration, (users.get(declaration) ?? 0) + 1);
  }
  const shared = [...users].filter(([, number]) => number > 1).map(([declaration]) => declaration);
  const files: File[] = kinds.map((kind) => ({
    name: kind.kind.kind.toLowerCase(),
    kind,
    declarations: [...kind.declarations].filter((declaration) => users.get(declaration) === 1),
  }));
  const isTaken = (name: string) => files.some((file) => file.name === name);
  const name = ["shared", "shared-types"].find((candidate) => !isTaken(candidate)) ?? "types-of-several-kinds";
  return shared.length > 0 ? [...files, { name, declarations: shared }] : files;
}

function printFile(file: File, namespace: Namespace, fileOf: (declaration: Declaration) => string): string {
  const { kind, declarations } = file;
  const blocks = [
    printImports(file, namespace, fileOf),
    ...(kind ? [printKind(kind, namespace)] : []),
    ...declarations.map((declaration) => printDeclaration(declaration, namespace)),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

export function printKind(kind: ReadKind, namespace: Namespace): string[] {
  return [...printComment(kindComment(kind.kind), ""), ...printInterface(kind, namespace)];
}

/** Returns the lines of the interface of a kind, without its comment. */
export function printInterface({ kind, fields }: ReadKind, namespace: Namespace): string[] {
  const { group, version, kind: kindName, name, root, equals } = kind;
  const apiVersion = JSON.stringify(`${group}/${version}`);
  if (equals !== undefined) {
    const head = `export interface ${name} extends InVersion<${equals}.${name}, ${apiVersion}> {`;
    const restated = printComment(objectFieldComment("apiVersion", root), "  ");
    return restated.length === 0 ? [`${head}}`] : [head, ...restated, `  apiVersion: ${apiVersion};`, "}"];
  }
  const types = { apiVersion, kind: JSON.stringify(kindName), metadata: "ObjectMeta" };
  const objectFields = Object.entries(types).flatMap(([field, type]) => [
    ...printComment(objectFieldComment(field, root), "  "),
    `  ${field}: ${type};`,
  ]);
  const own = fields.flatMap((field) => printField(field, namespace));
  return [`export interface ${name} {`, ...objectFields, ...own, "}"];
}

function printImports(file: File, namespace: Namespace, fileOf: (declaration: Declaration) => string): string[] {
  const { kind, declarations } = file;
  const modules = new Map<string, Set<string>>();
  const add = (from: string, name: string) => modules.set(from, (modules.get(from) ?? new Set()).add(name));
  const addLibrary = (name: string) => add(libraryModule(name), name);
  const derived = kind?.kind.equals;
  if (kind) addLibrary(derived === undefined ? "ObjectMeta" : "InVersion");
  for (const { type } of [...(kind?.fields ?? []), ...declarations.flatMap(contentOf)]) {
    const named = namesIn(type);
    for (const name of named.library) addLibrary(name);
    for (const declaration of named.declarations) {
      const from = fileOf(declaration);
      if (from !== file.name) add(`./${from}.js`, namespace.nameOf(declaration));
    }
  }
  const isOwn = (from: string) => from.startsWith(".");
  const sorted = [...modules].sort(([a], [b]) => compareStrings(a, b));
  return [
    ...sorted.filter(([from]) => !isOwn(from)).flatMap(([from, names]) => printImport([...names], from)),
    ...(derived === undefined ? [] : [`import type * as ${derived} from "../${derived}/${file.name}.js";`]),
    ...sorted.filter(([from]) => isOwn(from)).flatMap(([from, names]) => printImport([...names], from)),
  ];
}

export function printImport(names: readonly string[], from: string): string[] {
  const sorted = [...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  const line = `import type { ${sorted.join(", ")} } from "${from}";`;
  if (line.length <= LINE_WIDTH) return [line];
  return ["import type {", ...sorted.map((name) => `  ${name},`), `} from "${from}";`];
}
