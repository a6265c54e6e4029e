/** Definitions of conversions for tests, as in `apis/conversions.yaml`. */
import { readConversions } from "../../scripts/core/config/conversions.js";
import { describeDiagnostic } from "../../scripts/core/diagnostics/describe.js";
import type { Conversion } from "../../scripts/core/model/conversion.js";
import { positionOf } from "../../scripts/core/model/location.js";
import type { Placed } from "../../scripts/core/model/policy.js";
import { diagnosticsIn } from "../../scripts/core/result.js";

const PATH = "apis/conversions.yaml";

/** Returns the definitions in a valid file. */
export function conversionsIn(text: string): readonly Placed<Conversion>[] {
  const read = readConversions({ path: PATH, text });
  if (!read.ok) throw new Error(conversionMistakes(text).join("\n"));
  return read.value;
}

/** Returns the mistakes in a file: line and column, code, message. */
export function conversionMistakes(text: string): string[] {
  return diagnosticsIn([readConversions({ path: PATH, text })]).map((diagnostic) => {
    const { line, column } = positionOf(text, diagnostic.location?.start ?? -1);
    return `${line}:${column} ${diagnostic.code} ${describeDiagnostic(diagnostic).message}`;
  });
}

/** Returns the text of a definition for Widgets. `more` contains its other keys, in flow style. */
export function definition(steps: readonly string[], more: Readonly<Record<string, string>> = {}): string {
  const keys = { id: "widget", since: "1.1.0", crd: "widgets.example.dev", kind: "Widget", ...more };
  const lines = Object.entries(keys).map(([key, value], index) => `${index === 0 ? "- " : "  "}${key}: ${value}\n`);
  return `${lines.join("")}${steps.length === 0 ? "" : `  steps:\n${steps.map((step) => `    - ${step}\n`).join("")}`}`;
}

/** A definition with all keys and all kinds of steps. */
export const EVERY_STEP = `- id: widget-gadget
  since: v2.0.0
  channel: experimental
  crd: xwidgets.example.dev
  kind: XWidget
  versions: [v1alpha1, v1alpha2]
  to: {crd: widgets.example.dev, kind: Widget, version: v1}
  steps:
    - move: {from: '.spec.list[]', to: '.spec.list[].name'}
    - wrap: {from: .spec.a, to: .spec.as}
    - unwrap: {from: .spec.bs, to: .spec.b}
    - map: {path: .spec.mode, values: [{from: A, to: C}, {from: B, to: C}], back: [{from: C, to: B}]}
    - remove: {path: .spec.gone, restore: {a: [1]}}
    - add: {path: .spec.fresh, value: false}
    - narrow: {path: '.spec.list[].count', schema: {minimum: 1, pattern: null}}
    - widen: {path: '.spec.origins[]', schema: {enum: ['*']}}
    - unique: {path: .spec.codes}
    - require: {path: .spec.names, schema: {minItems: 1}}
    - group: {from: '.spec.ls[].tls.v', by: .port, to: '.spec.ports[].tls', key: .number, shared: .spec.tls}
    - split: {path: .spec.rules}
  references:
    - {crd: gadgets.example.dev, kind: Gadget, paths: ['.spec.refs[]']}
`;
