/**
 * Conversions of objects between releases: the entries of `apis/conversions.yaml`. The policy, the release notes and the
 * engine that converts objects read the same entries.
 */
import gt from "semver/functions/gt.js";
import type { Channel } from "./channel.js";
import { type FieldPath, isWithin, itemsOf, parseFieldPath } from "./field-path.js";
import type { Json } from "./json.js";
import type { Version } from "./release-version.js";
import type { StructuralSchema } from "./schema.js";

/** Change of the form of the objects of one kind. Objects in the old form become objects in the new one, and back. */
export interface Conversion {
  readonly id: string;
  /** First release whose objects have the new form. Objects of all earlier releases have the old form. */
  readonly since: Version;
  /** Channel that had the old form. If omitted, both channels had it. */
  readonly channel?: Channel;
  /** CRD and kind before the change. */
  readonly crd: string;
  readonly kind: string;
  /** API versions that `to.version` replaces. On the way back, the last one replaces it. Empty without `to.version`. */
  readonly versions: readonly string[];
  /** CRD, kind and API version after the change, if they change. */
  readonly to: ConversionTarget;
  /** Changes of fields, in the order in which they apply. */
  readonly steps: readonly ConversionStep[];
  /** References to the kind, which follow its new name. */
  readonly references: readonly KindReferences[];
}

/** ID of the fields that the annotation of an object keeps because its channel lacks them. No definition has it. */
export const CHANNEL_PARTS = "channel";

/** Places in the objects of a kind that refer to another kind with the fields `group` and `kind`. */
export interface KindReferences {
  readonly crd: string;
  readonly kind: string;
  readonly paths: readonly FieldPath[];
}

export interface ConversionTarget {
  readonly crd?: string;
  readonly kind?: string;
  readonly version?: string;
}

/** Change of the fields of an object. Each one has a way back. */
export type ConversionStep =
  | { readonly kind: "move"; readonly from: FieldPath; readonly to: FieldPath }
  /** A value becomes the only item of a list. */
  | { readonly kind: "wrap"; readonly from: FieldPath; readonly to: FieldPath }
  /** The only item of a list becomes a value. */
  | { readonly kind: "unwrap"; readonly from: FieldPath; readonly to: FieldPath }
  /** Values are replaced by others. `back` decides between the old values that have the same new value. */
  | {
      readonly kind: "map";
      readonly path: FieldPath;
      readonly values: readonly Replacement[];
      readonly back: readonly Replacement[];
    }
  /** A field disappears. On the way back, an object that has none gets `restore`. */
  | { readonly kind: "remove"; readonly path: FieldPath; readonly restore?: Json }
  /** A field appears. An object that has none gets `value`, if there is one. */
  | { readonly kind: "add"; readonly path: FieldPath; readonly value?: Json }
  /** Values that the new schema does not accept disappear. */
  | { readonly kind: "narrow"; readonly path: FieldPath; readonly schema: StructuralSchema }
  /** The reverse of `narrow`: values that the old schema does not accept disappear on the way back. */
  | { readonly kind: "widen"; readonly path: FieldPath; readonly schema: StructuralSchema }
  /** Repeated items of a list disappear. */
  | { readonly kind: "unique"; readonly path: FieldPath }
  /** A value must be set, and match the schema. Nobody but the author of the object can correct it. */
  | { readonly kind: "require"; readonly path: FieldPath; readonly schema?: StructuralSchema }
  | GroupStep
  /** An object becomes one object for each item of a list. */
  | { readonly kind: "split"; readonly path: FieldPath };

export interface Replacement {
  readonly from: Json;
  readonly to: Json;
}

/**
 * A field of the items of a list moves to another list, with one item for each value of a key. If all items agree, the
 * field moves to one place instead.
 */
export interface GroupStep {
  readonly kind: "group";
  /** Field of the items of a list, such as `.spec.listeners[].tls.frontendValidation`. */
  readonly from: FieldPath;
  /** Field of these items whose value is the key, such as `.port`. */
  readonly by: FieldPath;
  /** The same field in the new list, such as `.spec.tls.frontend.perPort[].tls.validation`. */
  readonly to: FieldPath;
  /** Field of the items of the new list that contains the key, such as `.port`. */
  readonly key: FieldPath;
  /** Place of the value that all items agree on, such as `.spec.tls.frontend.default.validation`. */
  readonly shared: FieldPath;
}

/** Returns the CRD after a change. */
export function crdAfter({ crd, to }: Conversion): string {
  return to.crd ?? crd;
}

/** Returns the kind after a change. */
export function kindAfter({ kind, to }: Conversion): string {
  return to.kind ?? kind;
}

/** Reports whether a change gives the kind another name or group. */
export function isRenamed(conversion: Conversion): boolean {
  return crdAfter(conversion) !== conversion.crd;
}

/** Returns the definitions of changes after a release, or all of them if the version is unknown. */
export function conversionsAfter<Definition extends Conversion>(
  conversions: readonly Definition[],
  version: Version | undefined,
): readonly Definition[] {
  return version === undefined ? conversions : conversions.filter(({ since }) => gt(since, version));
}

/** Returns the new path for each old path whose value moves. */
export function movesIn({ steps }: Conversion): Map<FieldPath, FieldPath> {
  const moves = steps.flatMap((step, index) => {
    const [from, to] = isMove(step) ? [pathBefore(step.from, steps.slice(0, index)), step.to] : [];
    const end = to && pathAfter(to, steps.slice(index + 1));
    return from && end && from !== end ? [[from, end] as const] : [];
  });
  return new Map(moves);
}

/** Returns the old paths whose values have no place in the new form. */
export function dropsIn({ steps }: Conversion): FieldPath[] {
  return steps.flatMap((step, index) => {
    const path = step.kind === "remove" ? pathBefore(step.path, steps.slice(0, index)) : undefined;
    return path === undefined ? [] : [path];
  });
}

/** Step after which a value has another place, or a list around it. */
export type MoveStep = Extract<ConversionStep, { readonly from: FieldPath }>;

export function isMove(step: ConversionStep): step is MoveStep {
  return "from" in step;
}

/** Returns the path that a value had before some steps, or undefined if it had none. */
export function pathBefore(path: FieldPath, steps: readonly ConversionStep[]): FieldPath | undefined {
  return steps.reduceRight<FieldPath | undefined>((at, step) => at && beforeStep(at, step), path);
}

function beforeStep(path: FieldPath, step: ConversionStep): FieldPath | undefined {
  if (step.kind === "add" || step.kind === "remove") return isWithin(path, step.path) ? undefined : path;
  if (!isMove(step)) return path;
  const [from, to] = valuePaths(step);
  const old = rebased(path, to, from);
  if (old !== undefined) return old;
  // The list around the only item has no place of its own, so it stands for the item.
  if (path === step.to) return step.from;
  return isWithin(path, step.from) && !isWithin(step.to, step.from) ? undefined : path;
}

/** Returns the path that a value has after some steps, or undefined if it has none. */
export function pathAfter(path: FieldPath, steps: readonly ConversionStep[]): FieldPath | undefined {
  return steps.reduce<FieldPath | undefined>((at, step) => at && afterStep(at, step), path);
}

function afterStep(path: FieldPath, step: ConversionStep): FieldPath | undefined {
  if (step.kind === "remove") return isWithin(path, step.path) ? undefined : path;
  if (!isMove(step)) return path;
  const [from, to] = valuePaths(step);
  return rebased(path, from, to) ?? (path === step.from ? step.to : path);
}

/** Returns the path of the value itself before and after a step, which is inside the list that wraps it. */
export function valuePaths({ kind, from, to }: MoveStep): readonly [from: FieldPath, to: FieldPath] {
  return [kind === "unwrap" ? itemsOf(from) : from, kind === "wrap" ? itemsOf(to) : to];
}

/** Returns a path with its beginning replaced, or undefined if it does not begin so. */
function rebased(path: FieldPath, from: FieldPath, to: FieldPath): FieldPath | undefined {
  return isWithin(path, from) ? parseFieldPath(`${to}${path.slice(from.length)}`) : undefined;
}
