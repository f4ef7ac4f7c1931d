// Metrics: values in, statistics out; units, labels, pages, protocols.
import { gzipSync } from 'node:zlib';
import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const MINUTE_MS = 60_000;
let emulator: TestEmulator;
let client: CloudWatch;
/** The start of the present minute: the clock stands still. */
let now: Date;
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
  client = emulator.client(CloudWatch);
  await emulator.clock.advance('20d');
  now = new Date(emulator.clock.now());
});
afterAll(() => emulator.stop());

const minutesAgo = (minutes: number): Date => new Date(now.getTime() - minutes * MINUTE_MS);
const span = () => ({ StartTime: minutesAgo(10), EndTime: new Date(now.getTime() + MINUTE_MS) });
const put = (Namespace: string, ...MetricData: NonNullable<Parameters<CloudWatch['putMetricData']>[0]['MetricData']>) =>
  client.putMetricData({ Namespace, MetricData });
const statistics = (Namespace: string, MetricName: string, more: object = {}) =>
  client.getMetricStatistics({ Namespace, MetricName, Period: 60, Statistics: ['Sum'], ...span(), ...more });
const query = (Id: string, Namespace: string, MetricName: string, Stat = 'Sum', Period = 60, more: object = {}) => ({
  Id,
  MetricStat: { Metric: { Namespace, MetricName, ...more }, Stat, Period },
});

it('sums the values of a minute, with counts and with statistics of the client', async () => {
  await put(
    'sums',
    { MetricName: 'm', Value: 4 },
    { MetricName: 'm', Values: [1, 2], Counts: [3, 0.5] },
    { MetricName: 'm', StatisticValues: { SampleCount: 2, Sum: 10, Minimum: 3, Maximum: 7 } },
    { MetricName: 'm', Value: 100, Timestamp: minutesAgo(5) },
  );
  const { Datapoints, Label } = await statistics('sums', 'm', { Statistics: ['SampleCount', 'Sum', 'Minimum', 'Maximum', 'Average'] });
  expect(Label).toBe('m');
  expect(Datapoints).toMatchObject([
    { Timestamp: minutesAgo(5), Sum: 100, SampleCount: 1 },
    { Timestamp: now, SampleCount: 6.5, Sum: 18, Minimum: 1, Maximum: 7, Average: 18 / 6.5, Unit: 'None' },
  ]);
});

it('finds a metric by exactly its dimensions, in any order', async () => {
  const Dimensions = [
    { Name: 'b', Value: '2' },
    { Name: 'a', Value: '1' },
  ];
  await put('dimensions', { MetricName: 'm', Value: 1, Dimensions });
  const points = async (dimensions?: typeof Dimensions) => (await statistics('dimensions', 'm', { Dimensions: dimensions })).Datapoints;
  expect(await points()).toEqual([]);
  expect(await points(Dimensions.slice(1))).toEqual([]);
  expect(await points([...Dimensions].reverse())).toMatchObject([{ Sum: 1 }]);
  const { Metrics } = await client.listMetrics({ Namespace: 'dimensions', Dimensions: [{ Name: 'a' }] });
  expect(Metrics).toEqual([{ Namespace: 'dimensions', MetricName: 'm', Dimensions: [...Dimensions].reverse() }]);
  expect((await client.listMetrics({ Namespace: 'dimensions', Dimensions: [{ Name: 'c' }] })).Metrics).toEqual([]);
});

it('keeps units apart: a point each in statistics, the first with a message in GetMetricData', async () => {
  await put('units', { MetricName: 'm', Value: 1, Unit: 'Seconds' }, { MetricName: 'm', Value: 5, Unit: 'Milliseconds' });
  expect((await statistics('units', 'm')).Datapoints).toMatchObject([
    { Sum: 5, Unit: 'Milliseconds' },
    { Sum: 1, Unit: 'Seconds' },
  ]);
  const { MetricDataResults } = await client.getMetricData({ ...span(), MetricDataQueries: [query('q', 'units', 'm')] });
  expect(MetricDataResults).toMatchObject([
    { Id: 'q', Values: [5], Messages: [{ Code: 'MultipleUnits', Value: "Multiple units returned: '[Milliseconds, Seconds]'" }] },
  ]);
});

it('labels what differs, and fills in labels of the client', async () => {
  await put('labels', { MetricName: 'metric1', Value: 3 }, { MetricName: 'metric1', Value: 5 });
  const labels = async (...queries: object[]) =>
    (await client.getMetricData({ ...span(), MetricDataQueries: queries as never })).MetricDataResults?.map(({ Label }) => Label);
  expect(await labels(query('a', 'labels', 'metric1'))).toEqual(['metric1']);
  expect(await labels(query('a', 'labels', 'metric1', 'Sum', 60), query('b', 'labels', 'metric1', 'Average', 300))).toEqual([
    'metric1 Sum 60',
    'metric1 Average 300',
  ]);
  const Label = "max ${MAX} of ${PROP('MetricName')}, ${OTHER}";
  expect(await labels({ ...query('a', 'labels', 'metric1'), Label })).toEqual(['max 8 of metric1, ${OTHER}']);
  expect(await labels(query('a', 'labels', 'metric1'), { Id: 'e', Expression: 'a * 2' })).toEqual(['metric1', 'e']);
});

it('evaluates expressions and searches', async () => {
  const Dimensions = (Value: string) => [{ Name: 'Server', Value }];
  await put(
    'search',
    { MetricName: 'RequestCount', Value: 3, Dimensions: Dimensions('a') },
    { MetricName: 'RequestCount', Value: 4, Dimensions: Dimensions('b') },
  );
  const expression = async (Expression: string, more: object[] = []) =>
    (
      await client.getMetricData({ ...span(), MetricDataQueries: [...more, { Id: 'e', Expression, Period: 60 }] as never })
    ).MetricDataResults?.filter(({ Id }) => Id === 'e');
  expect(await expression("SUM(SEARCH('{search,Server} request', 'Sum'))")).toMatchObject([{ Values: [7], StatusCode: 'Complete' }]);
  expect(await expression(`SEARCH('{search,Server} MetricName="RequestCount" NOT b', 'Sum')`)).toMatchObject([{ Values: [3] }]);
  expect(await expression("SEARCH('{search} request', 'Sum')")).toEqual([]);
  const m = query('m', 'search', 'RequestCount', 'Sum', 60, { Dimensions: Dimensions('a') });
  expect(await expression('FILL(m, 1)', [{ ...m, ReturnData: false }])).toMatchObject([{ Values: [3, ...Array(10).fill(1)] }]);
  await expect(expression('m9 + 1')).rejects.toMatchObject({
    name: 'ValidationException',
    message: "Error in expression 'e': Undefined variable 'm9'",
  });
  await expect(expression('SELECT AVG(x) FROM y')).rejects.toThrow(/Metrics Insights/);
  await expect(expression('5')).rejects.toThrow(/time series/);
});

it('answers newest first, in pages', async () => {
  await put('pages', ...[4, 3, 2, 1].map((minutes) => ({ MetricName: 'm', Value: minutes, Timestamp: minutesAgo(minutes) })));
  const page = (NextToken?: string, ScanBy?: 'TimestampAscending') =>
    client.getMetricData({
      ...span(),
      ScanBy,
      NextToken,
      MaxDatapoints: 3,
      MetricDataQueries: [query('a', 'pages', 'm'), query('b', 'pages', 'm', 'Maximum')],
    });
  const first = await page();
  expect(first.MetricDataResults).toMatchObject([{ Id: 'a', Values: [1, 2, 3], StatusCode: 'PartialData' }]);
  const second = await page(first.NextToken);
  expect(second.MetricDataResults).toMatchObject([
    { Id: 'a', Values: [4], StatusCode: 'Complete' },
    { Id: 'b', Values: [1, 2], StatusCode: 'PartialData' },
  ]);
  expect((await page(second.NextToken)).NextToken).toBeUndefined();
  expect((await page(undefined, 'TimestampAscending')).MetricDataResults).toMatchObject([{ Values: [4, 3, 2] }]);
  await expect(page('nonsense')).rejects.toMatchObject({ name: 'InvalidNextToken' });
});

it('reads seconds for three hours, and minutes after them', async () => {
  const at = (seconds: number) => new Date(now.getTime() - 7200_000 + seconds * 1000);
  await put('seconds', ...[0, 1, 30].map((seconds) => ({ MetricName: 'm', Value: 1, StorageResolution: 1, Timestamp: at(seconds) })));
  const read = (Period: number) =>
    client.getMetricStatistics({ Namespace: 'seconds', MetricName: 'm', Period, Statistics: ['Sum'], StartTime: at(0), EndTime: at(60) });
  expect((await read(1)).Datapoints).toHaveLength(3);
  expect((await read(30)).Datapoints).toMatchObject([{ Sum: 2 }, { Sum: 1 }]);
  await emulator.clock.advance('2h');
  expect((await read(1)).Datapoints).toEqual([]);
  expect((await read(60)).Datapoints).toMatchObject([{ Sum: 3 }]);
  // A new value moves the old ones into their minute.
  await put('seconds', { MetricName: 'm', Value: 1 });
  expect((await read(60)).Datapoints).toMatchObject([{ Sum: 3 }]);
  now = new Date(emulator.clock.now());
});

it('unlists what was silent for two weeks', async () => {
  await put('silent', { MetricName: 'm', Value: 1 });
  const listed = async (more: object = {}) => (await client.listMetrics({ Namespace: 'silent', ...more })).Metrics?.length;
  expect(await listed()).toBe(1);
  await emulator.clock.advance('4h');
  expect(await listed({ RecentlyActive: 'PT3H' })).toBe(0);
  expect(await listed()).toBe(1);
  await emulator.clock.advance('14d');
  expect(await listed()).toBe(0);
  now = new Date(emulator.clock.now());
});

it('refuses what the cloud refuses, in its words', async () => {
  const wrong = (datum: object) => put('wrong', { MetricName: 'm', ...datum });
  await expect(wrong({ Value: 1, Values: [1] })).rejects.toMatchObject({
    name: 'InvalidParameterCombinationException',
    message: 'The parameters MetricData.member.1.Value and MetricData.member.1.Values are mutually exclusive and you have specified both.',
  });
  await expect(wrong({ Values: [1, 2], Counts: [1] })).rejects.toMatchObject({
    name: 'InvalidParameterValueException',
    message: 'The parameters MetricData.member.1.Values and MetricData.member.1.Counts must be of the same size.',
  });
  await expect(wrong({})).rejects.toMatchObject({ name: 'MissingRequiredParameterException' });
  await expect(wrong({ Value: 1, Timestamp: minutesAgo(15 * 1440) })).rejects.toThrow(/past two weeks/);
  await expect(wrong({ Value: 1, Timestamp: minutesAgo(-121) })).rejects.toThrow(/two hours in the future/);
  await expect(wrong({ Value: Number.NaN })).rejects.toThrow(/is invalid/);
  await expect(put('AWS/Own', { MetricName: 'm', Value: 1 })).rejects.toThrow('The value AWS/Own for parameter Namespace is invalid.');
  await expect(statistics('wrong', 'm', { StartTime: now, EndTime: now })).rejects.toThrow(
    'The parameter StartTime must be less than the parameter EndTime.',
  );
  await expect(statistics('wrong', 'm', { Period: 1, StartTime: minutesAgo(1440), EndTime: now })).rejects.toMatchObject({
    name: 'InvalidParameterCombinationException',
    message:
      'You have requested up to 86400 datapoints, which exceeds the limit of 1440. You may reduce the datapoints requested by increasing Period, or decreasing the time range.',
  });
  await expect(statistics('wrong', 'm', { ExtendedStatistics: ['p50'] })).rejects.toMatchObject({
    name: 'InvalidParameterCombinationException',
  });
  await expect(statistics('wrong', 'm', { Statistics: undefined, ExtendedStatistics: ['p101'] })).rejects.toThrow(/p101/);
});

it('takes compressed requests, and the query protocol of older clients', async () => {
  const authorization = 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/monitoring/aws4_request, SignedHeaders=host, Signature=0';
  const body = gzipSync(
    JSON.stringify({ Namespace: 'wire', MetricData: [{ MetricName: 'm', Value: 7, Timestamp: now.getTime() / 1000 }] }),
  );
  const compressed = await fetch(emulator.url, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'GraniteServiceVersion20100801.PutMetricData',
      'content-encoding': 'gzip',
      'x-amzn-query-mode': 'true',
    },
    body,
  });
  expect(compressed.status).toBe(200);
  const form = (fields: Record<string, string>) =>
    fetch(emulator.url, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ Version: '2010-08-01', ...fields }),
    });
  const read = await form({
    ...{ Action: 'GetMetricStatistics', Namespace: 'wire', MetricName: 'm', Period: '60', 'Statistics.member.1': 'Sum' },
    ...{ StartTime: minutesAgo(1).toISOString(), EndTime: minutesAgo(-1).toISOString() },
  });
  expect(await read.text()).toMatch(/<Sum>7(\.0)?<\/Sum>/);
  const refused = await form({ Action: 'PutMetricData', Namespace: 'AWS/x', 'MetricData.member.1.MetricName': 'm' });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('<Code>InvalidParameterValue</Code>')]);
});
