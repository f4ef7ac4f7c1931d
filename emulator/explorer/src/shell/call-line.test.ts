import { expect, it } from 'vitest';
import { callOfLine } from './call-line.ts';

it('reads service, operation, resource, place and result', () => {
  expect(callOfLine({ text: 'sqs.CreateQueue q 000000000000 eu-west-1 ok 65.1 ms' })).toEqual({
    service: 'sqs',
    operation: 'CreateQueue',
    resource: 'q',
    account: '000000000000',
    region: 'eu-west-1',
    result: 'ok',
    ms: 65.1,
  });
});

it('reads lines without a resource, and results with blanks', () => {
  expect(callOfLine({ text: 'sns.ListTopics 000000000000 eu-west-1 ok 0.3 ms' })).toMatchObject({ operation: 'ListTopics', resource: '' });
  const failed = 'iam.GetUser x 000000000000 eu-west-1 NoSuchEntityException: The user with name x cannot be found. 0.6 ms';
  expect(callOfLine({ text: failed })).toMatchObject({
    resource: 'x',
    result: 'NoSuchEntityException: The user with name x cannot be found.',
    ms: 0.6,
  });
});

it('takes no other line for a call', () => {
  expect(callOfLine({ text: 'reloaded orders in 12 ms (1 file)' })).toBeUndefined();
});
