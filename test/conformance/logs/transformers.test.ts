// Log transformers: each processor with the examples of the guide, what a configuration may be, and who sees transformed events.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CloudWatch-Logs-Transformation-Processors.html
import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogs, type Processor } from '@aws-sdk/client-cloudwatch-logs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { untilPasses } from '../../support/until-passes.ts';

let emulator: TestEmulator;
let logs: CloudWatchLogs;
beforeAll(async () => {
  emulator = await startTestEmulator();
  logs = emulator.client(CloudWatchLogs);
});
afterAll(() => emulator.stop());

const JSON_FIRST: Processor = { parseJSON: {} };
const test = async (message: string, ...transformerConfig: Processor[]): Promise<unknown> => {
  const { transformedLogs } = await logs.testTransformer({ transformerConfig, logEventMessages: [message] });
  return JSON.parse(transformedLogs![0]!.transformedEventMessage!);
};
const INNER = JSON.stringify({ outer_key: { inner_key: 'inner_value' } });

/** Title, message, processors, outcome. */
const CASES: readonly (readonly [string, string, readonly Processor[], unknown])[] = [
  ['parseJSON below a key', INNER, [{ parseJSON: { destination: 'new_key' } }], { new_key: { outer_key: { inner_key: 'inner_value' } } }],
  [
    'grok with dots in names',
    '293750 server-01.internal-network.local OK "[Thread-000] token generated"',
    [{ grok: { match: '%{NUMBER:version} %{HOSTNAME:host.name} %{NOTSPACE:status} %{QUOTEDSTRING:logMsg}' } }],
    { version: '293750', host: { name: 'server-01.internal-network.local' }, status: 'OK', logMsg: '"[Thread-000] token generated"' },
  ],
  [
    'grok of an access log',
    '127.0.0.1 - frank [10/Oct/2023:13:55:36 -0700] "GET /a.gif HTTP/1.0" 200 2326',
    [{ grok: { match: '%{APACHE_ACCESS_LOG}' } }],
    expect.objectContaining({ clientip: '127.0.0.1', auth: 'frank', verb: 'GET', request: '/a.gif', response: '200', bytes: '2326' }),
  ],
  [
    'csv',
    "'Akua Mansa',28,'New York, USA'",
    [{ csv: { quoteCharacter: "'" } }],
    { column_1: 'Akua Mansa', column_2: '28', column_3: 'New York, USA' },
  ],
  [
    'copyValue of an object into itself, which changes alone',
    '{"a":{"b":" x "}}',
    [JSON_FIRST, { copyValue: { entries: [{ source: 'a', target: 'a.copy' }] } }, { trimString: { withKeys: ['a.b'] } }],
    { a: { b: 'x', copy: { b: ' x ' } } },
  ],
  ['csv with columns', 'a;b', [{ csv: { delimiter: ';', columns: ['x', 'y'] } }], { x: 'a', y: 'b' }],
  [
    'parseKeyValue',
    'key1:value1!key2:value2!key3:value3!key4',
    [
      {
        parseKeyValue: {
          destination: 'new_key',
          fieldDelimiter: '!',
          keyValueDelimiter: ':',
          nonMatchValue: 'defaultValue',
          keyPrefix: 'parsed_',
        },
      },
    ],
    { new_key: { parsed_key1: 'value1', parsed_key2: 'value2', parsed_key3: 'value3', parsed_key4: 'defaultValue' } },
  ],
  [
    'parsePostgres',
    '2019-03-10 03:54:59 UTC:10.0.0.123(52834):postgres@logtestdb:[20175]:ERROR: column "wrong_column_name" does not exist',
    [{ parsePostgres: {} }],
    {
      logTime: '2019-03-10 03:54:59 UTC',
      srcIp: '10.0.0.123(52834)',
      userName: 'postgres',
      dbName: 'logtestdb',
      processId: '20175',
      logLevel: 'ERROR',
    },
  ],
  [
    'parseVPC',
    '2 123456789010 eni-abc123de 192.0.2.0 192.0.2.24 20641 22 6 20 4249 1418530010 1418530070 ACCEPT OK',
    [{ parseVPC: {} }],
    expect.objectContaining({ version: 2, accountId: '123456789010', srcPort: 20641, bytes: 4249, action: 'ACCEPT', logStatus: 'OK' }),
  ],
  [
    'parseRoute53',
    '1.0 2017-12-13T08:15:50.235Z Z123412341234 example.com AAAA NOERROR TCP IAD12 192.0.2.0 198.51.100.0/24',
    [{ parseRoute53: {} }],
    expect.objectContaining({ version: 1, hostZoneId: 'Z123412341234', queryType: 'AAAA', resolverIp: '192.0.2.0' }),
  ],
  [
    'parseCloudfront',
    `2019-12-04\t21:02:31\tLAX1\t392\t192.0.2.24\tGET\td111.cloudfront.net\t/index.html\t200\t-\tMozilla/5.0%20(Windows)\t-\t-\t${'-\t'.repeat(19)}-`,
    [{ parseCloudfront: {} }],
    expect.objectContaining({ 'sc-bytes': 392, 'cs-method': 'GET', 'cs(User-Agent)': 'Mozilla/5.0 (Windows)', 'sc-status': 200 }),
  ],
  [
    'parseWAF',
    JSON.stringify({ action: 'BLOCK', httpRequest: { clientIp: '1.1.1.1', headers: [{ name: 'Host', value: 'localhost:1989' }] } }),
    [{ parseWAF: {} }],
    { action: 'BLOCK', httpRequest: { clientIp: '1.1.1.1', headers: { Host: 'localhost:1989' } } },
  ],
  [
    'addKeys',
    INNER,
    [JSON_FIRST, { addKeys: { entries: [{ key: 'outer_key.new_key', value: 'new_value' }] } }],
    { outer_key: { inner_key: 'inner_value', new_key: 'new_value' } },
  ],
  ['deleteKeys', INNER, [JSON_FIRST, { deleteKeys: { withKeys: ['outer_key.inner_key'] } }], { outer_key: {} }],
  [
    'moveKeys',
    JSON.stringify({ a: { b: 'x' }, c: { d: 'y' } }),
    [JSON_FIRST, { moveKeys: { entries: [{ source: 'a.b', target: 'c' }] } }],
    { a: {}, c: { d: 'y', b: 'x' } },
  ],
  [
    'renameKeys',
    INNER,
    [JSON_FIRST, { renameKeys: { entries: [{ key: 'outer_key', renameTo: 'new_key' }] } }],
    { new_key: { inner_key: 'inner_value' } },
  ],
  [
    'copyValue, of metadata, too',
    INNER,
    [
      JSON_FIRST,
      {
        copyValue: {
          entries: [
            { source: 'outer_key.inner_key', target: 'copy' },
            { source: '@regionName', target: 'where' },
          ],
        },
      },
    ],
    { outer_key: { inner_key: 'inner_value' }, copy: 'inner_value', where: 'us-east-1' },
  ],
  [
    'listToMap',
    JSON.stringify({
      list: [
        { name: 'a', value: 'v1' },
        { name: 'b', value: 'v2' },
        { name: 'b', value: 'v3' },
      ],
    }),
    [
      JSON_FIRST,
      { listToMap: { source: 'list', key: 'name', valueKey: 'value', target: 'map', flatten: true, flattenedElement: 'last' } },
      { deleteKeys: { withKeys: ['list'] } },
    ],
    { map: { a: 'v1', b: 'v3' } },
  ],
  [
    'texts',
    JSON.stringify({ a: ' Trim ', b: 'one,two', c: 'x-y-z', d: 'LOW', e: 'up' }),
    [
      JSON_FIRST,
      { trimString: { withKeys: ['a'] } },
      { splitString: { entries: [{ source: 'b', delimiter: ',' }] } },
      { substituteString: { entries: [{ source: 'c', from: '-', to: '_' }] } },
      { lowerCaseString: { withKeys: ['d'] } },
      { upperCaseString: { withKeys: ['e'] } },
    ],
    { a: 'Trim', b: ['one', 'two'], c: 'x_y_z', d: 'low', e: 'UP' },
  ],
  [
    'typeConverter',
    JSON.stringify({ i: '7', d: '1.5', b: 'true', s: 3, no: 'x' }),
    [
      JSON_FIRST,
      {
        typeConverter: {
          entries: [
            { key: 'i', type: 'integer' },
            { key: 'd', type: 'double' },
            { key: 'b', type: 'boolean' },
            { key: 's', type: 'string' },
            { key: 'no', type: 'integer' },
          ],
        },
      },
    ],
    { i: 7, d: 1.5, b: true, s: '3', no: 'x' },
  ],
  [
    'dateTimeConverter between zones',
    JSON.stringify({ time: 'Fri 10 Oct 2025 13:55:36' }),
    [
      JSON_FIRST,
      {
        dateTimeConverter: {
          ...{ source: 'time', target: 'at', matchPatterns: ["yyyy-MM-dd'T'HH:mm:ssXXX", 'EEE dd MMM yyyy HH:mm:ss'] },
          ...{ sourceTimezone: 'America/New_York', targetTimezone: 'UTC' },
        },
      },
    ],
    { time: 'Fri 10 Oct 2025 13:55:36', at: '2025-10-10T17:55:36.000Z' },
  ],
];

it.each(CASES)('%s', async (_, message, processors, outcome) => {
  expect(await test(message, ...processors)).toEqual(outcome);
});

describe('a configuration', () => {
  const refused: readonly (readonly [Processor[], RegExp])[] = [
    [[{ trimString: { withKeys: ['a'] } }], /first processor must be a parser/],
    [[JSON_FIRST, { parseVPC: {} }], /must be the first/],
    [[JSON_FIRST, JSON_FIRST, JSON_FIRST, JSON_FIRST, JSON_FIRST, JSON_FIRST], /at most 5 parsers/],
    [[{ grok: { match: '%{NUMBER:a}' } }, { grok: { match: '%{NUMBER:b}' } }], /only one grok/],
    [[{ grok: { match: '%{NOTHING:a}' } }], /no pattern NOTHING/],
    [[{ parseJSON: { destination: 'a.b.c.d' } }], /more than 3 levels/],
    [[{ parseToOCSF: { eventSource: 'VPCFlow', ocsfVersion: 'V1.1' } }], /parseToOCSF is not emulated/],
  ];
  it.each(refused)('is refused: %j', async (transformerConfig, message) => {
    await expect(logs.testTransformer({ transformerConfig, logEventMessages: ['x'] })).rejects.toThrow(message);
  });
});

it('is kept, told, changed and deleted', async () => {
  const logGroupIdentifier = 'kept';
  await logs.createLogGroup({ logGroupName: 'kept' });
  await expect(logs.deleteTransformer({ logGroupIdentifier })).rejects.toThrow('The specified transformer does not exist.');
  await logs.putTransformer({ logGroupIdentifier, transformerConfig: [JSON_FIRST] });
  const told = await logs.getTransformer({ logGroupIdentifier });
  expect(told).toMatchObject({ transformerConfig: [JSON_FIRST], creationTime: expect.any(Number) });
  await logs.deleteTransformer({ logGroupIdentifier });
  expect((await logs.getTransformer({ logGroupIdentifier })).transformerConfig).toBeUndefined();
  await expect(logs.getTransformer({ logGroupIdentifier: 'nowhere' })).rejects.toThrow('The specified log group does not exist.');
});

it('is seen by metric filters and queries, and leaves the message as it was', async () => {
  const logGroupName = 'orders';
  await logs.createLogGroup({ logGroupName });
  await logs.createLogStream({ logGroupName, logStreamName: 's' });
  await logs.putTransformer({
    logGroupIdentifier: logGroupName,
    transformerConfig: [{ parseKeyValue: { fieldDelimiter: ' ' } }, { typeConverter: { entries: [{ key: 'total', type: 'integer' }] } }],
  });
  for (const applyOnTransformedLogs of [true, false])
    await logs.putMetricFilter({
      ...{ logGroupName, filterName: `f-${applyOnTransformedLogs}`, filterPattern: '{ $.total > 5 }', applyOnTransformedLogs },
      metricTransformations: [{ metricName: `m-${applyOnTransformedLogs}`, metricNamespace: 'Shop', metricValue: '$.total' }],
    });
  const timestamp = emulator.clock.now();
  await logs.putLogEvents({
    logGroupName,
    logStreamName: 's',
    logEvents: [
      { timestamp, message: 'state=new total=7' },
      { timestamp, message: 'state=old total=1' },
    ],
  });
  const { Metrics = [] } = await emulator.client(CloudWatch).listMetrics({ Namespace: 'Shop' });
  expect(Metrics.map(({ MetricName }) => MetricName)).toEqual(['m-true']);
  const { events } = await logs.filterLogEvents({ logGroupName });
  expect(events?.map(({ message }) => message)).toEqual(['state=new total=7', 'state=old total=1']);
  const { queryId } = await logs.startQuery({
    logGroupName,
    startTime: 0,
    endTime: timestamp,
    queryString: 'filter state = "new" | fields state, total, @message',
  });
  await untilPasses(async () => {
    const { status, results = [] } = await logs.getQueryResults({ queryId });
    expect(status).toBe('Complete');
    expect(results[0]?.slice(0, 3).map(({ value }) => value)).toEqual(['new', '7', 'state=new total=7']);
  });
});
