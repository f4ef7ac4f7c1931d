// The bare address leads browsers that open it to the explorer, and nobody else.
import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { opensAddress } from './opened-address.ts';

const opened = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

it.each([
  ['a browser', {}, true, '127.0.0.1', true],
  ['a browser on localhost', {}, true, 'localhost', true],
  ['a browser in another container', {}, true, 'emulator', true],
  ['a browser that opens a bucket', {}, true, 'photos.s3.localhost', false],
  ['a path', { url: '/photos' }, true, 'localhost', false],
  ['a query', { url: '/?x-id=ListBuckets' }, true, 'localhost', false],
  ['a form', { method: 'POST' }, true, 'localhost', false],
  ['a script of a page', {}, false, 'localhost', false],
  ['a frame', { headers: { ...opened, 'sec-fetch-dest': 'iframe' } }, true, 'localhost', false],
  ['a client with a signature', { headers: { ...opened, authorization: 'AWS4-HMAC-SHA256 …' } }, true, 'localhost', false],
  ['curl', { headers: { accept: '*/*' } }, true, 'localhost', false],
  ['an SDK, which sends no such header', { headers: {} }, true, 'localhost', false],
] as const)('%s', (_, request, mayShow, host, expected) => {
  const whole = { method: 'GET', url: '/', headers: opened, ...request } as unknown as IncomingMessage;
  expect(opensAddress(whole, mayShow, host)).toBe(expected);
});
