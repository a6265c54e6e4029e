import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { floorProblem, readSettings, readVersion } from "../../../scripts/core/config/settings.js";
import { SETTINGS } from "../../../scripts/core/config/settings-schema.js";
import { describeDiagnostic } from "../../../scripts/core/diagnostics/diagnose.js";
import { jsonErrorAt, parseJson } from "../../../scripts/core/model/json.js";
import { positionOf } from "../../../scripts/core/model/location.js";
import { SETTINGS_TEXT, settingsFrom } from "../../support/project.js";
import { versionFrom } from "../../support/versions.js";

const config = suite("settings");

const PATH = "apis/bundle.yaml";

/** What is wrong with a text: place, code and words of each mistake. */
function mistakes(text: string): string[] {
  const read = readSettings({ path: PATH, text });
  if (read.ok) return [];
  assert.ok(read.diagnostics.length > 0, "there are settings just where nothing is wrong");
  return read.diagnostics.map((diagnostic) => {
    const { location } = diagnostic;
    assert.is(location?.file, PATH);
    const { line, column } = positionOf(text, location?.start ?? -1);
    assert.ok((location?.end ?? 0) > (location?.start ?? 0), "a place has a length");
    return `${line}:${column} ${diagnostic.code} ${describeDiagnostic(diagnostic).message}`;
  });
}

/** The test settings with one part replaced. */
function changed(from: string, to: string): string {
  assert.ok(SETTINGS_TEXT.includes(from), from);
  return SETTINGS_TEXT.replace(from, to);
}

config("reads everything", () => {
  const text = `${SETTINGS_TEXT}  # a comment\npreserveUnknownFields: root\n`;
  const { groups, ...rest } = settingsFrom(
    text
      .replace("x.example.dev", "a.k8s.io")
      .replace("channels: [experimental]", "channels: [experimental]\n    approval: https://example.dev/1"),
  );
  assert.equal(rest, {
    name: "example",
    title: "Example",
    annotations: { bundleVersion: "example.dev/bundle-version", channel: "example.dev/channel" },
    kubernetes: { oldest: "1.33", newest: "1.37" },
    preserveUnknownFields: "root",
  });
  assert.equal(
    groups.map(({ location, ...group }) => ({ ...group, text: text.slice(location.start, location.start + 1) })),
    [
      { name: "a.k8s.io", channels: ["experimental"], approval: "https://example.dev/1", text: "x" },
      { name: "example.dev", channels: ["standard", "experimental"], text: "e" },
    ],
  );
});

config("reads JSON, Windows line ends and a byte order mark alike", () => {
  const settings = settingsFrom(SETTINGS_TEXT);
  const { groups: _, ...rest } = settings ?? {};
  const variants = [
    SETTINGS_TEXT.replaceAll("\n", "\r\n"),
    `\uFEFF${SETTINGS_TEXT}`,
    JSON.stringify({
      ...rest,
      groups: {
        "example.dev": { channels: ["experimental", "standard"] },
        "x.example.dev": { channels: ["experimental"] },
      },
    }),
  ];
  for (const text of variants) {
    const read = settingsFrom(text);
    assert.equal({ ...read, groups: [] }, { ...settings, groups: [] });
    assert.equal(
      read.groups.map(({ name, channels }) => ({ name, channels })),
      settings.groups.map(({ name, channels }) => ({ name, channels })),
    );
  }
});

config("keeps every object by itself", () => {
  assert.is(settingsFrom(SETTINGS_TEXT).preserveUnknownFields, "every-object");
});

/** Each required setting, what to take out for it to be missing, and where that is reported. */
const MISSING: readonly (readonly [key: string, line: RegExp, place: string])[] = [
  ["name", /^name: .*\n/m, "1:1"],
  ["title", /^title: .*\n/m, "1:1"],
  ["annotations", /^annotations:\n(?: .*\n)+/m, "1:1"],
  ["annotations.bundleVersion", /^ {2}bundleVersion: .*\n/m, "3:1"],
  ["annotations.channel", /^ {2}channel: .*\n/m, "3:1"],
  ["groups", /^groups:\n(?: .*\n)+/m, "1:1"],
  ["groups.example.dev.channels", /^ {4}channels: \[standard.*\n/m, "7:3"],
  ["kubernetes", /^kubernetes:\n(?: .*\n)+/m, "1:1"],
  ["kubernetes.oldest", /^ {2}oldest: .*\n/m, "11:1"],
  ["kubernetes.newest", /^ {2}newest: .*\n/m, "11:1"],
];

for (const [key, line, place] of MISSING) {
  config(`misses ${key}`, () => {
    const text = SETTINGS_TEXT.replace(line, "").replace("  example.dev:\n  x", "  example.dev: {}\n  x");
    assert.not.equal(text, SETTINGS_TEXT);
    assert.equal(mistakes(text), [`${place} config-key-missing "${key}" is missing`]);
  });
}

config("asks for all that it says is required, and knows all that it lists", () => {
  const isRequired = (key: string) => SETTINGS.some((setting) => setting.key === key && setting.required);
  const optional = SETTINGS.filter((setting) => !setting.required).map(({ key }) => key);
  const required = SETTINGS.map(({ key }) => key).filter(
    (key) => isRequired(key) && !optional.some((parent) => key.startsWith(`${parent}.`)),
  );
  assert.equal(MISSING.map(([key]) => key.replace("example.dev", "*")).sort(), [...required].sort());
});

const UNKNOWN: readonly (readonly [from: string, to: string, mistake: string])[] = [
  [
    "name: example",
    "name: example\ntittle: Example",
    '2:1 config-key-unknown there is no setting "tittle"; did you mean "title"?',
  ],
  ["name: example", "name: example\ncolour: red", '2:1 config-key-unknown there is no setting "colour"'],
  [
    "  channel: ",
    "  channels: x\n  channel: ",
    '5:3 config-key-unknown there is no setting "annotations.channels"; did you mean "channel"?',
  ],
  [
    "  x.example.dev:\n",
    "  x.example.dev:\n    aproval: a\n",
    '10:5 config-key-unknown there is no setting "groups.x.example.dev.aproval"; did you mean "approval"?',
  ],
  ["  oldest", "  latest: 1\n  oldest", '12:3 config-key-unknown there is no setting "kubernetes.latest"'],
  ["name: example", "name: example\n__proto__: {title: b}", '2:1 config-key-unknown there is no setting "__proto__"'],
  ["name: example", "name: example\nconstructor: a", '2:1 config-key-unknown there is no setting "constructor"'],
  ["name: example", "name: example\n1: a", '2:1 config-key-unknown there is no setting "1"'],
  ["name: example", "name: example\n1.50: a", '2:1 config-key-unknown there is no setting "1.50"'],
  ["name: example", "name: example\nnull: a", '2:1 config-key-unknown there is no setting "null"'],
  ["name: example", 'name: example\n"": a', '2:2 config-key-unknown there is no setting ""'],
  ["name: example", "name: example\n<<: {title: a}", '2:1 config-key-unknown there is no setting "<<"'],
];

for (const [from, to, mistake] of UNKNOWN) {
  config(`does not know ${to.split("\n").at(-1)}`, () => assert.equal(mistakes(changed(from, to)), [mistake]));
}

const NAME = "at most 63 lowercase letters, digits and hyphens are expected";
const KEY = "an annotation key is expected, as in example.dev/channel";
const MINOR = 'a minor version in quotes is expected, as in "1.32"';
const GROUP = "a group is a DNS name with a dot, in lower case";
const ADDRESS = '11:15 "groups.x.example.dev.approval" is not right: an address is expected';
const LIST = "a list of standard, experimental is expected";

const VALUES: readonly (readonly [from: string, to: string, mistake: string])[] = [
  ["name: example", "name: Example", `1:7 "name" is not right: ${NAME}`],
  ["name: example", "name: -a", `1:7 "name" is not right: ${NAME}`],
  ["name: example", `name: ${"a".repeat(64)}`, `1:7 "name" is not right: ${NAME}`],
  ["name: example", "name: ../x", `1:7 "name" is not right: ${NAME}`],
  ["name: example", "name: 1", `1:7 "name" is not right: ${NAME}`],
  ["name: example", "name:", `1:5 "name" is not right: ${NAME}`],
  ["name: example", "name: [a]", `1:7 "name" is not right: ${NAME}`],
  ["name: example", "name: {a: b}", `1:7 "name" is not right: ${NAME}`],
  ["title: Example", "title: 5", '2:8 "title" is not right: one line of text without quotes, braces or backslashes'],
  ["title: Example", 'title: " "', '2:9 "title" is not right: one line of text without quotes, braces or backslashes'],
  [
    "title: Example",
    'title: "a\\nkind: Secret"',
    '2:9 "title" is not right: one line of text without quotes, braces or backslashes',
  ],
  [
    "title: Example",
    "title: |\n  a\n  b",
    '3:1 "title" is not right: one line of text without quotes, braces or backslashes',
  ],
  ["example.dev/bundle-version", "a b", `4:18 "annotations.bundleVersion" is not right: ${KEY}`],
  ["example.dev/bundle-version", "/a", `4:18 "annotations.bundleVersion" is not right: ${KEY}`],
  [
    "example.dev/bundle-version",
    `example.dev/${"a".repeat(64)}`,
    `4:18 "annotations.bundleVersion" is not right: ${KEY}`,
  ],
  ["example.dev/bundle-version", "example..dev/a", `4:18 "annotations.bundleVersion" is not right: ${KEY}`],
  ["example.dev/bundle-version", `${"a".repeat(254)}/a`, `4:18 "annotations.bundleVersion" is not right: ${KEY}`],
  ["example.dev/channel", "api-approved.kubernetes.io", `5:12 "annotations.channel" is not right: ${KEY}`],
  ["example.dev/bundle-version", "1", `4:18 "annotations.bundleVersion" is not right: ${KEY}`],
  ["example.dev/channel", "a/b/c", `5:12 "annotations.channel" is not right: ${KEY}`],
  [
    "example.dev/channel",
    "example.dev/bundle-version",
    '5:12 "annotations.channel" is not right: another key than that of the bundle version is expected',
  ],
  [
    "  example.dev:",
    "  example:",
    '7:3 "groups.example" is not right: a group is a DNS name with a dot, in lower case',
  ],
  [
    "  example.dev:",
    "  Example.dev:",
    '7:3 "groups.Example.dev" is not right: a group is a DNS name with a dot, in lower case',
  ],
  [
    "  example.dev:",
    "  __proto__:",
    '7:3 "groups.__proto__" is not right: a group is a DNS name with a dot, in lower case',
  ],
  ["  example.dev:", `  ? ${"a".repeat(250)}.dev\n  :`, `7:5 "groups.${"a".repeat(250)}.dev" is not right: ${GROUP}`],
  ["  example.dev:", "  ../x.dev:", `7:3 "groups.../x.dev" is not right: ${GROUP}`],
  ["  example.dev:", "  example..dev:", `7:3 "groups.example..dev" is not right: ${GROUP}`],
  [
    "  example.dev:",
    "  con.example.dev:",
    '7:3 "groups.con.example.dev" is not right: another name is expected: no directory can have this one on Windows',
  ],
  ...["all.json", "index.json", "index.d.ts", "meta.d.ts"].map(
    (name) =>
      [
        "  example.dev:",
        `  ${name}:`,
        `7:3 "groups.${name}" is not right: another name is expected: the output has a file of this name`,
      ] as const,
  ),
  [
    "  example.dev:",
    "  gateway.k8s.io:",
    '7:3 "groups.gateway.k8s.io.approval" is not right: the API server refuses CRDs of this protected group without an approval',
  ],
  [
    "  example.dev:",
    "  kubernetes.io:",
    '7:3 "groups.kubernetes.io.approval" is not right: the API server refuses CRDs of this protected group without an approval',
  ],
  [
    "[experimental]",
    "[experimental]\n    approval: yes",
    '11:15 "groups.x.example.dev.approval" is not right: an address is expected',
  ],
  ["[experimental]", "[experimental]\n    approval: see https://example.dev/1", ADDRESS],
  ["[experimental]", "[experimental]\n    approval: https://", ADDRESS],
  ["[experimental]", "[experimental]\n    approval: https:///1", ADDRESS],
  ["[experimental]", "[experimental]\n    approval: https://example.dev/%zz", ADDRESS],
  ["[experimental]", "experimental", `10:15 "groups.x.example.dev.channels" is not right: ${LIST}`],
  ["[experimental]", "[]", `10:15 "groups.x.example.dev.channels" is not right: ${LIST}`],
  ["[experimental]", "", `10:13 "groups.x.example.dev.channels" is not right: ${LIST}`],
  [
    "[experimental]",
    "[experimental, beta]",
    '10:30 "groups.x.example.dev.channels" is not right: one of standard, experimental is expected',
  ],
  [
    "[experimental]",
    "[experimental, 1]",
    '10:30 "groups.x.example.dev.channels" is not right: one of standard, experimental is expected',
  ],
  [
    "[experimental]",
    "[experimental, experimental]",
    '10:30 "groups.x.example.dev.channels" is not right: each channel is expected once',
  ],
  [
    "[experimental]",
    "[standard]",
    '10:15 "groups.x.example.dev.channels" is not right: experimental is expected among them: it has all that standard has',
  ],
  ['"1.33"', "1.33", `12:11 "kubernetes.oldest" is not right: ${MINOR}`],
  ['"1.33"', '"1.33.2"', `12:12 "kubernetes.oldest" is not right: ${MINOR}`],
  ['"1.33"', '"v1.33"', `12:12 "kubernetes.oldest" is not right: ${MINOR}`],
  ['"1.37"', '"1.07"', `13:12 "kubernetes.newest" is not right: ${MINOR}`],
  ['"1.37"', '"1.9"', '13:12 "kubernetes.newest" is not right: a version that is not older than 1.33 is expected'],
  [
    "name: example",
    "name: example\npreserveUnknownFields: true",
    '2:24 "preserveUnknownFields" is not right: one of every-object, root, none is expected',
  ],
  [
    "name: example",
    "name: example\npreserveUnknownFields:",
    '2:22 "preserveUnknownFields" is not right: one of every-object, root, none is expected',
  ],
];

for (const [from, to, mistake] of VALUES) {
  config(`refuses ${JSON.stringify(to)} for ${from.trim()}`, () => {
    const [place, ...words] = mistake.split(" ");
    assert.equal(mistakes(changed(from, to)), [`${place} config-value ${words.join(" ")}`]);
  });
}

/** Whole parts of another form than they have: one mistake each, and none that follows from it. */
const FORMS: readonly (readonly [from: RegExp, to: string, mistake: string])[] = [
  [
    /title: Example/,
    'title: "a\\rb"',
    "2:9 config-yaml the file cannot be read as YAML: a text has the control character U+000D",
  ],
  [
    /title: Example/,
    'title: "a\\Lb"',
    "2:9 config-yaml the file cannot be read as YAML: a text has the control character U+2028",
  ],
  [
    /title: Example/,
    'title: "a\\Nb"',
    "2:9 config-yaml the file cannot be read as YAML: a text has the control character U+0085",
  ],
  [/^[\s\S]*$/, "- name: example\n", '1:1 config-value "apis/bundle.yaml" is not right: a mapping is expected'],
  [/^[\s\S]*$/, "example", '1:1 config-value "apis/bundle.yaml" is not right: a mapping is expected'],
  [/^[\s\S]*$/, "null", '1:1 config-value "apis/bundle.yaml" is not right: a mapping is expected'],
  [
    /annotations:\n(?: .*\n)+/,
    "annotations: a\n",
    '3:14 config-value "annotations" is not right: a mapping is expected',
  ],
  [/annotations:\n(?: .*\n)+/, "annotations:\n", '3:12 config-value "annotations" is not right: a mapping is expected'],
  [/groups:\n(?: .*\n)+/, "groups: [example.dev]\n", '6:9 config-value "groups" is not right: a mapping is expected'],
  [/groups:\n(?: .*\n)+/, "groups: {}\n", '6:9 config-value "groups" is not right: at least one group is expected'],
  [
    / {2}x.example.dev:\n.*\n/,
    "  x.example.dev:\n",
    '9:16 config-value "groups.x.example.dev" is not right: a mapping is expected',
  ],
  [
    / {2}x.example.dev:\n.*\n/,
    "  x.example.dev: [experimental]\n",
    '9:18 config-value "groups.x.example.dev" is not right: a mapping is expected',
  ],
  [
    /kubernetes:\n(?: .*\n)+/,
    'kubernetes: "1.33"\n',
    '11:14 config-value "kubernetes" is not right: a mapping is expected',
  ],
];

for (const [from, to, mistake] of FORMS) {
  config(`refuses the form of ${JSON.stringify(to)}`, () => {
    assert.equal(mistakes(SETTINGS_TEXT.replace(from, to)), [mistake]);
  });
}

/** What is no YAML, or no YAML that is read here: the place and a part of the words. */
const NO_YAML: readonly (readonly [name: string, text: string, place: string, words: RegExp])[] = [
  ["an empty file", "", "1:1", /empty/],
  ["a file of comments", "# name: example\n", "1:1", /empty/],
  ["two documents", `${SETTINGS_TEXT}---\nname: b\n`, "1:1", /single document/],
  ["an alias", changed("title: Example", "title: &a Example\nname2: *a"), "3:9", /alias/i],
  ["aliases that stand for more and more", `a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n`, "2:9", /alias/i],
  ["a merge of an alias", "a: &a {title: b}\n<<: *a\n", "2:6", /alias/i],
  ["a tag of a language", changed("name: example", "name: !!js/function 'function () {}'"), "1:7", /tag/],
  ["a tag for bytes", changed("name: example", "name: !!binary aaaa"), "1:7", /tag/],
  ["a duplicate key", `${SETTINGS_TEXT}name: other\n`, "14:1", /duplicated/],
  ["a duplicate key deeper", changed("  channel: ", "  bundleVersion: a\n  channel: "), "5:3", /duplicated/],
  ["a duplicate key in other clothes", `${SETTINGS_TEXT}"name": other\n`, "14:2", /duplicated/],
  ["a list as a key", "? [name]\n: example\n", "1:1", /complex keys/],
  ["a mapping as a key", "? {name: example}\n: example\n", "1:1", /complex keys/],
  ["a tab", "annotations:\n\tchannel: a\n", "2:1", /tab/],
  ["a list that is not closed", "groups: [a, b\n", "2:1", /./],
  ["a quote that is not closed", 'name: "example\n', "2:1", /./],
  ["lists in lists", "[".repeat(100_000), "1:200", /maxDepth/],
  ["mappings in mappings", "{a: ".repeat(100_000), "1:794", /maxDepth/],
  [
    "a deep block",
    Array.from({ length: 1000 }, (_, depth) => `${" ".repeat(depth)}a:\n`).join(""),
    "200:200",
    /maxDepth/,
  ],
];

for (const [name, text, place, words] of NO_YAML) {
  config(`refuses ${name}`, () => {
    const [only, ...others] = mistakes(text);
    assert.equal(others, []);
    assert.match(only ?? "", new RegExp(`^${place} config-yaml the file cannot be read as YAML: `));
    assert.match(only ?? "", words);
  });
}

config("leaves prototypes alone", () => {
  mistakes(
    '__proto__: {polluted: true}\nconstructor: {prototype: {polluted: true}}\ngroups: {"__proto__": {channels: [a]}}\n',
  );
  assert.is(({} as { polluted?: boolean }).polluted, undefined);
});

config("reports all mistakes in one run, in the order of the file", () => {
  const text = `tittle: Example
name: Example
annotations:
  channel: a b
groups:
  example:
    channels: [beta]
    colour: red
  k8s.io:
    approval: me
kubernetes:
  oldest: 1.33
preserveUnknownFields: some
`;
  assert.equal(mistakes(text), [
    '1:1 config-key-unknown there is no setting "tittle"; did you mean "title"?',
    `2:7 config-value "name" is not right: ${NAME}`,
    '3:1 config-key-missing "annotations.bundleVersion" is missing',
    `4:12 config-value "annotations.channel" is not right: ${KEY}`,
    '6:3 config-value "groups.example" is not right: a group is a DNS name with a dot, in lower case',
    '7:16 config-value "groups.example.channels" is not right: one of standard, experimental is expected',
    '8:5 config-key-unknown there is no setting "groups.example.colour"',
    '9:3 config-key-missing "groups.k8s.io.channels" is missing',
    '10:15 config-value "groups.k8s.io.approval" is not right: an address is expected',
    '11:1 config-key-missing "kubernetes.newest" is missing',
    `12:11 config-value "kubernetes.oldest" is not right: ${MINOR}`,
    '13:24 config-value "preserveUnknownFields" is not right: one of every-object, root, none is expected',
  ]);
});

config("takes names that are as long as they may be", () => {
  const long = "a".repeat(63);
  assert.equal(mistakes(changed("name: example", `name: ${long}`)), []);
  assert.equal(mistakes(changed("example.dev/bundle-version", `example.dev/${long}`)), []);
  assert.equal(mistakes(changed("example.dev/bundle-version", `${"a".repeat(253)}/A_b.c`)), []);
});

for (const approval of [
  "https://example.dev/pull/1?a=b%20c#d",
  "http://localhost:8080",
  "unapproved, a trial",
  "https://example.dev",
]) {
  config(`takes the approval ${approval}`, () =>
    assert.equal(mistakes(changed("[experimental]", `[experimental]\n    approval: "${approval}"`)), []),
  );
}

const ADMISSION = `${SETTINGS_TEXT}admission:\n  name: safe.example.dev\n  floor: "1.5.0"\n`;
const FLOOR = '16:11 config-value "admission.floor" is not right: three numbers in quotes are expected, as in "1.5.0"';
const POLICY = '15:9 config-value "admission.name" is not right: a DNS name with a dot, in lower case';

config("reads what the admission policy needs", () => {
  const settings = settingsFrom(ADMISSION);
  const { location, ...admission } = settings.admission ?? {};
  assert.equal(admission, { name: "safe.example.dev", floor: "1.5.0" });
  assert.is(positionOf(ADMISSION, location?.start ?? -1).line, 16);
});

for (const floor of ["1.5", "1.5.0.0", "v1.5.0", "01.5.0", "1.5.0-rc.1", "", `1.5.${"9".repeat(20)}`]) {
  config(`does not take the floor ${floor}`, () => assert.equal(mistakes(ADMISSION.replace("1.5.0", floor)), [FLOOR]));
}

for (const name of ["safe", "Safe.example.dev", "../x.dev", `${"a".repeat(250)}.dev`]) {
  config(`does not take the policy ${name.slice(0, 30)}`, () =>
    assert.equal(mistakes(ADMISSION.replace("safe.example.dev", name)), [POLICY]),
  );
}

config("does not know other settings of the policy, and needs both", () => {
  assert.equal(mistakes(`${SETTINGS_TEXT}admission:\n  nam: a.b\n`), [
    '14:1 config-key-missing "admission.floor" is missing',
    '15:3 config-key-unknown there is no setting "admission.nam"; did you mean "name"?',
  ]);
});

/** What is wrong with the floor 1.5.0 in a bundle of some version. */
function floorOf(version: string, text = ADMISSION): string | undefined {
  const diagnostic = floorProblem(settingsFrom(text), versionFrom(version));
  return (
    diagnostic && `${positionOf(text, diagnostic.location?.start ?? -1).line} ${describeDiagnostic(diagnostic).message}`
  );
}

config("does not take a floor above the bundle itself", () => {
  const problem = (version: string) =>
    `16 "admission.floor" is not right: the policy would refuse the bundle itself, which is ${version}`;
  assert.is(floorOf("1.4.9"), problem("1.4.9"));
  assert.is(floorOf("0.9.0"), problem("0.9.0"));
  for (const version of ["1.5.0", "1.5.0-rc.1", "1.5.1", "2.0.0"]) assert.is(floorOf(version), undefined, version);
  assert.is(floorOf("0.0.1", SETTINGS_TEXT), undefined);
});

for (const directory of ["../x", "/x", "a/../b", "a//b", "./a", "aux/reports", ".git"]) {
  config(`does not take the directory of reports ${directory}`, () =>
    assert.equal(mistakes(`${SETTINGS_TEXT}reports: ${directory}\n`), [
      '14:10 config-value "reports" is not right: a directory below the project is expected',
    ]),
  );
}

/** The version that is read, or what is wrong. */
function version(given: string | undefined, packageJson?: string): string {
  const file = packageJson === undefined ? undefined : { path: "package.json", text: packageJson };
  const read = readVersion(given, file);
  return read.ok
    ? read.value
    : read.diagnostics.map((found) => `${found.code}: ${describeDiagnostic(found).message}`).join();
}

config("takes the version that is given before that of package.json", () => {
  assert.is(version("1.2.3", '{"version": "2.0.0"}'), "1.2.3");
  assert.is(version(undefined, '{"version": "2.0.0"}'), "2.0.0");
  assert.is(version("1.2.3"), "1.2.3");
  assert.is(version("1.2.3", "no JSON"), "1.2.3");
});

config("drops a leading v and keeps a pre-release", () => {
  assert.is(version("v1.2.3"), "1.2.3");
  assert.is(version("1.7.0-rc.1"), "1.7.0-rc.1");
  assert.is(version(undefined, '{"version": "v1.7.0-alpha.2"}'), "1.7.0-alpha.2");
});

config("refuses what is no version", () => {
  for (const given of ["", "1", "1.2", "one", "01.2.3", "1.2.3-", "1.2.3.4", "vv1.2.3", "1.2.3\nkind: Secret"]) {
    assert.is(version(given), `version-invalid: "${given}" (--bundle-version) is no semantic version`);
  }
  assert.is(version(undefined, '{"version": "1.2"}'), 'version-invalid: "1.2" (package.json) is no semantic version');
});

config("says where the version is to come from", () => {
  assert.is(version(undefined), "file-missing: package.json is not there: it says the version of the bundle");
  for (const text of ["{}", "[]", "null", '{"version": 1}', '{"version": null}']) {
    assert.is(version(undefined, text), "version-invalid: package.json has no version", text);
  }
});

config("names the place where package.json is not JSON: json-invalid", () => {
  const marks = '<<<<<<< HEAD\n  "version": "1.0.0"\n=======\n  "version": "1.1.0"\n>>>>>>> other\n';
  for (const [text, start, cause] of [
    ["no JSON", 0],
    ["", 0],
    ['{"version": "1.0.0",}', 20],
    ['{"version": "1.0.0"', 19],
    ['{"a": 01}', 6],
    ['{"a": "\\x"}', 6],
    ["[1 2]", 3],
    ['{"a" 1}', 5],
    ["[1]]", 3],
    ['{"a": ["b", {}, [], -1.5e3, true, nul]}', 34],
    [`{\n${marks}}`, 2, ": a merge left conflict markers in it"],
  ] as const) {
    const read = readVersion(undefined, { path: "package.json", text });
    assert.is(version(undefined, text), `json-invalid: package.json is not valid JSON${cause ?? ""}`, text);
    const end = cause === undefined ? start + 1 : text.indexOf("\n", start);
    assert.equal(read.ok ? undefined : read.diagnostics[0]?.location, { file: "package.json", start, end }, text);
    assert.equal(read.ok ? undefined : read.sources, [{ path: "package.json", text }], text);
  }
});

config("finds a place in a text if and only if it is not JSON", () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.nat(),
      fc.constantFrom("", ",", '"', "}", "]", "0", "\\", "e", ":"),
      (json, at, inserted) => {
        const place = at % (json.length + 1);
        const text = json.slice(0, place) + inserted + json.slice(place);
        const error = jsonErrorAt(text);
        assert.is(error === undefined, parseJson(text) !== undefined, text);
      },
    ),
  );
});

config.run();
