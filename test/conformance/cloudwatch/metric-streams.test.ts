// Metric streams: what they send to a delivery stream, and when.
import { CloudWatch, type PutMetricStreamInput } from '@aws-sdk/client-cloudwatch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { field, list } from '../../../emulator/src/lib/otlp/field-types.ts';
import { readProtobuf } from '../../../emulator/src/lib/otlp/read-protobuf.ts';
import { ROLE, type Streams, useStreams } from '../firehose/use-streams.ts';

let streams: Streams;
let client: CloudWatch;
beforeAll(async () => {
  streams = await useStreams();
  client = streams.emulator.client(CloudWatch);
});
afterAll(() => streams.emulator.stop());

/** A delivery stream and a metric stream with the name. */
async function stream(Name: string, more: Partial<PutMetricStreamInput> = {}) {
  await streams.create(Name);
  const FirehoseArn = `arn:aws:firehose:us-east-1:000000000000:deliverystream/${Name}`;
  return client.putMetricStream({ Name, FirehoseArn, RoleArn: ROLE, OutputFormat: 'json', ...more });
}
const put = (MetricName: string, Values: number[], more: object = {}, Namespace = 'Shop') =>
  client.putMetricData({ Namespace, MetricData: [{ MetricName, Values, Unit: 'Milliseconds', ...more }] });

/** The records of the delivery stream once a minute is over. */
async function sent(name: string): Promise<Buffer> {
  await streams.emulator.clock.advance('1m');
  await streams.emulator.idle();
  return Buffer.concat((await streams.delivered(name)).map(({ bytes }) => bytes));
}
const lines = (bytes: Buffer): unknown[] =>
  bytes
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

it('sends the points of a minute as lines of JSON, with the statistics that are asked for', async () => {
  const { Arn } = await stream('all', {
    StatisticsConfigurations: [{ IncludeMetrics: [{ Namespace: 'Shop', MetricName: 'Latency' }], AdditionalStatistics: ['p50', 'tm90'] }],
  });
  expect(Arn).toBe('arn:aws:cloudwatch:us-east-1:000000000000:metric-stream/all');
  const minute = Math.floor(streams.emulator.clock.now() / 60_000) * 60_000;
  await put('Latency', [1, 2, 6], { Dimensions: [{ Name: 'City', Value: 'Ulm' }] });
  await put('Orders', [4], { Unit: 'Count', Timestamp: new Date(minute - 300_000) });
  const common = { metric_stream_name: 'all', account_id: '000000000000', region: 'us-east-1', namespace: 'Shop' };
  expect(lines(await sent('all'))).toEqual([
    {
      ...{ ...common, metric_name: 'Latency', dimensions: { City: 'Ulm' }, timestamp: minute, unit: 'Milliseconds' },
      value: { max: 6, min: 1, sum: 9, count: 3, p50: 2, tm90: expect.any(Number) },
    },
    {
      ...{ ...common, metric_name: 'Orders', dimensions: {}, timestamp: minute - 300_000, unit: 'Count' },
      value: { max: 4, min: 4, sum: 4, count: 1 },
    },
  ]);
  await client.deleteMetricStream({ Name: 'all' });
});

it('takes the namespaces and metrics of its filters, while it runs', async () => {
  await stream('some', { IncludeFilters: [{ Namespace: 'Shop', MetricNames: ['Orders'] }, { Namespace: 'AWS/Lambda' }] });
  await stream('others', { ExcludeFilters: [{ Namespace: 'Shop' }] });
  const names = async (name: string) => lines(await sent(name)).map((line) => (line as { metric_name: string }).metric_name);
  await put('Orders', [1]);
  await put('Latency', [1]);
  await put('Visits', [1], {}, 'Site');
  expect(await names('some')).toEqual(['Orders']);
  expect(await names('others')).not.toContain('Orders');
  await client.stopMetricStreams({ Names: ['some', 'others', 'absent'] });
  expect((await client.getMetricStream({ Name: 'some' })).State).toBe('stopped');
  await put('Orders', [2]);
  expect(await names('some')).toEqual(['Orders']);
  await client.startMetricStreams({ Names: ['some'] });
  await put('Orders', [3]);
  expect(await names('some')).toEqual(['Orders', 'Orders']);
  const { Entries = [] } = await client.listMetricStreams({});
  expect(Entries.map(({ Name, State }) => [Name, State])).toEqual([
    ['others', 'stopped'],
    ['some', 'running'],
  ]);
  for (const Name of ['some', 'others', 'absent']) await client.deleteMetricStream({ Name });
});

const value = {
  1: field('text', 'string'),
  6: field('map', () => ({ 1: list('values', () => ({ 1: field('key', 'string'), 2: field('value', () => value) })) })),
} as never;
const pair = () => ({ 1: field('key', 'string'), 2: field('value', () => value) });
const point = () => ({
  ...{ 1: list('labels', () => ({ 1: field('key', 'string'), 2: field('value', 'string') })), 7: list('attributes', pair) },
  ...{ 2: field('start', 'fixed64'), 3: field('end', 'fixed64'), 4: field('count', 'fixed64'), 5: field('sum', 'double') },
  6: list('quantiles', () => ({ 1: field('quantile', 'double'), 2: field('value', 'double') })),
});
const metric = () => ({
  1: field('name', 'string'),
  3: field('unit', 'string'),
  11: field('summary', () => ({ 1: list('points', point) })),
});
const REQUEST = {
  1: list('resources', () => ({
    1: field('resource', () => ({ 1: list('attributes', pair) })),
    2: list('scopes', () => ({ 2: list('metrics', metric) })),
  })),
};

it.each(['opentelemetry1.0', 'opentelemetry0.7'] as const)('sends messages of %s, each behind its length', async (OutputFormat) => {
  const Name = OutputFormat.replace('.', '-');
  const StatisticsConfigurations = [{ IncludeMetrics: [{ Namespace: 'Shop', MetricName: 'Latency' }], AdditionalStatistics: ['p50'] }];
  await stream(Name, { OutputFormat, IncludeFilters: [{ Namespace: 'Shop' }], StatisticsConfigurations });
  const minute = Math.floor(streams.emulator.clock.now() / 60_000) * 60_000;
  await put('Latency', [1, 2, 6], { Dimensions: [{ Name: 'City', Value: 'Ulm' }] });
  const bytes = await sent(Name);
  // Two bytes hold the length
  const length = (bytes[0]! & 127) + (bytes[1]! << 7);
  expect(length).toBe(bytes.length - 2);
  const read = readProtobuf(bytes.subarray(2), REQUEST) as never as { resources: { scopes: { metrics: object[] }[]; resource: object }[] };
  expect(read.resources[0]?.resource).toMatchObject({
    attributes: [
      { key: 'cloud.provider', value: { text: 'aws' } },
      { value: { text: '000000000000' } },
      { value: { text: 'us-east-1' } },
      { key: 'aws.exporter.arn' },
    ],
  });
  const isCurrent = OutputFormat.endsWith('1.0');
  expect(read.resources[0]?.scopes[0]?.metrics).toMatchObject([
    {
      ...{ name: 'amazonaws.com/Shop/Latency', unit: 'ms' },
      summary: {
        points: [
          {
            ...{ start: `${minute}000000`, end: `${minute + 60_000}000000`, count: '3', sum: 9 },
            quantiles: [{ value: 1 }, { quantile: 0.5, value: 2 }, { quantile: 1, value: 6 }],
            ...(isCurrent
              ? {
                  attributes: [
                    { key: 'Namespace', value: { text: 'Shop' } },
                    { key: 'MetricName' },
                    { key: 'Dimensions', value: { map: { values: [{ key: 'City', value: { text: 'Ulm' } }] } } },
                  ],
                }
              : {
                  labels: [
                    { key: 'Namespace', value: 'Shop' },
                    { key: 'MetricName', value: 'Latency' },
                    { key: 'City', value: 'Ulm' },
                  ],
                }),
          },
        ],
      },
    },
  ]);
  await client.deleteMetricStream({ Name });
});

it('refuses what is no stream, and tells of points that are lost', async () => {
  const FirehoseArn = 'arn:aws:firehose:us-east-1:000000000000:deliverystream/gone';
  const given = { Name: 'lost', FirehoseArn, RoleArn: ROLE, OutputFormat: 'json' } as const;
  const filters = [{ Namespace: 'Shop' }];
  const code = (more: object) =>
    client.putMetricStream({ ...given, ...more }).then(
      () => 'taken',
      ({ name }: Error) => name,
    );
  expect(await code({ IncludeFilters: filters, ExcludeFilters: filters })).toBe('InvalidParameterCombinationException');
  const tm = [{ IncludeMetrics: [{ Namespace: 'Shop', MetricName: 'Latency' }], AdditionalStatistics: ['tm90'] }];
  expect(await code({ OutputFormat: 'xml' })).toBe('ValidationException');
  for (const more of [{ FirehoseArn: ROLE }, { OutputFormat: 'opentelemetry1.0', StatisticsConfigurations: tm }])
    expect(await code(more)).toBe('InvalidParameterValueException');
  await expect(client.getMetricStream({ Name: 'lost' })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  await client.putMetricStream(given);
  await put('Orders', [1]);
  await streams.emulator.clock.advance('1m');
  await streams.emulator.idle();
  expect(streams.emulator.lines.join('\n')).toMatch(/The metric stream lost lost \d* ?.*point/);
});
