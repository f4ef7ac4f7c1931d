// Evaluates a parsed expression of metric math.
import { callFunction, type MathHost } from './functions.ts';
import { MathError } from './math-error.ts';
import { applyOperator, mapValue } from './operators.ts';
import type { Expression } from './parse.ts';
import { isList, isSeries, type Series, type Value, type Workspace } from './series.ts';

/** Names that are no queries: choices of functions. */
const WORDS = new Set(['ASC', 'DESC', 'AVG', 'MIN', 'MAX', 'SUM', 'REPEAT', 'LINEAR']);

export function evaluate(expression: Expression, work: Workspace, host: MathHost): Value {
  switch (expression.kind) {
    case 'number':
      return expression.value;
    case 'text':
      return { text: expression.value };
    case 'name':
      return WORDS.has(expression.value) ? { word: expression.value } : host.named(expression.value);
    case 'minus':
      return mapValue(evaluate(expression.of, work, host), (value) => -value, '-', work);
    case 'list':
      return expression.items.flatMap((item) => seriesOf(evaluate(item, work, host)));
    case 'pair':
      return applyOperator(expression.operator, evaluate(expression.left, work, host), evaluate(expression.right, work, host), work);
    case 'call': {
      const values = expression.arguments.map((each) => evaluate(each, work, host));
      return callFunction(expression.name, values, work, host);
    }
  }
}

function seriesOf(value: Value): readonly Series[] {
  if (isSeries(value)) return [value];
  if (isList(value)) return value;
  throw new MathError('An array consists of time series');
}
