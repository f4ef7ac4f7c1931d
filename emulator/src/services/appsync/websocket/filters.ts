// Filters of subscriptions: their arguments, and the filters that resolvers set.
// https://docs.aws.amazon.com/appsync/latest/devguide/aws-appsync-real-time-enhanced-filtering.html
import { own } from '#lib/table';

type Members = Readonly<Record<string, unknown>>;

/** Arguments that are given must equal the result's fields; null matches null. */
export const matchesArguments = (args: Members, result: unknown): boolean =>
  Object.entries(args).every(([name, value]) => isEqual(valueAt(result, name), value));

/** One of the groups must hold, with all its filters. A filter without groups holds. */
export function matchesFilter(filter: unknown, result: unknown): boolean {
  const groups = listAt(documentOf(filter), 'filterGroup');
  return groups.length === 0 || groups.some((group) => listAt(group, 'filters').every((each) => holds(each as Members, result)));
}

/** Templates may set the text of a filter. */
function documentOf(filter: unknown): unknown {
  if (typeof filter !== 'string') return filter;
  try {
    return JSON.parse(filter) as unknown;
  } catch {
    return undefined;
  }
}

const listAt = (value: unknown, name: string): readonly unknown[] => {
  const list = typeof value === 'object' && value !== null ? own(value as Members, name) : undefined;
  return Array.isArray(list) ? list : [];
};

/** `address.city` */
function valueAt(value: unknown, path: string): unknown {
  let at = value;
  for (const name of path.split('.')) at = typeof at === 'object' && at !== null ? (own(at as Members, name) ?? null) : null;
  return at;
}

const isEqual = (one: unknown, other: unknown): boolean =>
  (one ?? null) === (other ?? null) || JSON.stringify(one) === JSON.stringify(other);

function compared(one: unknown, other: unknown): number | undefined {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one === 'string' && typeof other === 'string') return one < other ? -1 : one > other ? 1 : 0;
  return undefined;
}

const contains = (value: unknown, part: unknown): boolean =>
  Array.isArray(value) ? value.some((each) => isEqual(each, part)) : typeof value === 'string' && value.includes(String(part));

const OPERATORS = new Map<string, (value: unknown, operand: unknown) => boolean>([
  ['eq', isEqual],
  ['ne', (value, operand) => !isEqual(value, operand)],
  ['le', (value, operand) => (compared(value, operand) ?? 1) <= 0],
  ['lt', (value, operand) => (compared(value, operand) ?? 1) < 0],
  ['ge', (value, operand) => (compared(value, operand) ?? -1) >= 0],
  ['gt', (value, operand) => (compared(value, operand) ?? -1) > 0],
  ['contains', contains],
  ['notContains', (value, operand) => !contains(value, operand)],
  ['beginsWith', (value, operand) => typeof value === 'string' && value.startsWith(String(operand))],
  ['in', (value, operand) => Array.isArray(operand) && operand.some((each) => isEqual(value, each))],
  ['notIn', (value, operand) => Array.isArray(operand) && !operand.some((each) => isEqual(value, each))],
  [
    'between',
    (value, operand) => Array.isArray(operand) && (compared(value, operand[0]) ?? -1) >= 0 && (compared(value, operand[1]) ?? 1) <= 0,
  ],
  ['containsAny', (value, operand) => Array.isArray(operand) && operand.some((each) => contains(value, each))],
]);

function holds({ fieldName, operator, value }: Members, result: unknown): boolean {
  const check = OPERATORS.get(String(operator));
  return check?.(valueAt(result, String(fieldName)), value) ?? false;
}
