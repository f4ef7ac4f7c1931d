// Which refused calls are problems: a look, a create-or-find and a condition are none; a refusal by a policy and what is not emulated are.
import { expect, it } from 'vitest';
import type { Call } from '#core/call';
import { Fault } from '#core/fault';
import { isExpected } from './is-expected.ts';

const call = (operation: string, facts: Partial<Call> = {}) =>
  ({
    service: 's',
    operation,
    principal: { kind: 'key', account: '1', accessKeyId: 'k' },
    trace: { id: 't', depth: 0 },
    http: {},
    ...facts,
  }) as Call;

it.each([
  ['GetQueueUrl', new Fault('QueueDoesNotExist', 'no'), true],
  ['HeadObject', new Fault('NotFound', 'no', { status: 404 }), true],
  ['DescribeStacks', new Fault('ValidationError', 'Stack with id shop does not exist'), true],
  ['UpdateStack', new Fault('ValidationError', 'No updates are to be performed.'), true],
  ['DeleteQueue', new Fault('QueueDoesNotExist', 'no'), true],
  ['CreateFunction', new Fault('ResourceConflictException', 'Function already exist: f', { status: 409 }), true],
  ['PutItem', new Fault('ConditionalCheckFailedException', 'The conditional request failed'), true],
  ['PutItem', new Fault('ResourceNotFoundException', 'Requested resource not found'), false],
  ['SendMessage', new Fault('AccessDenied', 'no', { remedy: 'To allow it: …' }), false],
  ['GetItem', new Fault('ValidationException', 'The provided key element does not match the schema'), false],
  ['ListUserPools', new Fault('NotImplementedException', 'not emulated', { status: 501 }), false],
])('%s with %s', (operation, fault, expected) => expect(isExpected(call(operation), fault)).toBe(expected));

it('leaves to a service what its own calls meet, and not to a function', () => {
  const refusal = new Fault('AccessDenied', 'no', { remedy: 'To allow it: …' });
  const inner = { trace: { id: 't', depth: 1 } };
  expect(isExpected(call('Publish', { ...inner, http: undefined }), refusal)).toBe(true);
  expect(isExpected(call('Publish', inner), refusal)).toBe(false);
});
