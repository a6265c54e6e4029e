/** Single steps that could be slow. `npm run bench` measures them without starting processes. */
import { compareValues } from "../../scripts/changes/diff/values/compare.js";
import type { JsonObject } from "../../scripts/core/model/json.js";
import { admit } from "../../scripts/kubernetes/admission/admit.js";
import { readRule } from "../../scripts/kubernetes/cel/compare/read.js";
import { readChecksums } from "../../scripts/release/assets/checksums.js";
import { blocksOf } from "../../scripts/release/changelog/markdown/read.js";
import { withVersion } from "../../scripts/release/version-fields.js";
import { toTerminal } from "../../scripts/report/printable.js";
import { buildSources, widget } from "../support/project.js";
import { route, routeVersion } from "./routes.js";

const LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const NAME: JsonObject = { type: "string", pattern: `^${LABEL}(\\.${LABEL})*$`, minLength: 1, maxLength: 253 };
const WILDCARD: JsonObject = { ...NAME, pattern: `^(\\*\\.)?${LABEL}(\\.${LABEL})*$` };
const reference = (name: JsonObject, description: string): JsonObject => ({
  type: "object",
  description,
  properties: {
    name,
    namespace: { ...NAME, maxLength: 63 },
    port: { type: "integer", format: "int32", minimum: 1, maximum: 65535 },
    kind: { type: "string", enum: ["A", "B"] },
  },
  required: ["name"],
});

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const lockfile = (count: number) => {
  const packages = numbers(count).map((at) => [`node_modules/p${at}`, { version: `1.0.${at}` }]);
  const root = { version: "1.6.1" };
  return JSON.stringify({ ...root, packages: { "": root, ...Object.fromEntries(packages) } }, null, 2);
};
const union = (count: number) =>
  widget(
    `/** A. */ a?: ${numbers(count)
      .map((at) => `"v${at}"`)
      .join(" | ")};`,
  );

/** The steps. Each creates new input, as if it had been read from a file, because comparisons are cached by schema. */
export const PARTS: Readonly<Record<string, () => unknown>> = {
  "compare schemas, unchanged": () => compareValues(reference(NAME, "Where to."), reference(NAME, "Where from.")),
  "compare schemas, another pattern": () => compareValues({ ...NAME }, { ...WILDCARD }),
  "compare schemas, another pattern within": () => compareValues(reference(NAME, "A."), reference(WILDCARD, "A.")),
  "print 300 000 escapes": () => toTerminal("\x1b".repeat(300_000), true),
  "read a union of 16 000 members": () => buildSources([union(16_000)]),
  "read a changelog nested 5000 times": () => blocksOf(`# Changelog\n\n${"> ".repeat(5000)}a\n`),
  "version of a lockfile of 3000 packages": () => withVersion(lockfile(3000), "1.7.0"),
  "read 10 MB of checksums": () => readChecksums(`${"a".repeat(5_000_000)}\n${" ".repeat(5_000_000)}`),
  "validate 1000 HTTPRoutes, compiled": () => {
    const version = routeVersion();
    for (const number of numbers(1000)) admit(version, { object: route(number) });
  },
  "read a rule of 2000 parts": () =>
    readRule(
      numbers(2000)
        .map(() => "self != 'a'")
        .join(" && "),
    ),
};
