// Arithmetic, comparisons and logic between numbers, series and lists of series.
import { table } from '#lib/table';
import { MathError } from './math-error.ts';
import { isList, isSeries, type Series, type Value, type Workspace } from './series.ts';

type Pair = (a: number, b: number) => number;

const flag = (yes: boolean): number => (yes ? 1 : 0);

/** A division by zero has no result. */
const OPERATORS = table<Pair>({
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => (b === 0 ? Number.NaN : a / b),
  '^': (a, b) => a ** b,
  '==': (a, b) => flag(a === b),
  '!=': (a, b) => flag(a !== b),
  '<': (a, b) => flag(a < b),
  '<=': (a, b) => flag(a <= b),
  '>': (a, b) => flag(a > b),
  '>=': (a, b) => flag(a >= b),
  AND: (a, b) => flag(a !== 0 && b !== 0),
  '&&': (a, b) => flag(a !== 0 && b !== 0),
  OR: (a, b) => flag(a !== 0 || b !== 0),
  '||': (a, b) => flag(a !== 0 || b !== 0),
});

export function applyOperator(name: string, left: Value, right: Value, work: Workspace): Value {
  const operate = OPERATORS[name]!;
  return pair(operate, numeric(left, name), numeric(right, name), work);
}

type Numeric = number | Series | readonly Series[];

function numeric(value: Value, operator: string): Numeric {
  if (typeof value === 'number' || isSeries(value) || isList(value)) return value;
  throw new MathError(`Unsupported operand type(s) for ${operator}`);
}

/** Where only one of two series has a value, the other counts as 0. */
function pair(operate: Pair, a: Numeric, b: Numeric, work: Workspace): Numeric {
  if (isList(a)) return a.map((each) => pair(operate, each, b, work) as Series);
  if (isList(b)) return b.map((each) => pair(operate, a, each, work) as Series);
  if (typeof a === 'number' && typeof b === 'number') return operate(a, b);
  if (typeof a === 'number') return work.series((at) => withNumber((b as Series).values[at]!, (value) => operate(a, value)), b as Series);
  if (typeof b === 'number') return work.series((at) => withNumber(a.values[at]!, (value) => operate(value, b)), a);
  return work.series((at) => {
    const [left, right] = [a.values[at]!, b.values[at]!];
    if (Number.isNaN(left)) return Number.isNaN(right) ? Number.NaN : operate(0, right);
    return operate(left, Number.isNaN(right) ? 0 : right);
  }, a);
}

const withNumber = (value: number, operate: (value: number) => number): number => (Number.isNaN(value) ? value : operate(value));

/** Applies a function to each value. */
export function mapValue(value: Value, apply: (value: number) => number, name: string, work: Workspace): Numeric {
  const of = numeric(value, name);
  if (typeof of === 'number') return apply(of);
  if (isList(of)) return of.map((each) => mapValue(each, apply, name, work) as Series);
  return work.series((at) => withNumber((of as Series).values[at]!, apply), of as Series);
}
