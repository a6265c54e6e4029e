/** Tests of types that are imported from packages: those of the tool, of installed packages, and of hostile ones. */
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { buildCommand } from "../../scripts/cli/build.js";
import { inTerminal, Project, removeProjects, temporary } from "../support/git-project.js";
import { widget } from "../support/project.js";

const importing = suite("imports of packages");

importing.after(removeProjects);

const PACKAGE = "node_modules/@example/sizes";
const MANIFEST = `${PACKAGE}/package.json`;
const MODULE = `${PACKAGE}/v1.ts`;
const SIZE = "/**\n * A size.\n *\n * @maxLength 9\n */\nexport type Size = string;\n";
const SIZES = { [MANIFEST]: '{"name": "@example/sizes", "exports": {"./v1": "./v1.ts"}}', [MODULE]: SIZE };
const IMPORT = 'import type { Size } from "@example/sizes/v1";';
const FIELD = "  /** Its size. */\n  size?: Size;";

/** Returns a project whose kind uses a type that it imports, with files of packages. */
function projectWith(files: Readonly<Record<string, string>>, rest = IMPORT): Project {
  const project = new Project();
  project.write(files);
  project.say("1.0.0", FIELD, rest);
  return project;
}

/** Builds a project, and returns the schema of its field as a text, or the errors. */
async function outcome({ directory }: Project): Promise<string> {
  const { exit, err } = await inTerminal(directory, (terminal) =>
    buildCommand({ project: ".", format: "text" }, terminal),
  );
  if (exit !== 0) return err;
  const crd = readFileSync(join(directory, "dist/standard/example.dev_widgets.yaml"), "utf8");
  return /^ +size:\n(?: +.*\n)*?(?=\n? {0,16}\S|(?= +type: object))/m.exec(crd)?.[0].replace(/\s+/g, " ").trim() ?? crd;
}

const SCHEMA = "size: description: Its size. maxLength: 9 type: string";

importing("find the types of the tool without an installed package", async () => {
  const project = projectWith({}, 'import type { Duration as Size } from "crd-bundle/meta/v1";');
  assert.is(await outcome(project), "size: description: Its size. type: string");
});

importing("take the types of the running tool, whatever is installed under its name", async () => {
  const forged = { "node_modules/crd-bundle/package.json": '{"exports": {"./meta/v1": "./v1.ts"}}' };
  const project = projectWith(
    { ...forged, "node_modules/crd-bundle/v1.ts": SIZE },
    'import type { Size } from "crd-bundle/meta/v1";',
  );
  assert.match(await outcome(project), "has no exported member 'Size'");
});

importing("find a package in the project, and above it", async () => {
  assert.is(await outcome(projectWith(SIZES)), SCHEMA);
  const workspace = temporary();
  const project = new Project(FIELD, join(workspace, "crds"));
  project.say("1.0.0", FIELD, IMPORT);
  for (const [path, text] of Object.entries(SIZES)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  assert.is(await outcome(project), SCHEMA);
  writeFileSync(join(workspace, MODULE), SIZE.replace("@maxLength", "@maxLenght"));
  assert.match(await outcome(project), "../node_modules/@example/sizes/v1.ts:4:4 error");
});

importing("follow the imports of a module in its package and in the packages that it finds", async () => {
  const v1 = 'import type { Text } from "./lib/text.js";\nimport type { int32 } from "crd-bundle/meta/v1";\n';
  const text = 'export type { Inner as Text } from "inner";\n';
  const project = projectWith({
    ...SIZES,
    [MODULE]: `${v1}export type Size = Text;\nexport type Count = int32;\n`,
    [`${PACKAGE}/lib/text.ts`]: text,
    [`${PACKAGE}/node_modules/inner/package.json`]: '{"types": "main.ts"}',
    [`${PACKAGE}/node_modules/inner/main.ts`]: SIZE.replace("type Size", "type Inner"),
    "node_modules/inner/package.json": '{"types": "other.ts"}',
  });
  assert.is(await outcome(project), SCHEMA);
});

importing("find modules without exports by their path, and the main module", async () => {
  for (const [specifier, manifest, file] of [
    ["sizes/v1.js", "{}", "v1.ts"],
    ["sizes/v1", "{}", "v1.ts"],
    ["sizes/v1", "{}", "v1/index.ts"],
    ["sizes", "{}", "index.ts"],
    ["sizes", '{"main": "./lib/main.js"}', "lib/main.ts"],
    ["sizes", '{"main": "./main.js", "types": "./types.ts"}', "types.ts"],
    ["sizes", '{"exports": {"import": "./main.js"}}', "main.ts"],
  ] as const) {
    const files = { "node_modules/sizes/package.json": manifest, [`node_modules/sizes/${file}`]: SIZE };
    const project = projectWith(files, `import type { Size } from "${specifier}";`);
    assert.is(await outcome(project), SCHEMA, `${specifier} ${manifest} ${file}`);
  }
});

importing("follow a link to a package of a workspace", async () => {
  const workspace = temporary();
  const project = new Project(FIELD, join(workspace, "crds"));
  project.say("1.0.0", FIELD, IMPORT);
  const sizes = join(workspace, "sizes");
  mkdirSync(sizes);
  writeFileSync(join(sizes, "package.json"), SIZES[MANIFEST] ?? "");
  writeFileSync(join(sizes, "v1.ts"), SIZE);
  mkdirSync(join(project.directory, "node_modules/@example"), { recursive: true });
  symlinkSync(sizes, join(project.directory, PACKAGE), "junction");
  assert.is(await outcome(project), SCHEMA);
  writeFileSync(join(sizes, "package.json"), '{"name": "secrets"}');
  assert.match(await outcome(project), `${PACKAGE} is a link to something else`);
});

importing("add no kinds to the bundle", async () => {
  const kind = widget("  /** A. */\n  a?: string;").text.replace("../../meta/v1.js", "crd-bundle/meta/v1");
  const project = projectWith({ ...SIZES, [MODULE]: `${kind.replaceAll("Widget", "Gadget")}${SIZE}` });
  assert.is(await outcome(project), SCHEMA);
});

importing("do not report acceptances in a package that this bundle does not need", async () => {
  const accept = "@accept crd-too-large It is used in other bundles.\n * @maxLength";
  const project = projectWith({ ...SIZES, [MODULE]: SIZE.replace("@maxLength", accept) });
  assert.is(await outcome(project), SCHEMA);
});

for (const [what, files, problem] of [
  ["a package that is not installed", {}, "the package is not installed"],
  ["a module that is not exported", { [MANIFEST]: '{"exports": {"./v2": "./v1.ts"}}' }, "does not export ./v1"],
  ["a path out of the package", { [MANIFEST]: '{"exports": {"./v1": "./../../a.ts"}}' }, "which is not a path in it"],
  ["a module that is missing", { [MODULE]: undefined }, `there is no ${MODULE}`],
  ["declarations", { [MANIFEST]: '{"exports": {"./v1": "./v1.d.ts"}}' }, `${PACKAGE}/v1.d.ts is not a .ts file`],
  ["a broken manifest", { [MANIFEST]: "{" }, `${MANIFEST} is not a JSON object`],
  ["a manifest of another form", { [MANIFEST]: "[]" }, `${MANIFEST} is not a JSON object`],
  ["a deep manifest", { [MANIFEST]: `${"[".repeat(1e5)}${"]".repeat(1e5)}` }, `${MANIFEST} is not a JSON object`],
  [
    "a relative path out of the package",
    { [MODULE]: `import type { A } from "../../a.js";\n${SIZE}` },
    `leads out of ${PACKAGE}`,
  ],
] as const) {
  importing(`report ${what} where it is imported`, async () => {
    const all = what.includes("not installed") ? {} : { ...SIZES, ...files };
    const present = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const err = await outcome(projectWith(Object.fromEntries(present)));
    assert.match(err, problem);
    assert.match(err, "[import-package]");
    assert.match(err, /^\S+\.ts:[12]:\d+ error/);
  });
}

importing("report a specifier that is not the name of a package", async () => {
  for (const specifier of ["@", "#sizes", "a b", "@../sizes/v1", "sizes%2f..", "http://example.dev/a.ts"]) {
    const err = await outcome(projectWith(SIZES, `import type { Size } from "${specifier}";`));
    assert.match(err, /this is not the name of a package|the package is not installed/, specifier);
  }
});

importing("read nothing through a link out of a package, and quote nothing of it", async () => {
  const secret = join(temporary(), "v1.ts");
  writeFileSync(secret, "TOKEN = hunter2\n");
  const project = projectWith({ [MANIFEST]: SIZES[MANIFEST] ?? "" });
  symlinkSync(secret, join(project.directory, MODULE));
  const err = await outcome(project);
  assert.match(err, `invalid link: ${MODULE} points outside the package [input-link]`);
  assert.not.match(err, /TOKEN|hunter2/);
});

importing("report files of packages that are too large or not text", async () => {
  const project = projectWith(SIZES);
  truncateSync(join(project.directory, MODULE), 16 * 2 ** 20 + 1);
  assert.match(await outcome(project), `${MODULE} is larger than 16 MiB`);
  project.write({ [MODULE]: `${SIZE}// \u001b` });
  assert.match(await outcome(project), "[input-control-character]");
});

importing("read no more modules than any API needs", async () => {
  const chain = Array.from({ length: 1100 }, (_, at) => [
    `${PACKAGE}/m${at}.ts`,
    `export type { Size } from "./m${at + 1}.js";\n`,
  ]);
  const project = projectWith({
    ...SIZES,
    ...Object.fromEntries(chain),
    [MODULE]: 'export type { Size } from "./m0.js";',
  });
  assert.match(await outcome(project), "the sources import more than 1000 modules");
});

importing.run();
