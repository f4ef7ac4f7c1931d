// The metrics that services report of themselves, gauges, embedded metrics and metric filters.
import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { Lambda } from '@aws-sdk/client-lambda';
import { SFN } from '@aws-sdk/client-sfn';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { untilPasses } from '../../support/until-passes.ts';
import { zipOf } from '../lambda/fixture.ts';

let emulator: TestEmulator;
let client: CloudWatch;
beforeEach(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
  client = emulator.client(CloudWatch);
});
afterEach(() => emulator.stop());

/** Sums of an hour by metric, of one resource. */
async function sums(Namespace: string, Dimensions: { Name: string; Value: string }[], names: string[], Stat = 'Sum') {
  const { MetricDataResults = [] } = await client.getMetricData({
    StartTime: new Date(emulator.clock.now() - 3_540_000),
    EndTime: new Date(emulator.clock.now() + 60_000),
    MetricDataQueries: names.map((MetricName, at) => ({
      Id: `m${at}`,
      MetricStat: { Metric: { Namespace, MetricName, Dimensions }, Period: 60, Stat },
    })),
  });
  return Object.fromEntries(names.map((name, at) => [name, MetricDataResults[at]?.Values?.reduce((sum, value) => sum + value, 0)]));
}

it('counts messages of queues, and reads how many there are', async () => {
  const queues = emulator.client(SQS);
  const { QueueUrl } = await queues.createQueue({ QueueName: 'q' });
  await queues.receiveMessage({ QueueUrl });
  for (const MessageBody of ['one', 'two', 'three']) await queues.sendMessage({ QueueUrl, MessageBody });
  const { Messages } = await queues.receiveMessage({ QueueUrl, MaxNumberOfMessages: 1 });
  await queues.deleteMessage({ QueueUrl, ReceiptHandle: Messages![0]!.ReceiptHandle });
  const Dimensions = [{ Name: 'QueueName', Value: 'q' }];
  const names = ['NumberOfMessagesSent', 'SentMessageSize', 'NumberOfMessagesReceived', 'NumberOfMessagesDeleted', 'NumberOfEmptyReceives'];
  // A read sees the open minute.
  expect(await sums('AWS/SQS', Dimensions, names)).toEqual({
    ...{ NumberOfMessagesSent: 3, SentMessageSize: 11, NumberOfMessagesReceived: 1, NumberOfMessagesDeleted: 1, NumberOfEmptyReceives: 1 },
  });
  const gauges = ['ApproximateNumberOfMessagesVisible', 'ApproximateNumberOfMessagesNotVisible', 'ApproximateAgeOfOldestMessage'];
  await emulator.clock.advance('90s');
  expect(await sums('AWS/SQS', Dimensions, gauges, 'Maximum')).toEqual({
    ...{ ApproximateNumberOfMessagesVisible: 2, ApproximateNumberOfMessagesNotVisible: 0, ApproximateAgeOfOldestMessage: 60 },
  });
});

it('raises an alarm on the length of a queue that nobody uses any more', async () => {
  const queues = emulator.client(SQS);
  const { QueueUrl } = await queues.createQueue({ QueueName: 'q' });
  await client.putMetricAlarm({
    ...{ AlarmName: 'old', Namespace: 'AWS/SQS', MetricName: 'ApproximateAgeOfOldestMessage', Statistic: 'Maximum', Period: 60 },
    ...{
      Dimensions: [{ Name: 'QueueName', Value: 'q' }],
      EvaluationPeriods: 1,
      Threshold: 600,
      ComparisonOperator: 'GreaterThanThreshold',
    },
  });
  await queues.sendMessage({ QueueUrl, MessageBody: 'x' });
  const state = async () => (await client.describeAlarms({})).MetricAlarms![0]!.StateValue;
  await emulator.clock.advance('2m');
  expect(await state()).toBe('OK');
  await emulator.clock.advance('10m');
  expect(await state()).toBe('ALARM');
});

it('counts topics, rules and machines', async () => {
  const [topics, events, machines] = [emulator.client(SNS), emulator.client(EventBridge), emulator.client(SFN)];
  const { TopicArn } = await topics.createTopic({ Name: 't' });
  await topics.publish({ TopicArn, Message: 'hello' });
  await events.putRule({ Name: 'r', EventPattern: '{"source":["shop"]}' });
  await events.putTargets({ Rule: 'r', Targets: [{ Id: 't', Arn: TopicArn! }] });
  await events.putEvents({ Entries: [{ Source: 'shop', DetailType: 'x', Detail: '{}' }] });
  const definition = JSON.stringify({ StartAt: 'P', States: { P: { Type: 'Pass', End: true } } });
  const { stateMachineArn = '' } = await machines.createStateMachine({
    name: 'm',
    definition,
    roleArn: 'arn:aws:iam::000000000000:role/any',
  });
  await machines.startExecution({ stateMachineArn });
  await emulator.idle();
  expect(await sums('AWS/SNS', [{ Name: 'TopicName', Value: 't' }], ['NumberOfMessagesPublished'])).toEqual({
    NumberOfMessagesPublished: 1,
  });
  expect(await sums('AWS/Events', [{ Name: 'RuleName', Value: 'r' }], ['MatchedEvents', 'TriggeredRules', 'Invocations'])).toEqual({
    ...{ MatchedEvents: 1, TriggeredRules: 1, Invocations: 1 },
  });
  expect(
    await sums(
      'AWS/States',
      [{ Name: 'StateMachineArn', Value: stateMachineArn }],
      ['ExecutionsStarted', 'ExecutionsSucceeded', 'ExecutionsFailed'],
    ),
  ).toEqual({ ExecutionsStarted: 1, ExecutionsSucceeded: 1, ExecutionsFailed: 0 });
});

it('reads embedded metrics and metric filters from log events, and counts their groups', async () => {
  const logs = emulator.client(CloudWatchLogs);
  const [logGroupName, logStreamName] = ['g', 's'];
  await logs.createLogGroup({ logGroupName });
  await logs.createLogStream({ logGroupName, logStreamName });
  await logs.putMetricFilter({
    ...{ logGroupName, filterName: 'slow', filterPattern: '{ $.level = "ERROR" }' },
    metricTransformations: [{ metricNamespace: 'shop', metricName: 'latency', metricValue: '$.took.ms', defaultValue: 0 }],
  });
  await logs.putMetricFilter({
    ...{ logGroupName, filterName: 'city', filterPattern: '{ $.city = * }' },
    metricTransformations: [{ metricNamespace: 'shop', metricName: 'orders', metricValue: '1', dimensions: { City: '$.city' } }],
  });
  const now = emulator.clock.now();
  const embedded = {
    _aws: {
      Timestamp: now,
      CloudWatchMetrics: [{ Namespace: 'app', Dimensions: [['service']], Metrics: [{ Name: 'time', Unit: 'Milliseconds' }] }],
    },
    ...{ service: 'orders', time: [5, 7] },
  };
  const put = (...messages: string[]) =>
    logs.putLogEvents({ logGroupName, logStreamName, logEvents: messages.map((message) => ({ timestamp: now, message })) });
  await put(JSON.stringify({ level: 'ERROR', took: { ms: 12 }, city: 'Ulm' }), JSON.stringify(embedded), '{"_aws": broken', 'plain');
  expect(await sums('app', [{ Name: 'service', Value: 'orders' }], ['time'])).toEqual({ time: 12 });
  expect(await sums('shop', [], ['latency'])).toEqual({ latency: 12 });
  expect(await sums('shop', [{ Name: 'City', Value: 'Ulm' }], ['orders'])).toEqual({ orders: 1 });
  expect(await sums('AWS/Logs', [{ Name: 'LogGroupName', Value: 'g' }], ['IncomingLogEvents', 'EMFParsingErrors'])).toEqual({
    ...{ IncomingLogEvents: 4, EMFParsingErrors: 1 },
  });
  expect(emulator.lines.join('\n')).toMatch(/log group g: embedded metrics are left out, because it is not valid JSON/);
  await emulator.clock.advance('2m');
  await logs.putLogEvents({ logGroupName, logStreamName, logEvents: [{ timestamp: emulator.clock.now(), message: 'plain' }] });
  const { Datapoints } = await client.getMetricStatistics({
    ...{ Namespace: 'shop', MetricName: 'latency', Period: 60, Statistics: ['Sum'] },
    ...{ StartTime: new Date(emulator.clock.now()), EndTime: new Date(emulator.clock.now() + 60_000) },
  });
  expect(Datapoints).toMatchObject([{ Sum: 0 }]);
});

it('counts invocations of functions, with their errors', async () => {
  const functions = emulator.client(Lambda);
  const code = 'exports.handler = async (event) => { if (event.fail) throw new Error("no"); return 1; }';
  await functions.createFunction({
    ...{ FunctionName: 'f', Runtime: 'nodejs22.x', Handler: 'index.handler', Role: 'arn:aws:iam::000000000000:role/any' },
    Code: { ZipFile: zipOf({ 'index.js': code }) },
  });
  await untilPasses(async () => expect((await functions.getFunction({ FunctionName: 'f' })).Configuration?.State).toBe('Active'));
  await functions.invoke({ FunctionName: 'f', Payload: Buffer.from('{}') });
  await functions.invoke({ FunctionName: 'f', Payload: Buffer.from('{"fail":true}') });
  await emulator.idle();
  const Dimensions = [{ Name: 'FunctionName', Value: 'f' }];
  expect(await sums('AWS/Lambda', Dimensions, ['Invocations', 'Errors', 'Throttles'])).toEqual({ Invocations: 2, Errors: 1, Throttles: 0 });
  expect(await sums('AWS/Lambda', Dimensions, ['Duration'], 'SampleCount')).toEqual({ Duration: 2 });
});

it('writes nothing while nothing happens, and answers Prometheus', async () => {
  const queues = emulator.client(SQS);
  await queues.createQueue({ QueueName: 'q' });
  const { QueueUrl } = await queues.getQueueUrl({ QueueName: 'q' });
  await queues.sendMessage({ QueueUrl, MessageBody: 'x' });
  await emulator.clock.advance('1h');
  const { Datapoints } = await client.getMetricStatistics({
    ...{
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [{ Name: 'QueueName', Value: 'q' }],
      Period: 60,
    },
    ...{ Statistics: ['Maximum'], StartTime: new Date(emulator.clock.now() - 3_600_000), EndTime: new Date(emulator.clock.now()) },
  });
  expect(Datapoints).toHaveLength(1);
  const text = await (await fetch(`${emulator.url}/_emulator/metrics`)).text();
  expect(text).toContain('# TYPE aws_sqs_number_of_messages_sent_sum gauge\n');
  expect(text).toContain(
    'aws_sqs_number_of_messages_sent_sum{account_id="000000000000",region="us-east-1",unit="Count",queue_name="q"} 1\n',
  );
});
