/** Properties of the difference between any two CRDs. */

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isOfReading } from "../../../scripts/changes/diff/crds.js";
import { diffReleases } from "../../../scripts/changes/diff/releases.js";
import { diffSchemas } from "../../../scripts/changes/diff/schema.js";
import type { Change, SchemaChange } from "../../../scripts/core/model/change.js";
import type { CrdVersion } from "../../../scripts/core/model/crd.js";
import { ROOT_PATH } from "../../../scripts/core/model/field-path.js";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import { changeMessage } from "../../../scripts/core/words/change.js";
import fc from "../../support/drawn.js";
import { crd, NO_OPTIONS, object, release } from "./crd.js";

const properties = suite("the difference of drawn CRDs");

const NAMES = ["a", "b", "c"];
const optionally = (keyword: string, values: fc.Arbitrary<unknown>) =>
  fc.option(values, { nil: undefined }).map((value) => (value === undefined ? {} : { [keyword]: value }) as JsonObject);

const scalar: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.constantFrom<JsonObject>({ type: "string" }, { type: "boolean" }, { "x-kubernetes-int-or-string": true }),
    optionally("default", fc.constantFrom("x", "y")),
    optionally("description", fc.constantFrom("One.", "Two.")),
  )
  .map((parts): JsonObject => Object.assign({}, ...parts))
  .map((drawn) => (drawn.type === "boolean" && drawn.default !== undefined ? { ...drawn, default: true } : drawn));

const { schema } = fc.letrec<{ schema: JsonObject; object: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    scalar,
    tie("object"),
    fc
      .tuple(tie("schema"), optionally("x-kubernetes-list-type", fc.constantFrom("atomic", "set")))
      .map(([items, rest]) => ({ type: "array", items, ...rest })),
    tie("schema").map((additionalProperties) => ({ type: "object", additionalProperties })),
  ),
  object: fc
    .tuple(
      fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), tie("schema")), { selector: ([name]) => name }),
      fc.subarray(NAMES),
      optionally("x-kubernetes-validations", fc.constant([{ rule: "self.size() > 0" }])),
      optionally("x-kubernetes-map-type", fc.constantFrom("atomic", "granular")),
    )
    .map(([fields, required, ...rest]) => {
      const known = required.filter((name) => fields.some(([field]) => field === name));
      return object(Object.fromEntries(fields), Object.assign({ required: known }, ...rest));
    }),
}));
const root = schema.filter((drawn) => drawn.properties !== undefined);

const versions: fc.Arbitrary<CrdVersion[]> = fc
  .uniqueArray(
    fc.record({
      name: fc.constantFrom("v1", "v1beta1", "v2"),
      served: fc.boolean(),
      subresources: fc.constantFrom({}, { status: {} }),
      schema: root.map((openAPIV3Schema) => ({ openAPIV3Schema })),
    }),
    { minLength: 1, maxLength: 3, selector: ({ name }) => name },
  )
  .map((drawn) => drawn.map((version, index) => ({ ...version, storage: index === 0 })));

function changesBetween(before: readonly CrdVersion[], after: readonly CrdVersion[]): Change[] {
  const [one, two] = [release("1.0.0", { standard: [crd(before)] }), release("1.1.0", { standard: [crd(after)] })];
  return diffReleases(one, two, NO_OPTIONS);
}

properties("a CRD differs in nothing from itself", () => {
  fc.assert(fc.property(versions, (drawn) => assert.equal(changesBetween(drawn, structuredClone(drawn)), [])));
});

properties("a CRD differs in nothing from itself with versions, fields and required in another order", () => {
  const turned = (value: unknown, key = ""): unknown => {
    if (Array.isArray(value)) {
      const items = value.map((item) => turned(item));
      return key === "versions" || key === "required" ? items.reverse() : items;
    }
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, inner]) => [name, turned(inner, name)]),
    );
  };
  fc.assert(
    fc.property(versions, (drawn) =>
      assert.equal(changesBetween(drawn, turned(drawn, "versions") as CrdVersion[]), []),
    ),
  );
});

/**
 * The class and subject of a change in one direction, and of the same change in the other. All others are the same in
 * both directions.
 */
const OPPOSITES: Record<string, string> = {
  "break field-removed": "addition field-added",
  "break version-removed": "addition version-added",
  "break version-unserved": "addition version-served",
  "break status-subresource": "addition status-subresource",
  "tightening required": "loosening required",
  "tightening rule": "loosening rule",
};
for (const [there, back] of Object.entries(OPPOSITES)) OPPOSITES[back] ??= there;

/**
 * Describes a change for the comparison of both directions. An added rule is a tightening or unknown, a removed one a
 * loosening: here they count as tightening and loosening. An added status subresource is a fix or an addition: here it
 * counts as an addition. The removal of an unused version counts as a break here. A change of the storage version that
 * loses values in one direction may lose none in the other: here it counts as an addition.
 */
function oneWay({ versions, path = ROOT_PATH, subject, class: name, before }: Change): string[] {
  const rule = `${before === undefined ? "tightening" : "loosening"} rule`;
  const isAddition = name === "fix" || subject === "storage";
  const noticed = subject === "version-removed" ? "break" : isAddition ? "addition" : name;
  const about = subject === "rule" ? rule : `${noticed} ${subject}`;
  return (versions.length === 0 ? [""] : versions).map((version) => `${version} ${path} ${about}`);
}

/** Returns the change as it would be in a version that is in use. */
function asInUse(change: Change): SchemaChange {
  return change.subject === "wording" && change.aspect === "unused-version" ? change.change : change;
}

function otherWay(line: string): string {
  const [place = "", path = "", ...about] = line.split(" ");
  return `${place} ${path} ${OPPOSITES[about.join(" ")] ?? about.join(" ")}`;
}

properties("the way back mirrors the way there", () => {
  fc.assert(
    fc.property(versions, versions, (one, two) => {
      const there = changesBetween(one, two);
      const back = changesBetween(two, one);
      // A new required field is reported as added and as required in one direction, but only as removed in the other.
      const isOfNewField = (change: Change) => {
        const noticed = asInUse(change);
        return noticed.subject === "required" && noticed.effect === "added";
      };
      // Changes count only in versions with the same use on both sides: served or stored. In others, only the change of
      // use counts.
      const usesOf = (name: string) =>
        [one, two].map((drawn) => {
          const version = drawn.find((each) => each.name === name);
          return version?.served ? "served" : version?.storage ? "stored" : undefined;
        });
      // A version that is only stored does not validate, so there only changes that affect reading count. A change that
      // is the same in a served version is reported once for both versions, so one direction can name the version and
      // the other not.
      const counts = (change: Change, name: string) => {
        const [there, back] = usesOf(name);
        return there === back && (there === "served" || (there === "stored" && isOfReading(asInUse(change))));
      };
      // A new default is not a break if the field was required; a removed default always is.
      const isFilling = ({ subject, path, versions: [version = ""] }: Change, changes: readonly Change[]) =>
        subject === "default" &&
        changes.some(
          (other) => asInUse(other).subject === "required" && other.path === path && other.versions.includes(version),
        );
      const lines = (changes: readonly Change[]) =>
        changes
          .flatMap((change) =>
            change.subject.startsWith("version-") || change.versions.length === 0
              ? [change]
              : change.versions
                  .filter((name) => counts(change, name))
                  .map((version) => ({ ...change, versions: [version] })),
          )
          .filter((change) => !isOfNewField(change) && !isFilling(change, changes))
          .flatMap(oneWay);
      assert.equal(lines(back).sort(), lines(there).map(otherWay).sort());
    }),
  );
});

properties("a subtree that is gone is one change", () => {
  fc.assert(
    fc.property(root, schema, (drawn, subtree) => {
      const whole = { ...drawn, properties: { ...(drawn.properties as JsonObject), zz: subtree } };
      const there = diffSchemas(whole, drawn, ROOT_PATH, new Map()).map(({ subject, path }) => `${subject} ${path}`);
      assert.equal(there, ["field-removed .zz"]);
      const back = diffSchemas(drawn, whole, ROOT_PATH, new Map()).map(({ subject, path }) => `${subject} ${path}`);
      assert.equal(back, ["field-added .zz"]);
    }),
  );
});

properties("a change says a place that is there, before or after", () => {
  fc.assert(
    fc.property(root, root, (one, two) => {
      const changes = diffSchemas(one, two, ROOT_PATH, new Map());
      for (const { path } of changes) assert.match(path ?? "", /^(\.|(\.[abc]|\[\]|\{\})+)$/);
      const said = changes.map((change) => JSON.stringify(change));
      assert.is(new Set(said).size, said.length);
    }),
  );
});

properties("changes that words tell apart have content that tells them apart: a waiver is for that content", () => {
  fc.assert(
    fc.property(versions, versions, versions, (before, one, other) => {
      const told = new Map<string, string>();
      for (const change of [one, other].flatMap((after) => changesBetween(before, after))) {
        if (change.class === "wording") continue;
        const { channel, crd, versions, path, subject, class: name, before: old, after: now, digest } = change;
        const key = JSON.stringify([channel, crd, versions, path, subject, name, old, now, digest]);
        const message = changeMessage(change);
        assert.is(told.get(key) ?? message, message);
        told.set(key, message);
      }
    }),
  );
});

properties.run();
