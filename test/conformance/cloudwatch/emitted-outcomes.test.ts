// The metrics by which services tell what became of what they sent: notifications, invocations of rules, events of functions, log events, requests.
import { APIGateway } from '@aws-sdk/client-api-gateway';
import { ApiGatewayV2 } from '@aws-sdk/client-apigatewayv2';
import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { Kinesis } from '@aws-sdk/client-kinesis';
import { Lambda } from '@aws-sdk/client-lambda';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { queueArn } from '../../support/use-events.ts';
import { ask } from '../apigatewayv2/use-apis.ts';
import { zipOf } from '../lambda/fixture.ts';

const ROLE = 'arn:aws:iam::000000000000:role/any';
const policyOf = (Effect: string): string => JSON.stringify({ Statement: [{ Effect, Principal: '*', Action: 'sqs:*', Resource: '*' }] });
const [OPEN, CLOSED] = [policyOf('Allow'), policyOf('Deny')];

let emulator: TestEmulator;
beforeEach(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
});
afterEach(() => emulator.stop());

/** Sums of the last hours by metric; undefined where nothing was counted. `Stat` is that of each minute. */
async function sums(Namespace: string, dimensions: Record<string, string>, names: string[], Stat = 'Sum') {
  const Dimensions = Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value }));
  const { MetricDataResults = [] } = await emulator.client(CloudWatch).getMetricData({
    StartTime: new Date(emulator.clock.now() - 86_000_000),
    EndTime: new Date(emulator.clock.now() + 60_000),
    MetricDataQueries: names.map((MetricName, at) => ({
      Id: `m${at}`,
      MetricStat: { Metric: { Namespace, MetricName, Dimensions }, Period: 60, Stat },
    })),
  });
  const sumOf = (values: readonly number[] = []) => (values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0));
  return Object.fromEntries(names.map((name, at) => [name, sumOf(MetricDataResults[at]?.Values)]));
}

const makeQueue = async (QueueName: string, Policy = OPEN) =>
  (await emulator.client(SQS).createQueue({ QueueName, Attributes: { Policy } })).QueueUrl!;

async function makeFunction(FunctionName: string, source: string, more: object = {}): Promise<void> {
  const Code = { ZipFile: zipOf({ 'index.js': source }) };
  await emulator
    .client(Lambda)
    .createFunction({ FunctionName, Runtime: 'nodejs22.x', Handler: 'index.handler', Role: ROLE, Code, ...more });
  await emulator.idle();
}

it('counts notifications that arrived, failed, and went into a dead-letter queue', async () => {
  const topics = emulator.client(SNS);
  await Promise.all([makeQueue('open'), makeQueue('closed', CLOSED), makeQueue('lost')]);
  const { TopicArn } = await topics.createTopic({ Name: 'news' });
  const subscribe = (queue: string, Attributes?: Record<string, string>) =>
    topics.subscribe({ TopicArn, Protocol: 'sqs', Endpoint: queueArn(queue), Attributes });
  await subscribe('open');
  await subscribe('closed', { RedrivePolicy: JSON.stringify({ deadLetterTargetArn: queueArn('lost') }) });
  await topics.publish({ TopicArn, Message: 'hello' });
  await emulator.idle();
  expect(
    await sums('AWS/SNS', { TopicName: 'news' }, [
      ...['NumberOfNotificationsDelivered', 'NumberOfNotificationsFailed', 'NumberOfNotificationsRedrivenToDlq'],
      'NumberOfNotificationsFailedToRedriveToDlq',
    ]),
  ).toEqual({
    ...{ NumberOfNotificationsDelivered: 1, NumberOfNotificationsFailed: 1, NumberOfNotificationsRedrivenToDlq: 1 },
    NumberOfNotificationsFailedToRedriveToDlq: undefined,
  });
});

it('counts invocations of rules that failed for good, on the default bus and on others', async () => {
  const events = emulator.client(EventBridge);
  await Promise.all([makeQueue('closed', CLOSED), makeQueue('lost')]);
  await events.createEventBus({ Name: 'shop' });
  const names = ['Invocations', 'FailedInvocations', 'InvocationsSentToDlq'];
  for (const [EventBusName, DeadLetterConfig] of [
    ['default', undefined],
    ['shop', { Arn: queueArn('lost') }],
  ] as const) {
    await events.putRule({ Name: 'r', EventBusName, EventPattern: '{"source":["shop"]}' });
    await events.putTargets({ Rule: 'r', EventBusName, Targets: [{ Id: 'q', Arn: queueArn('closed'), DeadLetterConfig }] });
    await events.putEvents({ Entries: [{ EventBusName, Source: 'shop', DetailType: 'x', Detail: '{}' }] });
  }
  await emulator.idle();
  expect(await sums('AWS/Events', { RuleName: 'r' }, names)).toEqual({
    ...{ Invocations: 1, FailedInvocations: 1, InvocationsSentToDlq: undefined },
  });
  expect(await sums('AWS/Events', { EventBusName: 'shop', RuleName: 'r' }, names)).toEqual({
    ...{ Invocations: 1, FailedInvocations: 1, InvocationsSentToDlq: 1 },
  });
});

it('counts asynchronous events of functions, invocations at once, and destinations that refuse', async () => {
  const functions = emulator.client(Lambda);
  await makeQueue('lost', CLOSED);
  const source = 'exports.handler = async ({ fail }) => { if (fail) throw new Error("no"); };';
  await makeFunction('f', source, { DeadLetterConfig: { TargetArn: 'arn:aws:sqs:us-east-1:000000000000:gone' } });
  await functions.putFunctionEventInvokeConfig({ FunctionName: 'f', MaximumRetryAttempts: 0 });
  for (const fail of [false, true])
    await functions.invoke({ FunctionName: 'f', InvocationType: 'Event', Payload: Buffer.from(JSON.stringify({ fail })) });
  await emulator.idle();
  // The dead-letter queue is tried for as long as an event may wait.
  await emulator.clock.advance('7h');
  await emulator.idle();
  expect(await sums('AWS/Lambda', { FunctionName: 'f' }, ['AsyncEventsReceived', 'AsyncEventsDropped', 'DeadLetterErrors'])).toEqual({
    ...{ AsyncEventsReceived: 2, AsyncEventsDropped: 1, DeadLetterErrors: 1 },
  });
  expect(await sums('AWS/Lambda', { FunctionName: 'f' }, ['AsyncEventAge'], 'SampleCount')).toEqual({ AsyncEventAge: 2 });
  for (const dimensions of [{ FunctionName: 'f' }, {}])
    expect((await sums('AWS/Lambda', dimensions, ['ConcurrentExecutions'], 'Maximum'))['ConcurrentExecutions']).toBeGreaterThan(0);
});

it('counts how old the records are that a function reads', async () => {
  const streams = emulator.client(Kinesis);
  await streams.createStream({ StreamName: 'clicks', ShardCount: 1 });
  await emulator.clock.advance('5s');
  await streams.putRecord({ StreamName: 'clicks', PartitionKey: 'k', Data: Buffer.from('a') });
  await emulator.clock.advance('30s');
  await makeFunction('reader', 'exports.handler = async () => {};');
  await emulator.client(Lambda).createEventSourceMapping({
    ...{ FunctionName: 'reader', EventSourceArn: 'arn:aws:kinesis:us-east-1:000000000000:stream/clicks', StartingPosition: 'TRIM_HORIZON' },
  });
  await emulator.clock.advance('30s');
  await emulator.idle();
  const { IteratorAge } = await sums('AWS/Lambda', { FunctionName: 'reader' }, ['IteratorAge'], 'Maximum');
  expect(IteratorAge).toBeGreaterThanOrEqual(30_000);
});

it('counts the records of a mapping that asks for it', async () => {
  const QueueUrl = await makeQueue('jobs');
  const source = 'exports.handler = async ({ Records: [{ body }] }) => { if (body === "bad") throw new Error("no"); };';
  await makeFunction('worker', source);
  const { UUID = '' } = await emulator.client(Lambda).createEventSourceMapping({
    ...{ FunctionName: 'worker', EventSourceArn: queueArn('jobs'), BatchSize: 1, MetricsConfig: { Metrics: ['EventCount'] } },
    FilterCriteria: { Filters: [{ Pattern: '{"body":[{"anything-but":"none"}]}' }] },
  });
  await emulator.idle();
  for (const MessageBody of ['good', 'bad', 'none']) await emulator.client(SQS).sendMessage({ QueueUrl, MessageBody });
  await emulator.clock.advance('5s');
  await emulator.idle();
  const names = ['PolledEventCount', 'FilteredOutEventCount', 'InvokedEventCount', 'FailedInvokeEventCount', 'DeletedEventCount'];
  expect(await sums('AWS/Lambda', { EventSourceMappingUUID: UUID }, names)).toEqual({
    ...{ PolledEventCount: 3, FilteredOutEventCount: 1, InvokedEventCount: 2, FailedInvokeEventCount: undefined, DeletedEventCount: 1 },
  });
});

it('counts log events that subscription filters send on', async () => {
  const logs = emulator.client(CloudWatchLogs);
  const [logGroupName, logStreamName] = ['app', 's'];
  await logs.createLogGroup({ logGroupName });
  await logs.createLogStream({ logGroupName, logStreamName });
  await emulator.client(Kinesis).createStream({ StreamName: 'lines', ShardCount: 1 });
  await emulator.clock.advance('5s');
  const destinationArn = 'arn:aws:kinesis:us-east-1:000000000000:stream/lines';
  await logs.putSubscriptionFilter({ logGroupName, filterName: 'all', filterPattern: 'ERROR', destinationArn, roleArn: ROLE });
  const logEvents = ['ERROR one', 'fine', 'ERROR two'].map((message) => ({ timestamp: emulator.clock.now(), message }));
  await logs.putLogEvents({ logGroupName, logStreamName, logEvents });
  await emulator.idle();
  expect(await sums('AWS/Logs', { LogGroupName: 'app' }, ['ForwardedLogEvents'])).toEqual({ ForwardedLogEvents: 2 });
  const filter = { DestinationType: 'Kinesis', FilterName: 'all', LogGroupName: 'app' };
  expect(await sums('AWS/Logs', filter, ['ForwardedLogEvents'])).toEqual({ ForwardedLogEvents: 2 });
});

it('counts requests to REST APIs, by method where the stage asks for it', async () => {
  const apis = emulator.client(APIGateway);
  const { id: restApiId = '', rootResourceId: resourceId } = await apis.createRestApi({ name: 'shop' });
  const method = { restApiId, resourceId, httpMethod: 'GET' };
  await apis.putMethod({ ...method, authorizationType: 'NONE' });
  await apis.putIntegration({ ...method, type: 'MOCK', requestTemplates: { 'application/json': '{"statusCode": 200}' } });
  await apis.putMethodResponse({ ...method, statusCode: '200' });
  await apis.putIntegrationResponse({ ...method, statusCode: '200' });
  await apis.createDeployment({ restApiId, stageName: 'test' });
  const get = (path: string) => fetch(`${emulator.url}/restapis/${restApiId}/test/_user_request_${path}`);
  expect((await get('/')).status).toBe(200);
  await apis.updateStage({
    restApiId,
    stageName: 'test',
    patchOperations: [{ op: 'replace', path: '/*/*/metrics/enabled', value: 'true' }],
  });
  await get('/');
  await get('/none');
  const names = ['Count', '4XXError', '5XXError'];
  expect(await sums('AWS/ApiGateway', { ApiName: 'shop' }, names)).toEqual({ Count: 3, '4XXError': 1, '5XXError': 0 });
  expect(await sums('AWS/ApiGateway', { ApiName: 'shop', Stage: 'test' }, names)).toEqual({ Count: 3, '4XXError': 1, '5XXError': 0 });
  const byMethod = { ApiName: 'shop', Method: 'GET', Resource: '/', Stage: 'test' };
  expect(await sums('AWS/ApiGateway', byMethod, names)).toEqual({ Count: 1, '4XXError': 0, '5XXError': 0 });
});

it('counts requests to HTTP APIs, by route where the stage asks for it', async () => {
  const apis = emulator.client(ApiGatewayV2);
  await makeFunction('f', 'exports.handler = async () => ({ statusCode: 500 });');
  const Target = 'arn:aws:lambda:us-east-1:000000000000:function:f';
  const { ApiId = '', ApiEndpoint } = await apis.createApi({ Name: 'web', ProtocolType: 'HTTP', Target });
  await emulator.client(Lambda).addPermission({
    ...{ FunctionName: 'f', StatementId: 'api', Action: 'lambda:InvokeFunction', Principal: 'apigateway.amazonaws.com' },
  });
  await apis.updateStage({ ApiId, StageName: '$default', DefaultRouteSettings: { DetailedMetricsEnabled: true } });
  expect(await ask(`${emulator.url}/pets`, { host: new URL(ApiEndpoint!).host })).toMatchObject({ status: 500 });
  const names = ['Count', '4xx', '5xx'];
  expect(await sums('AWS/ApiGateway', { ApiId }, names)).toEqual({ Count: 1, '4xx': 0, '5xx': 1 });
  const byRoute = { ApiId, Method: '$default', Resource: '$default', Stage: '$default' };
  expect(await sums('AWS/ApiGateway', byRoute, names)).toEqual({ Count: 1, '4xx': 0, '5xx': 1 });
});
