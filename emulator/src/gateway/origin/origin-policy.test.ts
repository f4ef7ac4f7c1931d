import { describe, expect, it } from 'vitest';
import { hostName, isBrowser, judge, type RequestFacts, type Trusted } from './origin-policy.ts';

const trusted: Trusted = {
  nameOf: hostName,
  hosts: new Set(['emulator']),
  origins: new Set(['https://app.example.com']),
  isContentHost: (name) => name.includes('.lambda-url.'),
  isClaimed: (name) => name === 'api.example.com',
};
const facts = (over: Partial<RequestFacts>): RequestFacts => ({
  host: '127.0.0.1:4566',
  origin: undefined,
  referer: undefined,
  fetchSite: undefined,
  browser: false,
  signedByHeader: false,
  secure: false,
  localAddress: '127.0.0.1',
  ...over,
});
const verdict = (over: Partial<RequestFacts>) => judge(facts(over), trusted).verdict;

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
    'api.example.com',
    'sync-127.0.0.1:4566',
  ])('%s is ours', (host) => expect(verdict({ host })).toBe('admit'));

  it.each([
    'evil.example.com',
    'localhost.evil.com',
    '127.0.0.1.nip.io',
    'sync-127.0.0.1.nip.io',
    'sync-10.0.0.8',
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
  it.each([
    'https://evil.example.com',
    'null',
    'file://',
    'http://localhost.evil.com',
    'chrome-extension://localhost',
    'http://page.lambda-url.us-east-1.localhost:4566',
  ])('%s is of another origin', (origin) => expect(verdict({ origin })).toBe('cross-origin'));
  it('without an origin are known by the fetch metadata', () => {
    expect(verdict({ fetchSite: 'cross-site' })).toBe('cross-origin');
    expect(verdict({ fetchSite: 'none' })).toBe('admit');
    expect(verdict({ fetchSite: 'same-origin' })).toBe('admit');
  });
  it('of the same site are ours on an address only: names have siblings that are not', () => {
    expect(verdict({ fetchSite: 'same-site' })).toBe('admit');
    expect(verdict({ fetchSite: 'same-site', host: 'localhost:4566' })).toBe('admit');
    expect(verdict({ fetchSite: 'same-site', host: 'sqs.us-east-1.localhost:4566' })).toBe('cross-origin');
    expect(verdict({ fetchSite: 'same-site', host: 'localhost.localstack.cloud:4566', secure: true })).toBe('cross-origin');
  });
  it('are ours by a referrer on loopback, which no other page can name', () => {
    const fetchSite = 'cross-site';
    expect(verdict({ fetchSite, referer: 'http://localhost:3000/' })).toBe('admit');
    expect(verdict({ fetchSite, referer: 'https://app.example.com/page' })).toBe('admit');
    for (const referer of [
      'https://evil.example.com/',
      'http://localhost.evil.com/',
      'http://a.lambda-url.us-east-1.localhost/',
      'localhost',
      '',
    ])
      expect(verdict({ fetchSite, referer })).toBe('cross-origin');
    expect(verdict({ origin: 'https://evil.example.com', referer: 'http://localhost:3000/' })).toBe('cross-origin');
  });
});

describe('names to which browsers send no fetch metadata', () => {
  const host = 'sqs.us-east-1.localhost.localstack.cloud:4566';
  it.each([host, 'emulator:4566', 'host.docker.internal:4566', 's3.amazonaws.com'])(
    'take simple requests of browsers at %s for those of another origin',
    (name) => expect(verdict({ host: name, browser: true })).toBe('cross-origin'),
  );
  it('take a network address for one', () =>
    expect(verdict({ host: '192.168.1.7:4566', localAddress: '192.168.1.7', browser: true })).toBe('cross-origin'));
  it('admit signed requests, those of other programs, those over TLS and those of pages on loopback', () => {
    expect(verdict({ host, browser: true, signedByHeader: true })).toBe('admit');
    expect(verdict({ host })).toBe('admit');
    expect(verdict({ host, browser: true, secure: true })).toBe('admit');
    expect(verdict({ host, browser: true, referer: 'http://localhost:3000/' })).toBe('admit');
    expect(verdict({ host: 'localhost:4566', browser: true })).toBe('admit');
  });
  it('know browsers by what every browser sends', () => {
    const browser = (headers: Record<string, string>) => isBrowser((name) => headers[name]);
    expect(browser({ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' })).toBe(true);
    expect(browser({ 'user-agent': 'other', 'accept-language': 'de' })).toBe(true);
    expect(browser({ 'upgrade-insecure-requests': '1' })).toBe(true);
    expect(browser({ 'user-agent': 'curl/8.5.0', accept: '*/*' })).toBe(false);
    expect(browser({ 'user-agent': 'node', 'accept-language': '*' })).toBe(false);
    expect(browser({})).toBe(false);
  });
});
