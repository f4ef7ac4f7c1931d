// Shard iterators: the stream, the number of the record that comes next, and when the iterator was given out.
import type { Ctx } from '#core/ctx';
import { readToken, writeToken } from '#core/page';
import { fault } from '#model/dynamodbstreams';

/** An iterator is good for this long. */
const LIFETIME_MS = 900_000;

export interface Iterator {
  readonly arn: string;
  readonly next: number;
}

export const writeIterator = ({ arn, next }: Iterator, ctx: Ctx): string => `${arn}|1|${writeToken([next, ctx.now()])}`;

const invalid = () => fault('ValidationException', 'Invalid ShardIterator');

/** @throws Fault ExpiredIteratorException, ValidationException */
export function readIterator(text: string, ctx: Ctx): Iterator {
  const [arn, version, token, ...rest] = text.split('|');
  if (arn === undefined || version !== '1' || token === undefined || rest.length > 0) throw invalid();
  const [next, givenMs] = readToken(token, invalid);
  if (typeof next !== 'number' || typeof givenMs !== 'number') throw invalid();
  if (givenMs + LIFETIME_MS < ctx.now()) throw fault('ExpiredIteratorException', 'The shard iterator has expired');
  return { arn, next };
}
