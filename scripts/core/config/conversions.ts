/** Reads the definitions of how objects change between releases: those of a project, and those of a bundle. */
import * as v from "valibot";
import { describeDiagnostic } from "../diagnostics/describe.js";
import { diagnose } from "../diagnostics/diagnose.js";
import type { Conversion } from "../model/conversion.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { SourceText } from "../model/location.js";
import { annotationKeyProblem } from "../model/names.js";
import type { Placed } from "../model/policy.js";
import { failure, type Result, success } from "../result.js";
import type { YamlNode } from "../yaml/yaml.js";
import { conversionProblems } from "./conversion-problems.js";
import { CONVERSION } from "./conversion-schema.js";
import { placesIn, type ReadRecord, readRecords } from "./records.js";
import { mapping, stringMatching } from "./schema.js";
import { readYaml, validate } from "./validate.js";

/**
 * Reads the definitions in `apis/conversions.yaml`, in their order, or returns the diagnostics of all mistakes. Does not
 * check that patterns compile.
 */
export function readConversions(file: SourceText | undefined): Result<readonly Placed<Conversion>[]> {
  const records = readRecords(file, CONVERSION, (valid) => conversionProblems(valid.map(placed)));
  return records.ok ? success(records.value.map(placed)) : records;
}

function placed({ fields, placeOf }: ReadRecord<Conversion>): Placed<Conversion> {
  return { ...fields, placeOf };
}

/** Content of `conversions.json` in a bundle. */
export interface BundleConversions {
  /** Key of the annotation in which converted objects keep what has no place in their form. */
  readonly annotation: string;
  readonly conversions: readonly Conversion[];
}

const BUNDLE_CONVERSIONS = mapping({
  "//": v.exactOptional(v.string()),
  annotation: stringMatching((key) => annotationKeyProblem(key) === undefined, "must be an annotation key"),
  conversions: v.array(CONVERSION, "must be a list"),
});

/**
 * Reads `conversions.json` of a bundle, which can come from anywhere. Returns the same mistakes as for the definitions of
 * a project, each as an unreadable file, because users of a bundle cannot correct it.
 */
export function readBundleConversions(file: SourceText): Result<BundleConversions> {
  const loaded = readYaml(file); // YAML 1.2 includes JSON
  if (!loaded.ok) return unreadable(file, loaded.diagnostics);
  const node = loaded.value;
  const read = validate(BUNDLE_CONVERSIONS, { file: file.path, node, name: file.path, missingAt: node });
  if (!read.ok) return unreadable(file, read.diagnostics);
  const { annotation, conversions } = read.value;
  const problems = conversionProblems(conversions.map((each, index) => placedIn(node, file, each, index)));
  return problems.length > 0 ? unreadable(file, problems) : success({ annotation, conversions });
}

function placedIn(node: YamlNode, { path }: SourceText, conversion: Conversion, index: number): Placed<Conversion> {
  const placeOf = placesIn(node, path);
  return { ...conversion, placeOf: (at, part) => placeOf(["conversions", index, ...at], part) };
}

function unreadable(file: SourceText, mistakes: readonly Diagnostic[]) {
  const diagnostics = mistakes.map((mistake) =>
    diagnose("bundle-unreadable", { path: file.path, problem: describeDiagnostic(mistake).message }, mistake.location),
  );
  return failure(diagnostics, [file]);
}
