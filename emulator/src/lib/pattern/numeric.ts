// Reads the operand of {"numeric": […]}: an equality, one bound, or a lower bound followed by an upper one.
import { isComparable } from './decimal.ts';
import type { MatchValue } from './pattern.ts';
import type { PatternReader, Token } from './pattern-reader.ts';

/** The value of a number that takes part in comparisons. */
export function comparableNumber(reader: PatternReader, text: string): number {
  if (!isComparable(text)) reader.fail(`Cannot compare number : ${text}`);
  return Number(text) + 0;
}

export function readNumeric(reader: PatternReader): MatchValue {
  if (reader.next() !== '[') reader.fail('Value of numeric must be an array.');
  const value = readTerms(reader);
  if (reader.next() !== '}') reader.fail('Too many elements in numeric expression');
  return value;
}

function readTerms(reader: PatternReader): MatchValue {
  const token = reader.next();
  if (token !== 'string') reader.fail(`Invalid member in numeric match: ${shown(reader, token)}`);
  const operator = reader.text();
  reader.next();
  switch (operator) {
    case '=': {
      const text = operand(reader, 'equals');
      closeTerms(reader);
      return { kind: 'number', value: comparableNumber(reader, text), text };
    }
    case '<':
    case '<=': {
      const text = operand(reader, operator);
      closeTerms(reader);
      return range(Number.NEGATIVE_INFINITY, comparableNumber(reader, text), false, operator === '<');
    }
    case '>':
    case '>=':
      return readUpwards(reader, operator);
    default:
      return reader.fail(`Unrecognized numeric range operator: ${operator}`);
  }
}

function readUpwards(reader: PatternReader, operator: '>' | '>='): MatchValue {
  const bottom = operand(reader, operator);
  const token = reader.next();
  if (token === ']') return range(comparableNumber(reader, bottom), Number.POSITIVE_INFINITY, operator === '>', false);
  if (token !== 'string') reader.fail(`Bad value in numeric range: ${shown(reader, token)}`);
  const second = reader.text();
  if (second !== '<' && second !== '<=') reader.fail(`Bad numeric range operator: ${second}`);
  reader.next();
  const top = operand(reader, second);
  if (reader.next() !== ']') reader.fail('Too many terms in numeric range expression');
  const low = comparableNumber(reader, bottom);
  const high = comparableNumber(reader, top);
  if (low >= high) reader.fail('Bottom must be less than top');
  return range(low, high, operator === '>', second === '<');
}

const range = (low: number, high: number, lowOpen: boolean, highOpen: boolean): MatchValue => ({
  kind: 'range',
  low,
  high,
  lowOpen,
  highOpen,
});

/** The number just read. */
function operand(reader: PatternReader, label: string): string {
  if (reader.token !== 'number') reader.fail(`Value of ${label} must be numeric`);
  return reader.text();
}

function closeTerms(reader: PatternReader): void {
  if (reader.next() !== ']') reader.fail('Too many elements in numeric expression');
}

const shown = (reader: PatternReader, token: Token): string =>
  token === '{' || token === '[' || token === ']' || token === '}' ? token : reader.text();
