// An ordered map from texts to values, as a B+ tree: the store keeps its records in it. Clones share their nodes until one of them changes.

/** Entries of a leaf, children of a branch. */
const MAX_NODE_SIZE = 64;

/** A range of keys: `low` is inclusive, `high` exclusive. */
export interface Span {
  readonly low: string;
  readonly high: string;
  readonly limit: number;
  readonly reverse: boolean;
  /** The walk ends behind the first value for which this is true. */
  readonly until?: ((value: unknown) => boolean) | undefined;
}

export type Visit<V> = (text: string, value: V) => void;

/** A leaf has keys and their values. In a branch, `keys[i]` is the smallest key that may lie in `children[i + 1]`. */
interface Node<V> {
  readonly keys: string[];
  readonly values: V[];
  readonly children: Node<V>[] | undefined;
  /** Identifies the tree that may change this node; other trees copy it first. */
  readonly owner: object;
}

/** The upper half of a node that was split: its new right neighbour. */
interface Half<V> {
  readonly first: string;
  readonly node: Node<V>;
}

export class Tree<V> {
  #root: Node<V>;
  #owner = {};
  #size = 0;
  /** The previous value of the key that `set` or `delete` is changing. */
  #before: V | undefined;
  readonly #most: number;
  /** A node with fewer entries is joined with a neighbour. */
  readonly #few: number;

  /** `entries` may be in any order; for repeated keys the last value wins. */
  constructor(entries: Iterable<readonly [string, V]> = [], most = MAX_NODE_SIZE) {
    this.#most = most;
    this.#few = most >> 2;
    this.#root = leaf([], [], this.#owner);
    for (const [key, value] of entries) this.set(key, value);
  }

  get size(): number {
    return this.#size;
  }

  get(key: string): V | undefined {
    let node = this.#root;
    while (node.children) node = node.children[childAt(node.keys, key)]!;
    const at = placeOf(node.keys, key);
    return node.keys[at] === key ? node.values[at] : undefined;
  }

  /** Returns the previous value of the key. */
  set(key: string, value: V): V | undefined {
    this.#root = this.#owned(this.#root);
    this.#before = undefined;
    const half = this.#put(this.#root, key, value);
    if (half) this.#root = branch([half.first], [this.#root, half.node], this.#owner);
    return this.#before;
  }

  /** Returns the value that the key had. */
  delete(key: string): V | undefined {
    this.#before = undefined;
    this.#root = this.#owned(this.#root);
    this.#take(this.#root, key);
    while (this.#root.children?.length === 1) this.#root = this.#root.children[0]!;
    return this.#before;
  }

  /** Costs the same for any size: from now on both trees copy a node before they change it. */
  clone(): Tree<V> {
    const clone = new Tree<V>([], this.#most);
    clone.#root = this.#root;
    clone.#size = this.#size;
    this.#owner = {};
    return clone;
  }

  walk(span: Span, visit: Visit<V>): void {
    if (span.limit <= 0 || span.low >= span.high) return;
    if (span.reverse) walkBack(this.#root, span, span.limit, visit);
    else walk(this.#root, span, span.limit, visit);
  }

  #owned(node: Node<V>): Node<V> {
    const { keys, values, children, owner } = node;
    if (owner === this.#owner) return node;
    return { keys: [...keys], values: [...values], children: children && [...children], owner: this.#owner };
  }

  #child(children: Node<V>[], at: number): Node<V> {
    return (children[at] = this.#owned(children[at]!));
  }

  #put(node: Node<V>, key: string, value: V): Half<V> | undefined {
    const { keys, values, children } = node;
    if (!children) {
      const at = isLast(keys, key) ? keys.length : placeOf(keys, key);
      if (keys[at] === key) {
        this.#before = values[at];
        values[at] = value;
        return undefined;
      }
      insert(keys, at, key);
      insert(values, at, value);
      this.#size++;
      return keys.length > this.#most ? this.#halve(node, at) : undefined;
    }
    const at = childAt(keys, key);
    const half = this.#put(this.#child(children, at), key, value);
    if (!half) return undefined;
    insert(keys, at, half.first);
    insert(children, at + 1, half.node);
    return children.length > this.#most ? this.#halve(node, at + 1) : undefined;
  }

  /** Splits a full node. Keys often come in order: where the last key was added, only that one moves. */
  #halve({ keys, values, children }: Node<V>, added: number): Half<V> {
    if (!children) {
      const from = added === keys.length - 1 ? added : keys.length >> 1;
      const node = leaf(keys.splice(from), values.splice(from), this.#owner);
      return { first: node.keys[0]!, node };
    }
    const from = added === children.length - 1 ? added : children.length >> 1;
    const node = branch(keys.splice(from), children.splice(from), this.#owner);
    return { first: keys.pop()!, node };
  }

  #take(node: Node<V>, key: string): void {
    const { keys, values, children } = node;
    if (children) {
      const at = childAt(keys, key);
      const child = this.#child(children, at);
      this.#take(child, key);
      if (sizeOf(child) < this.#few) this.#join(node, at === 0 ? 0 : at - 1);
      return;
    }
    const at = placeOf(keys, key);
    if (keys[at] !== key) return;
    this.#before = values[at];
    keys.splice(at, 1);
    values.splice(at, 1);
    this.#size--;
  }

  /** Joins the child at this position and the next one, if they fit well into one node. */
  #join({ keys, children = [] }: Node<V>, at: number): void {
    const right = children[at + 1];
    if (!right) return;
    const [leftSize, rightSize] = [sizeOf(children[at]!), sizeOf(right)];
    if (leftSize > 0 && rightSize > 0 && leftSize + rightSize > this.#most - this.#few) return;
    const left = this.#child(children, at);
    if (left.children) left.keys.push(keys[at]!);
    left.keys.push(...right.keys);
    left.values.push(...right.values);
    left.children?.push(...(right.children ?? []));
    keys.splice(at, 1);
    children.splice(at + 1, 1);
  }
}

const leaf = <V>(keys: string[], values: V[], owner: object): Node<V> => ({ keys, values, children: undefined, owner });
const branch = <V>(keys: string[], children: Node<V>[], owner: object): Node<V> => ({ keys, values: [], children, owner });
const sizeOf = ({ keys, children }: Node<unknown>): number => children?.length ?? keys.length;

/** The position of a key, or the position at which it would be inserted. */
function placeOf(keys: readonly string[], key: string): number {
  let from = 0;
  let to = keys.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (keys[middle]! < key) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Records often come in the order of their keys. */
const isLast = (keys: readonly string[], key: string): boolean => keys.length > 0 && keys[keys.length - 1]! < key;

/** The position of the child that may hold the key. */
function childAt(keys: readonly string[], key: string): number {
  if (isLast(keys, key)) return keys.length;
  let from = 0;
  let to = keys.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (key < keys[middle]!) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Inserts as `splice` does, without making a list of removed items. */
function insert<T>(list: T[], at: number, item: T): void {
  list.push(item);
  for (let i = list.length - 1; i > at; i--) list[i] = list[i - 1]!;
  list[at] = item;
}

/** Returns how many more entries may be visited; negative where the span has ended. */
function walk<V>({ keys, values, children }: Node<V>, span: Span, limit: number, visit: Visit<V>): number {
  const { low, high, until } = span;
  let left = limit;
  if (children) {
    for (let i = childAt(keys, low); i < children.length && left > 0; i++) left = walk(children[i]!, span, left, visit);
    return left;
  }
  const end = isLast(keys, high) ? keys.length : placeOf(keys, high);
  for (let i = placeOf(keys, low); i < end && left > 0; i++, left--) {
    visit(keys[i]!, values[i]!);
    if (until?.(values[i])) return -1;
  }
  return end < keys.length ? -1 : left;
}

function walkBack<V>({ keys, values, children }: Node<V>, span: Span, limit: number, visit: Visit<V>): number {
  const { low, high, until } = span;
  let left = limit;
  if (children) {
    for (let i = childAt(keys, high); i >= 0 && left > 0; i--) left = walkBack(children[i]!, span, left, visit);
    return left;
  }
  const start = placeOf(keys, low);
  for (let i = placeOf(keys, high) - 1; i >= start && left > 0; i--, left--) {
    visit(keys[i]!, values[i]!);
    if (until?.(values[i])) return -1;
  }
  return start > 0 ? -1 : left;
}
