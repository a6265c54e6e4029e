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
 * Checks that the paths of columns, selectable fields and the scale subresource lead to suitable fields, in each of
 * their channels.
 */
export const pathsCheck: Check = {
  name: "paths",
  run: ({ model }) =>
    model.kinds.flatMap(({ versions }) => {
      const storage = storageVersion(versions);
      return versions.flatMap((version) => usesOf(version).flatMap((use) => pathProblem(use, version, storage)));
    }),
};

/** The use of a path. */
interface PathUse {
  readonly tag: PathTag;
  /** The use in words, such as "an integer column". */
  readonly use: string;
  /** The types that the field can have. If omitted, any type. */
  readonly types?: readonly SchemaType[];
  /** The fields of the root that the path can start with. If omitted, any field. */
  readonly below?: readonly string[];
  /** Set for a path by which clients select objects. It must lead to a single field with a type in the schema. */
  readonly isSelectable?: true;
  readonly isColumn?: true;
  /** A problem with the path that does not depend on the field to which it leads. */
  readonly problem?: string | undefined;
}

/**
 * Source: apiextensions-apiserver ValidateCustomResourceDefinitionSubresources, ValidateCustomResourceSelectableFields,
 * and pkg/registry/customresource/tableconvertor, which leaves a cell empty if its value has another type.
 */
function usesOf({ columns, selectableFields, scale }: KindVersion): PathUse[] {
  const integer = ["integer"] as const;
  return [
    ...columns.map((tag): PathUse => {
      const types = COLUMN_TYPES[tag.type];
      return {
        tag,
        use: `${tag.type === "integer" ? "an" : "a"} ${tag.type} column`,
        isColumn: true,
        ...(types && { types }),
      };
    }),
    ...selectableFields.map((tag, index): PathUse => {
      const earlier = selectableFields.slice(0, index);
      const problem = earlier.some(({ path }) => path === tag.path) ? "the path is listed more than once" : undefined;
      return {
        tag,
        use: "a selectable field",
        types: SELECTABLE_TYPES,
        isSelectable: true,
        problem: problem ?? tooMany(index),
      };
    }),
    ...(scale ? [{ tag: scale.spec, use: "the specReplicasPath", types: integer, below: ["spec"] }] : []),
    ...(scale ? [{ tag: scale.status, use: "the statusReplicasPath", types: integer, below: ["status"] }] : []),
    ...(scale?.selector
      ? [{ tag: scale.selector, use: "the labelSelectorPath", types: ["string"] as const, below: ["spec", "status"] }]
      : []),
  ];
}

/** The types of values that the API server shows in a column. A string column shows any value, as JSON if necessary. */
const COLUMN_TYPES: Readonly<Record<string, readonly SchemaType[]>> = {
  integer: ["integer", "number", "int-or-string"],
  number: ["integer", "number", "int-or-string"],
  boolean: ["boolean"],
  date: ["string"],
};

const SELECTABLE_TYPES: readonly SchemaType[] = ["string", "boolean", "integer"];
const SELECTABLE_LIMIT = 8;

function tooMany(index: number): string | undefined {
  return index < SELECTABLE_LIMIT ? undefined : `a version can have at most ${SELECTABLE_LIMIT} selectable fields`;
}

/** The steps of a simple JSON path such as `.a.b[0]['c']`: a field, or undefined for any element. */
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
  const codes = codesFor(use);
  const unknown = (problem: string) => {
    const args = { path, version: version.version, from: isTakenOver ? storage.version : undefined, problem };
    return [diagnose(codes.unknown, args, location)];
  };
  const unfit = (problem: string) => [
    diagnose(codes.unfit, { path, use: use.use, version: version.version, problem }, location),
  ];
  const steps = stepsOf(path);
  if (!steps) return unknown("the syntax is not valid");
  if (!path.startsWith(".")) return unknown("the path must start with a dot");
  const placeProblem = use.problem ?? misplaced(use, steps);
  if (placeProblem !== undefined) return unfit(placeProblem);
  const [first] = steps;
  if (first === "metadata" || first === "apiVersion" || first === "kind") return [];
  let node: SchemaNode = version.root;
  for (const step of steps) {
    const next = follow(node, step);
    if ("problem" in next) return unknown(next.problem);
    if (next.value === "anything") return use.isSelectable ? unfit("the field has no type") : [];
    const { field, node: inner } = next.value;
    if (field?.channel === "experimental" && version.channel === undefined) {
      return [diagnose("path-experimental", { path, field: field.name }, location)];
    }
    if (use.isSelectable && node.form === "array") return unfit("the field is inside a list");
    node = inner;
  }
  const problem = typeProblem(use, node);
  return problem === undefined ? [] : unfit(problem);
}

/**
 * Returns the codes for a wrong path. The API server accepts any path of a column that starts with a dot. Source:
 * apiextensions-apiserver pkg/apis/apiextensions/validation, validateSimpleJSONPath.
 */
function codesFor({ isColumn, tag }: PathUse) {
  return isColumn && tag.path.startsWith(".")
    ? ({ unknown: "column-path-unknown", unfit: "column-path-unfit" } as const)
    : ({ unknown: "path-unknown", unfit: "path-unfit" } as const);
}

/** Returns the problem with the start of a path, whatever its field is. */
function misplaced({ below, isSelectable }: PathUse, [first]: Steps): string | undefined {
  if (isSelectable && first === "metadata")
    return "clients can already select objects by metadata.name and metadata.namespace";
  if (below === undefined || (first !== undefined && below.includes(first))) return undefined;
  return `the path must be below ${below.map((name) => `.${name}`).join(" or ")}`;
}

/** Returns the problem with the type of a field. A field without a type can have values of the right type. */
function typeProblem({ types, isSelectable }: PathUse, node: SchemaNode): string | undefined {
  const type = schemaType(node);
  if (types === undefined || types.includes(type) || (type === "any" && !isSelectable)) return undefined;
  return `the type of the field is ${type}, not ${types.join(" or ")}`;
}

/** A node and the channel of its tag. */
interface Reached {
  readonly node: SchemaNode;
  readonly field?: Field;
}

/** Returns the node one step down, or `anything` if the schema is free-form. */
function follow(node: SchemaNode, step: string | undefined): Reading<Reached | "anything"> {
  if (node.form === "raw") return { value: "anything" };
  if (node.form === "map") return { value: { node: node.values } };
  if (node.form === "array") {
    return step === undefined ? { value: { node: node.items } } : { problem: `a list has no field "${step}"` };
  }
  if (node.form === "scalar") return { problem: `a value of type ${node.type} has no fields` };
  const field = node.fields.find((candidate) => candidate.name === step);
  if (field) return { value: { node: field.node, field } };
  const near = nearest(
    step ?? "",
    node.fields.map((candidate) => candidate.name),
  );
  return { problem: `there is no field "${step ?? "*"}"${near === undefined ? "" : `; did you mean "${near}"?`}` };
}
