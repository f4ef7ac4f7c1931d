// Reads parts of an item: structures stay, and the members of lists close up in the order of their indexes.
import { attribute, type Item, type OpenItem, openItem, type Value } from '#services/dynamodb/engine/value';
import { type AttributePath, headOf, valueAt } from './path.ts';
import type { PathPart } from './syntax.ts';

/** The item with these attributes only. */
export function pickAttributes(item: Item, names: Iterable<string>): Item {
  const picked: OpenItem = openItem();
  for (const name of names) {
    const value = attribute(item, name);
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}

/** The item with these paths only. */
export function projectItem(item: Item, paths: readonly AttributePath[]): Item {
  const tails = new Map<string, AttributePath[]>();
  for (const path of paths) {
    if (valueAt(item, path) === undefined) continue;
    const head = headOf(path);
    const known = tails.get(head);
    if (known) known.push(path.slice(1));
    else tails.set(head, [path.slice(1)]);
  }
  const picked: OpenItem = openItem();
  for (const [head, each] of tails) picked[head] = pick(item[head]!, each);
  return picked;
}

function pick(value: Value, tails: readonly AttributePath[]): Value {
  if (tails.some((tail) => tail.length === 0)) return value;
  const inner = new Map<PathPart, AttributePath[]>();
  for (const tail of tails) {
    const part = tail[0]!;
    const known = inner.get(part);
    if (known) known.push(tail.slice(1));
    else inner.set(part, [tail.slice(1)]);
  }
  if (value.L) {
    const members = [...inner].sort(([a], [b]) => (a as number) - (b as number));
    return { L: members.map(([index, each]) => pick(value.L![index as number]!, each)) };
  }
  const picked: OpenItem = openItem();
  for (const [name, each] of inner) picked[name as string] = pick(value.M![name as string]!, each);
  return { M: picked };
}
