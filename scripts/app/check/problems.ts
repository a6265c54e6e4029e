/** Checks CRDs as the API server would, and adds the places of the problems. */
import { isAdvice } from "../../core/diagnostics/catalog/index.js";
import { diagnose, inManifest } from "../../core/diagnostics/diagnose.js";
import type { CheckedCrd, RuleCost, VersionCost } from "../../core/model/checked-crd.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { ROOT_PATH } from "../../core/model/field-path.js";
import { isJsonObject, type JsonObject } from "../../core/model/json.js";
import type { StructuralSchema } from "../../core/model/schema.js";
import {
  EXPRESSION_COST_LIMIT,
  type ExpressionCost,
  SCHEMA_COST_LIMIT,
} from "../../kubernetes/cel/rules/schema-rules.js";
import { type CheckedVersion, checkCrd, valueAt } from "../../kubernetes/check-crd.js";
import { isRejection, type Path } from "../../kubernetes/crd/problem.js";
import { fieldOfSchema } from "../../kubernetes/schema-field.js";
import { ANNOTATIONS_LIMIT, ETCD_LIMIT, sizesOf } from "../../kubernetes/validation/sizes.js";
import type { Subject } from "./subject.js";

/** The state of the cluster that the API server would compare a CRD with. */
export interface Cluster {
  /** Minor version of the API server. */
  readonly minor: number;
  /** The installed CRDs, by name. */
  readonly installed: ReadonlyMap<string, JsonObject>;
}

/** The problems of a CRD, and its sizes and costs. */
export interface CheckedSubject {
  readonly found: readonly Diagnostic[];
  readonly checked: CheckedCrd;
}

/** Checks a CRD as a new one or, if it is installed, as its update. */
export function checkSubject(subject: Subject, { minor, installed }: Cluster): CheckedSubject {
  const { crd, channel, file } = subject;
  const name = nameOf(crd);
  const { problems, versions } = checkCrd(crd, { minor, old: installed.get(name) });
  const { annotations, stored } = sizesOf(crd);
  const sizes = { annotations, annotationsLimit: ANNOTATIONS_LIMIT, stored, storedLimit: ETCD_LIMIT };
  const found = problems.map(({ code, args, path, part, range }) => {
    const named = code === "rule-cost-total" && channel ? { ...args, channel } : args;
    return diagnose(code, named as never, subject.placeOf(path, part ?? range));
  });
  return {
    found: file === undefined ? found : found.map(inManifest),
    checked: {
      name,
      ...(channel && { channel }),
      ...(file !== undefined && { file }),
      isAccepted: !problems.some(isRejection),
      hasOtherErrors: problems.some((each) => !isRejection(each) && !isAdvice(each.code)),
      sizes,
      versions: versions.map(versionCost),
    },
  };
}

/** Returns the name of a CRD, or an empty string for a CRD without a valid name, which is reported. */
export function nameOf({ metadata }: JsonObject): string {
  return isJsonObject(metadata) && typeof metadata.name === "string" ? metadata.name : "";
}

function versionCost({ version, schema, costs, total }: CheckedVersion): VersionCost {
  return {
    version,
    cost: total,
    limit: Number(SCHEMA_COST_LIMIT),
    rules: costs.map((cost) => ruleCost(cost, schema)),
  };
}

function ruleCost({ path, total, cardinality, missing }: ExpressionCost, schema: StructuralSchema): RuleCost {
  const expression = valueAt(schema, path);
  return {
    path: fieldPath(path),
    part: path.at(-1) === "messageExpression" ? "messageExpression" : "rule",
    expression: typeof expression === "string" ? expression : "",
    cost: total,
    limit: Number(EXPRESSION_COST_LIMIT),
    evaluations: cardinality,
    ...(missing && { missing: { keyword: missing.keyword, path: fieldPath(missing.path) } }),
  };
}

/** Returns the path of the field that contains an expression, or an empty string for the root. */
function fieldPath(path: Path): string {
  const field = fieldOfSchema(path);
  return field === ROOT_PATH ? "" : field;
}
