import { expect, it } from 'vitest';
import { signedHeaders } from './sign-v4.ts';

// From the test suite that AWS published for the signature.
const key = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const request = { service: 'service', region: 'us-east-1', atMs: Date.parse('2015-08-30T12:36:00Z') };

it.each([
  ['https://example.amazonaws.com/', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  ['https://example.amazonaws.com/?Param2=value2&Param1=value1', 'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500'],
])('signs %s', (url, signature) => {
  expect(signedHeaders({ ...request, url: new URL(url) }, key)).toEqual({
    'x-amz-date': '20150830T123600Z',
    authorization: `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=${signature}`,
  });
});

it('signs the token of a session', () => {
  const headers = signedHeaders({ ...request, url: new URL('https://example.amazonaws.com/') }, { ...key, sessionToken: 't' });
  expect(headers).toMatchObject({
    'x-amz-security-token': 't',
    authorization: expect.stringContaining('SignedHeaders=host;x-amz-date;x-amz-security-token,'),
  });
});
