import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffReleases } from "../../../scripts/changes/diff/releases.js";
import { describeDiagnostic } from "../../../scripts/core/diagnostics/describe.js";
import type { BundleState } from "../../../scripts/core/model/bundle-state.js";
import type { CustomResourceDefinition } from "../../../scripts/core/model/crd.js";
import type { Diagnostic } from "../../../scripts/core/model/diagnostic.js";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import { positionOf } from "../../../scripts/core/model/location.js";
import { readChangelog, unreleasedNotes } from "../../../scripts/release/changelog/changelog.js";
import { claimProblems } from "../../../scripts/release/changelog/claims.js";
import { crd, NO_OPTIONS, object, release, STRING, stored, version } from "../../changes/diff/crd.js";
import { HISTORY_OPTIONS, readHistory } from "../../changes/policy/history.js";
import { ROOT } from "../../support/golden.js";
import { withCorpus } from "../../support/shared.js";

const claims = suite("claims of the changelog");

function found(text: string, before: BundleState | undefined, after: BundleState, options = NO_OPTIONS): Diagnostic[] {
  const notes = unreleasedNotes(readChangelog({ path: "CHANGELOG.md", text }));
  if (!notes) throw new Error("there are no notes");
  const changes = before ? diffReleases(before, after, options) : [];
  return [...claimProblems(notes, { before, after, changes })];
}

const LIST: JsonObject = { type: "array", items: object({ name: STRING, retry: STRING }) };

function spec(fields: JsonObject): JsonObject {
  const status = object({ size: STRING });
  return object({ apiVersion: STRING, kind: STRING, metadata: object({}), spec: object(fields), status });
}

function gadget(...versions: NonNullable<Parameters<typeof crd>[0]>): CustomResourceDefinition {
  return crd(versions, { names: { ...crd().spec.names, kind: "Gadget" } }, { name: "gadgets.example.dev" });
}

function tool(): CustomResourceDefinition {
  return crd([stored("v1")], { names: { ...crd().spec.names, kind: "Tool" } }, { name: "tools.example.dev" });
}

const OLD_SPEC = {
  name: STRING,
  color: STRING,
  type: { type: "string", enum: ["A"] },
  labels: { type: "object", additionalProperties: STRING },
};
const UNSERVED = { served: false };
/**
 * The state before: a widget in both channels, with more fields in the experimental one, and an experimental gadget.
 */
const BEFORE = release("1.6.1", {
  standard: [
    crd([stored("v1", spec(OLD_SPEC)), version("v1beta1", spec(OLD_SPEC)), version("v1alpha1", spec(OLD_SPEC))]),
  ],
  experimental: [
    crd([
      stored("v1", spec({ ...OLD_SPEC, rules: LIST, old: STRING })),
      version("v1beta1", spec(OLD_SPEC)),
      version("v1alpha1", spec(OLD_SPEC)),
    ]),
    gadget(stored("v1", spec({ size: STRING }))),
    tool(),
  ],
});
const NEW_SPEC = {
  ...OLD_SPEC,
  name: { ...STRING, description: "Other words, which are no news of a field." },
  color: { type: "string", description: "Deprecated: use name." },
  type: { type: "string", enum: ["A", "B"] },
};
/** The state after: rules and the gadget have graduated, size is new, and old, the tool and a version are removed. */
const AFTER = release("1.7.0", {
  standard: [
    crd([stored("v1", spec({ ...NEW_SPEC, rules: LIST })), version("v1beta1", spec(OLD_SPEC), { deprecated: true })]),
    gadget(stored("v1", spec({ size: STRING }))),
  ],
  experimental: [
    crd([
      stored("v1", spec({ ...NEW_SPEC, rules: LIST, fresh: STRING })),
      version("v1beta1", spec(OLD_SPEC), { deprecated: true }),
      version("v1alpha1", spec(OLD_SPEC), UNSERVED),
      version("v2alpha1", spec(OLD_SPEC)),
    ]),
    gadget(stored("v1", spec({ size: STRING }))),
  ],
});

function codesIn(heading: string, note: string): string[] {
  const text = `## [Unreleased]\n\n### ${heading}\n\n- ${note}\n`;
  return found(text, BEFORE, AFTER).map(({ code }) => code);
}

/** Notes without diagnostics, because they are true or cannot be checked. */
const FINE: [heading: string, ...notes: string[]][] = [
  [
    "Added",
    "`Widget.spec.fresh`",
    "`Widget.spec.fresh` in the experimental channel.",
    "`Widget` gains `.spec.fresh`, which is fresh.",
    "`.spec.fresh` of `Widget`",
    "`.spec.rules` for Widget, in the standard channel (#12)",
    "`Widget.spec.rules[].retry` in the standard channel",
    "`Widget.spec.rules[*].retry`: how often",
    "`Widget.spec.type`: the value `B`", // the field existed before and now accepts more values
    "`Gadget`",
    "The `Gadget` kind in the standard channel",
    "`Widget v2alpha1`",
    "`Widget` v2alpha1 in the experimental channel",
    "`Widget v1` retries",
    "`Widget` conformance tests", // not a claim about the kind
    "Examples for `Widget.spec.name`, with `Widget.spec.color`",
    "`Widget`: better docs for `.spec.name`",
    "`kubectl get widgets`, `.spec.clusterIP` of a Service, `Service.spec.clusterIP`, `Widget.yaml`, `spec`",
    "`Widget.spec.labels.anything` may be set",
    "`HTTPThing` and `.status.whatever`",
    "`Widget.metadata.name` is shown",
    "`Widget.apiVersion` is shown",
    "`Widget.kind` is shown",
    // a name after these signs explains the field
    ...[":", ";", " (see", " —", " –", " is new."].map((sign) => `\`Widget.spec.fresh\`${sign} \`Widget.spec.name\``),
    "`Widget v2alpha1`: `Widget v1beta1` goes on",
  ],
  [
    "Removed",
    "`Widget.spec.old`",
    "`Widget.spec.old` from the experimental channel",
    "`Widget v1alpha1` from the standard channel",
    "`Tool`",
    "`Widget` examples",
    "A rule about `Widget.spec.name`",
    "`Widget v1` retries",
  ],
  [
    "Deprecated",
    "`Widget v1beta1`, use `v1`",
    "`Widget.spec.color` in favour of `.spec.name`",
    "`v1beta1` of `Widget`",
    "Old docs of `Gadget`",
  ],
  [
    "Changed",
    "`Widget.spec.rules` graduates to the standard channel.",
    "`Gadget` graduates from the experimental channel to the standard channel",
    "`Widget.spec.name` does not graduate yet",
    "`Widget` retries graduate",
    "`Widget v1` retries graduate",
    "`Widget v1alpha1` is no longer served in the experimental channel",
    "`Widget v1alpha1` is not served any more.",
    "`Widget v1` will be no longer served in 2.0",
    "`Widget v1beta1` is served until v1 graduates",
    "Validation of `Widget.spec.name` and `Widget.status.size` is stricter",
  ],
  [
    "constructor",
    "`Widget.spec.name`",
    "`Widget.spec.name` is noted under __proto__, `constructor` and `Widget.constructor`",
  ],
  ["Fixed", "`Widget.spec.name` and `Gadget` work", "`widget`, `Widgets`, `WidgetSpec.name`"],
];

for (const [heading, ...notes] of FINE) {
  for (const note of notes)
    claims(`let pass under ${heading}: ${note}`, () => assert.equal(codesIn(heading, note), []));
}

/** Notes that contradict the bundle states. */
const WRONG: [heading: string, note: string, code: string][] = [
  ["Added", "`Widget.spec.old`", "claim-added-absent"],
  ["Added", "`Tool`", "claim-added-absent"],
  ["Added", "`Widget v1alpha1` in the standard channel", "claim-added-absent"],
  ["Added", "`Widget.spec.fresh` in the standard channel", "claim-added-absent"],
  ["Added", "`Widget` gains `.spec.old`, which is old.", "claim-added-absent"],
  ["Added", "`Widget.spec.name`", "claim-added-before"],
  ["Added", "The new field `.spec.name` of `Widget`, for names.", "claim-added-before"],
  ["Added", "`Widget`", "claim-added-before"],
  ["Added", "The `Gadget` kind in the experimental channel (#12).", "claim-added-before"],
  ["Added", "`Widget v1`", "claim-added-before"],
  ["Added", "`Widget` v1", "claim-added-before"],
  ["Removed", "`Widget.spec.name`", "claim-removed-there"],
  ["Removed", "`Widget v1alpha1`", "claim-removed-there"],
  ["Removed", "`Gadget`", "claim-removed-there"],
  ["Removed", "`Gadget` from the experimental channel.", "claim-removed-there"],
  ["Removed", "`Widget v1beta1` retries", "claim-removed-there"],
  ["Added", "`Widget v1alpha1` retries", "claim-added-before"],
  ["Deprecated", "`Widget v1`, use `v2alpha1`", "claim-deprecated-not"],
  ["Deprecated", "`Widget.spec.name`", "claim-deprecated-not"],
  ["Changed", "`Widget.spec.fresh` graduates to the standard channel.", "claim-graduated-absent"],
  ["Changed", "The experimental `Tool` has graduated.", "claim-graduated-absent"],
  ["Changed", "`Widget.spec.name` graduates", "claim-graduated-before"],
  ["Added", "`Widget` graduates.", "claim-graduated-before"],
  ["Changed", "`Widget v1beta1` is no longer served.", "claim-unserved-served"],
  ["Removed", "Old words. `v1beta1` of `Widget` is not served any more.", "claim-unserved-served"],
  ["Fixed", "The default of `Widget.spec.nmae`", "claim-field-unknown"],
  ["Fixed", "Defaults of `Widget`: `.spec.rules[].retrry` is right now", "claim-field-unknown"],
  ["Fixed", "The `.spec.namme` of a Widget", "claim-field-unknown"],
  ["Fixed", "The `spec.rules.names` of a Widget", "claim-field-unknown"],
  ["Whatever", "`Gadget.status.size.unit` is shown", "claim-field-unknown"],
  ["Added", "`Widget.spec.freshh`", "claim-field-unknown"],
];

for (const [heading, note, expected] of WRONG) {
  claims(`refuse under ${heading}: ${note}`, () => assert.equal(codesIn(heading, note), [expected]));
}

claims("tell what they are about, in which channel, and since when", () => {
  const argsOf = (heading: string, note: string) =>
    found(`## [Unreleased]\n\n### ${heading}\n\n- ${note}\n`, BEFORE, AFTER).map(({ args }) => args)[0] ?? {};
  const added = ["", " in the standard channel", " in the experimental channel"].map((where) =>
    argsOf("Added", `\`Tool\`${where}`),
  );
  assert.is(new Set(added.map(({ where }) => where)).size, 3);
  assert.is(new Set(added.map(({ what }) => what)).size, 1);
  assert.is(argsOf("Added", "`Widget.spec.name`").before, BEFORE.name);
  assert.is(argsOf("Changed", "`Widget.spec.name` graduates").before, BEFORE.name);
});

claims("are shown at their place, in words", () => {
  const text = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- `Gadget`\n- `Widget`:\n  - `.spec.rules[].retrry`\n";
  const [problem, ...more] = found(text, BEFORE, AFTER);
  assert.equal(more, []);
  assert.equal(positionOf(text, problem?.location?.start ?? 0), { line: 9, column: 5 });
  assert.is(text.slice(problem?.location?.start, problem?.location?.end), "`.spec.rules[].retrry`");
  assert.is(
    problem && describeDiagnostic(problem).message,
    ".spec.rules[].retrry is not a field of Widget in this release or the previous one; did you mean retry?",
  );
});

claims("stand in list items below the notes alone", () => {
  const text = `## [Unreleased]

\`Widget.spec.nope\`

\`\`\`
- \`Widget.spec.nope\`
\`\`\`

### Added

1. \`Widget.spec.name\`

## [1.6.1]

### Added

- \`Widget.spec.name\`
`;
  assert.equal(
    found(text, BEFORE, AFTER).map(({ code, location }) => [code, positionOf(text, location?.start ?? 0).line]),
    [["claim-added-before", 11]],
  );
});

claims("of a first release are held against the release alone", () => {
  const text = "## [Unreleased]\n\n### Added\n\n- `Widget.spec.name`\n- `Widget.spec.old`\n";
  assert.equal(
    found(text, undefined, AFTER).map(({ code }) => code),
    ["claim-field-unknown"],
  );
});

const history = readHistory();

function state(name: string): BundleState {
  const release = history?.find((candidate) => candidate.name === name);
  if (!release) throw new Error(`${name} is not in the corpus`);
  return release;
}

withCorpus(claims, "upstream/gateway-api/lineage", 3, (test) => {
  test("in this project's own changelog are none that would be refused", () => {
    const text = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");
    assert.equal(found(text, state("v1.6.0"), state("v1.6.1"), HISTORY_OPTIONS), []);
  });

  const UPSTREAM = `## [Unreleased]

### Added

- A new kind, \`XMesh\`, represents a mesh, with \`supportedFeatures\` in its status. (#3950)
- \`HTTPRoute\` has an \`ExternalAuth\` filter in the experimental channel: \`.spec.rules[].filters[].externalAuth\` says
  which service is asked. GEP-1494.
- \`Gateway.spec.tls\` in the experimental channel: one place for what was \`.spec.backendTLS\`.
- Routes select default Gateways with \`spec.useDefaultGateways\`, and \`Gateway\` says so in \`spec.defaultScope\`.
- Conformance tests for \`BackendTLSPolicy\`, \`GRPCRoute\` with \`spec.rules.name\` and \`HTTPRoute\` timeouts
  (\`HTTPRoute.spec.rules[].timeouts\`).
- \`BackendTLSPolicy\` \`v1\`

### Changed

- \`BackendTLSPolicy\` graduates to the standard channel as \`v1\`; use it instead of \`v1alpha3\`.
- \`HTTPRoute.spec.rules[].name\` and \`GRPCRoute.spec.rules[].name\` graduate to the standard channel.
- \`GatewayClass\`: \`.status.supportedFeatures\` graduates.
- \`cors.allowCredentials\` of \`HTTPRoute\` may be \`false\`.
- \`parametersRef\` of a \`Gateway\` wins over that of its \`GatewayClass\`, see \`.spec.infrastructure.parametersRef\`.
- A \`Secret\` without \`.data["tls.key"]\` or \`Service\` without \`.spec.ports\` is not resolved.

### Deprecated

- \`BackendTLSPolicy v1alpha3\`, which will be removed in v1.6.

### Removed

- \`Gateway.spec.backendTLS\` and \`Gateway.spec.listeners[].tls.frontendValidation\`, in favour of \`Gateway.spec.tls\`.
- Support for Kubernetes 1.29.

### Fixed

- Validation of \`HTTPRoute.spec.rules[].filters[].cors.allowOrigins\` takes \`*\`.
- The status of \`Listener\`s with \`hostname: "*"\`, as in \`spec.listeners[0].hostname\` of a \`Gateway\`.
`;

  test("in notes as upstream writes them are let pass where they are true", () => {
    assert.equal(found(UPSTREAM, state("v1.3.0"), state("v1.4.0"), HISTORY_OPTIONS), []);
  });

  test("in the same notes are refused one release early and one late", () => {
    const codes = (before: string, after: string) =>
      found(UPSTREAM, state(before), state(after), HISTORY_OPTIONS).map(
        ({ code, args }) => `${code} ${args.what ?? args.path}`,
      );
    const early = codes("v1.2.1", "v1.3.0");
    for (const line of [
      "claim-field-unknown .spec.rules[].filters[].externalAuth",
      "claim-graduated-absent BackendTLSPolicy",
      "claim-graduated-absent HTTPRoute.spec.rules[].name",
      "claim-deprecated-not BackendTLSPolicy v1alpha3",
      "claim-removed-there Gateway.spec.backendTLS",
    ]) {
      assert.ok(early.includes(line), `${line}\n${early.join("\n")}`);
    }
    const late = codes("v1.4.0", "v1.4.1");
    for (const line of [
      "claim-added-before Gateway.spec.tls",
      "claim-graduated-before BackendTLSPolicy",
      "claim-graduated-before .status.supportedFeatures",
    ]) {
      assert.ok(late.includes(line), `${line}\n${late.join("\n")}`);
    }
  });
});

claims.run();
