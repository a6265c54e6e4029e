import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { type VisitedNode, walkModel } from "../../core/model/walk.js";
import type { Check } from "./check.js";

/** Checks that an enum has members in each of its channels, no duplicates, and no null. */
export const enumsCheck: Check = {
  name: "enums",
  run: ({ model }) =>
    [...walkModel(model)].flatMap((step) => [...duplicates(step), ...emptyEnums(step), ...nulls(step)]),
};

function duplicates({ node }: VisitedNode): Diagnostic[] {
  const values = node.form === "scalar" ? (node.values ?? []) : [];
  const seen = new Set<string | number>();
  return values
    .filter(({ value }) => seen.size === seen.add(value).size)
    .map((value) => diagnose("enum-duplicate", { value: value.value }, value.location));
}

function emptyEnums({ node, owner, channel }: VisitedNode): Diagnostic[] {
  const isEmpty = node.form === "scalar" && node.values?.every((value) => value.channel === "experimental");
  if (!isEmpty || channel === "experimental") return [];
  return [diagnose("enum-empty", { channel: "standard" }, owner?.location ?? node.location)];
}

/** Source: k8s.io/kube-openapi pkg/validation/validate, basicCommonValidator, which skips null in an enum. */
function nulls({ node }: VisitedNode): Diagnostic[] {
  return node.form === "scalar" && node.values && node.nullable ? [diagnose("enum-null", {}, node.location)] : [];
}
