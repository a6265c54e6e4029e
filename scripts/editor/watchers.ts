import type { ts } from "../language/read/ts-morph.js";

/** In milliseconds. Programs that change one file often change others as well. */
const PATIENCE = 100;

/** In milliseconds. tsserver asks so often for a file that does not exist, and fails without a number. */
const INTERVAL = 500;

/**
 * Watches the files of a project. tsserver tells which files of a directory come and go, but not which ones change, so
 * the files are watched too.
 */
export class Watchers {
  readonly #directories: readonly ts.FileWatcher[];
  #files = new Map<string, ts.FileWatcher>();
  #timer: unknown;

  constructor(
    readonly project: string,
    readonly host: ts.server.ServerHost,
    readonly changed: () => unknown,
  ) {
    this.#directories = [
      host.watchDirectory(`${project}/apis`, this.#notice, true),
      host.watchDirectory(`${project}/node_modules`, this.#notice, false),
    ];
  }

  readonly #notice = (): void => {
    this.host.clearTimeout(this.#timer);
    this.#timer = this.host.setTimeout(this.changed, PATIENCE);
  };

  /** Watches exactly these files, with their paths in the project. */
  watchFiles(paths: readonly string[]): void {
    const old = this.#files;
    this.#files = new Map(
      paths.map((path) => [
        path,
        old.get(path) ?? this.host.watchFile(`${this.project}/${path}`, this.#notice, INTERVAL),
      ]),
    );
    for (const [path, watcher] of old) if (!this.#files.has(path)) watcher.close();
  }

  close(): void {
    this.host.clearTimeout(this.#timer);
    for (const watcher of [...this.#directories, ...this.#files.values()]) watcher.close();
  }
}
