/** Searches among booleans, numbers and strings. The same question is not searched again. */
import type { Search } from "./answer.js";
import type { Effort } from "./effort.js";
import { fits, keyOf, type Node } from "./node.js";
import { findNumber } from "./numbers.js";
import { findText } from "./texts.js";

type ScalarType = "boolean" | "number" | "string";

export class Scalars {
  readonly #effort: Effort;
  readonly #answers = new Map<string, Search>();

  constructor(effort: Effort) {
    this.#effort = effort;
  }

  /** Searches for a value that matches one node but not the other. If there is no other node, any match is enough. */
  search(type: ScalarType, node: Node, other?: Node): Search {
    const key = `${type} ${keyOf(node)} ${other ? keyOf(other) : ""}`;
    const answer = this.#answers.get(key) ?? this.#search(type, node, other);
    this.#answers.set(key, answer);
    return answer;
  }

  #search(type: ScalarType, node: Node, other: Node | undefined): Search {
    if (type === "number") return findNumber(node, other, this.#effort);
    if (type === "string") return findText(node, other, this.#effort);
    const found = [false, true].find((value) => fits(node, value) && (other === undefined || !fits(other, value)));
    return found === undefined ? "none" : { found };
  }
}
