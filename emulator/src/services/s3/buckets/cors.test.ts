import { describe, expect, it } from 'vitest';
import { corsHeaders } from './cors.ts';

const rules = [
  { AllowedMethods: ['GET'], AllowedOrigins: ['https://*.example.com'], ExposeHeaders: ['ETag'], MaxAgeSeconds: 60 },
  { AllowedMethods: ['PUT'], AllowedOrigins: ['*'], AllowedHeaders: ['x-amz-*', 'content-type'] },
];
const ask = (more: object) =>
  corsHeaders(rules, { origin: 'https://a.example.com', method: 'GET', requestHeaders: [], preflight: false, path: '/b/k', ...more });

describe('CORS', () => {
  it('lets named origins in', () =>
    expect(ask({})).toMatchObject({ 'access-control-allow-origin': 'https://a.example.com', 'access-control-expose-headers': 'ETag' }));
  it('lets others out', () => expect(ask({ origin: 'https://example.org' })).toBeUndefined());
  it('minds the method', () => expect(ask({ method: 'DELETE' })).toBeUndefined());
  it('minds the headers of a preflight', () => {
    expect(ask({ method: 'PUT', preflight: true, requestHeaders: ['x-amz-meta-a', 'content-type'] })).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'x-amz-meta-a, content-type',
    });
    expect(ask({ method: 'PUT', preflight: true, requestHeaders: ['authorization'] })).toBeUndefined();
  });
  it('gives the age to preflights and to other requests', () => {
    expect(ask({ preflight: true })).toHaveProperty('access-control-max-age', '60');
    expect(ask({})).toHaveProperty('access-control-max-age', '60');
  });
});
