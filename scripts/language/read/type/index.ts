/** All type forms of the language. The first that matches a type reads it; if none matches, it is unsupported. */

import { diagnose } from "../../../core/diagnostics/diagnose.js";
import { pageLink } from "../../../core/docs.js";
import type { SchemaNode } from "../../../core/model/api.js";
import type { DescriptionLayout } from "../../../core/model/bundle.js";
import type { Diagnostic } from "../../../core/model/diagnostic.js";
import type { Comments } from "../comments.js";
import type { Kept } from "../kept.js";
import type { Names } from "../names.js";
import { Levels, type Measured, TYPE_DEPTH } from "../nesting.js";
import { locationOf } from "../project.js";
import { ts } from "../ts-morph.js";
import { arrayForm } from "./array.js";
import { derivedForm } from "./derived.js";
import type { Scope, TypeForm } from "./form.js";
import { intersectionForm } from "./intersection.js";
import { keywordForm } from "./keyword.js";
import { mapForm } from "./map.js";
import { literalHint, unreadNode, unsupported } from "./node.js";
import { objectLiteralForm } from "./object-literal.js";
import { parenthesizedForm } from "./parenthesized.js";
import { referenceForm } from "./reference.js";
import { unionForm } from "./union.js";
import { unknownForm } from "./unknown.js";

export const TYPE_FORMS: readonly TypeForm[] = [
  keywordForm,
  unionForm,
  arrayForm,
  mapForm,
  objectLiteralForm,
  intersectionForm,
  derivedForm,
  unknownForm,
  parenthesizedForm,
  referenceForm,
];

const NO_JSON = "remove the field, or change its type: JSON has no values of this type";

/** Hints for TypeScript syntax that the language does not support. */
const HINTS = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.AnyKeyword, "use unknown or JSONValue for free-form values"],
  [ts.SyntaxKind.ObjectKeyword, "use an interface, or unknown for free-form values"],
  [ts.SyntaxKind.TupleType, "use a list, or an object with named fields: CRD schemas do not support tuples"],
  [ts.SyntaxKind.FunctionType, "remove the field: objects cannot have functions"],
  [ts.SyntaxKind.ConstructorType, "remove the field: objects cannot have functions"],
  [ts.SyntaxKind.ConditionalType, "write out the resulting type"],
  [ts.SyntaxKind.MappedType, "write out the fields, or use Record<string, T>"],
  [ts.SyntaxKind.TemplateLiteralType, "use string with @pattern"],
  [ts.SyntaxKind.IndexedAccessType, "declare the type with a name, and use the name"],
  [ts.SyntaxKind.TypeOperator, "write out the resulting type"],
  [ts.SyntaxKind.TypeQuery, "write out the resulting type"],
  [ts.SyntaxKind.ImportType, "import the type by name, at the top of the file"],
  [ts.SyntaxKind.UndefinedKeyword, "mark an optional field with a question mark, as in name?: T"],
  [ts.SyntaxKind.BigIntKeyword, "use int64 from crd-bundle/meta/v1 for large integers"],
  [ts.SyntaxKind.SymbolKeyword, NO_JSON],
  [ts.SyntaxKind.NeverKeyword, NO_JSON],
  [ts.SyntaxKind.VoidKeyword, NO_JSON],
]);

/**
 * Returns the outermost scope, without type parameters. `kept` has what need not be read again, and gets what is read.
 */
export function rootScope(
  names: Names,
  comments: Comments,
  layout: DescriptionLayout,
  diagnostics: Diagnostic[],
  kept: Pick<Kept, "named" | "types">,
): Scope {
  return {
    names,
    comments,
    layout,
    diagnostics,
    parameters: new Map(),
    path: [],
    named: kept.named,
    levels: new Levels(),
    read: cachedReader(kept.types),
  };
}

/**
 * Returns a function that reads a type by the first form that matches. It reads a type outside generics only once,
 * because the result is always the same, and limits how deep types can be nested.
 */
function cachedReader(cache: Map<ts.Node, Measured<SchemaNode>>): Scope["read"] {
  return (node, scope) => {
    const { levels, diagnostics } = scope;
    const cached = cache.get(node);
    if (cached && !levels.isTooDeep(cached.height)) return cached.result;
    const before = diagnostics.length;
    if (levels.isTooDeep(1)) {
      diagnostics.push(diagnose("type-too-deep", { limit: TYPE_DEPTH }, locationOf(node)));
      return unreadNode(node);
    }
    const read = levels.measure(() => levels.below(() => readType(node, scope)));
    if (scope.parameters.size === 0 && diagnostics.length === before) cache.set(node, read);
    return read.result;
  };
}

function readType(node: ts.TypeNode, scope: Scope): SchemaNode {
  const form = TYPE_FORMS.find((candidate) => candidate.matches(node, scope.names));
  if (form) return form.read(node, scope);
  return unsupported(node, hintFor(node), scope);
}

/** Returns the hint for a type that no form reads. */
function hintFor(node: ts.TypeNode): string {
  if (/^(true|false)$/.test(node.getText())) return "use boolean";
  if (ts.isLiteralTypeNode(node)) return literalHint([node]);
  return HINTS.get(node.kind) ?? `use one of the types in ${pageLink("type-language.md")}`;
}
