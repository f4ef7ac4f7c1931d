// The stack as it is deployed, in an emulator of this test.
import assert from 'node:assert/strict';
import * as hooks from 'node:test';
import { test } from 'node:test';
import { CloudWatchLogsClient, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { useEmulator } from 'cloud-emulator/testing';
import { deploy } from '../local/deploy.mjs';

let outputs;
const emulator = useEmulator(hooks, {
  setUp: async (started) => {
    outputs = await deploy(started.url);
  },
});
const sqs = emulator.client(SQSClient);
const logs = emulator.client(CloudWatchLogsClient);
const place = (order) => sqs.send(new SendMessageCommand({ QueueUrl: outputs.OrdersUrl, MessageBody: JSON.stringify(order) }));

test('the function handles an order', async () => {
  await place({ id: 7, items: [{ price: 20, count: 2 }] });
  await emulator.eventually(async () => {
    const { events } = await logs.send(new FilterLogEventsCommand({ logGroupName: '/aws/lambda/{{name}}' }));
    assert.match(events.map(({ message }) => message).join(''), /order 7 costs 40\.00/);
  });
});

test('an order that fails three times waits in a queue of its own', async () => {
  await place({ id: 8, items: [] });
  // Three times the minute that a failed order stays hidden: the clock of the emulator moves, the test does not wait.
  const failed = await emulator.eventually(async () => {
    const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: outputs.FailedOrdersUrl }));
    assert.equal(Messages?.length, 1);
    return JSON.parse(Messages[0].Body);
  });
  assert.deepEqual(failed, { id: 8, items: [] });
});
