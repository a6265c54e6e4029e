/** A project that is open in an editor. Everything on disk is read beforehand, because editors wait for an answer. */
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { type Diagnostic, inSourceOrder } from "../../core/model/diagnostic.js";
import { NO_IMPORTS } from "../../core/model/imports.js";
import type { SourceText } from "../../core/model/location.js";
import { BUNDLE_FILE, CONVERSIONS_FILE, isOwnSource, PACKAGE_FILE } from "../../core/project-layout.js";
import type { Result } from "../../core/result.js";
import { textProblems } from "../../host/sources.js";
import { commentAt, importsOf } from "../../language/read/index.js";
import type { ParsedSources } from "../../language/read/parsed-sources.js";
import { tagNameAt, writtenAt } from "../../language/tags/position.js";
import { definitionOf, suggestionsFor } from "../../language/tags/suggest.js";
import { attempt } from "../attempt.js";
import { type ProjectInputs, readProjectInputs, type Unsaved } from "../project.js";
import { findDiagnostics } from "./find-diagnostics.js";
import { describeTag, type EditorDiagnostic, forEditor, type TagDescription } from "./words.js";

/** Place in a file, as offsets. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Text that an editor can write in place of a range. */
export interface Completion extends Range {
  readonly text: string;
  readonly description?: TagDescription;
}

export interface Hover extends Range {
  readonly description: TagDescription;
}

/** Limits of the preparation: the number of runs, and the time in milliseconds. */
const WARM_UP = { runs: 10, time: 3000 };
/** In milliseconds. In the pauses, the editor gets answers. */
const PAUSE = 20;

/** Diagnostics with everything from which they were found. */
interface Judged extends Pick<ProjectInputs, "settled" | "imports" | "sources"> {
  readonly diagnostics: readonly Diagnostic[];
}

export class EditedProject {
  #inputs: Result<ProjectInputs> | undefined;
  /** Content of the unsaved sources when the project was read. */
  #used = new Map<string, string | undefined>();
  #reading: Promise<void> | undefined;
  #isOutdated = false;
  #last: Judged | undefined;
  readonly #parsed: ParsedSources = new Map();

  /**
   * @param directory the absolute path of the directory that contains `apis/`
   * @param unsaved returns the content of sources that are open in the editor
   * @param changed called when the diagnostics can differ from those that were returned
   */
  constructor(
    readonly directory: string,
    readonly unsaved: Unsaved,
    readonly changed: () => void,
  ) {}

  /** Reads everything that is on disk. If it is being read already, it is read once more after that. */
  read(): Promise<void> {
    this.#isOutdated = true;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    while (this.#isOutdated) {
      this.#isOutdated = false;
      const used = new Map<string, string | undefined>();
      const unsaved = (path: string) => {
        if (!used.has(path)) used.set(path, this.unsaved(path));
        return used.get(path);
      };
      const inputs = await attempt({ cwd: this.directory }, () =>
        readProjectInputs(this.directory, { unsaved, parsed: this.#parsed }),
      );
      const isSame = inputs.ok ? this.#isJudged(inputs.value) : isDeepStrictEqual(inputs, this.#inputs);
      this.#used = used;
      this.#inputs = inputs;
      if (!isSame) this.changed();
    }
  }

  /**
   * Judges the project several times before the first keystroke, because code is slow when it runs for the first time.
   */
  async warmUp(): Promise<void> {
    const end = performance.now() + WARM_UP.time;
    this.#diagnostics();
    for (let run = 0; run < WARM_UP.runs && this.#inputs?.ok && performance.now() < end; run++) {
      await setTimeout(PAUSE);
      this.#judge(this.#inputs.value, this.#currentSources(this.#inputs.value));
    }
  }

  /** The files of the project on which diagnostics depend, with their paths in it. Packages are not among them. */
  get files(): readonly string[] {
    const read = this.#inputs?.ok ? this.#inputs.value.files : (this.#inputs?.sources ?? []);
    return [
      ...new Set([BUNDLE_FILE, CONVERSIONS_FILE, PACKAGE_FILE, ...read.map(({ path }) => path).filter(isOwnSource)]),
    ];
  }

  /** Returns the diagnostics of a source, as a build would print them if all sources were saved. */
  diagnosticsOf(path: string): readonly EditorDiagnostic[] {
    const found = this.#diagnostics().filter(
      ({ location, code }) => location?.file === path && code !== COMPILER_ERROR,
    );
    return found.map(forEditor);
  }

  #diagnostics(): readonly Diagnostic[] {
    const inputs = this.#inputs;
    if (!inputs) return [];
    const sources = inputs.ok ? this.#currentSources(inputs.value) : [];
    const needsReading = inputs.ok ? this.#hasNewImports(inputs.value, sources) : this.#hasChanged();
    if (needsReading) {
      void this.read();
      return this.#last?.diagnostics ?? [];
    }
    if (!inputs.ok) return inputs.diagnostics;
    if (!this.#isJudged(inputs.value)) {
      this.#last = { ...inputs.value, sources, diagnostics: this.#judge(inputs.value, sources) };
    }
    return this.#last?.diagnostics ?? [];
  }

  /** Reports whether the last diagnostics are those of the project in its current state. */
  #isJudged(inputs: ProjectInputs): boolean {
    if (!this.#last) return false;
    const { settled, imports, sources } = this.#last;
    const current = [inputs.settled, inputs.imports, this.#currentSources(inputs)];
    return isDeepStrictEqual(current, [settled, imports, sources]);
  }

  #judge(inputs: ProjectInputs, sources: readonly SourceText[]): readonly Diagnostic[] {
    const problems = sources.filter(({ path }) => this.unsaved(path) !== undefined).flatMap(textProblems);
    return problems.length > 0 ? inSourceOrder(problems) : findDiagnostics(inputs, sources, this.#parsed);
  }

  #currentSources({ sources }: ProjectInputs): readonly SourceText[] {
    return sources.map((source) => {
      const text = isOwnSource(source.path) ? this.unsaved(source.path) : undefined;
      return text === undefined || text === source.text ? source : { path: source.path, text };
    });
  }

  /** Reports whether an unsaved source imports a package that was not searched for. */
  #hasNewImports(inputs: ProjectInputs, sources: readonly SourceText[]): boolean {
    return sources.some((source, index) => {
      if (source === inputs.sources[index]) return false;
      const known = inputs.imports.get(source.path);
      return importsOf(source, this.#parsed).some(
        (specifier) => !/^[./]/.test(specifier) && known?.has(specifier) !== true,
      );
    });
  }

  /** Reports whether an unsaved source has changed since the project was read. */
  #hasChanged(): boolean {
    return [...this.#used].some(([path, text]) => this.unsaved(path) !== text);
  }

  /** Returns what can be written in a doc comment at a position. */
  completionsAt(path: string, position: number): readonly Completion[] {
    const comment = this.#commentAt(path, position);
    const part = comment && writtenAt(comment, position);
    if (!part) return [];
    return suggestionsFor(part, comment.target).map(({ text, tag }) => ({
      text,
      start: part.start,
      end: part.end,
      ...(tag && { description: describeTag(text, tag) }),
    }));
  }

  /** Explains the tag at a position. */
  hoverAt(path: string, position: number): Hover | undefined {
    const comment = this.#commentAt(path, position);
    const at = comment && tagNameAt(comment, position);
    const definition = at && definitionOf(at.name);
    return definition && { start: at.start, end: at.end, description: describeTag(at.name, definition) };
  }

  #commentAt(path: string, position: number) {
    const text = this.unsaved(path);
    const inputs = this.#inputs?.ok === true ? this.#inputs.value : undefined;
    const own = text === undefined ? [] : [{ path, text }];
    const sources = inputs ? this.#currentSources(inputs) : own;
    return commentAt({ path, position }, sources, inputs?.imports ?? NO_IMPORTS, this.#parsed);
  }
}

/** The code of errors of the TypeScript compiler. Editors show these anyway. */
const COMPILER_ERROR = "typescript";
