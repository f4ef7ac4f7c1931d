import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { readOptions } from '#config/options';
import { originOf } from './origin.ts';

const origin = (host: string | undefined, told = ''): string =>
  originOf({ headers: { host }, socket: {} } as IncomingMessage, {
    origin: 'http://127.0.0.1:4566',
    options: readOptions({}, { EMULATOR_HOST: told }),
  });

describe('the origin of URLs in answers', () => {
  it('is where the client asked', () => expect(origin('emulator:32768')).toBe('http://emulator:32768'));
  it('is told though the request has lost its socket', () => {
    const request = { headers: { host: 'emulator' }, socket: null } as unknown as IncomingMessage;
    expect(originOf(request, { origin: '', options: readOptions({}, {}) })).toBe('http://emulator');
  });
  it("is the emulator's own where the client does not say", () => expect(origin(undefined)).toBe('http://127.0.0.1:4566'));
  it.each([
    ['localhost', '10.0.0.8:32768', 'http://localhost:32768'],
    ['localhost', '10.0.0.8', 'http://localhost'],
    ['localhost.localstack.cloud:4566', '10.0.0.8:32768', 'http://localhost.localstack.cloud:4566'],
  ])('with EMULATOR_HOST=%s, asked at %s, is %s', (told, host, url) => expect(origin(host, told)).toBe(url));
});
