/** Changes with all that is told of them: the message for readers, and the values for programs. */
import type { Change, CrdChange, SchemaChange } from "../../../scripts/core/model/change.js";
import { changeMessage } from "../../../scripts/core/words/change.js";
import { valuesAsJson } from "../../../scripts/report/changes.js";

/** A heading, and below it each change: where it is and what it is, its message, and its values. */
export function wholeChanges(about: string, changes: readonly (SchemaChange | CrdChange)[]): string {
  const entries = changes.map((change) => {
    const { class: name, subject, path = "", versions = [] } = change as Change;
    const values = JSON.stringify(valuesAsJson(change as Change));
    const where = [name, subject, ...versions, path].filter((part) => part !== "").join(" ");
    return `  ${where}: ${changeMessage(change)}\n${values === "{}" ? "" : `    ${values}\n`}`;
  });
  return `${about}\n${entries.join("")}`;
}
