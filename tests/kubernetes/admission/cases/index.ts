/** Requests about small CRDs. `server-answers.json` contains the answers of a real API server. */
import type { Subject } from "./case.js";
import * as metadata from "./metadata.js";
import * as rules from "./rules.js";
import * as status from "./status.js";
import * as values from "./values.js";

export const SUBJECTS: Readonly<Record<string, Subject>> = {
  metadata: metadata.NAMESPACED,
  cluster: metadata.CLUSTER,
  names: metadata.DECLARED,
  defaults: values.DEFAULTS,
  unknown: values.UNKNOWN,
  keywords: values.KEYWORDS,
  lists: values.LISTS,
  embedded: values.EMBEDDED,
  rules: rules.RULES,
  transitions: rules.TRANSITIONS,
  ratcheting: rules.RATCHETING,
  status: status.STATUS,
  plain: status.PLAIN,
  scale: status.SCALE,
  "scale-of-any": status.SCALE_OF_ANY,
  versions: status.VERSIONS,
};
