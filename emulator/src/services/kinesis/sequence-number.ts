// Sequence numbers, version 2: 56 decimal digits of a number that holds, in hexadecimal, `2`, the shard's second of creation (9 digits), the
// last digit of its number, the record's number in the shard (16), `00`, the record's second (9), the shard's number (8) and `2`.
// Measured by the tests of mhart/kinesalite, which ran on the cloud.
import type { Shard } from './state.ts';

const CLOSED = '7fffffffffffffff';
const LENGTH = 47;

const hex = (value: number, width: number): string => value.toString(16).padStart(width, '0');
const second = (ms: number): string => hex(Math.floor(ms / 1000), 9);

type Numbered = Pick<Shard, 'index' | 'createdMs'>;

const compose = ({ index, createdMs }: Numbered, number: string, atMs: number): string =>
  String(BigInt(`0x2${second(createdMs)}${hex(index & 15, 1)}${number}00${second(Math.max(atMs, createdMs))}${hex(index, 8)}2`));

/** The sequence number of the record with this number in the shard, counted from 1; 0 is before the first record. */
export const sequenceNumber = (shard: Numbered, number: number, atMs: number): string => compose(shard, hex(number, 16), atMs);

export const startOf = (shard: Numbered): string => sequenceNumber(shard, 0, shard.createdMs);
export const endOf = (shard: Numbered, closedMs: number): string => compose(shard, CLOSED, closedMs);

export interface SequenceParts {
  readonly shard: number;
  readonly createdS: number;
  readonly atS: number;
  /** Number of the record; Infinity for the end of a closed shard. */
  readonly number: number;
}

/** Undefined for a number that this service does not give out. */
export function parseSequence(text: string): SequenceParts | undefined {
  const digits = BigInt(text).toString(16).padStart(LENGTH, '0');
  if (digits.length !== LENGTH || !digits.startsWith('2') || !digits.endsWith('2')) return undefined;
  const number = digits.slice(11, 27);
  const shard = Number.parseInt(digits.slice(38, 46), 16);
  if (digits.slice(27, 29) !== '00' || digits[10] !== hex(shard & 15, 1)) return undefined;
  return {
    shard,
    createdS: Number.parseInt(digits.slice(1, 10), 16),
    atS: Number.parseInt(digits.slice(29, 38), 16),
    number: number === CLOSED ? Number.POSITIVE_INFINITY : Number.parseInt(number, 16),
  };
}
