import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { SchemaNode } from "../../core/model/api.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Json } from "../../core/model/json.js";
import { minorOf } from "../../core/model/kubernetes-minor.js";
import type { Location } from "../../core/model/location.js";
import type { StructuralSchema } from "../../core/model/schema.js";
import { walkModel } from "../../core/model/walk.js";
import { nearest } from "../../core/nearest.js";
import { formatSince, formatsOf, isFormatOf } from "../../kubernetes/formats/formats.js";
import type { SettingsCheck } from "./check.js";
import { schemaType, subschemas } from "./constraints.js";

/** Checks that the API server validates each format, for its type and in every supported Kubernetes minor. */
export const formatsCheck: SettingsCheck = {
  name: "formats",
  run: ({ model, bundle }) => {
    const oldest = minorOf(bundle.kubernetes.oldest);
    return [...walkModel(model)].flatMap(({ node }) => formatUses(node).flatMap((use) => formatProblem(use, oldest)));
  },
};

interface FormatUse {
  readonly type: string;
  readonly format: string;
  readonly location: Location;
}

/** Returns the formats of a node's tags and those inside raw schemas. */
function formatUses(node: SchemaNode): FormatUse[] {
  const tagged = node.constraints.flatMap(({ keyword, value, location }) => {
    if (keyword === "format") return useOf(schemaType(node), value, location);
    const written = subschemas({ [keyword]: value });
    return written.flatMap((schema) => writtenUses(schema, location));
  });
  return node.form === "raw" ? [...tagged, ...writtenUses(node.schema, node.location)] : tagged;
}

function writtenUses(schema: StructuralSchema, location: Location): FormatUse[] {
  const { type = "string", format } = schema;
  const inner = subschemas(schema).flatMap((child) => writtenUses(child, location));
  return [...useOf(type, format, location), ...inner];
}

function useOf(type: string, format: Json | undefined, location: Location): FormatUse[] {
  return typeof format === "string" ? [{ type, format, location }] : [];
}

const TYPES = ["string", "integer", "number"];

/** Skips types without formats: the check of constraints reports a format on them. */
function formatProblem({ type, format, location }: FormatUse, oldest: number): Diagnostic[] {
  if (!isFormatOf(type, format)) {
    const formats = formatsOf(type).filter((known) => (formatSince(known) ?? 0) <= oldest);
    const args = { format, type, nearest: nearest(format, formats), formats: formats.join(", ") };
    return TYPES.includes(type) ? [diagnose("format-unknown", args, location)] : [];
  }
  const since = formatSince(format);
  if (since === undefined || since <= oldest) return [];
  return [diagnose("format-too-new", { format, since: `1.${since}`, oldest: `1.${oldest}` }, location)];
}
