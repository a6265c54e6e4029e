import { isJsonObject } from "../../../core/model/json.js";
import { problem } from "../problem.js";
import { eachVersion } from "../rule.js";
import { structuralKeywords } from "./equality.js";

/** Keywords that are checked elsewhere: the type by its own rule, and a default because it is always rejected here. */
const CHECKED_ELSEWHERE = new Set(["type", "default", "properties"]);
const NAMES = new Set(["name", "generateName"]);

/**
 * Checks that the schema of metadata constrains only the name. Kubernetes defines the rest.
 *
 * Source: apiextensions-apiserver pkg/apiserver/schema/validation.go (validateStructuralMetadataInvariants).
 */
export const metadataSchemaRule = eachVersion(({ schema, schemaPath }) => {
  const { properties = {} } = schema ?? {};
  const metadata = Object.hasOwn(properties, "metadata") ? properties.metadata : undefined;
  if (!isJsonObject(metadata)) return [];
  const path = [...schemaPath, "properties", "metadata"];
  const keywords = structuralKeywords(metadata).filter((keyword) => !CHECKED_ELSEWHERE.has(keyword));
  const fields = Object.keys(metadata.properties ?? {});
  return [
    ...keywords.map((name) => problem("crd-metadata-schema", { name }, [...path, name])),
    ...fields
      .filter((name) => !NAMES.has(name))
      .map((name) => problem("crd-metadata-schema", { name }, [...path, "properties", name])),
  ];
});
