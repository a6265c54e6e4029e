import { diagnose } from "../../core/diagnostics/diagnose.js";
import type {
  Aspect,
  Column,
  Deprecation,
  Field,
  KindVersion,
  Names,
  ObjectNode,
  PathTag,
  Scale,
} from "../../core/model/api.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { kindProblem } from "../../core/model/names.js";
import { APIS } from "../../core/project-layout.js";
import { type Comment, findTag, findTags, proseOf, type TagUse } from "../tags/comment.js";
import { categoryTag } from "../tags/tag/category.js";
import { crdAnnotationTag } from "../tags/tag/crd-annotation.js";
import { crdLabelTag } from "../tags/tag/crd-label.js";
import { deprecatedTag } from "../tags/tag/deprecated.js";
import { differsTag } from "../tags/tag/differs.js";
import { experimentalTag } from "../tags/tag/experimental.js";
import { listKindTag } from "../tags/tag/list-kind.js";
import { noDescriptionTag } from "../tags/tag/no-description.js";
import { noStatusTag } from "../tags/tag/no-status.js";
import { pluralTag } from "../tags/tag/plural.js";
import { printColumnTag } from "../tags/tag/print-column.js";
import { scaleTag } from "../tags/tag/scale.js";
import { scopeTag } from "../tags/tag/scope.js";
import { selectableFieldTag } from "../tags/tag/selectable-field.js";
import { shortNameTag } from "../tags/tag/short-name.js";
import { singularTag } from "../tags/tag/singular.js";
import { statusTag } from "../tags/tag/status.js";
import { storageVersionTag } from "../tags/tag/storage-version.js";
import { unservedTag } from "../tags/tag/unserved.js";
import { literalProperty } from "./literal-property.js";
import { propertyIn } from "./nodes.js";
import { locationOf, projectPath } from "./project.js";
import type { ts } from "./ts-morph.js";
import type { Scope } from "./type/form.js";
import { readDeclaration } from "./type/reference.js";

/** The fields that every object has. Kubernetes defines their schemas. */
const OBJECT_FIELDS = ["apiVersion", "kind", "metadata"];

const CRD_WIDE_TAGS = [
  pluralTag,
  singularTag,
  listKindTag,
  shortNameTag,
  categoryTag,
  scopeTag,
  crdLabelTag,
  crdAnnotationTag,
];

/** Reads a resource interface as one version of a kind, or reports why it cannot be one. */
export function readKind(declaration: ts.InterfaceDeclaration, scope: Scope): KindVersion | undefined {
  const comment = scope.comments.of(declaration);
  const kind = literalProperty(declaration, "kind", scope.names) ?? "";
  const place = readGroupVersion(declaration, scope);
  const inner = { ...scope, path: [{ name: declaration.name.text, mark: declaration }] };
  const node = readDeclaration(declaration, inner);
  reportKindName(kind, declaration, scope.diagnostics);
  if (!place || node.form !== "object") return undefined;
  const names = readNames(comment);
  reportSameKeys(comment, scope.diagnostics);
  reportNoMetadata(node, declaration, scope.diagnostics);
  const columns = findTags(comment, printColumnTag).map(({ value, location }): Column => ({ ...value, location }));
  const scale = readScale(findTag(comment, scaleTag));
  const deprecated = findTag(comment, deprecatedTag);
  return {
    ...place,
    kind,
    location: locationOf(declaration.name),
    ...(findTag(comment, experimentalTag) && { channel: "experimental" as const }),
    prose: proseOf(comment),
    ...(findTag(comment, noDescriptionTag) && { omitsDescriptions: true as const }),
    root: { ...node, fields: node.fields.filter((field) => !isObjectField(field)) },
    objectFields: node.fields.filter(isObjectField),
    storage: findTag(comment, storageVersionTag) !== undefined,
    served: findTag(comment, unservedTag) === undefined,
    ...(deprecated && { deprecation: readDeprecation(deprecated) }),
    statusSubresource: readStatus(comment, scope.diagnostics) ?? hasField(node, "status"),
    ...(scale && { scale }),
    columns,
    selectableFields: findTags(comment, selectableFieldTag).map(pathTag),
    differences: findTags(comment, differsTag).map(({ value, location }) => ({ ...value, location })),
    names,
  };
}

/** Returns what the tags state about the status subresource, or undefined if the `status` property decides. */
function readStatus(comment: Comment, diagnostics: Diagnostic[]): boolean | undefined {
  const [status, noStatus] = [findTag(comment, statusTag), findTag(comment, noStatusTag)];
  if (status && noStatus) {
    const args = { tag: noStatusTag.name, other: statusTag.name };
    diagnostics.push(diagnose("tag-conflict", args, noStatus.location));
  }
  return noStatus ? false : status?.value;
}

function readDeprecation({ value, location }: TagUse<string | undefined>): Deprecation {
  return value === undefined ? { location } : { warning: value, location };
}

/** Reports an invalid kind, from which the names of the CRD and of files follow. */
function reportKindName(kind: string, declaration: ts.InterfaceDeclaration, diagnostics: Diagnostic[]): void {
  const problem = kindProblem(kind);
  if (problem === undefined) return;
  const location = locationOf(propertyIn(declaration, "kind")?.type ?? declaration.name);
  diagnostics.push(diagnose("kind-name", { what: "kind", name: kind, problem }, location));
}

/**
 * Returns the group and the version of the literal, which must match the directory. A difference is reported, and the
 * directory wins. Otherwise a copied file with the old version would be reported as a duplicate, too.
 */
function readGroupVersion(declaration: ts.InterfaceDeclaration, { names, diagnostics }: Scope) {
  if (!names.isExported(declaration)) {
    const name = locationOf(declaration.name);
    diagnostics.push(diagnose("kind-not-exported", { name: declaration.name.text }, name));
  }
  const location = locationOf(propertyIn(declaration, "apiVersion")?.type ?? declaration.name);
  const apiVersion = literalProperty(declaration, "apiVersion", names) ?? "";
  const [group, version, ...rest] = apiVersion.split("/");
  const [root, directoryGroup, directoryVersion, file] = projectPath(declaration.getSourceFile()).split("/");
  if (!group || !version || rest.length > 0) {
    diagnostics.push(diagnose("kind-api-version", { apiVersion }, location));
    return undefined;
  }
  if (root === APIS && file && directoryGroup === group && directoryVersion === version) return { group, version };
  diagnostics.push(diagnose("kind-directory", { apiVersion, directory: `${APIS}/${group}/${version}/` }, location));
  return file && directoryGroup && directoryVersion
    ? { group: directoryGroup, version: directoryVersion }
    : { group, version };
}

function reportNoMetadata(node: ObjectNode, declaration: ts.InterfaceDeclaration, diagnostics: Diagnostic[]): void {
  if (hasField(node, "metadata")) return;
  const name = locationOf(declaration.name);
  diagnostics.push(diagnose("kind-no-metadata", { kind: declaration.name.text }, name));
}

function isObjectField({ name }: Field): boolean {
  return OBJECT_FIELDS.includes(name);
}

function hasField(node: ObjectNode, name: string): boolean {
  return node.fields.some((field) => field.name === name);
}

function readNames(comment: Comment): Names {
  const optional = {
    plural: findTag(comment, pluralTag)?.value,
    singular: findTag(comment, singularTag)?.value,
    listKind: findTag(comment, listKindTag)?.value,
  };
  return {
    ...(optional.plural !== undefined && { plural: optional.plural }),
    ...(optional.singular !== undefined && { singular: optional.singular }),
    ...(optional.listKind !== undefined && { listKind: optional.listKind }),
    shortNames: findTags(comment, shortNameTag).map(({ value }) => value),
    categories: findTags(comment, categoryTag).map(({ value }) => value),
    scope: findTag(comment, scopeTag)?.value ?? "Namespaced",
    labels: Object.fromEntries(findTags(comment, crdLabelTag).map(({ value }) => [value.key, value.value])),
    annotations: Object.fromEntries(findTags(comment, crdAnnotationTag).map(({ value }) => [value.key, value.value])),
    locations: comment.tags
      .filter((tag) => CRD_WIDE_TAGS.some((definition) => definition.name === tag.definition.name))
      .map((tag) => tag.location),
  };
}

/** Reports labels and annotations with the same key, of which the CRD could have only one. */
function reportSameKeys(comment: Comment, diagnostics: Diagnostic[]): void {
  for (const definition of [crdLabelTag, crdAnnotationTag]) {
    const seen = new Set<string>();
    for (const { value, location } of findTags(comment, definition)) {
      if (seen.has(value.key))
        diagnostics.push(diagnose("tag-duplicate", { tag: `${definition.name} ${value.key}` }, location));
      seen.add(value.key);
    }
  }
}

function readScale(
  tag: TagUse<{ readonly spec: string; readonly status: string; readonly selector?: string }> | undefined,
): Scale | undefined {
  if (!tag) return undefined;
  const { value, location } = tag;
  return {
    spec: { path: value.spec, location },
    status: { path: value.status, location },
    ...(value.selector !== undefined && { selector: { path: value.selector, location } }),
  };
}

function pathTag({ value, location }: TagUse<string>): PathTag {
  return { path: value, location };
}

/** Returns a version with the aspects that it inherits from the storage version of its kind. */
export function inheritAspects(version: KindVersion, storage: KindVersion): KindVersion {
  const takes = (aspect: Aspect) => !version.differences.some((difference) => difference.aspect === aspect);
  const { scale } = version;
  return {
    ...version,
    columns: takes("columns") && version.columns.length === 0 ? storage.columns : version.columns,
    selectableFields:
      takes("selectableFields") && version.selectableFields.length === 0
        ? storage.selectableFields
        : version.selectableFields,
    ...(takes("scale") && !scale && storage.scale && { scale: storage.scale }),
  };
}
