import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeAwsChunked, isAwsChunked } from './aws-chunked.ts';

async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size), 'latin1');
}

async function decode(text: string, size = 7): Promise<{ body: string; trailers: Readonly<Record<string, string>> }> {
  const { body, trailers } = decodeAwsChunked(pieces(text, size));
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return { body: Buffer.concat(parts).toString('latin1'), trailers: trailers() };
}

const signed = (data: string): string => `${data.length.toString(16)};chunk-signature=0123abcd\r\n${data}\r\n`;

describe('aws-chunked', () => {
  test('joins signed chunks', async () => {
    expect((await decode(`${signed('hello ')}${signed('world')}0;chunk-signature=ff\r\n\r\n`)).body).toBe('hello world');
  });

  test('reads trailers', async () => {
    const { body, trailers } = await decode('5\r\nhello\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\nX-Amz-Trailer-Signature:ab\r\n\r\n');
    expect(body).toBe('hello');
    expect(trailers).toEqual({ 'x-amz-checksum-crc32': 'NhCmhg==', 'x-amz-trailer-signature': 'ab' });
  });

  test('an empty body has one empty chunk', async () => {
    expect((await decode('0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n')).body).toBe('');
  });

  test('however it is cut on the way, the bytes are the same', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ minLength: 1, unit: 'binary-ascii' })), fc.integer({ min: 1, max: 40 }), async (data, size) => {
        const text = `${data.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}0\r\na:b\r\n\r\n`;
        expect(await decode(text, size)).toEqual({ body: data.join(''), trailers: { a: 'b' } });
      }),
      { numRuns: 100 },
    );
  });

  test.each(['5\r\nhel', '5\r\nhello\r\n', ''])('a body that ends too early: %j', async (text) => {
    await expect(decode(text)).rejects.toMatchObject({ code: 'IncompleteBody', options: { status: 400 } });
  });

  test.each(['zz\r\nhello\r\n', '-5\r\nhello\r\n', '2\r\nhello\r\n0\r\n\r\n', '5 \r\nhello\r\n', `${'1'.repeat(20)}\r\n`])(
    'no chunk: %j',
    async (text) => {
      await expect(decode(text)).rejects.toMatchObject({ code: 'InvalidRequest' });
    },
  );

  test('is told by header', () => {
    expect(isAwsChunked({ 'content-encoding': 'aws-chunked' })).toBe(true);
    expect(isAwsChunked({ 'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER' })).toBe(true);
    expect(isAwsChunked({ 'content-encoding': 'gzip' })).toBe(false);
  });
});
