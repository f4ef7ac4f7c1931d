import { describe, expect, it } from 'vitest';
import { listenAddress, listenUrl } from './listen-address.ts';

describe('GATEWAY_LISTEN', () => {
  it.each([
    ['127.0.0.1:4566', 'http://127.0.0.1:4566'],
    [':4567', 'http://127.0.0.1:4567'],
    ['4567', 'http://127.0.0.1:4567'],
    ['0.0.0.0', 'http://127.0.0.1:4566'],
    ['[::]:4567', 'http://127.0.0.1:4567'],
    ['[::1]:4566', 'http://[::1]:4566'],
    ['192.168.7.7', 'http://192.168.7.7:4566'],
    ['box:80', 'http://box:80'],
  ])('%s is reached at %s', (text, url) => expect(listenUrl(listenAddress(text))).toBe(url));

  it.each(['127.0.0.1:70000', '::1', '0.0.0.0:4566,0.0.0.0:443', 'a:b'])('%s is none', (text) =>
    expect(() => listenAddress(text)).toThrow(`GATEWAY_LISTEN=${text} is not an address.`),
  );
});
