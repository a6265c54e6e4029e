/** The published schema of the settings agrees with the reader of the settings. */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { settingsJsonSchema } from "../../../scripts/core/config/json-schema.js";
import { readSettings } from "../../../scripts/core/config/settings.js";
import { SETTINGS } from "../../../scripts/core/config/settings-schema.js";
import { describeDiagnostic } from "../../../scripts/core/diagnostics/describe.js";
import { isJsonObject, type Json, type JsonObject } from "../../../scripts/core/model/json.js";
import { loadYaml } from "../../../scripts/core/yaml/yaml.js";
import { editorWith } from "../../emit/language-server.js";
import fc from "../../support/drawn.js";
import { matchesGolden, ROOT } from "../../support/golden.js";
import { schemaProblems } from "../../support/json-schemas.js";
import { SETTINGS_TEXT } from "../../support/project.js";

const published = suite("the JSON Schema of the settings");

const FILE = join(ROOT, "docs/schemas/settings.json");

/** Valid settings that have every key. */
const EVERY_KEY = `${SETTINGS_TEXT}channels: [standard, experimental]
descriptions: as-written
kinds:
  widgets.example.dev:
    conversion:
      strategy: Webhook
      webhook:
        clientConfig: {service: {name: widgets, namespace: default, path: /convert, port: 443}, caBundle: Cg==}
        conversionReviewVersions: [v1]
admission:
  name: safe-upgrades.example.dev
  floor: "0.1.0"
reports: docs/reports
preserveUnknownFields: root
levels:
  crd-too-large: "off"
`;
const loaded = loadYaml(EVERY_KEY);
if (!("value" in loaded) || !isJsonObject(loaded.value)) throw new Error("the settings are no mapping");
const VALID = loaded.value;

published("is the one of this version: npm test -- --update json-schema", () => {
  matchesGolden(`${JSON.stringify(settingsJsonSchema(), undefined, 2)}\n`, FILE);
});

published("has every setting", () => {
  const known = Object.keys(VALID).filter((key) => SETTINGS.some((setting) => setting.key === key));
  assert.equal(Object.keys((settingsJsonSchema().properties as JsonObject) ?? {}).sort(), known.sort());
  assert.equal(disagreement(VALID), undefined);
});

/** Mistakes that a schema does not see: comparisons of values, and limits of operating systems and of numbers. */
const BEYOND = [
  "must differ from the key for the bundle version",
  /^must be later than or equal to /,
  "must be a directory inside the project", // NUL is a file that Windows reserves
  'must be three numbers in quotes, such as "1.5.0"', // 99999999999999999999.0.0
  /^must list only channels of the bundle: /,
  "must have either url or service",
  "must be base64",
];

/** Returns how the schema and the reader differ about settings, or undefined if they agree. */
function disagreement(settings: Json): string | undefined {
  const read = readSettings({ path: "apis/bundle.yaml", text: JSON.stringify(settings) });
  const problems = schemaProblems("settings", settings);
  if (read.ok) return problems.length === 0 ? undefined : `valid, but ${problems.join()}: ${JSON.stringify(settings)}`;
  if (problems.length > 0) return undefined;
  const messages = read.diagnostics.map((diagnostic) => describeDiagnostic(diagnostic).message);
  const missed = messages.filter((message) => !isBeyond(message.replace(/^invalid value for "[^"]*": /, "")));
  return missed.length === 0 ? undefined : `only the reader reports ${missed.join()}: ${JSON.stringify(settings)}`;
}

function isBeyond(message: string): boolean {
  return BEYOND.some((known) => (typeof known === "string" ? known === message : known.test(message)));
}

/** Every value in the settings by its path, in which keys are joined by slashes, as they contain dots. */
function placesIn(value: Json, path: readonly string[] = []): (readonly string[])[] {
  const inner = isJsonObject(value)
    ? Object.entries(value).flatMap(([key, each]) => placesIn(each, [...path, key]))
    : [];
  return [path, ...inner];
}

/** The value of a key that is removed. */
const REMOVED = undefined;

/** Returns the settings with another value at a path, or without it. */
function withValue(settings: Json, [key, ...rest]: readonly string[], value: Json | undefined): Json {
  if (key === undefined) return value ?? {};
  const { [key]: before = {}, ...others } = isJsonObject(settings) ? settings : {};
  if (rest.length === 0 && value === REMOVED) return others;
  return { ...others, [key]: rest.length === 0 && value !== REMOVED ? value : withValue(before, rest, value) };
}

/** Strings near the limits of names, versions, paths and titles. */
const EDGES = [
  ..."a A -a a- a.b a_b .a a..b a/b a/b/c example.dev/x example.dev/-x Example.dev/x api-approved.kubernetes.io".split(
    " ",
  ),
  ..."a.k8s.io k8s.io kubernetes.io all.json index.d.ts con.example nul 1.24 1.25 1.37 1.38 1.5.0 01.0.0 1.0 v1.0.0".split(
    " ",
  ),
  ..."docs/../x docs/.x docs//x /docs docs/NUL https://a.b/1 ftp://a unapproved, unapproved https://a%zz".split(" "),
  ..."standard experimental root every-object error off crd-too-large tag-unknown __proto__ constructor".split(" "),
  ...["", " a", "a b", 'a "b"', "a{b", "a\nb", "a\u2028b", "a\u0000", "unapproved because", "99999999999999999999.0.0"],
  ...[63, 64].flatMap((length) => ["a".repeat(length), `example.dev/${"a".repeat(length)}`]),
  ...[253, 254].flatMap((length) => [`a.${"b".repeat(length - 2)}`, `a.${"b".repeat(length - 2)}/c`]),
];
const VALUES: readonly Json[] = [
  ...EDGES,
  ...[null, true, 0, 1.33, [], {}, { a: 1 }],
  ...[["standard"], ["experimental"], ["experimental", "standard"], ["experimental", "experimental"], ["beta"], [1]],
];

published("and the reader agree about each value in each place", () => {
  const places = placesIn(VALID);
  const changed = places.flatMap((path) => [REMOVED, ...VALUES].map((value) => withValue(VALID, path, value)));
  const added = places.flatMap((path) => EDGES.map((key) => withValue(VALID, [...path, key], "a")));
  assert.ok(changed.length > 1000 && added.length > 1000);
  assert.equal(
    [...changed, ...added].map(disagreement).filter((each) => each !== undefined),
    [],
  );
});

const group = fc.record(
  { channels: fc.constantFrom(...VALUES), approval: fc.constantFrom(...VALUES) },
  { requiredKeys: [] },
);
const drawn = fc.record(
  { groups: fc.dictionary(fc.constantFrom(...EDGES), group as fc.Arbitrary<Json>, { maxKeys: 3 }), name: fc.string() },
  { requiredKeys: [] },
);

published("and the reader agree about drawn settings", () => {
  fc.assert(
    fc.property(drawn, (parts) => {
      const found = disagreement({ ...VALID, ...(JSON.parse(JSON.stringify(parts)) as JsonObject) });
      assert.is(found, undefined);
    }),
  );
});

published("underlines a mistake in an editor, and nothing else", async () => {
  const editor = editorWith(FILE);
  assert.equal(await editor(EVERY_KEY), []);
  const underlined = await editor(EVERY_KEY.replace("title:", "titel:").replace("[experimental]", "[standard]"));
  assert.equal(
    underlined.map(({ line }) => line).sort((a, b) => a - b),
    [1, 2, 10],
  );
});

published.run();
