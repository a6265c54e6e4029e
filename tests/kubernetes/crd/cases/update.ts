import type { JsonObject } from "../../../../scripts/core/model/json.js";
import {
  APPROVAL,
  crd,
  inGroup,
  KEYED,
  map,
  NINE,
  object,
  ROOT,
  reviews,
  rootWith,
  STRING,
  set,
  versionWith,
  withField,
  withMetadata,
  withNames,
  withSchemas,
  withSpec,
  withVersion,
  withWebhook,
} from "../documents.js";
import type { UpdateCase } from "./case.js";

/** Returns a CRD as the API server has it. */
function stored(document: JsonObject, storedVersions: readonly string[] = ["v1"], established = true): JsonObject {
  const conditions = established ? [{ type: "Established", status: "True" }] : [];
  return { ...document, status: { conditions, storedVersions } };
}

const OLD = stored(crd());

const BUNDLE = (caBundle: string) =>
  withWebhook({ conversionReviewVersions: ["v1"], clientConfig: { url: "https://example.dev", caBundle } });

const UNREADABLE = "Y2VydA==";

const UNPRUNED = withField(object({ b: STRING }, { default: { c: "x" } }));

const NINE_ROOT = object(Object.fromEntries(NINE.map((name) => [name, STRING])));

const NINE_SELECTABLE = (more: JsonObject = {}) =>
  withVersion({
    schema: { openAPIV3Schema: { ...NINE_ROOT, ...more } },
    selectableFields: NINE.map((name) => ({ jsonPath: `.${name}` })),
  });

const OLD_STYLE = { preserveUnknownFields: true, versions: [versionWith({ properties: { spec: {} } })] };

export const CASES: readonly UpdateCase[] = [
  [
    "a finalizer of a CRD that is being deleted",
    stored(withMetadata({ deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["example.dev/a"] })),
    withMetadata({ finalizers: ["example.dev/a", "example.dev/b"] }),
    "crd-metadata",
  ],
  ["no change", OLD, crd()],
  [
    "another version, of a CRD without a status",
    crd(),
    withSpec({ versions: [versionWith(ROOT, 0, { name: "v2" })] }),
    "crd-stored-version",
  ],
  ["another group", OLD, inGroup("example.org"), "crd-immutable", "crd-immutable"],
  ["another plural", OLD, withNames({ plural: "things" }), "crd-immutable"],
  ["another kind", OLD, withNames({ kind: "Thing" }), "crd-immutable"],
  ["another kind before it is established", stored(crd(), ["v1"], false), withNames({ kind: "Thing" })],
  ["another scope", OLD, withSpec({ scope: "Cluster" }), "crd-immutable"],
  ["another scope before it is established", stored(crd(), ["v1"], false), withSpec({ scope: "Cluster" })],
  ["a stored version that is missing", stored(crd(), ["v1", "v1beta1"]), crd(), "crd-stored-version"],
  [
    "another storage version",
    OLD,
    withSpec({
      versions: [versionWith(rootWith(STRING), 0, { storage: false }), versionWith(ROOT, 1, { storage: true })],
    }),
  ],
  ["a CA bundle that is unreadable", OLD, BUNDLE(UNREADABLE), "crd-conversion"],
  ["a CA bundle that was unreadable", stored(BUNDLE(UNREADABLE)), BUNDLE(UNREADABLE)],
  ["a CA bundle that is unreadable before it is established", stored(crd(), ["v1"], false), BUNDLE(UNREADABLE)],
  ["review versions that are unknown", OLD, reviews("v2"), "crd-conversion"],
  ["review versions that were unknown", stored(reviews("v2")), reviews("v2", "v3")],
  ["an approval that is still missing", stored(inGroup("widgets.k8s.io")), inGroup("widgets.k8s.io")],
  [
    "an approval that is removed",
    stored(inGroup("widgets.k8s.io", { [APPROVAL]: "unapproved" })),
    inGroup("widgets.k8s.io"),
    "crd-approval",
  ],
  ["a type that is unknown", OLD, withField({ type: "float" }), "crd-type"],
  ["a type that was unknown", stored(withField({ type: "float" })), withField({ type: "double" })],
  ["a type that was null", stored(withField({ type: "null" })), withField({ type: "null" }), "crd-keyword"],
  [
    "a set that was not atomic",
    stored(withField(set(object({ b: STRING })))),
    withField(set(object({ c: STRING }))),
    "crd-set-items",
  ],
  [
    "a key that was optional",
    stored(withField(map(object({ k: STRING }), ["k"]))),
    withField(map(object({ k: STRING, l: STRING }), ["k"])),
  ],
  [
    "a key that becomes optional",
    stored(withField(map(KEYED, ["k"]))),
    withField(map(object({ k: STRING }), ["k"])),
    "list-key",
  ],
  ["a default that was not pruned", stored(UNPRUNED), UNPRUNED],
  [
    "a schema that was missing, of a version that is not served",
    stored(withVersion({ schema: null, served: false })),
    withVersion({ schema: null, served: false }),
  ],
  [
    "a schema that was missing, of a version that is served",
    stored(withVersion({ schema: null })),
    withVersion({ schema: null }),
    "crd-schema-missing",
  ],
  ["nine selectable fields that are kept", stored(NINE_SELECTABLE()), NINE_SELECTABLE({ title: "x" })],
  ["nine selectable fields that are new", stored(withSchemas(NINE_ROOT)), NINE_SELECTABLE(), "crd-selectable-limit"],
  ["pruning that is still off, without structure", stored(withSpec(OLD_STYLE)), withSpec(OLD_STYLE)],
  [
    "pruning that is turned on, without structure",
    stored(withSpec(OLD_STYLE)),
    withSpec({ ...OLD_STYLE, preserveUnknownFields: false }),
    "crd-type",
    "crd-type",
  ],
  ["pruning that is turned off", OLD, withSpec({ preserveUnknownFields: true }), "crd-preserve-unknown-fields"],
  [
    "a default without pruning",
    stored(withSpec(OLD_STYLE)),
    withSpec({ ...OLD_STYLE, versions: [versionWith(rootWith({ ...STRING, default: "x" }))] }),
    "crd-preserve-unknown-fields",
  ],
  [
    "a webhook without pruning",
    stored(withSpec(OLD_STYLE)),
    withSpec({
      ...OLD_STYLE,
      conversion: {
        strategy: "Webhook",
        webhook: { conversionReviewVersions: ["v1"], clientConfig: { url: "https://example.dev" } },
      },
    }),
    "crd-conversion",
  ],
  [
    "an extension without pruning",
    stored(withSpec(OLD_STYLE)),
    withSpec({
      ...OLD_STYLE,
      versions: [versionWith({ properties: { spec: { "x-kubernetes-int-or-string": true } } })],
    }),
    "crd-type",
  ],
];
