// ORDER BY: which orders the keys of a table or an index can give.

import type { KeySchema } from '#services/dynamodb/catalog/schema';
import { invalid } from '#services/dynamodb/faults';
import type { Branch } from './key-branches.ts';
import type { OrderTerm, SelectStatement } from './syntax.ts';

const nameOf = ({ value }: OrderTerm): string => {
  const [step, ...more] = value.kind === 'path' ? value.steps : [];
  if (step?.kind !== 'name' || more.length > 0)
    throw invalid(`Argument to ORDER BY must be of type VariableReference. Type: ${value.kind}`);
  return step.name;
};

/** Refuses orders that the statement's text rules out. @throws Fault ValidationException */
export function checkOrder({ order, where }: SelectStatement, { all }: KeySchema): void {
  if (order.length === 0) return;
  if (!where) throw invalid('Must have WHERE clause in the statement when using ORDER BY clause.');
  for (const term of order) {
    const name = nameOf(term);
    if (!all.some((attribute) => attribute.name === name))
      throw invalid(`Attribute ${name} in ORDER BY clause must be part of the primary key`);
  }
}

/** The reads in the order of their partitions. @throws Fault ValidationException */
export function orderBranches(
  { order }: SelectStatement,
  { hash }: KeySchema,
  branches: readonly Branch[] | undefined,
): readonly Branch[] | undefined {
  if (order.length === 0) return branches;
  if (!branches) throw invalid('Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY clause.');
  const term = order.find((each) => nameOf(each) === hash[0]!.name);
  if (!term && new Set(branches.map(({ partition }) => partition)).size > 1)
    throw invalid('Must have hash key in ORDER BY clause when more than one hash key condition specified in WHERE clause.');
  return term?.descending ? [...branches].reverse() : branches;
}

/** Whether sort keys go down: an order that does not name them puts the highest first, as the service does. */
export function isReverse({ order }: SelectStatement, { range }: KeySchema): boolean {
  if (order.length === 0) return false;
  const term = order.find((each) => nameOf(each) === range[0]?.name);
  return term?.descending ?? true;
}
