/** Declarations of TypeScript types that an import writes, before they have names and places. */
import type { SchemaNode } from "../core/model/api.js";
import type { Location } from "../core/model/location.js";

/** Type expression. A declared type is referred to by its declaration, because its name is chosen last. */
export type TypeExpression =
  | { readonly form: "keyword"; readonly keyword: "string" | "boolean" | "number" | "unknown" }
  | { readonly form: "library"; readonly name: LibraryType }
  | { readonly form: "literals"; readonly values: readonly (string | number)[] }
  /** TypeScript for a type whose schema is in `@rawSchema`. */
  | { readonly form: "text"; readonly text: string }
  | { readonly form: "array"; readonly items: TypeExpression }
  | { readonly form: "map"; readonly values: TypeExpression }
  | { readonly form: "nullable"; readonly type: TypeExpression }
  | { readonly form: "declared"; readonly declaration: Declaration };

/** The types of this tool's package that an import uses, with their modules. */
export const LIBRARY_MODULES = {
  EmbeddedResource: "crd-bundle/meta/v1",
  InVersion: "crd-bundle/meta/v1",
  IntOrString: "crd-bundle/util/intstr",
  ObjectMeta: "crd-bundle/meta/v1",
  Quantity: "crd-bundle/meta/v1",
  Time: "crd-bundle/meta/v1",
  double: "crd-bundle/meta/v1",
  float: "crd-bundle/meta/v1",
  int32: "crd-bundle/meta/v1",
  int64: "crd-bundle/meta/v1",
  integer: "crd-bundle/meta/v1",
} as const;
export type LibraryType = keyof typeof LIBRARY_MODULES;

/** Tag of a comment. The value is as written, in one or more lines; the first one follows the name. */
export interface Tag {
  readonly name: string;
  readonly value: readonly string[];
}

export interface Comment {
  readonly description?: string;
  readonly tags: readonly Tag[];
}

/** Property of an interface. */
export interface Field extends Comment {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: TypeExpression;
  /** The items or map values inside the type, from the outermost. */
  readonly elements: readonly Element[];
  /** Location of the name of the property that the sources have for the field. */
  readonly existing?: Location;
}

/** Item of a list or value of a map. If its type is declared, the comment of the type describes it. */
export interface Element {
  /** The prefix of its tags, such as `items.values`. */
  readonly prefix: string;
  readonly declaration?: Declaration;
  readonly description?: string;
}

/** Interface or type alias that one or more schemas share. */
export interface Declaration {
  readonly tags: readonly Tag[];
  readonly body: DeclarationBody;
  /** The fields that have this type, in the order in which they were found. */
  readonly uses: Use[];
  /** The type that the sources have for the schema. */
  readonly existing?: ExistingType;
}

/** Type in the sources: a declaration or, without a name, an object literal. */
export interface ExistingType {
  readonly name?: string;
  /** Location of the name, or of the literal. */
  readonly location: Location;
  readonly node: SchemaNode;
}

export type DeclarationBody =
  | { readonly form: "interface"; readonly fields: readonly Field[] }
  | {
      readonly form: "alias";
      readonly type: TypeExpression;
      /** Name for a type with a well-known schema, such as `JSONObject`. */
      readonly name?: string;
    };

/** Field whose value, item or map value has a declared type. */
export interface Use {
  /** The kind, then the names of the fields that lead to the value. */
  readonly path: readonly string[];
  /** True for an item of a list or a value of a map. */
  readonly isElement: boolean;
  /** Description of the value in the schema. */
  readonly description?: string;
}
