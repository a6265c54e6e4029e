import type { Hover } from "../app/editing/edited-project.js";
import type { TagDescription } from "../app/editing/words.js";
import type { ts } from "../language/read/ts-morph.js";
import type { TypeScript } from "./typescript.js";

/** Returns the explanation of a tag as tsserver sends it. */
export function quickInfoOf(hover: Hover | undefined, { ScriptElementKind }: TypeScript): ts.QuickInfo | undefined {
  if (!hover) return undefined;
  const { start, end, description } = hover;
  const textSpan = { start, length: end - start };
  return { kind: ScriptElementKind.keyword, kindModifiers: "", textSpan, ...partsOf(description) };
}

/** Returns the parts of an explanation. Editors show the example as code. */
export function partsOf({ syntax, text, example }: TagDescription) {
  return {
    displayParts: [partOf(syntax)],
    documentation: [partOf(text)],
    tags: [{ name: "example", text: [partOf(example)] }],
  };
}

function partOf(text: string): ts.SymbolDisplayPart {
  return { kind: "text", text };
}
