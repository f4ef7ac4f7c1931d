import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addNumbers, canonicalNumber, compareNumbers, numberSize } from './number.ts';

const read = (text: string) => canonicalNumber(text, 'current');
/** Any number of up to 38 digits in range. */
const numbers = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 38n - 1n }), fc.integer({ min: -130, max: 80 }))
  .map(([negative, digits, exponent]) => `${negative ? '-' : ''}${digits}e${exponent}`)
  .filter((text) => {
    try {
      read(text);
      return true;
    } catch {
      return false;
    }
  });
/** As a whole number of 10^-200. */
const exact = (text: string): bigint => {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)!;
  return BigInt(`${sign}${whole}${fraction.padEnd(200, '0')}`);
};

describe('numbers', () => {
  it.each([
    ['0042.1200', '42.12'],
    ['.5', '0.5'],
    ['1.', '1'],
    ['-0', '0'],
    ['+1e3', '1000'],
    ['1e-3', '0.001'],
    ['1E125', `1${'0'.repeat(125)}`],
  ])('%s is kept as %s', (text, canonical) => expect(read(text)).toBe(canonical));

  it.each([
    ['abc', 'The parameter cannot be converted to a numeric value: abc'],
    ['', 'The parameter cannot be converted to a numeric value: '],
    [' 1', 'The parameter cannot be converted to a numeric value:  1'],
    ['0x10', 'The parameter cannot be converted to a numeric value: 0x10'],
    ['1e126', 'Number overflow. Attempting to store a number with magnitude larger than supported range'],
    ['1e99999999999', 'Number overflow. Attempting to store a number with magnitude larger than supported range'],
    ['1e-131', 'Number underflow. Attempting to store a number with magnitude smaller than supported range'],
    ['1'.repeat(39), 'Attempting to store more than 38 significant digits in a Number'],
  ])('%s is refused', (text, message) => expect(() => read(text)).toThrow(message));

  it('are worded otherwise by operations of the older layer', () => {
    expect(() => canonicalNumber('', 'older')).toThrow(/numeric value$/);
    expect(() => canonicalNumber('1e2147483647', 'older')).toThrow('Number underflow');
    expect(() => read('1e2147483647')).toThrow('Number overflow');
  });

  it('keep their value, whatever it is', () => {
    fc.assert(fc.property(numbers, (text) => read(read(text)) === read(text)));
  });

  it('add, subtract and compare exactly', () => {
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const [x, y] = [read(a), read(b)];
        expect(Math.sign(compareNumbers(x, y))).toBe(exact(x) < exact(y) ? -1 : exact(x) > exact(y) ? 1 : 0);
        for (const subtract of [false, true]) {
          let sum: string;
          try {
            sum = addNumbers(x, y, subtract);
          } catch {
            continue; // more than 38 digits
          }
          expect(exact(sum)).toBe(subtract ? exact(x) - exact(y) : exact(x) + exact(y));
        }
      }),
    );
  });

  it.each([
    ['1', 2],
    ['123456', 4],
    ['3.14159', 5],
    ['-1', 3],
    ['1E125', 2],
    ['0', 1],
  ])('%s takes %i bytes', (text, bytes) => expect(numberSize(read(text))).toBe(bytes));

  // paritysuite/dynamodb-conformance, numberExponent and partiqlParameterNumbers.
  it.each([
    ['1e99999999999', 'overflow', 'converted'],
    ['1e-99999999999', 'underflow', 'converted'],
    ['1e9223372036854775808', 'converted', 'converted'],
    ['1e2147483647', 'overflow', 'underflow'],
    ['0e126', 'overflow', undefined],
    ['0e-131', 'underflow', undefined],
    ['0e125', undefined, undefined],
  ])('%s is refused as each layer reads exponents', (text, current, older) => {
    for (const [wording, word] of [['current', current] as const, ['older', older] as const]) {
      if (word === undefined) expect(canonicalNumber(text, wording)).toBe('0');
      else expect(() => canonicalNumber(text, wording)).toThrow(word);
    }
  });
});
