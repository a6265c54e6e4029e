import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { SchemaNode } from "../../core/model/api.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { StructuralSchema } from "../../core/model/schema.js";
import { walkModel } from "../../core/model/walk.js";
import { boundProblems } from "../../kubernetes/validation/bounds.js";
import type { ChannelView, Check } from "./check.js";
import { subschemas } from "./constraints.js";

/** Checks that the bounds of a value allow at least one value, in each channel. */
export const boundsCheck: Check = {
  name: "bounds",
  run: ({ views }) => views.flatMap(viewProblems),
};

function viewProblems({ model, schemaOf }: ChannelView): Diagnostic[] {
  return [...walkModel(model)].flatMap(({ node }) => nodeProblems(node, schemaOf(node)));
}

/** Checks a node and the schemas inside a raw schema. The walk visits all other nodes inside it separately. */
function nodeProblems(node: SchemaNode, schema: StructuralSchema): Diagnostic[] {
  const { location } = node;
  const own = boundProblems(schema).map(({ keywords, problem }) => {
    const [outermost] = node.constraints
      .filter(({ keyword }) => keywords.includes(keyword))
      .sort((a, b) => b.level - a.level);
    return diagnose("bounds-empty", { problem }, outermost?.location ?? location);
  });
  const written = node.form === "raw" ? subschemas(node.schema) : [];
  return [...own, ...written.flatMap((inner) => writtenProblems(inner, node))];
}

function writtenProblems(schema: StructuralSchema, node: SchemaNode): Diagnostic[] {
  const own = boundProblems(schema).map(({ problem }) => diagnose("bounds-empty", { problem }, node.location));
  return [...own, ...subschemas(schema).flatMap((inner) => writtenProblems(inner, node))];
}
