/** The messages that editors show. */
import { describeDiagnostic } from "../../core/diagnostics/describe.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { canAim, EVERY_TYPE, type TagDefinition, type Target } from "../../language/tags/definition.js";
import { printable } from "../../report/printable.js";

/** A diagnostic at a place in a source. */
export interface EditorDiagnostic {
  readonly start: number;
  readonly end: number;
  readonly level: "error" | "warning";
  /** The message with its code, and the fix in a line of its own. */
  readonly text: string;
}

/** Returns a diagnostic with the message of the command line. */
export function forEditor(diagnostic: Diagnostic): EditorDiagnostic {
  const { code, level = "error", location } = diagnostic;
  const { start, end } = location ?? { start: 0, end: 0 };
  const { message, fix } = describeDiagnostic(diagnostic);
  return { start, end, level, text: printable(`${message} [${code}]\n→ ${fix}`) };
}

export interface TagDescription {
  /** The tag with the syntax of its value. */
  readonly syntax: string;
  readonly text: string;
  readonly example: string;
}

/** Describes a tag. `name` is its name as written, such as `items.maxLength`. */
export function describeTag(name: string, tag: TagDefinition): TagDescription {
  const { summary, example, form, targets, constraint } = tag;
  const types = constraint && constraint.appliesTo !== EVERY_TYPE ? ` For: ${constraint.appliesTo.join(", ")}.` : "";
  const aims = canAim(tag) ? " Can be limited to a channel and apply to elements." : "";
  const where = `Belongs to a ${inWords(targets)}.`;
  return { syntax: `@${name} ${form.syntax}`.trim(), text: `${summary}${types}\n\n${where}${aims}`, example };
}

function inWords(targets: readonly Target[]): string {
  const [last = "", ...others] = [...targets].reverse();
  return others.length === 0 ? last : `${others.reverse().join(", ")} or ${last}`;
}
