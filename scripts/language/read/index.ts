/** Reads TypeScript sources into a model of the API. No other stage depends on TypeScript. */

import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { ApiModel, Kind, KindVersion } from "../../core/model/api.js";
import { DEFAULT_DESCRIPTIONS, type DescriptionLayout } from "../../core/model/bundle.js";
import { controlCharacters } from "../../core/model/control-characters.js";
import { type Acceptance, compareStrings, type Diagnostic } from "../../core/model/diagnostic.js";
import { type Imports, NO_IMPORTS } from "../../core/model/imports.js";
import type { SourceText } from "../../core/model/location.js";
import { compareApiVersions } from "../../core/model/version.js";
import { storageVersion } from "../../core/model/versions.js";
import { isOwnSource } from "../../core/project-layout.js";
import { readComments } from "./comments.js";
import { inheritAspects, readKind } from "./kind.js";
import { isStackExhausted, nestingProblem, TYPE_DEPTH } from "./nesting.js";
import { compilerDiagnostics, isResource, literalProperty, locationOf, openProject, projectPath } from "./project.js";
import {
  type ClassDeclaration,
  type InterfaceDeclaration,
  Node,
  type ParameterDeclaration,
  type PropertyDeclaration,
  type SourceFile,
  type TypeLiteralNode,
} from "./ts-morph.js";
import { rootScope } from "./type/index.js";

export { importsOf } from "./project.js";

interface ReadResult {
  readonly model: ApiModel;
  readonly diagnostics: readonly Diagnostic[];
  readonly acceptances: readonly Acceptance[];
}

/**
 * Reads an API from TypeScript sources.
 *
 * @param sources all files under `apis/` and all modules of packages that they import, in any order, with paths relative
 *   to the project
 * @param imports the modules that they import
 * @param layout the layout of descriptions; no error depends on it
 * @returns the model and the diagnostics; if not all of these are advice, the model can be incomplete
 */
export function readApi(
  sources: readonly SourceText[],
  imports: Imports = NO_IMPORTS,
  layout: DescriptionLayout = DEFAULT_DESCRIPTIONS,
): ReadResult {
  const nested = sources.flatMap((source) => nestingProblem(source) ?? []);
  if (nested.length > 0) return nothingRead(nested);
  try {
    return readShallow(sources, imports, layout);
  } catch (error) {
    // The compiler's checker is recursive, so a chain of thousands of names can exhaust its stack without any brackets.
    if (!isStackExhausted(error)) throw error;
    return nothingRead([diagnose("type-too-deep", { limit: TYPE_DEPTH })]);
  }
}

function nothingRead(diagnostics: readonly Diagnostic[]): ReadResult {
  return { model: { kinds: [] }, diagnostics, acceptances: [] };
}

function readShallow(sources: readonly SourceText[], imports: Imports, layout: DescriptionLayout): ReadResult {
  const files = openProject(sources, imports);
  const own = files.filter((file) => isOwnSource(projectPath(file)));
  const diagnostics: Diagnostic[] = [...compilerDiagnostics(files, imports)];
  const comments = readComments(files, layout, diagnostics);
  const scope = rootScope(comments, layout, diagnostics);
  diagnostics.push(
    ...own.flatMap(aliasedKinds),
    ...own.flatMap(classKinds),
    ...halfKinds(own),
    ...files.flatMap(escapedControls),
  );
  const versions = resourcesOf(own).flatMap((declaration) => readKind(declaration, scope) ?? []);
  const { acceptances } = comments;
  return { model: { kinds: groupByKind(versions, diagnostics) }, diagnostics, acceptances };
}

function resourcesOf(files: readonly SourceFile[]) {
  return files.flatMap((file) => file.getInterfaces().filter(isResource));
}

/** Reports type aliases that look like a kind. The build would ignore them, because only interfaces become kinds. */
function aliasedKinds(file: SourceFile): Diagnostic[] {
  return file
    .getTypeAliases()
    .filter((alias) => {
      const type = alias.getTypeNode();
      return Node.isTypeLiteral(type) && OBJECT_LITERALS.every((name) => hasTextLiteral(type, name));
    })
    .map((alias) => {
      const args = { name: alias.getName(), declaration: "type alias" };
      return diagnose("kind-not-interface", args, locationOf(alias.getNameNode()));
    });
}

/** Reports classes that look like a kind, by the types of their properties or by their values. */
function classKinds(file: SourceFile): Diagnostic[] {
  return file
    .getClasses()
    .filter((declaration) => OBJECT_LITERALS.every((name) => hasTextProperty(declaration, name)))
    .map((declaration) => {
      const args = { name: declaration.getName() ?? "the default export", declaration: "class" };
      return diagnose("kind-not-interface", args, locationOf(declaration.getNameNode() ?? declaration));
    });
}

/** Reports whether a class has a property for a string literal, possibly as a parameter of its constructor. */
function hasTextProperty(declaration: ClassDeclaration, name: string): boolean {
  const parameters = declaration.getConstructors().flatMap((each) => each.getParameters());
  const properties = [...declaration.getProperties(), ...parameters.filter((each) => each.isParameterProperty())];
  return properties.some((property) => property.getName() === name && isTextProperty(property));
}

function isTextProperty(property: PropertyDeclaration | ParameterDeclaration): boolean {
  const type = property.getTypeNode();
  return type ? isTextType(type) : isTextValue(property.getInitializer());
}

/** Reports whether an expression is a string literal, possibly with `as const`, `satisfies` or parentheses. */
function isTextValue(value: Node | undefined): boolean {
  const isWrapped =
    Node.isAsExpression(value) ||
    Node.isSatisfiesExpression(value) ||
    Node.isParenthesizedExpression(value) ||
    Node.isTypeAssertion(value);
  return isWrapped ? isTextValue(value.getExpression()) : isText(value);
}

const OBJECT_LITERALS = ["apiVersion", "kind"];

function hasTextLiteral(type: TypeLiteralNode, name: string): boolean {
  return isTextType(type.getProperty(name)?.getTypeNode());
}

function isTextType(type: Node | undefined): boolean {
  return Node.isLiteralTypeNode(type) && isText(type.getLiteral());
}

function isText(node: Node | undefined): boolean {
  return Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node);
}

/**
 * Reports interfaces in which only one of apiVersion and kind is a literal. The build would ignore them, too. Skips
 * types that other types are made of, and references to an object, which have no metadata.
 */
function halfKinds(files: readonly SourceFile[]): Diagnostic[] {
  const candidates = files
    .flatMap((file) => file.getInterfaces())
    .flatMap((declaration) => halfKind(declaration) ?? []);
  if (candidates.length === 0) return [];
  const used = usedNames(files);
  return candidates
    .filter(({ name, hasMetadata }) => !used.bases.has(name) && (hasMetadata || !used.types.has(name)))
    .map(({ diagnostic }) => diagnostic);
}

function halfKind(declaration: InterfaceDeclaration) {
  if (declaration.getTypeParameters().length > 0) return undefined;
  const missing = OBJECT_LITERALS.filter((name) => literalProperty(declaration, name) === undefined);
  const [property, ...others] = missing;
  if (property === undefined || others.length > 0 || !declaration.getType().getProperty(property)) return undefined;
  const name = declaration.getName();
  const place = declaration.getProperty(property)?.getTypeNode() ?? declaration.getNameNode();
  const diagnostic = diagnose("kind-not-literal", { name, property }, locationOf(place));
  return { name, hasMetadata: declaration.getType().getProperty("metadata") !== undefined, diagnostic };
}

/** Returns the names that other types extend or are derived from, and the names that are the type of something. */
function usedNames(files: readonly SourceFile[]) {
  const bases = new Set<string>();
  const types = new Set<string>();
  for (const file of files) {
    file.forEachDescendant((node) => {
      if (Node.isExpressionWithTypeArguments(node)) bases.add(lastName(node.getExpression().getText()));
      if (!Node.isTypeReference(node)) return;
      const parent = node.getParent();
      const isPart =
        Node.isIntersectionTypeNode(parent) ||
        Node.isTypeReference(parent) ||
        Node.isExpressionWithTypeArguments(parent);
      (isPart ? bases : types).add(lastName(node.getTypeName().getText()));
    });
  }
  return { bases, types };
}

function lastName(qualified: string): string {
  return qualified.slice(qualified.lastIndexOf(".") + 1);
}

/** Reports control characters that an escape puts into a string. */
function escapedControls(file: SourceFile): Diagnostic[] {
  if (!file.getFullText().includes("\\")) return [];
  const found: Diagnostic[] = [];
  file.forEachDescendant((node) => {
    if (!Node.isStringLiteral(node) && !Node.isNoSubstitutionTemplateLiteral(node)) return;
    for (const character of controlCharacters(node.getLiteralText()).keys()) {
      found.push(diagnose("input-control-character", { character }, locationOf(node)));
    }
  });
  return found;
}

function groupByKind(versions: readonly KindVersion[], diagnostics: Diagnostic[]): Kind[] {
  const byKind = new Map<string, KindVersion[]>();
  for (const version of versions) {
    const key = `${version.group}/${version.kind}`;
    const others = byKind.get(key) ?? [];
    const twin = others.find((other) => other.version === version.version);
    if (twin)
      diagnostics.push(diagnose("kind-duplicate", { kind: version.kind, other: twin.location.file }, version.location));
    else byKind.set(key, [...others, version]);
  }
  return [...byKind.entries()].sort(([a], [b]) => compareStrings(a, b)).map(([, group]) => toKind(group));
}

/** Returns the kind that has these versions. A single version needs no tag to be the storage version. */
function toKind(versions: readonly KindVersion[]): Kind {
  const [first] = versions as [KindVersion];
  const sorted = [...versions].sort((a, b) => compareApiVersions(a.version, b.version));
  const stored = sorted.length === 1 ? [{ ...first, storage: true }] : sorted;
  const storage = storageVersion(stored);
  return {
    group: first.group,
    kind: first.kind,
    versions: storage
      ? stored.map((version) => (version === storage ? version : inheritAspects(version, storage)))
      : stored,
  };
}
