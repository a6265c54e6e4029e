import { diagnose } from "../../core/diagnostics/diagnose.js";
import { nearest } from "../../core/diagnostics/nearest.js";
import type { Field, KindVersion, PathTag, SchemaNode } from "../../core/model/api.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { storageVersion } from "../../core/model/versions.js";
import type { Reading } from "../../core/result.js";
import type { SchemaType } from "../tags/definition.js";
import type { Check } from "./check.js";
import { schemaType } from "./constraints.js";

/**
 * The paths of columns, selectable fields and the scale subresource lead to fields that can be used so, in every channel
 * they are in.
 */
export const pathsCheck: Check = {
  name: "paths",
  run: ({ model }) =>
    model.kinds.flatMap(({ versions }) => {
      const storage = storageVersion(versions);
      return versions.flatMap((version) => usesOf(version).flatMap((use) => pathProblem(use, version, storage)));
    }),
};

/** What a path is for. */
interface PathUse {
  readonly tag: PathTag;
  /** As in "an integer column". */
  readonly use: string;
  /** The types that the field may have. Without them: any. */
  readonly types?: readonly SchemaType[];
  /** The fields of the root that it may be in. Without them: any. */
  readonly below?: readonly string[];
  /** Set for a path that the API server indexes objects by: to one field, whose type the schema states. */
  readonly isSelectable?: true;
  /** Why there may be no such path, wherever it leads. */
  readonly problem?: string | undefined;
}

/**
 * Source: apiextensions-apiserver ValidateCustomResourceDefinitionSubresources, ValidateCustomResourceSelectableFields,
 * and pkg/registry/customresource/tableconvertor, which shows nothing for a value of another type.
 */
function usesOf({ columns, selectableFields, scale }: KindVersion): PathUse[] {
  const integer = ["integer"] as const;
  return [
    ...columns.map((tag): PathUse => {
      const types = COLUMN_TYPES[tag.type];
      return { tag, use: `${tag.type === "integer" ? "an" : "a"} ${tag.type} column`, ...(types && { types }) };
    }),
    ...selectableFields.map((tag, index): PathUse => {
      const earlier = selectableFields.slice(0, index);
      const problem = earlier.some(({ path }) => path === tag.path) ? "it is listed twice" : undefined;
      return {
        tag,
        use: "a selectable field",
        types: SELECTABLE_TYPES,
        isSelectable: true,
        problem: problem ?? tooMany(index),
      };
    }),
    ...(scale ? [{ tag: scale.spec, use: "the wanted replicas", types: integer, below: ["spec"] }] : []),
    ...(scale ? [{ tag: scale.status, use: "the actual replicas", types: integer, below: ["status"] }] : []),
    ...(scale?.selector
      ? [{ tag: scale.selector, use: "the label selector", types: ["string"] as const, below: ["spec", "status"] }]
      : []),
  ];
}

/** What the API server shows in a column of a type. A string column shows any value, as JSON if need be. */
const COLUMN_TYPES: Readonly<Record<string, readonly SchemaType[]>> = {
  integer: ["integer", "number", "int-or-string"],
  number: ["integer", "number", "int-or-string"],
  boolean: ["boolean"],
  date: ["string"],
};

const SELECTABLE_TYPES: readonly SchemaType[] = ["string", "boolean", "integer"];
const SELECTABLE_LIMIT = 8;

function tooMany(index: number): string | undefined {
  return index < SELECTABLE_LIMIT ? undefined : `a version can have ${SELECTABLE_LIMIT} of them`;
}

/** The steps of a simple JSON path, `.a.b[0]['c']`: a field, or undefined for any element. */
type Steps = readonly (string | undefined)[];

const STEP = /\.([A-Za-z_][\w-]*|\*)|\[(?:'([^']*)'|"([^"]*)"|(\d+|\*|\?\([^[\]]*\)))\]/y;

function stepsOf(path: string): Steps | undefined {
  const steps: (string | undefined)[] = [];
  let at = 0;
  while (at < path.length) {
    STEP.lastIndex = at;
    const match = STEP.exec(path);
    if (!match) return undefined;
    const name = match[1] ?? match[2] ?? match[3];
    steps.push(name === "*" ? undefined : name);
    at = STEP.lastIndex;
  }
  return steps.length > 0 ? steps : undefined;
}

function pathProblem(use: PathUse, version: KindVersion, storage: KindVersion | undefined): Diagnostic[] {
  const { tag } = use;
  const { path } = tag;
  const isTakenOver =
    storage !== undefined && storage !== version && usesOf(storage).some((other) => other.tag === tag);
  const location = isTakenOver ? version.location : tag.location;
  const unknown = (problem: string) => {
    const args = { path, version: version.version, from: isTakenOver ? storage.version : undefined, problem };
    return [diagnose("path-unknown", args, location)];
  };
  const unfit = (problem: string) => [
    diagnose("path-unfit", { path, use: use.use, version: version.version, problem }, location),
  ];
  const steps = stepsOf(path);
  if (!steps) return unknown("it is no path");
  if (!path.startsWith(".")) return unknown("it does not begin with a dot");
  const placeProblem = use.problem ?? misplaced(use, steps);
  if (placeProblem !== undefined) return unfit(placeProblem);
  const [first] = steps;
  if (first === "metadata" || first === "apiVersion" || first === "kind") return [];
  let node: SchemaNode = version.root;
  for (const step of steps) {
    const next = follow(node, step);
    if ("problem" in next) return unknown(next.problem);
    if (next.value === "anything") return use.isSelectable ? unfit("its schema is free-form") : [];
    const { field, node: inner } = next.value;
    if (field?.channel === "experimental" && version.channel === undefined) {
      return [diagnose("path-experimental", { path, field: field.name }, location)];
    }
    if (use.isSelectable && node.form === "array") return unfit("it leads into a list");
    node = inner;
  }
  const problem = typeProblem(use, node);
  return problem === undefined ? [] : unfit(problem);
}

/** What is wrong with where a path leads, whatever is there. */
function misplaced({ below, isSelectable }: PathUse, [first]: Steps): string | undefined {
  if (isSelectable && first === "metadata") return "clients can select by metadata.name and metadata.namespace anyway";
  if (below === undefined || (first !== undefined && below.includes(first))) return undefined;
  return `it is not below ${below.map((name) => `.${name}`).join(" or ")}`;
}

/** What is wrong with the type of the field. Where the schema states none, values of the right type may be there. */
function typeProblem({ types, isSelectable }: PathUse, node: SchemaNode): string | undefined {
  const type = schemaType(node);
  if (types === undefined || types.includes(type) || (type === "any" && !isSelectable)) return undefined;
  return `its type is ${type}, not ${types.join(" or ")}`;
}

/** A node, and the field that it is of. */
interface Reached {
  readonly node: SchemaNode;
  readonly field?: Field;
}

/** One step down; `anything` where the schema is free. */
function follow(node: SchemaNode, step: string | undefined): Reading<Reached | "anything"> {
  if (node.form === "raw") return { value: "anything" };
  if (node.form === "map") return { value: { node: node.values } };
  if (node.form === "array") {
    return step === undefined ? { value: { node: node.items } } : { problem: `a list has no field "${step}"` };
  }
  if (node.form === "scalar") return { problem: `there is nothing inside a ${node.type}` };
  const field = node.fields.find((candidate) => candidate.name === step);
  if (field) return { value: { node: field.node, field } };
  const near = nearest(
    step ?? "",
    node.fields.map((candidate) => candidate.name),
  );
  return { problem: `there is no field "${step ?? "*"}"${near === undefined ? "" : `; did you mean "${near}"?`}` };
}
