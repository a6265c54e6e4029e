/**
 * Values that the API server assumes if a CRD omits them. A CRD that states them has the same meaning. Source:
 * apiextensions-apiserver pkg/apis/apiextensions/v1 (defaults.go, and types.go, where `omitempty` drops zero values),
 * pkg/registry/customresource/etcd.go (NewStorage reads an empty selector as none).
 */
import type { CrdVersion, CustomResourceDefinition } from "../../core/model/crd.js";
import { isJsonObject, type Json, type JsonObject, sameJson } from "../../core/model/json.js";

const COLUMN_DEFAULTS: JsonObject = { priority: 0, format: "", description: "" };
const SCALE_DEFAULTS: JsonObject = { labelSelectorPath: "" };
const SERVICE_DEFAULTS: JsonObject = { port: 443 };

/**
 * The printer column of a version that states none. Source: apiextensions-apiserver pkg/apiserver/helpers.go
 * (serveDefaultColumnsIfEmpty).
 */
export const DEFAULT_COLUMN = { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" } as const;

/** Returns a CRD without values that are the default. */
export function withoutDefaults(crd: CustomResourceDefinition): CustomResourceDefinition {
  const { conversion, versions, ...spec } = crd.spec;
  return {
    ...crd,
    spec: {
      ...spec,
      versions: versions.map(versionWithoutDefaults),
      ...(conversion?.strategy === "Webhook" && { conversion: conversionWithoutDefaults(conversion) }),
    },
  };
}

function versionWithoutDefaults({ additionalPrinterColumns = [], subresources, ...version }: CrdVersion): CrdVersion {
  const columns = additionalPrinterColumns.map((column) => without(column, COLUMN_DEFAULTS));
  return {
    ...version,
    ...(areOwnColumns(columns) && { additionalPrinterColumns: columns }),
    subresources: changed(subresources ?? {}, ["scale"], (scale) => without(scale, SCALE_DEFAULTS)),
  };
}

/** Reports whether printer columns differ from those that the API server prints by default. */
export function areOwnColumns(columns: readonly JsonObject[]): boolean {
  return columns.length > 0 && !sameJson(columns, [DEFAULT_COLUMN]);
}

function conversionWithoutDefaults<Conversion extends JsonObject>(conversion: Conversion): Conversion {
  return changed(conversion, ["webhook", "clientConfig", "service"], (service) => without(service, SERVICE_DEFAULTS));
}

/** Returns an object with the object at a path replaced, or without a change if there is none. */
function changed<Whole extends JsonObject>(
  whole: Whole,
  [key, ...rest]: readonly string[],
  change: (part: JsonObject) => JsonObject,
): Whole {
  const part = key === undefined ? undefined : whole[key];
  if (key === undefined || !isJsonObject(part)) return whole;
  return { ...whole, [key]: rest.length === 0 ? change(part) : changed(part, rest, change) };
}

function without(part: JsonObject, defaults: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(part).filter(([key, value]) => !isDefault(defaults, key, value)));
}

function isDefault(defaults: JsonObject, key: string, value: Json): boolean {
  return Object.hasOwn(defaults, key) && sameJson(defaults[key] ?? null, value);
}
