// The conditions in brackets: `[?(@.price < $.limit && @.tags contains 'new')]`. A comparison between kinds is false, never an error.

import type { Regex } from '#lib/regex/regex';
import { isList, isObject, isSame, type Json } from '#services/states/language/json';
import type { FilterOperand, Path, PathFilter } from './path.ts';

/** Follows a path within a filter; undefined where a definite path selects nothing. */
export type FollowPath = (path: Path) => Json | undefined;

export function filterHolds(filter: PathFilter, follow: FollowPath): boolean {
  switch (filter.kind) {
    case 'and':
      return filterHolds(filter.left, follow) && filterHolds(filter.right, follow);
    case 'or':
      return filterHolds(filter.left, follow) || filterHolds(filter.right, follow);
    case 'not':
      return !filterHolds(filter.filter, follow);
    case 'exists':
      return exists(filter.operand, follow);
    case 'compare':
      return compare(filter.operator, operandValue(filter.left, follow), filter.right, follow);
  }
}

function exists(operand: FilterOperand, follow: FollowPath): boolean {
  const value = operandValue(operand, follow);
  if (operand.kind === 'path' && !operand.path.isDefinite && isList(value)) return value.length > 0;
  return value !== undefined;
}

function operandValue(operand: FilterOperand, follow: FollowPath): Json | undefined {
  switch (operand.kind) {
    case 'path':
      return follow(operand.path);
    case 'value':
      return operand.value;
    case 'list':
      return operand.items.map((item) => operandValue(item, follow) ?? null);
    case 'regex':
      return undefined;
  }
}

function compare(operator: string, left: Json | undefined, operand: FilterOperand, follow: FollowPath): boolean {
  if (operator === '=~') return operand.kind === 'regex' && matches(operand.regex, left);
  const right = operandValue(operand, follow);
  switch (operator) {
    case '==':
      return isSame(left, right);
    case '!=':
      return !isSame(left, right);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return inOrder(operator, left, right);
    case 'in':
      return holds(right, left);
    case 'nin':
      return !holds(right, left);
    case 'contains':
      return typeof left === 'string' ? left.includes(String(right)) : holds(left, right);
    case 'anyof':
      return isList(left) && left.some((element) => holds(right, element));
    case 'noneof':
      return isList(left) && !left.some((element) => holds(right, element));
    case 'subsetof':
      return isList(left) && left.every((element) => holds(right, element));
    case 'size':
      return sizeOf(left) === right;
    default:
      return sizeOf(left) !== undefined && (sizeOf(left) === 0) === right;
  }
}

const matches = (regex: Regex, value: Json | undefined): boolean => typeof value === 'string' && regex.test(value);
const holds = (list: Json | undefined, value: Json | undefined): boolean => isList(list) && list.some((element) => isSame(element, value));
const sizeOf = (value: Json | undefined): number | undefined => (isList(value) || typeof value === 'string' ? value.length : undefined);

function inOrder(operator: string, left: Json | undefined, right: Json | undefined): boolean {
  const [a, b] = [left, right];
  if (!((typeof a === 'number' && typeof b === 'number') || (typeof a === 'string' && typeof b === 'string'))) return false;
  if (operator === '<') return a < b;
  if (operator === '<=') return a <= b;
  return operator === '>' ? a > b : a >= b;
}

/** Whether a member filter may look at the value: elements of lists, and objects themselves. */
export const filterable = (value: Json): readonly Json[] => (isList(value) ? value : isObject(value) ? [value] : []);
