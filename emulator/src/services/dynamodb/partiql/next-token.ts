// Where the next page of a statement starts, as a text for clients.
import { hash } from 'node:crypto';
import type { Item } from '#services/dynamodb/engine/value';
import { invalid } from '#services/dynamodb/faults';
import type { StatementInput } from './parameters.ts';

export interface Resume {
  /** The read that goes on. */
  readonly branch: number;
  /** Reading goes on behind this key; absent at the start of a read. */
  readonly key?: Item | undefined;
}

const digest = ({ Statement, Parameters = [] }: StatementInput): string =>
  hash('sha256', JSON.stringify([Statement, Parameters]), 'base64');

export const writeToken = (input: StatementInput, resume: Resume): string =>
  Buffer.from(JSON.stringify({ of: digest(input), ...resume })).toString('base64');

/** @throws Fault ValidationException */
export function readToken(input: StatementInput, token: string): Resume {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(token, 'base64').toString());
  } catch {
    throw invalid('Invalid NextToken');
  }
  const { of, branch, key } = (read ?? {}) as { of?: unknown; branch?: unknown; key?: unknown };
  const whole = typeof of === 'string' && typeof branch === 'number' && (key === undefined || (typeof key === 'object' && key !== null));
  if (!whole) throw invalid('Invalid NextToken');
  if (of !== digest(input)) throw invalid('NextToken does not match request');
  return { branch, key: key as Item | undefined };
}
