import { describe, expect, it } from 'vitest';
import { type Facts, hostName, judge, type Trusted } from './web-guard.ts';

const trusted: Trusted = { nameOf: hostName, hosts: new Set(['emulator']), origins: new Set(['https://app.example.com']) };
const facts = (over: Partial<Facts>): Facts => ({
  host: '127.0.0.1:4566',
  origin: undefined,
  fetchSite: undefined,
  localAddress: '127.0.0.1',
  ...over,
});
const verdict = (over: Partial<Facts>) => judge(facts(over), trusted).verdict;

describe('hosts', () => {
  it.each([
    '127.0.0.1:4566',
    'localhost:4566',
    '[::1]:4566',
    'bucket.s3.localhost:4566',
    'sqs.us-east-1.amazonaws.com',
    's3.localhost.localstack.cloud:4566',
    'emulator:4566',
    'LOCALHOST.',
  ])('%s is ours', (host) => expect(verdict({ host })).toBe('admit'));

  it.each([
    'evil.example.com',
    'localhost.evil.com',
    '127.0.0.1.nip.io',
    'amazonaws.com.evil.io',
    '10.0.0.8:4566',
    '[fd00::2]:4566',
    'cloud:4566',
    'xamazonaws.com',
  ])('%s is not', (host) => expect(verdict({ host })).toBe('refuse'));

  it('takes the address that the connection reached', () =>
    expect(verdict({ host: '10.0.0.8:4566', localAddress: '::ffff:10.0.0.8' })).toBe('admit'));

  it('takes addresses and names without a dot where the connection came over a network', () => {
    for (const host of ['cloud:4566', '192.168.1.7:4566', '[fd00::2]:4566'])
      expect(verdict({ host, localAddress: '::ffff:10.0.0.8' })).toBe('admit');
    expect(verdict({ host: 'evil.example.com', localAddress: '10.0.0.8' })).toBe('refuse');
  });
  it('reads names out of brackets and ports', () => expect([hostName('[::1]:80'), hostName('A.b:1')]).toEqual(['::1', 'a.b']));
});

describe('pages', () => {
  it.each(['http://localhost:3000', 'https://127.0.0.1', 'http://[::1]:8080', 'http://app.localhost:3000', 'https://app.example.com'])(
    '%s may ask',
    (origin) => expect(judge(facts({ origin, fetchSite: 'cross-site' }), trusted)).toEqual({ verdict: 'admit', origin }),
  );
  it.each(['https://evil.example.com', 'null', 'file://', 'http://localhost.evil.com', 'chrome-extension://localhost'])(
    '%s is foreign',
    (origin) => expect(verdict({ origin })).toBe('foreign-page'),
  );
  it('without an origin are known by the fetch metadata', () => {
    expect(verdict({ fetchSite: 'cross-site' })).toBe('foreign-page');
    expect(verdict({ fetchSite: 'none' })).toBe('admit');
    expect(verdict({ fetchSite: 'same-origin' })).toBe('admit');
  });
});
