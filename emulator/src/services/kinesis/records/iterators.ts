// Shard iterators: the shard, the number of the record that comes next, and when the iterator was given out, with a checksum.
import { hash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import { fault } from '#model/kinesis';
import { invalidArgument } from '#services/kinesis/faults';

/** An iterator is good for this long. */
const LIFETIME_MS = 300_000;
const CHECKSUM_LENGTH = 16;
/** Begins every iterator of the cloud, too. */
const VERSION = 'AAAAAAAAAA';

export interface Iterator {
  readonly account: string;
  readonly stream: string;
  readonly streamId: string;
  readonly shard: number;
  /** Number of the record that comes next. */
  readonly next: number;
}

const checksum = (text: string): string => hash('sha256', text).slice(0, CHECKSUM_LENGTH);

export function writeIterator({ account, stream, streamId, shard, next }: Iterator, ctx: Ctx): string {
  const text = JSON.stringify([account, stream, streamId, shard, next, ctx.now()]);
  return VERSION + Buffer.from(checksum(text) + text).toString('base64');
}

const UTC_DAY = /^(\w{3}), (\d\d) (\w{3}) (\d{4}) ([\d:]{8}) GMT$/;

/** `Thu Jan 22 01:22:02 UTC 2015` */
const utcText = (ms: number): string => new Date(ms).toUTCString().replace(UTC_DAY, '$1 $3 $2 $5 UTC $4');

/** @throws InvalidArgumentException, ExpiredIteratorException */
export function readIterator(given: string, ctx: Ctx): Iterator {
  // As clients in shells pass it: quoted, which the service takes (localstack/localstack, tests/aws/services/kinesis).
  const iterator = given.replace(/^"(.*)"$/, '$1');
  const decoded = iterator.startsWith(VERSION) ? Buffer.from(iterator.slice(VERSION.length), 'base64').toString() : '';
  const text = decoded.slice(CHECKSUM_LENGTH);
  if (text === '' || checksum(text) !== decoded.slice(0, CHECKSUM_LENGTH)) throw invalidArgument('Invalid ShardIterator.');
  const [account, stream, streamId, shard, next, givenMs] = JSON.parse(text) as [string, string, string, number, number, number];
  const nowMs = ctx.now();
  if (givenMs + LIFETIME_MS < nowMs)
    throw fault(
      'ExpiredIteratorException',
      `Iterator expired. The iterator was created at time ${utcText(givenMs)} while right now it is ${utcText(nowMs)} which is further in the future than the tolerated delay of ${LIFETIME_MS} milliseconds.`,
    );
  return { account, stream, streamId, shard, next };
}
