import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { processorMs } from '../../../../test/support/processor-time.ts';
import { decodeCbor } from './cbor-decoder.ts';
import { encodeCbor } from './cbor-encoder.ts';

const hex = (text: string): Uint8Array => Buffer.from(text, 'hex');
/** Only what the wire can tell apart: maps come back without a prototype. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

describe('CBOR', () => {
  // Examples of RFC 8949, appendix A.
  test.each([
    ['00', 0],
    ['1903e8', 1000],
    ['3903e7', -1000],
    ['1b000000e8d4a51000', 1_000_000_000_000],
    ['f93e00', 1.5],
    ['f90001', 2 ** -24],
    ['fa47c35000', 100000],
    ['fb3ff199999999999a', 1.1],
    ['f5', true],
    ['f6', null],
    ['64f0908591', '\u{10151}'],
    ['83010203', [1, 2, 3]],
    ['9f018202039f0405ffff', [1, [2, 3], [4, 5]]],
    ['a26161016162820203', { a: 1, b: [2, 3] }],
    ['bf6346756ef563416d7421ff', { Fun: true, Amt: -2 }],
    ['7f657374726561646d696e67ff', 'streaming'],
  ])('reads %s', (text, value) => {
    expect(plain(decodeCbor(hex(text)))).toEqual(value);
  });

  test('reads moments, bytes and big numbers', () => {
    expect(decodeCbor(hex('c1fb41d452d9ec200000'))).toEqual(new Date(1363896240500));
    expect(decodeCbor(hex('4401020304'))).toEqual(Buffer.from([1, 2, 3, 4]));
    expect(decodeCbor(hex('c249010000000000000000'))).toBe(2 ** 64);
  });

  test('comes back as it went', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const clean = plain(value);
        if (JSON.stringify(clean).includes('null')) return;
        expect(JSON.stringify(decodeCbor(encodeCbor(clean)))).toBe(JSON.stringify(clean));
      }),
    );
  });

  test('a key may be __proto__', () => {
    const value = decodeCbor(encodeCbor(JSON.parse('{"__proto__":{"polluted":1}}'))) as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test.each(['', '1903', '62ff', 'ff', '81', 'a1', 'a101', '9bffffffffffffffff', '5f6161ff', '1c', '0000', 'a1616aff'])(
    'refuses %j',
    (text) => {
      expect(() => decodeCbor(hex(text))).toThrow(expect.objectContaining({ code: 'SerializationException' }));
    },
  );

  test('refuses a million levels at once', () => {
    for (const head of [0x81, 0x9f, 0xc1]) {
      expect(
        processorMs(() => {
          expect(() => decodeCbor(Buffer.alloc(1_000_000, head))).toThrow(expect.objectContaining({ code: 'SerializationException' }));
        }),
      ).toBeLessThan(500);
    }
  });

  test('any bytes give a value or a SerializationException', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        try {
          decodeCbor(bytes);
        } catch (error) {
          expect(error).toMatchObject({ code: 'SerializationException' });
        }
      }),
      { numRuns: 2000 },
    );
  });
});
