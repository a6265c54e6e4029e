/**
 * Path from a variable to a value: names of fields, `@items`, `@indices`, `@keys` and `@values`.
 *
 * The API server extends paths with Go's `append`, which writes into the memory of the path if there is space. A path
 * can therefore change after another one with the same beginning is extended, and the API server then takes the size of
 * the wrong field. To get the same costs, paths share their names here too. Source: google/cel-go, checker/cost.go
 * (addPath), and the growth of slices in Go.
 */
export class Path {
  /** Shared by all paths that Go would keep in the same memory. */
  readonly #cells: string[];
  readonly #capacity: number;
  readonly #length: number;

  private constructor(cells: string[], capacity: number, length: number) {
    this.#cells = cells;
    this.#capacity = capacity;
    this.#length = length;
  }

  static of(name: string): Path {
    return new Path([name], 1, 1);
  }

  /** Extends a path, or starts one. */
  static append(path: Path | undefined, name: string): Path {
    if (!path) return Path.of(name);
    const length = path.#length;
    if (length === path.#capacity) return new Path([...path.#names, name], length * 2, length + 1);
    path.#cells[length] = name;
    return new Path(path.#cells, path.#capacity, length + 1);
  }

  /** Returns a path with another name, in memory of its own. */
  with(name: string): Path {
    return new Path([...this.#names, name], this.#length + 1, this.#length + 1);
  }

  /** Returns the names after the variable. */
  get members(): readonly string[] {
    return this.#cells.slice(1, this.#length);
  }

  get isOfAccumulator(): boolean {
    return this.#cells[0] === "@result" || this.#cells[0] === "__result__";
  }

  get #names(): readonly string[] {
    return this.#cells.slice(0, this.#length);
  }
}
