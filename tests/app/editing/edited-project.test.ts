/** Tests of projects in an editor: it shows the diagnostics that a build prints for the same sources. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { buildBundle } from "../../../scripts/app/build-bundle.js";
import { EditedProject } from "../../../scripts/app/editing/edited-project.js";
import { forEditor } from "../../../scripts/app/editing/words.js";
import { processContext } from "../../../scripts/app/process-context.js";
import { inDirectory } from "../../support/command-line.js";
import { SETTINGS_TEXT, widget } from "../../support/project.js";

const editing = suite("projects in an editor");

/** Returns a kind whose spec has these fields, and the source before it. */
function kind(fields: string, rest = ""): string {
  return widget(fields, rest).text.replace("../../meta/v1.js", "crd-bundle/meta/v1");
}

const { path: PATH } = widget("");
const GOOD = kind("  /** A name. */\n  name?: string;");
const VERSION = '{ "version": "1.0.0" }';

class Editor {
  readonly texts = new Map<string, string>();
  readonly project: EditedProject;
  changes = 0;

  constructor(readonly directory: string) {
    this.project = new EditedProject(
      directory,
      (path) => this.texts.get(path),
      () => {
        this.changes++;
      },
    );
  }

  async write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(this.directory, path)), { recursive: true });
      await writeFile(join(this.directory, path), text);
    }
  }

  /** Saves all sources, and returns the diagnostics of one of them that a build prints. */
  async built(path = PATH) {
    await this.write(Object.fromEntries(this.texts));
    const context = processContext({ cwd: this.directory });
    if (!context.ok) throw new Error("no context");
    const { cache: _, ...uncached } = context.value;
    const built = await buildBundle({ project: "." }, uncached);
    const diagnostics = built.ok ? built.value.warnings : built.diagnostics;
    const shown = diagnostics.filter(({ location, code }) => location?.file === path && code !== "typescript");
    return shown.map(forEditor);
  }
}

/** Runs a function with a project on disk that an editor has read. */
function inEditor(use: (editor: Editor) => Promise<void>, files: Readonly<Record<string, string>> = {}) {
  return inDirectory(async (directory) => {
    const editor = new Editor(directory);
    await editor.write({ "package.json": VERSION, "apis/bundle.yaml": SETTINGS_TEXT, [PATH]: GOOD, ...files });
    await editor.project.read();
    await use(editor);
  });
}

const RULE = "  /**\n   * A name.\n   *\n   * @validation `self.size() > 2` must be long\n   */\n";
const ACCEPTED = `  /**\n   * A name.\n   *\n   * @accept rule-optional-read It is set.\n   */\n  name?: string;`;

/** Content of the source, and the codes that both report. */
const TEXTS: Readonly<Record<string, readonly [text: string, codes: readonly string[]]>> = {
  "nothing wrong": [GOOD, []],
  "an unknown tag": [kind("  /**\n   * A.\n   *\n   * @maxLenght 1\n   */\n  a?: string;"), ["tag-unknown"]],
  "a field without a description": [kind("  name?: string;"), ["field-no-description"]],
  "a rule for a field that does not exist": [
    kind(
      "  /** A. */\n  a?: A;",
      "/**\n * A.\n *\n * @validation `self.b` must be b\n */\ninterface A {\n  /** C. */\n  c?: string;\n}",
    ),
    ["rule-field-unknown"],
  ],
  "an acceptance that is not needed": [kind(ACCEPTED), ["accept-unneeded"]],
  "an acceptance in a source that does not compile": [kind(`${ACCEPTED}\n  /** B. */\n  b?: Missing;`), []],
  "a package that is not installed": [
    kind(RULE.concat("  a?: string;"), 'import type { A } from "nothing";'),
    ["import-package"],
  ],
  "a module of Node": [kind("  /** A. */\n  a?: string;", 'import type { Stats } from "node:fs";'), ["import-package"]],
  "a module outside of apis/": [
    kind("  /** A. */\n  a?: string;", 'import type { A } from "../../../a.js";'),
    ["import-outside"],
  ],
  "a type that the language lacks": [kind("  /** A. */\n  a?: Map<string, string>;"), ["type-unsupported"]],
  "a control character": [kind("  /** A\u0007. */\n  a?: string;"), ["input-control-character"]],
  "a type that is too deep": [
    kind(`  /** A. */\n  a?: ${"(".repeat(3000)}string${")".repeat(3000)};`),
    ["type-too-deep"],
  ],
  "a syntax error next to an unknown tag": [
    kind("  /**\n   * A.\n   *\n   * @maxLenght 1\n   */\n  a?: string").concat("interface {"),
    ["tag-unknown"],
  ],
  "no text at all": ["", []],
};

const codesIn = (texts: readonly { readonly text: string }[]) =>
  [...new Set(texts.map(({ text }) => /\[([a-z-]+)\]\n/.exec(text)?.[1]))].filter((code) => code !== undefined);

for (const [what, [text, codes]] of Object.entries(TEXTS)) {
  editing(`show what a build prints: ${what}`, () =>
    inEditor(async (editor) => {
      assert.equal(editor.project.diagnosticsOf(PATH), []);
      editor.texts.set(PATH, text);
      editor.project.diagnosticsOf(PATH);
      await editor.project.read();
      const shown = editor.project.diagnosticsOf(PATH);
      for (const code of codes) assert.ok(codesIn(shown).includes(code), `${code}: ${JSON.stringify(shown)}`);
      if (codes.length === 0) assert.equal(shown, []);
      assert.equal(shown, await editor.built());
      editor.texts.set(PATH, GOOD);
      editor.project.diagnosticsOf(PATH);
      await editor.project.read();
      assert.equal(editor.project.diagnosticsOf(PATH), [], "after it was undone");
    }),
  );
}

const UNDESCRIBED = kind("  name?: string;");

for (const level of ["error", "warning", "off"] as const) {
  editing(`apply the level ${level} of the settings`, () =>
    inEditor(
      async (editor) => {
        editor.texts.set(PATH, UNDESCRIBED);
        const shown = editor.project.diagnosticsOf(PATH);
        assert.equal(
          shown.map((each) => each.level),
          level === "off" ? [] : [level],
        );
        assert.equal(shown, await editor.built());
      },
      { "apis/bundle.yaml": `${SETTINGS_TEXT}levels:\n  field-no-description: ${level}\n` },
    ),
  );
}

editing("show the diagnostics of the sources if the settings are wrong, and all of them once they are right", () =>
  inEditor(
    async (editor) => {
      editor.texts.set(PATH, TEXTS["an unknown tag"]?.[0] ?? "");
      assert.equal(codesIn(editor.project.diagnosticsOf(PATH)), ["tag-unknown"]);
      assert.equal(editor.project.diagnosticsOf(PATH), await editor.built());
      editor.texts.set(PATH, UNDESCRIBED);
      assert.equal(editor.project.diagnosticsOf(PATH), await editor.built());
      await editor.write({ "apis/bundle.yaml": SETTINGS_TEXT });
      const before = editor.changes;
      await editor.project.read();
      assert.is(editor.changes, before + 1);
      assert.equal(codesIn(editor.project.diagnosticsOf(PATH)), ["field-no-description"]);
    },
    { "apis/bundle.yaml": `${SETTINGS_TEXT}unknown: true\n` },
  ),
);

editing("show nothing before the project has been read, and without settings", () =>
  inDirectory(async (directory) => {
    const editor = new Editor(directory);
    await editor.write({ "package.json": VERSION, [PATH]: UNDESCRIBED });
    assert.equal(editor.project.diagnosticsOf(PATH), []);
    await editor.project.read();
    assert.equal(editor.project.diagnosticsOf(PATH), []);
    await rm(directory, { recursive: true });
    await editor.project.read();
    assert.equal(editor.project.diagnosticsOf(PATH), []);
  }),
);

const TYPES = "apis/example.dev/v1/types.ts";
const WITH_TYPES = kind("  /** A. */\n  a?: A;", 'import type { A } from "./types.js";');

editing("show each diagnostic in the file that contains it, with the unsaved texts of all files", () =>
  inEditor(
    async (editor) => {
      assert.equal(editor.project.diagnosticsOf(TYPES), []);
      editor.texts.set(TYPES, "/** A. */\nexport interface A {\n  b?: string;\n}\n");
      assert.equal(editor.project.diagnosticsOf(PATH), []);
      assert.equal(codesIn(editor.project.diagnosticsOf(TYPES)), ["field-no-description"]);
      assert.equal(editor.project.diagnosticsOf(TYPES), await editor.built(TYPES));
    },
    { [PATH]: WITH_TYPES, [TYPES]: "/** A. */\nexport interface A {\n  /** B. */\n  b?: string;\n}\n" },
  ),
);

editing("tell the editor about a change on disk only if it shows", () =>
  inEditor(async (editor) => {
    editor.project.diagnosticsOf(PATH);
    const before = editor.changes;
    await editor.project.read();
    assert.is(editor.changes, before);
    await editor.write({ "apis/notes.md": "Text." });
    await editor.project.read();
    assert.is(editor.changes, before);
    await editor.write({ [PATH]: UNDESCRIBED });
    await editor.project.read();
    assert.is(editor.changes, before + 1);
    assert.equal(codesIn(editor.project.diagnosticsOf(PATH)), ["field-no-description"]);
  }),
);

/** Opens a text with a bar, and returns the position of the bar. */
function openAt(editor: Editor, marked: string): number {
  editor.texts.set(PATH, marked.replace("|", ""));
  return marked.indexOf("|");
}

const completed = (editor: Editor, marked: string) =>
  editor.project.completionsAt(PATH, openAt(editor, marked)).map(({ text }) => text);

editing("complete the tags of the declaration to which the comment belongs", () =>
  inEditor(async (editor) => {
    const property = completed(
      editor,
      kind("  /** A. @ */\n  b?: string;\n  /**\n   * A.\n   *\n   * @|\n   */\n  a?: string;"),
    );
    assert.ok(property.includes("maxLength") && !property.includes("printColumn"));
    const kindTags = completed(editor, GOOD.replace("/** A widget. */", "/**\n * A widget.\n *\n * @pr|\n */"));
    assert.ok(kindTags.includes("printColumn") && !kindTags.includes("maxLength"));
    const types = completed(editor, GOOD.replace("/** What is wanted. */\ninterface", "/**\n * @|\n */\ninterface"));
    assert.ok(types.includes("tombstone") && !types.includes("printColumn"));
    const member = completed(editor, kind('  /** A. */\n  a?:\n    /** @| */\n    | "A"\n    | "B";'));
    assert.ok(member.includes("experimental") && !member.includes("maxLength"));
    const alone = completed(editor, `${GOOD}/** @| */\n`);
    assert.ok(alone.includes("experimental") && alone.includes("printColumn"));
    assert.equal(completed(editor, kind("  // @|\n  a?: string;")), []);
    assert.equal(completed(editor, kind("  /* @| */\n  a?: string;")), []);
    assert.equal(completed(editor, kind("  a?: | string;")), []);
    assert.equal(completed(editor, GOOD.replace("/** A widget. */", "/|** @category a */")), []);
  }),
);

editing("complete and explain tags also in a project that cannot be read", () =>
  inEditor(
    async (editor) => {
      assert.ok(completed(editor, kind("  /** @| */\n  a?: string;")).includes("maxLength"));
      const at = openAt(editor, kind("  /** @items.max|Length 5 */\n  a?: string[];"));
      const hover = editor.project.hoverAt(PATH, at);
      assert.is(hover?.description.syntax, "@items.maxLength <integer>");
      assert.is(editor.texts.get(PATH)?.slice(hover?.start, hover?.end), "@items.maxLength");
      assert.match(hover?.description.text ?? "", "Belongs to a type or property. Can be limited to a channel");
      assert.is(editor.project.hoverAt(PATH, 1), undefined);
    },
    { "apis/example.dev/v1/latin.ts": "// \u0007\n" },
  ),
);

editing.run();
