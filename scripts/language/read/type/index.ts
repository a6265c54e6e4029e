/** Every type form of the language. The first that matches reads the type; what none matches is unsupported. */
import { type TypeNode, ts } from "ts-morph";
import { diagnose } from "../../../core/diagnostics/diagnose.js";
import { pageLink } from "../../../core/docs.js";
import type { SchemaNode } from "../../../core/model/api.js";
import type { Diagnostic } from "../../../core/model/diagnostic.js";
import type { Comments } from "../comments.js";
import { TYPE_DEPTH } from "../nesting.js";
import { locationOf } from "../project.js";
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

const NO_JSON = "no JSON value is of this type: remove the field, or write the type that it has";

/** What to write instead of a form that the language does not have. */
const HINTS = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.AnyKeyword, "for free-form values write unknown or JSONValue"],
  [ts.SyntaxKind.ObjectKeyword, "write an interface, or unknown for free-form values"],
  [ts.SyntaxKind.TupleType, "Kubernetes has no tuples: write a list, or an object with named fields"],
  [ts.SyntaxKind.FunctionType, "data has no functions"],
  [ts.SyntaxKind.ConstructorType, "data has no functions"],
  [ts.SyntaxKind.ConditionalType, "write the type out"],
  [ts.SyntaxKind.MappedType, "write the fields out, or Record<string, T>"],
  [ts.SyntaxKind.TemplateLiteralType, "write string with @pattern"],
  [ts.SyntaxKind.IndexedAccessType, "give the type a name and refer to it"],
  [ts.SyntaxKind.TypeOperator, "write the type out"],
  [ts.SyntaxKind.TypeQuery, "write the type out"],
  [ts.SyntaxKind.ImportType, "import it by its name, at the head of the file"],
  [ts.SyntaxKind.UndefinedKeyword, "a field that may be absent has a question mark: name?: T"],
  [ts.SyntaxKind.BigIntKeyword, "for large whole numbers write int64 from apis/meta/v1.ts"],
  [ts.SyntaxKind.SymbolKeyword, NO_JSON],
  [ts.SyntaxKind.NeverKeyword, NO_JSON],
  [ts.SyntaxKind.VoidKeyword, NO_JSON],
]);

/** Where the reading of types begins: no type parameters, nothing on the way. */
export function rootScope(comments: Comments, diagnostics: Diagnostic[]): Scope {
  return { comments, diagnostics, parameters: new Map(), path: [], named: new Map(), read: cachedReader() };
}

/**
 * Reads a type by the form that matches. A type that stands outside generics is read once: it is always the same. Types
 * inside one another may not be too many.
 */
function cachedReader(): Scope["read"] {
  const cache = new Map<ts.Node, SchemaNode>();
  let depth = 0;
  return (node, scope) => {
    const cached = cache.get(node.compilerNode);
    if (cached) return cached;
    const before = scope.diagnostics.length;
    if (depth >= TYPE_DEPTH) {
      scope.diagnostics.push(diagnose("type-too-deep", { limit: TYPE_DEPTH }, locationOf(node)));
      return unreadNode(node);
    }
    depth++;
    const read = readType(node, scope);
    depth--;
    if (scope.parameters.size === 0 && scope.diagnostics.length === before) cache.set(node.compilerNode, read);
    return read;
  };
}

function readType(node: TypeNode, scope: Scope): SchemaNode {
  const form = TYPE_FORMS.find((candidate) => candidate.matches(node, scope));
  if (form) return form.read(node, scope);
  return unsupported(node, hintFor(node), scope);
}

/** What to write instead of a type that no form reads. */
function hintFor(node: TypeNode): string {
  if (node.getText() === "true" || node.getText() === "false") return "write boolean";
  if (node.getKind() === ts.SyntaxKind.LiteralType) return literalHint([node]);
  return HINTS.get(node.getKind()) ?? `${pageLink("type-language.md")} lists the types that there are`;
}
