/**
 * Checks for arbitrary names that if a build reports no diagnostic, all files are inside the output directory and the
 * API server accepts all names. The rules of the API server are implemented here a second time, character by character,
 * after the validation in apimachinery.
 */

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type BuildOutput, build } from "../scripts/app/build.js";
import { readSettings } from "../scripts/core/config/settings.js";
import type { CustomResourceDefinition } from "../scripts/core/model/crd.js";
import { crdNameProblem } from "../scripts/core/model/names.js";
import fc from "./support/drawn.js";
import { META, SETTINGS_TEXT, TEMPLATES } from "./support/project.js";
import { versionFrom } from "./support/versions.js";

const names = suite("names");

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";
const LETTERS = LOWER + LOWER.toUpperCase();

/** Reports whether a string consists only of the given characters, with other sets for its first and last character. */
function isMadeOf(text: string, first: string, inner: string, last: string, limit: number): boolean {
  const characters = [...text];
  const [head = "?", tail = "?"] = [characters[0], characters.at(-1)];
  const isInside = characters.every((character) => inner.includes(character));
  return text.length > 0 && text.length <= limit && isInside && first.includes(head) && last.includes(tail);
}

const isLabel = (text: string) => isMadeOf(text, LOWER, `${LOWER}${DIGITS}-`, LOWER + DIGITS, 63);
const isSubdomain = (text: string) =>
  text.length <= 253 &&
  text.split(".").every((part) => isMadeOf(part, LOWER + DIGITS, `${LOWER}${DIGITS}-`, LOWER + DIGITS, 253));
const isQualified = (text: string) => isMadeOf(text, LETTERS + DIGITS, `${LETTERS + DIGITS}-_.`, LETTERS + DIGITS, 63);

function isLabelKey(key: string): boolean {
  const slash = key.indexOf("/");
  return slash < 0 ? isQualified(key) : isSubdomain(key.slice(0, slash)) && isQualified(key.slice(slash + 1));
}

/** Returns the reasons for which the API server would reject the names of a CRD. */
function rejections({ metadata, spec }: CustomResourceDefinition): string[] {
  const { kind, listKind, plural, singular, shortNames = [], categories = [] } = spec.names;
  const labels = Object.entries(metadata.labels ?? {});
  const facts: readonly (readonly [name: string, isRight: boolean])[] = [
    [metadata.name, isSubdomain(metadata.name) && metadata.name === `${plural}.${spec.group}`],
    [spec.group, isSubdomain(spec.group) && spec.group.includes(".")],
    ...[plural, singular, kind.toLowerCase(), listKind.toLowerCase(), ...shortNames, ...categories].map(
      (name) => [name, isLabel(name)] as const,
    ),
    ...[kind, listKind].map((name) => [name, [...name].every((char) => char.charCodeAt(0) < 128)] as const),
    [listKind, listKind !== kind],
    ...spec.versions.map(({ name }) => [name, isLabel(name)] as const),
    ...labels.map(
      ([key, value]) => [`${key}=${value}`, isLabelKey(key) && (value === "" || isQualified(value))] as const,
    ),
    ...Object.keys(metadata.annotations).map((key) => [key, isLabelKey(key.toLowerCase())] as const),
  ];
  return facts.filter(([, isRight]) => !isRight).map(([name]) => name);
}

const DEVICES = ["con", "prn", "aux", "nul", ...[..."0123456789"].flatMap((digit) => [`com${digit}`, `lpt${digit}`])];

/** Returns the problems that the paths of a bundle cause on some file system. */
function pathProblems(paths: readonly string[]): string[] {
  const seen = new Set<string>();
  return paths.flatMap((path) => {
    const parts = path.split("/");
    const directories = parts.map((_, index) => parts.slice(0, index).join("/").toLowerCase());
    const isOdd = parts.some((part) => !isMadeOf(part, LOWER + DIGITS, `${LOWER}${DIGITS}._-`, LOWER + DIGITS, 255));
    const isDevice = parts.some((part) => DEVICES.includes(part.split(".")[0] ?? ""));
    const isTaken =
      seen.has(path.toLowerCase()) || directories.some((directory) => directory !== "" && seen.has(directory));
    seen.add(path.toLowerCase());
    return isOdd || isDevice || isTaken ? [path] : [];
  });
}

interface Drawn {
  readonly group: string;
  readonly kinds: readonly { readonly kind: string; readonly version: string; readonly tags: readonly string[] }[];
}

const HOSTILE = [
  ..."../../../x .. . / a/b a\\b -a a- 1a a.b a_b a..b A Wdg wíd widget\u0000 __proto__ constructor con aux nul".split(
    " ",
  ),
  ...["", " ", "Wid get", "Wid\nget", "W:x", "*", "~", "a\u202Eb", "a/../../../../x/Evil", "C:\\x", "a=b=c!", "@"],
  ..."İ ı \u212A ſ ß".split(" "),
  ...[58, 59, 60, 62, 63, 64, 71].map((length) => "W".repeat(length)),
  ...[63, 64, 254].map((length) => "w".repeat(length)),
];
const PLAIN = "widget widgets gadget boxes wdg all example a-1 thing things".split(" ");
const name = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...PLAIN) },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE) },
  fc.string(),
);
const inComment = name.filter((text) => !/\*\/|[\r\n\u2028\u2029]/.test(text));
const kind = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom("Widget", "WIDGET", "Gadget", "Box", "Lens", "Story", "WidgetList") },
  name,
);
const tag = fc.oneof(
  fc.tuple(fc.constantFrom("plural", "singular", "listKind", "shortName", "category"), inComment),
  fc.tuple(
    fc.constantFrom("crdLabel", "crdAnnotation"),
    fc
      .tuple(fc.oneof(fc.constantFrom("example.dev/a", "Example.dev/b"), inComment), inComment)
      .map((pair) => pair.join("=")),
  ),
);
const project: fc.Arbitrary<Drawn> = fc.record({
  group: fc.oneof(
    { weight: 10, arbitrary: fc.constant("example.dev") },
    fc.constantFrom("index.json", "index.d.ts", "con.example.dev", "a..b", `${"a".repeat(240)}.example`, "A.b", "x"),
  ),
  kinds: fc.array(
    fc.record({
      kind,
      version: fc.oneof(
        { weight: 20, arbitrary: fc.constantFrom("v1", "v2beta1") },
        fc.constantFrom(`v1${"0".repeat(70)}`, "v1/x", "..", "V1"),
      ),
      tags: fc
        .uniqueArray(tag, { maxLength: 3, selector: ([of]) => of })
        .map((tags) => tags.map(([of, to]) => `@${of} ${to}`)),
    }),
    { minLength: 1, maxLength: 2 },
  ),
});

/** Builds a bundle from drawn values. Returns undefined if its settings are invalid. */
function buildDrawn({ group, kinds }: Drawn): BuildOutput | undefined {
  const text = SETTINGS_TEXT.replace("  example.dev:", `  ${JSON.stringify(group)}:`);
  const settings = readSettings({ path: "apis/bundle.yaml", text });
  if (!settings.ok) return undefined;
  const sources = kinds.map((drawn, index) => ({
    path: `apis/${group}/${drawn.version}/kind${index}.ts`,
    text: `import type { ObjectMeta } from "../../meta/v1.js";
/**
 * A thing.
 *
 * ${drawn.tags.join("\n * ")}
 */
export interface Thing {
  apiVersion: ${JSON.stringify(`${group}/${drawn.version}`)};
  kind: ${JSON.stringify(drawn.kind)};
  metadata: ObjectMeta;
}
`,
  }));
  return build({
    sources: [META, ...sources],
    bundle: { ...settings.value, version: versionFrom("1.0.0"), conversions: [] },
    templates: TEMPLATES,
  });
}

names("what builds stays inside the output directory and has names that the API server accepts", () => {
  let built = 0;
  fc.assert(
    fc.property(project, (drawn) => {
      const output = buildDrawn(drawn);
      if (!output || output.diagnostics.length > 0) {
        assert.equal(output?.files ?? [], []);
        return;
      }
      built++;
      assert.equal(pathProblems(output.files.map(({ path }) => path)), []);
      assert.equal(
        output.crds.flatMap(({ crds }) => crds.flatMap(rejections)),
        [],
      );
    }),
    { numRuns: 120 },
  );
  assert.ok(built > 20, `only ${built} of the drawn projects build`);
});

/** Uses each name at the position where it is most dangerous. */
for (const hostile of HOSTILE.filter((text) => !/^W{1,59}$/.test(text) && !/^[Ww]+$|^(A|Wdg)$/.test(text))) {
  names(`no kind is named ${JSON.stringify(hostile).slice(0, 40)}`, () => {
    const output = buildDrawn({ group: "example.dev", kinds: [{ kind: hostile, version: "v1", tags: [] }] });
    const isRight = ["con", "aux", "nul", "constructor", "a-b"].includes(hostile);
    assert.is(output?.diagnostics.length === 0, isRight);
  });
}

names("the name of a CRD leaves room for that of its file", () => {
  const group = (length: number) => `${"a".repeat(length - 4)}.dev`;
  assert.is(crdNameProblem("w".repeat(50), group(199)), undefined, "250 characters, and `.yaml`");
  assert.is.not(crdNameProblem("w".repeat(50), group(200)), undefined);
});

names("kinds, list kinds and files have one owner in a group", () => {
  const codes = (...kinds: readonly (readonly [kind: string, ...tags: string[]])[]) =>
    buildDrawn({
      group: "example.dev",
      kinds: kinds.map(([of, ...tags]) => ({ kind: of, version: "v1", tags })),
    })?.diagnostics.map(({ code, args }) => `${code} ${args.name ?? args.other}`);
  assert.equal(codes(["Widget"], ["WidgetList"]), ["kind-name-taken WidgetList"]);
  assert.equal(codes(["Widget"], ["Gadget", "@listKind WidgetList"]), ["kind-name-taken WidgetList"]);
  assert.equal(codes(["Widget"], ["Gadget", "@listKind Widget"]), ["kind-name-taken Widget"]);
  assert.equal(codes(["Widget"], ["WIDGET", "@plural a", "@singular b"]), ["kind-names-alike WIDGET"]);
  assert.equal(codes(["Widget"], ["Gadget"]), []);
});

names.run();
