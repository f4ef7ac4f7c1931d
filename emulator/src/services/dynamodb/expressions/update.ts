// Applies an update to an item. Every right side reads the old item; changed lists and maps are copied, the rest is shared with the old item.
import { addNumbers } from '#services/dynamodb/engine/number';
import { type Item, type OpenItem, openItem, typeOf, type Value } from '#services/dynamodb/engine/value';
import { invalid } from '#services/dynamodb/faults';
import type { Binding } from './binding.ts';
import { assertPresent, type Operand } from './evaluate.ts';
import { type AttributePath, valueAt } from './path.ts';
import type { UpdateAction } from './syntax.ts';

/** A list or map that was copied, so that it may be changed. Removed list members stay as holes until the end. */
type Container = OpenItem | (Value | undefined)[];

const badType = () => invalid('An operand in the update expression has an incorrect data type');
const badPath = () => invalid('The document path provided in the update expression is invalid for update');

export interface CompiledAction extends UpdateAction {
  readonly operand: Operand | undefined;
}

/** @throws Fault ValidationException: attributes of other types, paths that do not exist */
export function applyUpdate(actions: readonly CompiledAction[], binding: Binding, old: Item): Item {
  const results = actions.map((action) => resultOf(action, binding, old));
  const change = new Change(old);
  for (const [at, { section, path }] of actions.entries()) change.set(binding.paths[path]!, results[at], section);
  return change.end();
}

/** The new value; undefined removes it. */
function resultOf({ section, operand, path }: CompiledAction, binding: Binding, old: Item): Value | undefined {
  if (section === 'REMOVE') return undefined;
  const value = assertPresent(operand!(old, binding));
  if (section === 'SET') return value;
  const before = valueAt(old, binding.paths[path]!);
  return section === 'ADD' ? added(before, value) : without(before, value);
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
export function without(before: Value | undefined, value: Value): Value | undefined {
  if (before === undefined) return undefined;
  const type = typeOf(value) as 'SS' | 'NS' | 'BS';
  if (before[type] === undefined) throw badType();
  const removed = new Set(value[type]);
  const left = before[type].filter((member) => !removed.has(member));
  return left.length > 0 ? { [type]: left } : undefined;
}

/** One update of one item. */
class Change {
  readonly #next: OpenItem;
  /** The copies by the values they replace, and themselves. */
  readonly #copies = new Map<object, Container>();
  readonly #lists = new Set<(Value | undefined)[]>();
  readonly #appended: { readonly index: number; readonly list: (Value | undefined)[]; readonly value: Value }[] = [];

  constructor(old: Item) {
    this.#next = openItem(old);
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
    if (!Array.isArray(container)) {
      if (value === undefined) delete container[last];
      else container[last as string] = value;
      return;
    }
    const index = last as number;
    if (index < container.length) container[index] = value;
    else if (value !== undefined) this.#appended.push({ index, list: container, value });
  }

  end(): Item {
    for (const { list, value } of this.#appended.sort((a, b) => a.index - b.index)) list.push(value);
    for (const list of this.#lists) {
      const kept = list.filter((member) => member !== undefined);
      list.splice(0, list.length, ...kept);
    }
    return this.#next;
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
