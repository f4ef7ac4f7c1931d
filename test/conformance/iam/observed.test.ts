// IAM_ENFORCEMENT=off: nobody is refused, and the least policy of users, roles and functions is known all the same.
import { IAM } from '@aws-sdk/client-iam';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { ACCOUNT, allow, assume, document, roleWith } from './use-identities.ts';

const QUEUE = `arn:aws:sqs:us-east-1:${ACCOUNT}:orders`;
let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator({});
});
afterAll(() => emulator.stop());

test('what a role has done, and lacks, is known without judging calls', async () => {
  const { QueueUrl } = await emulator.client(SQS).createQueue({ QueueName: 'orders' });
  const role = await roleWith(emulator, 'worker', { AWS: ACCOUNT }, [allow('sqs:ReceiveMessage', QUEUE)]);
  const sqs = emulator.client(SQS, await assume(emulator, role));
  for (const MessageBody of ['1', '2']) await sqs.sendMessage({ QueueUrl, MessageBody });
  await sqs.receiveMessage({ QueueUrl });
  const found = await emulator.policyOf('worker');
  expect(found.policy.Statement).toEqual([{ Effect: 'Allow', Action: ['sqs:ReceiveMessage', 'sqs:SendMessage'], Resource: [QUEUE] }]);
  expect(found.missing).toEqual([expect.objectContaining({ action: 'sqs:SendMessage', resource: QUEUE, count: 2, denied: 2 })]);
  const own = (...actions: string[]) =>
    emulator.client(IAM).putRolePolicy({
      RoleName: 'worker',
      PolicyName: 'inline',
      PolicyDocument: document(...actions.map((action) => allow(action, QUEUE))),
    });
  await own('sqs:ReceiveMessage', 'sqs:SendMessage');
  expect((await emulator.policyOf('worker')).missing).toEqual([]);
  // A permission that is taken away is missed with the next call.
  await own('sqs:SendMessage');
  await sqs.receiveMessage({ QueueUrl });
  expect((await emulator.policyOf('worker')).missing).toEqual([expect.objectContaining({ action: 'sqs:ReceiveMessage', denied: 1 })]);
  expect(emulator.lines.filter((line) => line.includes('not authorized'))).toEqual([]);
});
