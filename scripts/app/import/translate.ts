/** Translates CRDs into types, builds these in memory, and compares the result with each CRD. */

import { isAdvice } from "../../core/diagnostics/catalog/index.js";
import { describeDiagnostic } from "../../core/diagnostics/diagnose.js";
import type { CustomResourceDefinition } from "../../core/model/crd.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { ImportDifference, ImportedCrd } from "../../core/model/imported-crd.js";
import { isJsonObject, type Json, type JsonObject, objectIn } from "../../core/model/json.js";
import type { SourceText } from "../../core/model/location.js";
import { type Difference, differencesBetween } from "../../import/compare.js";
import { writeApi } from "../../import/files.js";
import { type NormalForm, normalForm, pointerTo } from "../../import/normal-form.js";
import { writeSettings } from "../../import/settings.js";
import type { RoundedInteger } from "../manifests.js";
import { type BuiltBack, buildBack, type Library } from "./build-back.js";
import type { CrdToImport } from "./read-crds.js";

/** The sources of an API, and how far they build to the CRDs from which they come. */
export interface Translation {
  /** The types, without the settings of the bundle. */
  readonly sources: readonly SourceText[];
  readonly settings: string;
  /** Codes of the advice that the settings turn off. */
  readonly advice: readonly string[];
  readonly kinds: readonly { readonly group: string; readonly kind: string }[];
  readonly crds: readonly ImportedCrd[];
}

interface Subject extends CrdToImport, NormalForm {
  readonly name: string;
}

/** Translates CRDs. Each group is built separately, because groups do not depend on each other. In a group with errors, each CRD is. */
export function translate(crds: readonly CrdToImport[], name: string, library: Library): Translation {
  const subjects = crds.map(({ crd, ...read }): Subject => ({ ...normalForm(crd), ...read, name: nameOf(crd) }));
  const groups = [...new Set(subjects.map(groupOf))].sort();
  const results = groups.map((group) =>
    translateGroup(
      subjects.filter((each) => groupOf(each) === group),
      library,
    ),
  );
  const kept = results.flatMap((result) => result.kept).map(({ crd }) => crd);
  const advice = [...new Set(results.flatMap((result) => result.advice))].sort();
  return {
    sources: results.flatMap((result) => result.sources),
    settings: writeSettings({ name, crds: kept, advice, domain: subjects.find((each) => each.domain)?.domain }),
    advice,
    kinds: kept.map((crd) => ({
      group: groupOf({ crd }),
      kind: kindOf(crd),
    })),
    crds: results.flatMap((result) => result.crds),
  };
}

interface TranslatedGroup {
  readonly kept: readonly Subject[];
  readonly sources: readonly SourceText[];
  readonly advice: readonly string[];
  readonly crds: readonly ImportedCrd[];
}

function translateGroup(subjects: readonly Subject[], library: Library): TranslatedGroup {
  const whole = build(subjects, library);
  if (whole.built.isSound) return translated(subjects, whole);
  const alone = subjects.map((subject) => ({ subject, ...build([subject], library) }));
  const kept = alone.filter(({ built }) => built.isSound).map(({ subject }) => subject);
  const faulty = alone.filter(({ built }) => !built.isSound);
  const rejected = faulty.map(({ subject, built }) => notImported(subject, built.diagnostics));
  const rest = kept.length > 0 ? build(kept, library) : NOTHING;
  if (!rest.built.isSound) {
    const others = kept.map((subject) => notImported(subject, rest.built.diagnostics));
    return { kept: [], sources: [], advice: [], crds: [...others, ...rejected] };
  }
  const result = translated(kept, rest);
  return { ...result, crds: [...result.crds, ...rejected] };
}

interface Build {
  readonly sources: readonly SourceText[];
  readonly built: BuiltBack;
}

const NOTHING: Build = { sources: [], built: { crds: new Map(), isSound: true, diagnostics: [] } };

function build(subjects: readonly Subject[], library: Library): Build {
  const crds = subjects.map(({ crd }) => crd);
  const sources = writeApi(crds, library.coreTypes);
  const settings = writeSettings({ name: "import", crds, advice: [] });
  return { sources, built: buildBack(sources, settings, library) };
}

function translated(kept: readonly Subject[], { sources, built }: Build): TranslatedGroup {
  const advice = built.diagnostics.map(({ code }) => code);
  return { kept, sources, advice, crds: kept.map((subject) => compared(subject, built.crds.get(subject.name))) };
}

function notImported({ name, file }: Subject, diagnostics: readonly Diagnostic[]): ImportedCrd {
  const problems = diagnostics.filter(({ code }) => !isAdvice(code)).map((each) => describeDiagnostic(each).message);
  return { name, file, result: "not-imported", normalized: [], differences: [], problems: [...new Set(problems)] };
}

function compared(
  { name, file, crd, changes, rounded }: Subject,
  built: CustomResourceDefinition | undefined,
): ImportedCrd {
  const found = differencesBetween(crd, built && withoutStamp(built, crd));
  const normalized = [...changes, ...found.filter(isNormal).map(({ pointer }) => pointer)];
  const differences = [...found.filter((each) => !isNormal(each)).map(describe), ...rounded.map(describeRounded)];
  const faithful = normalized.length === 0 ? "exact" : "normal-form";
  return { name, file, result: differences.length > 0 ? "different" : faithful, normalized, differences, problems: [] };
}

/** Removes the annotations that the build adds to each CRD. */
function withoutStamp(built: CustomResourceDefinition, crd: JsonObject): JsonObject {
  const original = objectIn(objectIn(crd, "metadata"), "annotations");
  const isStamp = (key: string) => /\/(?:bundle-version|channel)$/.test(key) && !Object.hasOwn(original, key);
  const kept = Object.entries(built.metadata.annotations).filter(([key]) => !isStamp(key));
  const { annotations: _, ...metadata } = built.metadata;
  return { ...built, metadata: { ...metadata, ...(kept.length > 0 && { annotations: Object.fromEntries(kept) }) } };
}

/** The build describes apiVersion and kind if nobody else does. */
function isNormal({ pointer, original }: Difference): boolean {
  return original === undefined && /\/openAPIV3Schema\/properties\/(?:apiVersion|kind)\/description$/.test(pointer);
}

function describe({ pointer, original, built }: Difference): ImportDifference {
  if (built === undefined) return { pointer, reason: `the build omits ${shown(original)}` };
  if (original === undefined) return { pointer, reason: `the build adds ${shown(built)}` };
  return { pointer, reason: `the build writes ${shown(built)} instead of ${shown(original)}` };
}

function describeRounded({ path, number }: RoundedInteger): ImportDifference {
  const pointer = path.reduce<string>((above, key) => pointerTo(above, String(key)), "");
  return { pointer, reason: `the build rounds ${number} to ${Number(number)}` };
}

function shown(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? "";
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

function nameOf({ metadata }: JsonObject): string {
  return isJsonObject(metadata) ? String(metadata.name) : "";
}

function kindOf(crd: JsonObject): string {
  return String(objectIn(objectIn(crd, "spec"), "names").kind);
}

function groupOf({ crd }: Pick<Subject, "crd">): string {
  return String(objectIn(crd, "spec").group);
}
