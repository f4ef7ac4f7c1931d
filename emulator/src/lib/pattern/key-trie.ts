// The names of the fields in use as a tree of keys, so that the scanner enters only the objects that can hold such a field.
import { ByteTable, grown, hashKey } from './bytes.ts';

export const ROOT = 0;
const NODE = 3; // field, lengths of the keys below (bit length mod 32), number of keys below
const DOT = 46;

export class KeyTrie {
  #nodes = new Int32Array(4 * NODE);
  #count = 1;
  readonly #edges = new ByteTable();
  /** Edge -> node. */
  #targets = new Int32Array(8);

  constructor() {
    this.#nodes[0] = -1;
  }

  /** Makes `name` lead to `field`. */
  add(name: string, field: number): void {
    let node = ROOT;
    for (const key of name.split('.')) node = this.#step(node, Buffer.from(key));
    this.#nodes[node * NODE] = field;
  }

  /** The node of a name, or -1. */
  find(name: string): number {
    const bytes = Buffer.from(name);
    return this.dottedChild(ROOT, bytes, 0, bytes.length);
  }

  /** The field that ends at the node, or -1. */
  field(node: number): number {
    return this.#nodes[node * NODE]!;
  }

  /** Which key lengths occur below the node: a key is looked up only if the bit of its length (mod 32) is set. */
  lengths(node: number): number {
    return this.#nodes[node * NODE + 1]!;
  }

  isEnd(node: number): boolean {
    return this.#nodes[node * NODE + 2] === 0;
  }

  /** The node after a key without dots, or -1. */
  child(node: number, bytes: Uint8Array, start: number, end: number): number {
    const edge = this.#edges.find(node, hashKey(bytes, start, end), bytes, start, end - start);
    return edge < 0 ? -1 : this.#targets[edge]!;
  }

  /** The node after a key that may hold dots: they count like the borders of nested objects. */
  dottedChild(node: number, bytes: Uint8Array, start: number, end: number): number {
    let at = node;
    let from = start;
    for (let to = start; at >= 0 && to <= end; to++) {
      if (to < end && bytes[to] !== DOT) continue;
      at = this.child(at, bytes, from, to);
      from = to + 1;
    }
    return at;
  }

  #step(node: number, key: Uint8Array): number {
    const known = this.child(node, key, 0, key.length);
    if (known >= 0) return known;
    const target = this.#count++;
    this.#nodes = grown(this.#nodes, target * NODE + NODE - 1);
    this.#nodes[target * NODE] = -1;
    const edge = this.#edges.add(node, hashKey(key, 0, key.length), key);
    this.#targets = grown(this.#targets, edge);
    this.#targets[edge] = target;
    this.#nodes[node * NODE + 1]! |= 1 << (key.length & 31);
    this.#nodes[node * NODE + 2]!++;
    return target;
  }
}
