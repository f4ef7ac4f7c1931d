import { expect, it } from 'vitest';
import { processorMs } from '../../../../test/support/processor-time.ts';
import { parseQueueArn, parseQueueUrl, queueArn } from './queue-address.ts';

it.each([
  ['http://127.0.0.1:4566/000000000000/a-b_c', '000000000000', 'a-b_c'],
  ['https://sqs.eu-west-1.amazonaws.com/111122223333/x.fifo', '111122223333', 'x.fifo'],
  ['http://localhost:4566/queue/us-east-1/111122223333/x', '111122223333', 'x'],
  ['/111122223333/x', '111122223333', 'x'],
  ['111122223333/x', '111122223333', 'x'],
  ['x.fifo', undefined, 'x.fifo'],
])('%s is the queue %s/%s', (url, account, name) => {
  expect(parseQueueUrl(url)).toEqual({ account, name });
});

it.each(['', 'http://host/', 'http://host/123/x', 'http://host/111122223333/', 'http://host/111122223333/a.b', 'a b'])(
  '%j is no queue',
  (url) => {
    expect(parseQueueUrl(url)).toBeUndefined();
  },
);

it('does not lose its way in long nonsense', () => {
  expect(
    processorMs(() => {
      parseQueueUrl(`http://${'a/'.repeat(100_000)}`);
      parseQueueUrl('/'.repeat(100_000));
    }),
  ).toBeLessThan(500);
});

it('knows ARNs, in every partition', () => {
  expect(parseQueueArn(queueArn('cn-north-1', '111122223333', 'q'))).toEqual({ region: 'cn-north-1', account: '111122223333', name: 'q' });
  expect(queueArn('us-gov-west-1', '111122223333', 'q')).toBe('arn:aws-us-gov:sqs:us-gov-west-1:111122223333:q');
  expect(parseQueueArn('arn:aws:sns:us-east-1:111122223333:q')).toBeUndefined();
});
