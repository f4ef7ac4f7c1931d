// Logs of event buses: deliveries take records of the steps of events to log groups, buckets and delivery streams.
import { gunzipSync } from 'node:zlib';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { EventBridge, type Level } from '@aws-sdk/client-eventbridge';
import { Firehose } from '@aws-sdk/client-firehose';
import { S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { untilPasses } from '../../support/until-passes.ts';
import { queueArn } from '../../support/use-events.ts';

interface LogRecord {
  readonly message_type: string;
  readonly log_level: string;
  readonly event_id: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly error?: object;
}

let emulator: TestEmulator;
let [events, logs, s3, firehose, sqs]: [EventBridge, CloudWatchLogs, S3, Firehose, SQS] = [] as never;
const HERE = 'us-east-1:000000000000';
const busArn = (name: string) => `arn:aws:events:${HERE}:event-bus/${name}`;
const ALL = { Policy: JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: '*', Action: 'sqs:SendMessage', Resource: '*' }] }) };

beforeAll(async () => {
  emulator = await startTestEmulator();
  [events, logs, s3] = [emulator.client(EventBridge), emulator.client(CloudWatchLogs), emulator.client(S3)];
  [firehose, sqs] = [emulator.client(Firehose), emulator.client(SQS)];
});
afterAll(() => emulator.stop());

/** A bus whose logs of all types are delivered to that resource. */
async function logged(Name: string, logConfig: { Level: Level; IncludeDetail?: 'FULL' | 'NONE' }, resourceArn: string, more: object = {}) {
  await events.createEventBus({ Name, LogConfig: logConfig });
  const { deliveryDestination } = await logs.putDeliveryDestination({
    ...{ name: `${Name}-to`, outputFormat: 'json' },
    deliveryDestinationConfiguration: { destinationResourceArn: resourceArn },
  });
  for (const logType of ['ERROR_LOGS', 'INFO_LOGS', 'TRACE_LOGS']) {
    const name = `${Name}-${logType}`;
    const { deliverySource } = await logs.putDeliverySource({ name, resourceArn: busArn(Name), logType });
    expect(deliverySource).toMatchObject({ service: 'events', resourceArns: [busArn(Name)], logType });
    await logs.createDelivery({ deliverySourceName: name, deliveryDestinationArn: deliveryDestination!.arn, ...more });
  }
}

async function groupFor(name: string): Promise<string> {
  const logGroupName = `/aws/vendedlogs/events/event-bus/${name}`;
  await logs.createLogGroup({ logGroupName });
  return `arn:aws:logs:${HERE}:log-group:${logGroupName}`;
}

async function recordsOf(name: string): Promise<LogRecord[]> {
  await emulator.idle();
  const group = { logGroupName: `/aws/vendedlogs/events/event-bus/${name}`, logStreamName: 'EventBridgeEventBusLogs' };
  const { events: found = [] } = await logs.getLogEvents({ ...group, startFromHead: true });
  return found.map(({ message }) => JSON.parse(message!) as LogRecord);
}

const stepsOf = async (name: string) => (await recordsOf(name)).map(({ message_type: step }) => step).sort();

const send = (EventBusName: string, detail: object = { order: 1 }) =>
  events.putEvents({ Entries: [{ EventBusName, Source: 'shop', DetailType: 'placed', Detail: JSON.stringify(detail) }] });

async function rule(bus: string, Name: string, targets: { Id: string; Arn: string; DeadLetterConfig?: { Arn: string } }[]): Promise<void> {
  await events.putRule({ Name, EventBusName: bus, EventPattern: '{"source":["shop"]}' });
  await events.putTargets({ Rule: Name, EventBusName: bus, Targets: targets });
}

it('tell in a log group of each step of an event, in the form that was seen in the cloud', async () => {
  await logged('shop', { Level: 'TRACE', IncludeDetail: 'FULL' }, await groupFor('shop'));
  const { logStreams = [] } = await logs.describeLogStreams({ logGroupName: '/aws/vendedlogs/events/event-bus/shop' });
  expect(logStreams.map(({ logStreamName }) => logStreamName)).toEqual([
    'log_stream_created_by_aws_to_validate_log_delivery_subscriptions',
  ]);
  const { Entries: [sent] = [], $metadata } = await send('shop');
  expect(await stepsOf('shop')).toEqual(['EVENT_INGEST_SUCCESS', 'EVENT_RECEIPT', 'NO_STANDARD_RULES_MATCHED', 'RULE_MATCH_START']);
  const [first] = (await recordsOf('shop')).filter(({ message_type: step }) => step === 'EVENT_INGEST_SUCCESS');
  expect(first).toMatchObject({
    resource_arn: busArn('shop'),
    event_bus_name: 'shop',
    request_id: $metadata.requestId,
    event_id: sent!.EventId,
    message_timestamp_ms: expect.any(Number),
    log_level: 'INFO',
    details: {
      ...{ caller_account_id: '000000000000', source_time_ms: expect.any(Number), source: 'shop', detail_type: 'placed' },
      ...{ resources: [], event_detail: '{"order":1}' },
    },
  });
});

it('tell of rules, invocations and attempts, those that fail and dead letters among them', async () => {
  for (const QueueName of ['jobs', 'lost']) await sqs.createQueue({ QueueName, Attributes: ALL });
  await logged('placing', { Level: 'TRACE', IncludeDetail: 'FULL' }, await groupFor('placing'));
  await rule('placing', 'placed', [
    { Id: 'a', Arn: queueArn('jobs') },
    { Id: 'b', Arn: queueArn('nowhere'), DeadLetterConfig: { Arn: queueArn('lost') } },
  ]);
  await send('placing');
  expect(await stepsOf('placing')).toEqual([
    ...['EVENT_INGEST_SUCCESS', 'EVENT_RECEIPT', 'INVOCATION_ATTEMPT_PERMANENT_FAILURE', 'INVOCATION_ATTEMPT_START'],
    ...['INVOCATION_ATTEMPT_START', 'INVOCATION_ATTEMPT_SUCCESS', 'INVOCATION_DLQ', 'INVOCATION_FAILURE', 'INVOCATION_START'],
    ...['INVOCATION_START', 'INVOCATION_SUCCESS', 'RULE_MATCH', 'RULE_MATCH_START'],
  ]);
  const records = await recordsOf('placing');
  const of = (step: string) => records.find(({ message_type: type }) => type === step)!;
  const match = of('RULE_MATCH').details as { target_arns: string[]; invocation_ids: string[] };
  expect(match).toMatchObject({
    rule_arn: `arn:aws:events:${HERE}:rule/placing/placed`,
    target_arns: [queueArn('jobs'), queueArn('nowhere')],
  });
  expect(of('INVOCATION_SUCCESS')).toMatchObject({
    log_level: 'INFO',
    invocation_id: match.invocation_ids[0],
    details: {
      ...{ target_arn: queueArn('jobs'), total_attempts: 1, final_invocation_status: 'SUCCESS' },
      ...{ target_input: expect.stringContaining('"detail":{"order":1}'), target_duration_ms: expect.any(Number) },
      ...{ ingestion_to_start_latency_ms: expect.any(Number), ingestion_to_success_latency_ms: expect.any(Number) },
    },
  });
  expect(of('INVOCATION_FAILURE')).toMatchObject({
    log_level: 'ERROR',
    invocation_id: match.invocation_ids[1],
    details: { target_arn: queueArn('nowhere'), total_attempts: 1 },
    error: { aws_service: 'sqs', http_status_code: 400, error_message: expect.any(String) },
  });
  expect(of('INVOCATION_ATTEMPT_PERMANENT_FAILURE').details).toMatchObject({ attempt_type: 'FIRST', attempt_count: 1 });
});

it('go as far as the level of the bus, without details unless it includes them', async () => {
  await logged('errors', { Level: 'ERROR' }, await groupFor('errors'));
  await send('errors');
  await expect(recordsOf('errors')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  await events.putEvents({ Entries: [{ EventBusName: 'errors', Source: 'shop', DetailType: 'placed', Detail: 'no JSON' }] });
  expect(await recordsOf('errors')).toMatchObject([
    { message_type: 'EVENT_INGEST_FAILURE', details: { source: 'shop' }, error: { error_message: 'Detail is malformed.' } },
  ]);
  await events.updateEventBus({ Name: 'errors', LogConfig: { Level: 'INFO', IncludeDetail: 'NONE' } });
  await send('errors', { secret: 1 });
  expect(await stepsOf('errors')).toEqual(['EVENT_INGEST_FAILURE', 'EVENT_INGEST_SUCCESS', 'EVENT_RECEIPT', 'NO_STANDARD_RULES_MATCHED']);
  expect(JSON.stringify(await recordsOf('errors'))).not.toContain('secret');
  await events.updateEventBus({ Name: 'errors', LogConfig: { Level: 'OFF' } });
  await send('errors');
  expect(await recordsOf('errors')).toHaveLength(4);
});

it('lose the longest fields of a record that would be longer than a megabyte', async () => {
  await logged('long', { Level: 'INFO', IncludeDetail: 'FULL' }, await groupFor('long'));
  await send('long', { text: '"'.repeat(400_000) });
  const [record] = await recordsOf('long');
  expect(record).toMatchObject({ dropped_fields: ['event_detail'], details: { source: 'shop' } });
});

it('come as files into a bucket, under folders of their time, and as lines into a delivery stream', async () => {
  await s3.createBucket({ Bucket: 'bus-logs' });
  const hive = { s3DeliveryConfiguration: { suffixPath: '{accountid}/{region}/{yyyy}/{MM}/{dd}', enableHiveCompatiblePath: true } };
  await logged('filed', { Level: 'INFO' }, 'arn:aws:s3:::bus-logs/all', { ...hive, recordFields: ['message_type', 'event_id'] });
  await logged('plain', { Level: 'INFO' }, 'arn:aws:s3:::bus-logs');
  await s3.createBucket({ Bucket: 'streamed' });
  const RoleARN = 'arn:aws:iam::000000000000:role/any';
  const ExtendedS3DestinationConfiguration = {
    RoleARN,
    BucketARN: 'arn:aws:s3:::streamed',
    BufferingHints: { IntervalInSeconds: 1, SizeInMBs: 1 },
  };
  await firehose.createDeliveryStream({ DeliveryStreamName: 'lines', ExtendedS3DestinationConfiguration });
  await logged('streamed', { Level: 'INFO' }, `arn:aws:firehose:${HERE}:deliverystream/lines`);
  for (const bus of ['filed', 'plain', 'streamed']) await send(bus);
  await emulator.idle();
  const { Contents = [] } = await s3.listObjectsV2({ Bucket: 'bus-logs' });
  const [filed = '', plain = ''] = [...Contents.map(({ Key = '' }) => Key)].sort((a, b) =>
    a.startsWith('all/') ? -1 : b.startsWith('all/') ? 1 : 0,
  );
  expect(filed).toMatch(
    /^all\/aws-account-id=000000000000\/aws-region=us-east-1\/year=\d{4}\/month=\d\d\/day=\d\d\/000000000000_EventBusLogs_us-east-1_filed_\d{8}T\d{4}Z_[0-9a-f]{8}\.log\.gz$/,
  );
  expect(plain).toMatch(
    /^AWSLogs\/000000000000\/EventBusLogs\/us-east-1\/\d{4}\/\d\d\/\d\d\/\d\d\/000000000000_EventBusLogs_us-east-1_plain_/,
  );
  const { Body } = await s3.getObject({ Bucket: 'bus-logs', Key: filed });
  const lines = gunzipSync(await Body!.transformToByteArray())
    .toString()
    .trim()
    .split('\n');
  expect(lines.map((line) => Object.keys(JSON.parse(line) as object))).toEqual([
    ...Array.from({ length: 3 }, () => ['message_type', 'event_id']),
  ]);
  await emulator.clock.advance('2m');
  await untilPasses(async () => {
    const { Contents: [{ Key } = {}] = [] } = await s3.listObjectsV2({ Bucket: 'streamed' });
    const streamed = await (await s3.getObject({ Bucket: 'streamed', Key })).Body!.transformToString();
    expect(
      streamed
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as LogRecord).message_type),
    ).toContain('NO_STANDARD_RULES_MATCHED');
  });
});

it('are refused where the bus, the fields or the path are not there', async () => {
  await expect(logs.putDeliverySource({ name: 'none', resourceArn: busArn('none'), logType: 'INFO_LOGS' })).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
  await expect(logs.putDeliverySource({ name: 'none', resourceArn: busArn('shop'), logType: 'ACCESS_LOGS' })).rejects.toThrow(
    'logType can be ERROR_LOGS, INFO_LOGS, TRACE_LOGS',
  );
  await expect(
    logs.putDeliverySource({ name: 'none', resourceArn: `arn:aws:events:${HERE}:rule/r`, logType: 'INFO_LOGS' }),
  ).rejects.toThrow('is no event bus of this account');
  const { deliveries = [] } = await logs.describeDeliveries({ limit: 50 });
  const { id } = deliveries.find(({ deliverySourceName }) => deliverySourceName === 'plain-INFO_LOGS')!;
  await expect(logs.updateDeliveryConfiguration({ id, recordFields: ['nothing'] })).rejects.toThrow('there is no field nothing');
  await expect(logs.updateDeliveryConfiguration({ id, s3DeliveryConfiguration: { suffixPath: '/{weekday}' } })).rejects.toThrow(
    'Provided suffixPath is invalid',
  );
});

it('have templates that tell what their deliveries can be', async () => {
  const asked = { service: 'events', logTypes: ['INFO_LOGS'], deliveryDestinationTypes: ['S3' as const] };
  const { configurationTemplates = [] } = await logs.describeConfigurationTemplates(asked);
  expect(configurationTemplates).toMatchObject([
    {
      ...{ service: 'events', logType: 'INFO_LOGS', resourceType: 'event-bus', deliveryDestinationType: 'S3' },
      allowedFields: expect.arrayContaining([{ name: 'message_type', mandatory: false }]),
      allowedSuffixPathFields: expect.arrayContaining(['yyyy', 'region']),
      allowedActionForAllowVendedLogsDeliveryForResource: 'events:AllowVendedLogDeliveryForResource',
    },
  ]);
  const all = await logs.describeConfigurationTemplates({ limit: 2 });
  expect(all.configurationTemplates).toHaveLength(2);
  const next = await logs.describeConfigurationTemplates({ limit: 2, nextToken: all.nextToken });
  expect(next.configurationTemplates![0]).not.toEqual(all.configurationTemplates![0]);
});

it('are whole where a stack names no fields', async () => {
  const Resources = {
    Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'deployed', LogConfig: { Level: 'INFO', IncludeDetail: 'FULL' } } },
    Group: { Type: 'AWS::Logs::LogGroup', Properties: { LogGroupName: '/deployed' } },
    From: {
      Type: 'AWS::Logs::DeliverySource',
      Properties: { Name: 'deployed', ResourceArn: { 'Fn::GetAtt': ['Bus', 'Arn'] }, LogType: 'INFO_LOGS' },
    },
    To: {
      Type: 'AWS::Logs::DeliveryDestination',
      Properties: { Name: 'deployed', DestinationResourceArn: { 'Fn::GetAtt': ['Group', 'Arn'] } },
    },
    Delivery: {
      Type: 'AWS::Logs::Delivery',
      DependsOn: 'From',
      Properties: { DeliverySourceName: 'deployed', DeliveryDestinationArn: { 'Fn::GetAtt': ['To', 'Arn'] } },
    },
  };
  await emulator.client(CloudFormation).createStack({ StackName: 'deployed', TemplateBody: JSON.stringify({ Resources }) });
  await events.putEvents({ Entries: [{ EventBusName: 'deployed', Source: 'shop', DetailType: 'x', Detail: '{}' }] });
  await emulator.idle();
  const { events: told = [] } = await logs.filterLogEvents({ logGroupName: '/deployed' });
  expect(told.map(({ message }) => (JSON.parse(message!) as LogRecord).message_type)).toEqual([
    ...['EVENT_INGEST_SUCCESS', 'EVENT_RECEIPT', 'NO_STANDARD_RULES_MATCHED'],
  ]);
});
