/** Converts objects of any release to the form that a controller supports. */
import { readBundleConversions } from "../../core/config/conversions.js";
import { describeDiagnostic } from "../../core/diagnostics/describe.js";
import type { JsonObject } from "../../core/model/json.js";
import { parseVersion } from "../../core/model/release-version.js";
import { readObject } from "../../kubernetes/admission/stored-object.js";
import { ServedKinds } from "../../kubernetes/channel-switch/served-kinds.js";
import { type ConversionObstacle, compileConversions, convertObject } from "../../kubernetes/conversion/convert.js";
import type { KeptPart } from "../../kubernetes/conversion/kept-parts.js";
import type { ValuePath } from "../../kubernetes/validation/place.js";
import { asJsonObject } from "../validation/as-json.js";

/** Bundle whose objects a controller supports. */
export interface SupportedBundle {
  /** Text of `conversions.json` of the bundle, or of a newer one. */
  readonly conversions: string;
  /** Release of the bundle, such as `1.6.1`. */
  readonly to: string;
  /** CRDs of the bundle, in the channel that the controller supports. */
  readonly crds: readonly JsonObject[];
}

/** Result for one object. */
export type Canonical =
  /** The object has the form that the controller supports, or got it. */
  | {
      readonly state: "supported";
      /** The object in this form. Several objects if the form has one object for each item of a list. */
      readonly objects: readonly JsonObject[];
      /** The definitions that changed the object. */
      readonly applied: readonly string[];
      /** Parts that have no place in this form. The object keeps them in an annotation. */
      readonly lost: readonly KeptPart[];
      /** Parts of an earlier conversion that no longer match the object. The object does not keep them. */
      readonly outdated: readonly KeptPart[];
    }
  /** Only the author of the object can decide what the new form must contain. */
  | { readonly state: "blocked"; readonly obstacles: readonly ConversionObstacle[] }
  /** The object is of a newer release: the bundle does not serve its type, or does not know some of its fields. */
  | { readonly state: "newer"; readonly unknown: readonly ValuePath[] };

/** Never changes its argument. Throws a TypeError for a value that is not an object. */
export type Canonicalize = (object: unknown) => Canonical;

/**
 * Returns the function that converts objects to the form of a bundle. Throws a TypeError if `conversions` is not the text
 * of a valid file, and a RangeError if `to` is not a version.
 */
export function canonicalizer({ conversions, to, crds }: SupportedBundle): Canonicalize {
  const read = readBundleConversions({ path: "conversions.json", text: conversions });
  if (!read.ok) throw new TypeError(read.diagnostics.map((each) => describeDiagnostic(each).message).join("\n"));
  const version = parseVersion(to);
  if (version === undefined) throw new RangeError(`${to} is not a version, such as 1.6.1`);
  const compiled = compileConversions(read.value.conversions, read.value.annotation);
  const kinds = new ServedKinds(crds);
  return (value) => {
    const object = asJsonObject(value);
    if (!object) throw new TypeError("the value must be an object that JSON can express");
    const { objects, applied, lost, outdated, obstacles } = convertObject(compiled, object, { to: version });
    if (obstacles.length > 0) return { state: "blocked", obstacles };
    const unknown = objects.flatMap((each) => unknownIn(each, kinds));
    return unknown.length > 0 ? { state: "newer", unknown } : { state: "supported", objects, applied, lost, outdated };
  };
}

/** Returns the paths of the fields that no schema declares, or that of the apiVersion if it is not served. */
function unknownIn(object: JsonObject, kinds: ServedKinds): readonly ValuePath[] {
  const version = kinds.versionOf(object);
  return version ? readObject(version.schema, object).unknown : [["apiVersion"]];
}
