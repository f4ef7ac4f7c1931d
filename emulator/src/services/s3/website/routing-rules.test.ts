// Where routing rules send a request.
import { describe, expect, it } from 'vitest';
import { redirectAll, redirectByRule } from './routing-rules.ts';

const request = (key: string) => ({ host: 'b.s3-website.localhost:4566', protocol: 'http', key, search: '' });
const rules = [
  { Condition: { KeyPrefixEquals: 'docs/', HttpErrorCodeReturnedEquals: '404' }, Redirect: { ReplaceKeyWith: 'no doc.html' } },
  { Condition: { KeyPrefixEquals: 'docs/' }, Redirect: { ReplaceKeyPrefixWith: 'documents/' } },
  { Condition: { KeyPrefixEquals: 'cut/' }, Redirect: { ReplaceKeyPrefixWith: '' } },
  { Condition: { KeyPrefixEquals: 'away/' }, Redirect: { HostName: 'example.com', Protocol: 'https' as const, HttpRedirectCode: '307' } },
  { Condition: { HttpErrorCodeReturnedEquals: '403' }, Redirect: { ReplaceKeyWith: 'login' } },
];

describe('routing rules', () => {
  it.each([
    ['docs/a b', undefined, 301, 'http://b.s3-website.localhost:4566/documents/a%20b'],
    ['docs/a', 404, 301, 'http://b.s3-website.localhost:4566/no%20doc.html'],
    ['cut/a', undefined, 301, 'http://b.s3-website.localhost:4566/a'],
    ['away/x', undefined, 307, 'https://example.com/away/x'],
    ['other', 403, 301, 'http://b.s3-website.localhost:4566/login'],
  ] as const)('%s after %s: %s to %s', (key, status, code, location) => {
    expect(redirectByRule(rules, request(key), status)).toEqual({ status: code, location });
  });
  it('leave other requests alone, and the root to the index document', () => {
    expect(redirectByRule(rules, request('other'), undefined)).toBeUndefined();
    expect(redirectByRule(rules, request('other'), 404)).toBeUndefined();
    expect(redirectByRule([{ Condition: { KeyPrefixEquals: 'index' }, Redirect: {} }], request(''), undefined)).toBeUndefined();
  });
});

it('a redirect of all requests keeps path and query', () => {
  expect(redirectAll({ HostName: 'example.com' }, { ...request('a/b'), search: '?c=d' })).toEqual({
    status: 301,
    location: 'http://example.com/a/b?c=d',
  });
});
