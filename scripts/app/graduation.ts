/** Lists every experimental kind, field and enum member, with its age and its criteria for graduation. */
import { isUsed } from "../changes/diff/crds.js";
import { schemaAt } from "../changes/diff/schema-at.js";
import { criteriaFor, experienceOf, hasMembers, monthsBetween } from "../changes/policy/graduation.js";
import type { BundleState } from "../core/model/bundle-state.js";
import type { CrdVersion, CustomResourceDefinition } from "../core/model/crd.js";
import { compareStrings } from "../core/model/diagnostic.js";
import { type FieldPath, fieldIn, itemsOf, ROOT_PATH, valuesOf } from "../core/model/field-path.js";
import { isJsonObject, type Json } from "../core/model/json.js";
import type { GraduationRow, Profile } from "../core/model/policy.js";
import { fieldsOf, type StructuralSchema } from "../core/model/schema.js";
import { storageVersion, versionNamed } from "../core/model/versions.js";
import { failure, type Result, success } from "../core/result.js";
import { unmatchedIn } from "./comparison.js";
import type { Context } from "./context.js";
import { releasesBefore } from "./releases-before.js";
import { fulfill } from "./request.js";
import { treeState } from "./states.js";
import { openWorkspace, type Workspace } from "./workspace.js";

export interface GraduationRequest {
  /** The directory that contains `apis/`, relative to the working directory. */
  readonly project: string;
  /** The profile of the versioning policy, or the path of a file with one. If unset, as for `judgeChanges`. */
  readonly profile?: string;
}

/** Lists the experimental parts of the working tree, sorted by CRD and field. */
export function listGraduations(
  request: GraduationRequest,
  context: Context,
): Promise<Result<readonly GraduationRow[]>> {
  return fulfill(request, context, async () => {
    const opened = await openWorkspace(request.project, context);
    if (!opened.ok) return opened;
    const workspace = opened.value;
    const lineage = await releasesBefore(workspace);
    if (!lineage.ok) return lineage;
    const tree = await treeState(workspace, workspace.today);
    if (!tree.ok) return tree;
    const read = await workspace.readProfile(request.profile, workspace.bundle.channels);
    if (!read.ok) return read;
    const profile = read.value;
    const unmatched = await unmatchedIn(workspace, lineage.value, tree.value, profile);
    if (unmatched.length > 0) return failure(unmatched, workspace.sources);
    const row = rowMaker(tree.value, lineage.value, profile, workspace);
    return success(experimentalThings(tree.value).map(row));
  });
}

function rowMaker(tree: BundleState, lineage: readonly BundleState[], profile: Profile, workspace: Workspace) {
  const { today, policy } = workspace;
  return ({ crd, path, value }: ReturnType<typeof experimentalThings>[number]): GraduationRow => {
    const values = value === undefined ? [] : [value];
    const versions = versionsWith(tree, crd, path, values);
    const experience = experienceOf(crd, path, lineage, { tree, versions, values });
    return {
      crd,
      ...(path !== undefined && { path }),
      ...(value !== undefined && { value }),
      since: experience?.since.name ?? tree.name,
      ...(experience?.since.date !== undefined && { date: experience.since.date }),
      months: monthsBetween(experience?.since.date, today),
      changed: experience?.changed.name ?? tree.name,
      releasesUnchanged: experience?.releasesUnchanged ?? 0,
      criteria: experience ? criteriaFor(experience, profile.graduation, today, policy.attestations) : [],
    };
  };
}

/** A field, or a member of its enum. */
interface FieldThing {
  readonly path: FieldPath;
  readonly value?: Json;
}

/**
 * Finds the kinds, fields and enum members that only the experimental channel of a state has. Of nested fields, returns
 * only the topmost.
 */
export function experimentalThings(release: BundleState): ({ readonly crd: string } & Partial<FieldThing>)[] {
  const [standard, experimental] = [release.channels.get("standard"), release.channels.get("experimental")];
  const things = [...(experimental?.values() ?? [])].flatMap((crd) => {
    const { name } = crd.metadata;
    const twin = standard?.get(name);
    if (!twin) return [{ crd: name }];
    const found = crd.spec.versions
      .filter(isUsed)
      .flatMap((version) => thingsBelow(version.schema.openAPIV3Schema, schemaBeside(version, twin), ROOT_PATH));
    const inVersions = new Map(found.map((thing) => [JSON.stringify([thing.path, thing.value ?? null]), thing]));
    return [...inVersions].sort(([a], [b]) => compareStrings(a, b)).map(([, thing]) => ({ crd: name, ...thing }));
  });
  return things.sort((a, b) => compareStrings(a.crd, b.crd));
}

/**
 * Returns the schema of the same API version in the other channel, or of the storage version if it does not exist
 * there.
 */
function schemaBeside({ name }: CrdVersion, { spec }: CustomResourceDefinition): StructuralSchema {
  const version = versionNamed(spec.versions, name) ?? storageVersion(spec.versions);
  return version?.schema.openAPIV3Schema ?? {};
}

/**
 * Returns the served and storage versions that have a field with the given enum members. For a kind, returns all of
 * them.
 */
function versionsWith(
  release: BundleState,
  crd: string,
  path: FieldPath | undefined,
  values: readonly Json[],
): string[] {
  const used = release.channels.get("experimental")?.get(crd)?.spec.versions.filter(isUsed) ?? [];
  return used
    .filter(({ schema }) => {
      const field = path === undefined ? {} : schemaAt(schema.openAPIV3Schema, path);
      return field !== undefined && hasMembers(field, values);
    })
    .map(({ name }) => name);
}

/** Returns the fields and enum members that a schema has and its twin does not. */
function thingsBelow(own: StructuralSchema, twin: StructuralSchema, path: FieldPath): FieldThing[] {
  const twins = fieldsOf(twin);
  const fields = [...fieldsOf(own)].flatMap(([name, schema]) => descend(schema, twins.get(name), fieldIn(path, name)));
  const elements = (["items", "additionalProperties"] as const).flatMap((keyword) => {
    const [inner, other] = [own[keyword], twin[keyword]];
    const place = keyword === "items" ? itemsOf(path) : valuesOf(path);
    return isJsonObject(inner) && isJsonObject(other) ? thingsBelow(inner, other, place) : [];
  });
  return [...membersBeside(own, twin).map((value) => ({ path, value })), ...fields, ...elements];
}

function descend(schema: StructuralSchema, twin: StructuralSchema | undefined, path: FieldPath): FieldThing[] {
  return twin ? thingsBelow(schema, twin, path) : [{ path }];
}

function membersBeside({ enum: own }: StructuralSchema, { enum: twin }: StructuralSchema): Json[] {
  return own && twin ? own.filter((value) => !twin.includes(value)) : [];
}
