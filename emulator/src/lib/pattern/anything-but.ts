// Reads the operand of {"anything-but": …}: a value, a list, or one of the text forms with a value or a list.

import { isComparable } from './decimal.ts';
import { comparableNumber } from './numeric.ts';
import type { AnythingButType, MatchValue, PatternOptions } from './pattern.ts';
import { PatternError } from './pattern-error.ts';
import type { PatternReader, Token } from './pattern-reader.ts';
import { checkWildcard } from './wildcard.ts';

type Form = AnythingButType | 'plain';

const TOO_MANY = 'Too many elements in numeric expression'; // the service's own mix-up
const WRONG_MEMBER: Readonly<Record<Form, string>> = {
  plain: 'Inside anything but list, start|null|boolean is not supported.',
  'equals-ignore-case': 'Inside anything-but/equals-ignore-case list, number|start|null|boolean is not supported.',
  prefix: 'prefix/suffix match pattern must be a string',
  suffix: 'prefix/suffix match pattern must be a string',
  wildcard: 'wildcard match pattern must be a string',
};

type Options = Required<Pick<PatternOptions, 'anythingButTypes' | 'anythingButLists'>>;

export function readAnythingBut(reader: PatternReader, { anythingButTypes: allowed, anythingButLists }: Options): MatchValue {
  let token = reader.next();
  let form: Form = 'plain';
  if (token === '{') {
    if (reader.next() !== 'field') reader.fail('Anything-But expression name not found');
    form = reader.name as AnythingButType;
    if (!allowed.includes(form)) reader.fail(`Unsupported anything-but pattern: ${form}`);
    token = reader.next();
    if (!anythingButLists && token !== 'string') reader.fail(`${form} match pattern must be a string`);
  }
  if (token !== '[' && token !== 'string' && token !== 'number') {
    reader.fail('Value of anything-but must be an array or single string/number value.');
  }
  const values = token === '[' ? rewrapped(reader, () => readList(reader, form)) : [single(reader, token, form)];
  if (token === '[' && form === 'plain') refuseMixed(reader, values);
  if (form === 'wildcard') for (const value of values) if (value.kind === 'wildcard') checkWildcard(reader, value.text);
  if (reader.next() !== '}') reader.fail(TOO_MANY);
  if (form !== 'plain' && reader.next() !== '}') reader.fail(TOO_MANY);
  return { kind: 'anything-but', values };
}

function readList(reader: PatternReader, form: Form): MatchValue[] {
  const values: MatchValue[] = [];
  for (let token = reader.next(); token !== ']'; token = reader.next()) values.push(member(reader, token, form));
  return values;
}

function refuseMixed(reader: PatternReader, values: readonly MatchValue[]): void {
  const kinds = new Set(values.map((value) => value.kind));
  if (kinds.size !== 1) {
    reader.fail('Inside anything but list, either all values are number or string, mixed type is not supported');
  }
}

function single(reader: PatternReader, token: Token, form: Form): MatchValue {
  if (token === 'number' && form === 'plain' && !isComparable(reader.text())) {
    reader.failPlain(`Cannot compare number : ${reader.text()}`);
  }
  return member(reader, token, form);
}

function member(reader: PatternReader, token: Token, form: Form): MatchValue {
  if (token === 'number' && form === 'plain') {
    const text = reader.text();
    return { kind: 'number', value: comparableNumber(reader, text), text };
  }
  if (token !== 'string') reader.fail(WRONG_MEMBER[form]);
  const text = reader.text();
  if ((form === 'prefix' || form === 'suffix') && text === '') reader.fail('Null prefix/suffix not allowed');
  return { kind: form === 'plain' ? 'equal' : form, text };
}

/** The service wraps an error inside a list once more, so its position appears twice, for a bad character one column further outside. */
function rewrapped<R>(reader: PatternReader, read: () => R): R {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PatternError) || !error.position || error.reason.startsWith('Cannot compare number')) throw error;
    const { line, column } = error.position;
    throw reader.error(error.detail, { line, column: column + (error.reason.startsWith('Unexpected c') ? 1 : 0) });
  }
}
