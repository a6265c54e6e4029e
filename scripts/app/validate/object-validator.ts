/** Validates one object after the other. */
import { isAdvice } from "../../core/diagnostics/catalog/index.js";
import { describeDiagnostic } from "../../core/diagnostics/describe.js";
import { diagnose, inManifest } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { isJsonObject, type JsonObject } from "../../core/model/json.js";
import type { StructuralSchema } from "../../core/model/schema.js";
import type { ObjectError, ValidatedObject } from "../../core/model/validated-object.js";
import { nearest } from "../../core/nearest.js";
import { pathInWords } from "../../core/shape.js";
import { admit, UNCHECKED_RULES } from "../../kubernetes/admission/admit.js";
import type { CompiledVersion } from "../../kubernetes/admission/compile-version.js";
import { storedCrd } from "../../kubernetes/admission/core-kinds.js";
import type { FieldError } from "../../kubernetes/admission/field-error.js";
import { createdObject } from "../../kubernetes/admission/server-metadata.js";
import type { PolicyDecision } from "../../kubernetes/policies/review.js";
import { fieldSchema } from "../../kubernetes/validation/validate.js";
import type { Subject } from "../check/subject.js";
import type { Manifest, RoundedInteger } from "../manifests.js";
import { manifestObject, typeOf } from "../object-names.js";
import type { Definitions } from "./definitions.js";
import { invalidObject } from "./invalid-object.js";
import { decisionDiagnostic, type Policies, type Request, warningsIn } from "./policies.js";
import type { StoredObjects } from "./stored-objects.js";

/** Result for an object. There is none for an object of a kind of Kubernetes that no policy rejects. */
export interface Validated {
  readonly result?: ValidatedObject;
  readonly diagnostics: readonly Diagnostic[];
  /** True if the API server would not evaluate the rules because of the other errors. */
  readonly hasUncheckedRules?: boolean;
}

export interface ValidatorOptions {
  readonly subresource?: "status";
  readonly strict?: boolean;
  readonly defaulted?: boolean;
}

/** An error with its diagnostic, which has a place. An error that only follows from others has none. */
interface PlacedError extends ObjectError {
  readonly diagnostic?: Diagnostic;
}

export class ObjectValidator {
  constructor(
    readonly definitions: Definitions,
    readonly policies: Policies,
    readonly olds: StoredObjects,
    readonly options: ValidatorOptions,
  ) {}

  /** Validates a custom resource. */
  object(manifest: Manifest): Validated {
    const definition = this.definitions.of(manifest);
    if (definition === "builtin") return { diagnostics: [] };
    if ("problem" in definition) return validated(manifest, [unknownType(definition.problem)]);
    const { version } = definition;
    const { subresource, strict, defaulted } = this.options;
    if (subresource && !version.hasStatus) return validated(manifest, [noStatus(version, manifest)]);
    const old = this.olds.of(manifest.value, version);
    const admission = admit(version, { object: manifest.value, old, subresource });
    const own = invalidParts(admission.errors, manifest);
    if (old && version.needsWebhook && old.apiVersion !== manifest.value.apiVersion)
      own.push(unconverted(version, old, manifest));
    const unknown = strict ? admission.unknown.map((path) => unknownField(path, version, manifest)) : [];
    // The API server reviews only what it would store.
    const decisions =
      own.length > 0
        ? []
        : this.policies.review({ ...resourceOf(version, subresource), ...admission.reviewed, subresource });
    const hasUncheckedRules = admission.errors.includes(UNCHECKED_RULES);
    const object = defaulted ? admission.object : undefined;
    const { deprecation } = version;
    return { ...validated(manifest, [...own, ...unknown], decisions, { object, deprecation }), hasUncheckedRules };
  }

  /** Validates a CRD. */
  crd(manifest: Manifest, subject: Subject): Validated {
    const { found, checked } = this.definitions.check(subject);
    const oldObject = this.olds.of(manifest.value, CRDS);
    const errors = found.filter(({ code }) => !isAdvice(code)).map(ofCrd);
    const object = createdObject(storedCrd(manifest.value, oldObject));
    const request = { ...CRDS, object, ...(oldObject && { oldObject: storedCrd(oldObject, oldObject) }) };
    const decisions = checked.isAccepted ? this.policies.review(request) : [];
    return validated(manifest, errors, decisions);
  }
}

type Resource = Pick<Request, "group" | "version" | "plural" | "kind" | "isNamespaced" | "otherVersions">;

const CRDS: Resource = {
  group: "apiextensions.k8s.io",
  version: "v1",
  plural: "customresourcedefinitions",
  kind: "CustomResourceDefinition",
  isNamespaced: false,
  otherVersions: [],
};

function resourceOf(compiled: CompiledVersion, subresource?: "status"): Resource {
  const { group, version, plural, kind, isNamespaced, equivalents, needsWebhook } = compiled;
  const others = equivalents.filter(({ hasStatus }) => subresource === undefined || hasStatus);
  const resource = { group, version, plural, kind, isNamespaced };
  return needsWebhook ? resource : { ...resource, otherVersions: others.map(({ name }) => name) };
}

function validated(
  manifest: Manifest,
  errors: readonly PlacedError[],
  decisions: readonly PolicyDecision[] = [],
  { object, deprecation }: { readonly object?: JsonObject | undefined; readonly deprecation?: string | undefined } = {},
): Validated {
  const { rounded, placeOf } = manifest;
  const place = placeOf(["metadata", "name"]);
  const denials = decisions.flatMap((decision): PlacedError[] => {
    const diagnostic = decisionDiagnostic(decision, place);
    return diagnostic ? [{ type: "Policy", field: "", message: decision.message, diagnostic }] : [];
  });
  const all = [...errors, ...denials];
  const accepted = all.length === 0;
  const deprecations = deprecation === undefined ? [] : [deprecation];
  const result: ValidatedObject = {
    ...manifestObject(manifest),
    accepted,
    errors: all.map(({ type, field, message }) => ({ type, field, message })),
    warnings: [...deprecations, ...warningsIn(decisions), ...rounded.map(roundingInWords)],
    ...(accepted && object && { object }),
  };
  return { result, diagnostics: all.flatMap(({ diagnostic }) => diagnostic ?? []) };
}

function roundingInWords({ path, number }: RoundedInteger): string {
  return `${pathInWords(path)} is rounded to ${Number(number)}: integers above 2^53 are not supported`;
}

/** The API server reports some values twice, with different types of errors. Only the first one has a diagnostic. */
function invalidParts(errors: readonly FieldError[], manifest: Manifest): PlacedError[] {
  const known = new Set<string>();
  return errors.map((error) => {
    const { type, field, message } = error;
    const key = JSON.stringify([error.path, message]);
    const diagnostic = known.has(key) ? undefined : invalidObject(error, manifest);
    known.add(key);
    return { type, field, message, ...(diagnostic && { diagnostic }) };
  });
}

function noStatus({ kind, version }: CompiledVersion, { placeOf }: Manifest): PlacedError {
  const diagnostic = inManifest(diagnose("object-no-status", { kind, version }, placeOf(["apiVersion"])));
  const { message } = describeDiagnostic(diagnostic);
  return { type: "FieldValueForbidden", field: "status", message, diagnostic };
}

/** The webhook decides which old values the rules see. */
function unconverted({ kind, version }: CompiledVersion, old: JsonObject, { placeOf }: Manifest): PlacedError {
  const { apiVersion: from = "" } = typeOf(old);
  const diagnostic = inManifest(diagnose("object-conversion", { kind, from, to: version }, placeOf(["apiVersion"])));
  return { type: "Conversion", field: "apiVersion", message: describeDiagnostic(diagnostic).message, diagnostic };
}

function unknownType(problem: Diagnostic): PlacedError {
  return { type: "UnknownKind", field: "kind", message: describeDiagnostic(problem).message, diagnostic: problem };
}

function ofCrd(diagnostic: Diagnostic): PlacedError {
  return { type: "FieldValueInvalid", field: "", message: describeDiagnostic(diagnostic).message, diagnostic };
}

function unknownField(
  path: readonly (string | number)[],
  { schema }: CompiledVersion,
  { placeOf }: Manifest,
): PlacedError {
  const field = pathInWords(path);
  const near = nearest(String(path.at(-1)), Object.keys(schemaAt(schema, path.slice(0, -1))?.properties ?? {}));
  const found = diagnose("object-field-unknown", { field, nearest: near }, placeOf(path, "key"));
  const diagnostic = inManifest(found);
  return { type: "UnknownField", field, message: describeDiagnostic(diagnostic).message, diagnostic };
}

/** Returns the schema of a value, if one is declared. */
function schemaAt(root: StructuralSchema, path: readonly (string | number)[]): StructuralSchema | undefined {
  let schema: StructuralSchema | undefined = root;
  for (const step of path) {
    const inner: StructuralSchema | boolean | undefined =
      typeof step === "number" ? schema?.items : schema && fieldSchema(schema, step);
    schema = isJsonObject(inner) ? inner : undefined;
  }
  return schema;
}
