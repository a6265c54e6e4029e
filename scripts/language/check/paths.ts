import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { KindVersion, PathTag, Scale } from "../../core/model/api.js";
import type { Channel } from "../../core/model/channel.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { StructuralSchema } from "../../core/model/schema.js";
import { storageVersion } from "../../core/model/versions.js";
import type { Reading } from "../../core/result.js";
import { alternatives } from "../../core/words/alternatives.js";
import { COLUMN_TYPES, SELECTABLE_LIMIT, SELECTABLE_TYPES } from "../../kubernetes/crd/field-uses.js";
import { type Destination, follow } from "../../kubernetes/jsonpath/follow.js";
import { type JsonPath, parseJsonPath } from "../../kubernetes/jsonpath/parse.js";
import type { SchemaType } from "../tags/definition.js";
import type { Check, CheckContext } from "./check.js";
import { typeOfSchema } from "./constraints.js";

/**
 * Checks that the paths of columns, selectable fields and the scale subresource lead to suitable fields, in each of
 * their channels.
 */
export const pathsCheck: Check = {
  name: "paths",
  run: (context) =>
    context.model.kinds.flatMap(({ versions }) => {
      const storage = storageVersion(versions);
      return versions.flatMap((version) => {
        const destinationOf = destinationsIn(version, context);
        return usesOf(version).flatMap((use) => pathProblem({ use, version, storage, destinationOf }));
      });
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
  /** The grammar that the API server uses: JSONPath for columns, field names after dots for other paths. */
  readonly grammar: "jsonPath" | "dotted";
  /** A problem with the path that does not depend on the field to which it leads. */
  readonly problem?: string | undefined;
}

/**
 * Source: apiextensions-apiserver v0.37.1, ValidateCustomResourceDefinitionSubresources and splitReplicasPath,
 * ValidateCustomResourceSelectableFields, and pkg/registry/customresource/tableconvertor, which leaves a cell empty if
 * its value has another type.
 */
function usesOf({ columns, selectableFields, scale }: KindVersion): PathUse[] {
  return [
    ...columns.map((tag): PathUse => {
      const types = SHOWN[tag.type];
      const use = `${tag.type === "integer" ? "an" : "a"} ${tag.type} column`;
      return { tag, use, grammar: "jsonPath", ...(types && { types }) };
    }),
    ...selectableFields.map((tag, index): PathUse => {
      const earlier = selectableFields.slice(0, index);
      const problem = earlier.some(({ path }) => path === tag.path) ? "the path is listed more than once" : undefined;
      return {
        tag,
        use: "a selectable field",
        types: SELECTABLE_TYPES,
        grammar: "dotted",
        isSelectable: true,
        problem: problem ?? tooMany(index) ?? unreadable(tag.path),
      };
    }),
    ...(scale ? scaleUses(scale) : []),
  ];
}

function scaleUses({ spec, status, selector }: Scale): PathUse[] {
  const [types, grammar] = [["integer"] as const, "dotted" as const];
  return [
    { tag: spec, use: "the specReplicasPath", types, grammar, below: ["spec"] },
    { tag: status, use: "the statusReplicasPath", types, grammar, below: ["status"] },
    ...(selector
      ? [
          {
            tag: selector,
            use: "the labelSelectorPath",
            types: ["string"] as const,
            grammar,
            below: ["spec", "status"],
          },
        ]
      : []),
  ];
}

const SHOWN: Readonly<Record<string, readonly SchemaType[]>> = COLUMN_TYPES;

function tooMany(index: number): string | undefined {
  return index < SELECTABLE_LIMIT ? undefined : `a version can have at most ${SELECTABLE_LIMIT} selectable fields`;
}

/**
 * Returns why the API server could not read a selectable field. It validates the path as field names after dots and
 * then reads it as JSONPath, so both must result in the same names.
 */
function unreadable(path: string): string | undefined {
  if (path.includes("[")) return "it must not contain brackets";
  const read = parseJsonPath(path);
  const names = "problem" in read ? [] : read.value.path.map((step) => (step.kind === "field" ? step.name : ""));
  return `.${names.join(".")}` === path ? undefined : "the API server cannot read a field with this name";
}

/** Returns the steps of a path, as the API server reads it for this use. */
function stepsOf({ tag: { path }, grammar }: PathUse): Reading<JsonPath> {
  if (!path.startsWith(".")) return { problem: "it must start with a dot" };
  if (grammar === "dotted") {
    const names = path.slice(1).split(".");
    return { value: names.map((name) => ({ kind: "field", name })) };
  }
  const read = parseJsonPath(path);
  return "problem" in read ? { problem: `it is not valid JSONPath: ${read.problem}` } : { value: read.value.path };
}

/** Returns the destination of a path in each channel of a version. */
type Destinations = (path: JsonPath) => Partial<Record<Channel, Destination>>;

function destinationsIn({ group, kind, version }: KindVersion, { views }: CheckContext): Destinations {
  const schemas = views.flatMap(({ channel, model, declaredSchemaOf }) => {
    const ofKind = model.kinds.find((candidate) => candidate.group === group && candidate.kind === kind);
    const root = ofKind?.versions.find((candidate) => candidate.version === version)?.root;
    return root ? [{ channel, schema: objectSchema(declaredSchemaOf(root)) }] : [];
  });
  return (path) => Object.fromEntries(schemas.map(({ channel, schema }) => [channel, follow(schema, path)]));
}

/** Returns the schema of a complete object, with apiVersion, kind and metadata. */
function objectSchema(root: StructuralSchema): StructuralSchema {
  return { ...root, "x-kubernetes-embedded-resource": true };
}

interface PathInVersion {
  readonly use: PathUse;
  readonly version: KindVersion;
  readonly storage: KindVersion | undefined;
  readonly destinationOf: Destinations;
}

function pathProblem({ use, version, storage, destinationOf }: PathInVersion): Diagnostic[] {
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
  const steps = stepsOf(use);
  if ("problem" in steps) return unknown(steps.problem);
  const placeProblem = use.problem ?? misplaced(use, steps.value);
  if (placeProblem !== undefined) return unfit(placeProblem);
  const { standard, experimental } = destinationOf(steps.value);
  const whole = experimental ?? standard; // a bundle can have only one of the channels
  if (whole?.kind === "nowhere") return unknown(whole.problem);
  if (standard?.kind === "nowhere") return [diagnose("path-experimental", { path, field: standard.step }, location)];
  const problem = whole && unfitness(use, whole);
  return problem === undefined ? [] : unfit(problem);
}

/**
 * Returns the codes for a wrong path. The API server accepts any path of a column that starts with a dot. Source:
 * apiextensions-apiserver pkg/apis/apiextensions/validation, validateSimpleJSONPath.
 */
function codesFor({ grammar, tag }: PathUse) {
  return grammar === "jsonPath" && tag.path.startsWith(".")
    ? ({ unknown: "column-path-unknown", unfit: "column-path-unfit" } as const)
    : ({ unknown: "path-unknown", unfit: "path-unfit" } as const);
}

/** Returns the problem with the start of a path, whatever its field is. */
function misplaced({ below, isSelectable }: PathUse, [first]: JsonPath): string | undefined {
  const name = first?.kind === "field" ? first.name : undefined;
  if (isSelectable && name === "metadata")
    return "clients can already select objects by metadata.name and metadata.namespace";
  if (below === undefined || (name !== undefined && below.includes(name))) return undefined;
  return `the path must be below ${below.map((field) => `.${field}`).join(" or ")}`;
}

/** Returns the problem with the type of a field. A field without a type can have values of the right type. */
function unfitness({ types, isSelectable }: PathUse, destination: Destination): string | undefined {
  if (destination.kind !== "schemas") return isSelectable ? "the field has no type" : undefined;
  const found = destination.schemas.map(typeOfSchema);
  const isFit = (type: SchemaType) => types?.includes(type) || (type === "any" && !isSelectable);
  if (types === undefined || found.some(isFit)) return undefined;
  return `its type is ${found[0]}, but must be ${alternatives(types)}`;
}
