/** Plans an installation: compares a bundle with what is installed, and looks at every stored object. Changes nothing. */
import gt from "semver/functions/gt.js";
import { diagnose, inManifest, warning } from "../core/diagnostics/diagnose.js";
import type { CustomResourceDefinition } from "../core/model/crd.js";
import { kindOf } from "../core/model/crd-parts.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { InstallPlan, PlannedCrd, PlannedObjects } from "../core/model/install-plan.js";
import type { JsonObject } from "../core/model/json.js";
import { pathInWords } from "../core/shape.js";
import type { ConvertedObject } from "../kubernetes/conversion/convert.js";
import { obstacleInWords } from "../kubernetes/conversion/obstacle-in-words.js";
import { bridgeCrd, canHideFields, isPruning, outgoingVersions } from "./bridge.js";
import { isInstalled } from "./compare-crd.js";
import { stateProblems } from "./installed-bundle.js";
import { type JudgeObject, type ObjectFate, type ObjectState, objectJudge } from "./judge-objects.js";
import { type LiveCrd, liveCrd } from "./live-crd.js";
import { managersOf } from "./managers.js";
import { ObjectFindings } from "./object-findings.js";
import { annotationsOf, nameOf, stampOf, type TargetBundle } from "./target-bundle.js";

/** The content of a cluster, or of manifests in its place. */
export interface ClusterContents {
  /** The installed CRDs with the names of the bundle or with its annotations, by name. */
  readonly crds: ReadonlyMap<string, LiveCrd>;
  /** The installed admission policies with the names of those of the bundle. */
  readonly policies: readonly JsonObject[];
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
    const bridge = live && liveCrd(bridgeCrd(live, after));
    if (!live || !wanted || !bridge) {
      crds.push({ crd: name, kind: kindOf(after), action: "create", outgoing: [], objects: NO_OBJECTS });
      first.push(after);
      continue;
    }
    options.progress(`examining ${name}`);
    diagnostics.push(...stateProblems(live));
    const judged = new JudgedObjects(kindOf(after), target.channel);
    const outgoing = outgoingVersions(live, after);
    // Only a bridge shows what is stored in the form of a former version. Without a migration, the next run would need one.
    const hasConversions = options.hasConversions(live.crd);
    const everyObject = outgoing.length > 0 || (hasConversions && canHideFields(live, after));
    const isSame = isInstalled(live, after);
    // An object that is created after the plan, in the form of the installed CRD, must not lose fields either.
    const mayPrune = hasConversions && !isSame && isPruning(after);
    const crdsOfKind = { installed: live.crd, target: wanted, bridge: bridge.crd };
    const judge = objectJudge({ ...crdsOfKind, convert: options.convert, everyObject });
    await judged.addAll(contents.objects(live), judge);
    const isBridged = everyObject || mayPrune || judged.needRewrite;
    const action = isBridged ? "migrate" : isSame ? "none" : "update";
    const { objects, diagnostics: found } = isBridged ? judged.rewritten : judged.unchanged;
    crds.push({ crd: name, kind: kindOf(after), action, outgoing, objects });
    first.push(isBridged ? bridge.object : after);
    diagnostics.push(...managerProblems(name, live, action), ...found);
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

function installedState(target: TargetBundle, { crds }: ClusterContents): InstallPlan["installed"] {
  const stamps = [...crds.values()].map(({ object }) => stampOf(annotationsOf(object), target.keys));
  if (stamps.length === 0) return undefined;
  return {
    versions: [...new Set(stamps.map(({ version }) => version ?? "unknown"))].sort(),
    channels: [...new Set(stamps.map(({ channel }) => channel ?? "unknown"))].sort(),
  };
}

function bundleProblems(target: TargetBundle, { crds, policies }: ClusterContents): Diagnostic[] {
  const stamped = [...crds].map(([name, { object }]) => ({ name, ...stampOf(annotationsOf(object), target.keys) }));
  const newer = stamped.flatMap(({ version }) => (version && gt(version, target.version) ? [version] : []));
  const newest = newer.reduce<string | undefined>((a, b) => (a !== undefined && gt(a, b) ? a : b), undefined);
  const others = stamped.filter(({ channel }) => channel && channel !== target.channel);
  const foreign = [
    ...stamped.filter(({ name, version }) => !version && target.crds.has(name)).map(({ name }) => name),
    ...policies.filter((policy) => !Object.hasOwn(annotationsOf(policy), target.keys.bundleVersion)).map(nameOf),
  ];
  const [other] = others;
  return [
    ...(newest === undefined ? [] : [diagnose("cluster-downgrade", { from: newest, to: target.version })]),
    ...(other ? [diagnose("cluster-channel", { from: String(other.channel), to: target.channel })] : []),
    ...foreign.map((object) => diagnose("cluster-foreign", { object })),
  ];
}

function managerProblems(crd: string, { object }: LiveCrd, action: PlannedCrd["action"]): Diagnostic[] {
  if (action === "none") return [];
  return managersOf(object)
    .filter(({ isContinuous }) => isContinuous)
    .map(({ manager, tool, how }) => {
      const evidence = manager === undefined ? "according to its labels or annotations" : `field manager ${manager}`;
      return inManifest(diagnose("cluster-manager", { crd, evidence, tool, how }));
    });
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

/** The objects of one kind, rewritten and unchanged. Only after the last one, it is known which of both they will be. */
class JudgedObjects {
  readonly #rewritten: Findings;
  readonly #unchanged: Findings;
  #needRewrite = false;

  constructor(
    readonly kind: string,
    channel: string,
  ) {
    this.#rewritten = new Findings(kind, channel);
    this.#unchanged = new Findings(kind, channel);
  }

  async addAll(pages: AsyncIterable<readonly JsonObject[]>, judge: JudgeObject): Promise<void> {
    for await (const page of pages) {
      for (const object of page) {
        const fate = judge(object);
        this.#needRewrite ||= fate.needsRewrite;
        this.#rewritten.add(object, fate, fate.converted);
        // If nothing is written, nothing moves to the annotation, and nothing is rejected.
        this.#unchanged.add(object, { ...fate, lost: [], outdated: [], rejection: undefined }, withoutOldForm(fate));
      }
    }
  }

  /** True if the objects must be rewritten before the CRD of the bundle can be installed. */
  get needRewrite(): boolean {
    return this.#needRewrite;
  }

  get rewritten() {
    return { objects: this.#rewritten.counts, diagnostics: this.#rewritten.all() };
  }

  /** An object that cannot be converted, or is not converted yet, is not an obstacle then. */
  get unchanged() {
    const objects = this.#unchanged.counts;
    const { converted: count } = objects;
    const old = count > 0 ? [diagnose("cluster-unconverted", { kind: this.kind, count })] : [];
    const isBlocked = ({ code }: Diagnostic) => code === "cluster-object-blocked";
    const found = this.#unchanged.all().map((each) => (isBlocked(each) ? warning(each) : each));
    return { objects, diagnostics: [...found, ...old.map((each) => warning(inManifest(each)))] };
  }
}

/** Returns the state of an object without the fields of an old form that stay and that a later conversion moves. */
function withoutOldForm({ unchanged, converted }: ObjectFate): ObjectState {
  const keys = new Set(converted.undeclared.map(({ path }) => pathInWords(path)));
  const undeclared = unchanged.undeclared.filter(
    ({ path, effect }) => effect === "pruned" || keys.has(pathInWords(path)),
  );
  return { ...unchanged, undeclared };
}

/** Findings about the objects of one kind. */
class Findings {
  counts = NO_OBJECTS;
  readonly #found = new ObjectFindings();

  constructor(
    readonly kind: string,
    readonly channel: string,
  ) {}

  add(
    object: JsonObject,
    fate: Omit<ObjectFate, "converted" | "unchanged">,
    { undeclared, invalid }: ObjectState,
  ): void {
    const { isConverted, isOtherKind, obstacles, lost, outdated, rejection } = fate;
    const problems = [
      ...obstacles.map(obstacleInWords),
      ...(isOtherKind ? [OTHER_KIND] : []),
      ...(rejection === undefined ? [] : [rejection]),
    ];
    const { counts } = this;
    this.counts = {
      count: counts.count + 1,
      converted: counts.converted + Number(isConverted),
      blocked: counts.blocked + Number(problems.length > 0),
      undeclared: counts.undeclared + Number(undeclared.length > 0),
      invalid: counts.invalid + Number(invalid.length > 0),
    };
    const named = nameOf(object);
    for (const problem of problems) this.#add(diagnose("cluster-object-blocked", { object: named, problem }));
    for (const { path, conversion } of lost) {
      this.#add(diagnose("cluster-object-lost", { object: named, path: pathInWords(path), conversion }));
    }
    for (const { path, conversion } of outdated) {
      this.#add(diagnose("cluster-object-outdated", { object: named, path: pathInWords(path), conversion }));
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
      this.#add(warning(diagnose("cluster-object-invalid", { object: named, path: pathInWords(path), problem })));
    }
  }

  all(): Diagnostic[] {
    return this.#found.all();
  }

  #add(diagnostic: Diagnostic): void {
    this.#found.add(this.kind, diagnostic);
  }
}

const OTHER_KIND = "it becomes several objects, or an object of another kind; convert it with crd-bundle convert";
