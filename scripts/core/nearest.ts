/**
 * Returns the known name that is most similar to a misspelled one, or undefined if every name differs in more than a
 * third of the letters. Case does not count, so `maxlength` finds `maxLength`.
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  if (word.length > LONGEST) return undefined;
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.floor(word.length / 3) + 1;
  for (const candidate of known) {
    const name = candidate.toLowerCase();
    if (Math.abs(name.length - wanted.length) >= bestDistance) continue; // the distance is at least that long
    const distance = editDistance(wanted, name);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Length up to which a similar name is sought, because the search takes quadratic time, and input can be hostile. */
const LONGEST = 64;

/** Returns the Levenshtein distance of two strings. Keeps only one row of the table in memory. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = at(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, at(row, j) + 1, at(next, j - 1) + 1));
    }
    row = next;
  }
  return at(row, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? 0;
}
