// Numbers of 38 digits, as decimal texts: the canonical form, exact sums, order and size.
import { invalid, type Wording } from '#services/dynamodb/faults';

/** 0.d1d2d3… × 10^(exponent + 1). Zero has no digits. */
export interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

const MINUS = 45;
/** Limit: digits of a number. */
const MAX_DIGITS = 38;
/** Limit: power of ten of a number's first digit. */
const MAX_EXPONENT = 125;
/** Limit: power of ten of a number's first digit. */
const MIN_EXPONENT = -130;
const FORM = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;
const ZERO: Decimal = { negative: false, digits: '', exponent: 0 };

const overflow = () => invalid('Number overflow. Attempting to store a number with magnitude larger than supported range');
const underflow = () => invalid('Number underflow. Attempting to store a number with magnitude smaller than supported range');
const notNumeric = (text: string, wording: Wording) =>
  invalid(`The parameter cannot be converted to a numeric value${text === '' && wording === 'older' ? '' : `: ${text}`}`);

/** Limit: characters of the text of a number: enough for any number in range, with zeros on both sides. Longer texts are refused before they are matched. */
const MAX_TEXT_LENGTH = 10_000;

function parse(text: string, wording: Wording): Decimal {
  const parts = text.length <= MAX_TEXT_LENGTH ? FORM.exec(text) : null;
  if (!parts || (parts[2] === '' && !parts[3])) throw notNumeric(text.slice(0, MAX_TEXT_LENGTH), wording);
  const [, sign, whole = '', fraction = '', power = '0'] = parts;
  if (power.length > MAX_SAFE_POWER && !fits(power, wording)) throw notNumeric(text, wording);
  const all = whole + fraction;
  const first = all.search(/[1-9]/);
  if (first < 0) return wording === 'current' ? zero(Number(power)) : ZERO;
  // The older layer counts in 32 bits, which wraps.
  const exponent = Number(power) + whole.length - 1 - first;
  if (wording === 'older' && exponent > 2_147_483_646 - first) throw underflow();
  return { negative: sign === '-', digits: trimEnd(all.slice(first)), exponent };
}

/** Exponents of fewer characters fit into 32 bits. */
const MAX_SAFE_POWER = 9;
/** The older layer reads exponents of 32 bits, the newer one of 64. */
function fits(power: string, wording: Wording): boolean {
  const value = BigInt(power.replace(/^[+-]/, ''));
  return value < 2n ** (wording === 'older' ? 31n : 63n);
}

/** Zero may be written with any exponent that another number may have. */
function zero(power: number): Decimal {
  if (power > MAX_EXPONENT) throw overflow();
  if (power < MIN_EXPONENT) throw underflow();
  return ZERO;
}

function trimEnd(digits: string): string {
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 48) end--;
  return digits.slice(0, end);
}

function checkRange(decimal: Decimal): Decimal {
  if (decimal.digits === '') return decimal;
  if (decimal.exponent > MAX_EXPONENT) throw overflow();
  if (decimal.exponent < MIN_EXPONENT) throw underflow();
  if (decimal.digits.length > MAX_DIGITS) throw invalid('Attempting to store more than 38 significant digits in a Number');
  return decimal;
}

/** Plain decimal without an exponent and without outer zeros. */
function textOf({ negative, digits, exponent }: Decimal): string {
  if (digits === '') return '0';
  const sign = negative ? '-' : '';
  if (exponent >= digits.length - 1) return sign + digits + '0'.repeat(exponent - digits.length + 1);
  if (exponent >= 0) return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
  return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
}

/** In one pass, because most numbers are canonical already. */
function isCanonical(text: string): boolean {
  const { length } = text;
  if (length === 0 || length > MAX_DIGITS) return false;
  let at = text.charCodeAt(0) === MINUS ? 1 : 0;
  const first = text.charCodeAt(at);
  if (first === 48) {
    if (length === at + 1) return at === 0;
    if (text.charCodeAt(at + 1) !== 46) return false;
  } else if (!(first > 48 && first < 58)) return false;
  let fraction = false;
  for (at++; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code === 46) {
      if (fraction) return false;
      fraction = true;
    } else if (code < 48 || code > 57) return false;
  }
  const last = text.charCodeAt(length - 1);
  return !fraction || (last !== 48 && last !== 46);
}

/** @throws Fault ValidationException: no number, too many digits, out of range */
export const canonicalNumber = (text: string, wording: Wording): string =>
  isCanonical(text) ? text : textOf(checkRange(parse(text, wording)));

/** Reads a number that was checked before: its text has neither an exponent nor outer zeros. */
export function decimalOf(canonical: string): Decimal {
  const negative = canonical.charCodeAt(0) === MINUS;
  const point = canonical.indexOf('.');
  if (point < 0) {
    if (canonical === '0') return ZERO;
    const digits = negative ? canonical.slice(1) : canonical;
    return { negative, digits: trimEnd(digits), exponent: digits.length - 1 };
  }
  const whole = canonical.slice(negative ? 1 : 0, point);
  const fraction = canonical.slice(point + 1);
  if (whole !== '0') return { negative, digits: whole + fraction, exponent: whole.length - 1 };
  const first = fraction.search(/[1-9]/);
  return { negative, digits: fraction.slice(first), exponent: -1 - first };
}

const SAFE_LENGTH = 15;

export function compareNumbers(a: string, b: string): number {
  if (a === b) return 0;
  if (a.length <= SAFE_LENGTH && b.length <= SAFE_LENGTH) return Number(a) - Number(b);
  const [x, y] = [decimalOf(a), decimalOf(b)];
  const [signX, signY] = [signOf(x), signOf(y)];
  if (signX !== signY) return signX - signY;
  if (x.exponent !== y.exponent) return (x.exponent - y.exponent) * signX;
  return (x.digits < y.digits ? -1 : 1) * signX;
}

const signOf = ({ negative, digits }: Decimal): number => (digits === '' ? 0 : negative ? -1 : 1);

/** @throws Fault ValidationException in the words of an overflow, also for a sum of more than 38 digits */
export function addNumbers(a: string, b: string, subtract = false): string {
  if (a.length < SAFE_LENGTH && b.length < SAFE_LENGTH && !a.includes('.') && !b.includes('.'))
    return String(subtract ? Number(a) - Number(b) : Number(a) + Number(b));
  const [x, y] = [decimalOf(a), decimalOf(b)];
  const low = Math.min(x.exponent - x.digits.length, y.exponent - y.digits.length);
  const scaled = ({ negative, digits, exponent }: Decimal): bigint =>
    digits === '' ? 0n : BigInt(digits + '0'.repeat(exponent - digits.length - low)) * (negative ? -1n : 1n);
  const sum = parse(String(subtract ? scaled(x) - scaled(y) : scaled(x) + scaled(y)), 'current');
  if (sum.digits.length > MAX_DIGITS) throw overflow();
  return textOf(checkRange(sum.digits === '' ? sum : { ...sum, exponent: sum.exponent + low + 1 }));
}

/**
 * Bytes of a canonical number: one, one for each two significant digits before the point and after it, and one more below zero. Measured to the
 * byte by paritysuite/dynamodb-conformance (numberByteSize); the formula of the developer guide is not what is charged.
 */
export function numberSize(text: string): number {
  if (!text.includes('.')) {
    const start = text.charCodeAt(0) === MINUS ? 1 : 0;
    let end = text.length;
    while (end > start && text.charCodeAt(end - 1) === 48) end--;
    return 1 + Math.ceil((end - start) / 2) + start;
  }
  const { negative, digits, exponent } = decimalOf(text);
  const whole = Math.min(Math.max(0, exponent + 1), digits.length);
  return 1 + Math.ceil(whole / 2) + Math.ceil((digits.length - whole) / 2) + (negative ? 1 : 0);
}
