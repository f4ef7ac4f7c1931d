// Buses, and archives, connections and API destinations as records: what is given back, what is refused and how.
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const ARN = 'arn:aws:events:us-east-1:000000000000';
const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:q';
const PATTERN = '{"source": ["shop"]}';

let emulator: TestEmulator;
let events: EventBridge;
beforeEach(async () => {
  emulator = await startTestEmulator();
  events = emulator.client(EventBridge);
});
afterEach(() => emulator.stop());

describe('buses', () => {
  it('begin with the default one, which stays', async () => {
    const { EventBuses } = await events.listEventBuses();
    expect(EventBuses).toEqual([{ Name: 'default', Arn: `${ARN}:event-bus/default` }]);
    expect(await events.describeEventBus()).toMatchObject({ Name: 'default' });
    await expect(events.deleteEventBus({ Name: 'default' })).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'Cannot delete event bus default.',
    });
    await expect(events.createEventBus({ Name: 'default' })).rejects.toMatchObject({
      name: 'ResourceAlreadyExistsException',
    });
  });

  it('are created, described, changed, listed and deleted', async () => {
    const settings = {
      Description: 'of the shop',
      KmsKeyIdentifier: 'alias/k',
      DeadLetterConfig: { Arn: QUEUE },
      LogConfig: { Level: 'INFO' },
    } as const;
    const made = await events.createEventBus({ Name: 'shop', ...settings, Tags: [{ Key: 'a', Value: '1' }] });
    expect(made).toMatchObject({ EventBusArn: `${ARN}:event-bus/shop`, ...settings });
    await expect(events.createEventBus({ Name: 'shop' })).rejects.toMatchObject({
      message: 'Event bus shop already exists.',
    });
    await events.updateEventBus({ Name: 'shop', Description: 'new' });
    const shop = await events.describeEventBus({ Name: `${ARN}:event-bus/shop` });
    expect(shop).toMatchObject({ ...settings, Description: 'new', CreationTime: expect.any(Date) });
    for (const Name of ['a', 'z']) await events.createEventBus({ Name });
    const names: (string | undefined)[] = [];
    let NextToken: string | undefined;
    do {
      const page = await events.listEventBuses({ Limit: 2, NextToken });
      names.push(...(page.EventBuses ?? []).map(({ Name }) => Name));
      ({ NextToken } = page);
    } while (NextToken);
    expect(names).toEqual(['a', 'default', 'shop', 'z']);
    await events.putRule({ Name: 'r', EventBusName: 'shop', EventPattern: PATTERN });
    await expect(events.deleteEventBus({ Name: 'shop' })).rejects.toMatchObject({
      message: "EventBus can't be deleted since it has rules.",
    });
    await events.deleteRule({ Name: 'r', EventBusName: 'shop' });
    await events.deleteEventBus({ Name: 'shop' });
    await events.deleteEventBus({ Name: 'shop' });
    await expect(events.describeEventBus({ Name: 'shop' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Event bus shop does not exist.',
    });
  });

  it.each([
    [{ Name: 'a/b' }, "Event bus name must not contain '/'."],
    [{ Name: 'a', DeadLetterConfig: { Arn: 'arn:aws:sns:us-east-1:000000000000:t' } }, 'sns is not supported as a dead letter resource.'],
    [{ Name: 'a', DeadLetterConfig: { Arn: `${QUEUE}.fifo` } }, 'SQS FIFO is not supported by Dead Letter Queues.'],
  ])('are refused: %#', async (input, message) => {
    await expect(events.createEventBus(input)).rejects.toMatchObject({ name: 'ValidationException', message });
  });

  it('have policies, by the statement or whole and verbatim', async () => {
    const policy = async () => (await events.describeEventBus()).Policy;
    const allow = (Principal: string, StatementId: string) => events.putPermission({ Action: 'events:PutEvents', Principal, StatementId });
    await allow('111111111111', 'one');
    await allow('*', 'all');
    expect(JSON.parse((await policy()) ?? '')).toEqual({
      Version: '2012-10-17',
      Statement: [
        {
          Sid: 'one',
          Effect: 'Allow',
          Principal: { AWS: 'arn:aws:iam::111111111111:root' },
          Action: 'events:PutEvents',
          Resource: `${ARN}:event-bus/default`,
        },
        { Sid: 'all', Effect: 'Allow', Principal: '*', Action: 'events:PutEvents', Resource: `${ARN}:event-bus/default` },
      ],
    });
    await events.removePermission({ StatementId: 'all' });
    await expect(events.removePermission({ StatementId: 'all' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Statement with the provided id does not exist.',
    });
    const Policy =
      '{ "Version": "2012-10-17",  "Statement": [{"Effect":"Allow","Principal":"*","Action":"events:PutEvents","Resource":"*"}] }';
    await events.putPermission({ Policy });
    expect(await policy()).toBe(Policy);
    await events.removePermission({ RemoveAllPermissions: true });
    expect(await policy()).toBeUndefined();
    await expect(events.removePermission({ StatementId: 'one' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Statement with the provided id does not exist.',
    });
    await expect(events.putPermission({ Policy: '{' })).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(events.putPermission({ EventBusName: 'no', Policy })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });
});

describe('archives, connections and API destinations', () => {
  it('keep archives as records', async () => {
    const EventSourceArn = `${ARN}:event-bus/default`;
    const given = { ArchiveName: 'a', EventSourceArn, Description: 'd', EventPattern: PATTERN, RetentionDays: 3 };
    expect(await events.createArchive(given)).toMatchObject({ ArchiveArn: `${ARN}:archive/a`, State: 'ENABLED' });
    await expect(events.createArchive(given)).rejects.toMatchObject({ message: 'Archive a already exists.' });
    expect(await events.describeArchive({ ArchiveName: 'a' })).toMatchObject({
      ...given,
      State: 'ENABLED',
      EventCount: 0,
      SizeBytes: 0,
    });
    expect((await events.listArchives({ EventSourceArn })).Archives).toHaveLength(1);
    await expect(events.listArchives({ EventSourceArn, NamePrefix: 'a' })).rejects.toMatchObject({
      name: 'ValidationException',
    });
    await expect(
      events.createArchive({ ArchiveName: 'b', EventSourceArn: `${ARN.replace('us-east-1', 'eu-west-1')}:event-bus/default` }),
    ).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it('never show what is secret', async () => {
    const made = await events.createConnection({
      Name: 'c',
      AuthorizationType: 'BASIC',
      AuthParameters: {
        BasicAuthParameters: { Username: 'ann', Password: 'hidden' },
        InvocationHttpParameters: {
          HeaderParameters: [
            { Key: 'x', Value: 'hidden', IsValueSecret: true },
            { Key: 'y', Value: 'seen' },
          ],
        },
      },
    });
    expect(made.ConnectionState).toBe('AUTHORIZED');
    await events.updateConnection({ Name: 'c', AuthParameters: { BasicAuthParameters: { Username: 'bob' } } });
    const shown = await events.describeConnection({ Name: 'c' });
    expect(shown.AuthParameters?.BasicAuthParameters).toEqual({ Username: 'bob' });
    expect(JSON.stringify(shown)).toContain('seen');
    expect(JSON.stringify(shown)).not.toContain('hidden');
    const destination = {
      Name: 'd',
      ConnectionArn: made.ConnectionArn!,
      InvocationEndpoint: 'https://example.com/x',
      HttpMethod: 'POST',
    } as const;
    expect(await events.createApiDestination(destination)).toMatchObject({ ApiDestinationState: 'ACTIVE' });
    expect(await events.describeApiDestination({ Name: 'd' })).toMatchObject({
      ...destination,
      InvocationRateLimitPerSecond: 300,
    });
    expect(await events.deleteConnection({ Name: 'c' })).toMatchObject({ ConnectionState: 'DELETING' });
    await expect(events.describeConnection({ Name: 'c' })).rejects.toMatchObject({
      message: "Failed to describe the connection(s). Connection 'c' does not exist.",
    });
    await expect(events.describeApiDestination({ Name: 'e' })).rejects.toMatchObject({
      message: "Failed to describe the api-destination(s). An api-destination 'e' does not exist.",
    });
  });

  it('demand the parameters of their kind', async () => {
    const AuthParameters = { ApiKeyAuthParameters: { ApiKeyName: 'a', ApiKeyValue: 'b' } };
    await expect(events.createConnection({ Name: 'c', AuthorizationType: 'BASIC', AuthParameters })).rejects.toMatchObject({
      message: 'Parameter BasicAuthParameters is not valid. Reason: Missing required field(s).',
    });
  });
});
