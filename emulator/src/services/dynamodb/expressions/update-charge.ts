// The charge of UpdateItem for the text of an update besides the item that it makes: in us-east-1 the larger of the two may not exceed the size
// of an item. Measured by paritysuite/dynamodb-conformance (itemSizeBySurface) in August and October 2026.
import { table } from '#lib/table';
import { base64Bytes, utf8Bytes, valueSize } from '#services/dynamodb/engine/size';
import type { Item, Value } from '#services/dynamodb/engine/value';
import { ValueFacts } from '#services/dynamodb/engine/value-facts';
import type { Binding } from './binding.ts';
import { type AttributePath, valueAt } from './path.ts';
import type { Node, PathPart, UpdateAction } from './syntax.ts';

const UPDATE_BYTES = 3;
const WRITE_BYTES = 19;
const REMOVE_BYTES = 1;
const TARGET_PART_BYTES = 4;
const OPERAND_PART_BYTES = 14;
const FUNCTION_BYTES: Readonly<Record<string, number>> = table({ '+': 34, '-': 37, if_not_exists: 39, list_append: 37 });

const partBytes = (part: PathPart): number => (typeof part === 'number' ? String(part).length : utf8Bytes(part));

function targetBytes([first, ...rest]: AttributePath): number {
  return rest.reduce<number>((sum, part) => sum + TARGET_PART_BYTES + partBytes(part), partBytes(first!));
}

function operandBytes(node: Node, binding: Binding, facts: ValueFacts): number {
  if (!('parts' in node)) return leafBytes(node.kind, node.index, binding, facts);
  const name = node.kind === 'call' ? node.name : node.kind;
  return node.parts.reduce((sum, part) => sum + operandBytes(part, binding, facts), FUNCTION_BYTES[name] ?? 0);
}

function leafBytes(kind: 'path' | 'value', index: number, binding: Binding, facts: ValueFacts): number {
  if (kind === 'value') return facts.size(binding.values[index]!);
  return binding.paths[index]!.reduce<number>((sum, part) => sum + OPERAND_PART_BYTES + partBytes(part), 1);
}

/** Bytes that ADD writes: for sets, only the members that are new. */
function addedBytes(value: Value, before: Value | undefined, facts: ValueFacts): number {
  if (!before) return facts.size(value);
  const added = (type: 'SS' | 'NS' | 'BS', size: (member: string) => number): number => {
    const known = new Set(before[type]);
    return value[type]!.reduce((sum, member) => sum + (known.has(member) ? 0 : size(member)), 0);
  };
  if (value.SS) return added('SS', utf8Bytes);
  if (value.NS) return added('NS', (member) => valueSize({ N: member }));
  return value.BS ? added('BS', base64Bytes) : valueSize(value);
}

/** In bytes, or some number above `most`. */
export function updateCharge(actions: readonly UpdateAction[], binding: Binding, old: Item, most: number): number {
  const facts = new ValueFacts();
  let bytes = UPDATE_BYTES;
  for (const { section, path, value } of actions) {
    const target = binding.paths[path]!;
    bytes += targetBytes(target);
    if (section === 'SET') bytes += WRITE_BYTES + operandBytes(value!, binding, facts);
    else if (section !== 'ADD' || value?.kind !== 'value') bytes += REMOVE_BYTES;
    else bytes += WRITE_BYTES + addedBytes(binding.values[value.index]!, valueAt(old, target), facts);
    if (bytes > most) return bytes;
  }
  return bytes;
}
