// kill -9 at random moments while executions call services of the emulator: each task has its effect exactly once, whenever the process was killed.
//
// CRASH_ROUNDS: how often. CRASH_SEED: the seed that a failed run has printed; it repeats after how many messages each kill comes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { SFN } from '@aws-sdk/client-sfn';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { clientsOf } from '../support/emulator.ts';
import { randomNumbers } from '../support/random-numbers.ts';

const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 2);
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 2 ** 31);
const ROUND_TIMEOUT_MS = 120_000;
/** Executions that a round starts at most. */
const MAX_STARTS = 8;
const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:effects';
const TOPIC = 'arn:aws:sns:us-east-1:000000000000:effects';
const ROLE = 'arn:aws:iam::000000000000:role/states';
const QueueUrl = 'http://localhost/000000000000/effects';
const machineArn = (name: string) => `arn:aws:states:us-east-1:000000000000:stateMachine:${name}`;

const task = (Resource: string, Arguments: object, Next?: string) => ({
  ...{ Type: 'Task', Resource: `arn:aws:states:::${Resource}`, Arguments, Output: '{% $states.input %}' },
  ...(Next === undefined ? { End: true } : { Next }),
});
const effect = (step: string) => ({ run: '{% $states.input.run %}', step });
const JSONATA = { QueryLanguage: 'JSONata' };
const CHILD = {
  ...JSONATA,
  StartAt: 'Send',
  States: {
    Send: task('sqs:sendMessage', { QueueUrl, MessageBody: { run: '{% $states.input.run %}', step: '{% $states.input.step %}' } }),
  },
};
/** An expression that is for a thread: the outcome of the task waits until it has answered. */
const LONG = '{% ($reduce([1..15000], function($a, $b) { $a + $b }); $states.input) %}';
const MACHINE = {
  ...JSONATA,
  StartAt: 'Send',
  States: {
    Send: task('sqs:sendMessage', { QueueUrl, MessageBody: effect('send') }, 'Count'),
    Count: task(
      'dynamodb:updateItem',
      {
        ...{ TableName: 'effects', Key: { run: { S: '{% $states.input.run %}' } }, UpdateExpression: 'ADD times :one' },
        ExpressionAttributeValues: { ':one': { N: '1' } },
      },
      'Publish',
    ),
    Publish: task('sns:publish', { TopicArn: TOPIC, Message: effect('publish') }, 'Put'),
    Put: task('events:putEvents', { Entries: [{ Source: 'crash', DetailType: 'effect', Detail: effect('event') }] }, 'Both'),
    Both: {
      Type: 'Parallel',
      Branches: [
        {
          StartAt: 'Sdk',
          States: {
            Sdk: task('aws-sdk:sqs:sendMessage', { QueueUrl, MessageBody: '{% $string($merge([$states.input, {"step": "sdk"}])) %}' }),
          },
        },
        {
          StartAt: 'Long',
          States: { Long: { ...task('sqs:sendMessage', { QueueUrl, MessageBody: effect('long') }), Output: LONG } },
        },
      ],
      Output: '{% $states.input %}',
      Next: 'Start',
    },
    Start: task(
      'aws-sdk:sfn:startExecution',
      { StateMachineArn: machineArn('child'), Input: '{% $string($merge([$states.input, {"step": "child"}])) %}' },
      'Wait',
    ),
    Wait: task('states:startExecution.sync:2', { StateMachineArn: machineArn('child'), Input: effect('awaited') }),
  },
};
const STEPS = ['awaited', 'child', 'event', 'long', 'publish', 'sdk', 'send'];

let folder: string;
let emulator: ChildEmulator;
let close = (): void => {};
let clients: { sfn: SFN; sqs: SQS; sns: SNS; dynamodb: DynamoDB; events: EventBridge };

async function start(): Promise<void> {
  emulator = await startChild({ PERSISTENCE: '1', DATA_DIR: folder });
  const { client, destroy } = clientsOf(emulator.url);
  close = destroy;
  const [sfn, sqs, sns] = [client(SFN, { disableHostPrefix: true }), client(SQS), client(SNS)];
  clients = { sfn, sqs, sns, dynamodb: client(DynamoDB), events: client(EventBridge) };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'effects-crash-'));
  await start();
  const { sfn, sqs, sns, dynamodb, events } = clients;
  const allow = ['events', 'sns'].map((name) => ({
    ...{ Effect: 'Allow', Principal: { Service: `${name}.amazonaws.com` }, Action: 'sqs:SendMessage', Resource: QUEUE },
  }));
  await sqs.createQueue({ QueueName: 'effects', Attributes: { Policy: JSON.stringify({ Version: '2012-10-17', Statement: allow }) } });
  await sns.createTopic({ Name: 'effects' });
  await sns.subscribe({ TopicArn: TOPIC, Protocol: 'sqs', Endpoint: QUEUE });
  await events.putRule({ Name: 'effects', EventPattern: JSON.stringify({ source: ['crash'] }) });
  await events.putTargets({ Rule: 'effects', Targets: [{ Id: 'queue', Arn: QUEUE }] });
  await dynamodb.createTable({
    ...{ TableName: 'effects', BillingMode: 'PAY_PER_REQUEST', KeySchema: [{ AttributeName: 'run', KeyType: 'HASH' }] },
    AttributeDefinitions: [{ AttributeName: 'run', AttributeType: 'S' }],
  });
  for (const [name, definition] of Object.entries({ child: CHILD, effects: MACHINE }))
    await sfn.createStateMachine({ name, definition: JSON.stringify(definition), roleArn: ROLE });
});
afterAll(async () => {
  await emulator.kill('SIGKILL');
  close();
  rmSync(folder, { recursive: true, force: true });
});

async function messages(): Promise<number> {
  const { Attributes } = await clients.sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] });
  return Number(Attributes!['ApproximateNumberOfMessages']);
}

/** Starts executions and kills the emulator once so many messages have come. */
async function killedRound(round: number, count: number, after: number): Promise<void> {
  const before = await messages();
  for (let i = 0; i < count; i++) {
    const name = `run-${round}-${i}`;
    await clients.sfn.startExecution({ stateMachineArn: machineArn('effects'), name, input: JSON.stringify({ run: name }) });
  }
  while ((await messages()) < before + after);
  await emulator.kill('SIGKILL');
  close();
  await start();
}

async function ended(): Promise<string[]> {
  const running = async (): Promise<number> => {
    const lists = ['effects', 'child'].map((name) =>
      clients.sfn.listExecutions({ stateMachineArn: machineArn(name), statusFilter: 'RUNNING' }),
    );
    return (await Promise.all(lists)).reduce((sum, { executions }) => sum + executions!.length, 0);
  };
  while ((await running()) > 0);
  const { executions } = await clients.sfn.listExecutions({ stateMachineArn: machineArn('effects'), maxResults: 1000 });
  expect(executions!.filter(({ status }) => status !== 'SUCCEEDED')).toEqual([]);
  return executions!.map(({ name }) => name!);
}

/** The effect that a message tells of, and the id of what was sent: a topic and a bus may deliver twice what was published once. */
function readMessage(id: string, body: string): { effect: string; id: string } {
  const { Type, MessageId, Message, detail, id: eventId, ...own } = JSON.parse(body) as Record<string, unknown>;
  const { run, step } = (Type === 'Notification' ? JSON.parse(Message as string) : (detail ?? own)) as Record<string, string>;
  return { effect: `${run} ${step}`, id: String(MessageId ?? eventId ?? id) };
}

async function effects(): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  for (;;) {
    const { Messages = [] } = await clients.sqs.receiveMessage({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 3600 });
    if (Messages.length === 0) return found;
    for (const { MessageId, Body } of Messages) {
      const { effect, id } = readMessage(MessageId!, Body!);
      found.set(effect, (found.get(effect) ?? new Set()).add(id));
    }
  }
}

it(`${ROUNDS} kills, seed ${SEED}: each task has its effect once`, { timeout: ROUND_TIMEOUT_MS * (ROUNDS + 1) }, async () => {
  const random = randomNumbers(SEED);
  let started = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const count = Math.ceil(MAX_STARTS * random());
    started += count;
    await killedRound(round, count, Math.ceil(count * STEPS.length * random()));
  }
  const runs = await ended();
  expect(runs).toHaveLength(started);
  const times = [...(await effects())].map(([effect, ids]) => `${effect} ${ids.size}`).sort();
  expect(times, `CRASH_SEED=${SEED}`).toEqual(runs.flatMap((run) => STEPS.map((step) => `${run} ${step} 1`)).sort());
  const { Items } = await clients.dynamodb.scan({ TableName: 'effects' });
  expect(Items!.map(({ run, times }) => [run!.S, times!.N]).sort()).toEqual(runs.map((run) => [run, '1']).sort());
  console.log(`${ROUNDS} kills, seed ${SEED}: ${runs.length} executions, ${times.length} messages`);
});
