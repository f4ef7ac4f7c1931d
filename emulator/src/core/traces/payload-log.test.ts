// Payloads that are kept: cut, bounded in number and size, copies of what was handed over.
import { expect, it } from 'vitest';
import { PayloadLog } from './payload-log.ts';

const given = (input: string | Uint8Array, output: string | Uint8Array | null = '') => ({
  request: undefined,
  input,
  output: output ?? undefined,
});

it('are found by the id of their request, the last one of an id', () => {
  const log = new PayloadLog(true);
  log.note('a', given('1', '2'));
  log.note('a', given('3', null));
  expect(log.find('a')).toEqual({ request: undefined, input: Buffer.from('3'), output: undefined, isInputCut: false, isOutputCut: false });
  log.clear();
  expect(log.find('a')).toBeUndefined();
});

it('are cut', () => {
  const log = new PayloadLog(true);
  log.note('a', given('x'.repeat(20_000), Buffer.alloc(20_000)));
  const { input, output, isInputCut, isOutputCut } = log.find('a')!;
  expect([input.length, output!.length, isInputCut, isOutputCut]).toEqual([16_384, 16_384, true, true]);
});

it('are cut between characters', () => {
  const log = new PayloadLog(true);
  log.note('whole', given('€'.repeat(5461)));
  log.note('cut', given('€'.repeat(5462), 'x'));
  const { input, output, isInputCut, isOutputCut } = log.find('cut')!;
  expect([log.find('whole')!.isInputCut, input.toString() === '€'.repeat(5461), isInputCut]).toEqual([false, true, true]);
  expect([output!.toString(), isOutputCut]).toEqual(['x', false]);
});

it('are copies of bytes', () => {
  const log = new PayloadLog(true);
  const body = Buffer.from('before');
  log.note('a', given(body));
  body.write('after!');
  expect(log.find('a')!.input.toString()).toBe('before');
});

it('leave when there are too many, or too many bytes: the oldest first', () => {
  const log = new PayloadLog(true);
  for (let n = 0; n < 2001; n++) log.note(`n${n}`, given(''));
  expect([log.find('n0'), log.find('n1')]).toEqual([undefined, expect.anything()]);
  for (let n = 0; n < 600; n++) log.note(`b${n}`, given('x'.repeat(16_000)));
  expect([log.find('n2000'), log.find('b0'), log.find('b599')]).toEqual([undefined, undefined, expect.anything()]);
});

it('leave when their headers are too long together', () => {
  const log = new PayloadLog(true);
  const request = { method: 'GET', url: '/', rawHeaders: ['x-long', 'x'.repeat(60_000)], status: 200 };
  for (let n = 0; n < 70; n++) log.note(`n${n}`, { ...given(`${n}`), request });
  expect([log.find('n0'), log.find('n69')?.input]).toEqual([undefined, Buffer.from('69')]);
});

it('are none where an option turns them off', () => {
  const log = new PayloadLog(false);
  log.note('a', given('1'));
  expect(log.find('a')).toBeUndefined();
});
