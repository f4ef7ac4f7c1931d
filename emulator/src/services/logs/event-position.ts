// The 56-digit numbers of CloudWatch Logs: event ids, positions in a stream, sequence tokens. They begin with the time and sort by it.

const TIME_SHIFT = 144n;
const GROUP_SHIFT = 64n;
const NUMBER_BITS = 53n;
const DIGITS = 56;

export const eventNumber = (timestampMs: number, number: number, groupId = '0'): string =>
  ((BigInt(timestampMs) << TIME_SHIFT) | (BigInt(`0x${groupId}`) << GROUP_SHIFT) | BigInt(number)).toString().padStart(DIGITS, '0');

/** The latest time of an event; later times from clients are cut to it, fractions removed. */
const LATEST_MS = 2 ** 42;
export const wholeMs = (ms: number): number => Math.min(Math.trunc(ms), LATEST_MS);

export type Position = readonly [timestampMs: number, number: number];
export type Direction = 'f' | 'b';

/** `f/…/s` continues towards later events, `b/…/s` towards earlier ones. */
export const positionToken = (direction: Direction, [timestampMs, number]: Position): string =>
  `${direction}/${eventNumber(timestampMs, number)}/s`;

/** Undefined if the text is not a token. */
export function readPositionToken(token: string): { direction: Direction; position: Position } | undefined {
  const [, direction, digits = ''] = /^([fb])\/(\d{56})(?:\/[a-z])?$/.exec(token) ?? [];
  if (direction === undefined) return undefined;
  const whole = BigInt(digits);
  const timestampMs = Number(whole >> TIME_SHIFT);
  return { direction: direction as Direction, position: [timestampMs, Number(whole & ((1n << NUMBER_BITS) - 1n))] };
}
