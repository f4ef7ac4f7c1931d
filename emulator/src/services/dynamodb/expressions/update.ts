// Applies an update to an item. Every right side reads the old item; changed lists and maps are copied, the rest is shared with the old item.
import { addNumbers } from '#services/dynamodb/engine/number';
import { MAX_ITEM_BYTES, utf8Bytes, valueSize } from '#services/dynamodb/engine/size';
import { type Item, type OpenItem, openItem, typeOf, type Value } from '#services/dynamodb/engine/value';
import { ValueFacts } from '#services/dynamodb/engine/value-facts';
import { invalid } from '#services/dynamodb/faults';
import type { Binding } from './binding.ts';
import { assertPresent, type Operand, tooLarge } from './evaluate.ts';
import { type AttributePath, valueAt } from './path.ts';
import type { UpdateAction } from './syntax.ts';

/** A list or map that was copied, so that it may be changed. Removed list members stay as holes until the end. */
type Container = OpenItem | (Value | undefined)[];

/** Bytes of each member of a list or map besides itself and its name. */
const MEMBER_BYTES = 1;

const badType = () => invalid('An operand in the update expression has an incorrect data type');
const badPath = () => invalid('The document path provided in the update expression is invalid for update');

export interface CompiledAction extends UpdateAction {
  readonly operand: Operand | undefined;
}

/** A value that an update has written, and the lists and maps around it. */
export interface Written {
  readonly value: Value;
  readonly depth: number;
}

export interface Updated {
  readonly item: Item;
  /** Bytes by which the item has grown. */
  readonly growth: number;
  readonly written: readonly Written[];
  readonly facts: ValueFacts;
}

/** @throws Fault ValidationException: attributes of other types, paths that do not exist, values that are too large for an item */
export function applyUpdate(actions: readonly CompiledAction[], binding: Binding, old: Item): Updated {
  const facts = new ValueFacts();
  let bytes = 0;
  const results = actions.map((action) => {
    const value = resultOf(action, binding, old, facts);
    // An item that these values alone make too large is not worked out to its end.
    if (value && (bytes += facts.size(value)) > MAX_ITEM_BYTES) throw tooLarge();
    return value;
  });
  const change = new Change(old, facts);
  for (const [at, { section, path }] of actions.entries()) change.set(binding.paths[path]!, results[at], section);
  return change.end();
}

/** The new value; undefined removes it. */
function resultOf({ section, operand, path }: CompiledAction, binding: Binding, old: Item, facts: ValueFacts): Value | undefined {
  if (section === 'REMOVE') return undefined;
  const value = assertPresent(operand!(old, binding));
  if (section === 'SET') return value;
  const before = valueAt(old, binding.paths[path]!);
  return section === 'ADD' ? added(before, value) : without(before, value, facts);
}

export function added(before: Value | undefined, value: Value): Value {
  if (before === undefined) return value;
  if (value.N !== undefined) {
    if (before.N === undefined) throw badType();
    return { N: addNumbers(before.N, value.N) };
  }
  const type = typeOf(value) as 'SS' | 'NS' | 'BS';
  if (before[type] === undefined) throw badType();
  return { [type]: [...new Set([...before[type], ...value[type]!])] };
}

/** The set without these members; undefined where none is left. */
export function without(before: Value | undefined, value: Value, facts: ValueFacts): Value | undefined {
  if (before === undefined) return undefined;
  const type = typeOf(value) as 'SS' | 'NS' | 'BS';
  if (before[type] === undefined) throw badType();
  const removed = facts.members(value, type);
  const left = before[type].filter((member) => !removed.has(member));
  return left.length > 0 ? { [type]: left } : undefined;
}

/** One update of one item. */
class Change {
  readonly #next: OpenItem;
  readonly #facts: ValueFacts;
  /** The copies by the values they replace, and themselves. */
  readonly #copies = new Map<object, Container>();
  readonly #lists = new Set<(Value | undefined)[]>();
  readonly #appended: { readonly index: number; readonly list: (Value | undefined)[]; readonly value: Value }[] = [];
  readonly #written: Written[] = [];
  #growth = 0;

  constructor(old: Item, facts: ValueFacts) {
    this.#next = openItem(old);
    this.#facts = facts;
  }

  set(path: AttributePath, value: Value | undefined, section: UpdateAction['section']): void {
    let container: Container = this.#next;
    for (let at = 1; at < path.length; at++) {
      const inner: Container | undefined = this.#open(container, path[at - 1]!, path[at]!);
      if (!inner) {
        if (section === 'DELETE') return;
        throw badPath();
      }
      container = inner;
    }
    const last = path[path.length - 1]!;
    const depth = path.length - 1;
    if (value) this.#written.push({ value, depth });
    if (Array.isArray(container)) this.#setMember(container, last as number, value);
    else this.#setAttribute(container, last as string, value, depth);
  }

  #setMember(list: (Value | undefined)[], index: number, value: Value | undefined): void {
    if (index < list.length) {
      this.#grow(list[index], value, MEMBER_BYTES);
      list[index] = value;
    } else if (value !== undefined) {
      this.#grow(undefined, value, MEMBER_BYTES);
      this.#appended.push({ index, list, value });
    }
  }

  #setAttribute(container: OpenItem, name: string, value: Value | undefined, depth: number): void {
    this.#grow(container[name], value, utf8Bytes(name) + (depth > 0 ? MEMBER_BYTES : 0));
    if (value === undefined) delete container[name];
    else container[name] = value;
  }

  /** `placeBytes`: what the place of a value takes besides the value. */
  #grow(before: Value | undefined, next: Value | undefined, placeBytes: number): void {
    if (before) this.#growth -= valueSize(before) + placeBytes;
    if (next) this.#growth += this.#facts.size(next) + placeBytes;
  }

  end(): Updated {
    for (const { list, value } of this.#appended.sort((a, b) => a.index - b.index)) list.push(value);
    for (const list of this.#lists) {
      let kept = 0;
      for (const member of list) if (member !== undefined) list[kept++] = member;
      list.length = kept;
    }
    return { item: this.#next, growth: this.#growth, written: this.#written, facts: this.#facts };
  }

  /** A copy of the list or map at `part`, if it is what `next` expects: a list for an index, a map for a name. */
  #open(container: Container, part: string | number, next: string | number): Container | undefined {
    const value = (container as Record<string | number, Value | undefined>)[part];
    const inner = typeof next === 'number' ? value?.L : value?.M;
    if (!inner) return undefined;
    const known = this.#copies.get(inner);
    if (known) return known;
    const copy: Container = Array.isArray(inner) ? [...(inner as Value[])] : openItem(inner as Item);
    if (Array.isArray(copy)) this.#lists.add(copy);
    this.#copies.set(inner, copy);
    this.#copies.set(copy, copy);
    (container as Record<string | number, Value>)[part] = (Array.isArray(copy) ? { L: copy } : { M: copy }) as Value;
    return copy;
  }
}
