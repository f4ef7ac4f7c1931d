// Deliveries of logs of other services: sources, destinations with their policies, and what connects them. `events/bus-logs.test.ts` shows what is delivered.
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
const OTHER = '222222222222';
const bucket = { deliveryDestinationConfiguration: { destinationResourceArn: 'arn:aws:s3:::logs' } };
const group = { deliveryDestinationConfiguration: { destinationResourceArn: 'arn:aws:logs:us-east-1:000000000000:log-group:g' } };
const distribution = { resourceArn: 'arn:aws:cloudfront::000000000000:distribution/E1', logType: 'ACCESS_LOGS' };
const arnOf = (name: string) => `arn:aws:logs:us-east-1:000000000000:delivery-destination:${name}`;
let [logs, there]: [CloudWatchLogs, CloudWatchLogs] = [] as never;

beforeAll(async () => {
  emulator = await startTestEmulator();
  logs = emulator.client(CloudWatchLogs);
  there = emulator.client(CloudWatchLogs, { credentials: { accessKeyId: OTHER, secretAccessKey: 'test' } });
});
afterAll(() => emulator.stop());

describe('a delivery', () => {
  it('leads from a resource that sends logs to a bucket, a log group or a delivery stream', async () => {
    await logs.putDeliverySource({ name: 'site', ...distribution });
    await expect(logs.putDeliverySource({ name: 'none', ...distribution, logType: 'EVENT_LOGS' })).rejects.toThrow('can be ACCESS_LOGS');
    await expect(logs.putDeliveryDestination({ name: 'none' })).rejects.toThrow('must name the resource');
    await expect(
      logs.putDeliveryDestination({
        name: 'none',
        deliveryDestinationConfiguration: { destinationResourceArn: 'arn:aws:sqs:us-east-1:000000000000:q' },
      }),
    ).rejects.toThrow('no bucket, log group or delivery stream');
    expect((await logs.putDeliveryDestination({ name: 'traces', deliveryDestinationType: 'XRAY' })).deliveryDestination).toMatchObject({
      deliveryDestinationType: 'XRAY',
    });
    await logs.putDeliveryDestination({ name: 'group', ...group });
    await logs.putDeliveryDestination({ name: 'bucket', ...bucket, outputFormat: 'parquet', tags: { team: 'blue' } });
    expect((await logs.getDeliveryDestination({ name: 'bucket' })).deliveryDestination).toMatchObject({
      outputFormat: 'parquet',
      tags: { team: 'blue' },
    });
  });

  it('is configured, found, and keeps its ends from being deleted', async () => {
    const connect = (more: object = {}) =>
      logs.createDelivery({ deliverySourceName: 'site', deliveryDestinationArn: arnOf('group'), ...more });
    await expect(connect({ s3DeliveryConfiguration: { suffixPath: 'x' } })).rejects.toThrow('is for deliveries to buckets');
    await expect(connect({ deliverySourceName: 'none' })).rejects.toThrow('Delivery Source does not exist');
    await expect(connect({ deliveryDestinationArn: arnOf('none') })).rejects.toThrow('Delivery Destination does not exist');
    const { delivery } = await connect({ recordFields: ['date'], tags: { a: '1' } });
    await expect(connect()).rejects.toMatchObject({ name: 'ConflictException' });
    const id = delivery!.id!;
    await logs.updateDeliveryConfiguration({ id, fieldDelimiter: ';' });
    expect((await logs.getDelivery({ id })).delivery).toMatchObject({ recordFields: ['date'], fieldDelimiter: ';', tags: { a: '1' } });
    await logs.tagResource({ resourceArn: delivery!.arn!, tags: { b: '2' } });
    expect((await logs.listTagsForResource({ resourceArn: delivery!.arn! })).tags).toEqual({ a: '1', b: '2' });
    expect((await logs.describeDeliveries({})).deliveries).toHaveLength(1);
    await expect(logs.deleteDeliverySource({ name: 'site' })).rejects.toMatchObject({ name: 'ConflictException' });
    await expect(logs.deleteDeliveryDestination({ name: 'group' })).rejects.toMatchObject({ name: 'ConflictException' });
    await logs.deleteDelivery({ id });
    await expect(logs.deleteDelivery({ id })).rejects.toThrow('Requested Delivery does not exist in this account.');
    await logs.deleteDeliveryDestination({ name: 'group' });
  });

  it('of another account needs the policy of the destination', async () => {
    await there.putDeliverySource({ name: 'theirs', ...distribution });
    const connect = () => there.createDelivery({ deliverySourceName: 'theirs', deliveryDestinationArn: arnOf('bucket') });
    await expect(connect()).rejects.toMatchObject({ name: 'AccessDeniedException' });
    const Statement = { Effect: 'Allow', Principal: { AWS: OTHER }, Action: 'logs:CreateDelivery', Resource: arnOf('bucket') };
    const policy = { deliveryDestinationName: 'bucket', deliveryDestinationPolicy: JSON.stringify({ Version: '2012-10-17', Statement }) };
    await logs.putDeliveryDestinationPolicy(policy);
    expect((await connect()).delivery).toMatchObject({ deliveryDestinationType: 'S3' });
    await logs.deleteDeliveryDestinationPolicy({ deliveryDestinationName: 'bucket' });
    expect((await logs.getDeliveryDestinationPolicy({ deliveryDestinationName: 'bucket' })).policy).toEqual({});
  });
});
