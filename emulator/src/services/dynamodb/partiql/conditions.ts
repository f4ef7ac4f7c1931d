// Which conditions of a WHERE name the keys of a table or an index.
import { table } from '#lib/table';
import type { KeySchema } from '#services/dynamodb/catalog/schema';
import type { KeyCondition } from '#services/dynamodb/engine/conditions';
import type { KeyAttribute } from '#services/dynamodb/engine/key';
import type { Value } from '#services/dynamodb/engine/value';
import type { Node } from '#services/dynamodb/expressions/syntax';
import { invalid } from '#services/dynamodb/faults';
import type { Translation } from './translate.ts';

/** A condition on one key attribute. */
export interface KeyLeaf {
  readonly attribute: KeyAttribute;
  /** Several for IN. */
  readonly operator: KeyCondition['operator'] | 'in';
  readonly values: readonly Value[];
}

const FLIPPED: Readonly<Record<string, KeyCondition['operator']>> = table({ '=': '=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' });

/** The condition that a node puts on a key attribute; undefined where it does something else. */
export function keyLeaf(node: Node, key: KeySchema, { paths, values }: Translation): KeyLeaf | undefined {
  if (node.kind !== 'compare' && node.kind !== 'between' && node.kind !== 'in' && node.kind !== 'call') return undefined;
  if ((node.kind === 'call' && node.name !== 'begins_with') || (node.kind === 'compare' && node.operator === '<>')) return undefined;
  const named = node.parts.find(({ kind }) => kind === 'path');
  const constants = node.parts.filter(({ kind }) => kind === 'value') as { readonly index: number }[];
  const leads = named === node.parts[0];
  if (named?.kind !== 'path' || constants.length !== node.parts.length - 1 || (!leads && node.kind !== 'compare')) return undefined;
  const path = paths[named.index]!;
  const attribute = path.length === 1 ? key.all.find(({ name }) => name === path[0]) : undefined;
  if (!attribute) return undefined;
  const given = constants.map(({ index }) => values[index]!);
  if (node.kind === 'compare')
    return { attribute, operator: leads ? (node.operator as KeyCondition['operator']) : FLIPPED[node.operator]!, values: given };
  return { attribute, operator: node.kind === 'between' ? 'BETWEEN' : node.kind === 'in' ? 'in' : 'begins_with', values: given };
}

/** The conditions that AND joins, through parentheses. */
export function conjuncts(node: Node | undefined): Node[] {
  const found: Node[] = [];
  const open = node ? [node] : [];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.kind === 'and') open.push(...[...next.parts].reverse());
    else found.push(next);
  }
  return found;
}

export const joined = (nodes: readonly Node[]): Node | undefined =>
  nodes.length === 0 ? undefined : nodes.reduce((left, right): Node => ({ kind: 'and', parts: [left, right] }));

/** Keys hold no members. @throws Fault ValidationException */
export function checkScalarKeys({ all }: KeySchema, { paths }: Translation): void {
  for (const { name } of all)
    if (paths.some((path) => path.length > 1 && path[0] === name))
      throw invalid(`Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key ${name}`);
}

/** Whether two values of a key attribute are the same. */
export const sameKeyValue = ({ type }: KeyAttribute, a: Value, b: Value): boolean => a[type] !== undefined && a[type] === b[type];
