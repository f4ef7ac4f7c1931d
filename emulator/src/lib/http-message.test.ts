import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { finalStatus, headerValue, isToken, whyUnsendable } from './http-message.ts';

describe('a status ends a request', () => {
  it.each([200, 204, '404', 599])('%j', (value) => {
    expect(finalStatus(value)).toBe(Number(value));
  });
  it.each([
    99,
    100,
    101,
    103,
    199,
    600,
    999,
    1000,
    -1,
    200.5,
    Number.NaN,
    '',
    '200.0',
    ' 200',
    '2e2',
    '0xc8',
    true,
    null,
    undefined,
    [200],
    {},
  ])('not by %j', (value) => {
    expect(finalStatus(value)).toBeUndefined();
  });
});

it('values of headers lose what HTTP cannot carry, and keep the rest', () => {
  expect(headerValue('a\r\nset-cookie: b\0\u0007c\tü漢')).toBe('aset-cookie: bc\tü');
});

it.each(['x', 'X-A_b', '__proto__'])('%s is a token', (text) => expect(isToken(text)).toBe(true));
it.each(['', 'x y', 'x:', 'x\r\ny', 'é'])('%j is none', (text) => expect(isToken(text)).toBe(false));

describe('a request is refused before Node.js throws, or sends two', () => {
  it.each<[string, string, Record<string, string | string[]>]>([
    ['a line break in a value', 'GET', { x: 'a\r\nb: c' }],
    ['one in one of several values', 'GET', { x: ['a', 'b\n'] }],
    ['a value beyond ISO 8859-1', 'GET', { x: '漢' }],
    ['a control character', 'GET', { x: 'a\u0000' }],
    ['a blank in a name', 'GET', { 'x y': 'a' }],
    ['an empty name', 'GET', { '': 'a' }],
    ['a method of two words', 'GET /x', {}],
    ['an encoding of its own', 'POST', { 'Transfer-Encoding': 'chunked' }],
    ['a length without a body', 'GET', { 'Content-Length': '3' }],
    ['two hosts', 'GET', { host: ['a', 'b'] }],
    ['a host with a path', 'GET', { Host: 'a/b' }],
    ['a host with a blank', 'GET', { host: 'a b' }],
  ])('%s', (_, method, headers) => {
    expect(whyUnsendable({ method, headers })).toEqual(expect.any(String));
  });

  it.each<[string, Record<string, string | string[]>]>([
    ['GET', { host: 'example.com:8080', x: 'ü', 'X-Two': ['1', '2'], __proto__: 'x' }],
    ['PURGE', { host: '[::1]:80' }],
  ])('but not a %s that it sends', (method, headers) => {
    expect(whyUnsendable({ method, headers })).toBeUndefined();
    const made = request('http://127.0.0.1:9', { method, headers });
    made.on('error', () => undefined).destroy();
  });
});
