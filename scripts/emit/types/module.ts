/** Prints the module that declares all kinds of one group and version, and validates their objects. */
import type { KindVersion } from "../../core/model/api.js";
import { descriptionOf } from "../schema.js";
import { type Declaration, freeName, nameTypes } from "./names.js";
import { bodyOf, describe, keepsUnknown, propertiesOf, type Refer } from "./node-type.js";
import { commentOf, identifierOf, literalOf, objectType, type Property, unionType } from "./syntax.js";
import { declareFunctions, printFunctions } from "./validation.js";

/** One version of a kind, with the kind of its lists. */
export interface Resource {
  readonly version: KindVersion;
  readonly listKind: string;
  /** Module specifier of the CRD. */
  readonly crd: string;
}

/** Names of the types of an object and of a list. */
interface ResourceNames {
  readonly object: string;
  readonly list: string;
}

/** The names of the types of each resource. */
export type NamesOfResources = ReadonlyMap<KindVersion, ResourceNames>;

/** Prints the declarations of a module. `meta` is the module specifier from which it imports what all APIs share. */
export function printDeclarations(resources: readonly Resource[], names: NamesOfResources, meta: string): string {
  const taken = [...names.values()].flatMap(({ object, list }) => [object, list]);
  const parameter = freeName("Metadata", new Set(taken));
  const { refer, declarations } = nameTypes(
    resources.map(({ version }) => version.root),
    ["meta", parameter, ...taken],
  );
  const printed = [
    ...resources.flatMap(({ version, listKind }) => {
      const own = names.get(version) as ResourceNames;
      return [
        printObject(version, own, parameter, refer),
        printList(version, listKind, own, parameter),
        ...(version.served ? [declareFunctions(version.kind, own.object)] : []),
      ];
    }),
    ...declarations.map((declaration) => printDeclaration(declaration, refer)),
  ];
  return `import type * as meta from ${literalOf(meta)};\n\n${printed.join("\n")}`;
}

/**
 * Prints the code of the functions that a module declares, which apply the validation of a minor version of Kubernetes.
 * Returns undefined if there are none, because no version of a kind is served.
 */
export function printCode(resources: readonly Resource[], kubernetes: string): string | undefined {
  const validated = resources
    .filter(({ version }) => version.served)
    .map(({ version, crd }) => ({ version: version.version, object: identifierOf(version.kind), crd }));
  return validated.length > 0 ? printFunctions(validated, kubernetes) : undefined;
}

/** Names the types of kinds and lists. A kind always gets its own name, so all kinds are named before the lists. */
export function nameResources(resources: readonly Resource[]): NamesOfResources {
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

/**
 * Prints the type of an object. Its metadata is a type parameter, because clients differ in the type of times: most
 * leave them as strings, as in JSON, and others convert them to dates.
 */
function printObject(version: KindVersion, { object }: ResourceNames, parameter: string, refer: Refer): string {
  const comment = commentOf(descriptionOf(version.prose), deprecationOf(version));
  const head = headOf(version, version.kind, parameter).map((property) => {
    const field = version.objectFields.find(({ name }) => name === property.name);
    return field ? { ...property, comment: describe(field) } : property;
  });
  const fields = [...head, ...propertiesOf(version.root, refer)];
  const type = objectType(fields, keepsUnknown(version.root));
  return `${comment}export interface ${object}${parameterOf(parameter)} ${type}\n`;
}

/** Prints the type of a list. The type parameter is the metadata of its items. */
function printList(version: KindVersion, listKind: string, { object, list }: ResourceNames, parameter: string): string {
  const items: Property = { name: "items", isOptional: false, type: `${object}<${parameter}>[]`, comment: "" };
  const type = objectType([...headOf(version, listKind, "meta.ListMeta"), items], false);
  return `${commentOf(`List of ${version.kind} objects.`)}export interface ${list}${parameterOf(parameter)} ${type}\n`;
}

function parameterOf(name: string): string {
  return `<${name} = meta.ObjectMeta>`;
}

/** Returns the fields at the beginning of every object. */
function headOf({ group, version }: KindVersion, kind: string, metadata: string): Property[] {
  const property = (name: string, type: string): Property => ({ name, isOptional: false, type, comment: "" });
  return [
    property("apiVersion", literalOf(`${group}/${version}`)),
    property("kind", literalOf(kind)),
    property("metadata", metadata),
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

function printDeclaration({ name, node }: Declaration, refer: Refer): string {
  const type = unionType(bodyOf(node, refer));
  const isInterface = node.form === "object" && type.startsWith("{\n");
  return isInterface ? `export interface ${name} ${type}\n` : `export type ${name} = ${type};\n`;
}
