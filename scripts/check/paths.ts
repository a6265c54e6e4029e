import { diagnose } from "../diagnostics/diagnose.js";
import { nearest } from "../diagnostics/nearest.js";
import type { KindVersion, PathTag, SchemaNode } from "../model/api.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { Check } from "./check.js";

/** The paths of columns, selectable fields and the scale subresource lead to fields, in every channel they are in. */
export const pathsCheck: Check = {
  name: "paths",
  run: ({ model }) =>
    model.kinds.flatMap(({ versions }) => {
      const storage = versions.find((version) => version.storage);
      return versions.flatMap((version) => pathsOf(version).flatMap((path) => pathProblem(path, version, storage)));
    }),
};

function pathsOf({ columns, selectableFields, scale }: KindVersion): PathTag[] {
  const scalePaths = scale ? [scale.spec, scale.status, scale.selector] : [];
  return [...columns, ...selectableFields, ...scalePaths].filter((path) => path !== undefined);
}

/** The steps of a simple JSON path, `.a.b[0]['c']`: a field, or undefined for any element. */
type Steps = readonly (string | undefined)[];

const STEP = /\.([A-Za-z_][\w-]*|\*)|\[(?:'([^']*)'|"([^"]*)"|(\d+|\*|\?\([^[\]]*\)))\]/y;

function stepsOf(path: string): Steps | undefined {
  const steps: (string | undefined)[] = [];
  let at = 0;
  while (at < path.length) {
    STEP.lastIndex = at;
    const match = STEP.exec(path);
    if (!match) return undefined;
    const name = match[1] ?? match[2] ?? match[3];
    steps.push(name === "*" ? undefined : name);
    at = STEP.lastIndex;
  }
  return steps.length > 0 ? steps : undefined;
}

function pathProblem(tag: PathTag, version: KindVersion, storage: KindVersion | undefined): Diagnostic[] {
  const { path } = tag;
  const isTakenOver = storage !== undefined && storage !== version && pathsOf(storage).includes(tag);
  const location = isTakenOver ? version.location : tag.location;
  const unknown = (problem: string) => {
    const args = { path, version: version.version, from: isTakenOver ? storage.version : undefined, problem };
    return [diagnose("path-unknown", args, location)];
  };
  const steps = stepsOf(path);
  if (!steps) return unknown("it is no path");
  const [first] = steps;
  if (first === "metadata" || first === "apiVersion" || first === "kind") return [];
  let node: SchemaNode = version.root;
  for (const step of steps) {
    const next = follow(node, step);
    if (next === "anything") return [];
    if (typeof next === "string") return unknown(next);
    if (next.channel === "experimental" && version.channel === undefined) {
      return [diagnose("path-experimental", { path, field: step ?? "" }, location)];
    }
    node = next.node;
  }
  return [];
}

/** One step down: the node and the channel it is tagged for, `anything` where the schema is free, or what is wrong. */
function follow(node: SchemaNode, step: string | undefined): { node: SchemaNode; channel?: string } | string {
  if (node.form === "raw") return "anything";
  if (node.form === "map") return { node: node.values };
  if (node.form === "array") return step === undefined ? { node: node.items } : `a list has no field "${step}"`;
  if (node.form === "scalar") return `there is nothing inside a ${node.type}`;
  const field = node.fields.find((candidate) => candidate.name === step);
  if (field) return { node: field.node, ...(field.channel && { channel: field.channel }) };
  const near = nearest(
    step ?? "",
    node.fields.map((candidate) => candidate.name),
  );
  return `there is no field "${step ?? "*"}"${near === undefined ? "" : `; did you mean "${near}"?`}`;
}
