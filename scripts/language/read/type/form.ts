import type { Node, TypeNode, ts } from "ts-morph";
import type { SchemaNode } from "../../../core/model/api.js";
import type { Diagnostic } from "../../../core/model/diagnostic.js";
import type { Comments } from "../comments.js";

/** One way to write a type: all there is to know about it. The table in the docs is made from this. */
export interface TypeForm {
  readonly name: string;
  /** As one writes it, for the reference. */
  readonly typescript: string;
  /** What becomes of it, for the reference. */
  readonly schema: string;
  readonly matches: (node: TypeNode, scope: Scope) => boolean;
  readonly read: (node: TypeNode, scope: Scope) => SchemaNode;
}

/** A form that is one sort of node. */
export function formOf<T extends TypeNode>(
  form: Omit<TypeForm, "matches" | "read"> & {
    readonly matches: (node: TypeNode) => node is T;
    readonly read: (node: T, scope: Scope) => SchemaNode;
  },
): TypeForm {
  return { ...form, read: (node, scope) => form.read(node as T, scope) };
}

/** What the reading of a type needs to know about the place it stands in. */
export interface Scope {
  readonly comments: Comments;
  readonly diagnostics: Diagnostic[];
  /** What the type parameters in force stand for. */
  readonly parameters: Parameters;
  /** The named types that are being read, outermost first: a type among them that is met again is recursive. */
  readonly path: readonly Visit[];
  /** What plain named types were read as: however often one is named, it is one node of the model. */
  readonly named: Map<ts.Node, SchemaNode>;
  /** Reads any type, in this scope or another. */
  readonly read: (node: TypeNode, scope: Scope) => SchemaNode;
}

/** By the compiler's node of the type parameter's declaration. */
type Parameters = ReadonlyMap<ts.Node, Argument>;

/** A type argument: it is read where it was written, in the scope of that place. */
export interface Argument {
  readonly node: TypeNode;
  readonly scope: Scope;
}

interface Visit {
  readonly name: string;
  /** The declaration for a plain type, the reference for a generic one: `Box<Box<string>>` is no recursion. */
  readonly mark: Node;
}
