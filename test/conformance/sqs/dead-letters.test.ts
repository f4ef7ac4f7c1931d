// Dead letters: messages that were received too often, and the tasks that move them back.
import { type Message, SQS, type StartMessageMoveTaskCommandInput } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let sqs: SQS;
let made = 0;
let source: string;
let dead: string;
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
  sqs = emulator.client(SQS);
});
afterAll(() => emulator.stop());
beforeEach(async () => {
  dead = await create('dead');
  source = await create('source', { RedrivePolicy: redrive(dead, 2), VisibilityTimeout: '10' });
});

const create = async (name: string, Attributes: Record<string, string> = {}, suffix = ''): Promise<string> =>
  (await sqs.createQueue({ QueueName: `${name}-${++made}${suffix}`, Attributes })).QueueUrl!;
const arn = (url: string) => `arn:aws:sqs:us-east-1:000000000000:${url.split('/').at(-1)}`;
const redrive = (url: string, maxReceiveCount: number) => JSON.stringify({ deadLetterTargetArn: arn(url), maxReceiveCount });
const send = (QueueUrl: string, MessageBody: string, MessageGroupId?: string) => sqs.sendMessage({ QueueUrl, MessageBody, MessageGroupId });
const receive = async (QueueUrl: string): Promise<Message[]> =>
  (await sqs.receiveMessage({ QueueUrl, MaxNumberOfMessages: 10, MessageSystemAttributeNames: ['All'] })).Messages ?? [];
const bodies = async (url: string) => (await receive(url)).map(({ Body }) => Body);
const visible = async (QueueUrl: string): Promise<number> =>
  Number(
    (await sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] })).Attributes![
      'ApproximateNumberOfMessages'
    ],
  );
const later = (span: string) => emulator.clock.advance(span);
const start = async (more: Partial<StartMessageMoveTaskCommandInput> = {}) =>
  (await sqs.startMessageMoveTask({ SourceArn: arn(dead), ...more })).TaskHandle!;
const tasks = async (MaxResults?: number) => (await sqs.listMessageMoveTasks({ SourceArn: arn(dead), MaxResults })).Results!;

/** Messages that the source has given up on. */
async function giveUpOn(...all: string[]): Promise<void> {
  for (const body of all) await send(source, body);
  for (let i = 0; i < 3; i++) {
    for (let taken = 10; taken === 10; ) taken = (await receive(source)).length;
    await later('10s');
  }
}

describe('a message received too often', () => {
  it('goes to the dead-letter queue instead of to the receiver', async () => {
    const { MessageId } = await send(source, 'x');
    const sentMs = emulator.clock.now();
    expect(await bodies(source)).toEqual(['x']);
    await later('10s');
    expect(await bodies(source)).toEqual(['x']);
    await later('10s');
    expect([await visible(source), await visible(dead)]).toEqual([1, 0]);
    expect(await bodies(source)).toEqual([]);
    expect([await visible(source), await visible(dead)]).toEqual([0, 1]);
    const [message] = await receive(dead);
    expect(message).toMatchObject({
      MessageId,
      Body: 'x',
      Attributes: { ApproximateReceiveCount: '3', SentTimestamp: String(sentMs), DeadLetterQueueSourceArn: arn(source) },
    });
  });
  it('wakes who waits there', async () => {
    await send(source, 'x');
    for (let i = 0; i < 2; i++) {
      await receive(source);
      await later('10s');
    }
    const waiting = sqs.receiveMessage({ QueueUrl: dead, WaitTimeSeconds: 20 });
    await emulator.untilWaiting(`/sqs/${dead.split('/').at(-1)}`);
    expect(await bodies(source)).toEqual([]);
    expect((await waiting).Messages).toHaveLength(1);
  });
  it('stays when the dead-letter queue is gone', async () => {
    await sqs.deleteQueue({ QueueUrl: dead });
    await send(source, 'x');
    for (let i = 0; i < 4; i++) {
      expect(await bodies(source)).toEqual(['x']);
      await later('10s');
    }
  });
  it('lets the next of its group go on', async () => {
    const fifo = { FifoQueue: 'true', ContentBasedDeduplication: 'true' };
    const deadFifo = await create('dead', fifo, '.fifo');
    const url = await create('source', { ...fifo, RedrivePolicy: redrive(deadFifo, 1), VisibilityTimeout: '10' }, '.fifo');
    await send(url, 'a1', 'a');
    expect(await bodies(url)).toEqual(['a1']);
    await send(url, 'a2', 'a');
    await later('10s');
    expect(await bodies(url)).toEqual(['a2']);
    const [message] = await receive(deadFifo);
    expect(message).toMatchObject({ Body: 'a1', Attributes: { MessageGroupId: 'a', SentTimestamp: String(emulator.clock.now()) } });
  });
});

describe('moving back', () => {
  it('to where they came from, as new messages', async () => {
    await giveUpOn('x', 'y');
    const handle = await start();
    await emulator.idle();
    expect(await tasks()).toEqual([
      {
        Status: 'COMPLETED',
        SourceArn: arn(dead),
        ApproximateNumberOfMessagesMoved: 2,
        ApproximateNumberOfMessagesToMove: 2,
        StartedTimestamp: emulator.clock.now(),
      },
    ]);
    const messages = await receive(source);
    expect(
      messages.map(({ Body, Attributes }) => [Body, Attributes!['ApproximateReceiveCount'], Attributes!['DeadLetterQueueSourceArn']]),
    ).toEqual([
      ['x', '1', undefined],
      ['y', '1', undefined],
    ]);
    await expect(sqs.cancelMessageMoveTask({ TaskHandle: handle })).rejects.toMatchObject({
      name: 'InvalidParameterValue',
    });
  });
  it('to another queue, at a rate, until cancelled', async () => {
    await giveUpOn(...Array.from({ length: 20 }, (_, i) => `m${i}`));
    const other = await create('other');
    const handle = await start({ DestinationArn: arn(other), MaxNumberOfMessagesPerSecond: 5 });
    await expect(start()).rejects.toMatchObject({
      name: 'InvalidParameterValue',
      message: 'There is already a task running. Only one active task is allowed for a source queue arn at a given time.',
    });
    await later('1s');
    expect(await tasks()).toMatchObject([
      {
        Status: 'RUNNING',
        TaskHandle: handle,
        DestinationArn: arn(other),
        MaxNumberOfMessagesPerSecond: 5,
        ApproximateNumberOfMessagesMoved: 5,
      },
    ]);
    await later('2s');
    expect(await visible(other)).toBe(15);
    const cancelled = await sqs.cancelMessageMoveTask({ TaskHandle: handle });
    expect(cancelled.ApproximateNumberOfMessagesMoved).toBe(15);
    await later('5s');
    expect(await tasks()).toMatchObject([
      { Status: 'CANCELLED', ApproximateNumberOfMessagesMoved: 15, ApproximateNumberOfMessagesToMove: 20 },
    ]);
    expect([await visible(other), await visible(dead)]).toEqual([15, 5]);
    await start({ DestinationArn: arn(other), MaxNumberOfMessagesPerSecond: 500 });
    await later('1s');
    expect((await tasks(10)).map(({ Status }) => Status)).toEqual(['COMPLETED', 'CANCELLED']);
    expect(await tasks()).toHaveLength(1);
  });
  it('fails where a message came from nowhere, or goes nowhere', async () => {
    await send(dead, 'sent directly');
    await start();
    await emulator.idle();
    expect(await tasks()).toMatchObject([
      { Status: 'FAILED', FailureReason: 'CouldNotDetermineMessageSource', ApproximateNumberOfMessagesMoved: 0 },
    ]);
    const other = await create('other');
    await start({ DestinationArn: arn(other), MaxNumberOfMessagesPerSecond: 1 });
    await sqs.deleteQueue({ QueueUrl: other });
    await later('1s');
    expect(await tasks()).toMatchObject([{ Status: 'FAILED', FailureReason: 'AWS.SimpleQueueService.NonExistentQueue' }]);
    expect(await visible(dead)).toBe(1);
  });
  it('keeps the groups of FIFO queues', async () => {
    const fifo = { FifoQueue: 'true', ContentBasedDeduplication: 'true' };
    dead = await create('dead', fifo, '.fifo');
    source = await create('source', { ...fifo, RedrivePolicy: redrive(dead, 1), VisibilityTimeout: '10' }, '.fifo');
    for (const body of ['a1', 'a2', 'b1']) await send(source, body, body[0]);
    await receive(source);
    await later('10s');
    expect(await bodies(source)).toEqual([]);
    expect(await visible(dead)).toBe(3);
    await start();
    await emulator.idle();
    expect(await visible(source)).toBe(3);
    expect((await receive(source)).map(({ Body, Attributes }) => [Body, Attributes!['MessageGroupId']])).toEqual([
      ['a1', 'a'],
      ['a2', 'a'],
      ['b1', 'b'],
    ]);
  });
  it.each([
    [
      () => ({ SourceArn: 'nonsense' }),
      'InvalidParameterValue',
      'You must use this format to specify the SourceArn: arn:<partition>:<service>:<region>:<account-id>:<resource-id>',
    ],
    [
      () => ({ SourceArn: `${arn(dead)}x` }),
      'ResourceNotFoundException',
      "The resource that you specified for the SourceArn parameter doesn't exist.",
    ],
    [() => ({ SourceArn: arn(source) }), 'InvalidParameterValue', 'Source queue must be configured as a Dead Letter Queue.'],
    [
      () => ({ DestinationArn: `${arn(dead)}x` }),
      'ResourceNotFoundException',
      "The resource that you specified for the DestinationArn parameter doesn't exist.",
    ],
    [() => ({ DestinationArn: arn(dead) }), 'InvalidParameterValue', 'Source queue arn and destination queue arn cannot be the same.'],
    [
      () => ({ MaxNumberOfMessagesPerSecond: 501 }),
      'InvalidParameterValue',
      "Value for parameter MaxNumberOfMessagesPerSecond is invalid. Reason: You must enter a number that's between 1 and 500.",
    ],
  ])('refuses %#', async (more, name, message) => {
    await expect(start(more())).rejects.toMatchObject({ name, message });
  });
  it('refuses handles of no task', async () => {
    const cancel = (TaskHandle: string) => sqs.cancelMessageMoveTask({ TaskHandle });
    await expect(cancel('nonsense')).rejects.toMatchObject({
      name: 'InvalidParameterValue',
      message: 'Value for parameter TaskHandle is invalid.',
    });
    const handle = Buffer.from(JSON.stringify({ taskId: 'missing', sourceArn: arn(dead) })).toString('base64');
    await expect(cancel(handle)).rejects.toMatchObject({ name: 'ResourceNotFoundException', message: 'Task does not exist.' });
  });
});
