/** Prints changes with all their details: the message for readers and the values for programs. */
import type { Change, CrdChange, SchemaChange } from "../../../scripts/core/model/change.js";
import { changeMessage } from "../../../scripts/core/words/change.js";
import { valuesAsJson } from "../../../scripts/report/changes.js";

/** Returns a heading and, below it, each change with its path, subject, message and values. */
export function wholeChanges(about: string, changes: readonly (SchemaChange | CrdChange)[]): string {
  const entries = changes.map((change) => {
    const { class: name, subject, path = "", versions = [] } = change as Change;
    const values = JSON.stringify(valuesAsJson(change as Change));
    const where = [name, subject, ...versions, path].filter((part) => part !== "").join(" ");
    return `  ${where}: ${changeMessage(change)}\n${values === "{}" ? "" : `    ${values}\n`}`;
  });
  return `${about}\n${entries.join("")}`;
}
