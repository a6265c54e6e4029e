/** Tests of the plugin in a real tsserver, over its protocol. */
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { crdBundle, inDirectory } from "../support/command-line.js";
import { ROOT } from "../support/golden.js";
import { SETTINGS_TEXT, widget } from "../support/project.js";
import { EditorSession, type ServerDiagnostic } from "../support/tsserver.js";

const plugin = suite("the plugin in tsserver");

const PATH = "apis/example.dev/v1/widget.ts";
const COMPILER_OPTIONS = {
  module: "nodenext",
  target: "es2023",
  lib: ["es2023"],
  types: [],
  strict: true,
  noEmit: true,
};

function tsconfig(...plugins: string[]): string {
  const options = { ...COMPILER_OPTIONS, plugins: plugins.map((name) => ({ name })) };
  return JSON.stringify({ compilerOptions: options, include: ["apis"] });
}

/** Returns a kind whose spec has these fields. */
function kind(fields: string): string {
  return widget(fields).text.replace("../../meta/v1.js", "crd-bundle/meta/v1");
}

const GOOD = kind("  /**\n   * A name.\n   *\n   * @maxLength 5\n   */\n  name?: string;");
const WRONG = GOOD.replace("@maxLength", "@maxLenght");

/** A project in an editor. */
class Project {
  readonly file: string;

  private constructor(
    readonly directory: string,
    readonly session: EditorSession,
  ) {
    this.file = join(directory, PATH);
  }

  /** Runs a function with a project, and checks that the server survives it. */
  static async with(use: (project: Project) => Promise<void>, files: Readonly<Record<string, string>> = {}) {
    await inDirectory(async (directory) => {
      await write(directory, {
        "package.json": '{ "version": "1.0.0", "type": "module" }',
        "tsconfig.json": tsconfig("crd-bundle/editor"),
        "apis/bundle.yaml": SETTINGS_TEXT,
        [PATH]: GOOD,
        ...files,
      });
      await mkdir(join(directory, "node_modules"), { recursive: true });
      await symlink(join(ROOT, "scripts"), join(directory, "node_modules/crd-bundle"), "junction");
      const session = new EditorSession(directory);
      try {
        await use(new Project(directory, session));
        assert.ok(session.isRunning);
      } finally {
        await session.close();
      }
    });
  }

  write(files: Readonly<Record<string, string>>): Promise<void> {
    return write(this.directory, files);
  }

  /** Opens the source, and waits until the plugin has read the project. */
  async open(text = GOOD): Promise<void> {
    this.session.open(this.file, text);
    await this.diagnostics();
    await this.session.changed(0);
  }

  diagnostics(): Promise<readonly ServerDiagnostic[]> {
    return this.session.diagnostics(this.file);
  }

  async own(): Promise<readonly ServerDiagnostic[]> {
    return (await this.diagnostics()).filter(({ source }) => source === "crd-bundle");
  }

  async type(text: string): Promise<readonly ServerDiagnostic[]> {
    this.session.type(this.file, text);
    return this.own();
  }

  /** Returns what a build prints about the source, as tsserver would send it. */
  async built(text: string): Promise<readonly ServerDiagnostic[]> {
    await this.write({ [PATH]: text });
    const { stdout } = await crdBundle(["build", "--format", "json"], { cwd: this.directory });
    const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Printed[] };
    const shown = diagnostics.filter(({ file, code }) => file === PATH && code !== "typescript");
    return shown.map(({ level, message, code, fix, line, column, endLine, endColumn }) => ({
      start: { line, offset: column },
      end: { line: endLine, offset: endColumn },
      text: `${message} [${code}]\n→ ${fix}`,
      code: 0,
      category: level,
      source: "crd-bundle",
    }));
  }
}

/** A diagnostic in the JSON output of the command line. */
interface Printed {
  readonly code: string;
  readonly level: string;
  readonly message: string;
  readonly fix: string;
  readonly file?: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

async function write(directory: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
}

const textOf = (parts: string | readonly { readonly text: string }[]) =>
  typeof parts === "string" ? parts : parts.map(({ text }) => text).join("");

plugin("shows what a build prints for unsaved text, and nothing after an undo", () =>
  Project.with(async (project) => {
    await project.open();
    assert.equal(await project.own(), []);
    const shown = await project.type(WRONG);
    assert.match(shown[0]?.text ?? "", "@maxLenght is not a tag; did you mean @maxLength? [tag-unknown]\n→ ");
    assert.equal(await project.type(GOOD), []);
    const undescribed = GOOD.replace(/ {2}\/\*\*\n {3}\* A name[\s\S]*?\*\/\n/, "");
    const warned = await project.type(undescribed);
    assert.is(warned[0]?.category, "warning");
    assert.equal(warned, await project.built(undescribed));
    assert.equal(shown, await project.built(WRONG));
  }),
);

plugin("adds to the errors of TypeScript without repeating them", () =>
  Project.with(async (project) => {
    await project.open();
    project.session.type(project.file, WRONG.replace("name?: string", "name?: Missing"));
    const sources = (await project.diagnostics()).map(({ code, source }) => source ?? code);
    assert.equal(sources, [2304, "crd-bundle"]);
    project.session.type(project.file, `${WRONG}interface {`);
    assert.equal((await project.own()).length, 1);
  }),
);

plugin("completes tags before what TypeScript completes, and changes nothing outside of comments", () =>
  Project.with(async (project) => {
    const { session, file } = project;
    await project.open();
    const text = GOOD.replace("@maxLength 5", "@max");
    session.type(file, text);
    const entries = await session.completions(file, text.indexOf("@max") + 4);
    const first = entries.filter(({ sortText }) => sortText === "0").map(({ name }) => name);
    assert.ok(first.includes("maxLength") && first.includes("experimental") && !first.includes("printColumn"));
    const { start, end } = entries.find(({ name }) => name === "maxLength")?.replacementSpan ?? {};
    assert.equal([(start?.offset ?? 0) + 3, end?.line], [end?.offset, start?.line]);
    const args = { file, line: end?.line, offset: end?.offset, entryNames: ["maxLength"] };
    const details = await session.request<{ documentation: { text: string }[] }[]>("completionEntryDetails", args);
    assert.match(textOf(details?.[0]?.documentation ?? []), "Maximum number of charac");

    const code = GOOD.replace("string", "str");
    session.type(file, code);
    const at = code.lastIndexOf("str") + 3;
    const inCode = await session.completions(file, at);
    await project.write({ "tsconfig.json": tsconfig() });
    const plain = new EditorSession(project.directory);
    plain.open(file, code);
    const expected = await plain.completions(file, at);
    await plain.close();
    assert.ok(expected.length > 0);
    assert.equal(inCode, expected);
  }),
);

plugin("explains a tag, and leaves the explanations of TypeScript", () =>
  Project.with(async (project) => {
    await project.open();
    const info = await project.session.hover(project.file, GOOD.indexOf("@maxLength") + 3);
    assert.is(info?.displayString, "@maxLength <integer>");
    assert.match(textOf(info?.documentation ?? ""), "Belongs to a type or property.");
    assert.equal(
      info?.tags.map(({ name, text }) => [name, textOf(text)]),
      [["example", "@maxLength 253"]],
    );
    const type = await project.session.hover(project.file, GOOD.indexOf("interface Widget") + 12);
    assert.is(type?.displayString, "interface Widget");
    assert.is(await project.session.hover(project.file, GOOD.indexOf("A name")), undefined);
  }),
);

plugin("leaves a directory without settings alone", () =>
  Project.with(async (project) => {
    await rm(join(project.directory, "apis/bundle.yaml"));
    project.session.open(project.file, WRONG);
    assert.equal(await project.diagnostics(), []);
    assert.is(await project.session.hover(project.file, WRONG.indexOf("A name")), undefined);
    await project.write({ "apis/bundle.yaml": SETTINGS_TEXT });
    await project.diagnostics();
    await project.session.changed(0);
    assert.is((await project.own()).length, 1);
  }),
);

plugin("survives broken settings, and reads them again when they change", () =>
  Project.with(
    async (project) => {
      await project.open(WRONG);
      assert.is((await project.own()).length, 1);
      const { changes } = project.session;
      await project.write({ "apis/bundle.yaml": `${SETTINGS_TEXT}levels:\n  field-no-description: error\n` });
      await project.session.changed(changes);
      const [shown] = await project.type(GOOD.replace(/ {2}\/\*\*\n {3}\* A name[\s\S]*?\*\/\n/, ""));
      assert.is(shown?.category, "error");
    },
    { "apis/bundle.yaml": "name: [\n" },
  ),
);

plugin("is not added twice when tsconfig.json changes", () =>
  Project.with(async (project) => {
    await project.open(WRONG);
    await project.write({ "tsconfig.json": tsconfig("crd-bundle/editor").replace("}", "}\n") });
    project.session.send("reloadProjects", {});
    assert.is((await project.own()).length, 1);
  }),
);

const HOSTILE: Readonly<Record<string, string>> = {
  "control characters": GOOD.replace("A name", "A \u001b[31mname\u202e"),
  "thousands of tags": GOOD.replace("@maxLength 5", "@maxLenght 5\n   * @items.__proto__ 1\n   * ".repeat(3000)),
  "a comment without an end": `${GOOD}/** @maxLength`,
  "deep nesting": `${GOOD}type A = ${"[".repeat(500)}${"]".repeat(500)};`,
};

for (const [what, text] of Object.entries(HOSTILE)) {
  plugin(`survives ${what}`, () =>
    Project.with(async (project) => {
      await project.open();
      await project.type(text);
      const at = text.lastIndexOf("@max") + 4;
      await project.session.completions(project.file, at);
      await project.session.hover(project.file, at);
      const shown = (await project.own()).map((each) => each.text).join("");
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may reach a terminal
      assert.not.match(shown, /[\u0000-\u0009\u000b-\u001f\u202e]/);
      assert.equal(await project.type(GOOD), []);
    }),
  );
}

plugin.run();
