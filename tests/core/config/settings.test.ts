import { suite } from "uvu";
import * as assert from "uvu/assert";
import { floorProblem, readSettings, readVersion } from "../../../scripts/core/config/settings.js";
import { SETTINGS } from "../../../scripts/core/config/settings-schema.js";
import { ADVICE_CODES } from "../../../scripts/core/diagnostics/catalog/index.js";
import { describeDiagnostic } from "../../../scripts/core/diagnostics/describe.js";
import { jsonErrorAt, parseJson } from "../../../scripts/core/model/json.js";
import { positionOf } from "../../../scripts/core/model/location.js";
import fc from "../../support/drawn.js";
import { SETTINGS_TEXT, settingsFrom } from "../../support/project.js";
import { versionFrom } from "../../support/versions.js";

const config = suite("settings");

const PATH = "apis/bundle.yaml";

/** Returns the errors in the settings: location, code and message. */
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

/** Returns the test settings with one part replaced. */
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
    channels: ["standard", "experimental"],
    kubernetes: { oldest: "1.33", newest: "1.37" },
    preserveUnknownFields: "root",
    descriptions: "reflowed",
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

config("keeps every object by itself, and reflows descriptions", () => {
  const { preserveUnknownFields, descriptions } = settingsFrom(SETTINGS_TEXT);
  assert.equal([preserveUnknownFields, descriptions], ["every-object", "reflowed"]);
});

/** Required settings, each with the lines to remove and the location of the diagnostic. */
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
    '2:1 config-key-unknown "tittle" is not a known key; did you mean "title"?',
  ],
  ["name: example", "name: example\ncolour: red", '2:1 config-key-unknown "colour" is not a known key'],
  [
    "  channel: ",
    "  channels: x\n  channel: ",
    '5:3 config-key-unknown "annotations.channels" is not a known key; did you mean "channel"?',
  ],
  [
    "  x.example.dev:\n",
    "  x.example.dev:\n    aproval: a\n",
    '10:5 config-key-unknown "groups.x.example.dev.aproval" is not a known key; did you mean "approval"?',
  ],
  ["  oldest", "  latest: 1\n  oldest", '12:3 config-key-unknown "kubernetes.latest" is not a known key'],
  ["name: example", "name: example\n__proto__: {title: b}", '2:1 config-key-unknown "__proto__" is not a known key'],
  ["name: example", "name: example\nconstructor: a", '2:1 config-key-unknown "constructor" is not a known key'],
  ["name: example", "name: example\n1: a", '2:1 config-key-unknown "1" is not a known key'],
  ["name: example", "name: example\n1.50: a", '2:1 config-key-unknown "1.50" is not a known key'],
  ["name: example", "name: example\nnull: a", '2:1 config-key-unknown "null" is not a known key'],
  ["name: example", 'name: example\n"": a', '2:2 config-key-unknown "" is not a known key'],
  ["name: example", "name: example\n<<: {title: a}", '2:1 config-key-unknown "<<" is not a known key'],
];

for (const [from, to, mistake] of UNKNOWN) {
  config(`does not know ${to.split("\n").at(-1)}`, () => assert.equal(mistakes(changed(from, to)), [mistake]));
}

const NAME = "must be at most 63 lowercase letters, digits, and hyphens";
const KEY = "must be an annotation key, such as example.dev/channel";
const MINOR = 'must be a minor version in quotes, such as "1.32"';
const GROUP = "must be a DNS name with a dot, in lowercase";
const ADDRESS =
  '11:15 invalid value for "groups.x.example.dev.approval": must be an http or https URL or start with unapproved';
const LIST = "must be a list of one or more of standard, experimental";

const VALUES: readonly (readonly [from: string, to: string, mistake: string])[] = [
  ["name: example", "name: Example", `1:7 invalid value for "name": ${NAME}`],
  ["name: example", "name: -a", `1:7 invalid value for "name": ${NAME}`],
  ["name: example", `name: ${"a".repeat(64)}`, `1:7 invalid value for "name": ${NAME}`],
  ["name: example", "name: ../x", `1:7 invalid value for "name": ${NAME}`],
  ["name: example", "name: 1", `1:7 invalid value for "name": ${NAME}`],
  ["name: example", "name:", `1:5 invalid value for "name": ${NAME}`],
  ["name: example", "name: [a]", `1:7 invalid value for "name": ${NAME}`],
  ["name: example", "name: {a: b}", `1:7 invalid value for "name": ${NAME}`],
  [
    "title: Example",
    "title: 5",
    '2:8 invalid value for "title": must be one line without double quotes, braces, or backslashes',
  ],
  [
    "title: Example",
    'title: " "',
    '2:9 invalid value for "title": must be one line without double quotes, braces, or backslashes',
  ],
  [
    "title: Example",
    'title: "a\\nkind: Secret"',
    '2:9 invalid value for "title": must be one line without double quotes, braces, or backslashes',
  ],
  [
    "title: Example",
    "title: |\n  a\n  b",
    '3:1 invalid value for "title": must be one line without double quotes, braces, or backslashes',
  ],
  ["example.dev/bundle-version", "a b", `4:18 invalid value for "annotations.bundleVersion": ${KEY}`],
  ["example.dev/bundle-version", "/a", `4:18 invalid value for "annotations.bundleVersion": ${KEY}`],
  [
    "example.dev/bundle-version",
    `example.dev/${"a".repeat(64)}`,
    `4:18 invalid value for "annotations.bundleVersion": ${KEY}`,
  ],
  ["example.dev/bundle-version", "example..dev/a", `4:18 invalid value for "annotations.bundleVersion": ${KEY}`],
  ["example.dev/bundle-version", `${"a".repeat(254)}/a`, `4:18 invalid value for "annotations.bundleVersion": ${KEY}`],
  ["example.dev/channel", "api-approved.kubernetes.io", `5:12 invalid value for "annotations.channel": ${KEY}`],
  ["example.dev/bundle-version", "1", `4:18 invalid value for "annotations.bundleVersion": ${KEY}`],
  ["example.dev/channel", "a/b/c", `5:12 invalid value for "annotations.channel": ${KEY}`],
  [
    "example.dev/channel",
    "example.dev/bundle-version",
    '5:12 invalid value for "annotations.channel": must differ from the key for the bundle version',
  ],
  [
    "  example.dev:",
    "  example:",
    '7:3 invalid value for "groups.example": must be a DNS name with a dot, in lowercase',
  ],
  [
    "  example.dev:",
    "  Example.dev:",
    '7:3 invalid value for "groups.Example.dev": must be a DNS name with a dot, in lowercase',
  ],
  [
    "  example.dev:",
    "  __proto__:",
    '7:3 invalid value for "groups.__proto__": must be a DNS name with a dot, in lowercase',
  ],
  [
    "  example.dev:",
    `  ? ${"a".repeat(250)}.dev\n  :`,
    `7:5 invalid value for "groups.${"a".repeat(250)}.dev": ${GROUP}`,
  ],
  ["  example.dev:", "  ../x.dev:", `7:3 invalid value for "groups.../x.dev": ${GROUP}`],
  ["  example.dev:", "  example..dev:", `7:3 invalid value for "groups.example..dev": ${GROUP}`],
  [
    "  example.dev:",
    "  con.example.dev:",
    '7:3 invalid value for "groups.con.example.dev": must not be a device name of Windows',
  ],
  ...["all.json", "index.json", "index.d.ts", "meta.d.ts"].map(
    (name) =>
      [
        "  example.dev:",
        `  ${name}:`,
        `7:3 invalid value for "groups.${name}": must differ from the names of output files`,
      ] as const,
  ),
  [
    "  example.dev:",
    "  gateway.k8s.io:",
    '7:3 invalid value for "groups.gateway.k8s.io.approval": must be set, because the API server rejects CRDs of this protected group without it',
  ],
  [
    "  example.dev:",
    "  kubernetes.io:",
    '7:3 invalid value for "groups.kubernetes.io.approval": must be set, because the API server rejects CRDs of this protected group without it',
  ],
  [
    "[experimental]",
    "[experimental]\n    approval: yes",
    '11:15 invalid value for "groups.x.example.dev.approval": must be an http or https URL or start with unapproved',
  ],
  ["[experimental]", "[experimental]\n    approval: see https://example.dev/1", ADDRESS],
  ["[experimental]", "[experimental]\n    approval: https://", ADDRESS],
  ["[experimental]", "[experimental]\n    approval: https:///1", ADDRESS],
  ["[experimental]", "[experimental]\n    approval: https://example.dev/%zz", ADDRESS],
  ["[experimental]", "experimental", `10:15 invalid value for "groups.x.example.dev.channels": ${LIST}`],
  ["[experimental]", "[]", `10:15 invalid value for "groups.x.example.dev.channels": ${LIST}`],
  ["[experimental]", "", `10:13 invalid value for "groups.x.example.dev.channels": ${LIST}`],
  [
    "[experimental]",
    "[experimental, beta]",
    '10:30 invalid value for "groups.x.example.dev.channels": must be one of standard, experimental',
  ],
  [
    "[experimental]",
    "[experimental, 1]",
    '10:30 invalid value for "groups.x.example.dev.channels": must be one of standard, experimental',
  ],
  [
    "[experimental]",
    "[experimental, experimental]",
    '10:30 invalid value for "groups.x.example.dev.channels": must not list a channel twice',
  ],
  [
    "[experimental]",
    "[standard]",
    '10:15 invalid value for "groups.x.example.dev.channels": must include experimental, because that channel contains everything in standard',
  ],
  ['"1.33"', "1.33", `12:11 invalid value for "kubernetes.oldest": ${MINOR}`],
  ['"1.33"', '"1.33.2"', `12:12 invalid value for "kubernetes.oldest": ${MINOR}`],
  ['"1.33"', '"v1.33"', `12:12 invalid value for "kubernetes.oldest": ${MINOR}`],
  ['"1.33"', '"1.x"', `12:12 invalid value for "kubernetes.oldest": ${MINOR}`],
  ...["1.5", "1.24", "1.38", "1.99"].map(
    (version) =>
      [
        '"1.33"',
        `"${version}"`,
        '12:12 invalid value for "kubernetes.oldest": must be a version from 1.25 to 1.37',
      ] as const,
  ),
  ['"1.37"', '"1.07"', `13:12 invalid value for "kubernetes.newest": ${MINOR}`],
  [
    '"1.37"',
    '"1.9"',
    '13:12 invalid value for "kubernetes.newest": must be later than or equal to 1.33, the oldest version',
  ],
  [
    "name: example",
    "name: example\npreserveUnknownFields: true",
    '2:24 invalid value for "preserveUnknownFields": must be one of every-object, root, none',
  ],
  [
    "name: example",
    "name: example\npreserveUnknownFields:",
    '2:22 invalid value for "preserveUnknownFields": must be one of every-object, root, none',
  ],
  [
    "name: example",
    "name: example\ndescriptions: kept",
    '2:15 invalid value for "descriptions": must be one of reflowed, as-written',
  ],
];

for (const [from, to, mistake] of VALUES) {
  config(`refuses ${JSON.stringify(to)} for ${from.trim()}`, () => {
    const [place, ...words] = mistake.split(" ");
    assert.equal(mistakes(changed(from, to)), [`${place} config-value ${words.join(" ")}`]);
  });
}

/** Settings of the wrong type: each causes one diagnostic and no further ones. */
const FORMS: readonly (readonly [from: RegExp, to: string, mistake: string])[] = [
  [
    /title: Example/,
    'title: "a\\rb"',
    "2:9 config-yaml the file is not valid YAML: a string contains the control character U+000D",
  ],
  [
    /title: Example/,
    'title: "a\\Lb"',
    "2:9 config-yaml the file is not valid YAML: a string contains the control character U+2028",
  ],
  [
    /title: Example/,
    'title: "a\\Nb"',
    "2:9 config-yaml the file is not valid YAML: a string contains the control character U+0085",
  ],
  [/^[\s\S]*$/, "- name: example\n", '1:1 config-value invalid value for "apis/bundle.yaml": must be a mapping'],
  [/^[\s\S]*$/, "example", '1:1 config-value invalid value for "apis/bundle.yaml": must be a mapping'],
  [/^[\s\S]*$/, "null", '1:1 config-value invalid value for "apis/bundle.yaml": must be a mapping'],
  [
    /annotations:\n(?: .*\n)+/,
    "annotations: a\n",
    '3:14 config-value invalid value for "annotations": must be a mapping',
  ],
  [
    /annotations:\n(?: .*\n)+/,
    "annotations:\n",
    '3:12 config-value invalid value for "annotations": must be a mapping',
  ],
  [/groups:\n(?: .*\n)+/, "groups: [example.dev]\n", '6:9 config-value invalid value for "groups": must be a mapping'],
  [/groups:\n(?: .*\n)+/, "groups: {}\n", '6:9 config-value invalid value for "groups": must have at least one group'],
  [
    / {2}x.example.dev:\n.*\n/,
    "  x.example.dev:\n",
    '9:16 config-value invalid value for "groups.x.example.dev": must be a mapping',
  ],
  [
    / {2}x.example.dev:\n.*\n/,
    "  x.example.dev: [experimental]\n",
    '9:18 config-value invalid value for "groups.x.example.dev": must be a mapping',
  ],
  [
    /kubernetes:\n(?: .*\n)+/,
    'kubernetes: "1.33"\n',
    '11:14 config-value invalid value for "kubernetes": must be a mapping',
  ],
];

for (const [from, to, mistake] of FORMS) {
  config(`refuses the form of ${JSON.stringify(to)}`, () => {
    assert.equal(mistakes(SETTINGS_TEXT.replace(from, to)), [mistake]);
  });
}

/** Invalid YAML, or YAML that is not supported here, with the location and a part of the message. */
const NO_YAML: readonly (readonly [name: string, text: string, place: string, words: RegExp])[] = [
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
  ["a tab", "annotations:\n\tchannel: a\n", "2:1", /: a line is indented with a tab$/],
  ["a tab at the top", "# Settings\n  \ttitle: a\n", "2:1", /: a line is indented with a tab$/],
  [
    "conflict markers of a merge",
    "title: a\n<<<<<<< HEAD\na: b\n",
    "2:1",
    /: it contains conflict markers of a merge$/,
  ],
  ["a mapping in a line", "title: a: b\n", "1:9", /: bad indentation of a mapping entry$/],
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
    assert.match(only ?? "", new RegExp(`^${place} config-yaml the file is not valid YAML: `));
    assert.match(only ?? "", words);
  });
}

const ONE_CHANNEL = SETTINGS_TEXT.replace("groups:", "channels: [standard]\ngroups:").replace(
  "  x.example.dev:\n    channels: [experimental]\n",
  "",
);

config("reads the channels of a bundle, and compares those of its groups with them", () => {
  const one = ONE_CHANNEL.replace("[standard, experimental]", "[standard]");
  assert.equal(settingsFrom(one).channels, ["standard"]);
  assert.equal(settingsFrom(one.replaceAll("standard", "experimental")).channels, ["experimental"]);
  assert.equal(mistakes(ONE_CHANNEL), [
    '9:15 config-value invalid value for "groups.example.dev.channels": must list only channels of the bundle: standard',
  ]);
  assert.equal(mistakes(one.replace("channels: [standard]", "channels: [beta]")), [
    '6:12 config-value invalid value for "channels": must be one of standard, experimental',
    '9:15 config-value invalid value for "groups.example.dev.channels": must include experimental, because that channel contains everything in standard',
  ]);
});

const SERVICE = "service: { name: widgets, namespace: system }";

/** Returns settings with a webhook for one kind. */
function withWebhook(clientConfig: string, versions = "[v1]", strategy = "Webhook"): string {
  const webhook = `{ clientConfig: { ${clientConfig} }, conversionReviewVersions: ${versions} }`;
  return `${SETTINGS_TEXT}kinds:\n  widgets.example.dev:\n    conversion:\n      strategy: ${strategy}\n      webhook: ${webhook}\n`;
}

config("reads the conversion webhooks of kinds", () => {
  const { kinds = [] } = settingsFrom(withWebhook(`${SERVICE}, caBundle: "Cg=="`));
  assert.equal(
    kinds.map(({ location: _, ...kind }) => kind),
    [
      {
        name: "widgets.example.dev",
        conversion: {
          strategy: "Webhook",
          webhook: {
            clientConfig: { service: { name: "widgets", namespace: "system" }, caBundle: "Cg==" },
            conversionReviewVersions: ["v1"],
          },
        },
      },
    ],
  );
  for (const path of ["", "/", "/a/b/", "/a.b"]) {
    assert.equal(mistakes(withWebhook(`service: { name: a, namespace: b, path: "${path}", port: 1 }`)), [], path);
  }
  assert.equal(mistakes(withWebhook("url: https://example.dev:8443/convert", "[v2, v1beta1]")), []);
});

config("checks conversion webhooks as the API server does", () => {
  const at = "kinds.widgets.example.dev.conversion";
  const client = `${at}.webhook.clientConfig`;
  const cases: readonly (readonly [text: string, problem: string])[] = [
    [withWebhook(`url: https://a.dev, ${SERVICE}`), `${client}": must have either url or service`],
    [withWebhook('caBundle: "Cg=="'), `${client}": must have either url or service`],
    [withWebhook("url: http://a.dev"), `${client}.url": must have the scheme https`],
    [withWebhook("url: https://a@b.dev"), `${client}.url": must not contain a user`],
    [withWebhook("url: 1"), `${client}.url": must be a string`],
    [withWebhook(`${SERVICE}, caBundle: "?"`), `${client}.caBundle": must be base64`],
    [
      withWebhook("service: { name: a, namespace: b, port: 65536 }"),
      `${client}.service.port": must be an integer between 1 and 65535`,
    ],
    [
      withWebhook("service: { name: a, namespace: b, path: convert }"),
      `${client}.service.path": must start with a slash`,
    ],
    [
      withWebhook("service: { name: a, namespace: b, path: /A }"),
      `${client}.service.path": must consist of DNS names in lowercase, separated by slashes`,
    ],
    [withWebhook('service: { name: "", namespace: b }'), `${client}.service.name": must be a DNS name in lowercase`],
    [withWebhook(SERVICE, "[v1, v1]"), `${at}.webhook.conversionReviewVersions": is listed more than once`],
    [
      withWebhook(SERVICE, "v1"),
      `${at}.webhook.conversionReviewVersions": must be a list of versions of ConversionReview, such as [v1]`,
    ],
    [
      withWebhook(SERVICE, "[]"),
      `${at}.webhook.conversionReviewVersions": must contain v1 or v1beta1, which are the versions that the API server knows`,
    ],
    [
      withWebhook(SERVICE, "[v2]"),
      `${at}.webhook.conversionReviewVersions": must contain v1 or v1beta1, which are the versions that the API server knows`,
    ],
    [
      withWebhook(SERVICE, "[v1]", "None"),
      `${at}.strategy": must be Webhook; for the strategy None, omit the conversion`,
    ],
  ];
  for (const [text, problem] of cases) {
    const [only = "", ...others] = mistakes(text);
    assert.equal(others, [], text);
    assert.match(only, `invalid value for "${problem}`);
  }
  assert.match(mistakes(withWebhook("service: { name: a }"))[0] ?? "", 'service.namespace" is missing');
  assert.match(mistakes(withWebhook(`${SERVICE}, cabundle: a`))[0] ?? "", 'cabundle" is not a known key; did you mean');
  for (const name of ["widgets", "__proto__", "Widgets.example.dev"]) {
    const text = withWebhook(SERVICE).replace("widgets.example.dev", name);
    assert.match(mistakes(text).join(), "must be the name of a CRD, such as widgets.example.dev");
  }
});

config("reads the levels of advice, and off without quotes", () => {
  const text = `${SETTINGS_TEXT}levels:\n  crd-too-large: off\n  rule-optional-read: error\n`;
  assert.equal(
    [...(settingsFrom(text).levels ?? [])],
    [
      ["crd-too-large", "off"],
      ["rule-optional-read", "error"],
    ],
  );
  assert.equal([...(settingsFrom(`${SETTINGS_TEXT}levels: {}\n`).levels ?? ["unset"])], []);
});

config("accepts levels only for advice", () => {
  const of = (levels: string) => mistakes(`${SETTINGS_TEXT}levels:${levels}\n`);
  const codes = `(codes with a level: ${ADVICE_CODES.join(", ")})`;
  assert.equal(of("\n  crd-to-large: off"), [
    `15:3 config-value invalid value for "levels.crd-to-large": "crd-to-large" is not the code of a diagnostic; did you mean crd-too-large? ${codes}`,
  ]);
  assert.equal(of("\n  tag-unknown: off"), [
    `15:3 config-value invalid value for "levels.tag-unknown": tag-unknown is always an error ${codes}`,
  ]);
  assert.equal(of("\n  __proto__: off"), [
    `15:3 config-value invalid value for "levels.__proto__": "__proto__" is not the code of a diagnostic ${codes}`,
  ]);
  const level = 'invalid value for "levels.crd-too-large": must be one of error, warning, off';
  assert.equal(of("\n  crd-too-large: false"), [`15:18 config-value ${level}`]);
  assert.equal(of("\n  crd-too-large: Off"), [`15:18 config-value ${level}`]);
  assert.equal(of(" off"), ['14:9 config-value invalid value for "levels": must be a mapping']);
});

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
    '1:1 config-key-unknown "tittle" is not a known key; did you mean "title"?',
    `2:7 config-value invalid value for "name": ${NAME}`,
    '3:1 config-key-missing "annotations.bundleVersion" is missing',
    `4:12 config-value invalid value for "annotations.channel": ${KEY}`,
    '6:3 config-value invalid value for "groups.example": must be a DNS name with a dot, in lowercase',
    '7:16 config-value invalid value for "groups.example.channels": must be one of standard, experimental',
    '8:5 config-key-unknown "groups.example.colour" is not a known key',
    '9:3 config-key-missing "groups.k8s.io.channels" is missing',
    '10:15 config-value invalid value for "groups.k8s.io.approval": must be an http or https URL or start with unapproved',
    '11:1 config-key-missing "kubernetes.newest" is missing',
    `12:11 config-value invalid value for "kubernetes.oldest": ${MINOR}`,
    '13:24 config-value invalid value for "preserveUnknownFields": must be one of every-object, root, none',
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
const FLOOR =
  '16:11 config-value invalid value for "admission.floor": must be three numbers in quotes, such as "1.5.0"';
const POLICY = '15:9 config-value invalid value for "admission.name": must be a DNS name with a dot, in lowercase';

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
    '15:3 config-key-unknown "admission.nam" is not a known key; did you mean "name"?',
  ]);
});

/** Describes the diagnostic for the floor 1.5.0 in a bundle of the given version. */
function floorOf(version: string, text = ADMISSION): string | undefined {
  const diagnostic = floorProblem(settingsFrom(text), versionFrom(version));
  return (
    diagnostic && `${positionOf(text, diagnostic.location?.start ?? -1).line} ${describeDiagnostic(diagnostic).message}`
  );
}

config("does not take a floor above the bundle itself", () => {
  const problem = (version: string) =>
    `16 invalid value for "admission.floor": must be less than or equal to the version of the bundle, ${version}`;
  assert.is(floorOf("1.4.9"), problem("1.4.9"));
  assert.is(floorOf("0.9.0"), problem("0.9.0"));
  for (const version of ["1.5.0", "1.5.0-rc.1", "1.5.1", "2.0.0"]) assert.is(floorOf(version), undefined, version);
  assert.is(floorOf("0.0.1", SETTINGS_TEXT), undefined);
});

for (const directory of ["../x", "/x", "a/../b", "a//b", "./a", "aux/reports", ".git"]) {
  config(`does not take the directory of reports ${directory}`, () =>
    assert.equal(mistakes(`${SETTINGS_TEXT}reports: ${directory}\n`), [
      '14:10 config-value invalid value for "reports": must be a directory inside the project',
    ]),
  );
}

/** Returns the version, or the diagnostic if it is invalid. */
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
    assert.is(version(given), `version-invalid: --bundle-version must be a semantic version, not "${given}"`);
  }
  assert.is(
    version(undefined, '{"version": "1.2"}'),
    'version-invalid: the version in package.json must be a semantic version, not "1.2"',
  );
});

config("says where the version is to come from", () => {
  assert.is(version(undefined), "file-missing: package.json is missing: it must contain the version of the bundle");
  assert.is(version(undefined, "{}"), "version-invalid: package.json has no version");
  for (const value of ["1", "null", "1.2", '["1.2.3"]']) {
    const problem = `version-invalid: the version in package.json must be a string in quotes, not ${value}`;
    assert.is(version(undefined, `{"version": ${value}}`), problem);
  }
});

config("rejects a package.json that is not an object: json-invalid", () => {
  for (const [text, start] of [
    ["[]", 0],
    ["\n[1]", 1],
    ["null", 0],
    ['"1.0.0"', 0],
  ] as const) {
    const read = readVersion(undefined, { path: "package.json", text });
    assert.is(version(undefined, text), "json-invalid: package.json is not a JSON object", text);
    assert.is(read.ok ? undefined : read.diagnostics[0]?.location?.start, start, text);
  }
});

config("names the place where package.json is not JSON: json-invalid", () => {
  const marks = '<<<<<<< HEAD\n  "version": "1.0.0"\n=======\n  "version": "1.1.0"\n>>>>>>> other\n';
  for (const [text, start, cause] of [
    ["no JSON", 0],
    ["", 0, ": it is empty"],
    ['{"version": "1.0.0",}', 20],
    ['{"version": "1.0.0"', 19],
    ['{"a": 01}', 6],
    ['{"a": "\\x"}', 6],
    ["[1 2]", 3],
    ['{"a" 1}', 5],
    ["[1]]", 3],
    ['{"a": ["b", {}, [], -1.5e3, true, nul]}', 34],
    [`{\n${marks}}`, 2, ": it contains conflict markers of a merge"],
  ] as const) {
    const read = readVersion(undefined, { path: "package.json", text });
    assert.is(version(undefined, text), `json-invalid: package.json is not valid JSON${cause ?? ""}`, text);
    const end = text.includes("<<<") ? text.indexOf("\n", start) : start + 1;
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

config("reports that a file is empty", () => {
  for (const text of ["", "\n", "# nothing\n  # yet\n"]) {
    assert.equal(mistakes(text), ["1:1 config-empty apis/bundle.yaml is empty"]);
  }
});

config("reports the cause if package.json is not JSON", () => {
  const problem = (text: string) => {
    const read = readVersion(undefined, { path: "package.json", text });
    return read.ok ? [] : read.diagnostics.map((diagnostic) => Object.values(describeDiagnostic(diagnostic)));
  };
  const smallest = 'Correct the file at the reported position. The smallest valid file is `{"version": "0.1.0"}`.';
  assert.equal(problem(""), [["package.json is not valid JSON: it is empty", smallest]]);
  assert.equal(problem('{"version": '), [["package.json is not valid JSON", smallest]]);
  const [[message, fix] = []] = problem("{\n<<<<<<< HEAD\n}");
  assert.is(message, "package.json is not valid JSON: it contains conflict markers of a merge");
  assert.match(fix ?? "", /Resolve the conflict/);
});

config.run();
