// Splits the WHERE of a SELECT into reads of partitions, as the service does: each has one value of the partition key and one range of sort
// keys. Expectations are from paritysuite/dynamodb-conformance and from answers of the service that hectorvent/floci recorded in its tests.

import type { KeySchema } from '#services/dynamodb/catalog/schema';
import { sortRange } from '#services/dynamodb/engine/conditions';
import { keyPart, partitionText } from '#services/dynamodb/engine/key';
import type { Item, Value } from '#services/dynamodb/engine/value';
import type { Node } from '#services/dynamodb/expressions/syntax';
import { invalid } from '#services/dynamodb/faults';
import { conjuncts, joined, type KeyLeaf, keyLeaf, sameKeyValue } from './conditions.ts';
import { mistypedKey } from './faults.ts';
import type { Translation } from './translate.ts';

/** One read of one partition. */
export interface Branch {
  readonly partition: string;
  /** Orders partitions by the value of their key. */
  readonly order: string;
  /** Bounds of sort texts; `to` is exclusive. */
  readonly from: string;
  readonly to: string | undefined;
  readonly filter: Node | undefined;
}

/** Limit: reads that the conditions on keys of a SELECT come to. */
const MAX_READS = 50;
const tooMany = () => invalid('Too many decomposed read operations for a given query.');

type Leaves = readonly Node[];

/** Undefined where the whole table or index is read. @throws Fault ValidationException */
export function keyBranches(where: Node | undefined, key: KeySchema, translation: Translation): Branch[] | undefined {
  if (!where || !pins(where, key, translation)) return undefined;
  const split = splitNode(where, key, translation);
  const branches = split.map((leaves) => readBranch(leaves, key, translation));
  if (branches.includes(undefined)) return undefined;
  const reads = branches as (Branch & { readonly negated: boolean })[];
  if (reads.length > 1 && reads.some(({ negated }) => negated)) return undefined;
  reads.sort((a, b) => compare(a.order, b.order) || compare(a.from, b.from));
  checkOverlap(reads);
  return reads;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Whether every way to satisfy the node has a value of the partition key. */
function pins(node: Node, key: KeySchema, translation: Translation): boolean {
  if (node.kind === 'and') return node.parts.some((part) => pins(part, key, translation));
  if (node.kind === 'or') return node.parts.every((part) => pins(part, key, translation));
  const leaf = keyLeaf(node, key, translation);
  return leaf !== undefined && isHash(leaf, key) && (leaf.operator === '=' || leaf.operator === 'in');
}

const isHash = ({ attribute }: KeyLeaf, { hash }: KeySchema): boolean => hash.some(({ name }) => name === attribute.name);

const hasKey = (node: Node, key: KeySchema, translation: Translation): boolean =>
  node.kind === 'and' || node.kind === 'or'
    ? node.parts.some((part) => hasKey(part, key, translation))
    : keyLeaf(node, key, translation) !== undefined;

/** The ways to satisfy a node. Alternatives that name no key stay one condition. */
function splitNode(node: Node, key: KeySchema, translation: Translation): Leaves[] {
  if (node.kind === 'and') {
    const parts = node.parts.map((part) => splitNode(part, key, translation));
    if (parts.reduce((count, part) => count * part.length, 1) > MAX_READS) throw tooMany();
    return parts.reduce((left, right) => left.flatMap((before) => right.map((after) => [...before, ...after])));
  }
  if (node.kind === 'or' && hasKey(node, key, translation)) {
    const parts = node.parts.flatMap((part) => splitNode(part, key, translation));
    if (parts.length > MAX_READS) throw tooMany();
    return parts;
  }
  const leaf = keyLeaf(node, key, translation);
  if (node.kind !== 'in' || !leaf) return [[node]];
  if (leaf.values.length > MAX_READS) throw tooMany();
  const [path, ...values] = node.parts;
  return values.map((value) => [{ kind: 'compare', operator: '=', parts: [path!, value] }]);
}

/** Undefined where no partition satisfies all conditions on its key. */
function readBranch(leaves: Leaves, key: KeySchema, translation: Translation): (Branch & { readonly negated: boolean }) | undefined {
  const hash = key.hash[0]!;
  const [range] = key.range;
  let partition: Value | undefined;
  let [from, to]: [string, string | undefined] = ['', undefined];
  const rest: Node[] = [];
  for (const node of leaves.flatMap(conjuncts)) {
    const leaf = keyLeaf(node, key, translation);
    if (!leaf || (isHash(leaf, key) && leaf.operator !== '=')) {
      rest.push(node);
      continue;
    }
    const texts = leaf.values.map((value) => keyTextOf(leaf, value));
    if (isHash(leaf, key)) {
      if (partition && !sameKeyValue(hash, partition, leaf.values[0]!)) return undefined;
      partition = leaf.values[0];
      continue;
    }
    const operator = leaf.operator as Exclude<KeyLeaf['operator'], 'in'>;
    const next = sortRange([range!], [{ operator, first: texts[0]!, second: texts[1] }]);
    if (next.from > from) from = next.from;
    if (next.to !== undefined && (to === undefined || next.to < to)) to = next.to;
  }
  if (!partition) return undefined;
  const item: Item = { [hash.name]: partition };
  const negated = rest.some((node) => range !== undefined && namesDirectly(node, range.name, translation));
  return {
    partition: partitionText(key.hash, item)!,
    order: keyPart(hash.type, partition[hash.type]!),
    from,
    to,
    filter: joined(rest),
    negated,
  };
}

/** A condition on the sort key that no range can express: `sk <> …`, NOT. */
function namesDirectly(node: Node, name: string, translation: Translation): boolean {
  if (node.kind === 'path') return translation.paths[node.index]![0] === name;
  return 'parts' in node && node.kind !== 'or' && node.parts.some((part) => namesDirectly(part, name, translation));
}

function keyTextOf({ attribute: { name, type }, operator }: KeyLeaf, value: Value): string {
  const text = value[type];
  if (text === undefined || (operator === 'begins_with' && type === 'N')) throw mistypedKey(name);
  if (text === '' && operator === '=')
    throw invalid(
      `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${type === 'B' ? 'binary' : 'string'} value. Key: ${name}`,
    );
  return text;
}

/** Branches are in order. */
function checkOverlap(branches: readonly Branch[]): void {
  let reach: Branch | undefined;
  for (const branch of branches) {
    if (branch.to !== undefined && branch.from >= branch.to) continue;
    const same = reach !== undefined && reach.order === branch.order;
    if (same && (reach!.to === undefined || branch.from < reach!.to))
      throw invalid('Overlapping conditions with range keys are not supported in where clause');
    reach = branch;
  }
}
