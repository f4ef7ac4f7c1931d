import { expect, it } from 'vitest';
import { localAddress } from './output-address.ts';

it.each([
  ['https://abc.lambda-url.us-east-1.on.aws/x?y=1', 'http://127.0.0.1:1/_function-url/abc/x?y=1'],
  ['http://abc.lambda-url.us-east-1.localhost:1/', 'http://127.0.0.1:1/_function-url/abc/'],
  ['http://abc.execute-api.localhost:1/dev/pets', 'http://127.0.0.1:1/_execute-api/abc/dev/pets'],
  ['wss://abc.execute-api.eu-west-1.amazonaws.com/dev', 'ws://127.0.0.1:1/_execute-api/abc/dev'],
  ['https://photos.s3.amazonaws.com/a.png', 'http://127.0.0.1:1/photos/a.png'],
  ['https://photos.s3.eu-west-1.amazonaws.com', 'http://127.0.0.1:1/photos/'],
  ['https://s3.amazonaws.com/photos/a', 'http://127.0.0.1:1/photos/a'],
  ['https://sqs.us-east-1.amazonaws.com/000000000000/jobs', 'http://127.0.0.1:1/000000000000/jobs'],
  ['http://127.0.0.1:1/000000000000/jobs', undefined],
  ['https://example.com/', undefined],
  ['arn:aws:s3:::photos', undefined],
])('%s is answered at %s', (value, local) => {
  expect(localAddress(value, 'http://127.0.0.1:1')).toBe(local);
});
