import { afterAll, beforeAll, expect, it } from 'vitest';
import { processing, processor, type StoredObject, type Streams, useStreams } from './use-streams.ts';

let streams: Streams;

beforeAll(async () => {
  streams = await useStreams();
});
afterAll(() => streams.emulator.stop());

const partitioned = (Prefix: string, query: string, ...processors: ReturnType<typeof processor>[]) => ({
  Prefix,
  ErrorOutputPrefix: 'errors/!{firehose:error-output-type}/',
  BufferingHints: { SizeInMBs: 64, IntervalInSeconds: 60 },
  DynamicPartitioningConfiguration: { Enabled: true },
  ...processing(...processors, processor('MetadataExtraction', { MetadataExtractionQuery: query, JsonParsingEngine: 'JQ-1.6' })),
});

const byFolder = (objects: readonly StoredObject[]) =>
  Object.fromEntries(objects.map(({ key, bytes }) => [key.slice(0, key.lastIndexOf('/') + 1), bytes.toString()]));
const failures = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { errorCode: string; errorMessage: string; rawData: string });

it('groups records by the keys that a query extracts', async () => {
  await streams.create(
    'grouped',
    partitioned(
      'customer=!{partitionKeyFromQuery:customer}/year=!{partitionKeyFromQuery:year}/',
      '{customer: .customer.id, year: .at | strftime("%Y")} # by customer and year',
      processor('AppendDelimiterToRecord'),
    ),
  );
  const record = (id: unknown, at: number) => JSON.stringify({ customer: { id }, at });
  await streams.put('grouped', record('a', 0), record(7, 0), record('a', 86_400 * 366), record('a', 1));
  expect(byFolder(await streams.delivered('grouped'))).toEqual({
    'customer=a/year=1970/': `${record('a', 0)}\n${record('a', 1)}`,
    'customer=a/year=1971/': record('a', 86_400 * 366),
    'customer=7/year=1970/': record(7, 0),
  });
});

it('tells of records without keys in error objects', async () => {
  await streams.create('keyless', partitioned('!{partitionKeyFromQuery:k}/', '{k: .k}'));
  await streams.put('keyless', '{"k":"a"}', 'no json', '{"k":null}', '{"other":1}', '[1]');
  const folders = byFolder(await streams.delivered('keyless'));
  expect(folders['a/']).toBe('{"k":"a"}');
  const failed = failures(folders['errors/metadata-extraction-failed/']!);
  expect(failed.map(({ errorMessage }) => errorMessage)).toEqual([
    'Non JSON record provided',
    'partitionKeys values must not be null or empty',
    'partitionKeys values must not be null or empty',
    'The query did not make an object of partition keys',
  ]);
  expect(failed[0]).toMatchObject({
    errorCode: 'DynamicPartitioning.MetadataExtractionFailed',
    attemptsMade: 1,
    rawData: Buffer.from('no json').toString('base64'),
  });
});

it('takes records apart that hold several documents, or texts with a delimiter', async () => {
  const json = processor('RecordDeAggregation', { SubRecordType: 'JSON' });
  await streams.create('documents', partitioned('!{partitionKeyFromQuery:k}/', '{k: .k}', json));
  await streams.put('documents', '{"k":"a","t":"}{"}{"k":"b"}\n{"k":"a"}');
  expect(byFolder(await streams.delivered('documents'))).toEqual({ 'a/': '{"k":"a","t":"}{"}{"k":"a"}', 'b/': '{"k":"b"}' });
  const delimited = processor('RecordDeAggregation', { SubRecordType: 'DELIMITED', Delimiter: Buffer.from('####').toString('base64') });
  await streams.create('delimited', partitioned('!{partitionKeyFromQuery:k}/', '{k: .k}', delimited));
  await streams.put('delimited', '{"k":"a"}####{"k":"b"}');
  expect(byFolder(await streams.delivered('delimited'))).toEqual({ 'a/': '{"k":"a"}', 'b/': '{"k":"b"}' });
});

it('refuses a query that is no program', async () => {
  await expect(streams.create('broken', partitioned('!{partitionKeyFromQuery:k}/', '{k: .k'))).rejects.toMatchObject({
    name: 'InvalidArgumentException',
    message: expect.stringMatching(/MetadataExtractionQuery/),
  });
});

it('survives queries that never end or take all memory, and goes on with others', async () => {
  const hostile = { endless: '{k: (def f: f; f)}', greedy: '{k: ([range(100000000)] | length)}' };
  for (const [name, query] of Object.entries(hostile)) {
    await streams.create(name, partitioned('!{partitionKeyFromQuery:k}/', query));
    await streams.put(name, '{"k":"a"}');
    const folders = byFolder(await streams.delivered(name));
    expect(failures(folders['errors/metadata-extraction-failed/']!)).toHaveLength(1);
  }
  await streams.put('grouped', '{"customer":{"id":"later"},"at":0}');
  expect(byFolder(await streams.delivered('grouped'))).toHaveProperty(['customer=later/year=1970/']);
});
