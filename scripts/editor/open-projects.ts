/** The projects whose sources are open in the editor. */
import { createRequire } from "node:module";
import type * as editing from "../app/editing/edited-project.js";
import type { EditorDiagnostic } from "../app/editing/words.js";
import type { ts } from "../language/read/ts-morph.js";
import { Watchers } from "./watchers.js";

/** A source of a project. */
export interface OpenSource {
  diagnostics(): readonly EditorDiagnostic[];
  completionsAt(position: number): readonly editing.Completion[];
  hoverAt(position: number): editing.Hover | undefined;
}

interface OpenProject {
  readonly edited: editing.EditedProject;
  readonly watchers: Watchers;
}

/** The bundle of the library exports modules, by their path. See cli/bundle.js. */
type Library = { readonly [EDITING]: typeof editing };
const EDITING = "app/editing/edited-project.js";

const SETTINGS = "/apis/bundle.yaml";

export class OpenProjects {
  readonly #projects = new Map<string, OpenProject>();

  constructor(readonly info: ts.server.PluginCreateInfo) {}

  /** Returns the source at a path, or undefined if it does not belong to a project of this tool. */
  sourceAt(file: string): OpenSource | undefined {
    const place = this.#placeOf(file);
    if (!place) return undefined;
    const { directory, path } = place;
    const project = this.#projects.get(directory) ?? this.#open(directory);
    return {
      diagnostics: () => project.edited.diagnosticsOf(path),
      completionsAt: (position) => project.edited.completionsAt(path, position),
      hoverAt: (position) => project.edited.hoverAt(path, position),
    };
  }

  /** Ends the observation of all files. */
  close(): void {
    for (const { watchers } of this.#projects.values()) watchers.close();
    this.#projects.clear();
  }

  /** Finds the directory of a project: the nearest one with `apis/bundle.yaml` that contains the file in `apis/`. */
  #placeOf(file: string) {
    if (!file.endsWith(".ts") || file.endsWith(".d.ts")) return undefined;
    const { serverHost } = this.info;
    for (let at = file.lastIndexOf("/apis/"); at >= 0; at = at > 0 ? file.lastIndexOf("/apis/", at - 1) : -1) {
      const directory = file.slice(0, at);
      const isProject = this.#projects.has(directory) || serverHost.fileExists(`${directory}${SETTINGS}`);
      if (isProject) return { directory, path: file.slice(at + 1) };
    }
    return undefined;
  }

  /** Opens a project. Its diagnostics follow when it has been read. The tool is loaded only here, because it is large. */
  #open(directory: string): OpenProject {
    const { serverHost, project } = this.info;
    const { EditedProject } = (createRequire(import.meta.url)("../cli/library.cjs") as Library)[EDITING];
    const edited = new EditedProject(
      directory,
      (path) => this.#unsaved(`${directory}/${path}`),
      () => project.refreshDiagnostics(),
    );
    const log = (error: unknown) => project.projectService.logger.info(`crd-bundle: ${error}`);
    const read = async () => {
      try {
        await edited.read();
        watchers.watchFiles(edited.files);
      } catch (error) {
        log(error);
      }
    };
    const watchers = new Watchers(directory, serverHost, read);
    const opened = { edited, watchers };
    this.#projects.set(directory, opened);
    void read()
      .then(() => edited.warmUp())
      .catch(log);
    return opened;
  }

  /** Returns the text of a file that is open in the editor. */
  #unsaved(file: string): string | undefined {
    const script = this.info.project.projectService.getScriptInfo(file);
    if (!script?.isScriptOpen()) return undefined;
    const snapshot = script.getSnapshot();
    return snapshot.getText(0, snapshot.getLength());
  }
}
