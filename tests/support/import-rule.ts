/**
 * For each directory of `scripts/`, the other directories from which it may import, lowest first. This is the complete
 * rule.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  types: [],
  core: [],
  kubernetes: ["core"],
  host: ["core"],
  emit: ["core"],
  report: ["core"],
  language: ["core", "kubernetes"],
  import: ["core", "language"],
  changes: ["core", "kubernetes"],
  release: ["core", "changes"],
  cluster: ["core", "kubernetes"],
  app: ["core", "kubernetes", "host", "emit", "report", "language", "import", "changes", "release", "cluster"],
  cli: ["core", "report", "app"],
  editor: ["language", "app", "cli"],
};

/** The same rule for the directories and files of `scripts/kubernetes/`. */
export const MAY_IMPORT_IN_KUBERNETES: Readonly<Record<string, readonly string[]>> = {
  int64: [],
  re2: [],
  jsonpath: [],
  formats: ["re2"],
  "schema-field": [],
  cel: ["int64", "re2", "formats", "schema-field"],
  validation: ["int64", "re2", "formats", "cel"],
  conversion: ["re2", "validation"],
  policies: ["cel", "validation"],
  crd: ["re2", "jsonpath", "formats", "cel", "validation"],
  admission: ["int64", "validation", "crd"],
  "check-crd": ["cel", "crd"],
  "channel-switch": ["validation", "conversion", "admission"],
};

/** The same rule for the directories of `scripts/kubernetes/cel/`. */
export const MAY_IMPORT_IN_CEL: Readonly<Record<string, readonly string[]>> = {
  types: [],
  syntax: ["types"],
  environment: ["types"],
  values: ["types", "syntax"],
  check: ["types", "syntax", "environment"],
  cost: ["types", "syntax", "environment", "values", "check"],
  evaluate: ["types", "syntax", "values", "check", "cost"],
  compile: ["types", "syntax", "environment", "values", "check", "cost", "evaluate"],
  worlds: ["types", "syntax", "check"],
  compare: ["types", "syntax", "environment", "check", "worlds"],
  rules: ["types", "syntax", "environment", "check", "cost", "compile", "worlds"],
};

/** Files and directories of `scripts/` about which CEL knows nothing: it works on OpenAPI schemas. */
export const UNKNOWN_TO_CEL = ["core/model/api.ts", "core/diagnostics/"];
