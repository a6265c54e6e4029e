/** The schema of a definition in `apis/conversions.yaml`. It checks each value on its own. */
import * as v from "valibot";
import { CHANNELS } from "../model/channel.js";
import type { Conversion, ConversionStep } from "../model/conversion.js";
import { CHANNEL_PARTS } from "../model/conversion.js";
import { namesOf } from "../model/conversion-paths.js";
import type { Step } from "../model/field-path.js";
import { isJsonObject, type JsonObject } from "../model/json.js";
import { groupProblem, labelProblem } from "../model/names.js";
import type { StructuralSchema } from "../model/schema.js";
import { ineffectiveKeywords, schemaProblems, withoutNulls } from "../schema-shape.js";
import type { ShapeProblem } from "../shape.js";
import {
  apiVersion,
  exactValue,
  isOfKind,
  kindName,
  pathOfKind as path,
  pathOf,
  releaseVersion,
  SUCH_PATHS,
  shortName,
} from "./api-parts.js";
import { expectedOneOf, type FieldSchema, MAPPING, mapping, type SchemaKeys, stringMatching } from "./schema.js";

/** The annotation of objects keeps the parts that a channel lacks under a reserved ID. */
const conversionId = v.pipe(
  shortName,
  v.check((name) => name !== CHANNEL_PARTS, "must not be channel"),
);

const crd = stringMatching(isCrdName, "must be the name of a CRD, such as widgets.example.dev");

function isCrdName(name: string): boolean {
  const [plural = "", ...group] = name.split(".");
  return labelProblem(plural) === undefined && groupProblem(group.join(".")) === undefined;
}

const fieldPath = pathOf(
  (steps) => isOfKind(steps) && steps.at(-1)?.kind === "field",
  `must be the path of a field, ${SUCH_PATHS}`,
);
const plainPath = pathOf(
  (steps) => isOfKind(steps) && namesOf(steps) !== undefined,
  "must be a path without lists and maps, such as .spec.rules, outside of apiVersion, kind, and metadata",
);
/** A field of the items of one list. */
const groupedPath = pathOf(
  (steps) => isOfKind(steps) && isInOneList(steps),
  "must be the path of a field in the items of exactly one list, such as .spec.listeners[].tls.mode",
);
const keyPath = pathOf(
  (steps) => namesOf(steps) !== undefined,
  "must be the path of a field of an item, without lists and maps, such as .port",
);

function isInOneList(steps: readonly Step[]): boolean {
  const at = steps.findIndex((step) => step.kind !== "field");
  return steps[at]?.kind === "items" && at < steps.length - 1 && namesOf(steps.slice(at + 1)) !== undefined;
}

const REPLACEMENTS = "must be a list of mappings with from and to";
const replacements = v.array(mapping({ from: exactValue, to: exactValue }), REPLACEMENTS);

/** Schema with at least one keyword. Rules in CEL and defaults have no effect on single values. */
const keywords = v.pipe(
  v.custom<JsonObject>(isJsonObject, MAPPING),
  v.check((schema) => Object.keys(schema).length > 0, "must have at least one keyword"),
  v.rawCheck(({ dataset: { value: schema }, addIssue }) => {
    if (!isJsonObject(schema)) return;
    for (const { path: at, problem } of schemaProblems(schema, [])) addIssue({ message: problem, path: issuePath(at) });
    for (const at of ineffectiveKeywords(schema)) addIssue({ message: KEYWORD, path: issuePath(at) });
  }),
  v.transform((schema): StructuralSchema => withoutNulls(schema)),
);

const KEYWORD = "must be a keyword that restricts values, such as minimum";

/** Returns the path of an issue. */
function issuePath([first = "", ...rest]: ShapeProblem["path"]): [v.UnknownPathItem, ...v.UnknownPathItem[]] {
  return [issueStep(first), ...rest.map(issueStep)];
}

function issueStep(key: string | number): v.UnknownPathItem {
  return { type: "unknown", origin: "value", input: undefined, key, value: undefined };
}

/** Returns the schema of the mapping of a step. Its output contains the kind of the step. */
function step<const Kind extends string, const Keys extends SchemaKeys>(kind: Kind, keys: Keys) {
  return v.exactOptional(
    v.pipe(
      mapping(keys),
      v.transform((fields) => ({ kind, ...fields })),
    ),
  );
}

const ends = { from: path, to: path };

/** The steps by name. */
const STEPS = {
  move: step("move", ends),
  wrap: step("wrap", ends),
  unwrap: step("unwrap", ends),
  map: step("map", { path, values: replacements, back: v.optional(replacements, []) }),
  remove: step("remove", { path: fieldPath, restore: v.exactOptional(exactValue) }),
  add: step("add", { path: fieldPath, value: v.exactOptional(exactValue) }),
  narrow: step("narrow", { path, schema: keywords }),
  widen: step("widen", { path, schema: keywords }),
  unique: step("unique", { path }),
  require: step("require", { path, schema: v.exactOptional(keywords) }),
  group: step("group", { from: groupedPath, by: keyPath, to: groupedPath, key: keyPath, shared: plainPath }),
  split: step("split", { path: plainPath }),
};

function hasOneKey(given: unknown): boolean {
  return !isJsonObject(given) || Object.keys(given).length === 1;
}

/** If the only key is unknown, which is reported separately, there is no output. */
const STEP = {
  ...v.pipe(
    v.unknown(),
    v.check(isJsonObject, MAPPING),
    v.check(hasOneKey, `must have exactly one of the keys ${Object.keys(STEPS).join(", ")}`),
    v.object(STEPS),
    v.transform((given): ConversionStep | undefined => Object.values(given)[0]),
  ),
  keys: STEPS,
};

const REFERENCES = mapping({
  crd,
  kind: kindName,
  paths: v.array(path, "must be a list of paths"),
});

/** A definition. `conversionProblems` checks its values together. */
export const CONVERSION: v.GenericSchema<unknown, Conversion> & Pick<FieldSchema, "keys"> = v.pipe(
  mapping({
    // Short, because the annotation of every object that loses a part contains it.
    id: conversionId,
    since: releaseVersion,
    channel: v.exactOptional(v.picklist(CHANNELS, expectedOneOf(CHANNELS))),
    crd,
    kind: kindName,
    versions: v.exactOptional(v.array(apiVersion, "must be a list of API versions")),
    to: v.exactOptional(
      mapping({ crd: v.exactOptional(crd), kind: v.exactOptional(kindName), version: v.exactOptional(apiVersion) }),
    ),
    steps: v.exactOptional(v.array(STEP, "must be a list of steps")),
    references: v.exactOptional(v.array(REFERENCES, "must be a list of mappings")),
  }),
  v.transform(
    ({ steps = [], ...fields }): Conversion => ({
      versions: [],
      to: {},
      references: [],
      ...fields,
      steps: steps.filter((each) => each !== undefined),
    }),
  ),
);
