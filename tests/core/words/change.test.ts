/** Tests of the message of every change, one row for each form. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type ChangeClass, type Fact, type SchemaChange, SUBJECTS } from "../../../scripts/core/model/change.js";
import { parseFieldPath } from "../../../scripts/core/model/field-path.js";
import { changeMessage, requiredState } from "../../../scripts/core/words/change.js";
import { differenceMessages } from "../../../scripts/core/words/differences.js";

const words = suite("words of changes");

const BOUNDS = { subject: "values", aspect: "bounds", before: { maxLength: 8 }, after: { maxLength: 4 } } as const;
const MEMBERS: Fact = {
  subject: "values",
  aspect: "members",
  members: ["b", "c"],
  before: { enum: ["a"] },
  after: { enum: ["a", "b", "c"] },
};
const REMOVED: SchemaChange = { subject: "field-removed", path: parseFieldPath(".a"), class: "break" };
const UNUSED = { subject: "wording", aspect: "unused-version", change: REMOVED } as const;
const GRADUATES = "graduates from the experimental channel";

const MESSAGES: readonly (readonly [fact: Fact, message: string, of?: ChangeClass])[] = [
  [{ subject: "kind-added" }, "the kind is new"],
  [{ subject: "kind-added" }, `the kind ${GRADUATES}`, "graduation"],
  [{ subject: "kind-removed" }, "the kind was removed"],
  [{ subject: "kind-renamed", after: "gadgets.example.dev" }, "the kind was renamed to gadgets.example.dev"],
  [{ subject: "scope", before: "Cluster", after: "Namespaced" }, "the scope changed from Cluster to Namespaced"],
  [
    { subject: "names", name: "group", before: { group: "a.dev" }, after: { group: "b.dev" } },
    "the group changed from a.dev to b.dev",
  ],
  [
    { subject: "names", name: "plural", before: { plural: "a" }, after: { plural: "b" } },
    "the name plural changed from a to b",
  ],
  [{ subject: "names", name: "shortNames", before: { shortNames: ["a", "b"] } }, "a, b were removed from shortNames"],
  [{ subject: "names", name: "categories", after: { categories: ["a"] } }, "a was added to categories"],
  [{ subject: "labels", map: "annotations", key: "a" }, "a changed in the annotations of the CRD"],
  [{ subject: "version-added", version: "v2" }, "version v2 is new"],
  [{ subject: "version-added", version: "v2" }, `version v2 ${GRADUATES}`, "graduation"],
  [{ subject: "version-removed", version: "v1" }, "version v1 was removed"],
  [{ subject: "version-served" }, "the version is now served"],
  [{ subject: "version-served" }, `the version ${GRADUATES}`, "graduation"],
  [{ subject: "version-unserved" }, "the version is no longer served"],
  [{ subject: "version-deprecated", isDeprecated: true }, "the version is now deprecated"],
  [{ subject: "version-deprecated", isDeprecated: false }, "the version is no longer deprecated"],
  [{ subject: "storage", before: "v1", after: "v2" }, "the storage version changed from v1 to v2"],
  [{ subject: "status-subresource", effect: "added" }, "the status subresource is new"],
  [{ subject: "status-subresource", effect: "added" }, `the status subresource ${GRADUATES}`, "graduation"],
  [{ subject: "status-subresource", effect: "restored" }, "the status is now a subresource"],
  [{ subject: "status-subresource", effect: "removed" }, "the status subresource was removed"],
  [{ subject: "scale-subresource", after: {} }, "the scale subresource is new"],
  [{ subject: "scale-subresource", after: {} }, `the scale subresource ${GRADUATES}`, "graduation"],
  [{ subject: "scale-subresource", before: {} }, "the scale subresource was removed"],
  [{ subject: "scale-subresource", before: {}, after: { a: "b" } }, "the scale subresource changed"],
  [{ subject: "columns", effect: "added", name: "Age" }, "the printer column Age is new"],
  [{ subject: "columns", effect: "changed", name: "Age" }, "the printer column Age shows a different value"],
  [{ subject: "columns", effect: "removed", name: "Age" }, "the printer column Age was removed"],
  [{ subject: "columns", effect: "reordered" }, "the order of the printer columns changed"],
  [{ subject: "selectable-fields", effect: "added" }, "selectable fields are new"],
  [
    { subject: "selectable-fields", effect: "added" },
    "selectable fields graduate from the experimental channel",
    "graduation",
  ],
  [{ subject: "selectable-fields", effect: "changed" }, "the selectable fields changed"],
  [{ subject: "field-added" }, "the field is new"],
  [{ subject: "field-added", default: 5 }, "the field is new (existing objects get its default, 5)"],
  [{ subject: "field-added" }, `the field ${GRADUATES}`, "graduation"],
  [{ subject: "field-removed" }, "the field was removed"],
  [{ subject: "field-renamed", after: parseFieldPath(".spec.b") }, "the field moved to .spec.b"],
  [{ subject: "required", effect: "added" }, "the field is new and required"],
  [{ subject: "required", effect: "required" }, "the field is now required"],
  [{ subject: "required", effect: "optional" }, "the field is no longer required"],
  [
    { subject: "required", effect: "optional", after: { default: { b: 1, a: 2 } } },
    'the field is no longer required, because its default is {"a":2,"b":1}',
  ],
  [{ subject: "type", aspect: "shape", before: "string", after: "map" }, "the type changed from string to map"],
  [
    { subject: "type", aspect: "embedded-resource", after: true },
    "the embedded resource setting changed from none to true",
  ],
  [{ ...BOUNDS, relation: "same" }, "the schema changed, but the same values are valid: maxLength 8 → 4"],
  [{ ...BOUNDS, relation: "wider" }, "more values are valid: maxLength 8 → 4"],
  [{ ...BOUNDS, relation: "narrower" }, "fewer values are valid: maxLength 8 → 4"],
  [{ ...BOUNDS, relation: "crossing" }, "some values became valid, and others became invalid: maxLength 8 → 4"],
  [{ ...BOUNDS, relation: "unknown" }, "different values might be valid: maxLength 8 → 4"],
  [
    { ...BOUNDS, relation: "narrower", before: { enum: ["a"], minLength: 1 }, after: { minLength: 1, pattern: "^a" } },
    'fewer values are valid: enum ["a"] → none, pattern none → "^a"',
  ],
  [
    { ...BOUNDS, relation: "narrower", after: { maxLength: 8 } },
    "fewer values are valid: new fields have defaults, which the API server adds",
  ],
  [MEMBERS, "values are new: b, c"],
  [MEMBERS, "values graduate from the experimental channel: b, c", "graduation"],
  [{ subject: "values", aspect: "null", was: "rejected", is: "kept" }, "null was rejected and is now kept"],
  [
    { subject: "list-type", aspect: "type", before: "atomic", after: { type: "map", keys: ["name", "port"] } },
    'the list type changed from "atomic" to "map" with the keys "name", "port"',
  ],
  [
    { subject: "scale-subresource", before: { a: "b" }, after: { a: "b", labelSelectorPath: ".c" } },
    "the scale subresource now has a label selector",
  ],
  [
    { subject: "scale-subresource", before: { labelSelectorPath: ".c" }, after: {} },
    "the scale subresource no longer has a label selector; HorizontalPodAutoscalers need a label selector, and stop scaling",
  ],
  [
    {
      subject: "scale-subresource",
      before: { specReplicasPath: ".spec.a", statusReplicasPath: ".status.b", labelSelectorPath: ".status.c" },
      after: { specReplicasPath: ".spec.b", statusReplicasPath: ".status.b", labelSelectorPath: ".status.d" },
    },
    "the scale subresource now has the desired replicas in .spec.b instead of .spec.a, and now has the label selector in .status.d instead of .status.c",
  ],
  [
    { subject: "values", aspect: "null", was: "becomes the default", is: "rejected" },
    "null was replaced by the default and is now rejected",
  ],
  [
    { subject: "values", aspect: "null", was: "dropped", is: "kept", mayBeRejected: true },
    "null was dropped and is now kept, but the validation of enclosing fields might reject it",
  ],
  [{ subject: "values", aspect: "default", validity: "invalid", default: "a" }, 'the default is not valid: "a"'],
  [{ subject: "values", aspect: "default", validity: "unknown", default: 1 }, "the default might not be valid: 1"],
  [
    { subject: "values", aspect: "cel-type", before: "int", after: "string" },
    "validation rules now read the value as string instead of int",
  ],
  [{ subject: "default", before: "a" }, 'the default changed from "a" to none'],
  [{ subject: "default", before: "a".repeat(100), after: 1 }, `the default changed from "${"a".repeat(76)}… to 1`],
  [{ subject: "list-type", aspect: "type", after: "map" }, 'the list type changed from none to "map"'],
  [{ subject: "list-type", aspect: "keys", after: ["a"] }, 'the keys of the list changed from none to ["a"]'],
  [{ subject: "map-type", after: "atomic" }, 'the map type changed from none to "atomic"'],
  [{ subject: "unknown-fields", areKept: true }, "unknown fields are now kept"],
  [{ subject: "unknown-fields", areKept: false }, "unknown fields are now dropped"],
  [{ subject: "rule", effect: "reworded", rule: "self" }, "the message of a validation rule changed: self"],
  [
    { subject: "rule", effect: "of-new-fields", after: "self" },
    "a new validation rule applies only to new fields: self",
  ],
  [
    { subject: "rule", effect: "followed", after: "self" },
    "a new validation rule is true for all existing objects: self",
  ],
  [
    { subject: "rule", effect: "implied", before: "self" },
    "a validation rule was removed, but the schema still implies it: self",
  ],
  [{ subject: "rule", effect: "removed", before: "self" }, "a validation rule was removed: self"],
  [{ subject: "rule", effect: "added", after: "self" }, "a validation rule is new: self"],
  [
    { subject: "rule", effect: "added-beside", after: "self" },
    "a validation rule is new, but might limit only new or loosened fields: self",
  ],
  [
    { subject: "rule", effect: "replaced", relation: "unknown", before: ["a", "b"], after: ["c"] },
    "validation rules were replaced, and the effect is unknown: a ; b → c",
  ],
  [{ subject: "wording", aspect: "keyword", keyword: "description" }, "the description changed"],
  [{ subject: "wording", aspect: "keyword", keyword: "externalDocs" }, "the link to external documentation changed"],
  [{ subject: "wording", aspect: "deprecation-warning" }, "the deprecation warning changed"],
  [{ subject: "wording", aspect: "column", name: "Age" }, "the description of the printer column Age changed"],
  [{ subject: "wording", aspect: "selectable-fields" }, "the order of the selectable fields changed"],
  [{ ...UNUSED, use: "is-unused" }, "the field was removed (in a version that is neither served nor stored)"],
  [{ ...UNUSED, use: "was-unused" }, "the field was removed (in a version that was neither served nor stored)"],
  [{ ...UNUSED, use: "is-only-read" }, "the field was removed (in a version that is not served)"],
  [{ subject: "conversion", effect: "added" }, "a webhook now converts objects"],
  [{ subject: "conversion", effect: "removed" }, "the conversion webhook was removed"],
  [{ subject: "wording", aspect: "conversion-webhook" }, "the settings of the conversion webhook changed"],
  [{ subject: "unclassified", keyword: "preserveUnknownFields" }, "preserveUnknownFields changed"],
  [{ subject: "unclassified", keyword: "x-new", values: { after: 1 } }, "x-new changed from none to 1"],
];

for (const [fact, message, of = "break"] of MESSAGES) {
  words(`of ${fact.subject}: ${message}`, () => assert.is(changeMessage({ ...fact, class: of }), message));
}

words("have a row for every subject", () => {
  assert.equal([...new Set(MESSAGES.map(([{ subject }]) => subject))].sort(), [...SUBJECTS].sort());
});

words("are for release notes without what the notes tell by the place", () => {
  assert.is(requiredState({ subject: "required", effect: "required" }), "now required");
});

words("of differences name their place, and are listed once", () => {
  const scope = { subject: "scope", class: "break", before: "Cluster", after: "Namespaced", versions: [] } as const;
  const field = { ...REMOVED, versions: ["v1"] };
  assert.equal(differenceMessages([scope, field, { ...field, digest: "sha256:0" }, { ...field, versions: [] }]), [
    "the scope changed from Cluster to Namespaced",
    "v1 .a: the field was removed",
    ".a: the field was removed",
  ]);
});

words.run();
