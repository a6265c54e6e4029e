/** The one stage that knows TypeScript: source texts in, a model and what is wrong out. */
import { Node, type SourceFile, type TypeLiteralNode } from "ts-morph";
import { diagnose } from "../diagnostics/diagnose.js";
import type { ApiModel, Kind, KindVersion } from "../model/api.js";
import { compareText, type Diagnostic } from "../model/diagnostic.js";
import type { SourceText } from "../model/location.js";
import { compareApiVersions } from "../model/version.js";
import { readComments } from "./comments.js";
import { inheritAspects, readKind } from "./kind.js";
import { compilerDiagnostics, isResource, locationOf, openProject } from "./project.js";
import { rootScope } from "./type/index.js";

export interface ReadResult {
  readonly model: ApiModel;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads TypeScript sources as an API.
 *
 * @param sources every file below `apis/`, in any order; paths relative to the project
 * @returns the model of what could be read, and everything that is wrong; the model is only good without diagnostics
 */
export function readApi(sources: readonly SourceText[]): ReadResult {
  const files = openProject(sources);
  const diagnostics: Diagnostic[] = [...compilerDiagnostics(files)];
  const comments = readComments(files, diagnostics);
  const scope = rootScope(comments, diagnostics);
  diagnostics.push(...files.flatMap(aliasedKinds));
  const versions = resourcesOf(files).flatMap((declaration) => readKind(declaration, scope) ?? []);
  return { model: { kinds: groupByKind(versions, diagnostics) }, diagnostics };
}

function resourcesOf(files: readonly SourceFile[]) {
  return files.flatMap((file) => file.getInterfaces().filter(isResource));
}

/** Objects that look like a kind but are aliases, which would be overlooked. */
function aliasedKinds(file: SourceFile): Diagnostic[] {
  return file
    .getTypeAliases()
    .filter((alias) => {
      const type = alias.getTypeNode();
      return Node.isTypeLiteral(type) && OBJECT_LITERALS.every((name) => hasTextLiteral(type, name));
    })
    .map((alias) => diagnose("kind-not-interface", { name: alias.getName() }, locationOf(alias.getNameNode())));
}

const OBJECT_LITERALS = ["apiVersion", "kind"];

function hasTextLiteral(type: TypeLiteralNode, name: string): boolean {
  const property = type.getProperty(name)?.getTypeNode();
  return Node.isLiteralTypeNode(property) && Node.isStringLiteral(property.getLiteral());
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
  return [...byKind.entries()].sort(([a], [b]) => compareText(a, b)).map(([, group]) => kindOf(group));
}

/** A kind from its versions. A version that stands alone is the storage version without saying so. */
function kindOf(versions: readonly KindVersion[]): Kind {
  const [first] = versions as [KindVersion];
  const sorted = [...versions].sort((a, b) => compareApiVersions(a.version, b.version));
  const stored = sorted.length === 1 ? [{ ...first, storage: true }] : sorted;
  const storage = stored.find((version) => version.storage);
  return {
    group: first.group,
    kind: first.kind,
    versions: storage
      ? stored.map((version) => (version === storage ? version : inheritAspects(version, storage)))
      : stored,
  };
}
