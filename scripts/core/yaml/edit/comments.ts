/** Finds comments that a change has lost. */

/** Reports whether a text lacks comments of another one. A `#` in a block scalar counts as a comment, too. */
export function lacksComments(text: string, before: string): boolean {
  if (!before.includes("#")) return false;
  const left = new Map<string, number>();
  for (const comment of commentsIn(text)) left.set(comment, (left.get(comment) ?? 0) + 1);
  return commentsIn(before).some((comment) => {
    const count = left.get(comment) ?? 0;
    left.set(comment, count - 1);
    return count <= 0;
  });
}

/** Strings of one line. */
const QUOTED = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/g;

function commentsIn(text: string): string[] {
  return [...text.replace(QUOTED, "").matchAll(/(?:^|\s)(#[^\r\n]*)/g)].map(([, comment = ""]) => comment.trim());
}
