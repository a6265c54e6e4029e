/**
 * Installs one release over another on a real API server, with objects of all kinds, and back again. Compares what the
 * plan states with what happens.
 */
import { installOnCluster } from "../../scripts/app/cluster/install.js";
import { ACCEPTABLE, type PlannedInstall, planClusterInstall } from "../../scripts/app/cluster/plan.js";
import type { Context } from "../../scripts/app/context.js";
import { processContext } from "../../scripts/app/process-context.js";
import { accessVersion, liveCrd } from "../../scripts/cluster/live-crd.js";
import { nameOf } from "../../scripts/cluster/target-bundle.js";
import type { Channel } from "../../scripts/core/model/channel.js";
import type { Diagnostic } from "../../scripts/core/model/diagnostic.js";
import type { PlannedCrd } from "../../scripts/core/model/install-plan.js";
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  objectIn,
  sameJson,
} from "../../scripts/core/model/json.js";
import type { Result } from "../../scripts/core/result.js";
import { pathInWords } from "../../scripts/core/shape.js";
import { readObject } from "../../scripts/kubernetes/admission/stored-object.js";
import { type ConvertedObject, convertObject } from "../../scripts/kubernetes/conversion/convert.js";
import { ANNOTATION, COMPILED, focusesOn } from "../kubernetes/conversion/history.js";
import { compiled, drawValid, isValid } from "../kubernetes/conversion/objects.js";
import { seed } from "../support/drawn.js";
import { ROOT } from "../support/golden.js";
import { Random } from "../support/random.js";
import { type Answer, type ApiClient, eventually, expectSuccess, type ObjectRef } from "./client.js";
import type { Pair, ReleaseState } from "./release-states.js";
import type { ApiServer } from "./server.js";

/** Objects of each served version of a kind. */
const OBJECTS = 3;
const MOST_DRAWS = 2_000;

const CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const POLICIES = ["validatingadmissionpolicybindings", "validatingadmissionpolicies"].map(
  (plural) => `/apis/admissionregistration.k8s.io/v1/${plural}`,
);

/** The pairs that were tried, and their problems. */
export interface Tried {
  readonly wrong: string[];
  pairs: number;
  objects: number;
  converted: number;
  /** Objects that were removed, because they cannot be converted. */
  blocked: number;
  /** Values that the plan states to be lost. */
  named: number;
  /** Updates of objects that the API server rejects, because they were not valid before, or the plan states it. */
  stuck: number;
  /** Objects that came back as they were. */
  back: number;
}

export function nothingTried(): Tried {
  return { wrong: [], pairs: 0, objects: 0, converted: 0, blocked: 0, named: 0, stuck: 0, back: 0 };
}

/** CRDs and objects of a server, read through the versions that the tool uses. */
interface Snapshot {
  readonly crds: ReadonlyMap<string, JsonObject>;
  /** By kind and name, as diagnostics name them. */
  readonly objects: ReadonlyMap<string, ObjectRef>;
}

/** Installs the first state of a pair with drawn objects, then the second one, and then the first one again. */
export async function tryPair(server: ApiServer, pair: Pair, tried: Tried): Promise<void> {
  await reset(server, pair.from);
  await new PairTest(server, pair, tried).run();
}

/** Removes all CRDs with their objects, and installs a state with drawn objects. */
async function reset(server: ApiServer, from: ReleaseState): Promise<void> {
  await removeAll(server.client);
  if ((await install(server, from, [])).diagnostics.some(isError)) throw new Error(`${from.name} is not installed`);
  const random = new Random(seed);
  for (const crd of from.crds.values()) {
    for (const { name } of crd.spec.versions.filter(({ served }) => served)) {
      const version = compiled(crd, name);
      const focuses = [undefined, ...focusesOn(version)];
      let count = 0;
      for (let draws = 0; draws < MOST_DRAWS && count < OBJECTS; draws++) {
        const drawn = drawValid(version, random, random.one(focuses));
        if (!drawn) continue;
        const metadata = { ...objectIn(drawn, "metadata"), name: `${name}-${count++}` };
        await store(server.client, { ...drawn, metadata } as unknown as ObjectRef, version.hasStatus);
      }
      if (count < OBJECTS) throw new Error(`${from.name}: ${count} objects of ${version.kind} ${name}`);
    }
  }
}

async function store(client: ApiClient, object: ObjectRef, hasStatus: boolean): Promise<void> {
  const what = `${object.apiVersion} ${nameOf(object)}`;
  const created = expectSuccess(await settled(() => client.create(object)), what);
  if (!hasStatus || object.status === undefined) return;
  const { metadata } = created;
  expectSuccess(await client.replaceStatus({ ...object, metadata } as unknown as ObjectRef), what);
}

/** Repeats a request for which the API server does not have the storage of a new CRD yet. */
function settled(send: () => Promise<Answer>): Promise<Answer> {
  return eventually(async () => {
    const answer = await send();
    if (answer.code === 404 || answer.code === 429) throw new Error(`${answer.code} ${answer.body.message}`);
    return answer;
  });
}

async function removeAll(client: ApiClient): Promise<void> {
  for (const collection of POLICIES) await client.request("DELETE", collection);
  // While a CRD is deleted, the API server can miss objects in its cache.
  for (const object of (await snapshot(client)).objects.values()) await client.delete(object);
  await client.request("DELETE", CRDS);
  await eventually(async () => {
    const { items } = expectSuccess(await client.request("GET", CRDS), "CRDs");
    if (!isJsonArray(items) || items.length > 0) throw new Error("CRDs are left");
  }, 60_000);
}

/** An object as etcd contains it. */
interface StoredForm {
  readonly object: ObjectRef;
  /** True if a conversion changes the object. */
  readonly isConverted: boolean;
}

class PairTest {
  readonly name: string;
  start: Snapshot | undefined;
  /** Objects to which a new schema has added defaults. An update stores them, so they are there on the way back. */
  readonly #defaulted = new Set<string>();
  /** CRDs whose objects have stored values that the installed schema does not show. */
  readonly #hidden = new Set<string>();

  constructor(
    readonly server: ApiServer,
    readonly pair: Pair,
    readonly tried: Tried,
  ) {
    this.name = `${pair.from.name} → ${pair.to.name}`;
  }

  #report(what: string): void {
    this.tried.wrong.push(`${this.name}: ${what}`);
  }

  async run(): Promise<void> {
    const { from, to } = this.pair;
    this.tried.pairs++;
    const start = await snapshot(this.server.client);
    this.start = start;
    const there = await this.#install(to, start, "there");
    if (!there) return;
    await this.#expectUnchangedBySecond(to, there.after);
    await this.#expectUpdates(there.after, there.plan);
    const back = await this.#install(from, there.after, "back");
    if (!back) return;
    this.#compareBack(start, there.after, back.after, [...there.plan.diagnostics, ...back.plan.diagnostics]);
  }

  /** Plans, shows that nothing happens if there are reasons not to install, and then installs. */
  async #install(state: ReleaseState, start: Snapshot, way: string) {
    const first = await plan(this.server, state, []);
    const stopping = first.diagnostics.filter(isError);
    let before = start;
    if (stopping.length > 0) await this.#expectNoInstall(state, [], before, way);
    const accept = [...new Set(stopping.map(({ code }) => code))].filter((code) =>
      ACCEPTABLE.some((each) => each === code),
    );
    let planned = accept.length > 0 ? await plan(this.server, state, accept) : first;
    const blocked = planned.diagnostics.filter((each) => isError(each) && each.code === "cluster-object-blocked");
    let removed = 0;
    if (blocked.length > 0) {
      await this.#expectNoInstall(state, accept, before, way);
      for (const name of new Set(blocked.map(objectOf))) {
        const object = before.objects.get(name);
        if (!object) this.#report(`${way}: the plan names ${name}, which does not exist`);
        else expectSuccess(await this.server.client.delete(object), name);
        removed++;
      }
      before = await snapshot(this.server.client);
      planned = await plan(this.server, state, accept);
    }
    this.tried.blocked += removed;
    const errors = planned.diagnostics.filter(isError);
    if (errors.length > 0) {
      this.#report(`${way}: the plan cannot be accepted: ${JSON.stringify(errors.slice(0, 3))}`);
      return undefined;
    }
    this.#comparePlan(state, before, planned, way);
    const stored = await this.#withoutDefaults(state, before, planned);
    const done = await install(this.server, state, accept);
    const problems = done.diagnostics.filter(isError);
    if (problems.length > 0) {
      this.#report(`${way}: the installation fails: ${JSON.stringify(problems.slice(0, 3))}`);
      return undefined;
    }
    if (!sameJson(done.plan as unknown as Json, planned.plan as unknown as Json)) {
      this.#report(`${way}: other plan at the installation: ${JSON.stringify([planned.plan, done.plan])}`);
    }
    const changing = planned.plan.crds.filter(({ action }) => action !== "none").map(({ crd }) => crd);
    if (!sameJson(changing, [...done.applied])) this.#report(`${way}: applies ${done.applied}, planned ${changing}`);
    for (const { crd, kind, action, objects } of planned.plan.crds) {
      const [migrated] = done.migrated.filter((each) => each.crd === crd);
      const found = migrated && { converted: migrated.converted, failed: migrated.failed, seen: migrated.seen };
      const kept = [...stored.values()].filter(({ object, isConverted }) => object.kind === kind && !isConverted);
      const converted = objects.converted - kept.length;
      const wanted = action === "migrate" ? { converted, failed: 0, seen: objects.count } : undefined;
      // Values that an earlier CRD hides are still stored, and the bridge shows them: then more objects are converted.
      const hidden = this.#hidden.has(crd) && (found?.converted ?? 0) > (wanted?.converted ?? 0);
      const happened = hidden && wanted && found ? { ...found, converted: wanted.converted } : found;
      if (JSON.stringify(happened) !== JSON.stringify(wanted)) {
        this.#report(`${way}: ${crd}: ${JSON.stringify(found)} happened, planned ${JSON.stringify(wanted)}`);
      }
    }
    for (const { crd, kind } of planned.plan.crds) {
      const isLosing = (each: Diagnostic) =>
        each.code === "cluster-object-loses" && objectOf(each).startsWith(`${kind} `);
      if (planned.diagnostics.some(isLosing)) this.#hidden.add(crd);
    }
    const after = await snapshot(this.server.client);
    this.#compareCrds(state, before, after, planned, way);
    const sources = new Map(before.objects);
    for (const [name, { object }] of stored) sources.set(name, object);
    this.#compareObjects(state, { ...before, objects: sources }, after, planned, way);
    return { after, plan: planned };
  }

  async #expectNoInstall(state: ReleaseState, accept: readonly string[], before: Snapshot, way: string): Promise<void> {
    const { applied, diagnostics } = await install(this.server, state, accept);
    if (applied.length > 0 || !diagnostics.some(isError)) this.#report(`${way}: installs although the plan has errors`);
    const after = await snapshot(this.server.client);
    for (const what of changes(before, after)) this.#report(`${way}: ${what} by an installation that must not proceed`);
  }

  /** Compares the plan with what is on the server. */
  #comparePlan(
    state: ReleaseState,
    { crds, objects }: Snapshot,
    { plan: { crds: planned, staying } }: PlannedInstall,
    way: string,
  ) {
    const wanted = [...state.crds.keys()];
    if (!sameJson([...wanted].sort(), planned.map(({ crd }) => crd).sort())) this.#report(`${way}: plans other CRDs`);
    const others = [...crds.keys()].filter((name) => !state.crds.has(name)).sort();
    if (!sameJson(others, staying.map(({ crd }) => crd).sort())) this.#report(`${way}: other CRDs stay: ${others}`);
    for (const { crd, kind, action, outgoing, objects: counts } of planned) {
      const live = crds.get(crd);
      if ((live === undefined) !== (action === "create")) this.#report(`${way}: ${crd}: ${action}`);
      const leaving = storedIn(live).filter(
        (name) => !state.crds.get(crd)?.spec.versions.some((each) => each.name === name),
      );
      if (!sameJson(leaving, [...outgoing])) this.#report(`${way}: ${crd}: ${leaving} leaves, planned ${outgoing}`);
      if (leaving.length > 0 && action !== "migrate") this.#report(`${way}: ${crd}: no migration`);
      const own = [...objects.values()].filter((object) => object.kind === kind);
      if (own.length !== counts.count) this.#report(`${way}: ${crd}: ${own.length} objects, planned ${counts.count}`);
    }
  }

  #compareCrds(
    state: ReleaseState,
    before: Snapshot,
    after: Snapshot,
    { plan: { crds } }: PlannedInstall,
    way: string,
  ) {
    for (const [name, wanted] of state.crds) {
      const live = after.crds.get(name);
      const versions = (live ? liveCrd(live)?.crd.spec.versions : undefined) ?? [];
      const inWords = (list: typeof versions) =>
        list.map((each) => `${each.name} ${each.served} ${each.storage}`).join();
      if (inWords(versions) !== inWords(wanted.spec.versions)) this.#report(`${way}: ${name} has ${inWords(versions)}`);
      const unknown = storedIn(live).filter((stored) => !versions.some((version) => version.name === stored));
      if (unknown.length > 0) this.#report(`${way}: ${name}: stored versions ${unknown} are not in the CRD`);
      const { action } = crds.find(({ crd }) => crd === name) ?? {};
      if (action === "migrate" && storedIn(live).length !== 1)
        this.#report(`${way}: ${name}: stored ${storedIn(live)}`);
      const isSame = sameJson(before.crds.get(name) ?? null, live ?? null);
      if (action === "none" && !isSame) this.#report(`${way}: ${name} is changed, planned none`);
    }
    for (const [name, live] of before.crds) {
      if (!state.crds.has(name) && !sameJson(live, after.crds.get(name) ?? null))
        this.#report(`${way}: ${name} is changed`);
    }
  }

  /**
   * Returns the stored form of the objects that lack defaults of the installed CRD. The plan reads objects with these
   * defaults, and can convert them. A version that stays has the schema of the new CRD in the bridge, without defaults
   * that only the installed one has, so there is less to convert, or nothing.
   */
  async #withoutDefaults(
    state: ReleaseState,
    before: Snapshot,
    { plan: { crds } }: PlannedInstall,
  ): Promise<ReadonlyMap<string, StoredForm>> {
    const found = new Map<string, StoredForm>();
    const channel = channelOf(state, before);
    const isConverted = (object: JsonObject) => {
      const { objects } = convertObject(COMPILED, object, { to: state.version, channel });
      return objects.some((converted) => !sameJson(contentOf(converted), contentOf(object)));
    };
    const isStaying = (crd: string, { apiVersion }: JsonObject) =>
      state.crds.get(crd)?.spec.versions.some(({ name }) => String(apiVersion).endsWith(`/${name}`));
    for (const { crd, kind } of crds.filter(({ action }) => action === "migrate")) {
      const [plural, ...group] = crd.split(".");
      for (const [name, object] of before.objects) {
        if (object.kind !== kind || !isConverted(object) || !isStaying(crd, object)) continue;
        const { namespace = "", name: own } = object.metadata;
        const stored = await this.server.stored([group.join("."), plural, namespace, own].filter(Boolean).join("/"));
        if (stored && !sameJson(contentOf(stored), contentOf(object)) && this.#isStoredForm(stored, object, crd))
          found.set(name, { object: stored as ObjectRef, isConverted: isConverted(stored) });
      }
    }
    return found;
  }

  /** Reports whether an object shows all that is stored, except for what the installed CRD hides by what a plan stated. */
  #isStoredForm(stored: JsonObject, object: JsonObject, crd: string): boolean {
    return leavesOf(contentOf(stored)).every(({ path, value }) => {
      const shown = valueAt(object, path);
      return shown === undefined ? this.#hidden.has(crd) : isKept(value, shown);
    });
  }

  #compareObjects(state: ReleaseState, before: Snapshot, after: Snapshot, planned: PlannedInstall, way: string): void {
    const { crds } = planned.plan;
    const channel = channelOf(state, before);
    for (const [name, object] of before.objects) {
      const now = after.objects.get(name);
      const crd = crds.find(({ kind }) => kind === object.kind);
      this.tried.objects++;
      if (!now) this.#report(`${way}: ${name} is gone`);
      else if (!crd) {
        if (!sameJson(object, now)) this.#report(`${way}: ${name} is changed, but its kind stays`);
      } else {
        const converted = convertObject(COMPILED, object, { to: state.version, channel });
        this.#compareObject(state, {
          name,
          object,
          now,
          crd,
          converted,
          planned,
          way,
          earlier: this.start?.objects.get(name),
        });
      }
    }
    for (const name of after.objects.keys()) if (!before.objects.has(name)) this.#report(`${way}: ${name} is new`);
  }

  #compareObject(state: ReleaseState, { name, object, now, crd, converted, planned, way, earlier }: Compared): void {
    const named = lossesOf(name, planned.diagnostics);
    this.tried.named += named.length;
    const isMigrated = crd.action === "migrate";
    const expected = isMigrated ? converted.objects[0] : object;
    if (isMigrated) this.tried.converted += Number(converted.applied.length > 0);
    if (!expected) {
      this.#report(`${way}: ${name} becomes nothing`);
      return;
    }
    for (const { path } of isMigrated ? converted.lost : []) {
      const words = pathInWords(path);
      if (!isNamed(words, planned, name, object, "cluster-object-lost"))
        this.#report(`${way}: ${name}: ${words} is not named as lost`);
    }
    // The annotation also states what is around a kept value. Hidden values are there again.
    const isOther = (path: readonly (string | number)[]) => path.includes(ANNOTATION) && this.#hidden.has(crd.crd);
    const target = state.crds.get(crd.crd);
    const version = String(now.apiVersion).split("/")[1] ?? "";
    if (!target) return;
    const wanted = readObject(compiled(target, version).schema, contentOf(expected)).object;
    for (const { path, value } of leavesOf(contentOf(expected))) {
      const found = valueAt(now, path);
      if (isKept(value, found) || isOther(path)) continue;
      const words = pathInWords(path);
      if (named.some((each) => isWithin(words, each)) || hasMore(planned, object, "cluster-object-loses")) continue;
      this.#report(`${way}: ${name}: ${words} is lost: ${JSON.stringify(value)}, now ${JSON.stringify(found)}`);
    }
    const given = leavesOf(contentOf(wanted)).filter(({ path }) => valueAt(contentOf(expected), path) === undefined);
    if (given.length > 0) this.#defaulted.add(name);
    const visible = [wanted, expected, ...(earlier ? [earlier, ...this.#inOtherForm(earlier, crd.crd)] : [])];
    for (const { path, value } of leavesOf(contentOf(now))) {
      const words = pathInWords(path);
      const known =
        visible.some((each) => sameJson(valueAt(each, path) ?? "", value)) ||
        isEmpty(value) ||
        isOther(path) ||
        (given.length > 0 && path.includes(ANNOTATION));
      if (!known) this.#report(`${way}: ${name}: ${words} is new: ${JSON.stringify(value)}`);
    }
    for (const what of ["uid", "creationTimestamp", "labels", "finalizers"]) {
      const [old, own] = [objectIn(object, "metadata")[what], objectIn(now, "metadata")[what]];
      if (!sameJson(old ?? null, own ?? null)) this.#report(`${way}: ${name}: metadata.${what} is changed`);
    }
  }

  /** Returns the forms of an object in which values of it can be hidden. Without a migration, they stay in this form. */
  #inOtherForm(earlier: ObjectRef, crd: string): readonly JsonObject[] {
    if (!this.#hidden.has(crd)) return [];
    return convertObject(COMPILED, earlier, { to: this.pair.to.version, channel: "experimental" }).objects;
  }

  /** Installs the same again, which must write nothing. */
  async #expectUnchangedBySecond(state: ReleaseState, before: Snapshot): Promise<void> {
    const accept = [
      "cluster-channel",
      "cluster-downgrade",
      "cluster-object-loses",
      "cluster-object-lost",
      "cluster-object-uses",
    ];
    const again = await install(this.server, state, accept);
    const errors = again.diagnostics.filter(isError);
    if (errors.length > 0) this.#report(`a second installation fails: ${JSON.stringify(errors.slice(0, 2))}`);
    if (again.applied.length > 0) this.#report(`a second installation applies ${again.applied}`);
    for (const what of changes(before, await snapshot(this.server.client)))
      this.#report(`${what} by a second installation`);
  }

  /** Checks that other clients can update each object, and that its managed fields name only known versions. */
  async #expectUpdates({ crds, objects }: Snapshot, { diagnostics }: PlannedInstall): Promise<void> {
    const { client } = this.server;
    const versions = new Map<unknown, Set<string>>();
    for (const crd of crds.values()) {
      const live = liveCrd(crd);
      if (!live) continue;
      const { group, names } = live.crd.spec;
      versions.set(names.kind, new Set(live.crd.spec.versions.map(({ name }) => `${group}/${name}`)));
    }
    await inParallel([...objects], async ([name, object]) => {
      const { managedFields } = objectIn(object, "metadata");
      const entries = isJsonArray(managedFields) ? managedFields.filter(isJsonObject) : [];
      for (const { apiVersion } of entries) {
        if (!versions.get(object.kind)?.has(String(apiVersion)))
          this.#report(`${name}: managed fields of ${apiVersion}`);
      }
      const metadata = { ...object.metadata, labels: { updated: "true" } };
      const { apiVersion, kind } = object;
      const own = {
        name: object.metadata.name,
        ...(object.metadata.namespace && { namespace: object.metadata.namespace }),
      };
      const answers = {
        put: await settled(() => client.replace({ ...object, metadata }, { dryRun: true })),
        patch: await settled(() =>
          client.merge({ apiVersion, kind, metadata: { ...own, labels: { updated: "true" } } }, { dryRun: true }),
        ),
        apply: await settled(() =>
          client.apply({ apiVersion, kind, metadata: { ...own, labels: { updated: "true" } } }, { dryRun: true }),
        ),
      };
      const isNamedInvalid = diagnostics.some(
        (each) => each.code === "cluster-object-invalid" && objectOf(each) === name,
      );
      for (const [way, { code, body }] of Object.entries(answers)) {
        if (code >= 300 && (isNamedInvalid || !this.#wasValid(name))) this.tried.stuck++;
        else if (code >= 300) this.#report(`${name}: ${way}: ${code} ${String(body.message).slice(0, 400)}`);
      }
    });
  }

  /** Reports whether the first state accepted an object, which can be stored through an older version. */
  #wasValid(name: string): boolean {
    const object = this.start?.objects.get(name);
    const crd = [...this.pair.from.crds.values()].find(({ spec }) => spec.names.kind === object?.kind);
    const version = String(object?.apiVersion).split("/")[1] ?? "";
    return object !== undefined && crd !== undefined && isValid(compiled(crd, version), object);
  }

  #compareBack(start: Snapshot, between: Snapshot, end: Snapshot, diagnostics: readonly Diagnostic[]): void {
    for (const [name, object] of end.objects) {
      const old = start.objects.get(name);
      if (!old) continue;
      // An object in the form of an older release comes back in the form of its own.
      const own = convertObject(COMPILED, old, { to: this.pair.from.version, channel: "experimental" }).objects;
      const isSame = [old, ...own].some((each) =>
        this.#defaulted.has(name)
          ? leavesOf(contentOf(each)).every(({ path, value }) => isKept(value, valueAt(object, path)))
          : sameJson(contentOf(each), contentOf(object)),
      );
      if (isSame) this.tried.back++;
      else if (!isLossNamed(name, object, diagnostics) && !isReplaced(name, between, diagnostics)) {
        const [was, is] = [leavesOf(contentOf(old)), leavesOf(contentOf(object))].map((leaves) =>
          leaves.map(({ path, value }) => `${pathInWords(path)}: ${JSON.stringify(value)}`),
        );
        const gone = was?.filter((each) => !is?.includes(each));
        const added = is?.filter((each) => !was?.includes(each));
        this.#report(`${name} does not come back: ${gone?.join(", ")} is now ${added?.join(", ")}`);
      }
    }
  }
}

interface Compared {
  readonly name: string;
  readonly object: ObjectRef;
  readonly now: ObjectRef;
  readonly crd: PlannedCrd;
  readonly converted: ConvertedObject;
  readonly planned: PlannedInstall;
  readonly way: string;
  /** The object in the state from before. Values that were not stored again can be visible again. */
  readonly earlier: ObjectRef | undefined;
}

function context(): Context {
  const found = processContext({ cwd: ROOT });
  if (!found.ok) throw new Error("there is no context");
  // Nothing is kept between runs.
  const { cache: _, ...rest } = found.value;
  return rest;
}

function requestFor({ kubeconfig }: ApiServer, { bundle, channel }: ReleaseState, accept: readonly string[]) {
  return { project: ".", bundle, channel, kubeconfig, accept };
}

async function plan(server: ApiServer, state: ReleaseState, accept: readonly string[]): Promise<PlannedInstall> {
  return resultOf(await planClusterInstall(requestFor(server, state, accept), context()));
}

async function install(server: ApiServer, state: ReleaseState, accept: readonly string[]) {
  return resultOf(await installOnCluster(requestFor(server, state, accept), context()));
}

function resultOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  return result.value;
}

async function snapshot(client: ApiClient): Promise<Snapshot> {
  const { items } = expectSuccess(await client.request("GET", CRDS), "CRDs");
  const crds = new Map<string, JsonObject>();
  const objects = new Map<string, ObjectRef>();
  for (const item of isJsonArray(items) ? items.filter(isJsonObject) : []) {
    const live = liveCrd(item);
    const version = live && accessVersion(live);
    if (!live || version === undefined) continue;
    const { apiVersion: _a, kind: _k, ...crd } = item;
    crds.set(live.crd.metadata.name, crd);
    const { group, names } = live.crd.spec;
    const list = await settled(() => client.request("GET", `/apis/${group}/${version}/${names.plural}`));
    const found = expectSuccess(list, names.plural).items;
    for (const object of isJsonArray(found) ? found.filter(isJsonObject) : [])
      objects.set(nameOf(object), object as ObjectRef);
  }
  return { crds, objects };
}

/** Returns the channel of the conversions to a state: experimental if one of both is. */
function channelOf({ channel }: ReleaseState, { crds }: Snapshot): Channel {
  const isExperimental = [...crds.values()].some(
    (crd) => annotationOf(crd, "gateway.networking.k8s.io/channel") === "experimental",
  );
  return isExperimental ? "experimental" : channel;
}

/** Returns the differences between two snapshots. */
function changes(before: Snapshot, after: Snapshot): string[] {
  return [...changesIn(before.crds, after.crds), ...changesIn(before.objects, after.objects)];
}

function changesIn(before: ReadonlyMap<string, JsonObject>, after: ReadonlyMap<string, JsonObject>): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .filter((name) => !sameJson(before.get(name) ?? null, after.get(name) ?? null))
    .map((name) => `${name} is changed`);
}

function storedIn(crd: JsonObject | undefined): string[] {
  const { storedVersions } = crd ? objectIn(crd, "status") : {};
  return isJsonArray(storedVersions) ? storedVersions.map(String) : [];
}

function annotationOf(object: JsonObject, key: string): unknown {
  return objectIn(objectIn(object, "metadata"), "annotations")[key];
}

/** Returns what must be kept: everything except the version, metadata of the server, and the default of the status. */
function contentOf(object: JsonObject): JsonObject {
  const { apiVersion: _, metadata: __, status, ...content } = object;
  const { annotations, labels } = objectIn(object, "metadata");
  const isDefault = JSON.stringify(status ?? {}).includes("1970-01-01T00:00:00Z");
  return {
    ...content,
    ...(status !== undefined && !isDefault && { status }),
    metadata: { ...(annotations && { annotations }), ...(labels && { labels }) },
  };
}

interface Leaf {
  readonly path: readonly (string | number)[];
  readonly value: Json;
}

/** Returns the values in an object that contain no others. */
function leavesOf(value: Json, path: readonly (string | number)[] = []): Leaf[] {
  const inner = isJsonArray(value) ? [...value.entries()] : isJsonObject(value) ? Object.entries(value) : [];
  if (inner.length === 0) return [{ path, value }];
  return inner.flatMap(([step, each]) => leavesOf(each, [...path, step]));
}

function valueAt(object: JsonObject, path: readonly (string | number)[]): Json | undefined {
  let value: Json | undefined = object;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string, Json>>)[step];
  }
  return value;
}

/** Reports whether a value is still there. Defaults can be added to an empty one. */
function isKept(value: Json, found: Json | undefined): boolean {
  return found !== undefined && (sameJson(found, value) || (isEmpty(value) && typeof found === "object"));
}

function isEmpty(value: Json): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function isError({ level }: Diagnostic): boolean {
  return level !== "warning";
}

function argsOf({ args }: Diagnostic): Readonly<Record<string, unknown>> {
  return args as Readonly<Record<string, unknown>>;
}

function objectOf(diagnostic: Diagnostic): string {
  return String(argsOf(diagnostic).object);
}

/** Returns the paths of an object that the plan states to be pruned. */
function lossesOf(name: string, diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics
    .filter((each) => each.code === "cluster-object-loses" && objectOf(each) === name)
    .map((each) => String(argsOf(each).path));
}

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
}

function isNamed(
  path: string,
  { diagnostics }: PlannedInstall,
  name: string,
  object: JsonObject,
  code: string,
): boolean {
  const found = diagnostics.some((each) => each.code === code && objectOf(each) === name && argsOf(each).path === path);
  return found || hasMore({ diagnostics }, object, code);
}

/** Reports whether the plan has more findings of a code than it lists. */
function hasMore({ diagnostics }: Pick<PlannedInstall, "diagnostics">, { kind }: JsonObject, code: string): boolean {
  return diagnostics.some(
    (each) => each.code === "cluster-objects-more" && argsOf(each).kind === kind && argsOf(each).code === code,
  );
}

function isLossNamed(name: string, object: JsonObject, diagnostics: readonly Diagnostic[]): boolean {
  return lossesOf(name, diagnostics).length > 0 || hasMore({ diagnostics }, object, "cluster-object-loses");
}

/** Reports whether a default has taken the place of a value that the plan states to be lost, so it does not come back. */
function isReplaced(name: string, { objects }: Snapshot, diagnostics: readonly Diagnostic[]): boolean {
  const paths = new Set(leavesOf(contentOf(objects.get(name) ?? {})).map(({ path }) => pathInWords(path)));
  return diagnostics.some(
    (each) =>
      each.code === "cluster-object-lost" &&
      objectOf(each) === name &&
      [...paths].some((path) => isWithin(path, String(argsOf(each).path))),
  );
}

async function inParallel<Item>(items: readonly Item[], use: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const work = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await use(next);
  };
  await Promise.all(Array.from({ length: 8 }, work));
}
