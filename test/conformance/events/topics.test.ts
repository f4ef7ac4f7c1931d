// Topics as targets of rules, all the way to the queues that subscribe to them; topics in order; what a topic's policy refuses.
import { SNS } from '@aws-sdk/client-sns';
import { beforeEach, describe, expect, it } from 'vitest';
import { queueArn, useEvents } from '../../support/use-events.ts';

const fixture = useEvents();
const { makeQueue, makeRule, put, receive, bodies } = fixture;
const topicArn = (name: string): string => `arn:aws:sns:us-east-1:000000000000:${name}`;
const allowing = (Service: string, Action: string, Resource: string): string =>
  JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Principal: { Service }, Action, Resource }] });
let sns: SNS;
beforeEach(() => {
  sns = fixture.emulator.client(SNS);
});

/** A topic to which rules may publish unless it is `closed`, and the URL of a queue that subscribes to it. */
async function makeTopic(Name: string, { closed = false, attributes = {} } = {}): Promise<string> {
  const fifo: Record<string, string> = Name.endsWith('.fifo') ? { FifoTopic: 'true' } : {};
  await sns.createTopic({ Name, Attributes: { ...fifo, ...attributes } });
  const TopicArn = topicArn(Name);
  const AttributeValue = allowing('events.amazonaws.com', 'sns:Publish', TopicArn);
  if (!closed) await sns.setTopicAttributes({ TopicArn, AttributeName: 'Policy', AttributeValue });
  const queue = `of-${Name}`;
  const Policy = allowing('sns.amazonaws.com', 'sqs:SendMessage', queueArn(queue));
  const inOrder: Record<string, string> = Name.endsWith('.fifo') ? { FifoQueue: 'true' } : {};
  const { QueueUrl = '' } = await fixture.sqs.createQueue({ QueueName: queue, Attributes: { Policy, ...inOrder } });
  await sns.subscribe({ TopicArn, Protocol: 'sqs', Endpoint: queueArn(queue), Attributes: { RawMessageDelivery: 'true' } });
  return QueueUrl;
}

describe('a topic', () => {
  it('publishes the event to its subscribers', async () => {
    const url = await makeTopic('orders');
    await makeRule('all', [{ Id: 't', Arn: topicArn('orders') }]);
    const { Entries } = await put();
    const [body = ''] = await bodies(url);
    expect(JSON.parse(body)).toMatchObject({ id: Entries?.[0]?.EventId, source: 'shop', 'detail-type': 'made' });
    expect(body).toContain('"id":12345678901234567890');
  });

  it('publishes what a transformer makes of the event, and lets its subscriptions filter by the body', async () => {
    const url = await makeTopic('orders');
    const { Subscriptions: [{ SubscriptionArn } = {}] = [] } = await sns.listSubscriptionsByTopic({ TopicArn: topicArn('orders') });
    const set = (AttributeName: string, AttributeValue: string) =>
      sns.setSubscriptionAttributes({ SubscriptionArn, AttributeName, AttributeValue });
    await set('FilterPolicyScope', 'MessageBody');
    await set('FilterPolicy', '{"kind":["new"]}');
    const InputTransformer = { InputPathsMap: { kind: '$.detail.kind' }, InputTemplate: '{"kind": <kind>}' };
    await makeRule('all', [{ Id: 't', Arn: topicArn('orders'), InputTransformer }]);
    for (const kind of ['new', 'old']) await put({ Detail: JSON.stringify({ kind }) });
    expect(await bodies(url)).toEqual(['{"kind": "new"}']);
  });

  it('is not reached where its policy does not let the rule in: the event goes to the dead-letter queue, with the reason', async () => {
    const url = await makeTopic('closed', { closed: true });
    const dead = await makeQueue('dead');
    await makeRule('all', [{ Id: 't', Arn: topicArn('closed'), DeadLetterConfig: { Arn: queueArn('dead') } }]);
    await put();
    expect(await bodies(url)).toEqual([]);
    const [message] = await receive(dead);
    const { ERROR_CODE, ERROR_MESSAGE, TARGET_ARN } = message?.MessageAttributes ?? {};
    expect([ERROR_CODE?.StringValue, TARGET_ARN?.StringValue]).toEqual(['NO_PERMISSIONS', topicArn('closed')]);
    expect(ERROR_MESSAGE?.StringValue).toContain('is not authorized to perform: sns:Publish');
    expect(fixture.emulator.lines.some((line) => /To allow it: aws sns set-topic-attributes .*rule\/all/.test(line))).toBe(true);
  });

  it('that is gone sends the event to the dead-letter queue', async () => {
    await makeTopic('gone');
    const dead = await makeQueue('dead');
    await makeRule('all', [{ Id: 't', Arn: topicArn('gone'), DeadLetterConfig: { Arn: queueArn('dead') } }]);
    await sns.deleteTopic({ TopicArn: topicArn('gone') });
    await put();
    expect(await receive(dead)).toMatchObject([
      { MessageAttributes: { ERROR_CODE: { StringValue: 'NO_RESOURCE' }, RETRY_ATTEMPTS: { StringValue: '0' } } },
    ]);
  });

  it('in order takes the message group of the target', async () => {
    const url = await makeTopic('line.fifo');
    await makeRule('all', [{ Id: 't', Arn: topicArn('line.fifo'), SqsParameters: { MessageGroupId: 'g' }, InputPath: '$.detail.n' }]);
    await fixture.events.putEvents({
      Entries: [1, 2, 3].map((n) => ({ Source: 'shop', DetailType: 'made', Detail: JSON.stringify({ n }) })),
    });
    await fixture.emulator.idle();
    const messages = await receive(url);
    expect(messages.map(({ Body, Attributes }) => [Body, Attributes?.MessageGroupId])).toEqual([
      ['1', 'g'],
      ['2', 'g'],
      ['3', 'g'],
    ]);
  });
});
