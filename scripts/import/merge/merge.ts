/**
 * Changes the sources of a project so they build to newer CRDs. The CRDs before and after are read as the same types:
 * those that the sources have. Only what differs between the two changes in the sources, so everything that their author
 * wrote by hand stays, unless the new CRDs contradict it.
 */
import { posix } from "node:path";
import type { ApiModel, KindVersion as ModelVersion, ObjectNode } from "../../core/model/api.js";
import type { Bundle } from "../../core/model/bundle.js";
import type { Channel } from "../../core/model/channel.js";
import { groupOf, kindOf } from "../../core/model/crd-parts.js";
import { compareStrings } from "../../core/model/diagnostic.js";
import type { Location, SourceText } from "../../core/model/location.js";
import { EMBEDDED_FIELDS } from "../../core/model/schema.js";
import { APIS } from "../../core/project-layout.js";
import { proseOf, readComment } from "../../language/tags/comment.js";
import { TAG_NAMES } from "../../language/tags/index.js";
import { scanComment } from "../../language/tags/scan.js";
import {
  type Comment,
  type Declaration,
  type ExistingType,
  type Field,
  LIBRARY_MODULES,
  libraryModule,
  type TypeExpression,
} from "../declarations.js";
import { keyOf } from "../existing-types.js";
import { contentOf, printInterface, printKind, type ReadKind, readVersion, type VersionTypes } from "../files.js";
import { type KindVersion, kindComment, kindVersionsOf, objectFieldComment } from "../kinds.js";
import type { MergedCrd } from "../merge-channels.js";
import {
  declarationComment,
  fieldComment,
  namesIn,
  printAssigned,
  printDeclaration,
  printField,
} from "../print-types.js";
import { mergeComment } from "./doc-comment.js";
import { type EditedSource, EditedSources, type Insertion } from "./edits.js";
import { type Leftover, type Need, targetOf, tidy } from "./tidy.js";
import { contentText, typeText } from "./type-text.js";
import { mergeUnion, type UnionMember } from "./union-text.js";

export interface MergeInput {
  /** The model of the sources, in the channel with all fields. */
  readonly model: ApiModel;
  /** The sources of the project, without those of packages. */
  readonly sources: readonly SourceText[];
  readonly bundle: Pick<Bundle, "channels" | "descriptions">;
  /** The CRDs to which the sources build. */
  readonly before: readonly MergedCrd[];
  /** The CRDs to which they must build. */
  readonly after: readonly MergedCrd[];
}

export interface Merge {
  readonly sources: readonly SourceText[];
  /** Places in the sources that the CRDs need in more than one form. */
  readonly blocked: readonly Location[];
}

/** Merges newer CRDs into sources. */
export function mergeApi(input: MergeInput): Merge {
  return new Merger(input).merge();
}

/** One API version of a group, before and after. */
interface Side {
  readonly kinds: readonly KindVersion[];
  readonly types: VersionTypes;
}

class Merger {
  readonly #sources: EditedSources;
  readonly #versions: ReadonlyMap<string, ModelVersion>;
  readonly #created = new Map<string, string[]>();
  readonly #needs = new Map<string, Need[]>();
  readonly #leftovers: Leftover[] = [];
  readonly #kept = new Set<string>();
  readonly #blocked: Location[] = [];
  /** The versions that are derived from another one, and equal to it. They get types of their own if that changes. */
  readonly #equal = new Set<string>();

  constructor(readonly input: MergeInput) {
    this.#sources = new EditedSources(input.sources);
    const versions = input.model.kinds.flatMap((kind) => kind.versions);
    this.#versions = new Map(versions.map((version) => [nameOf(version), version]));
  }

  merge(): Merge {
    const before = this.#versionsOf(this.input.before);
    const after = this.#versionsOf(this.input.after);
    for (const version of before.filter(({ equals }) => equals !== undefined)) this.#equal.add(nameOf(version));
    for (const directory of [...new Set([...before, ...after].map(directoryOf))].sort()) {
      const names = this.#namesAt(directory);
      const base = this.#sideOf(
        before.filter((kind) => directoryOf(kind) === directory),
        names,
      );
      const next = this.#sideOf(
        after.filter((kind) => directoryOf(kind) === directory),
        names,
        base.types.existing,
      );
      new VersionMerger(directory, base, next, this).merge();
    }
    const edited = this.#sources.all.map((source) => ({ path: source.source.path, text: source.result }));
    const created = [...this.#created].map(([path, blocks]) => ({ path, text: `${blocks.join("\n\n")}\n` }));
    const isKept = ({ name, file }: Leftover) => this.#kept.has(`${file} ${name}`);
    const leftovers = this.#leftovers.filter((each) => !isKept(each));
    const sources = tidy([...edited, ...created], this.input.sources, { leftovers, isKept, needs: this.#needs });
    return { sources, blocked: this.#blocked };
  }

  /** The channel of a project with one. */
  get onlyChannel(): Channel | undefined {
    const [only, ...others] = this.input.bundle.channels;
    return others.length === 0 ? only : undefined;
  }

  get sources(): EditedSources {
    return this.#sources;
  }

  /** Returns what the sources have for a version of a kind. */
  modelOf(kind: KindVersion): ModelVersion | undefined {
    return this.#versions.get(nameOf(kind));
  }

  block(location: Location): void {
    this.#blocked.push(location);
  }

  need(file: string, name: string, from: string): void {
    if (file !== from) this.#needs.set(file, [...(this.#needs.get(file) ?? []), { name, from }]);
  }

  /** Records that a declaration of the sources is part of the API before the merge. */
  leave(name: string, { file }: Location): void {
    this.#leftovers.push({ name, file });
  }

  /** Records that a declaration of the sources is part of the API after the merge. */
  keep(name: string, { file }: Location): void {
    this.#kept.add(`${file} ${name}`);
  }

  /** Adds a declaration to a file: after another one, or at the end. */
  add(path: string, lines: readonly string[], after: Location | undefined): void {
    const source = this.#sources.at({ file: path });
    const text = lines.join("\n");
    if (!source) {
      this.#created.set(path, [...(this.#created.get(path) ?? []), text]);
      return;
    }
    const anchor = after && this.#sources.declaration(after);
    const end = source.source.text.trimEnd().length;
    source.insert(anchor?.declaration.whole.end ?? end, `\n\n${text}`);
  }

  #versionsOf(crds: readonly MergedCrd[]): KindVersion[] {
    const { kinds } = this.input.model;
    return crds.flatMap((merged) => {
      const { crd } = merged;
      const { versions = [] } = kinds.find(({ group, kind }) => group === groupOf(crd) && kind === kindOf(crd)) ?? {};
      const existing = versions.map((version) => [version.version, this.#baseOf(version, versions)] as const);
      return kindVersionsOf(merged, new Map(existing));
    });
  }

  /** Returns the version from which the sources derive a version. */
  #baseOf({ location, root }: ModelVersion, versions: readonly ModelVersion[]): string | undefined {
    if (!this.#isDerived(location)) return undefined;
    const isBase = (other: ModelVersion) =>
      other.location !== location && other.root.fields[0]?.location.start === root.fields[0]?.location.start;
    return versions.find((other) => isBase(other) && other.root.fields[0]?.location.file === other.location.file)
      ?.version;
  }

  /** Reports whether a kind is derived from another version. */
  #isDerived(location: Location): boolean {
    const { base = "" } = this.#sources.declaration(location)?.declaration ?? {};
    return /\bInVersion$/.test(base);
  }

  /** Returns the names in the sources of a version, and in those that they import. New types need other names. */
  #namesAt(directory: string): string[] {
    const kinds = [...this.#versions.values()].filter((version) => directoryOf(version) === directory);
    const own = this.#sources.all.filter(({ source }) => posix.dirname(source.path) === directory);
    const paths = new Set([...own.map(({ source }) => source.path), ...kinds.map(({ location }) => location.file)]);
    // A set also visits the paths that are added meanwhile.
    for (const path of paths) {
      for (const { module } of this.#sources.at({ file: path })?.outline.imports ?? []) {
        const target = targetOf(module, path);
        if (target !== undefined) paths.add(target);
      }
    }
    return [...paths].flatMap((file) => {
      const { declarations = [], imports = [] } = this.#sources.at({ file })?.outline ?? {};
      return [
        ...declarations.map(({ name }) => name),
        ...imports.flatMap((each) => each.names.map(({ local }) => local)),
      ];
    });
  }

  #sideOf(kinds: readonly KindVersion[], names: readonly string[], before?: VersionTypes["existing"]): Side {
    const sorted = [...kinds].sort((a, b) => compareStrings(a.kind, b.kind));
    const nodeOf = (kind: KindVersion): ObjectNode | undefined =>
      this.#equal.has(nameOf(kind)) ? undefined : this.modelOf(kind)?.root;
    const descriptionOf = (type: ExistingType) => this.#descriptionOf(type);
    const types = readVersion(sorted, { existing: { nodeOf, names, descriptionOf, before } });
    return { kinds: sorted, types };
  }

  /** Returns the description in the comment of a type. It describes elements only if descriptions are as written. */
  #descriptionOf({ location }: ExistingType): string | undefined {
    const layout = this.input.bundle.descriptions;
    const found = this.#sources.declaration(location);
    if (!found?.declaration.comment || layout !== "as-written") return undefined;
    const text = found.source.textOf(found.declaration.comment);
    const prose = proseOf(readComment(scanComment(text, 0, location.file, TAG_NAMES, layout, []), "type", []));
    return (
      prose
        .map((segment) => segment.text)
        .join("")
        .trim() || undefined
    );
  }
}

/** Merges one API version. */
class VersionMerger {
  readonly #added = new Set<Declaration>();

  constructor(
    readonly directory: string,
    readonly base: Side,
    readonly next: Side,
    readonly merger: Merger,
  ) {}

  merge(): void {
    for (const kind of this.base.types.kinds) this.#leaveKind(kind.kind);
    for (const { existing } of this.base.types.declarations) {
      if (existing?.name !== undefined) this.merger.leave(existing.name, existing.location);
    }
    for (const kind of this.next.types.kinds) this.#mergeKind(kind);
    for (const declaration of this.next.types.declarations) this.#mergeDeclaration(declaration);
    this.#addDeclarations();
  }

  #leaveKind(kind: KindVersion): void {
    const location = this.merger.modelOf(kind)?.location;
    const found = location && this.merger.sources.declaration(location);
    if (found) this.merger.leave(found.declaration.name, location);
  }

  #mergeKind(next: ReadKind): void {
    const { sources } = this.merger;
    const location = this.merger.modelOf(next.kind)?.location;
    const found = location && sources.declaration(location);
    const base = this.base.types.kinds.find(({ kind }) => kind.kind === next.kind.kind);
    if (!found || !base) {
      this.#addKind(next);
      return;
    }
    const { declaration } = found;
    this.merger.keep(declaration.name, location);
    if (base.kind.equals !== next.kind.equals) {
      const named = { ...next, kind: { ...next.kind, name: declaration.name } };
      const lines = printInterface(named, this.next.types.namespace);
      const { end } = declaration.code;
      this.#replaceCode(location, kindComment(base.kind), kindComment(next.kind), {
        end,
        print: () => lines.join("\n"),
      });
      this.#needKind(next, location.file);
      return;
    }
    this.#replaceCode(location, kindComment(base.kind), kindComment(next.kind));
    this.#mergeObjectFields(base.kind, next.kind);
    if (next.kind.equals !== undefined) return;
    this.#mergeFields(location, base.fields, next.fields);
  }

  #mergeObjectFields(base: KindVersion, next: KindVersion): void {
    for (const { name, location } of this.merger.modelOf(next)?.objectFields ?? []) {
      const field = EMBEDDED_FIELDS.find((known) => known === name);
      if (!field) continue;
      this.#replaceCode(location, objectFieldComment(field, base.root), objectFieldComment(field, next.root));
    }
  }

  #mergeDeclaration(next: Declaration): void {
    const { existing } = next;
    if (!existing) return;
    if (existing.name !== undefined) this.merger.keep(existing.name, existing.location);
    const base = this.base.types.declarations.find(
      (other) => other.existing && keyOf(other.existing.location) === keyOf(existing.location),
    );
    if (!base) return;
    const { location } = existing;
    const [before, after] = [this.base.types.namespace, this.next.types.namespace];
    const comments = [declarationComment(base, before), declarationComment(next, after)] as const;
    if (base.body.form === "interface" && next.body.form === "interface") {
      if (existing.name !== undefined) this.#replaceCode(location, ...comments);
      this.#mergeFields(location, base.body.fields, next.body.fields);
    } else if (contentText(base, before) === contentText(next, after)) {
      if (existing.name !== undefined) this.#replaceCode(location, ...comments);
    } else this.#replaceBody(location, comments, base, next);
  }

  /** Replaces the body of a declaration whose form or type changes. */
  #replaceBody(location: Location, comments: readonly [Comment, Comment], base: Declaration, next: Declaration): void {
    const { namespace } = this.next.types;
    const found = this.merger.sources.declaration(location);
    if (!found) {
      this.merger.block(location);
      return;
    }
    const { source, declaration } = found;
    if (declaration.form === "enum") {
      this.merger.block(location);
      return;
    }
    const { code, type, whole } = declaration;
    const head = type && source.textOf({ start: code.start, end: type.start });
    const start = code.start + (head?.lastIndexOf("=") ?? 0) + 1;
    const union = type && mergeUnion(source.textOf({ start, end: whole.end }), literalsIn(base), literalsIn(next), "");
    const print = () =>
      union === undefined
        ? printDeclaration({ ...next, tags: [] }, { ...namespace, descriptionOf: () => undefined }).join("\n")
        : `${source.textOf({ start: code.start, end: start })}${union}`;
    const end = union === undefined ? code.end : whole.end;
    this.#replaceCode(location, ...comments, { end, print });
    for (const { type: inner } of contentOf(next)) this.#needType(inner, location.file);
  }

  #mergeFields(owner: Location, base: readonly Field[], next: readonly Field[]): void {
    const before = new Map(base.map((field) => [field.name, field]));
    const names = new Set(next.map(({ name }) => name));
    for (const { name, existing } of base) if (!names.has(name) && existing) this.#removeProperty(existing);
    let anchor: Location | undefined;
    const added: Field[] = [];
    const insertions: Insertion[] = [];
    for (const field of next) {
      const known = before.get(field.name);
      if (known?.existing) {
        this.#mergeProperty(known.existing, known, field);
        if (this.#isIn(owner, known.existing)) anchor = known.existing;
      } else {
        added.push(field);
        insertions.push(...this.#insertionOf(owner, field, anchor));
      }
    }
    if (this.#insert(owner, insertions)) for (const { type } of added) this.#needType(type, owner.file);
  }

  /** Inserts properties. Returns false if another version that shares the object has inserted them, or cannot have them. */
  #insert(owner: Location, added: readonly Insertion[]): boolean {
    const { source, object } = this.merger.sources.object(owner) ?? {};
    if (!source || !object) return false;
    const [last] = added.slice(-1);
    const isEmpty = last && object.properties.length === 0;
    const end = isEmpty ? [{ ...last, text: `${last.text}\n${source.indentAt(object.at)}` }] : [];
    const result = source.addProperties(object.at, isEmpty ? [...added.slice(0, -1), ...end] : added);
    if (result === "different") this.merger.block(owner);
    return result === "inserted";
  }

  #isIn(owner: Location, property: Location): boolean {
    const object = this.merger.sources.object(owner)?.object;
    return owner.file === property.file && (object?.properties.some(({ at }) => at === property.start) ?? false);
  }

  #removeProperty(location: Location): void {
    const found = this.merger.sources.property(location);
    const isDone = found?.source.replace(location.start, found.source.linesOf(found.property.whole), "");
    if (!isDone) this.merger.block(location);
  }

  #mergeProperty(location: Location, base: Field, next: Field): void {
    const found = this.merger.sources.property(location);
    const [before, after] = [this.base.types.namespace, this.next.types.namespace];
    if (!found) {
      const isSame = propertyText(base, this.base) === propertyText(next, this.next);
      if (!isSame) this.merger.block(location);
      return;
    }
    const { source, property } = found;
    const isSameType = typeText(base.type, before) === typeText(next.type, after);
    if (!isSameType) this.#needType(next.type, location.file);
    const { code, mark, type = code, whole } = property;
    const written = source.textOf(mark);
    const colon = written.indexOf(":") + 1;
    const sign = written.slice(0, colon);
    const wanted = base.isOptional === next.isOptional ? sign : withMark(sign, next.isOptional);
    const name = `${source.textOf({ start: code.start, end: mark.start })}${wanted}`;
    // A comment between the colon and the type stays there.
    const gap = written.slice(colon);
    const texts = [fieldComment(base, before), fieldComment(next, after)] as const;
    // The type of a property can be an object literal, whose properties have edits of their own.
    if (isSameType) {
      this.#replaceCode(location, ...texts, { end: type.start, print: () => `${name}${gap}` });
      return;
    }
    const unionText = source.textOf({ start: mark.start + colon, end: whole.end });
    const union = mergeUnion(unionText, membersOf(base.type), membersOf(next.type), source.indentAt(code.start));
    const print = (indent: string) => {
      if (union !== undefined) return `${name}${union}`;
      const printed = printAssigned(`${indent}${name}`, next.type, `${indent}  `, after)
        .join("\n")
        .slice(indent.length);
      return gap.trim() === "" ? printed : `${name}${gap}${printed.slice(name.length).trimStart()}`;
    };
    this.#replaceCode(location, ...texts, { end: union === undefined ? code.end : whole.end, print });
  }

  /** Replaces a comment and, with `code`, the code after it up to an offset. */
  #replaceCode(
    location: Location,
    base: Comment,
    next: Comment,
    code?: { readonly end: number; readonly print: (indent: string) => string },
  ): void {
    const { sources } = this.merger;
    const property = sources.property(location);
    const found = property
      ? { source: property.source, part: property.property }
      : partOf(sources.declaration(location));
    if (!found) return;
    const { source, part } = found;
    const indent = source.indentAt(part.code.start);
    const written = part.comment ? source.textOf(part.comment) : "";
    const comment = mergeComment(written, base, next, { indent, only: this.merger.onlyChannel });
    const between = part.comment ? source.textOf({ start: part.comment.end, end: part.code.start }) : `\n${indent}`;
    const text = `${comment === "" ? "" : `${comment}${between}`}${code?.print(indent) ?? ""}`;
    const range = { start: part.comment?.start ?? part.code.start, end: code?.end ?? part.code.start };
    if (!source.replace(location.start, range, text)) this.merger.block(location);
  }

  /** Returns the text of a new property of an object, or nothing if the object is not in the sources. */
  #insertionOf(owner: Location, field: Field, anchor: Location | undefined): Insertion[] {
    const found = this.merger.sources.object(owner);
    if (!found) {
      this.merger.block(owner);
      return [];
    }
    const { source, object } = found;
    const [first] = object.properties;
    const indent = first ? source.indentAt(first.code.start) : `${source.indentAt(object.at)}  `;
    const lines = printField(field, this.next.types.namespace).map((line) => `${indent}${line.slice(2)}`);
    const after = anchor && this.merger.sources.property(anchor)?.property.whole.end;
    return [{ at: after ?? object.inside.start, text: `\n${lines.join("\n")}` }];
  }

  #addKind(next: ReadKind): void {
    const path = this.#pathOf(next.kind.kind.toLowerCase());
    this.merger.add(path, printKind(next, this.next.types.namespace), undefined);
    this.#needKind(next, path);
  }

  #needKind({ kind, fields }: ReadKind, path: string): void {
    const library = kind.equals === undefined ? "ObjectMeta" : "InVersion";
    this.merger.need(path, library, LIBRARY_MODULES[library]);
    if (kind.equals !== undefined) {
      const base = this.merger.modelOf({ ...kind, version: kind.equals })?.location.file;
      const from = base ?? `${APIS}/${kind.group}/${kind.equals}/${kind.kind.toLowerCase()}.ts`;
      this.merger.need(path, `* as ${kind.equals}`, from);
    }
    for (const { type } of fields) this.#needType(type, path);
  }

  /** Records the names that a file needs for a type, and the declarations that it needs. */
  #needType(type: TypeExpression, file: string): void {
    const { library, declarations } = namesIn(type);
    for (const name of library) this.merger.need(file, name, libraryModule(name));
    for (const declaration of declarations) {
      const { existing } = declaration;
      const isNew = existing?.name === undefined;
      const from = isNew ? this.#pathOf(this.#fileOf(declaration)) : existing.location.file;
      this.merger.need(file, this.next.types.namespace.nameOf(declaration), from);
      if (!isNew || this.#added.has(declaration)) continue;
      this.#added.add(declaration);
      for (const { type: inner } of contentOf(declaration)) this.#needType(inner, from);
    }
  }

  #addDeclarations(): void {
    for (const { name, declarations, kind } of this.next.types.files) {
      const path = this.#pathOf(name);
      const location = kind && this.merger.modelOf(kind.kind)?.location;
      let anchor = location?.file === path ? location : undefined;
      for (const declaration of declarations) {
        const { existing } = declaration;
        if (existing?.name !== undefined && existing.location.file === path) anchor = existing.location;
        if (this.#added.has(declaration)) {
          this.merger.add(path, printDeclaration(declaration, this.next.types.namespace), anchor);
        }
      }
    }
  }

  #fileOf(declaration: Declaration): string {
    return this.next.types.files.find(({ declarations }) => declarations.includes(declaration))?.name ?? "";
  }

  /** Returns the path of a file: that of the kind, wherever the sources have it, or one for the types of several kinds. */
  #pathOf(name: string): string {
    const kind = this.next.kinds.find((each) => each.kind.toLowerCase() === name);
    return (kind && this.merger.modelOf(kind)?.location.file) ?? posix.join(this.directory, `${name}.ts`);
  }
}

function partOf(found: ReturnType<EditedSources["declaration"]>) {
  return found && { source: found.source as EditedSource, part: found.declaration };
}

function propertyText(field: Field, { types: { namespace } }: Side): string {
  return JSON.stringify([field.isOptional, fieldComment(field, namespace), typeText(field.type, namespace)]);
}

/** Returns the text between a name and its type with or without a question mark. */
function withMark(written: string, isOptional: boolean): string {
  return isOptional ? `?${written}` : written.replace("?", "");
}

function literalsIn({ body }: Declaration): UnionMember[] {
  return body.form === "alias" ? membersOf(body.type) : [];
}

/** Returns the members of a union of literals, or none for another type. */
function membersOf(type: TypeExpression): UnionMember[] {
  if (type.form === "nullable") {
    const members = membersOf(type.type);
    return members.length === 0 ? [] : [...members, { value: null, isExperimental: false }];
  }
  if (type.form !== "literals") return [];
  return type.values.map((value) => ({ value, isExperimental: type.experimental.has(value) }));
}

function nameOf({ group, version, kind }: Pick<KindVersion, "group" | "version" | "kind">): string {
  return `${group}/${version}/${kind}`;
}

function directoryOf({ group, version }: Pick<KindVersion, "group" | "version">): string {
  return `${APIS}/${group}/${version}`;
}
