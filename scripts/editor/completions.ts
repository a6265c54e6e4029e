import type { Completion } from "../app/editing/edited-project.js";
import type { ts } from "../language/read/ts-morph.js";
import { partsOf } from "./hover.js";
import type { TypeScript } from "./typescript.js";

/** Sorts before everything that TypeScript offers in a comment. */
const FIRST = "0";

/** Adds completions to those of TypeScript, in place of those with the same name. */
export function withCompletions(
  found: ts.CompletionInfo | undefined,
  own: readonly Completion[],
  typescript: TypeScript,
): ts.CompletionInfo | undefined {
  if (own.length === 0) return found;
  const names = new Set(own.map(({ text }) => text));
  const others = found?.entries.filter(({ name }) => !names.has(name)) ?? [];
  return { ...(found ?? NOTHING), entries: [...own.map((each) => entryOf(each, typescript)), ...others] };
}

const NOTHING = {
  isGlobalCompletion: false,
  isMemberCompletion: false,
  isNewIdentifierLocation: false,
};

function entryOf({ text, start, end }: Completion, { ScriptElementKind }: TypeScript): ts.CompletionEntry {
  return {
    name: text,
    kind: ScriptElementKind.keyword,
    sortText: FIRST,
    replacementSpan: { start, length: end - start },
  };
}

/** Returns the details of a completion by its name, if it is one of ours. */
export function detailsOf(
  name: string,
  own: readonly Completion[],
  { ScriptElementKind }: TypeScript,
): ts.CompletionEntryDetails | undefined {
  const completion = own.find(({ text }) => text === name);
  if (!completion) return undefined;
  const parts = completion.description ? partsOf(completion.description) : { displayParts: [] };
  return { name, kind: ScriptElementKind.keyword, kindModifiers: "", ...parts };
}
