// Topics as targets of pipes: in batches, and what they refuse returns to the source.
import { SNS } from '@aws-sdk/client-sns';
import { expect, it } from 'vitest';
import { queueArn, usePipes } from './use-pipes.ts';

const fixture = usePipes();

/** The ARN of a new topic, and the name of a queue that subscribes to it. */
async function topic(suffix = ''): Promise<readonly [arn: string, queue: string]> {
  const sns = fixture.emulator.client(SNS);
  const fifo: Record<string, string> = suffix === '' ? {} : { FifoTopic: 'true' };
  const { TopicArn = '' } = await sns.createTopic({ Name: `${fixture.name('topic')}${suffix}`, Attributes: fifo });
  const queue = `${fixture.name('subscriber')}${suffix}`;
  const Resource = queueArn(queue);
  const Statement = [{ Effect: 'Allow', Principal: { Service: 'sns.amazonaws.com' }, Action: 'sqs:SendMessage', Resource }];
  await fixture.makeQueue(queue, { Policy: JSON.stringify({ Version: '2012-10-17', Statement }) });
  await sns.subscribe({ TopicArn, Protocol: 'sqs', Endpoint: Resource, Attributes: { RawMessageDelivery: 'true' } });
  return [TopicArn, queue];
}

it('a topic receives what the template makes of each message', async () => {
  const [arn, queue] = await topic();
  await fixture.pipe(arn, {
    SourceParameters: { SqsQueueParameters: { BatchSize: 10 } },
    TargetParameters: { InputTemplate: '{"order": <$.body.id>}' },
  });
  await fixture.send(fixture.source, '{"id":1}', '{"id":2}');
  expect((await fixture.bodies(queue)).sort()).toEqual(['{"order": 1}', '{"order": 2}']);
  expect(await fixture.left(fixture.source)).toEqual([0, 0]);
});

it('a topic takes ten messages of a batch at most', async () => {
  const [arn] = await topic();
  const SourceParameters = { SqsQueueParameters: { BatchSize: 11, MaximumBatchingWindowInSeconds: 1 } };
  await expect(fixture.pipe(arn, { SourceParameters })).rejects.toMatchObject({ name: 'ValidationException' });
});

it('a topic in order refuses messages without a group, which return to the source', async () => {
  const [arn, queue] = await topic('.fifo');
  await fixture.pipe(arn);
  await fixture.send(fixture.source, 'hello');
  expect(await fixture.bodies(queue)).toEqual([]);
  expect(await fixture.left(fixture.source)).toEqual([0, 1]);
});
