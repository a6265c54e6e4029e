/** Prints the module that declares all kinds of one group and version. */
import type { KindVersion } from "../../core/model/api.js";
import { renderProse } from "../schema.js";
import { type Declaration, freeName, nameTypes, type TypeNames } from "./names.js";
import { bodyOf, keepsUnknown, propertiesOf } from "./node-type.js";
import { commentOf, identifierOf, literalOf, objectType, type Property, unionType } from "./syntax.js";

/** One version of a kind, with the kind of its lists. */
export interface Resource {
  readonly version: KindVersion;
  readonly listKind: string;
}

export interface TypesModule {
  readonly text: string;
  readonly names: ReadonlyMap<KindVersion, ResourceNames>;
}

/** Names of the types of an object and of a list. */
interface ResourceNames {
  readonly object: string;
  readonly list: string;
}

/** Prints a module. `meta` is the module specifier from which it imports the types that all APIs share. */
export function printModule(resources: readonly Resource[], meta: string): TypesModule {
  const names = nameResources(resources);
  const taken = [...names.values()].flatMap(({ object, list }) => [object, list]);
  const types = nameTypes(
    resources.map(({ version }) => version.root),
    ["meta", ...taken],
  );
  const printed = [
    ...resources.flatMap((resource) => printResource(resource, names.get(resource.version) as ResourceNames, types)),
    ...types.declarations.map((declaration) => printDeclaration(declaration, types)),
  ];
  return { text: `import type * as meta from ${literalOf(meta)};\n\n${printed.join("\n")}`, names };
}

/** Names the types of kinds and lists. A kind always gets its own name, so all kinds are named before the lists. */
function nameResources(resources: readonly Resource[]): Map<KindVersion, ResourceNames> {
  const used = new Set(resources.map(({ version }) => identifierOf(version.kind)));
  const names = new Map<KindVersion, ResourceNames>();
  for (const { version } of resources) {
    const object = identifierOf(version.kind);
    const list = freeName(`${object}List`, used);
    used.add(list);
    names.set(version, { object, list });
  }
  return names;
}

function printResource({ version, listKind }: Resource, names: ResourceNames, { refer }: TypeNames): string[] {
  const fields = [...headOf(version, version.kind, "ObjectMeta"), ...propertiesOf(version.root, refer)];
  const object = objectType(fields, keepsUnknown(version.root));
  const items: Property = { name: "items", isOptional: false, type: `${names.object}[]`, comment: "" };
  const list = objectType([...headOf(version, listKind, "ListMeta"), items], false);
  return [
    `${commentOf(renderProse(version.prose), deprecationOf(version))}export interface ${names.object} ${object}\n`,
    `${commentOf(`List of ${version.kind} objects.`)}export interface ${names.list} ${list}\n`,
  ];
}

/** Returns the fields at the beginning of every object. */
function headOf({ group, version }: KindVersion, kind: string, metadata: string): Property[] {
  const property = (name: string, type: string): Property => ({ name, isOptional: false, type, comment: "" });
  return [
    property("apiVersion", literalOf(`${group}/${version}`)),
    property("kind", literalOf(kind)),
    property("metadata", `meta.${metadata}`),
  ];
}

/**
 * Returns the deprecation of a version. An unserved version is in the CRD only for stored objects: clients can neither
 * read nor write it.
 */
function deprecationOf({ deprecation, served }: KindVersion): string | undefined {
  const parts = [
    ...(deprecation ? [deprecation.warning ?? ""] : []),
    ...(served ? [] : ["The API server does not serve this version."]),
  ];
  return parts.length === 0 ? undefined : parts.join(" ").trim();
}

function printDeclaration({ name, node }: Declaration, { refer }: TypeNames): string {
  const type = unionType(bodyOf(node, refer));
  const isInterface = node.form === "object" && type.startsWith("{\n");
  return isInterface ? `export interface ${name} ${type}\n` : `export type ${name} = ${type};\n`;
}
