// Records of executions, by level: in a log group, a bucket or a delivery stream.
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { Firehose } from '@aws-sdk/client-firehose';
import type { PipeLogConfigurationParameters } from '@aws-sdk/client-pipes';
import { S3 } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { pipeArn, queueArn, usePipes } from './use-pipes.ts';

const fixture = usePipes();

interface LogRecord {
  readonly messageType: string;
  readonly executionId: string;
  readonly payload?: string;
  readonly awsRequest?: string;
  readonly truncatedFields?: readonly string[];
  readonly error?: { readonly message: string };
}

/** The records that a pipe logs for one message with that body. */
async function logged(
  configuration: Partial<PipeLogConfigurationParameters>,
  body = 'hello',
  TargetParameters: object = { InputTemplate: '<$.body>' },
) {
  const logs = fixture.emulator.client(CloudWatchLogs);
  const [logGroupName, source, target] = [`/aws/vendedlogs/pipes/${fixture.name('group')}`, fixture.name('from'), fixture.name('target')];
  await logs.createLogGroup({ logGroupName });
  for (const queue of [source, target]) await fixture.makeQueue(queue);
  const CloudwatchLogsLogDestination = { LogGroupArn: `arn:aws:logs:us-east-1:000000000000:log-group:${logGroupName}` };
  const LogConfiguration: PipeLogConfigurationParameters = { Level: 'TRACE', CloudwatchLogsLogDestination, ...configuration };
  const { Name, ...pipe } = await fixture.pipe(queueArn(target), { Source: queueArn(source), LogConfiguration, TargetParameters });
  expect(pipe.LogConfiguration).toEqual(LogConfiguration);
  await fixture.send(source, body);
  const { events = [] } = await logs.filterLogEvents({ logGroupName });
  return { Name: Name!, records: events.map(({ message = '' }) => JSON.parse(message) as LogRecord) };
}
const steps = (records: readonly LogRecord[]) => records.map(({ messageType }) => messageType);

const ALL = [
  'ExecutionStarted',
  'TargetStageEntered',
  'TargetTransformationStarted',
  'TargetTransformationSucceeded',
  'TargetInvocationStarted',
  'TargetInvocationSucceeded',
  'TargetStageSucceeded',
  'ExecutionSucceeded',
];

it('are all steps for TRACE', async () => {
  const { Name, records } = await logged({});
  expect(steps(records)).toEqual(ALL);
  expect(records[0]).toEqual({
    executionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    timestamp: Date.parse('2026-01-01T00:00:00Z'),
    messageType: 'ExecutionStarted',
    resourceArn: pipeArn(Name),
    logLevel: 'INFO',
  });
});

it('are those of the stages for INFO, and failures for ERROR', async () => {
  expect(steps((await logged({ Level: 'INFO' })).records)).toEqual([
    'ExecutionStarted',
    'TargetStageEntered',
    'TargetStageSucceeded',
    'ExecutionSucceeded',
  ]);
  expect((await logged({ Level: 'ERROR' })).records).toEqual([]);
  const { records } = await logged({ Level: 'ERROR' }, '{"text":""}', { InputTemplate: '<$.body.text>' });
  expect(steps(records)).toEqual(['TargetInvocationFailed', 'TargetStageFailed', 'ExecutionFailed']);
  expect(records[0]?.error).toMatchObject({ httpStatusCode: 400, awsService: 'sqs', message: expect.stringContaining('MissingParameter') });
});

it('are none where the level is OFF', async () => expect((await logged({ Level: 'OFF' })).records).toEqual([]));

it('hold the events and the requests where they are to', async () => {
  const { records } = await logged({ IncludeExecutionData: ['ALL'] });
  const find = (step: string) => records.find(({ messageType }) => messageType === step);
  expect(JSON.parse(find('ExecutionStarted')?.payload ?? '')).toEqual([expect.objectContaining({ body: 'hello' })]);
  expect(find('TargetTransformationSucceeded')?.payload).toBe('[hello]');
  expect(JSON.parse(find('TargetInvocationSucceeded')?.awsRequest ?? '')).toMatchObject({ Entries: [{ MessageBody: 'hello' }] });
});

it('are cut where they become too long', async () => {
  const { records } = await logged({ IncludeExecutionData: ['ALL'] }, 'x'.repeat(300_000));
  const [first] = records;
  expect(first?.truncatedFields).toEqual(['payload']);
  expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThanOrEqual(262_144);
});

it('do not stop the pipe where the log group does not exist, and the log says so', async () => {
  const target = fixture.name('target');
  await fixture.makeQueue(target);
  const LogGroupArn = 'arn:aws:logs:us-east-1:000000000000:log-group:none';
  const LogConfiguration = { Level: 'INFO' as const, CloudwatchLogsLogDestination: { LogGroupArn } };
  await fixture.pipe(queueArn(target), { LogConfiguration, TargetParameters: { InputTemplate: '<$.body>' } });
  await fixture.send(fixture.source, 'a');
  expect(await fixture.bodies(target)).toEqual(['a']);
  expect(fixture.emulator.lines.some((line) => line.includes('could not be written to the log group none'))).toBe(true);
});

const TRACE = { Level: 'TRACE' as const };
/** Sends one message through a pipe that logs so. */
async function sendOne(more: Partial<PipeLogConfigurationParameters>): Promise<string> {
  const target = fixture.name('target');
  await fixture.makeQueue(target);
  const pipe = { LogConfiguration: { ...TRACE, ...more }, TargetParameters: { InputTemplate: '<$.body>' } };
  const { Name = '', LogConfiguration } = await fixture.pipe(queueArn(target), pipe);
  expect(LogConfiguration).toEqual(pipe.LogConfiguration);
  await fixture.send(fixture.source, 'hello');
  expect(await fixture.bodies(target)).toEqual(['hello']);
  return Name;
}

it('are written to a bucket, one object for an execution', async () => {
  const s3 = fixture.emulator.client(S3);
  await s3.createBucket({ Bucket: 'pipe-logs' });
  const S3LogDestination = { BucketName: 'pipe-logs', BucketOwner: '000000000000', OutputFormat: 'json' as const, Prefix: 'pipes/' };
  const name = await sendOne({ S3LogDestination });
  const { Contents = [] } = await s3.listObjectsV2({ Bucket: 'pipe-logs' });
  const [{ Key } = {}] = Contents;
  expect(Key).toMatch(new RegExp(`^pipes/AWSLogs/000000000000/vendedlogs/pipes/us-east-1/${name}/2026/01/01/00/[0-9a-f-]{36}\\.log$`));
  const text = await (await s3.getObject({ Bucket: 'pipe-logs', Key })).Body!.transformToString();
  const records = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LogRecord);
  expect(steps(records)).toEqual(ALL);
  expect(Key).toContain(records[0]!.executionId);
});

it('are written to a delivery stream, and to all destinations that there are', async () => {
  const firehose = fixture.emulator.client(Firehose);
  const [s3, logs] = [fixture.emulator.client(S3), fixture.emulator.client(CloudWatchLogs)];
  await s3.createBucket({ Bucket: 'pipe-stream' });
  await logs.createLogGroup({ logGroupName: 'beside' });
  const RoleARN = 'arn:aws:iam::000000000000:role/r';
  const ExtendedS3DestinationConfiguration = { BucketARN: 'arn:aws:s3:::pipe-stream', RoleARN };
  await firehose.createDeliveryStream({ DeliveryStreamName: 'logs', ExtendedS3DestinationConfiguration });
  await fixture.advance('1m');
  await sendOne({
    FirehoseLogDestination: { DeliveryStreamArn: 'arn:aws:firehose:us-east-1:000000000000:deliverystream/logs' },
    CloudwatchLogsLogDestination: { LogGroupArn: 'arn:aws:logs:us-east-1:000000000000:log-group:beside' },
  });
  await fixture.advance('1m');
  const [{ Key } = {}] = (await s3.listObjectsV2({ Bucket: 'pipe-stream' })).Contents ?? [];
  const text = await (await s3.getObject({ Bucket: 'pipe-stream', Key })).Body!.transformToString();
  expect(
    steps(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as LogRecord),
    ),
  ).toEqual(ALL);
  expect((await logs.filterLogEvents({ logGroupName: 'beside' })).events).toHaveLength(ALL.length);
});
