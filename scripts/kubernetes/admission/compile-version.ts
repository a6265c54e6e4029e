import { isJsonArray, isJsonObject, type JsonObject, objectIn, sameJson } from "../../core/model/json.js";
import type { StructuralSchema } from "../../core/model/schema.js";
import { decode } from "../crd/decode.js";
import { type RuleValidator, ruleValidatorOf } from "../validation/rules.js";

/** Version of a custom resource, with what the admission of its objects needs. */
export interface CompiledVersion {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Name of the resource in URLs and in rules of policies. */
  readonly plural: string;
  readonly isNamespaced: boolean;
  readonly isServed: boolean;
  /** Warning of the API server about each request for the version. Unset if the version is not deprecated. */
  readonly deprecation: string | undefined;
  /** The other versions, served or not, which the API server treats as equivalent. */
  readonly equivalents: readonly EquivalentVersion[];
  /** True if only a webhook can convert objects of this version to other versions, or from them. */
  readonly needsWebhook: boolean;
  readonly schema: StructuralSchema;
  /** Schema of the version in which objects are stored. Unset if it is the same one, or if a webhook converts to it. */
  readonly storedSchema: StructuralSchema | undefined;
  readonly hasStatus: boolean;
  readonly scale: Scale | undefined;
  /** The validation rules. Unset if there are none. */
  readonly rules: RuleValidator | undefined;
}

export interface EquivalentVersion {
  readonly name: string;
  readonly hasStatus: boolean;
}

/** Paths of the scale subresource, such as `.spec.replicas`. */
export interface Scale {
  readonly specReplicasPath?: string;
  readonly statusReplicasPath?: string;
  readonly labelSelectorPath?: string;
}

/**
 * Compiles a version of a CRD, once for many objects. `minor` is the minor version of the API server. Rules are compiled
 * when an object has the part that they are about; those that do not compile are omitted, and `checkCrd` reports them.
 * Returns undefined if the CRD has no such version. The CRD must be one that the API server accepts.
 */
export function compileVersion(crd: JsonObject, version: string, minor: number): CompiledVersion | undefined {
  // A null is the same as a missing value, also of a keyword in a schema.
  const spec = objectIn(decode(crd).value, "spec");
  const versions = isJsonArray(spec.versions) ? spec.versions.filter(isJsonObject) : [];
  const found = versions.find(({ name }) => name === version);
  if (!found) return undefined;
  const names = objectIn(spec, "names");
  const schema = schemaOf(found);
  const others = versions.filter((each) => each !== found);
  const needsWebhook = objectIn(spec, "conversion").strategy === "Webhook" && others.length > 0;
  const storage = needsWebhook ? undefined : others.find((each) => each.storage === true);
  const { scale } = objectIn(found, "subresources");
  return {
    group: textIn(spec, "group"),
    version,
    kind: textIn(names, "kind"),
    plural: textIn(names, "plural"),
    isNamespaced: spec.scope === "Namespaced",
    isServed: found.served === true,
    deprecation: found.deprecated === true ? deprecationOf(found, spec) : undefined,
    equivalents: others.map((each) => ({ name: textIn(each, "name"), hasStatus: hasStatus(each) })),
    needsWebhook,
    schema,
    storedSchema: storage && !sameJson(schemaOf(storage), schema) ? schemaOf(storage) : undefined,
    hasStatus: hasStatus(found),
    scale: isJsonObject(scale) ? scale : undefined,
    rules: ruleValidatorOf(schema, true, minor),
  };
}

/** Source: apiextensions-apiserver, pkg/apiserver/customresource_handler.go (getOrCreateServingInfoFor). */
function deprecationOf({ name, deprecationWarning }: JsonObject, spec: JsonObject): string {
  if (typeof deprecationWarning === "string") return deprecationWarning;
  return `${textIn(spec, "group")}/${name} ${textIn(objectIn(spec, "names"), "kind")} is deprecated`;
}

function schemaOf(version: JsonObject): StructuralSchema {
  return objectIn(objectIn(version, "schema"), "openAPIV3Schema");
}

function hasStatus(version: JsonObject): boolean {
  return isJsonObject(objectIn(version, "subresources").status);
}

function textIn(owner: JsonObject, key: string): string {
  const value = owner[key];
  return typeof value === "string" ? value : "";
}
