// The names and values that a request gives to its expressions, and which of them were used.

import { Fault } from '#core/fault';
import { checkValue } from '#services/dynamodb/engine/check-value';
import type { Item } from '#services/dynamodb/engine/value';
import { invalid, type Wording } from '#services/dynamodb/faults';

/** The members of a request that hold expressions, whatever the operation. */
export interface ExpressionInput {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>> | undefined;
  readonly ExpressionAttributeValues?: Item | undefined;
}

export interface Names {
  readonly names: Readonly<Record<string, string>>;
  readonly values: Item;
  readonly usedNames: Set<string>;
  readonly usedValues: Set<string>;
  /** Size of all values together. */
  readonly valueBytes: number;
}

const NAME = /^#[0-9a-zA-Z_]+$/;
const VALUE = /^:[0-9a-zA-Z_]+$/;

/** Checks the form of names and values, then the values themselves. `expressions` are the texts that use them. */
export function openNames(input: ExpressionInput, expressions: readonly (string | undefined)[], wording: Wording): Names {
  const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = input;
  const none = expressions.every((text) => text === undefined);
  if (names) checkKeys('ExpressionAttributeNames', names, NAME, none);
  let valueBytes = 0;
  if (values) {
    checkKeys('ExpressionAttributeValues', values, VALUE, none);
    for (const key in values) valueBytes += checkExpressionValue(values, key, wording);
  }
  return { names: names ?? {}, values: values ?? {}, usedNames: new Set(), usedValues: new Set(), valueBytes };
}

function checkKeys(member: string, given: object, form: RegExp, none: boolean): void {
  if (none) throw invalid(`${member} can only be specified when using expressions`);
  const keys = Object.keys(given);
  if (keys.length === 0) throw invalid(`${member} must not be empty`);
  for (const key of keys) if (!form.test(key)) throw invalid(`${member} contains invalid key: Syntax error; key: "${key}"`);
}

function checkExpressionValue(values: Item, key: string, wording: Wording): number {
  if (wording === 'current') return checkValue(values[key], wording);
  try {
    // The older layer lets a value have one level more than an item.
    return checkValue(values[key], wording, -1);
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'ValidationException') throw error;
    throw invalid(`ExpressionAttributeValues contains invalid value: ${error.message} for key ${key}`);
  }
}

export function assertAllUsed({ names, values, usedNames, usedValues }: Names): void {
  assertUsed('ExpressionAttributeNames', names, usedNames);
  assertUsed('ExpressionAttributeValues', values, usedValues);
}

function assertUsed(member: string, given: object, used: ReadonlySet<string>): void {
  const unused = Object.keys(given).filter((key) => !used.has(key));
  if (unused.length > 0) throw invalid(`Value provided in ${member} unused in expressions: keys: {${unused.join(', ')}}`);
}
