// The signer of a request, read from its header or its query.
import { expect, test } from 'vitest';
import { type SignedParts, signerIn } from './signer.ts';

const credential = (service: string, key = '111122223333') => `${key}/20261130/eu-west-1/${service}/aws4_request`;
const header = (text: string): SignedParts => ({ authorization: `AWS4-HMAC-SHA256 Credential=${text}, SignedHeaders=host, Signature=0` });
const query = (text: string): SignedParts => ({ authorization: undefined, query: new URLSearchParams({ 'X-Amz-Credential': text }) });
const root = { accessKeyId: '111122223333', account: '111122223333', arn: 'arn:aws:iam::111122223333:root' };

test.each([
  ['a header', header(credential('lambda')), root],
  ['a query', query(credential('lambda')), root],
  ['a header counts before a query', { ...query(credential('lambda')), ...header(credential('s3')) }, undefined],
  ['a signature for another service', header(credential('execute-api')), undefined],
  ['a header that is no signature', { authorization: 'Bearer abc' }, undefined],
  ['a credential without its end', header('111122223333/20261130/eu-west-1/lambda'), undefined],
  ['no signature', { authorization: undefined, query: new URLSearchParams() }, undefined],
  [
    'a key that was not made here',
    header(credential('lambda', 'test')),
    { accessKeyId: 'test', account: '000000000000', arn: 'arn:aws:iam::000000000000:root' },
  ],
] as const)('%s', (_, parts, signer) => {
  expect(signerIn(parts, 'lambda', { region: 'eu-west-1' })).toEqual(signer);
});

test('the root of an account in China has an ARN of its partition', () => {
  expect(signerIn(header(credential('lambda')), 'lambda', { region: 'cn-north-1' })?.arn).toBe('arn:aws-cn:iam::111122223333:root');
});
