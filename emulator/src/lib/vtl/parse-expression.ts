// Expressions of directives and arguments, by precedence. Chains of operators are flat, so that long ones nest nothing.
import type { Evaluate, Grammar } from './grammar.ts';
import { parseLiteral } from './parse-literal.ts';
import { textOf } from './print.ts';
import { TemplateError } from './template-error.ts';
import { isEqual, isTrue } from './truth.ts';
import { Block, Double, numberOf, type RenderingState, type Value } from './values.ts';

/** The right side is evaluated only by operators that need it. */
type Apply = (left: Value, right: Evaluate, rendering: RenderingState) => Value;
type Operator = readonly [pattern: RegExp, apply: Apply];

/** Limit: characters of a text in a mapping template. */
const MAX_TEXT = 10 * 1024 * 1024;
const NOT = /!(?!=)|not\b/y;

const ofBoth =
  (apply: (left: Value, right: Value, rendering: RenderingState) => Value): Apply =>
  (left, right, rendering) =>
    apply(left, right(rendering), rendering);

const comparing = (holds: (left: number, right: number) => boolean): Apply =>
  ofBoth((left, right) => {
    const [one, other] = [numberOf(left), numberOf(right)];
    return one !== undefined && other !== undefined && holds(one, other);
  });

/** Null where a side is no number, or `whole` has no answer. */
const arithmetic = (real: (left: number, right: number) => number, whole = real as (left: number, right: number) => number | null) =>
  ofBoth((left, right) => {
    const [one, other] = [numberOf(left), numberOf(right)];
    if (one === undefined || other === undefined) return null;
    return left instanceof Double || right instanceof Double ? new Double(real(one, other)) : whole(one, other);
  });

const added = arithmetic((left, right) => left + right);
const plus: Apply = (left, right, rendering) => {
  const other = right(rendering);
  if (typeof left !== 'string' && typeof other !== 'string') return added(left, () => other, rendering);
  const joined = textOf(left, rendering) + textOf(other, rendering);
  if (joined.length > MAX_TEXT) throw new TemplateError('A text of the template is larger than 10 MB');
  rendering.spend(1 + (joined.length >> 8));
  return joined;
};

const LEVELS: readonly (readonly Operator[])[] = [
  [[/\|\||or\b/y, (left, right, rendering) => isTrue(left) || isTrue(right(rendering))]],
  [[/&&|and\b/y, (left, right, rendering) => isTrue(left) && isTrue(right(rendering))]],
  [
    [/==|eq\b/y, ofBoth((left, right, rendering) => isEqual(left, right, rendering))],
    [/!=|ne\b/y, ofBoth((left, right, rendering) => !isEqual(left, right, rendering))],
  ],
  [
    [/>=|ge\b/y, comparing((left, right) => left >= right)],
    [/<=|le\b/y, comparing((left, right) => left <= right)],
    [/>|gt\b/y, comparing((left, right) => left > right)],
    [/<|lt\b/y, comparing((left, right) => left < right)],
  ],
  [
    [/\+/y, plus],
    [/-/y, arithmetic((left, right) => left - right)],
  ],
  [
    [/\*/y, arithmetic((left, right) => left * right)],
    [
      /\//y,
      arithmetic(
        (left, right) => left / right,
        (left, right) => (right === 0 ? null : Math.trunc(left / right)),
      ),
    ],
    [
      /%/y,
      arithmetic(
        (left, right) => left % right,
        (left, right) => (right === 0 ? null : left % right),
      ),
    ],
  ],
];

/** `level`: 0 binds least. */
export function parseExpression(grammar: Grammar, level = 0): Evaluate {
  const operators = LEVELS[level];
  if (!operators) return parseUnary(grammar);
  const first = parseExpression(grammar, level + 1);
  const rest: (readonly [Apply, Evaluate])[] = [];
  for (;;) {
    grammar.scan.skipBlanks();
    const operator = operators.find(([pattern]) => grammar.scan.take(pattern));
    if (!operator) break;
    rest.push([operator[1], parseExpression(grammar, level + 1)]);
  }
  if (rest.length === 0) return first;
  return (rendering) => {
    let value = first(rendering);
    for (const [apply, right] of rest) value = apply(value, right, rendering);
    return value;
  };
}

function parseUnary(grammar: Grammar): Evaluate {
  let isNegated: boolean | undefined;
  for (;;) {
    grammar.scan.skipBlanks();
    if (!grammar.scan.take(NOT)) break;
    isNegated = isNegated !== true;
  }
  const operand = parsePrimary(grammar);
  if (isNegated === undefined) return operand;
  return (rendering) => isTrue(operand(rendering)) !== isNegated;
}

function parsePrimary(grammar: Grammar): Evaluate {
  const { scan } = grammar;
  if (scan.skip('(')) {
    const inner = grammar.expression();
    scan.expect(')');
    return inner;
  }
  if (scan.next !== '$') return parseLiteral(grammar);
  const reference = grammar.reference();
  if (!reference) throw scan.wrong('A reference expected');
  const { value } = reference;
  // A reference without a value is the empty text for API gateways (recorded on the cloud).
  const { missing } = grammar.dialect;
  return (rendering) => {
    const read = value(rendering);
    return read instanceof Block ? rendering.apart(read.program) : (read ?? missing);
  };
}
