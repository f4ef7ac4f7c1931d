// Numbers as event patterns compare them: as doubles, provided that the double prints back to the same decimal value.

interface Decimal {
  readonly negative: boolean;
  /** Significant digits without leading or trailing zeros; `0` for zero. */
  readonly digits: string;
  readonly exponent: number;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

function parseDecimal(text: string): Decimal {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  const all = whole + fraction;
  let first = 0;
  while (first < all.length && all[first] === '0') first++;
  let last = all.length;
  while (last > first && all[last - 1] === '0') last--;
  if (first === last) return { negative: false, digits: '0', exponent: 0 };
  return { negative: sign === '-', digits: all.slice(first, last), exponent: Number(exponent) - fraction.length + (all.length - last) };
}

/** Whether the JSON number takes part in comparisons; a number that does not (too long, too large) equals only its own spelling. */
export function isComparable(text: string): boolean {
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  const written = parseDecimal(text);
  const kept = parseDecimal(String(value));
  return written.negative === kept.negative && written.digits === kept.digits && written.exponent === kept.exponent;
}

const POWERS = Array.from({ length: 23 }, (_, i) => 10 ** i);
const MINUS = 45;
const DOT = 46;
const ZERO = 48;

/**
 * The value of a plain decimal of at most 15 digits in `bytes[start, end)`, which is exact in one division and always comparable;
 * NaN for any other number (exponent, more digits): the caller then takes the slow way over text.
 */
export function shortDecimal(bytes: Uint8Array, start: number, end: number): number {
  const negative = bytes[start] === MINUS;
  let mantissa = 0;
  let places = 0;
  let seenDot = 0;
  let at = negative ? start + 1 : start;
  if (end - at > 16) return Number.NaN;
  for (; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === DOT) {
      seenDot = 1;
      continue;
    }
    const digit = byte - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    mantissa = mantissa * 10 + digit;
    places += seenDot;
  }
  if (mantissa > 999_999_999_999_999) return Number.NaN;
  const value = places === 0 ? mantissa : mantissa / POWERS[places]!;
  return negative && value !== 0 ? -value : value;
}
