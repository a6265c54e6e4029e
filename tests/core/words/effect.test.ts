import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Change, RejectedUpdates } from "../../../scripts/core/model/change.js";
import { type FieldPath, parseFieldPath } from "../../../scripts/core/model/field-path.js";
import type { Json, JsonObject } from "../../../scripts/core/model/json.js";
import { effectMessage } from "../../../scripts/core/words/effect.js";

const effects = suite("effects of tightenings");

function effect(before: JsonObject, after: JsonObject, example?: Json, path = ".spec.maxRetries"): string | undefined {
  return effectMessage(boundsChange(before, after, example, path));
}

function boundsChange(before: JsonObject, after: JsonObject, example?: Json, path = ".spec.maxRetries"): Change {
  return {
    channel: "standard",
    crd: "widgets.example.dev",
    versions: ["v1"],
    path: parseFieldPath(path),
    class: "tightening",
    subject: "values",
    aspect: "bounds",
    relation: "narrower",
    before,
    after,
    ...(example !== undefined && { example }),
  };
}

const CASES: readonly (readonly [string, JsonObject, JsonObject, string | undefined])[] = [
  ["a maximum", {}, { maximum: 10 }, "`maxRetries` above 10"],
  [
    "an exclusive maximum",
    { exclusiveMaximum: true },
    { maximum: 10, exclusiveMaximum: true },
    "`maxRetries` of at least 10",
  ],
  ["a minimum", { minimum: 0 }, { minimum: 1 }, "`maxRetries` below 1"],
  ["a length", {}, { maxLength: 1 }, "`maxRetries` longer than 1 character"],
  ["a number of items", {}, { maxItems: 2 }, "`maxRetries` of more than 2 items"],
  ["a pattern", { pattern: "a" }, { pattern: "^a$" }, '`maxRetries` not matching "^a$"'],
  ["a new enum", {}, { enum: ["a", "b"] }, '`maxRetries` other than "a", "b"'],
  ["lost members", { enum: ["a", "b", "c"] }, { enum: ["b"] }, '`maxRetries` "a", "c"'],
  ["several keywords", { minimum: 1 }, { minimum: 3, maximum: 9 }, "`maxRetries` below 3 or above 9"],
  ["a stricter and a looser keyword", { minimum: 1, maximum: 8 }, { minimum: 3, maximum: 9 }, "`maxRetries` below 3"],
  ["a new pattern and a removed length", { maxLength: 3 }, { pattern: "^a$" }, '`maxRetries` not matching "^a$"'],
  [
    "a length and members",
    { enum: ["a", "b"] },
    { enum: ["a", "c"], minLength: 1 },
    '`maxRetries` "b" or shorter than 1 character',
  ],
  ["a changed pattern and a length", { pattern: "a" }, { pattern: "b", maxLength: 3 }, undefined],
  ["a keyword without words and a length", {}, { multipleOf: 2, maximum: 3 }, undefined],
  ["a branch", {}, { oneOf: [] }, undefined],
];

for (const [name, before, after, which] of CASES) {
  effects(`of ${name}`, () => {
    assert.is(effect(before, after), which && `objects with ${which} are now rejected`);
    const such = which === undefined ? "no longer valid: 11" : `objects with ${which} are now rejected, such as 11`;
    assert.is(effect(before, after, 11), such);
  });
}

function effectOnUpdates(path: string, ...updates: readonly RejectedUpdates[]): string | undefined {
  return effectMessage({
    channel: "standard",
    crd: "widgets.example.dev",
    versions: ["v1"],
    path: parseFieldPath(path),
    class: "tightening",
    subject: "rule",
    effect: "added",
    after: "self == oldSelf",
    updates,
  });
}

effects("of a type that becomes any value are on clients, and only if all values remain valid", () => {
  const place = { channel: "standard", crd: "widgets.example.dev", versions: ["v1"], class: "break" } as const;
  const change = { ...place, subject: "type", aspect: "shape", before: "object", after: "any value" } as const;
  assert.is(
    effectMessage({ ...change, acceptsAll: true }),
    "all values remain valid, but typed clients and server-side apply see another type",
  );
  assert.is(effectMessage(change), undefined);
});

effects("of a rule about updates name the field", () => {
  const [own, inner] = [".", ".ref.name"].map(parseFieldPath) as [FieldPath, FieldPath];
  const changed = ["increased", "decreased"] as const;
  assert.is(effectOnUpdates(".spec.mode", { path: own, kinds: changed }), `\`mode\` can no longer be changed`);
  assert.is(
    effectOnUpdates(".spec.ports[]", { path: own, kinds: ["decreased", "removed"] }),
    `items of \`ports\` can no longer be decreased or removed`,
  );
  assert.is(
    effectOnUpdates(".spec", { path: inner, kinds: ["added", ...changed, "removed"] }, { path: own, kinds: changed }),
    `\`ref.name\` can no longer be added, changed, or removed; \`spec\` can no longer be changed`,
  );
  assert.is(effectOnUpdates(".spec"), "some updates are now rejected, but no new objects");
});

effects("name the list or the map of a value", () => {
  assert.is(
    effect({}, { maximum: 1 }, undefined, ".a.ports[]"),
    "objects with items of `ports` above 1 are now rejected",
  );
  assert.is(
    effect({}, { maximum: 1 }, undefined, ".labels{}"),
    "objects with values of `labels` above 1 are now rejected",
  );
});

effects("of a value with rules are only stated if an example proves them", () => {
  const ofRuled = (example?: Json) =>
    effectMessage({ ...boundsChange({}, { maximum: 10 }, example), isRuled: true } as Change);
  assert.is(ofRuled(), undefined);
  assert.is(ofRuled(11), "objects with `maxRetries` above 10 are now rejected, such as 11");
});

effects("cut a long example", () => {
  const text = effect({}, { maxLength: 8 }, "x".repeat(70_000)) ?? "";
  assert.ok(text.length < 200, text);
});

effects.run();
