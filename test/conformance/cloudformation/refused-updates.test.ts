// Updates that a resource refuses: the stack goes back without asking the resource for what was never done, and says per resource what failed.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let cfn: CloudFormation;
beforeAll(async () => {
  emulator = await startTestEmulator();
  cfn = emulator.client(CloudFormation);
});
afterAll(() => emulator.stop());

const templateOf = (Resources: object): string => JSON.stringify({ Resources });
const statusOf = async (StackName: string): Promise<string> => (await cfn.describeStacks({ StackName })).Stacks![0]!.StackStatus!;
async function create(StackName: string, resources: object): Promise<void> {
  await cfn.createStack({ StackName, TemplateBody: templateOf(resources) });
  await emulator.idle();
  expect(await statusOf(StackName)).toBe('CREATE_COMPLETE');
}
async function update(StackName: string, resources: object, more: { DisableRollback?: boolean } = {}): Promise<string> {
  await cfn.updateStack({ StackName, TemplateBody: templateOf(resources), ...more });
  await emulator.idle();
  return statusOf(StackName);
}
async function eventsOf(StackName: string) {
  const { StackEvents = [] } = await cfn.describeStackEvents({ StackName });
  return StackEvents.map((each) => [each.LogicalResourceId, each.ResourceStatus, each.ResourceStatusReason] as const);
}
const reasonOf = async (StackName: string, id: string, status: string): Promise<string | undefined> =>
  (await eventsOf(StackName)).find(([logicalId, is]) => logicalId === id && is === status)?.[2];
async function physicalId(StackName: string, LogicalResourceId: string): Promise<string> {
  const { StackResources } = await cfn.describeStackResources({ StackName, LogicalResourceId });
  return StackResources![0]!.PhysicalResourceId!;
}

const index = (IndexName: string, AttributeName: string) => ({
  IndexName,
  KeySchema: [{ AttributeName, KeyType: 'HASH' }],
  Projection: { ProjectionType: 'ALL' },
});
const attribute = (AttributeName: string, AttributeType = 'S') => ({ AttributeName, AttributeType });
const table = (attributes: object[], indexes: object[], more: object = {}) => ({
  Type: 'AWS::DynamoDB::Table',
  Properties: {
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: attributes,
    KeySchema: [{ AttributeName: 'a', KeyType: 'HASH' }],
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
    ...more,
  },
});
const queue = (Properties: object) => ({ Type: 'AWS::SQS::Queue', Properties });
const NO_QUEUE = { deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:none', maxReceiveCount: 2 };
const REFUSED = {
  Type: 'AWS::Lambda::Permission',
  Properties: { FunctionName: 'none', Action: 'lambda:InvokeFunction', Principal: 's3.amazonaws.com' },
};

describe('an update that a table refuses', () => {
  const one = table([attribute('a'), attribute('b')], [index('by-b', 'b')]);
  const MORE_THAN_ONE = 'Cannot perform more than one GSI creation or deletion in a single update';
  it.each([
    [
      'two new indexes',
      table(
        ['a', 'b', 'c', 'd'].map((name) => attribute(name)),
        ['b', 'c', 'd'].map((name) => index(`by-${name}`, name)),
      ),
      MORE_THAN_ONE,
    ],
    ['an index of another shape', table([attribute('a'), attribute('c')], [index('by-b', 'c')]), "Cannot update GSI's properties"],
  ])('is rolled back: %s', async (title, next, reason) => {
    const StackName = `refused-${title.replaceAll(' ', '-')}`;
    await create(StackName, { T: one });
    expect(await update(StackName, { T: next })).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(await reasonOf(StackName, 'T', 'UPDATE_FAILED')).toContain(reason);
    const { Table } = await emulator.client(DynamoDB).describeTable({ TableName: await physicalId(StackName, 'T') });
    expect(Table!.GlobalSecondaryIndexes!.map(({ IndexName }) => IndexName)).toEqual(['by-b']);
    // The next update starts from what the table is.
    expect(await update(StackName, { T: table([attribute('a')], []) })).toBe('UPDATE_COMPLETE');
  });
});

it('says per resource what failed', async () => {
  await create('verbs', { Q: queue({ DelaySeconds: 1 }) });
  const refused = queue({ DelaySeconds: 2, RedrivePolicy: NO_QUEUE });
  expect(await update('verbs', { Q: refused, New: REFUSED })).toBe('UPDATE_ROLLBACK_COMPLETE');
  expect(await reasonOf('verbs', 'verbs', 'UPDATE_ROLLBACK_IN_PROGRESS')).toBe(
    // seen in serverless/serverless, issue 1745 (2016)
    'The following resource(s) failed to create: [New]. The following resource(s) failed to update: [Q].',
  );
});

describe('without a rollback', () => {
  const streamed = table([attribute('a')], [], { TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true } });
  const half = (StreamArn: string) => ({
    ...streamed,
    Properties: { ...streamed.Properties, DeletionProtectionEnabled: true, KinesisStreamSpecification: { StreamArn } },
  });
  const NO_STREAM = 'arn:aws:kinesis:us-east-1:000000000000:stream/none';

  it('the next update finishes what the failed one began', async () => {
    await create('stays', { T: streamed });
    expect(await update('stays', { T: half(NO_STREAM) }, { DisableRollback: true })).toBe('UPDATE_FAILED');
    const stream = { Type: 'AWS::Kinesis::Stream', Properties: { Name: 'none', ShardCount: 1 } };
    expect(await update('stays', { S: stream, T: { ...half(NO_STREAM), DependsOn: 'S' } })).toBe('UPDATE_COMPLETE');
    const TableName = await physicalId('stays', 'T');
    const client = emulator.client(DynamoDB);
    const { KinesisDataStreamDestinations } = await client.describeKinesisStreamingDestination({ TableName });
    expect(KinesisDataStreamDestinations).toMatchObject([{ StreamArn: NO_STREAM, DestinationStatus: 'ACTIVE' }]);
    expect((await client.describeTable({ TableName })).Table!.DeletionProtectionEnabled).toBe(true);
  });

  it('a replacement that failed is tried again, and what it had made is deleted', async () => {
    const named = (name: string, more: object = {}) => queue({ QueueName: name, ...more });
    await create('again', { Q: named('first') });
    expect(await update('again', { Q: named('second', { RedrivePolicy: NO_QUEUE }) }, { DisableRollback: true })).toBe('UPDATE_FAILED');
    expect(await physicalId('again', 'Q')).toContain('/first');
    expect(await update('again', { Q: named('second') })).toBe('UPDATE_COMPLETE');
    expect(await physicalId('again', 'Q')).toContain('/second');
    const { QueueUrls = [] } = await emulator.client(SQS).listQueues();
    expect(QueueUrls.filter((url) => url.endsWith('/first'))).toEqual([]);
  });

  it('a rollback on request goes back from wherever the update failed', async () => {
    await create('asked', { T: streamed });
    expect(await update('asked', { T: half(`${NO_STREAM}-at-all`) }, { DisableRollback: true })).toBe('UPDATE_FAILED');
    await cfn.rollbackStack({ StackName: 'asked' });
    await emulator.idle();
    expect(await statusOf('asked')).toBe('UPDATE_ROLLBACK_COMPLETE');
    const { Table } = await emulator.client(DynamoDB).describeTable({ TableName: await physicalId('asked', 'T') });
    expect(Table!.DeletionProtectionEnabled ?? false).toBe(false);
  });
});

describe('what a table keeps as long as it is there', () => {
  const local = (name: string) => ({
    IndexName: name,
    KeySchema: [
      { AttributeName: 'a', KeyType: 'HASH' },
      { AttributeName: 'b', KeyType: 'RANGE' },
    ],
    Projection: { ProjectionType: 'ALL' },
  });
  const keyed = (type: string, more: object = {}) =>
    table([attribute('a'), attribute('b', type)], [], {
      KeySchema: [
        { AttributeName: 'a', KeyType: 'HASH' },
        { AttributeName: 'b', KeyType: 'RANGE' },
      ],
      ...more,
    });
  it.each([
    ['the type of an attribute', keyed('S'), keyed('N'), 'AttributeDefinitions'],
    ['its local indexes', keyed('S'), keyed('S', { LocalSecondaryIndexes: [local('by-b')] }), 'LocalSecondaryIndexes'],
  ])('replaces it when it changes: %s', async (title, before, next, Name) => {
    const StackName = `replaced-${title.replaceAll(' ', '-')}`;
    await create(StackName, { T: before });
    const first = await physicalId(StackName, 'T');
    await cfn.createChangeSet({ StackName, ChangeSetName: 'look', TemplateBody: templateOf({ T: next }) });
    await emulator.idle();
    const { Changes } = await cfn.describeChangeSet({ StackName, ChangeSetName: 'look' });
    expect(Changes![0]!.ResourceChange).toMatchObject({
      Replacement: 'Conditional',
      Details: [{ Target: { Name, RequiresRecreation: 'Conditionally' } }],
    });
    expect(await update(StackName, { T: next })).toBe('UPDATE_COMPLETE');
    expect(await physicalId(StackName, 'T')).not.toBe(first);
  });

  it('refuses to replace a table with a name of its own', async () => {
    await create('named-table', { T: keyed('S', { TableName: 'mine' }) });
    expect(await update('named-table', { T: keyed('N', { TableName: 'mine' }) })).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(await reasonOf('named-table', 'T', 'UPDATE_FAILED')).toBe(
      'CloudFormation cannot update a stack when a custom-named resource requires replacing. Rename mine and update the stack again.',
    );
  });
});
