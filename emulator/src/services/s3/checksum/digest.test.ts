import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compositeChecksum, fullObjectChecksum, newDigest } from './digest.ts';

const of = async (algorithm: Parameters<typeof newDigest>[0], bytes: Uint8Array) => {
  const digest = newDigest(algorithm);
  digest.update(bytes);
  return digest.value();
};

describe('checksums', () => {
  it.each([
    ['CRC32', 'y/Q5Jg=='],
    ['CRC32C', '4waSgw=='],
    ['CRC64NVME', 'rosUhgp5mIg='],
    ['SHA1', '98O8HYCOBHMq32eZZczDTKeuNEE='],
  ] as const)('knows the check value of %s', async (algorithm, value) => {
    expect(await of(algorithm, Buffer.from('123456789'))).toBe(value);
  });

  it.each(['CRC32', 'CRC32C', 'CRC64NVME'] as const)('puts %s together from parts', async (algorithm) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 5 }), async (parts) => {
        const sums = await Promise.all(parts.map(async (part) => ({ value: await of(algorithm, part), sizeBytes: part.length })));
        expect(fullObjectChecksum(algorithm, sums)).toBe(await of(algorithm, Buffer.concat(parts)));
      }),
    );
  });

  it('makes composite checksums of the parts', async () => {
    const value = await of('SHA256', Buffer.from('a'));
    expect(await compositeChecksum('SHA256', [{ value, sizeBytes: 1 }])).toMatch(/^[\w+/]+=*-1$/);
  });
});
