/** Tests of `crd-bundle init`: the files of a new project, its questions, and directories that are not empty. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type InitOptions, initCommand } from "../../scripts/cli/init.js";
import { crdBundle } from "../support/command-line.js";
import { inTerminal, type Result, removeProjects, temporary, type World } from "../support/git-project.js";
import { matchesGolden, ROOT } from "../support/golden.js";
import { schemaProblems } from "../support/json-schemas.js";

const init = suite("cli/init");
init.after(removeProjects);

const WIDGETS = { group: "example.dev", kind: "Widget" } as const;
const KIND = "apis/example.dev/v1/widget.ts";

/** Runs the command in a directory. */
function run(directory: string, options: Partial<InitOptions>, world?: World): Promise<Result> {
  const given: InitOptions = { project: "widgets", format: "text", ...options };
  return inTerminal(directory, (terminal) => initCommand(given, terminal), world);
}

/** Returns all files below a directory with their text, without following links. */
function filesIn(directory: string): Record<string, string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => [entry, join(entry.parentPath, entry.name)] as const);
  return Object.fromEntries(
    paths
      .filter(([entry]) => !entry.isDirectory())
      .map(([entry, path]) => [path.slice(directory.length + 1), entry.isFile() ? readFileSync(path, "utf8") : "other"])
      .sort(([a = ""], [b = ""]) => (a < b ? -1 : 1)),
  );
}

/** Writes files into the directory of the project. */
function having(files: Readonly<Record<string, string>>): string {
  const directory = temporary();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, "widgets", path)), { recursive: true });
    writeFileSync(join(directory, "widgets", path), text);
  }
  return directory;
}

/** Returns the codes of the diagnostics in the printed text. */
function codesIn({ err }: Result): string[] {
  return [...err.matchAll(/\[([a-z-]+)\]$/gm)].map(([, code = ""]) => code);
}

/** The path of this checkout depends on the machine. */
function withoutCheckout(text: string): string {
  return text.replaceAll(/"file:[^"]*"/g, '"file:…/scripts"');
}

for (const [name, options] of Object.entries({
  both: WIDGETS,
  standard: { ...WIDGETS, channels: ["standard"] },
  experimental: { group: "gateway.k8s.io", kind: "HTTPRoute", name: "my-routes", channels: ["experimental"] },
} as const)) {
  init(`writes the files of a project: ${name}`, async () => {
    const directory = temporary();
    const { exit, out, err } = await run(directory, options);
    assert.is(exit, 0);
    assert.match(
      err,
      /^crd-bundle runs from a checkout, so package\.json refers to the directory \S+\/scripts on this computer\./,
    );
    const files = Object.entries(filesIn(directory)).map(([path, text]) => `--- ${path}\n${withoutCheckout(text)}`);
    matchesGolden(`${out}${files.join("")}`, join(ROOT, `tests/cli/init/${name}.txt`));
  });
}

init("creates a project in the current directory, and below a directory that is not there", async () => {
  const directory = temporary();
  mkdirSync(join(directory, "gadgets"));
  const here = await run(join(directory, "gadgets"), { ...WIDGETS, project: "." });
  assert.match(here.out, "To build the bundle:\n  npm install\n  npx --no crd-bundle build\n");
  assert.match(readFileSync(join(directory, "gadgets/apis/bundle.yaml"), "utf8"), "\nname: gadgets\n");
  const below = await run(directory, { ...WIDGETS, project: "a b/it's/c" });
  assert.match(below.out, "\n  cd 'a b/it'\\''s/c' && npm install\n");
});

init("names the bundle after its kind if the name of the directory cannot be one", async () => {
  for (const [directory, name] of [
    ["My-Widgets", "my-widgets"],
    ["my_widgets", "widgets"],
    ["crd-bundle", "widgets"],
    ["-", "widgets"],
  ] as const) {
    const parent = temporary();
    assert.is((await run(parent, { ...WIDGETS, project: directory })).exit, 0);
    const { name: written } = JSON.parse(readFileSync(join(parent, directory, "package.json"), "utf8"));
    assert.is(written, name);
  }
});

init("asks for what is missing, again after an answer that is not valid, and takes defaults", async () => {
  const directory = temporary();
  const answers = ["example", " example.dev ", "widget", "Widget", "", "beta", "experimental"];
  const { exit, out, err } = await run(directory, {}, { answers });
  assert.is(exit, 0);
  assert.match(out, "Created:\n  widgets/package.json\n");
  const dialog = [
    "API group, such as example.dev: It must be a DNS name with a dot, in lowercase.",
    "API group, such as example.dev: Kind, such as Widget: It must begin with an uppercase letter and consist of letters and digits.",
    "Kind, such as Widget: Name of the bundle (widgets): Channels (standard,experimental): It must be a list of standard, experimental.",
    "Channels (standard,experimental): crd-bundle runs from a checkout",
  ];
  assert.is(err.slice(0, dialog.join("\n").length), dialog.join("\n"));
  assert.match(readFileSync(join(directory, "widgets/apis/bundle.yaml"), "utf8"), "channels:\n      - experimental\n");
});

init("asks for nothing that the options state, and writes nothing if the input ends", async () => {
  const asked = await run(temporary(), { kind: "Widget" }, { answers: ["example.dev", "a", ""] });
  assert.equal([asked.exit, asked.err.includes("Kind, such as")], [0, false]);
  const complete = await run(temporary(), WIDGETS, { answers: [] });
  assert.equal([complete.exit, complete.err.includes("Name of")], [0, false]);
  for (const answers of [[], ["example.dev"], ["example.dev", "Widget"], ["example.dev", "Widget", "a"]]) {
    const directory = temporary();
    const ended = await run(directory, {}, { answers });
    assert.equal([ended.exit, codesIn(ended), readdirSync(directory)], [2, ["usage-invalid"], []]);
  }
});

init("names the options that are missing where there is no terminal", async () => {
  for (const [options, missing] of [
    [{}, "--group and --kind"],
    [{ group: "example.dev" }, "--kind"],
    [{ kind: "Widget" }, "--group"],
  ] as const) {
    const { exit, out, err } = await run(temporary(), options);
    assert.equal([exit, out], [2, ""]);
    assert.match(
      err,
      `invalid command line: specify ${missing}, or answer the questions on a terminal [usage-invalid]`,
    );
  }
  const program = await run(temporary(), { format: "json" }, { answers: ["example.dev"] });
  assert.equal([program.exit, program.err, schemaProblems("diagnostics", JSON.parse(program.out))], [2, "", []]);
});

init("rejects names that the API server, npm or a file system rejects", async () => {
  const long = (length: number) => "W".repeat(length);
  for (const wrong of [
    { kind: "widget" },
    { kind: "Wid-get" },
    { kind: "ObjectMeta" },
    { kind: "Con" },
    { kind: long(60) },
    { kind: "__proto__" },
    { group: "example" },
    { group: "../../a.b" },
    { group: "all.json" },
    { group: "con.example" },
    { group: "a\u001b[31m.dev" },
    { group: `${"a.".repeat(120)}example.dev` },
    { name: "Widgets" },
    { name: "crd-bundle" },
    { channels: [] },
  ] as const) {
    const directory = temporary();
    const result = await run(directory, { ...WIDGETS, ...wrong });
    assert.equal(
      [result.exit, codesIn(result), readdirSync(directory)],
      [2, ["init-answer"], []],
      JSON.stringify(wrong),
    );
    assert.not.match(result.err, "\u001b");
  }
});

init("rejects invalid options before anything else", async () => {
  const { exitCode, stderr } = await crdBundle(["init", "--kind", "widget"]);
  assert.is(exitCode, 2);
  assert.match(stderr, "option '--kind <kind>' argument 'widget' is invalid. It must begin with an uppercase letter");
});

init("keeps files that are there, and says what they need", async () => {
  const own = {
    ".gitignore": "dist/\n",
    "CHANGELOG.md": "",
    "tsconfig.json": "{}",
    "README.md": "# Widgets\n",
    ".github/workflows/check.yaml": "mine",
    "apis/v1/types.go": "package v1\n",
  };
  const directory = having(own);
  const { exit, out } = await run(directory, WIDGETS);
  assert.is(exit, 0);
  const kept = out.slice(out.indexOf("Kept:"), out.indexOf("To build"));
  assert.is(
    kept,
    `Kept:
  widgets/tsconfig.json
  widgets/.gitignore: it must exclude node_modules/, and must not exclude dist/
  widgets/CHANGELOG.md: it must have a heading ## [Unreleased]
  widgets/.github/workflows/check.yaml
`,
  );
  const files = filesIn(join(directory, "widgets"));
  assert.equal(Object.fromEntries(Object.keys(own).map((path) => [path, files[path]])), own);
  assert.ok(files[KIND] !== undefined && files["apis/bundle.yaml"] !== undefined);
});

/** The content of package.json, and the commands that it needs. */
const PACKAGES: readonly (readonly [json: string, isInstalled: boolean, commands: RegExp])[] = [
  ['{"version": "1.0.0"}', false, /^cd widgets && npm install --save-dev crd-bundle@file:\S+\/scripts\nnpx/],
  ['{"devDependencies": {"crd-bundle": "1"}}', true, /^cd widgets && npm pkg set version=0\.1\.0\nnpx/],
  ['{"dependencies": {"crd-bundle": "1"}, "version": "1"}', false, /^cd widgets && npm pkg set .*\nnpm install\nnpx/],
  ['{"version": "1.0.0", "devDependencies": {"crd-bundle": "1"}}', true, /^cd widgets && npx/],
  ['{"version": "1.0.0", "__proto__": {"crd-bundle": "1"}, "dependencies": []}', true, /--save-dev/],
];

init("completes an existing package with commands, not with changes", async () => {
  for (const [json, isInstalled, expected] of PACKAGES) {
    const directory = having({
      "package.json": json,
      ...(isInstalled && { "node_modules/crd-bundle/package.json": "{}" }),
    });
    const { exit, out } = await run(directory, { ...WIDGETS, format: "json" });
    assert.is(exit, 0);
    const { kept, commands } = JSON.parse(out);
    assert.equal(kept, ["widgets/package.json"]);
    assert.match(commands.join("\n"), expected, json);
    assert.is(readFileSync(join(directory, "widgets/package.json"), "utf8"), json);
  }
});

init("rejects a package.json that is not valid", async () => {
  for (const [json, code] of [
    ["{", "json-invalid"],
    ["[]", "json-invalid"],
    ["\u00ff", "json-invalid"],
  ] as const) {
    const directory = having({ "package.json": json });
    const result = await run(directory, WIDGETS);
    assert.equal([result.exit, codesIn(result)], [2, [code]]);
    assert.match(result.err, /^widgets\/package\.json:1:[12] error/);
    assert.equal(Object.keys(filesIn(directory)), ["widgets/package.json"]);
  }
});

init("rejects a directory with a project, or with another source of the kind", async () => {
  for (const path of ["apis/bundle.yaml", KIND]) {
    const directory = having({ [path]: "mine" });
    const result = await run(directory, WIDGETS);
    assert.equal([result.exit, codesIn(result)], [2, ["init-exists"]]);
    assert.match(result.err, `error widgets/${path} already exists`);
    assert.equal(filesIn(directory), { [`widgets/${path}`]: "mine" });
  }
  const directory = temporary();
  await run(directory, WIDGETS);
  const before = filesIn(directory);
  assert.equal(codesIn(await run(directory, WIDGETS)), ["init-exists"]);
  assert.equal(filesIn(directory), before);
});

init("completes the files of a run that was killed", async () => {
  const directory = temporary();
  await run(directory, WIDGETS);
  const before = filesIn(directory);
  for (const path of ["apis/bundle.yaml", "CHANGELOG.md"]) unlinkSync(join(directory, "widgets", path));
  const { exit, out } = await run(directory, WIDGETS);
  assert.is(exit, 0);
  assert.match(out, "Created:\n  widgets/CHANGELOG.md\n  widgets/apis/bundle.yaml\nKept:\n  widgets/package.json\n");
  assert.equal(filesIn(directory), before);
});

init("follows no link below its directory, and replaces nothing that is not a file", async () => {
  for (const [path, target] of [
    ["apis", "../elsewhere"],
    [".github", "../elsewhere"],
    ["package.json", "../elsewhere/new"],
    ["CHANGELOG.md", "CHANGELOG.md"],
    ["apis/example.dev", "/"],
    ["apis/bundle.yaml", "../../elsewhere/new"],
  ] as const) {
    const directory = having({});
    mkdirSync(join(directory, "elsewhere"));
    mkdirSync(dirname(join(directory, "widgets", path)), { recursive: true });
    symlinkSync(target, join(directory, "widgets", path));
    const result = await run(directory, WIDGETS);
    assert.equal([result.exit, codesIn(result)], [2, ["init-blocked"]], path);
    assert.match(result.err, `at widgets/${path}: a symbolic link is in its place`);
    assert.equal(Object.keys(filesIn(directory)), [`widgets/${path}`]);
  }
  const directory = having({ "apis/bundle.yaml/a": "", "CHANGELOG.md/a": "" });
  execFileSync("mkfifo", [join(directory, "widgets/package.json")]);
  const result = await run(directory, WIDGETS);
  assert.equal([result.exit, codesIn(result)], [2, ["init-blocked", "init-blocked", "init-blocked"]]);
});

init("follows a link that the user names", async () => {
  const directory = having({ "README.md": "" });
  symlinkSync("widgets", join(directory, "link"));
  assert.is((await run(directory, { ...WIDGETS, project: "link" })).exit, 0);
  assert.ok(filesIn(join(directory, "widgets"))["package.json"]);
});

init("rejects a file, a path below a file, and a directory of git as its directory", async () => {
  const directory = having({ file: "", ".git/hooks/a": "" });
  for (const project of [
    "widgets/file",
    "widgets/file/a",
    "widgets/.git/hooks",
    "widgets/.GIT",
    "widgets/.git/new/a",
  ]) {
    const result = await run(directory, { ...WIDGETS, project });
    assert.equal([result.exit, codesIn(result)], [2, ["init-blocked"]], project);
  }
  assert.equal(Object.keys(filesIn(directory)), ["widgets/.git/hooks/a", "widgets/file"]);
});

init("writes a workflow only where GitHub reads it", async () => {
  const repository = having({ ".git/HEAD": "" });
  const top = await run(repository, WIDGETS);
  assert.match(top.out, "widgets/.github/workflows/check.yaml");
  const below = await run(repository, { ...WIDGETS, project: "widgets/gadgets" });
  assert.not.match(below.out, "check.yaml");
  assert.match(below.err, "GitHub reads workflows only in the top directory of a repository, so none was written.");
});

init("prints JSON that has a schema, and no annotations without problems", async () => {
  const { exit, out } = await run(temporary(), { ...WIDGETS, format: "json" });
  assert.equal([exit, schemaProblems("init", JSON.parse(out))], [0, []]);
  const github = await run(temporary(), { ...WIDGETS, format: "github" });
  assert.equal([github.exit, github.out], [0, ""]);
  const blocked = await run(having({ "apis/bundle.yaml": "" }), { ...WIDGETS, format: "github" });
  assert.match(blocked.out, /^::error title=init-exists::widgets\/apis\/bundle\.yaml already exists/);
});

init.run();
