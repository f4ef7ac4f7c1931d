// Randomness and time, passed in: the language itself is pure.
import { createHash } from 'node:crypto';

export interface Chance {
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** At least 0, less than 1. */
  random(): number;
  uuid(): string;
}

/** A thread draws numbers and ids of its own with it: the same ones again for the same seed. */
export interface ChanceSeed {
  readonly nowMs: number;
  readonly seed: string;
}

export function chanceFrom({ nowMs, seed }: ChanceSeed): Chance {
  let draws = 0;
  const draw = (): Buffer => createHash('sha256').update(`${seed} ${draws++}`).digest();
  return { nowMs, random: () => draw().readUIntBE(0, DRAWN_BYTES) / 2 ** (8 * DRAWN_BYTES), uuid: () => uuidOf(draw()) };
}

const DRAWN_BYTES = 6;

/** Version 4, of the variant that all have. */
function uuidOf(bytes: Buffer): string {
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const MULTIPLIER = 0x5deece66dn;
const INCREMENT = 0xbn;
const STATE_BITS = 48;
/** A drawn number is made of the upper bits of two states. */
const [UPPER_BITS, LOWER_BITS] = [26, 27];

/**
 * The number that belongs to a seed: at least 0, less than 1. It is the first `nextDouble()` of `java.util.Random`, as in the cloud
 * (https://github.com/floci-io/floci/pull/2676: 42 draws 0.7275636800328681), whose algorithm the documentation of that class tells.
 */
export function seededRandom(seed: number): number {
  const first = nextState(BigInt.asUintN(STATE_BITS, longOf(seed) ^ MULTIPLIER));
  const [upper, lower] = [first >> BigInt(STATE_BITS - UPPER_BITS), nextState(first) >> BigInt(STATE_BITS - LOWER_BITS)];
  return Number((upper << BigInt(LOWER_BITS)) + lower) / 2 ** (UPPER_BITS + LOWER_BITS);
}

const MAX_LONG = 2n ** 63n - 1n;

/** Java's cast of a number to a `long`. */
function longOf(number: number): bigint {
  if (Number.isNaN(number)) return 0n;
  if (Math.abs(number) >= Number(MAX_LONG)) return number > 0 ? MAX_LONG : -MAX_LONG - 1n;
  return BigInt(Math.trunc(number));
}

const nextState = (state: bigint): bigint => BigInt.asUintN(STATE_BITS, state * MULTIPLIER + INCREMENT);
