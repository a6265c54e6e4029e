/** Objects of the releases in the history of Gateway API, drawn from their schemas, and their conversions. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readConversions } from "../../../scripts/core/config/conversions.js";
import type { BundleState } from "../../../scripts/core/model/bundle-state.js";
import type { Channel } from "../../../scripts/core/model/channel.js";
import { type Conversion, crdAfter, kindAfter } from "../../../scripts/core/model/conversion.js";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import type { Placed } from "../../../scripts/core/model/policy.js";
import type { Version } from "../../../scripts/core/model/release-version.js";
import type { CompiledVersion } from "../../../scripts/kubernetes/admission/compile-version.js";
import { groupOf } from "../../../scripts/kubernetes/conversion/compile.js";
import {
  type CompiledConversions,
  type ConvertedObject,
  compileConversions,
  convertObject,
  joinSplitObjects,
} from "../../../scripts/kubernetes/conversion/convert.js";
import type { Focus } from "../../support/drawn-objects.js";
import { ROOT } from "../../support/golden.js";
import { focusOf } from "./focus.js";
import { compiled } from "./objects.js";

const PATH = "apis/conversions.yaml";

/** Returns the definitions of Gateway API. */
export function gatewayConversions(): readonly Placed<Conversion>[] {
  const read = readConversions({ path: PATH, text: readFileSync(join(ROOT, PATH), "utf8") });
  if (!read.ok) throw new Error(JSON.stringify(read.diagnostics));
  return read.value;
}

/** Annotation of Gateway API in which objects keep what has no place. */
export const ANNOTATION = "gateway.networking.k8s.io/conversion-data";

export const COMPILED: CompiledConversions = compileConversions(gatewayConversions(), ANNOTATION);

/** Returns the served versions of all kinds of a release. */
export function versionsIn({ channels }: BundleState, channel: Channel): CompiledVersion[] {
  return [...(channels.get(channel)?.values() ?? [])].flatMap((crd) =>
    crd.spec.versions.filter(({ served }) => served).map(({ name }) => compiled(crd, name)),
  );
}

/** Returns the focus on each definition of a kind, in both forms. */
export function focusesOn({ group, kind }: CompiledVersion): Focus[] {
  return gatewayConversions().flatMap((each) => [
    ...(each.kind === kind && groupOf(each.crd) === group ? [focusOf(each, "old")] : []),
    ...(kindAfter(each) === kind && groupOf(crdAfter(each)) === group ? [focusOf(each, "new")] : []),
  ]);
}

/** Converts objects to a release, and joins those that were split. */
export function convertAll(objects: readonly JsonObject[], to: Version, channel: Channel): ConvertedObject[] {
  return joinSplitObjects(COMPILED, objects, { to })
    .filter((object) => object !== undefined)
    .map((object) => convertObject(COMPILED, object, { to, channel }));
}
