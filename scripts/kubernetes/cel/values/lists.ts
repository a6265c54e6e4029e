/**
 * Lists, and the lists of a schema whose order does not matter. Source: k8s.io/apiserver,
 * pkg/cel/common/valuesunstructured.go and maplist.go.
 */
import { isKind, kindOf, type ListValue, type Unordered, type Value } from "./value.js";

/** List that grows from an empty one. Lists that extend one another share an array, because loops build long lists. */
class JoinedList implements ListValue {
  readonly kind = "list";
  readonly size: number;
  readonly #shared: Value[];

  constructor(shared: Value[]) {
    this.#shared = shared;
    this.size = shared.length;
  }

  get items(): readonly Value[] {
    return this.size === this.#shared.length ? this.#shared : this.#shared.slice(0, this.size);
  }

  with(added: readonly Value[]): JoinedList {
    const shared = this.size === this.#shared.length ? this.#shared : [...this.items];
    // A list that is joined with itself grows while it is read.
    const count = added.length;
    for (let index = 0; index < count; index++) shared.push(added[index] as Value);
    return new JoinedList(shared);
  }
}

/** Two lists, one after the other. The items are copied only if they are read. */
class Concatenation implements ListValue {
  readonly kind = "list";
  readonly size: number;
  #items: readonly Value[] | undefined;

  constructor(
    readonly first: ListValue,
    readonly second: ListValue,
  ) {
    this.size = first.size + second.size;
  }

  get items(): readonly Value[] {
    this.#items ??= [...this.first.items, ...this.second.items];
    return this.#items;
  }
}

/**
 * Joins two lists. If the first one is a set, it gets the elements that it lacks; if its items have keys, those of the
 * second list replace those with the same keys.
 */
export function joined(a: ListValue, b: ListValue): ListValue {
  const { unordered } = a;
  if (unordered === undefined) {
    if (a instanceof JoinedList) return a.with(b.items);
    return a.size === 0 ? new JoinedList([...b.items]) : new Concatenation(a, b);
  }
  const identity = identityOf(unordered);
  const items = [...a.items];
  const places = new Map(items.map((item, index) => [identity(item), index]));
  for (const item of b.items) {
    const key = identity(item);
    const place = places.get(key);
    if (place === undefined) {
      if (unordered === "set") places.set(key, items.length);
      items.push(item);
    } else if (unordered !== "set") {
      items[place] = item;
    }
  }
  return { kind: "list", items, size: items.length, unordered };
}

/** Returns the function that gives equal strings for items that count as the same. */
export function identityOf(unordered: Unordered): (item: Value) => string {
  if (unordered === "set") return scalarIdentity;
  return (item) =>
    JSON.stringify(
      unordered.keys.map((key) =>
        isKind(item, "object") || isKind(item, "map") ? scalarIdentity(item.get(key) ?? null) : "",
      ),
    );
}

function scalarIdentity(value: Value): string {
  const kind = kindOf(value);
  if (value === null || typeof value !== "object") return `${kind} ${value}`;
  const data = isKind(value, "timestamp") || isKind(value, "duration") ? value.nanoseconds : undefined;
  return `${kind} ${data ?? ("value" in value ? value.value : "")}`;
}
