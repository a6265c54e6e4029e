import { isJsonArray, isJsonObject, type JsonObject } from "../../core/model/json.js";

/**
 * Returns a CRD as the API server has it. In a file from a repository, the CRD has no conditions, but the API server
 * sets the condition Established on each CRD that it serves.
 */
export function asInstalled(crd: JsonObject): JsonObject {
  const status = isJsonObject(crd.status) ? crd.status : {};
  const hasConditions = isJsonArray(status.conditions) && status.conditions.length > 0;
  return hasConditions ? crd : { ...crd, status: { ...status, conditions: [ESTABLISHED] } };
}

const ESTABLISHED: JsonObject = { type: "Established", status: "True" };
