/** Objects of the releases in the history of Gateway API, drawn from their schemas, and their conversions. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readConversions } from "../../../scripts/core/config/conversions.js";
import type { BundleState } from "../../../scripts/core/model/bundle-state.js";
import type { Channel } from "../../../scripts/core/model/channel.js";
import type { Conversion } from "../../../scripts/core/model/conversion.js";
import { isJsonObject, type JsonObject, sameJson } from "../../../scripts/core/model/json.js";
import type { Placed } from "../../../scripts/core/model/policy.js";
import type { Version } from "../../../scripts/core/model/release-version.js";
import { admit } from "../../../scripts/kubernetes/admission/admit.js";
import { type CompiledVersion, compileVersion } from "../../../scripts/kubernetes/admission/compile-version.js";
import { NEWEST_SERVER } from "../../../scripts/kubernetes/cel/environment/environment.js";
import {
  type CompiledConversions,
  type ConvertedObject,
  compileConversions,
  convertObject,
  joinSplitObjects,
} from "../../../scripts/kubernetes/conversion/convert.js";
import { drawValue } from "../../support/drawn-objects.js";
import { ROOT } from "../../support/golden.js";
import type { Random } from "../../support/random.js";

const PATH = "apis/conversions.yaml";

/** Returns the definitions of Gateway API. */
export function gatewayConversions(): readonly Placed<Conversion>[] {
  const read = readConversions({ path: PATH, text: readFileSync(join(ROOT, PATH), "utf8") });
  if (!read.ok) throw new Error(JSON.stringify(read.diagnostics));
  return read.value;
}

export const COMPILED: CompiledConversions = compileConversions(
  gatewayConversions(),
  "gateway.networking.k8s.io/conversion-data",
);

/** Returns the served versions of all kinds of a release. Their rules are digests, which do not compile. */
export function versionsIn({ channels }: BundleState, channel: Channel): CompiledVersion[] {
  return [...(channels.get(channel)?.values() ?? [])].flatMap((crd) =>
    crd.spec.versions
      .filter(({ served }) => served)
      .map(({ name }) => compileVersion(crd as unknown as JsonObject, name, NEWEST_SERVER) as CompiledVersion),
  );
}

/** Draws an object that is valid under the schema of a version, with its defaults, or undefined if the draw is not valid. */
export function drawValid(version: CompiledVersion, random: Random): JsonObject | undefined {
  const { apiVersion: _a, kind: _k, metadata: _m, ...properties } = version.schema.properties ?? {};
  const drawn = drawValue({ ...version.schema, properties }, random);
  const type = { apiVersion: `${version.group}/${version.version}`, kind: version.kind };
  const object = { ...(isJsonObject(drawn) && drawn), ...type, metadata: { name: "drawn", namespace: "default" } };
  return isValid(version, object) ? frozen(object) : undefined;
}

/** Reports whether an object is valid without its status, which controllers write again after a conversion. */
export function isValid(version: CompiledVersion, object: JsonObject): boolean {
  return admit(version, { object }).errors.length === 0;
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

/** Converts objects to a release, and joins those that were split. */
export function convertAll(objects: readonly JsonObject[], to: Version, channel: Channel): ConvertedObject[] {
  return joinSplitObjects(COMPILED, objects, { to })
    .filter((object) => object !== undefined)
    .map((object) => convertObject(COMPILED, object, { to, channel }));
}

export function objectsIn(converted: readonly ConvertedObject[]): JsonObject[] {
  return converted.flatMap(({ objects }) => objects);
}

export function isSame(a: readonly JsonObject[], b: readonly JsonObject[]): boolean {
  return a.length === b.length && a.every((object, index) => sameJson(object, b[index] as JsonObject));
}
