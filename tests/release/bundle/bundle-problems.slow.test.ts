/** Tests of copies of valid bundles with deliberate damage: defects of real releases, and others. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { sha256 } from "../../../scripts/core/model/digest.js";
import type { OutputFile } from "../../../scripts/core/model/output.js";
import { type BundleIdentity, bundleProblems } from "../../../scripts/release/bundle/bundle-problems.js";
import { FLEET } from "../../support/command-line.js";
import { ROOT } from "../../support/golden.js";
import { versionFrom } from "../../support/versions.js";
import { readDist, readIdentity } from "../files.js";

const problems = suite("bundle problems");

/** The CRDs that take the longest to read. */
const LARGE = /gateway\.networking\.(x-)?k8s\.io_?[^/]*(routes|trafficpolicies|listenersets|xbackends)\.yaml$/;
const FILES = withoutLarge(readDist());
const IDENTITY = readIdentity();
const VERSION = "gateway.networking.k8s.io/bundle-version";
const CHANNEL = "gateway.networking.k8s.io/channel";
const GATEWAYS = "standard/gateway.networking.k8s.io_gateways.yaml";
const POLICY = "standard/admission-policy.yaml";
const KUSTOMIZATION = "standard/kustomization.yaml";
const INSTALL = "standard-install.yaml";
/** The current version of this repository. */
const NOW = readIdentity().version;

type Files = readonly OutputFile[];

/** Changes one file, and fails if its content stays the same. */
function edited(files: Files, path: string, change: (text: string) => string): Files {
  return files.map((file) => {
    if (file.path !== path) return file;
    const text = change(file.text);
    assert.is.not(text, file.text, `${path} is as before`);
    return { path, text };
  });
}

/** Returns the bundle with only its small CRDs, because each test reads all manifests. */
function withoutLarge(files: Files): Files {
  const names = files.filter(({ path }) => LARGE.test(path)).map(({ path }) => path.replace(/^.*_|\.yaml$/g, ""));
  const isLarge = (document: string) => names.some((name) => document.includes(`\n  name: ${name}.gateway.`));
  const small = files.flatMap(({ path, text }) => {
    if (LARGE.test(path)) return [];
    if (path.endsWith("/kustomization.yaml")) return [{ path, text: text.replace(/^ {2}- (.*)\n/gm, keepSmall) }];
    if (!path.endsWith("-install.yaml")) return [{ path, text }];
    return [
      {
        path,
        text: text
          .split("---\n")
          .filter((document) => !isLarge(document))
          .join("---\n"),
      },
    ];
  });
  return indexed(edited(small, "bundle.json", withoutLargeEntries));
}

function keepSmall(line: string, path: string): string {
  return LARGE.test(path) ? "" : line;
}

/** Returns the index without the removed CRDs. It still lists their schemas. */
function withoutLargeEntries(index: string): string {
  const parsed = JSON.parse(index, (_, value) => {
    return Array.isArray(value) ? value.filter((entry) => !LARGE.test(entry?.path)) : value;
  });
  return JSON.stringify(parsed);
}

function without(files: Files, path: string): Files {
  assert.ok(files.some((file) => file.path === path));
  return files.filter((file) => file.path !== path);
}

/** Returns the files with a matching index, as after a release that was partly made by hand. */
function indexed(files: Files): Files {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return edited(files, "bundle.json", (index) => {
    const parsed = JSON.parse(index, (_, value) => {
      const text = texts.get(value?.path);
      return text === undefined ? value : { ...value, size: Buffer.byteLength(text), sha256: sha256(text) };
    });
    return JSON.stringify(parsed, null, 2);
  });
}

/** Describes the diagnostics briefly: their code and the arguments that distinguish them. */
function found(files: Files, identity: Partial<BundleIdentity> = {}): string[] {
  return bundleProblems(files, { ...IDENTITY, ...identity }).map(({ code, args }) => {
    return [code, ...Object.values(args).filter((arg) => arg !== undefined)].join(" | ");
  });
}

function codes(files: Files, identity: Partial<BundleIdentity> = {}): string[] {
  return [...new Set(bundleProblems(files, { ...IDENTITY, ...identity }).map(({ code }) => code))];
}

for (const [name, project] of [
  ["this project", ROOT],
  ["fleet", FLEET],
] as const) {
  problems(`there are none in the bundle of ${name}, whatever the order of its files`, () => {
    const files = readDist(project);
    assert.ok(files.length > 10);
    assert.equal(bundleProblems(files, readIdentity(project)), []);
    assert.equal(bundleProblems([...files].reverse(), readIdentity(project)), []);
  });
}

problems("there are none in the part of this project's bundle that is used below", () => {
  assert.ok(FILES.some(({ path }) => path === GATEWAYS));
  assert.ok(FILES.length < readDist().length);
  assert.equal(found(FILES), []);
});

problems("the bundle is stamped with the version before: bundle-stamp", () => {
  const text = found(FILES, { version: versionFrom("9.9.9") });
  const objects = FILES.filter(({ path }) => /^(standard|experimental)\/gateway/.test(path)).length + 2 * 2;
  assert.is(text.filter((line) => line.startsWith("bundle-stamp")).length, objects * 2, "in directory and install");
  assert.ok(
    text.includes(
      `bundle-stamp | ${GATEWAYS} | CustomResourceDefinition gateways.gateway.networking.k8s.io | ${VERSION} | v9.9.9 | v${NOW}`,
    ),
  );
  assert.ok(text.includes(`bundle-index-head | version | ${NOW} | 9.9.9`));
  assert.equal(codes(FILES, { version: versionFrom("9.9.9") }), ["bundle-index-head", "bundle-stamp"]);
});

problems("one manifest was not built again: bundle-stamp", () => {
  const change = (text: string) => text.replace(`${VERSION}: v${NOW}`, `${VERSION}: v0.0.9`);
  assert.equal(
    found(
      indexed(
        edited(edited(FILES, GATEWAYS, change), INSTALL, (text) => {
          const start = text.indexOf("name: gatewayclasses.");
          return text.slice(0, start) + change(text.slice(start));
        }),
      ),
    ),
    [
      `bundle-stamp | ${INSTALL} | CustomResourceDefinition gateways.gateway.networking.k8s.io | ${VERSION} | v${NOW} | v0.0.9`,
      `bundle-stamp | ${GATEWAYS} | CustomResourceDefinition gateways.gateway.networking.k8s.io | ${VERSION} | v${NOW} | v0.0.9`,
    ],
  );
});

for (const [what, from, to, annotation, expected, value] of [
  ["-dev in the version", `bundle-version: v${NOW}`, `bundle-version: v${NOW}-dev`, VERSION, `v${NOW}`, `v${NOW}-dev`],
  ["no v in the version", `bundle-version: v${NOW}`, `bundle-version: ${NOW}`, VERSION, `v${NOW}`, NOW],
  ["a number for a version", `bundle-version: v${NOW}`, "bundle-version: 1.6", VERSION, `v${NOW}`, "1.6"],
  ["the other channel", "/channel: standard", "/channel: experimental", CHANNEL, "standard", "experimental"],
  ["an unknown channel", "/channel: standard", "/channel: Standard", CHANNEL, "standard", "Standard"],
] as const) {
  problems(`the admission policy and its binding are stamped with ${what}: bundle-stamp`, () => {
    const [policy = "", binding = ""] = (FILES.find(({ path }) => path === POLICY)?.text ?? "").split("\n---\n");
    for (const [kind, part] of [
      ["ValidatingAdmissionPolicy", policy],
      ["ValidatingAdmissionPolicyBinding", binding],
    ] as const) {
      const changed = part.replace(from, to);
      const object = part.slice(part.indexOf("\napiVersion:") + 1); // without the header
      const files = edited(
        edited(FILES, POLICY, (text) => text.replace(part, changed)),
        INSTALL,
        (text) => text.replace(object.trimEnd(), object.trimEnd().replace(from, to)),
      );
      const id = `${kind} safe-upgrades.gateway.networking.k8s.io`;
      assert.equal(found(indexed(files)), [
        `bundle-stamp | ${INSTALL} | ${id} | ${annotation} | ${expected} | ${value}`,
        `bundle-stamp | ${POLICY} | ${id} | ${annotation} | ${expected} | ${value}`,
      ]);
    }
  });
}

problems("an object has no stamp, or no metadata to have one: bundle-stamp", () => {
  const bare = `${GATEWAYS.replace("gateways", "bare")}`;
  for (const metadata of ["", "metadata:\n  name: x\n", "metadata:\n  name: x\n  annotations: []\n", "metadata: 7\n"]) {
    const added = [...FILES, { path: bare, text: `apiVersion: v1\nkind: Thing\n${metadata}` }];
    const stamps = bundleProblems(added, IDENTITY).filter(({ code }) => code === "bundle-stamp");
    assert.equal(
      stamps.map(({ args }) => [args.annotation, args.found]),
      [
        [VERSION, undefined],
        [CHANNEL, undefined],
      ],
    );
  }
});

problems("the whole channel was built as the other one: bundle-stamp", () => {
  const swapped = FILES.map(({ path, text }) => ({
    path,
    text: path.startsWith("standard/gateway") ? text.replace(`${CHANNEL}: standard`, `${CHANNEL}: experimental`) : text,
  }));
  assert.equal(codes(indexed(swapped)), ["bundle-install-differs", "bundle-stamp"]);
});

problems("a kind is missing from kustomization.yaml: bundle-kustomization-missing", () => {
  const line = "  - gateway.networking.k8s.io_gateways.yaml\n";
  const files = edited(FILES, KUSTOMIZATION, (text) => text.replace(line, ""));
  assert.equal(found(indexed(files)), [
    `bundle-kustomization-missing | ${KUSTOMIZATION} | gateway.networking.k8s.io_gateways.yaml`,
  ]);
});

for (const [what, name] of [
  ["is not there", "gateway.networking.k8s.io_meshes.yaml"],
  ["is of the other channel", "../experimental/gateway.networking.k8s.io_gateways.yaml"],
  ["is somewhere in the network", "https://example.dev/gateways.yaml"],
  ["is itself", "kustomization.yaml"],
  ["is written otherwise", "./gateway.networking.k8s.io_gateways.yaml"],
] as const) {
  problems(`kustomization.yaml names what ${what}: bundle-kustomization-surplus`, () => {
    const files = edited(FILES, KUSTOMIZATION, (text) => `${text}  - ${name}\n`);
    assert.equal(found(indexed(files)), [`bundle-kustomization-surplus | ${KUSTOMIZATION} | ${name}`]);
  });
}

problems("kustomization.yaml names a manifest twice: bundle-twice", () => {
  const files = edited(FILES, KUSTOMIZATION, (text) => `${text}  - admission-policy.yaml\n  - admission-policy.yaml\n`);
  assert.equal(found(indexed(files)), [`bundle-twice | ${KUSTOMIZATION} | admission-policy.yaml`]);
});

problems("kustomization.yaml does more than name manifests: bundle-kustomization-key", () => {
  for (const [key, value] of Object.entries({
    namePrefix: "my-",
    patches: "[]",
    commonAnnotations: "{ a: b }",
    __proto__x: "1",
    bases: "[../experimental]",
  })) {
    const files = edited(FILES, KUSTOMIZATION, (text) => `${text}${key}: ${value}\n`);
    assert.equal(found(indexed(files)), [`bundle-kustomization-key | ${KUSTOMIZATION} | ${key}`]);
  }
});

problems("kustomization.yaml is none: bundle-unreadable", () => {
  for (const text of [
    "",
    "- a\n",
    "kind: Kustomization\n",
    "kind: Kustomization\nresources: x\n",
    "kind: Kustomization\nresources: [1]\n",
    "kind: ConfigMap\nresources: []\n",
    "kind: Kustomization\nresources: []\n---\nkind: Kustomization\nresources: []\n",
    "kind: Kustomization\nresources: &a [*a]\n",
    "\t",
  ]) {
    assert.equal(codes(indexed(edited(FILES, KUSTOMIZATION, () => text))), ["bundle-unreadable"], text);
  }
});

problems("kustomization.yaml was pasted into the install manifest: bundle-install-surplus", () => {
  const kustomization = FILES.find(({ path }) => path === KUSTOMIZATION)?.text ?? "";
  const files = edited(FILES, INSTALL, (text) => `${text}---\n${kustomization}`);
  assert.equal(found(indexed(files)), [`bundle-install-surplus | ${INSTALL} | Kustomization`]);
});

problems("the install manifest holds an object of the other channel: bundle-install-surplus", () => {
  const other = FILES.find(({ path }) => path === "experimental/gateway.networking.x-k8s.io_xmeshes.yaml")?.text ?? "";
  const files = edited(FILES, INSTALL, (text) => `${text}---\n${other}`);
  assert.equal(found(indexed(files)), [
    `bundle-install-surplus | ${INSTALL} | CustomResourceDefinition xmeshes.gateway.networking.x-k8s.io`,
  ]);
});

problems("the install manifest lacks an object: bundle-install-missing", () => {
  const files = edited(FILES, INSTALL, (text) => text.slice(0, text.lastIndexOf("---\n")));
  const id = "ValidatingAdmissionPolicyBinding safe-upgrades.gateway.networking.k8s.io";
  assert.equal(found(indexed(files)), [`bundle-install-missing | ${INSTALL} | ${id} | ${POLICY}`]);
});

problems("the install manifest holds another object than the directory: bundle-install-differs", () => {
  const files = edited(FILES, INSTALL, (text) => text.replace("maxItems: 64", "maxItems: 65"));
  assert.equal(codes(indexed(files)), ["bundle-install-differs"]);
  assert.is(found(indexed(files)).length, 1);
});

problems("manifests are compared as kubectl reads them", () => {
  const withLimit = (limit: string) =>
    indexed(edited(FILES, INSTALL, (text) => text.replace("maxItems: 64\n", `maxItems: ${limit}\n`)));
  assert.equal(codes(withLimit("064")), ["bundle-install-differs"]);
  assert.equal(codes(withLimit("0100")), []);
  assert.equal(found(withLimit("9007199254740993")), [
    `bundle-unreadable | ${INSTALL} | it contains 9007199254740993, which cannot be compared exactly`,
  ]);
});

problems("an object differs in a key that means something to JavaScript: bundle-install-differs", () => {
  const files = edited(FILES, INSTALL, (text) => text.replace("  labels:\n", '  labels:\n    "__proto__": x\n'));
  assert.equal(codes(indexed(files)), ["bundle-install-differs"]);
});

problems("the order of keys and the style of the YAML do not matter", () => {
  const files = edited(FILES, POLICY, (text) =>
    text.replace("  validationActions:\n    - Deny\n", "  validationActions: [Deny]\n"),
  );
  assert.equal(found(indexed(files)), []);
});

problems("an object is in the bundle twice: bundle-twice", () => {
  const copy = GATEWAYS.replace("gateways", "gateways2");
  const text = FILES.find(({ path }) => path === GATEWAYS)?.text ?? "";
  const id = "CustomResourceDefinition gateways.gateway.networking.k8s.io";
  const inDirectory = [...FILES, { path: copy, text }];
  assert.ok(found(inDirectory).includes(`bundle-twice | ${copy} | ${id}`));
  const inInstall = edited(FILES, INSTALL, (install) => `${install}---\n${text}`);
  assert.equal(found(indexed(inInstall)), [`bundle-twice | ${INSTALL} | ${id}`]);
});

for (const status of ["status:\n  storedVersions: null\n", "status: null\n", "status: {}\n"]) {
  problems(`a manifest says ${JSON.stringify(status)}: bundle-status`, () => {
    const files = edited(
      edited(FILES, GATEWAYS, (text) => text + status),
      INSTALL,
      (text) => text.replace(/(name: gateways\.gateway[\s\S]*?)(?=---\n)/, `$1${status}`),
    );
    const id = "CustomResourceDefinition gateways.gateway.networking.k8s.io";
    assert.equal(found(indexed(files)), [`bundle-status | ${INSTALL} | ${id}`, `bundle-status | ${GATEWAYS} | ${id}`]);
  });
}

problems("a file was changed after it was built: bundle-index-digest", () => {
  const files = edited(FILES, GATEWAYS, (text) => `# better\n${text}`);
  assert.equal(found(files), [`bundle-index-digest | ${GATEWAYS}`]);
  const sameSize = edited(FILES, GATEWAYS, (text) => text.replace("# Generated", "# generated"));
  assert.equal(found(sameSize), [`bundle-index-digest | ${GATEWAYS}`]);
  const wrongSize = edited(FILES, "bundle.json", (text) => text.replace(/"size": (\d+)/, '"size": 1$1'));
  assert.equal(codes(wrongSize), ["bundle-index-digest"]);
});

problems(
  "the index lists what is not there, and does not list what is: bundle-index-surplus, bundle-index-missing",
  () => {
    const renamed = edited(FILES, "bundle.json", (text) =>
      text.replace(`"${GATEWAYS}"`, '"standard/../../secrets.yaml"'),
    );
    assert.equal(found(renamed), [
      `bundle-index-missing | ${GATEWAYS}`,
      "bundle-index-surplus | standard/../../secrets.yaml",
    ]);
    assert.equal(found([...FILES, { path: "NOTES.md", text: "" }]), ["bundle-index-missing | NOTES.md"]);
    const incomplete = edited(FILES, "bundle.json", (text) =>
      text.replace(/"sha256": "[0-9a-f]{64}",\n\s+"group"/, '"group"'),
    );
    assert.equal(codes(incomplete), ["bundle-index-missing"]);
  },
);

problems("whatever the index lists is looked at, wherever it stands", () => {
  const schema = { path: "schemas/standard/example.dev/widget_v1.json", text: "{}\n" };
  const unlisted = { path: "types/standard/more.d.ts", text: "export {};\n" };
  const entry = (text: string) => ({ path: schema.path, size: 3, sha256: sha256(text), kind: "Widget" });
  const withSchema = (text: string) =>
    edited([...FILES, schema], "bundle.json", (index) => {
      const parsed = JSON.parse(index);
      parsed.channels.standard.more = { below: [entry(text)] };
      return JSON.stringify(parsed);
    });
  assert.equal(found(withSchema("{}\n")), []);
  assert.equal(found(withSchema("{}")), [`bundle-index-digest | ${schema.path}`]);
  assert.equal(found([...FILES, unlisted]), [`bundle-index-missing | ${unlisted.path}`]);
});

problems("a file beside the manifests that installs nothing is no manifest", () => {
  const readme = { path: "standard/README.md", text: "# Widgets\n" };
  assert.equal(found([...FILES, readme]), ["bundle-index-missing | standard/README.md"]);
  const listed = edited(FILES, "bundle.json", (text) => {
    const index = JSON.parse(text);
    index.channels.standard.readme = { path: readme.path, size: 0, sha256: "" };
    return JSON.stringify(index);
  });
  assert.equal(found(indexed([...listed, readme])), []);
});

problems("the index is of another version or of other channels: bundle-index-head", () => {
  const version = edited(FILES, "bundle.json", (text) => text.replace(`"version": "${NOW}"`, '"version": "0.0.9"'));
  assert.equal(found(version), [`bundle-index-head | version | 0.0.9 | ${NOW}`]);
  const none = edited(FILES, "bundle.json", (text) => text.replace(`"version": "${NOW}",`, ""));
  assert.equal(found(none), [`bundle-index-head | version | none | ${NOW}`]);
  const channels = edited(FILES, "bundle.json", (text) => text.replace('"experimental": {', '"rapid": {'));
  assert.equal(found(channels), ["bundle-index-head | channels | rapid, standard | experimental, standard"]);
});

problems("the index is no index: bundle-unreadable", () => {
  for (const text of ["", "[]", "null", "{", "name: x\n", `{"channels": ${"[".repeat(100_000)}`]) {
    assert.equal(codes(edited(FILES, "bundle.json", () => text)), ["bundle-unreadable"], text.slice(0, 20));
  }
  const deep = `{"version": "${NOW}", "channels": {"standard": {}, "experimental": ${"[".repeat(50_000)}${"]".repeat(50_000)}}}`;
  assert.equal(codes(edited(FILES, "bundle.json", () => deep)), ["bundle-index-missing"]);
});

problems("the conversions are none: bundle-unreadable; bundles of older tools have no such file", () => {
  const edit = (change: (text: string) => string) => indexed(edited(FILES, "conversions.json", change));
  for (const text of ["", "[]", "{", `{"annotation": "a", "conversions": ${"[".repeat(5000)}`]) {
    assert.ok(
      codes(edit(() => text)).every((code) => code === "bundle-unreadable"),
      text.slice(0, 20),
    );
    assert.ok(codes(edit(() => text)).length > 0);
  }
  assert.equal(found(edit((text) => text.replace('"annotation"', '"anotation"'))), [
    'bundle-unreadable | conversions.json | "anotation" is not a known key; did you mean "annotation"?',
  ]);
  const index = (text: string) => JSON.stringify({ ...JSON.parse(text), conversions: undefined });
  assert.equal(codes(without(edited(FILES, "bundle.json", index), "conversions.json")), []);
});

for (const path of ["bundle.json", INSTALL, KUSTOMIZATION]) {
  problems(`${path} is missing: bundle-file-missing`, () => {
    const missing = found(without(FILES, path));
    assert.ok(missing.includes(`bundle-file-missing | ${path}`));
    const listed = path === "bundle.json" ? [] : [`bundle-index-surplus | ${path}`];
    assert.equal(missing, [`bundle-file-missing | ${path}`, ...listed]);
  });
}

problems("a channel is missing: bundle-file-missing", () => {
  const missing = found(FILES.filter(({ path }) => !path.startsWith("standard")));
  for (const path of ["standard/", KUSTOMIZATION, INSTALL])
    assert.ok(missing.includes(`bundle-file-missing | ${path}`));
});

problems("a snapshot of one channel brings the other along: bundle-channel", () => {
  assert.equal(found(FILES, { channels: ["experimental"] }), [
    "bundle-channel | schemas/standard/all.json | standard",
    "bundle-index-head | channels | experimental, standard | experimental",
  ]);
  const alone = edited(
    FILES.filter(({ path }) => !/(^|\/)standard[-/]/.test(path)),
    "bundle.json",
    (text) => {
      const index = JSON.parse(text);
      delete index.channels.standard;
      return JSON.stringify(index);
    },
  );
  assert.equal(found(alone, { channels: ["experimental"] }), []);
  const schemas = [...alone, { path: "schemas/standard/x.json", text: "" }];
  assert.ok(
    found(schemas, { channels: ["experimental"] }).includes("bundle-channel | schemas/standard/x.json | standard"),
  );
});

for (const text of [
  "",
  "\n---\n",
  "just words\n",
  "- a\n",
  "kind: Thing\n",
  "apiVersion: v1\nkind: 1\n",
  "a: &a [*a]\n",
  "apiVersion: v1\nkind: A\nmetadata: {name: &a x, namespace: *a}\n",
  "a: !!js/function x\n",
  "kind: A\nkind: B\n",
  "\0",
  `a: ${"[".repeat(100_000)}`,
]) {
  problems(`a manifest holds ${JSON.stringify(text.slice(0, 30))}: bundle-unreadable`, () => {
    const files = edited(FILES, GATEWAYS, () => text);
    assert.equal(codes(indexed(files)), ["bundle-unreadable"]);
  });
}

problems.run();
