import { lex, type Token } from "../../../kubernetes/cel/syntax/lex.js";
import { SyntaxFailure } from "../../../kubernetes/cel/syntax/problem.js";

/**
 * Returns a rule as it is printed: without comments, and with one space for any space between its parts. Strings stay as
 * they are, because rules with different strings are different rules. So does a rule that is not CEL.
 */
export function ruleText(rule: string): string {
  const tokens = tokensOf(rule);
  if (!tokens) return rule;
  const characters = [...rule];
  let end = 0;
  // The last token stands for the end of the rule, and has no place.
  const written = tokens.slice(0, -1).map(({ at, length }) => {
    const space = at > end ? " " : "";
    end = at + length;
    return `${space}${characters.slice(at, end).join("")}`;
  });
  return `${written.join("")}${end < characters.length ? " " : ""}`;
}

function tokensOf(rule: string): readonly Token[] | undefined {
  try {
    return lex(rule);
  } catch (error) {
    if (error instanceof SyntaxFailure) return undefined;
    throw error;
  }
}
