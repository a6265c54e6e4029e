import type { SchemaNode } from "../../../core/model/api.js";
import type { DescriptionLayout } from "../../../core/model/bundle.js";
import type { Diagnostic } from "../../../core/model/diagnostic.js";
import type { Arguments } from "../arguments.js";
import type { Comments } from "../comments.js";
import type { Names } from "../names.js";
import type { Levels, Measured } from "../nesting.js";
import type { ts } from "../ts-morph.js";

/** The complete definition of one type form. The table in the docs is generated from it. */
export interface TypeForm {
  readonly name: string;
  /** The TypeScript syntax, for the reference. */
  readonly typescript: string;
  /** The resulting schema, for the reference. */
  readonly schema: string;
  readonly matches: (node: ts.TypeNode, names: Names) => boolean;
  readonly read: (node: ts.TypeNode, scope: Scope) => SchemaNode;
}

/** Returns the form of one kind of node. */
export function formOf<T extends ts.TypeNode>(
  form: Omit<TypeForm, "matches" | "read"> & {
    readonly matches: (node: ts.Node) => node is T;
    readonly read: (node: T, scope: Scope) => SchemaNode;
  },
): TypeForm {
  return { ...form, read: (node, scope) => form.read(node as T, scope) };
}

/** The context in which a type is read. */
export interface Scope {
  readonly names: Names;
  readonly comments: Comments;
  readonly diagnostics: Diagnostic[];
  /** The layout of descriptions. As written, those of elements come from the comments of types, as in other tools. */
  readonly layout: DescriptionLayout;
  /** The arguments of the type parameters that are in scope. */
  readonly parameters: Arguments<Scope>;
  /** The named types that are being read, outermost first. If one of them occurs again, it is recursive. */
  readonly path: readonly Visit[];
  /** The nodes of named types that are not generic. A type is one node of the model, however often it is used. */
  readonly named: Map<ts.Node, Measured<SchemaNode>>;
  readonly levels: Levels;
  /** Reads any type, in this scope or in another one. */
  readonly read: (node: ts.TypeNode, scope: Scope) => SchemaNode;
}

interface Visit {
  readonly name: string;
  /** The declaration or, for a generic type, the reference: `Box<Box<string>>` is not recursive. */
  readonly mark: ts.Node;
}
