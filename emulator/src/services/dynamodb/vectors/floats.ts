// Vectors: lists of numbers as floats of 32 bits, their distance, and their texts.
import type { Value } from '#services/dynamodb/engine/value';
import type { Distance } from './state.ts';

/** Undefined for a value that is no number, or that no float of 32 bits can hold. */
export function floatOf({ N: text }: Value): number | undefined {
  const float = text === undefined ? Number.NaN : Math.fround(Number(text));
  return Number.isFinite(float) ? float : undefined;
}

/** Undefined if a value is no float, or if their number is not that of the dimensions of the index. */
export function floatsOf(values: readonly Value[] | undefined, dimensions: number): Float32Array | undefined {
  if (values?.length !== dimensions) return undefined;
  const floats = new Float32Array(dimensions);
  for (const [at, value] of values.entries()) {
    const float = floatOf(value);
    if (float === undefined) return undefined;
    floats[at] = float;
  }
  return floats;
}

export const packFloats = (floats: Float32Array): string =>
  Buffer.from(floats.buffer, floats.byteOffset, floats.byteLength).toString('base64');

export function unpackFloats(packed: string): Float32Array {
  const bytes = Buffer.from(packed, 'base64');
  // Buffers share their memory, where floats need not begin at a multiple of four.
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

const MAX_DIGITS = 9;

/** The shortest decimal that means the float; whole numbers have a zero behind the point, as the service writes them. */
export function floatText(float: number): string {
  let digits = 1;
  while (digits < MAX_DIGITS && Math.fround(Number(float.toPrecision(digits))) !== float) digits++;
  const text = plainDecimal(float.toPrecision(digits));
  return text.includes('.') ? text : `${text}.0`;
}

/** Without an exponent. */
function plainDecimal(text: string): string {
  const [mantissa = '', power] = text.split('e');
  if (power === undefined) return mantissa;
  const [sign, whole = '', fraction = ''] = /^(-?)(\d)(?:\.(\d+))?$/.exec(mantissa)!.slice(1);
  const [digits, exponent] = [whole + fraction, Number(power)];
  return exponent < 0 ? `${sign}0.${'0'.repeat(-exponent - 1)}${digits}` : `${sign}${digits.padEnd(exponent + 1, '0')}`;
}

const MAX_FLOAT = Math.fround(3.4028234663852886e38);
const clamp = (score: number): number => Math.min(MAX_FLOAT, Math.max(-MAX_FLOAT, score));

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}

/** Scores against a vector; the lower the nearer, except of DOT_PRODUCT. Sums are of 64 bits, and results never leave 32. */
export function scoring(distance: Distance, query: Float32Array): (floats: Float32Array) => number {
  if (distance === 'DOT_PRODUCT') return (floats) => Math.fround(clamp(dot(query, floats)));
  if (distance === 'EUCLIDEAN')
    return (floats) => {
      let sum = 0;
      for (let at = 0; at < floats.length; at++) sum += (query[at]! - floats[at]!) ** 2;
      return Math.fround(clamp(Math.sqrt(sum)));
    };
  const own = Math.sqrt(dot(query, query));
  return (floats) => {
    const length = Math.sqrt(dot(floats, floats));
    // A vector without a direction is at a right angle to all.
    if (own === 0 || length === 0) return 1;
    if (floats.every((float, at) => float === query[at])) return 0;
    return Math.fround(Math.min(2, Math.max(0, 1 - dot(query, floats) / (own * length))));
  };
}
