/** Tests of the conditions under which the index of a tagged bundle can be trusted instead of reading its CRDs. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readBundleIndex } from "../../scripts/core/bundle-index.js";
import { sha256 } from "../../scripts/core/model/digest.js";

const index = suite("the index of a bundle");

const FILES = ["standard/a.yaml", "standard/b.yaml"].map((path) => ({ path, sha256: sha256(path) }));
const crds = FILES.map((file) => ({ name: file.path, ...file, versions: [{ name: "v1", storage: true }] }));
const describes = (entries: readonly unknown[], files: typeof FILES) =>
  readBundleIndex(JSON.stringify({ channels: { standard: { crds: entries } } }))?.describes(files);

index("describes the files that it lists, and no others", () => {
  const [first, second] = FILES as [(typeof FILES)[0], (typeof FILES)[0]];
  assert.is(describes(crds, FILES), true);
  assert.is(describes(crds, [first]), false, "one is missing");
  assert.is(describes(crds, [...FILES, { path: "standard/c.yaml", sha256: sha256("") }]), false, "one is too many");
  assert.is(describes(crds, [first, { ...second, sha256: sha256("changed") }]), false);
  assert.is(describes([crds[0], { ...crds[1], versions: [] }], FILES), false, "it stores nothing");
});

index("lists the reserved fields, without what names none, and none where there is no list", () => {
  const reserved = (reservedFields: unknown) =>
    readBundleIndex(JSON.stringify({ channels: { standard: { crds } }, reservedFields }))?.reserved;
  assert.equal(reserved(["a .b", 5, "c", "d .e .f"]), [{ crd: "a", path: ".b" }]);
  for (const none of [undefined, null, "a .b", {}, 5]) assert.equal(reserved(none), []);
});

index("is nothing where it is not ours to read", () => {
  for (const text of ["", "[]", "{}", '{"channels": []}']) assert.is(readBundleIndex(text), undefined);
});

index.run();
