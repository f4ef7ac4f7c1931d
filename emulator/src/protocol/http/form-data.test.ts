import { describe, expect, test } from 'vitest';
import { readFormData } from './form-data.ts';

const BOUNDARY = '----form42';
/** The handler puts the file's name in. */
const KEY = `up/$${'{filename}'}`;

async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size), 'latin1');
}

const field = (name: string, value: string, more = ''): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

const read = (body: string, size = 11) => readFormData(`multipart/form-data; boundary=${BOUNDARY}`, pieces(body, size));

async function text(stream: unknown): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of stream as AsyncIterable<Uint8Array>) parts.push(part);
  return Buffer.concat(parts).toString('latin1');
}

describe('a browser uploads with a form', () => {
  test.each([1, 7, 64, 10_000])('cut into pieces of %d', async (size) => {
    const file = `line\r\n--${BOUNDARY.slice(0, -1)}\r\n\u0000end\r\n`;
    const body =
      field('key', KEY) +
      field('Content-Type', 'text/plain') +
      field('x-amz-meta-tag', 'some') +
      field('success_action_status', '201') +
      field('file', file, '; filename="a.txt"\r\nContent-Type: text/html') +
      field('after', 'ignored') +
      `--${BOUNDARY}--\r\n`;
    const { fields, file: part } = await read(body, size);
    expect(await text(part!.body)).toBe(file);
    expect([part!.fileName, part!.contentType]).toEqual(['a.txt', 'text/html']);
    expect([...fields]).toEqual([
      ['key', KEY],
      ['Content-Type', 'text/plain'],
      ['x-amz-meta-tag', 'some'],
      ['success_action_status', '201'],
    ]);
  });

  test('without a file', async () => {
    expect(await read(`${field('key', 'k')}--${BOUNDARY}--\r\n`)).toEqual({ fields: new Map([['key', 'k']]), file: undefined });
  });

  test('fields are bounded', async () => {
    await expect(read(field('key', 'x'.repeat(50_000)), 4096)).rejects.toMatchObject({ code: 'MaxPostPreDataLengthExceeded' });
  });

  test('another content type', async () => {
    await expect(readFormData('text/plain', pieces('x', 1))).rejects.toMatchObject({
      code: 'PreconditionFailed',
      options: { status: 412 },
    });
  });

  test('a body that is no form', async () => {
    await expect(read('nothing of the kind')).rejects.toMatchObject({ code: 'MalformedPOSTRequest' });
  });
});
