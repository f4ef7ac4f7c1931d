// The operators between two expressions of a query. Pure.
import { table } from '#lib/table';
import type { Expression } from './expression.ts';
import type { Row } from './row.ts';
import { compare, isEqual, isTrue, numberOf } from './values.ts';

/** How strongly each operator binds; `not` stands before `like` and `in`. */
export const POWERS: Readonly<Record<string, number>> = table({
  ...{ or: 1, and: 2 },
  ...{ '=': 4, '==': 4, '!=': 4, '<': 4, '<=': 4, '>': 4, '>=': 4, '=~': 4, like: 4, in: 4, not: 4 },
  ...{ '+': 5, '-': 5, '*': 6, '/': 6, '%': 6, '^': 7 },
});
export const POWER_OF_NOT = 3;
export const POWER_OF_SIGN = 6;

type Valued = Pick<Expression, 'evaluate'>;

/** Absent values are neither less nor more than others. */
const comparing =
  (holds: (order: number) => boolean) =>
  (a: Valued, b: Valued): Expression => ({
    evaluate: (row) => {
      const [x, y] = [a.evaluate(row), b.evaluate(row)];
      return x !== undefined && y !== undefined && holds(compare(x, y));
    },
  });

/** A result that is no number is absent. */
const counting =
  (run: (a: number, b: number) => number) =>
  (a: Valued, b: Valued): Expression => ({
    evaluate: (row) => {
      const result = run(numberOf(a.evaluate(row)), numberOf(b.evaluate(row)));
      return Number.isFinite(result) ? result : undefined;
    },
  });

function equal(a: Expression, b: Expression): Expression {
  const evaluate = (row: Row): boolean => isEqual(a.evaluate(row), b.evaluate(row));
  return typeof b.literal === 'string' ? { evaluate, equals: { field: a, text: b.literal } } : { evaluate };
}

const different = (a: Expression, b: Expression): Expression => ({
  evaluate: (row) => {
    const value = a.evaluate(row);
    return value !== undefined && !isEqual(value, b.evaluate(row));
  },
});

export const OPERATORS: Readonly<Record<string, (a: Expression, b: Expression) => Expression>> = table({
  or: (a: Expression, b: Expression): Expression => ({ evaluate: (row) => isTrue(a.evaluate(row)) || isTrue(b.evaluate(row)) }),
  and: (a: Expression, b: Expression): Expression => ({
    evaluate: (row) => isTrue(a.evaluate(row)) && isTrue(b.evaluate(row)),
    both: [a, b],
  }),
  '=': equal,
  '==': equal,
  '!=': different,
  '<': comparing((order) => order < 0),
  '<=': comparing((order) => order <= 0),
  '>': comparing((order) => order > 0),
  '>=': comparing((order) => order >= 0),
  '+': counting((a, b) => a + b),
  '-': counting((a, b) => a - b),
  '*': counting((a, b) => a * b),
  '/': counting((a, b) => a / b),
  '%': counting((a, b) => a % b),
  '^': counting((a, b) => a ** b),
});

export const negated = (expression: Valued): Expression => ({ evaluate: (row) => !isTrue(expression.evaluate(row)) });
