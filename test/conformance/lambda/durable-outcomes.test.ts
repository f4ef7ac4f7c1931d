// The ends of durable executions, as others learn of them: rules on the default bus of all, mappings of a batch that failed, destinations of nothing.
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { untilPasses } from '../../support/until-passes.ts';
import { type DurableFixture, startDurableFixture, wait } from './use-durable.ts';

const arnOf = (queue: string) => `arn:aws:sqs:us-east-1:000000000000:${queue}`;

let fixture: DurableFixture;
let lambda: DurableFixture['lambda'];
let sqs: SQS;
beforeAll(async () => {
  fixture = await startDurableFixture();
  lambda = fixture.lambda;
  sqs = fixture.emulator.client(SQS);
  await fixture.createDurable('short', { ExecutionTimeout: 600 });
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** The bodies of all messages, which stay in the queue. */
const bodiesIn = async (QueueUrl: string | undefined): Promise<string[]> =>
  ((await sqs.receiveMessage({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 0 })).Messages ?? []).map(({ Body }) => Body!);

it('the default bus is told of beginnings and of every end', async () => {
  const events = fixture.emulator.client(EventBridge);
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'told' });
  const Statement = [{ Effect: 'Allow', Principal: '*', Action: 'sqs:SendMessage', Resource: arnOf('told') }];
  await sqs.setQueueAttributes({ QueueUrl, Attributes: { Policy: JSON.stringify({ Statement }) } });
  const EventPattern = JSON.stringify({ source: ['aws.lambda'], 'detail-type': ['Durable Execution Status Change'] });
  await events.putRule({ Name: 'changes', EventPattern });
  await events.putTargets({ Rule: 'changes', Targets: [{ Id: 'q', Arn: arnOf('told') }] });
  const told = async (DurableExecutionName: string, end: (arn: string) => Promise<unknown>) => {
    const arn = await fixture.begin('short', {}, { DurableExecutionName });
    await end(arn);
    await fixture.emulator.idle();
    const bodies = await untilPasses(async () => {
      const all = (await bodiesIn(QueueUrl)).map((body) => JSON.parse(body) as { detail: Record<string, string> });
      const found = all.filter(({ detail }) => detail['durableExecutionName'] === DurableExecutionName);
      expect(found).toHaveLength(2);
      return found.sort((a, b) => Number('endTimestamp' in a.detail) - Number('endTimestamp' in b.detail));
    });
    const facts = { durableExecutionArn: arn, functionArn: arn.split('/')[0], startTimestamp: expect.any(String) };
    expect(bodies[0]).toMatchObject({ source: 'aws.lambda', resources: [], detail: { ...facts, status: 'RUNNING' } });
    expect(bodies[1]).toMatchObject({ source: 'aws.lambda', resources: [], detail: { ...facts, endTimestamp: expect.any(String) } });
    return bodies[1]!.detail['status'];
  };
  const suspend = async () => {
    const turn = await fixture.next();
    await turn.checkpoint([wait('w', 6000)]);
    turn.pending();
    await fixture.emulator.idle();
  };
  expect([
    await told('good', async () => (await fixture.next()).answer({ Status: 'SUCCEEDED' })),
    await told('bad', async () => (await fixture.next()).answer({ Status: 'FAILED' })),
    await told('late', async () => suspend().then(() => fixture.emulator.clock.advance('10m'))),
    await told('halted', async (DurableExecutionArn) => suspend().then(() => lambda.stopDurableExecution({ DurableExecutionArn }))),
  ]).toEqual(['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'STOPPED']);
});

it('destinations are told nothing, as in the cloud', async () => {
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'destination' });
  const Destination = arnOf('destination');
  await lambda.putFunctionEventInvokeConfig({
    ...{ FunctionName: 'short', DestinationConfig: { OnSuccess: { Destination }, OnFailure: { Destination } } },
  });
  for (const Status of ['SUCCEEDED', 'FAILED']) {
    const arn = await fixture.begin('short');
    (await fixture.next()).answer({ Status });
    await untilPasses(async () => expect(await fixture.status(arn)).toBe(Status));
  }
  await fixture.emulator.idle();
  expect(await bodiesIn(QueueUrl)).toEqual([]);
});

it('a batch whose execution has failed comes again, in an execution of its own', async () => {
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'jobs', Attributes: { VisibilityTimeout: '300' } });
  const { UUID } = await lambda.createEventSourceMapping({ FunctionName: 'short:$LATEST', EventSourceArn: arnOf('jobs') });
  await sqs.sendMessage({ QueueUrl, MessageBody: 'job' });
  const first = await fixture.next();
  first.answer({ Status: 'FAILED', Error: { ErrorType: 'Bad' } });
  await untilPasses(async () => expect(await fixture.status(first.arn)).toBe('FAILED'));
  const moved = fixture.emulator.clock.advance('5m');
  const second = await fixture.next();
  expect(second.arn).not.toBe(first.arn);
  second.answer({ Status: 'SUCCEEDED' });
  await moved;
  await fixture.emulator.idle();
  const { Attributes } = await sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['All'] });
  expect(Attributes).toMatchObject({ ApproximateNumberOfMessages: '0', ApproximateNumberOfMessagesNotVisible: '0' });
  await lambda.deleteEventSourceMapping({ UUID });
});
