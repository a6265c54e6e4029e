/**
 * Checks that a build that keeps what did not change since the last one has the same result as a build that keeps
 * nothing, after any edits.
 */
import { isDeepStrictEqual } from "node:util";
import { deserialize, serialize } from "node:v8";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type BuildInput, type BuildOutput, build, print, readAndCheckChanges } from "../../scripts/app/build.js";
import type { Context, RunCache } from "../../scripts/app/context.js";
import { keepRun, recallRun } from "../../scripts/app/kept-run.js";
import { processContext } from "../../scripts/app/process-context.js";
import { type Project, readProject } from "../../scripts/app/project.js";
import type { Bundle } from "../../scripts/core/model/bundle.js";
import { hasErrors } from "../../scripts/core/model/diagnostic.js";
import type { SourceText } from "../../scripts/core/model/location.js";
import type { ParsedSources } from "../../scripts/language/read/parsed-sources.js";
import { FLEET } from "../support/command-line.js";
import fc from "../support/drawn.js";
import { ROOT } from "../support/golden.js";
import { TEMPLATES } from "../support/project.js";
import { versionFrom } from "../support/versions.js";

const edited = suite("builds after edits");

type Input = Omit<BuildInput, "templates">;

/** Replaces the occurrence of a pattern that a number chooses. If there is none, the text does not change. */
function replaceOne(text: string, pattern: RegExp, at: number, by: (found: string) => string): string {
  const found = [...text.matchAll(pattern)];
  const match = found[at % Math.max(found.length, 1)];
  if (!match) return text;
  return text.slice(0, match.index) + by(match[0]) + text.slice(match.index + match[0].length);
}

/** Edits of a source, each with a number that chooses the place. Some make errors. */
const EDITS: Readonly<Record<string, (text: string, at: number) => string>> = {
  "adds a field": (text, at) =>
    replaceOne(text, /export interface [^{}]*\{\n/g, at, (head) => `${head}  /** Added. */\n  added${at}?: string;\n`),
  "adds an experimental field": (text, at) =>
    replaceOne(
      text,
      /export interface [^{}]*\{\n/g,
      at,
      (head) => `${head}  /** New. @experimental\n   * @experimental */\n  tried?: boolean;\n`,
    ),
  "tags something as experimental": (text, at) =>
    replaceOne(text, /\n *\*\//g, at, (end) => `\n   * @experimental${end}`),
  "changes a comment": (text, at) => replaceOne(text, /\bthe\b/g, at, () => `the ${at}th`),
  "removes a tag": (text, at) => replaceOne(text, /@[a-zA-Z]+ [^\n]*/g, at, () => ""),
  "makes a field optional": (text, at) => replaceOne(text, /^ {2}\w+: /gm, at, (field) => field.replace(":", "?:")),
  "removes a field": (text, at) => replaceOne(text, /^ {2}\w+\??: \w+;$/gm, at, () => ""),
  "renames a type": (text, at) => replaceOne(text, /export (?:interface|type) \w+/g, at, (head) => `${head}Renamed`),
  "imports from another file": (text, at) =>
    replaceOne(text, /from "\.[^"]*\/(\w+)\.js"/g, at, (from) => from.replace(/\w+\.js/, "routes.js")),
  "adds a rule": (text, at) =>
    replaceOne(text, /\n *\*\//g, at, (end) => `\n   * @validation \`self == self\` \`Never ${at}.\`${end}`),
  "adds a rule that reads fields": (text, at) =>
    replaceOne(text, /\n *\*\//g, at, (end) => `\n   * @validation \`self.name != self.no\` \`Never ${at}.\`${end}`),
  "adds a global declaration": (text) => `${text}\ndeclare global { type Everywhere = string }\n`,
  "adds to another module": (text) => `${text}\ndeclare module "./harbor.js" { interface Added { a: string } }\n`,
  "is no longer a module": (text) => text.replace(/^export /gm, ""),
  "uses a global type": (text, at) => replaceOne(text, /: string;/g, at, () => ": Everywhere;"),
  "adds a rule without a message": (text, at) =>
    replaceOne(text, /\n *\*\//g, at, (end) => `\n   * @validation \`self == self\`${end}`),
  "adds a field without a description": (text, at) =>
    replaceOne(text, /export interface [^{}]*\{\n/g, at, (head) => `${head}  bare${at}?: string;\n`),
  "accepts something": (text, at) =>
    replaceOne(text, /\n *\*\//g, at, (end) => `\n   * @accept rule-no-message It says enough.${end}`),
  "takes a short name": (text, at) =>
    replaceOne(text, /\n \*\/\nexport/g, at, () => "\n * @shortName taken\n */\nexport"),
  "adds half a kind": (text, at) =>
    `${text}\nexport interface Half${at} { apiVersion: string; kind: "Half"; metadata?: object }\n`,
  "uses half a kind": (text, at) => `${text}\nexport interface Whole${at} extends Half${at % 5} {}\n`,
  "moves everything": (text) => `// Moved.\n${text}`,
  "breaks the syntax": (text, at) => replaceOne(text, /\}\n/g, at, () => "\n"),
  "empties the file": () => "",
};

/** Changes of the settings, each with a number that chooses the value. */
const SETTINGS: Readonly<Record<string, (at: number) => Partial<Bundle>>> = {
  "changes the version": (at) => ({ version: versionFrom(`1.0.${at}`) }),
  "changes the title": (at) => ({ title: `Title ${at}` }),
  "changes the setting for unknown fields": (at) => ({
    preserveUnknownFields: (["every-object", "root", "none"] as const)[at % 3] ?? "none",
  }),
  "changes the layout of descriptions": (at) => ({ descriptions: at % 2 === 0 ? "as-written" : "reflowed" }),
  "changes the channels": (at) => ({ channels: at % 2 === 0 ? ["standard"] : ["standard", "experimental"] }),
};

interface Edit {
  readonly name: string;
  readonly file: number;
  readonly at: number;
  /** The edit is taken back before the next one. */
  readonly isUndone: boolean;
}

const EDIT = fc.record<Edit>({
  name: fc.constantFrom(...Object.keys(EDITS), "removes the file", ...Object.keys(SETTINGS)),
  file: fc.nat(1000),
  at: fc.nat(60),
  isUndone: fc.boolean(),
});

function apply(input: Input, { name, file, at }: Edit): Input {
  const setting = SETTINGS[name];
  if (setting) return { ...input, bundle: { ...input.bundle, ...setting(at) } };
  const own = input.sources.filter(({ path }) => path.startsWith("apis/"));
  const { path } = own[file % own.length] as SourceText;
  const change = EDITS[name];
  return {
    ...input,
    sources: change
      ? input.sources.map((source) => (source.path === path ? { path, text: change(source.text, at) } : source))
      : input.sources.filter((source) => source.path !== path),
  };
}

/** Returns everything that a build reports and writes. */
function resultOf(input: Input, parsed: ParsedSources) {
  return resultIn(build({ ...input, parsed, templates: TEMPLATES }));
}

function resultIn({ diagnostics, files, reports, crds }: BuildOutput) {
  return { diagnostics, files, reports, crds: JSON.stringify(crds.map((channel) => channel.crds)) };
}

/** Builds in processes of their own, which share only a cache. */
class Runs {
  /** The number of builds that read only changes. */
  partial = 0;
  #entry: Buffer | undefined;
  readonly #context: Context;

  constructor(readonly project: Project) {
    const cache: RunCache = {
      recall: () => undefined,
      keep: () => {},
      recallData: () => this.#entry && deserialize(this.#entry),
      keepData: (_, data) => {
        this.#entry = serialize(data);
      },
      outside: () => cache,
    };
    const context = processContext({ cache });
    if (!context.ok) throw new Error("there is no context");
    this.#context = context.value;
  }

  resultOf(input: Input) {
    const earlier = recallRun(ROOT, this.#context);
    const reading = earlier?.reading;
    const analysis = reading && readAndCheckChanges({ ...input, parsed: new Map() }, reading);
    const partial = analysis && print(analysis, input.bundle, TEMPLATES);
    const built = partial && !hasErrors(partial.diagnostics) ? partial : build({ ...input, templates: TEMPLATES });
    if (built === partial) this.partial++;
    if (!hasErrors(built.diagnostics))
      keepRun(ROOT, { ...this.project, ...input } as Project, built, earlier, this.#context);
    return resultIn(built);
  }
}

for (const [name, directory, numRuns, maxLength] of [
  ["fleet", FLEET, 12, 12],
  ["this project", ROOT, 1, 10],
] as const) {
  edited(`have the same results with and without the last build of ${name}`, async () => {
    const read = await readProject(directory);
    if (!read.ok) throw new Error(`${directory} cannot be read`);
    let [built, partial] = [0, 0];
    fc.assert(
      fc.property(fc.array(EDIT, { minLength: 4, maxLength }), (edits) => {
        const parsed: ParsedSources = new Map();
        const runs = new Runs(read.value);
        let input: Input = read.value;
        resultOf(input, parsed);
        runs.resultOf(input);
        for (const edit of edits) {
          const changed = apply(input, edit);
          const result = resultOf(changed, parsed);
          const expected = resultOf(changed, new Map());
          assert.ok(isDeepStrictEqual(result, expected), `differs after an edit that ${edit.name}`);
          assert.ok(isDeepStrictEqual(runs.resultOf(changed), expected), `differs in a process that ${edit.name}`);
          const isBuilt = result.files.length > 0;
          if (isBuilt) built++;
          if (isBuilt && !edit.isUndone) input = changed; // errors are fixed
        }
        partial += runs.partial;
      }),
      { numRuns, endOnFailure: true },
    );
    assert.ok(built > numRuns, `only ${built} states were built without errors`);
    assert.ok(partial > numRuns, `only ${partial} builds read only changes`);
  });
}

edited.run();
