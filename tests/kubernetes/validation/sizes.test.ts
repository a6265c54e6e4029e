import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ANNOTATIONS_LIMIT, annotationBytes } from "../../../scripts/kubernetes/validation/sizes.js";
import { buildSources, widget } from "../../support/project.js";

const sizes = suite("sizes");

/** Builds a widget with one field, whose description has the given number of characters. */
function described(characters: string) {
  return buildSources([widget(`/** ${characters} */\nname: string;`)]);
}

function sizeWith(characters: string): number {
  const [crd] = described(characters).crds[0]?.crds ?? [];
  assert.ok(crd);
  return annotationBytes(crd);
}

sizes("count what Go's encoder and UTF-8 make of a character", () => {
  const plain = sizeWith("a");
  assert.is(sizeWith("ab") - plain, 1);
  assert.is(sizeWith("aé") - plain, 2);
  for (const escaped of ["<", ">", "&"]) assert.is(sizeWith(`a${escaped}`) - plain, "\\u003c".length);
  assert.is(sizeWith('a"') - plain, 2);
  const sizeOf = (description: string) => annotationBytes({ description });
  for (const escaped of ["\u2028", "\u2029", "\ud800"]) assert.is(sizeOf(escaped) - sizeOf(""), "\\u2028".length);
});

sizes("a CRD that kubectl apply cannot take is reported as crd-too-large, at its kind", () => {
  const room = ANNOTATIONS_LIMIT - sizeWith("a");
  const longest = "a".repeat(room - 200);
  assert.equal(described(longest).diagnostics, []);
  const { diagnostics } = described("a".repeat(room + 10));
  assert.equal(
    diagnostics.map(({ code, location }) => [code, location?.file]),
    [
      ["crd-too-large", "apis/example.dev/v1/widget.ts"],
      ["crd-too-large", "apis/example.dev/v1/widget.ts"],
    ],
  );
});

sizes.run();
