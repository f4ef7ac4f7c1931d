// Reads the array of match values of one field: plain values and one-key objects such as {"prefix": "x"}.
import { fullBits, parseAddress, parseBlock } from './address.ts';
import { readAnythingBut } from './anything-but.ts';
import { isComparable } from './decimal.ts';
import { readNumeric } from './numeric.ts';
import type { MatchType, MatchValue, PatternOptions } from './pattern.ts';
import type { PatternReader } from './pattern-reader.ts';
import { checkWildcard } from './wildcard.ts';

type Options = Required<PatternOptions>;

/** Starts after `[` and ends after `]`. */
export function readMatchValues(reader: PatternReader, options: Options): MatchValue[] {
  const values: MatchValue[] = [];
  for (let token = reader.next(); token !== ']'; token = reader.next()) {
    if (token === '{') values.push(readExpression(reader, options));
    else if (token === 'string') values.push(plainText(reader.text()));
    else if (token === 'number') values.push(plainNumber(reader.text()));
    else if (token === 'true' || token === 'false' || token === 'null') values.push({ kind: 'literal', text: token });
    else reader.fail('Match value must be String, number, true, false, or null');
  }
  if (values.length === 0) reader.fail('Empty arrays are not allowed');
  return values;
}

/** A text that is an address matches every spelling of that address. */
function plainText(text: string): MatchValue {
  const address = parseAddress(text);
  return address ? { kind: 'address', address, bits: fullBits(address), text } : { kind: 'equal', text };
}

function plainNumber(text: string): MatchValue {
  return isComparable(text) ? { kind: 'number', value: Number(text) + 0, text } : { kind: 'number-text', text };
}

function readExpression(reader: PatternReader, options: Options): MatchValue {
  if (reader.next() !== 'field') reader.fail('Match expression name not found');
  const name = reader.name as MatchType;
  if (!options.matchTypes.includes(name)) reader.fail(`Unrecognized match type ${name}`);
  switch (name) {
    case 'numeric':
      return readNumeric(reader);
    case 'anything-but':
      return readAnythingBut(reader, options);
    default: {
      const value = readSimple(reader, name);
      closeExpression(reader);
      return value;
    }
  }
}

function readSimple(reader: PatternReader, name: Exclude<MatchType, 'numeric' | 'anything-but'>): MatchValue {
  switch (name) {
    case 'exactly':
      return { kind: 'equal', text: readText(reader, 'exact') };
    case 'equals-ignore-case':
      return { kind: name, text: readText(reader, name) };
    case 'prefix':
    case 'suffix':
      return readAffix(reader, name);
    case 'wildcard': {
      const text = readText(reader, name);
      checkWildcard(reader, text);
      return { kind: name, text };
    }
    case 'cidr': {
      const text = readText(reader, 'prefix');
      return { kind: 'address', text, ...parseBlock(text, (reason) => reader.failPlain(reason)) };
    }
    case 'exists': {
      const token = reader.next();
      if (token !== 'true' && token !== 'false') reader.fail('exists match pattern must be either true or false.');
      return { kind: token === 'true' ? 'exists' : 'absent' };
    }
  }
}

function readAffix(reader: PatternReader, name: 'prefix' | 'suffix'): MatchValue {
  const token = reader.next();
  if (token === 'string') return { kind: name, text: reader.text() };
  if (token !== '{') reader.fail(`${name} match pattern must be a string`);
  if (reader.next() !== 'field') reader.fail(`${name === 'prefix' ? 'Prefix' : 'Suffix'} expression name not found`);
  if (reader.name !== 'equals-ignore-case') reader.fail(`Unsupported ${name} pattern: ${reader.name}`);
  const text = readText(reader, 'equals-ignore-case');
  closeExpression(reader);
  return { kind: `${name}-ignore-case`, text };
}

function readText(reader: PatternReader, what: string): string {
  if (reader.next() !== 'string') reader.fail(`${what} match pattern must be a string`);
  return reader.text();
}

function closeExpression(reader: PatternReader): void {
  if (reader.next() !== '}') reader.fail('Only one key allowed in match expression');
}
