/** Returns a number with a noun, as in `1 change` and `2 changes`. */
export function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
