/** Reports declarations that look like kinds, but that the build would ignore. */

import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { hasProperty, literalProperty, OBJECT_LITERALS } from "./literal-property.js";
import type { Names } from "./names.js";
import { forEachInside, isText, parametersOf, propertyIn } from "./nodes.js";
import { locationOf } from "./project.js";
import { ts } from "./ts-morph.js";

interface MissedKinds {
  readonly diagnostics: readonly Diagnostic[];
  /** True if names in any file decide whether an interface is reported. */
  readonly dependOnAll: boolean;
}

export function missedKinds(files: readonly ts.SourceFile[], names: Names): MissedKinds {
  const candidates = files
    .flatMap((file) => file.statements.filter(ts.isInterfaceDeclaration))
    .flatMap((declaration) => halfKind(declaration, names) ?? []);
  return {
    diagnostics: [...files.flatMap(aliasedKinds), ...files.flatMap(classKinds), ...halfKinds(candidates, files)],
    dependOnAll: candidates.length > 0,
  };
}

/** Reports type aliases that look like a kind. Only interfaces become kinds. */
function aliasedKinds(file: ts.SourceFile): Diagnostic[] {
  return file.statements
    .filter(ts.isTypeAliasDeclaration)
    .filter(({ type }) => ts.isTypeLiteralNode(type) && OBJECT_LITERALS.every((name) => hasTextLiteral(type, name)))
    .map(({ name }) => {
      const args = { name: name.text, declaration: "type alias" };
      return diagnose("kind-not-interface", args, locationOf(name));
    });
}

/** Reports classes that look like a kind, by the types of their properties or by their values. */
function classKinds(file: ts.SourceFile): Diagnostic[] {
  return file.statements
    .filter(ts.isClassDeclaration)
    .filter((declaration) => OBJECT_LITERALS.every((name) => hasTextProperty(declaration, name)))
    .map((declaration) => {
      const args = { name: declaration.name?.text ?? "the default export", declaration: "class" };
      return diagnose("kind-not-interface", args, locationOf(declaration.name ?? declaration));
    });
}

/** Reports whether a class has a property for a string literal, possibly as a parameter of its constructor. */
function hasTextProperty({ members }: ts.ClassDeclaration, name: string): boolean {
  const parameters = members.filter(ts.isConstructorDeclaration).flatMap((each) => [...each.parameters]);
  const properties = [
    ...members.filter(ts.isPropertyDeclaration),
    ...parameters.filter((each) => ts.isParameterPropertyDeclaration(each, each.parent)),
  ];
  return properties.some((property) => property.name.getText() === name && isTextProperty(property));
}

function isTextProperty({ type, initializer }: ts.PropertyDeclaration | ts.ParameterDeclaration): boolean {
  return type ? isTextType(type) : isTextValue(initializer);
}

/** Reports whether an expression is a string literal, possibly with `as const`, `satisfies` or parentheses. */
function isTextValue(value: ts.Expression | undefined): boolean {
  if (!value) return false;
  const isWrapped =
    ts.isAsExpression(value) ||
    ts.isSatisfiesExpression(value) ||
    ts.isParenthesizedExpression(value) ||
    ts.isTypeAssertionExpression(value);
  return isWrapped ? isTextValue(value.expression) : isText(value);
}

function hasTextLiteral(type: ts.TypeLiteralNode, name: string): boolean {
  return isTextType(propertyIn(type, name)?.type);
}

function isTextType(type: ts.TypeNode | undefined): boolean {
  return type !== undefined && ts.isLiteralTypeNode(type) && isText(type.literal);
}

/**
 * Reports interfaces in which only one of apiVersion and kind is a literal. Skips types that other types are made of,
 * and references to an object, which have no metadata.
 */
function halfKinds(candidates: readonly HalfKind[], files: readonly ts.SourceFile[]): Diagnostic[] {
  if (candidates.length === 0) return [];
  const used = usedNames(files);
  return candidates
    .filter(({ name, hasMetadata }) => !used.bases.has(name) && (hasMetadata || !used.types.has(name)))
    .map(({ diagnostic }) => diagnostic);
}

interface HalfKind {
  readonly name: string;
  readonly hasMetadata: boolean;
  readonly diagnostic: Diagnostic;
}

function halfKind(declaration: ts.InterfaceDeclaration, names: Names): HalfKind | undefined {
  if (parametersOf(declaration).length > 0) return undefined;
  const missing = OBJECT_LITERALS.filter((name) => literalProperty(declaration, name, names) === undefined);
  const [property, ...others] = missing;
  if (property === undefined || others.length > 0 || !hasProperty(declaration, property, names)) return undefined;
  const name = declaration.name.text;
  const place = propertyIn(declaration, property)?.type ?? declaration.name;
  const diagnostic = diagnose("kind-not-literal", { name, property }, locationOf(place));
  return { name, hasMetadata: hasProperty(declaration, "metadata", names), diagnostic };
}

/** Returns the names that other types extend or are derived from, and the names that are the type of something. */
function usedNames(files: readonly ts.SourceFile[]) {
  const bases = new Set<string>();
  const types = new Set<string>();
  for (const file of files) {
    forEachInside(file, (node) => {
      if (ts.isExpressionWithTypeArguments(node)) bases.add(lastName(node.expression.getText(file)));
      if (!ts.isTypeReferenceNode(node)) return;
      const { parent } = node;
      const isPart =
        ts.isIntersectionTypeNode(parent) || ts.isTypeReferenceNode(parent) || ts.isExpressionWithTypeArguments(parent);
      (isPart ? bases : types).add(lastName(node.typeName.getText(file)));
    });
  }
  return { bases, types };
}

function lastName(qualified: string): string {
  return qualified.slice(qualified.lastIndexOf(".") + 1);
}
