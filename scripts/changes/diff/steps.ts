/** The steps of a path: `.spec.ports[]{}` has a field, a field, items, values. */
export function stepsOf(path: string): string[] {
  return path.match(/\.[^.[{]+|\[\]|\{\}/g) ?? [];
}
