// Libraries that functions tell metrics and traces with, unmodified: the X-Ray SDK, aws-embedded-metrics, Powertools. Grafana's requests, as its tests record them.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { SQS } from '@aws-sdk/client-sqs';
import { XRay } from '@aws-sdk/client-xray';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, jsonOf, startFixture, zipOf } from '../conformance/lambda/fixture.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { untilPasses } from '../support/until-passes.ts';

const CLIENTS = fileURLToPath(new URL('clients/', import.meta.url));
const missing = existsSync(`${CLIENTS}node_modules/aws-xray-sdk-core`) ? undefined : 'needs `npm ci` in test/scenarios/clients';

/** A function's code with the libraries that it loads, in one file, as people build theirs. */
async function bundled(contents: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: CLIENTS },
    ...{ bundle: true, platform: 'node', target: 'node20', format: 'cjs', write: false, logLevel: 'error' },
  });
  return zipOf({ 'index.js': outputFiles[0]!.text });
}

describe.skipIf(isMissing('libraries for metrics and traces', missing))('in functions', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await startFixture();
  });
  afterAll(() => fixture.emulator.stop());

  async function run(FunctionName: string, code: string, more: object = {}) {
    await fixture.create(FunctionName, await bundled(code), { Timeout: 30, MemorySize: 512, ...more });
    const { Payload, FunctionError } = await fixture.lambda.invoke({ FunctionName });
    await fixture.emulator.idle();
    expect(FunctionError, new TextDecoder().decode(Payload)).toBeUndefined();
    return jsonOf<unknown>(Payload);
  }
  const metric = (Namespace: string, MetricName: string, dimensions: Readonly<Record<string, string>>) =>
    untilPasses(async () => {
      const nowMs = fixture.emulator.clock.now();
      const { Datapoints = [] } = await fixture.emulator.client(CloudWatch).getMetricStatistics({
        ...{ Namespace, MetricName, Statistics: ['Sum'], Period: 3600 },
        Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
        ...{ StartTime: new Date(nowMs - 3_600_000), EndTime: new Date(nowMs + 3_600_000) },
      });
      expect(Datapoints).not.toEqual([]);
      return Datapoints.reduce((sum, { Sum = 0 }) => sum + Sum, 0);
    });
  async function documentsOf(header: string): Promise<Record<string, unknown>[]> {
    const xray = fixture.emulator.client(XRay);
    const { Traces = [] } = await xray.batchGetTraces({ TraceIds: [/Root=([^;]+)/.exec(header)![1]!] });
    return (Traces[0]?.Segments ?? []).map(({ Document = '' }) => JSON.parse(Document) as Record<string, unknown>);
  }

  it('aws-embedded-metrics reports a metric with its dimensions', async () => {
    await run(
      'embedded',
      `const { metricScope, Unit } = require('aws-embedded-metrics');
       exports.handler = metricScope((metrics) => async () => {
         metrics.setNamespace('embedded');
         metrics.setDimensions({ City: 'Ulm' });
         metrics.putMetric('orders', 3, Unit.Count);
         metrics.putMetric('orders', 4, Unit.Count);
       });`,
    );
    expect(await metric('embedded', 'orders', { City: 'Ulm' })).toBe(7);
  });

  it('Powertools reports metrics, and the cold start', async () => {
    await run(
      'metered',
      `const { Metrics, MetricUnit } = require('@aws-lambda-powertools/metrics');
       const metrics = new Metrics({ namespace: 'powertools', serviceName: 'shop' });
       exports.handler = async () => {
         metrics.captureColdStartMetric('metered');
         metrics.addMetric('orders', MetricUnit.Count, 2);
         metrics.publishStoredMetrics();
       };`,
    );
    expect(await metric('powertools', 'orders', { service: 'shop' })).toBe(2);
    expect(await metric('powertools', 'ColdStart', { service: 'shop', function_name: 'metered' })).toBe(1);
  });

  it('the X-Ray SDK and the tracer of Powertools send subsegments with annotations', async () => {
    const header = await run(
      'traced',
      `const xray = require('aws-xray-sdk-core');
       const { Tracer } = require('@aws-lambda-powertools/tracer');
       const tracer = new Tracer({ serviceName: 'shop' });
       exports.handler = async () => {
         await xray.captureAsyncFunc('by the SDK', async (subsegment) => {
           subsegment.addAnnotation('tenant', 'blue');
           subsegment.close();
         });
         const parent = tracer.getSegment();
         const inner = parent.addNewSubsegment('by Powertools');
         tracer.setSegment(inner);
         tracer.annotateColdStart();
         tracer.addServiceNameAnnotation();
         inner.close();
         tracer.setSegment(parent);
         return process.env._X_AMZN_TRACE_ID;
       };`,
      { TracingConfig: { Mode: 'Active' } },
    );
    await untilPasses(async () => {
      const documents = await documentsOf(String(header));
      const found = documents.flatMap(({ subsegments = [] }) => subsegments as Record<string, unknown>[]);
      expect(found).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ name: 'by the SDK', annotations: { tenant: 'blue' } }),
          expect.objectContaining({ name: 'by Powertools', annotations: { ColdStart: true, Service: 'shop' } }),
        ]),
      );
    });
  });
});

/** Sources: pkg/tsdb/cloudwatch/{metric_data_query_builder,log_actions}_test.go of github.com/grafana/grafana, 2024. */
describe("Grafana's requests", () => {
  let emulator: TestEmulator;
  let cloudwatch: CloudWatch;
  let times: { readonly StartTime: Date; readonly EndTime: Date };
  beforeAll(async () => {
    emulator = await startTestEmulator();
    cloudwatch = emulator.client(CloudWatch);
    const sqs = emulator.client(SQS);
    for (const QueueName of ['one', 'two', 'three']) {
      const { QueueUrl } = await sqs.createQueue({ QueueName });
      await sqs.sendMessage({ QueueUrl, MessageBody: 'm' });
    }
    const nowMs = emulator.clock.now();
    times = { StartTime: new Date(nowMs - 3_600_000), EndTime: new Date(nowMs + 3_600_000) };
  });
  afterAll(() => emulator.stop());

  const METRIC = 'MetricName="NumberOfMessagesSent"';
  it.each([
    [`REMOVE_EMPTY(SEARCH('{"AWS/SQS","QueueName"} ${METRIC} "QueueName"=("one" OR "two")', 'Sum', 300))`, ['one', 'two']],
    [`REMOVE_EMPTY(SEARCH('{"AWS/SQS","QueueName"} ${METRIC} "QueueName"="three"', 'Sum', 300))`, ['three']],
    [`REMOVE_EMPTY(SEARCH('{"AWS/SQS","QueueName"} ${METRIC}', 'Sum', 300))`, ['one', 'three', 'two']],
    [`REMOVE_EMPTY(SEARCH('Namespace="AWS/SQS" ${METRIC} "QueueName"=("one" OR "two")', 'Sum', 300))`, ['one', 'two']],
    [`REMOVE_EMPTY(SEARCH('Namespace="AWS/SQS" ${METRIC} "QueueName"', 'Sum', 300))`, ['one', 'three', 'two']],
    [`REMOVE_EMPTY(SEARCH('Namespace="AWS/SQS" ${METRIC}', 'Sum', 300))`, ['one', 'three', 'two']],
  ])('searches metrics: %s', async (Expression, queues) => {
    const { MetricDataResults = [] } = await cloudwatch.getMetricData({
      ...{ ...times, ScanBy: 'TimestampAscending' },
      MetricDataQueries: [{ Id: 'a', Expression, Label: "${LABEL}|&|${PROP('Dim.QueueName')}", ReturnData: true }],
    });
    expect(MetricDataResults.map(({ Label = '' }) => Label.split('|&|')[1]).sort()).toEqual(queues);
    expect(MetricDataResults.every(({ Values, StatusCode }) => Values?.[0] === 1 && StatusCode === 'Complete')).toBe(true);
  });

  it('reads a metric with a label and an account, and sums the others', async () => {
    const Dimensions = [{ Name: 'QueueName', Value: 'one' }];
    const MetricStat = { Metric: { Namespace: 'AWS/SQS', MetricName: 'NumberOfMessagesSent', Dimensions }, Period: 300, Stat: 'Sum' };
    const { MetricDataResults = [] } = await cloudwatch.getMetricData({
      ...{ ...times, ScanBy: 'TimestampAscending', LabelOptions: { Timezone: '+0000' } },
      MetricDataQueries: [
        { Id: 'queryA', MetricStat, Label: 'sent', AccountId: '000000000000', ReturnData: true },
        { Id: 'queryB', Expression: 'SUM([queryA,queryA])', Period: 300, ReturnData: true },
      ],
    });
    expect(MetricDataResults).toMatchObject([
      { Id: 'queryA', Label: 'sent', Values: [1] },
      { Id: 'queryB', Values: [2] },
    ]);
  });

  it('lists the values of a dimension by a part of the metrics', async () => {
    const { Metrics = [] } = await cloudwatch.listMetrics({
      ...{ Namespace: 'AWS/SQS', MetricName: 'NumberOfMessagesSent', IncludeLinkedAccounts: true },
      Dimensions: [{ Name: 'QueueName' }],
    });
    expect(Metrics.map(({ Dimensions }) => Dimensions?.[0]?.Value).sort()).toEqual(['one', 'three', 'two']);
  });

  it('asks for the fields that its panels need, and for events around one', async () => {
    const logs = emulator.client(CloudWatchLogs);
    await logs.createLogGroup({ logGroupName: 'shop' });
    await logs.createLogStream({ logGroupName: 'shop', logStreamName: 's' });
    const timestamp = emulator.clock.now();
    await logs.putLogEvents({ logGroupName: 'shop', logStreamName: 's', logEvents: [{ timestamp, message: '{"level":"ERROR"}' }] });
    const { queryId } = await logs.startQuery({
      ...{ startTime: Math.floor(timestamp / 1000) - 60, endTime: Math.floor(timestamp / 1000) + 60, limit: 12 },
      logGroupIdentifiers: ['arn:aws:logs:us-east-1:000000000000:log-group:shop'],
      queryString:
        'fields @timestamp,ltrim(@log) as __log__grafana_internal__,ltrim(@logStream) as __logstream__grafana_internal__|fields @message',
    });
    await untilPasses(async () => {
      const { status, results, statistics } = await logs.getQueryResults({ queryId });
      expect(status).toBe('Complete');
      expect(statistics).toMatchObject({ recordsMatched: 1, recordsScanned: 1 });
      expect(Object.fromEntries(results![0]!.map(({ field, value }) => [field, value]))).toMatchObject({
        __log__grafana_internal__: '000000000000:shop',
        __logstream__grafana_internal__: 's',
        '@message': '{"level":"ERROR"}',
        '@ptr': expect.any(String) as string,
      });
    });
    const { logGroupFields } = await logs.getLogGroupFields({ logGroupName: 'shop' });
    expect(logGroupFields).toContainEqual({ name: 'level', percent: 100 });
    const around = { logGroupName: 'shop', logStreamName: 's', limit: 10 };
    expect((await logs.getLogEvents({ ...around, startTime: 1, startFromHead: true })).events).toHaveLength(1);
    expect((await logs.getLogEvents({ ...around, endTime: timestamp + 1, startFromHead: false })).events).toHaveLength(1);
  });
});
