/** Types of CEL. Source: google/cel-go, common/types/types.go. */

export type Kind =
  | "bool"
  | "bytes"
  | "double"
  | "duration"
  | "dyn"
  | "error"
  | "int"
  | "list"
  | "map"
  | "null"
  | "object"
  | "opaque"
  | "parameter"
  | "string"
  | "timestamp"
  | "type"
  | "uint";

/** Type. Two objects have the same type only if it is the same object, because each place of a schema has its own. */
export interface Type {
  readonly kind: Kind;
  /** Name in messages, and the identity of opaque types, of Kubernetes' objects and of parameters. */
  readonly name: string;
  readonly parameters: readonly Type[];
  /** Fields of an object, by their name in CEL. Omitted for Kubernetes' own objects, such as quantities. */
  readonly fields?: ReadonlyMap<string, Type>;
}

function simple(kind: Kind, name: string = kind): Type {
  return { kind, name, parameters: [] };
}

export const BOOL = simple("bool");
export const BYTES = simple("bytes");
export const DOUBLE = simple("double");
export const DURATION = simple("duration");
export const DYN = simple("dyn");
/** Type of an expression in which a problem was found. Everything is allowed with it, so one problem is one message. */
export const ERROR = simple("error");
export const INT = simple("int");
export const NULL = simple("null");
export const STRING = simple("string");
export const TIMESTAMP = simple("timestamp");
export const UINT = simple("uint");

export function listOf(element: Type): Type {
  return { kind: "list", name: "list", parameters: [element] };
}

export function mapOf(key: Type, value: Type): Type {
  return { kind: "map", name: "map", parameters: [key, value] };
}

export function typeOf(type: Type): Type {
  return { kind: "type", name: "type", parameters: [type] };
}

export function optionalOf(type: Type): Type {
  return { kind: "opaque", name: "optional", parameters: [type] };
}

export function parameter(name: string): Type {
  return simple("parameter", name);
}

export function opaque(name: string): Type {
  return simple("opaque", name);
}

/** Returns the type of an object of Kubernetes' libraries. Its fields cannot be read. */
export function libraryObject(name: string): Type {
  return simple("object", name);
}

/** Returns the type of an object with the given fields, by their name in CEL. */
export function objectOf(name: string, fields: ReadonlyMap<string, Type>): Type {
  return { kind: "object", name, parameters: [], fields };
}

export function isOptional(type: Type): boolean {
  return type.kind === "opaque" && type.name === "optional";
}

/** Returns the type inside an optional type, and any other type unchanged. */
export function unwrapOptional(type: Type): Type {
  return isOptional(type) ? (type.parameters[0] as Type) : type;
}

/** Returns a type with other parameters. */
export function withParameters(type: Type, parameters: readonly Type[]): Type {
  return { ...type, parameters };
}

/** Reports whether two types are the same. */
export function isSame(a: Type, b: Type): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind || a.name !== b.name || a.fields || b.fields) return false;
  return (
    a.parameters.length === b.parameters.length &&
    a.parameters.every((part, i) => isSame(part, b.parameters[i] as Type))
  );
}

/** Prints a type as in `list(string)`. */
export function printType({ name, parameters }: Type): string {
  return parameters.length === 0 ? name : `${name}(${parameters.map(printType).join(", ")})`;
}
