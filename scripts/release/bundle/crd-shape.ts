/** Checks whether a document has the shape of a CRD. */
import type { JsonObject } from "../../core/model/json.js";
import { schemaProblems } from "../../core/schema-shape.js";
import {
  ANY_OBJECT,
  BOOLEAN,
  listOf,
  mapOf,
  objectWith,
  required,
  type ShapeProblem,
  STRING,
} from "../../core/shape.js";

/**
 * Returns every value that prevents a CRD from being compared. As in the API server, null is the same as an omitted
 * value. A CRD without such values may still be invalid for the API server.
 */
export function shapeProblems(crd: JsonObject): ShapeProblem[] {
  return CRD(crd, []);
}

const VERSION = objectWith({
  name: required(STRING),
  served: required(BOOLEAN),
  storage: required(BOOLEAN),
  deprecated: BOOLEAN,
  deprecationWarning: STRING,
  additionalPrinterColumns: listOf(objectWith({ name: required(STRING) })),
  selectableFields: listOf(ANY_OBJECT),
  subresources: objectWith({ status: ANY_OBJECT, scale: ANY_OBJECT }),
  schema: required(objectWith({ openAPIV3Schema: required(schemaProblems) })),
});

const CRD = objectWith({
  metadata: required(objectWith({ name: required(STRING), labels: mapOf(STRING), annotations: mapOf(STRING) })),
  spec: required(
    objectWith({
      group: required(STRING),
      scope: required(STRING),
      names: required(
        objectWith({
          kind: required(STRING),
          plural: required(STRING),
          listKind: STRING,
          singular: STRING,
          shortNames: listOf(STRING),
          categories: listOf(STRING),
        }),
      ),
      conversion: objectWith({ strategy: STRING }),
      versions: required(listOf(VERSION)),
    }),
  ),
  status: objectWith({ storedVersions: listOf(STRING) }),
});
