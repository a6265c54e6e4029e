/** A table of every experimental kind, field and member of an enum: how long it has been there, and what it lacks for the standard channel. */

import { profileNamed, unmatchedIn } from "../app/judgement.js";
import { releasesBefore } from "../app/releases-before.js";
import { isTrouble, openWorkspace, treeState } from "../app/states.js";
import { isUsed } from "../changes/diff/crds.js";
import { schemaAt } from "../changes/diff/schema.js";
import { criteriaFor, experienceOf, hasMembers, monthsBetween } from "../changes/policy/graduation.js";
import type { CrdVersion, CustomResourceDefinition } from "../core/model/crd.js";
import { compareText } from "../core/model/diagnostic.js";
import { isJsonObject, type Json, type JsonObject } from "../core/model/json.js";
import type { Release } from "../core/model/release.js";
import { dayOf } from "../host/git.js";
import { type GraduationRow, printGraduation } from "../report/graduation.js";
import { complain } from "./diff.js";
import type { ExitCode, Terminal } from "./terminal.js";

export interface GraduationCommandOptions {
  readonly project: string;
  readonly profile: string;
  readonly format: "text" | "markdown" | "json";
}

/** Runs `crd-bundle graduation`. What lacks something is no finding: it ends with 0. */
export async function graduationCommand(
  options: GraduationCommandOptions,
  templates: string,
  terminal: Terminal,
): Promise<ExitCode> {
  const workspace = await openWorkspace(options.project, templates, terminal);
  if (isTrouble(workspace)) return complain(workspace, options.project, terminal);
  const lineage = await releasesBefore(workspace, terminal);
  if ("diagnostics" in lineage) return complain(lineage, options.project, terminal);
  const tree = await treeState(workspace, dayOf(terminal.now));
  if ("diagnostics" in tree) return complain(tree, options.project, terminal);
  const profile = await profileNamed(options.profile, templates);
  const unmatched = await unmatchedIn(workspace, lineage, tree, profile);
  if (unmatched.length > 0) {
    return complain({ diagnostics: unmatched, sources: workspace.sources }, options.project, terminal);
  }
  const rows = experimentalThings(tree).map(({ crd, path, value }): GraduationRow => {
    const values = value === undefined ? [] : [value];
    const versions = versionsWith(tree, crd, path, values);
    const experience = experienceOf(crd, path, lineage, { tree, versions, values });
    const { attestations } = workspace.policy;
    const criteria = experience ? criteriaFor(experience, profile.graduation, dayOf(terminal.now), attestations) : [];
    return {
      crd,
      ...(path !== undefined && { path }),
      ...(value !== undefined && { value }),
      since: experience?.since.name ?? tree.name,
      ...(experience?.since.date !== undefined && { date: experience.since.date }),
      months: monthsBetween(experience?.since.date, dayOf(terminal.now)),
      changed: experience?.changed.name ?? tree.name,
      releasesUnchanged: experience?.releasesUnchanged ?? 0,
      criteria,
    };
  });
  terminal.out(printGraduation(rows, options.format, terminal.outStyle));
  return 0;
}

/** A field, or a member of its enum. */
interface FieldThing {
  readonly path: string;
  readonly value?: Json;
}

/**
 * What the experimental channel of a state has and the standard one has not: kinds, the topmost of their fields, and
 * members of enums.
 */
export function experimentalThings(release: Release): ({ readonly crd: string } & Partial<FieldThing>)[] {
  const [standard, experimental] = [release.channels.get("standard"), release.channels.get("experimental")];
  const things = [...(experimental?.values() ?? [])].flatMap((crd) => {
    const { name } = crd.metadata;
    const twin = standard?.get(name);
    if (!twin) return [{ crd: name }];
    const found = crd.spec.versions
      .filter(isUsed)
      .flatMap((version) => thingsBelow(version.schema.openAPIV3Schema, schemaBeside(version, twin), ""));
    const inVersions = new Map(found.map((thing) => [JSON.stringify([thing.path, thing.value ?? null]), thing]));
    return [...inVersions].sort(([a], [b]) => compareText(a, b)).map(([, thing]) => ({ crd: name, ...thing }));
  });
  return things.sort((a, b) => compareText(a.crd, b.crd));
}

/** The schema of the same version in another channel; of the storage version if it is not there. */
function schemaBeside({ name }: CrdVersion, { spec }: CustomResourceDefinition): JsonObject {
  const version = spec.versions.find((each) => each.name === name) ?? spec.versions.find(({ storage }) => storage);
  return version?.schema.openAPIV3Schema ?? {};
}

/** The versions that objects are read or stored in and that have a field with the given members; all of those for a kind. */
function versionsWith(release: Release, crd: string, path: string | undefined, values: readonly Json[]): string[] {
  const used = release.channels.get("experimental")?.get(crd)?.spec.versions.filter(isUsed) ?? [];
  return used
    .filter(({ schema }) => {
      const field = path === undefined ? {} : schemaAt(schema.openAPIV3Schema, path);
      return field !== undefined && hasMembers(field, values);
    })
    .map(({ name }) => name);
}

/** The fields and members that a schema has and its twin has not. */
function thingsBelow(own: JsonObject, twin: JsonObject, path: string): FieldThing[] {
  const properties = isJsonObject(own.properties) ? own.properties : {};
  const fields = Object.entries(properties).flatMap(([name, schema]) =>
    isJsonObject(schema) ? descend(schema, schemaAt(twin, `.${name}`), `${path}.${name}`) : [],
  );
  const elements = (["items", "additionalProperties"] as const).flatMap((keyword) => {
    const [inner, other] = [own[keyword], twin[keyword]];
    const step = keyword === "items" ? "[]" : "{}";
    return isJsonObject(inner) && isJsonObject(other) ? thingsBelow(inner, other, `${path}${step}`) : [];
  });
  return [...membersBeside(own, twin).map((value) => ({ path, value })), ...fields, ...elements];
}

function descend(schema: JsonObject, twin: JsonObject | undefined, path: string): FieldThing[] {
  return twin ? thingsBelow(schema, twin, path) : [{ path }];
}

function membersBeside({ enum: own }: JsonObject, { enum: twin }: JsonObject): Json[] {
  return Array.isArray(own) && Array.isArray(twin) ? own.filter((value) => !twin.includes(value)) : [];
}
