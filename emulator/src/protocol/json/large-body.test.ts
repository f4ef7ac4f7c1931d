import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isLarge, parseLargeJson } from './large-body.ts';

const FILE = randomBytes(9 * 1024 * 1024 + 1);
const BASE64 = FILE.toString('base64');
const parse = (text: string): Promise<unknown> => parseLargeJson(Buffer.from(text));

describe('a large body', () => {
  it('is parsed with its file decoded, wherever that stands', async () => {
    expect(isLarge(Buffer.from(BASE64))).toBe(true);
    const document = (await parse(`{"a": 1, "Code": {"ZipFile": "${BASE64}", "n": [null, "é\\"x"]}, "Tags": {"k": "v"}}`)) as {
      Code: { ZipFile: Buffer };
    };
    expect(document.Code.ZipFile.equals(FILE)).toBe(true);
    expect({ ...document, Code: { ...document.Code, ZipFile: undefined } }).toEqual({ a: 1, Code: { n: [null, 'é"x'] }, Tags: { k: 'v' } });
  });

  it('keeps its file in its own memory', async () => {
    const body = Buffer.from(`{"ZipFile":"${BASE64}"}`);
    const { ZipFile } = (await parseLargeJson(body)) as { ZipFile: Buffer };
    expect(ZipFile.buffer).toBe(body.buffer);
    expect(ZipFile.equals(FILE)).toBe(true);
  });

  it('may hold two files, padded or not, and a short text as text', async () => {
    const [first, second] = [FILE.subarray(0, 5_000_000), FILE.subarray(0, 4_000_001)];
    const unpadded = second.toString('base64').replace(/=+$/, '');
    const parsed = (await parse(JSON.stringify([first.toString('base64'), 'x'.repeat(1_000), unpadded, '\x007']))) as unknown[];
    expect(parsed.map((each) => (Buffer.isBuffer(each) ? each.length : each))).toEqual([5_000_000, 'x'.repeat(1_000), 4_000_001, '\x007']);
  });

  it('lets others run while it is decoded', async () => {
    let turns = 0;
    let done = false;
    const parsing = parse(`{"ZipFile":"${BASE64}"}`).finally(() => {
      done = true;
    });
    for (; !done; turns++) await nextTurn();
    await parsing;
    expect(turns).toBeGreaterThan(3);
  });

  it.each([
    ['text that is no base64', `{"ZipFile":"${'é'.repeat(5_000_000)}"}`, 'SerializationException'],
    ['padding in the middle', `{"ZipFile":"${'A='.repeat(5_000_000)}"}`, 'SerializationException'],
    ['base64 between two strings', `{"a":"b"${'A'.repeat(9_000_000)}"c"}`, 'SerializationException'],
    ['a string without an end', `{"ZipFile":"${BASE64}`, 'RequestEntityTooLargeException'],
    ['values without end', `[${'"a",'.repeat(3_000_000)}1]`, 'RequestEntityTooLargeException'],
    ['numbers without end', `[${'1,'.repeat(5_000_000)}1]`, 'RequestEntityTooLargeException'],
    ['spaces without end', ' '.repeat(9_000_000), 'RequestEntityTooLargeException'],
    ['a file and too much beside it', `{"ZipFile":"${BASE64}","Tags":[${'1,'.repeat(600_000)}1]}`, 'RequestEntityTooLargeException'],
  ])('of %s is refused', async (_name, text, code) => {
    await expect(parse(text)).rejects.toMatchObject({ code });
  });
});
