/** Follows imports and exports from one file to others. */

/** Returns things, and all to which they lead. */
export function reachable<T>(from: Iterable<T>, next: (thing: T) => Iterable<T>): ReadonlySet<T> {
  const found = new Set(from);
  for (const thing of found) for (const target of next(thing)) found.add(target);
  return found;
}

/** Returns the files that a change can affect: those that changed, and those that import an affected one. */
export function affectedBy<T>(
  changed: Iterable<T>,
  targets: ReadonlyMap<T, readonly (T | undefined)[]>,
): ReadonlySet<T> {
  const importers = new Map<T, T[]>();
  for (const [file, imported] of targets) {
    for (const target of imported) {
      if (target === undefined) continue;
      const others = importers.get(target) ?? [];
      others.push(file);
      importers.set(target, others);
    }
  }
  return reachable(changed, (file) => importers.get(file) ?? []);
}
