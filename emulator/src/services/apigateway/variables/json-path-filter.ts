// Filters of JSONPath: `?(@.price < 10 && @.kind == 'book')`.
import { table } from '#lib/table';
import { isSame } from '#lib/vtl/truth';
import { type Budget, numberOf, toValue, type Value } from '#lib/vtl/values';

export type ValueAt = (value: Value, path: string, budget: Budget, root: Value) => Value;
type Read = (child: Value, root: Value, budget: Budget) => Value;
type Holds = (child: Value, root: Value, budget: Budget) => boolean;

export interface Filter {
  readonly holds: Holds;
  /** Behind the closing `)]`. */
  readonly end: number;
}

const CLOSE = /\s*\)\s*\]/y;
const OPERATOR = /\s*(==|!=|<=|>=|<|>)\s*/y;
const JOIN = /\s*(&&|\|\|)\s*/y;
const PATH = /\s*([@$](?:\.[\w$-]+|\[(?:'[^']*'|"[^"]*"|\d+)\])*)/y;
const LITERAL = /\s*(?:'([^']*)'|"([^"]*)"|(-?\d+(?:\.\d+)?)|(true|false|null)\b)/y;

const COMPARE: Readonly<Record<string, (left: Value, right: Value, budget: Budget) => boolean>> = table({
  '==': (left, right, budget) => isSame(left, right, budget) || (numberOf(left) !== undefined && numberOf(left) === numberOf(right)),
  '!=': (left, right, budget) => !isSame(left, right, budget),
  '<': (left, right) => order(left, right) < 0,
  '<=': (left, right) => order(left, right) <= 0,
  '>': (left, right) => order(left, right) > 0,
  '>=': (left, right) => order(left, right) >= 0,
});

/** Not a number, where the two cannot be compared. */
function order(left: Value, right: Value): number {
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  return (numberOf(left) ?? Number.NaN) - (numberOf(right) ?? Number.NaN);
}

/** Reads what follows `?(`, from `start`. Undefined for what is no filter. */
export function parseFilter(source: string, start: number, valueAt: ValueAt): Filter | undefined {
  let at = start;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (match) at += match[0].length;
    return match;
  };
  const operand = (): Read | undefined => {
    const path = take(PATH)?.[1];
    if (path !== undefined) return (child, root, budget) => valueAt(path.startsWith('$') ? root : child, path, budget, root);
    const literal = take(LITERAL);
    if (!literal) return undefined;
    const value = literal[1] ?? literal[2] ?? toValue(JSON.parse(literal[3] ?? literal[4]!));
    return () => value;
  };
  const term = (): Holds | undefined => {
    const left = operand();
    const operator = left && take(OPERATOR)?.[1];
    if (!left) return undefined;
    if (!operator) return (child, root, budget) => left(child, root, budget) !== undefined;
    const right = operand();
    const compare = COMPARE[operator];
    return right && compare && ((child, root, budget) => compare(left(child, root, budget), right(child, root, budget), budget));
  };
  const first = term();
  if (!first) return undefined;
  /** Any of these groups, all terms of a group. */
  const groups: Holds[][] = [[first]];
  for (let join = take(JOIN)?.[1]; join !== undefined; join = take(JOIN)?.[1]) {
    const next = term();
    if (!next) return undefined;
    if (join === '&&') groups.at(-1)!.push(next);
    else groups.push([next]);
  }
  if (!take(CLOSE)) return undefined;
  const holds: Holds = (child, root, budget) => groups.some((group) => group.every((each) => each(child, root, budget)));
  return { holds, end: at };
}
