import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readBody } from './body.ts';

const MB = 1024 * 1024;

function request(chunks: readonly Buffer[], announced?: number): Readable {
  return Object.assign(Readable.from(chunks, { objectMode: false }), {
    headers: announced === undefined ? {} : { 'content-length': String(announced) },
  });
}

describe('a body', () => {
  it.each([
    ['short, of announced length', [Buffer.from('ab'), Buffer.from('c')], 3],
    ['without an announced length', [Buffer.from('ab'), Buffer.from('c')], undefined],
    ['long, of announced length', [Buffer.alloc(6 * MB, 1), Buffer.alloc(6 * MB, 2)], 12 * MB],
    ['longer than announced', [Buffer.alloc(6 * MB, 1), Buffer.alloc(3 * MB, 2)], 9 * MB - 5],
    ['shorter than announced', [Buffer.alloc(6 * MB, 1)], 9 * MB],
  ])('that is %s is read in order', async (which, chunks, announced) => {
    const whole = Buffer.concat(chunks);
    const expected = which === 'longer than announced' ? whole.subarray(0, announced) : whole;
    expect(Buffer.compare(await readBody(request(chunks, announced), 20 * MB), expected)).toBe(0);
  });

  it('is refused when it is too long, whatever was announced', async () => {
    const chunks = [Buffer.alloc(6 * MB), Buffer.alloc(6 * MB)];
    for (const announced of [undefined, 9 * MB, 12 * MB])
      await expect(readBody(request(chunks, announced), 10 * MB)).rejects.toMatchObject({ code: 'RequestEntityTooLargeException' });
  });

  it('that is too long is refused in words that name the operation', async () => {
    // As recorded (LocalStack's suite, lambda_/test_lambda_api.py::TestLambdaSizeLimits::test_oversized_request_create_lambda, 2025-11)
    await expect(readBody(request([Buffer.alloc(11)]), 10, 'CreateFunction')).rejects.toMatchObject({
      code: 'RequestEntityTooLargeException',
      message: 'Request must be smaller than 10 bytes for the CreateFunction operation',
    });
  });

  it('is not waited for where the headers of an HTTP/1.1 request announce none', async () => {
    const never = (headers: Record<string, string>) =>
      Object.assign(new Readable({ read: () => undefined }), { headers, httpVersionMajor: 1 });
    expect(await readBody(never({}), 10)).toHaveLength(0);
    expect(await readBody(never({ 'content-length': '0' }), 10)).toHaveLength(0);
    const chunked = Object.assign(Readable.from([Buffer.from('ab')]), { headers: { 'transfer-encoding': 'chunked' }, httpVersionMajor: 1 });
    expect(await readBody(chunked, 10)).toHaveLength(2);
  });

  it('of megabytes lies in one piece of memory as long as was announced', async () => {
    const body = await readBody(request([Buffer.alloc(5 * MB), Buffer.alloc(5 * MB)], 10 * MB), 20 * MB);
    expect(body.buffer.byteLength).toBe(10 * MB);
  });
});
