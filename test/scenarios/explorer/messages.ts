// Queues, topics and buses: messages without receiving them, redrive, purge, what was sent where, policies, replays, endpoints.
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import type { ExplorerSession } from '../../support/explorer-session.ts';

const arnOf = (name: string): string => `arn:aws:sqs:us-east-1:000000000000:${name}`;

export function messagesTests(session: ExplorerSession): void {
  const region = (name: string) => session.page.getByRole('region', { name, exact: true });

  it('sends a message with attributes, shows it without receiving it, and purges the queue', async () => {
    const sqs = session.client(SQS);
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'peeked' });
    await session.open('queues/peeked');
    await session.press('Send message');
    await session.fill('Body', '{"id":"m-1"}');
    await session.fill('Attributes', '{"priority":"high","attempt":2}');
    await session.submit('Send');
    await region('messages').getByText('{"id":"m-1"}').waitFor();
    expect(await region('messages').getByRole('columnheader', { name: 'Group' }).count()).toBe(0);
    const { Messages } = await sqs.receiveMessage({
      QueueUrl,
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['All'],
      VisibilityTimeout: 0,
    });
    expect(Messages?.[0]).toMatchObject({
      Attributes: { ApproximateReceiveCount: '1' },
      MessageAttributes: { priority: { StringValue: 'high' }, attempt: { StringValue: '2', DataType: 'Number' } },
    });
    await region('messages').getByRole('row').nth(1).getByRole('button').first().click();
    await session.press('Send again');
    expect(await session.page.getByRole('dialog').getByLabel('Attributes').inputValue()).toBe('{"attempt":2,"priority":"high"}');
    await session.fill('Body', '{"id":"m-2"}');
    await session.submit('Send');
    await region('messages').getByText('{"id":"m-2"}').waitFor();
    await session.open('queues');
    const row = session.page.getByRole('row').filter({ has: session.page.getByRole('link', { name: 'peeked', exact: true }) });
    await expect.poll(() => row.getByRole('cell').allInnerTexts()).toEqual(expect.arrayContaining(['2', '0']));
    await session.link('peeked').click();
    await session.press('Purge');
    await session.submit('Delete all messages');
    await session.page.getByText('The queue is empty.').waitFor();
    await sqs.sendMessage({ QueueUrl, MessageBody: 'in a group', MessageGroupId: 'customer-1' });
    await region('messages').getByRole('columnheader', { name: 'Group' }).waitFor();
    await region('messages').getByText('customer-1').waitFor();
  });

  it('configures a queue, and moves the messages of a dead-letter queue back', async () => {
    const sqs = session.client(SQS);
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'source' });
    await sqs.createQueue({ QueueName: 'dead-letters' });
    await session.open('queues/source');
    await session.press('Configure');
    await session.fill('Redrive policy', JSON.stringify({ deadLetterTargetArn: arnOf('dead-letters'), maxReceiveCount: 1 }));
    await session.submit('Set the attributes');
    await session.page.getByText(arnOf('dead-letters')).first().waitFor();
    await sqs.sendMessage({ QueueUrl, MessageBody: 'tried once' });
    for (let time = 0; time < 2; time++) await sqs.receiveMessage({ QueueUrl, VisibilityTimeout: 0 });
    await session.open('queues/dead-letters');
    await region('messages').getByText('tried once').waitFor();
    await session.press('Redrive');
    await session.submit('Move messages back');
    await session.page.getByRole('status').getByText('Moved 1 message. None is left.').waitFor();
    await session.page.getByText('The queue is empty.').waitFor();
    await session.open('queues/source');
    await region('messages').getByText('tried once').waitFor();
  });

  it('subscribes a queue to a topic, publishes, and shows what was sent where', async () => {
    const sns = session.client(SNS);
    const { TopicArn = '' } = await sns.createTopic({ Name: 'watched' });
    const policy = { Statement: [{ Effect: 'Allow', Principal: '*', Action: 'sqs:SendMessage', Resource: arnOf('subscriber') }] };
    await session.client(SQS).createQueue({ QueueName: 'subscriber', Attributes: { Policy: JSON.stringify(policy) } });
    await session.open(`topics/${encodeURIComponent(TopicArn)}`);
    for (const [queue, filter] of [
      ['subscriber', '{"kind":["paid"]}'],
      ['absent', ''],
    ] as const) {
      await session.press('Subscribe');
      await session.fill('Endpoint', arnOf(queue));
      await session.fill('Filter policy', filter);
      await session.submit('Subscribe');
      await region('subscriptions').getByText(arnOf(queue)).waitFor();
    }
    await session.press('Publish');
    await session.fill('Message', 'an order was paid');
    await session.fill('Attributes', '{"kind":"paid"}');
    await session.submit('Publish');
    await session.page.getByRole('tab', { name: 'Activity' }).click();
    const request = session.page.getByRole('row').filter({ hasText: 'sns.Publish' });
    await request.getByText('delivered', { exact: true }).waitFor();
    await request.getByRole('link', { name: 'subscriber', exact: true }).waitFor();
    await request.getByRole('link').first().click();
    await region('steps').getByText('delivery to').first().waitFor();
    await session.page.goBack();
    await session.page.getByRole('tab', { name: /Subscriptions/ }).click();
    await session.press(`Unsubscribe ${arnOf('subscriber')}`);
    await session.press(`Unsubscribe ${arnOf('subscriber')}?`);
    await region('subscriptions').getByText(arnOf('subscriber')).waitFor({ state: 'detached' });
  });

  it('lets another account send to a bus, archives its events and replays them', async () => {
    const events = session.client(EventBridge);
    await events.createEventBus({ Name: 'kept' });
    await session.open('buses/kept');
    await session.press('Edit policy');
    await session.submit('Put the policy');
    await session.page.getByRole('tab', { name: 'Policy' }).click();
    await region('Policy').getByText('111122223333').waitFor();
    await session.press('Create archive');
    await session.fill('Name', 'all');
    await session.submit('Create archive');
    await session.page.getByRole('heading', { level: 1, name: 'all' }).waitFor();
    await events.putEvents({ Entries: [{ EventBusName: 'kept', Source: 'a', DetailType: 'b', Detail: '{}' }] });
    await session.press('Replay');
    await session.fill('Name', 'again');
    await session.submit('Start replay');
    await session.page.getByRole('tab', { name: /Replays/ }).click();
    await session.page.getByRole('row').filter({ hasText: 'again' }).getByText('COMPLETED').waitFor();
  });

  it('makes an API destination of a connection', async () => {
    const events = session.client(EventBridge);
    const ApiKeyAuthParameters = { ApiKeyName: 'x-api-key', ApiKeyValue: 'secret' };
    await events.createConnection({ Name: 'partner', AuthorizationType: 'API_KEY', AuthParameters: { ApiKeyAuthParameters } });
    await session.open('connections');
    await session.link('partner').click();
    await session.press('Create API destination');
    await session.fill('Name', 'orders');
    await session.fill('Endpoint', 'https://partner.example/orders');
    await session.submit('Create API destination');
    await region('API destinations').getByText('https://partner.example/orders').waitFor();
    expect((await events.describeApiDestination({ Name: 'orders' })).HttpMethod).toBe('POST');
  });
}
