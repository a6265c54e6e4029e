/** Problems of the manifests of one channel and of its kustomization. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Diagnostic } from "../../../scripts/core/model/diagnostic.js";
import { kustomizationProblems } from "../../../scripts/release/bundle/kustomization.js";
import { manifestProblems } from "../../../scripts/release/bundle/manifests.js";

const manifests = suite("manifests of a channel");

const STAMP = { "example.dev/version": "v1.0.0", "example.dev/channel": "standard" };
const INSTALL = "install.yaml";

/** Returns a manifest as one line of YAML. */
function manifest(name: string, { stamp = STAMP, ...more }: { stamp?: object; [key: string]: unknown } = {}): string {
  return `${JSON.stringify({ apiVersion: "v1", kind: "Widget", metadata: { name, annotations: stamp }, ...more })}\n`;
}

/** Returns the code and the arguments that are set. */
function shown(found: readonly Diagnostic[]): unknown[] {
  return found.map(({ code, args }) => [code, JSON.parse(JSON.stringify(args))]);
}

/** Returns the problems of files in a directory, and of an install manifest with the given documents. */
function problems(files: Readonly<Record<string, string>>, install?: readonly string[]): unknown[] {
  const directory = Object.entries(files).map(([path, text]) => ({ path, text }));
  const together = install && { path: INSTALL, text: install.join("---\n") };
  return shown(manifestProblems(directory, together, STAMP));
}

const [A, B] = [manifest("a"), manifest("b")];

manifests("have no problem if the install manifest has the same objects, in any order", () => {
  assert.equal(problems({ "a.yaml": A, "b.yaml": B }, [A, B]), []);
  assert.equal(problems({ "a.yaml": A, "b.yaml": B }, [B, A]), []);
  assert.equal(problems({ "ab.yaml": `${A}---\n${B}` }, [A, B]), []);
  assert.equal(problems({ "a.yaml": A }), []);
});

manifests("are in both, each once, and alike", () => {
  assert.equal(problems({ "a.yaml": A, "b.yaml": B }, [A]), [
    ["bundle-install-missing", { path: INSTALL, object: "Widget b", from: "b.yaml" }],
  ]);
  assert.equal(problems({ "a.yaml": A }, [A, B]), [["bundle-install-surplus", { path: INSTALL, object: "Widget b" }]]);
  assert.equal(problems({ "a.yaml": A }, [manifest("a", { spec: {} })]), [
    ["bundle-install-differs", { path: INSTALL, object: "Widget a" }],
  ]);
  assert.equal(problems({ "a.yaml": A }, [A, A]), [["bundle-twice", { path: INSTALL, what: "Widget a" }]]);
  assert.equal(problems({ "a.yaml": A, "b.yaml": A }, [A]), [["bundle-twice", { path: "b.yaml", what: "Widget a" }]]);
  const inDefault = (namespace: string) => manifest("a", { metadata: { name: "a", namespace, annotations: STAMP } });
  assert.equal(problems({ "a.yaml": inDefault("x"), "b.yaml": inDefault("y") }, [inDefault("x")]), [
    ["bundle-install-missing", { path: INSTALL, object: "Widget y/a", from: "b.yaml" }],
  ]);
});

manifests("have the annotations of the bundle, and no status", () => {
  const wrong = (stamp: object) => problems({ "a.yaml": manifest("a", { stamp }) });
  const about = { path: "a.yaml", object: "Widget a" };
  const [version, channel] = [
    { ...about, annotation: "example.dev/version", expected: "v1.0.0" },
    { ...about, annotation: "example.dev/channel", expected: "standard" },
  ];
  assert.equal(wrong({}), [
    ["bundle-stamp", version],
    ["bundle-stamp", channel],
  ]);
  assert.equal(wrong({ ...STAMP, "example.dev/version": "v1.0.1" }), [
    ["bundle-stamp", { ...version, found: "v1.0.1" }],
  ]);
  assert.equal(wrong({ ...STAMP, "example.dev/channel": 1 }), [["bundle-stamp", { ...channel, found: "1" }]]);
  assert.equal(wrong({ ...STAMP, more: "a" }), []);
  const bare = '{"apiVersion":"v1","kind":"Widget"}\n';
  assert.equal(problems({ "a.yaml": bare }), [
    ["bundle-stamp", { ...version, object: "Widget" }],
    ["bundle-stamp", { ...channel, object: "Widget" }],
  ]);
  assert.equal(problems({ "a.yaml": manifest("a", { status: {} }) }), [["bundle-status", about]]);
  assert.equal(problems({ "a.yaml": A }, [manifest("a", { status: {} })]), [
    ["bundle-status", { path: INSTALL, object: "Widget a" }],
    ["bundle-install-differs", { path: INSTALL, object: "Widget a" }],
  ]);
  assert.equal(problems({ "a.yaml": A }, [A, manifest("b", { stamp: {}, status: {} })]), [
    ["bundle-install-surplus", { path: INSTALL, object: "Widget b" }],
  ]);
});

manifests("must be readable, and nothing else is compared until they are", () => {
  const codes = (text: string) =>
    problems({ "a.yaml": text, "b.yaml": B }, [A]).map((problem) => (problem as string[])[0]);
  const unreadable = ["bundle-unreadable"];
  for (const text of [
    "",
    "[]\n",
    "a: [\n",
    '{"apiVersion":"v1"}\n',
    '{"kind":"Widget"}\n',
    '{"kind":1,"apiVersion":"v1"}\n',
  ]) {
    assert.equal(codes(text), unreadable, JSON.stringify(text));
  }
  assert.equal(codes(manifest("a").replace("}\n", ',"n":9007199254740993}\n')), unreadable);
  assert.equal(problems({ "a.yaml": A }, ["[]\n"]).length, 1);
});

manifests("are all in the kustomization, which has nothing else", () => {
  const check = (rest: object, kind = "Kustomization") =>
    shown(
      kustomizationProblems(
        { path: "standard/kustomization.yaml", text: JSON.stringify({ apiVersion: "v1", kind, ...rest }) },
        [
          { path: "standard/a.yaml", text: A },
          { path: "standard/b.yaml", text: B },
        ],
      ),
    );
  const path = "standard/kustomization.yaml";
  assert.equal(check({ resources: ["b.yaml", "a.yaml"] }), []);
  assert.equal(check({ resources: ["b.yaml"] }), [["bundle-kustomization-missing", { path, name: "a.yaml" }]]);
  assert.equal(check({ resources: ["a.yaml", "b.yaml", "c.yaml"] }), [
    ["bundle-kustomization-surplus", { path, name: "c.yaml" }],
  ]);
  assert.equal(check({ resources: ["a.yaml", "b.yaml", "a.yaml", "a.yaml"] }), [
    ["bundle-twice", { path, what: "a.yaml" }],
  ]);
  assert.equal(check({ resources: ["a.yaml", "b.yaml"], namePrefix: "x", metadata: {} }), [
    ["bundle-kustomization-key", { path, key: "namePrefix" }],
    ["bundle-kustomization-key", { path, key: "metadata" }],
  ]);
  const codes = (found: readonly unknown[]) => found.map((problem) => (problem as string[])[0]);
  for (const rest of [{}, { resources: "a.yaml" }, { resources: ["a.yaml", 1] }]) {
    assert.equal(codes(check(rest)), ["bundle-unreadable"], JSON.stringify(rest));
  }
  assert.equal(codes(check({ resources: ["a.yaml", "b.yaml"] }, "Component")), ["bundle-unreadable"]);
});

manifests.run();
