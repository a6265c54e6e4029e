/** Checks that a version which differs from the storage version in its scale subresource causes a diagnostic. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { buildSources, bundleOf, SETTINGS_TEXT } from "../../support/project.js";

const versions = suite("versions");

function widgetIn(version: string, ...tags: readonly string[]) {
  const replicas = (name: string) => `/** How many. */ ${name}?: meta.int32;`;
  const text = `import type * as meta from "../../meta/v1.js";
/**
 * A widget.
 *
 * ${tags.join("\n * ")}
 */
export interface Widget {
  apiVersion: "example.dev/${version}";
  kind: "Widget";
  metadata: meta.ObjectMeta;
  /** What is wanted. */
  spec: { ${replicas("replicas")} ${replicas("wanted")} };
  /** What there is. */
  status?: { ${replicas("replicas")} ${replicas("ready")} /** Which. */ selector?: string; /** Which. */ labels?: string; };
}
`;
  return { path: `apis/example.dev/${version}/widget.ts`, text };
}

const SCALE = "`.spec.replicas` `.status.replicas` `.status.selector`";

for (const [part, scale] of [
  ["spec", "`.spec.wanted` `.status.replicas` `.status.selector`"],
  ["status", "`.spec.replicas` `.status.ready` `.status.selector`"],
  ["selector", "`.spec.replicas` `.status.replicas` `.status.labels`"],
  ["lack of a selector", "`.spec.replicas` `.status.replicas`"],
] as const) {
  versions(`another scale in its ${part} is meant so, or an error`, () => {
    const storage = widgetIn("v1", "@storageVersion", `@scale ${SCALE}`);
    const codes = (...tags: readonly string[]) =>
      buildSources([storage, widgetIn("v1beta1", ...tags)]).diagnostics.map(
        ({ code, args }) => `${code} ${args.aspect}`,
      );
    assert.equal(codes(`@scale ${scale}`), ["version-differs scale"]);
    assert.equal(codes(`@scale ${scale}`, "@differs scale It was so."), []);
    assert.equal(codes(`@scale ${SCALE}`), []);
  });
}

versions("lose fields unless the API server keeps what no schema knows", () => {
  const inVersion = (version: string, field: string, tags = "") => {
    const { path, text } = widgetIn(version, ...(version === "v1" ? ["@storageVersion"] : []), tags);
    const rest = text.replace(
      "  spec: {",
      `  ${field}?: string;\n  /** More. */\n  spec: { /** A. */ ${field}Inner?: string;`,
    );
    return { path, text: rest };
  };
  const lost = (preserve: string) => {
    const bundle = bundleOf(`${SETTINGS_TEXT}preserveUnknownFields: ${preserve}\n`);
    const { diagnostics } = buildSources([inVersion("v1", "one"), inVersion("v1beta1", "two")], bundle);
    return diagnostics.map(({ code, args: { from, to, fields } }) => `${code} ${from} ${to} ${fields}`);
  };
  assert.equal(lost("none"), [
    "version-loses-field v1beta1 v1 .two, .spec.twoInner",
    "version-loses-field v1 v1beta1 .one, .spec.oneInner",
  ]);
  assert.equal(lost("root"), [
    "version-loses-field v1beta1 v1 .spec.twoInner",
    "version-loses-field v1 v1beta1 .spec.oneInner",
  ]);
  assert.equal(lost("every-object"), []);
});

versions("lose the unknown fields that only one of them preserves", () => {
  const keeping = widgetIn("v1beta1", "@preserveUnknownFields");
  const bundle = bundleOf(`${SETTINGS_TEXT}preserveUnknownFields: none\n`);
  const { diagnostics } = buildSources([widgetIn("v1", "@storageVersion"), keeping], bundle);
  const lost = diagnostics.filter(({ code }) => code === "version-loses-field");
  assert.equal(
    lost.map(({ args: { from, to, fields } }) => `${from} ${to} ${fields}`),
    ["v1beta1 v1 .*"],
  );
});

versions.run();
