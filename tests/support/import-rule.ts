/**
 * For each directory of `scripts/`, the other directories from which it may import, lowest first. This is the complete
 * rule.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  kubernetes: ["core"],
  host: ["core"],
  emit: ["core"],
  report: ["core"],
  language: ["core", "kubernetes"],
  changes: ["core", "kubernetes"],
  release: ["core", "changes"],
  app: ["core", "kubernetes", "host", "emit", "report", "language", "changes", "release"],
  cli: ["core", "report", "app"],
};
