/** Plans an installation: compares a bundle with what is installed, and looks at every stored object. Changes nothing. */
import gt from "semver/functions/gt.js";
import { diagnose, inManifest } from "../core/diagnostics/diagnose.js";
import type { CustomResourceDefinition } from "../core/model/crd.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { InstallPlan, PlannedCrd, PlannedObjects } from "../core/model/install-plan.js";
import { type JsonObject, objectIn } from "../core/model/json.js";
import { pathInWords } from "../core/shape.js";

import type { ConvertedObject } from "../kubernetes/conversion/convert.js";
import { obstacleInWords } from "../kubernetes/conversion/obstacle-in-words.js";
import { bridgeCrd, outgoingVersions, prunesFields } from "./bridge.js";
import { type JudgeObject, type ObjectFate, objectJudge } from "./judge-objects.js";
import { type LiveCrd, liveCrd } from "./live-crd.js";
import { managersOf } from "./managers.js";
import { annotationsOf, nameOf, stampOf, type TargetBundle } from "./target-bundle.js";

/** The content of a cluster, or of manifests in its place. */
export interface ClusterContents {
  /** The installed CRDs with the names of the bundle or with its annotations, by name. */
  readonly crds: ReadonlyMap<string, LiveCrd>;
  /** Returns the objects of a CRD, page by page. */
  readonly objects: (live: LiveCrd) => AsyncIterable<readonly JsonObject[]>;
}

export interface PlanOptions {
  readonly convert: (object: JsonObject) => ConvertedObject;
  /** True if definitions can change objects of a kind. */
  readonly hasConversions: (crd: CustomResourceDefinition) => boolean;
  readonly progress: (what: string) => void;
}

export interface Planned {
  readonly plan: InstallPlan;
  /** The manifests to apply first, in the order of the plan: bridges where they are needed. */
  readonly first: readonly JsonObject[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Findings about the objects of a kind that are listed; the others are counted. */
const MOST_LISTED = 20;

export async function planInstall(
  target: TargetBundle,
  contents: ClusterContents,
  options: PlanOptions,
): Promise<Planned> {
  const diagnostics = [...bundleProblems(target, contents)];
  const crds: PlannedCrd[] = [];
  const first: JsonObject[] = [];
  for (const [name, after] of target.crds) {
    const live = contents.crds.get(name);
    const wanted = liveCrd(after)?.crd;
    if (!live || !wanted) {
      crds.push({ crd: name, kind: kindOf(after), action: "create", outgoing: [], objects: NO_OBJECTS });
      first.push(after);
      continue;
    }
    options.progress(`examining ${name}`);
    const found = new Findings(kindOf(after), target.channel);
    const judge = objectJudge(live.crd, wanted, options.convert);
    const { objects, oldForms } = await judgeAll(contents.objects(live), judge, found);
    const outgoing = outgoingVersions(live, after);
    const hasConversions = objects.count > 0 && options.hasConversions(live.crd);
    const isBridged = needsBridge(live, after, { hasConversions, oldForms });
    const action = isBridged ? "migrate" : isInstalled(live, after) ? "none" : "update";
    crds.push({ crd: name, kind: kindOf(after), action, outgoing, objects });
    first.push(isBridged ? bridgeCrd(live, after) : after);
    diagnostics.push(...managerProblems(name, live, action), ...found.all(isBridged));
  }
  const staying = await stayingCrds(target, contents);
  const { name, version, channel } = target;
  const installed = installedState(target, contents);
  const policies = target.policies.map(nameOf);
  const plan: InstallPlan = {
    bundle: { name, version, channel },
    ...(installed && { installed }),
    crds,
    staying,
    policies,
  };
  return { plan, first, diagnostics };
}

/**
 * Reports whether the objects must be rewritten before the CRD of the bundle can be installed: because it lacks a stored
 * version, or because it would remove the fields of an old form. Objects of an installed bridge can still get one.
 */
export function needsBridge(
  live: LiveCrd,
  after: JsonObject,
  { hasConversions, oldForms }: { readonly hasConversions: boolean; readonly oldForms: number },
): boolean {
  if (outgoingVersions(live, after).length > 0) return true;
  return prunesFields(after) && (oldForms > 0 || (hasConversions && !prunesFields(live.object)));
}

/** Reports whether everything in a manifest is installed. The API server adds defaults. */
export function isInstalled({ object }: LiveCrd, after: JsonObject): boolean {
  return contains(object.spec, after.spec) && contains(annotationsOf(object), annotationsOf(after));
}

/** Reports whether a value has everything of another one. Lists must have the same length. */
function contains(whole: unknown, part: unknown): boolean {
  if (typeof part !== "object" || part === null) return whole === part;
  if (typeof whole !== "object" || whole === null) return Object.keys(part).length === 0;
  if (Array.isArray(part) && (!Array.isArray(whole) || whole.length !== part.length)) return false;
  return Object.entries(part).every(([key, value]) =>
    contains(Object.hasOwn(whole, key) ? (whole as Readonly<Record<string, unknown>>)[key] : undefined, value),
  );
}

function kindOf(crd: JsonObject): string {
  return String(objectIn(objectIn(crd, "spec"), "names").kind);
}

function installedState(target: TargetBundle, { crds }: ClusterContents): InstallPlan["installed"] {
  const stamps = [...crds.values()].map(({ object }) => stampOf(annotationsOf(object), target.keys));
  if (stamps.length === 0) return undefined;
  return {
    versions: [...new Set(stamps.map(({ version }) => version ?? "unknown"))].sort(),
    channels: [...new Set(stamps.map(({ channel }) => channel ?? "unknown"))].sort(),
  };
}

function bundleProblems(target: TargetBundle, { crds }: ClusterContents): Diagnostic[] {
  const stamped = [...crds].map(([name, { object }]) => ({ name, ...stampOf(annotationsOf(object), target.keys) }));
  const newer = stamped.flatMap(({ version }) => (version && gt(version, target.version) ? [version] : []));
  const newest = newer.reduce<string | undefined>((a, b) => (a !== undefined && gt(a, b) ? a : b), undefined);
  const others = stamped.filter(({ channel }) => channel && channel !== target.channel);
  const foreign = stamped.filter(({ name, version }) => !version && target.crds.has(name));
  const [other] = others;
  return [
    ...(newest === undefined ? [] : [diagnose("cluster-downgrade", { from: newest, to: target.version })]),
    ...(other ? [diagnose("cluster-channel", { from: String(other.channel), to: target.channel, kinds: [] })] : []),
    ...foreign.map(({ name }) => diagnose("cluster-foreign", { crd: name })),
  ];
}

function managerProblems(crd: string, { object }: LiveCrd, action: PlannedCrd["action"]): Diagnostic[] {
  if (action === "none") return [];
  return managersOf(object)
    .filter(({ isContinuous }) => isContinuous)
    .map(({ manager, tool, how }) => inManifest(diagnose("cluster-manager", { crd, manager, tool, how })));
}

async function stayingCrds(target: TargetBundle, contents: ClusterContents): Promise<InstallPlan["staying"]> {
  const staying: { crd: string; objects: number }[] = [];
  for (const [crd, live] of contents.crds) {
    if (target.crds.has(crd)) continue;
    let objects = 0;
    for await (const page of contents.objects(live)) objects += page.length;
    staying.push({ crd, objects });
  }
  return staying;
}

const NO_OBJECTS: PlannedObjects = { count: 0, converted: 0, blocked: 0, undeclared: 0, invalid: 0 };

async function judgeAll(
  pages: AsyncIterable<readonly JsonObject[]>,
  judge: JudgeObject,
  found: Findings,
): Promise<{ readonly objects: PlannedObjects; readonly oldForms: number }> {
  let counts = NO_OBJECTS;
  let oldForms = 0;
  for await (const page of pages) {
    for (const object of page) {
      const fate = judge(object);
      found.add(object, fate);
      oldForms += Number((fate.isConverted && !fate.isOtherKind) || fate.obstacles.length > 0);
      counts = {
        count: counts.count + 1,
        converted: counts.converted + Number(fate.isConverted && !fate.isOtherKind),
        blocked: counts.blocked + Number(fate.isOtherKind || fate.obstacles.length > 0),
        undeclared: counts.undeclared + Number(fate.undeclared.length > 0),
        invalid: counts.invalid + Number(fate.invalid.length > 0),
      };
    }
  }
  return { objects: counts, oldForms };
}

/** Findings about the objects of one kind. */
class Findings {
  readonly #listed: Diagnostic[] = [];
  readonly #blocked: Diagnostic[] = [];
  readonly #counts = new Map<string, number>();

  constructor(
    readonly kind: string,
    readonly channel: string,
  ) {}

  add(object: JsonObject, { obstacles, isOtherKind, lost, undeclared, invalid }: ObjectFate): void {
    const named = nameOf(object);
    for (const obstacle of obstacles) {
      this.#add(
        diagnose("cluster-object-blocked", { object: named, problem: obstacleInWords(obstacle) }),
        this.#blocked,
      );
    }
    if (isOtherKind) {
      this.#add(diagnose("cluster-object-blocked", { object: named, problem: OTHER_KIND }), this.#blocked);
    }
    for (const { path, conversion } of lost) {
      this.#add(diagnose("cluster-object-lost", { object: named, path: pathInWords(path), conversion }));
    }
    for (const { path, effect } of undeclared) {
      const at = pathInWords(path);
      if (effect === "pruned") this.#add(diagnose("cluster-object-loses", { object: named, path: at }));
      else {
        const said = "it is kept, but has no effect";
        this.#add(diagnose("cluster-object-uses", { object: named, path: at, effect: said, channel: this.channel }));
      }
    }
    for (const { path, problem } of invalid) {
      const args = { object: named, path: pathInWords(path), problem };
      this.#add({ ...diagnose("cluster-object-invalid", args), level: "warning" });
    }
  }

  /** Returns the findings. An object that cannot be converted only matters if the objects must be rewritten. */
  all(isMigrated: boolean): Diagnostic[] {
    const blocked = isMigrated ? this.#blocked : this.#blocked.map((each) => ({ ...each, level: "warning" as const }));
    const more = [...this.#counts]
      .filter(([, count]) => count > MOST_LISTED)
      .map(([code, count]) => diagnose("cluster-objects-more", { kind: this.kind, count: count - MOST_LISTED, code }))
      .map((each) => ({ ...each, level: "warning" as const }));
    return [...blocked, ...this.#listed, ...more];
  }

  #add(diagnostic: Diagnostic, list = this.#listed): void {
    const count = (this.#counts.get(diagnostic.code) ?? 0) + 1;
    this.#counts.set(diagnostic.code, count);
    if (count <= MOST_LISTED) list.push(inManifest(diagnostic));
  }
}

const OTHER_KIND = "it becomes several objects, or an object of another kind; convert it with crd-bundle convert";
