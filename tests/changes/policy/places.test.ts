/** Tests of the locations of findings in the TypeScript types. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { hasTombstone, locateFinding } from "../../../scripts/changes/policy/places.js";
import { parseFieldPath } from "../../../scripts/core/model/field-path.js";
import { buildSources, widget } from "../../support/project.js";

const places = suite("places of findings");

const SOURCE = widget(
  `  /** A. */
  a?: string;
  /** A dot in its name. */
  "a.b"?: Port[];
  /** C. */
  c?: { [name: string]: Port };`,
  `/**
 * A port.
 *
 * @tombstone length 1.0.0 Nobody used it.
 */
interface Port {
  /** Its name. */
  name?: string;
}`,
);
const { model } = buildSources([SOURCE]);
const CRD = "widgets.example.dev";

/** Returns the first token of the source at the location of a finding. */
function found(path: string): string | undefined {
  const location = locateFinding({ crd: CRD, versions: ["v1"], path: parseFieldPath(path) }, model);
  return location && SOURCE.text.slice(location.start).split(/[?:\s]/)[0];
}

places("are those of fields, in lists and maps, too", () => {
  assert.is(found(".spec.a"), "a");
  assert.is(found(".spec.c"), "c");
  assert.is(found(".spec.c{}.name"), "name");
  assert.is(found(".spec.c{}"), "c");
});

places("are those of fields with a dot in their names", () => {
  assert.is(found('.spec["a.b"]'), '"a.b"');
  assert.is(found('.spec["a.b"][].name'), "name");
  assert.is(found(".spec.a.b"), "a", "the field around it");
});

places("are in the first version that a finding names, else in the storage version", () => {
  const of = (version: string) => {
    const text = SOURCE.text.replace("example.dev/v1", `example.dev/${version}`);
    return { path: SOURCE.path.replace("v1", version), text };
  };
  const stored = { ...SOURCE, text: SOURCE.text.replace("* A widget.", "* A widget.\n *\n * @storageVersion\n ") };
  const { model } = buildSources([of("v1alpha1"), of("v1beta1"), stored]);
  const fileOf = (crd: string, versions: readonly string[], path?: string) =>
    locateFinding({ crd, versions, ...(path !== undefined && { path: parseFieldPath(path) }) }, model)?.file;
  for (const path of [undefined, ".", ".spec.a", ".gone"]) {
    assert.is(fileOf(CRD, ["v1beta1"], path), of("v1beta1").path, path);
    assert.is(fileOf(CRD, ["v1beta1", "v1"], path), of("v1beta1").path, path);
    assert.is(fileOf(CRD, ["v1alpha1", "v1beta1"], path), of("v1alpha1").path, path);
    assert.is(fileOf(CRD, ["v2", "v1beta1"], path), SOURCE.path, path);
    assert.is(fileOf(CRD, [], path), SOURCE.path, path);
    assert.is(fileOf("gadgets.example.dev", ["v1"], path), undefined, path);
  }
});

places("are around what the types do not have", () => {
  assert.is(found(".spec.a.gone"), "a");
  assert.is(found(".spec.c{}.gone"), "c");
  assert.is(found(".spec.gone"), "spec");
});

places("of tombstones are those of their fields, and no others", () => {
  const has = (path: string) => hasTombstone(CRD, parseFieldPath(path), model);
  for (const path of ['.spec["a.b"][].length', ".spec.c{}.length"]) assert.ok(has(path), path);
  for (const path of [".spec.length", ".spec.a.b[].length", ".spec.c.length", ".spec.c{}.name", "length"])
    assert.not.ok(has(path), path);
});

places.run();
