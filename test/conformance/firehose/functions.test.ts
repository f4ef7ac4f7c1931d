import { afterAll, beforeAll, expect, it } from 'vitest';
import { zipOf } from '../lambda/fixture.ts';
import { processing, processor, ROLE, type Streams, textsOf, useStreams } from './use-streams.ts';

let streams: Streams;
let arn: string;

const CODE = `exports.handler = async (event) => {
  const read = ({ data }) => Buffer.from(data, 'base64').toString();
  if (event.records.some((record) => read(record) === 'throw')) throw new Error('no');
  if (event.records.some((record) => read(record) === 'nothing')) return null;
  return { records: event.records.flatMap((record) => {
    const text = read(record);
    const ok = (value) => ({ recordId: record.recordId, result: 'Ok', data: Buffer.from(value).toString('base64') });
    if (text === 'drop') return [{ recordId: record.recordId, result: 'Dropped', data: record.data }];
    if (text === 'fail') return [{ recordId: record.recordId, result: 'ProcessingFailed', data: record.data }];
    if (text === 'forget') return [];
    if (text === 'twice') return [ok(text), ok(text)];
    if (text === 'event') return [ok(JSON.stringify(event))];
    return [{ ...ok(text.toUpperCase()), metadata: { partitionKeys: { first: text[0] } } }];
  }) };
};`;

beforeAll(async () => {
  streams = await useStreams();
  const { FunctionArn } = await streams.lambda.createFunction({
    FunctionName: 'transform',
    Runtime: 'nodejs22.x',
    Handler: 'index.handler',
    Role: ROLE,
    Code: { ZipFile: zipOf({ 'index.js': CODE }) },
  });
  arn = FunctionArn!;
});
afterAll(() => streams.emulator.stop());

const transforming = (more: Record<string, string> = {}) => processing(processor('Lambda', { LambdaArn: arn, ...more }));
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it('delivers what the function returns, without what it drops, and tells of what failed', async () => {
  await streams.create('transformed', { Prefix: 'data/', ...transforming() });
  await streams.put('transformed', 'one', 'drop', 'fail', 'forget', 'twice', 'two');
  const objects = await streams.delivered('transformed');
  const data = objects.find(({ key }) => key.startsWith('data/2'))!;
  expect(data.bytes.toString()).toBe('ONETWO');
  const errors = objects.find(({ key }) => key.startsWith('data/processing-failed/2'))!;
  const common = { attemptsMade: 1, lambdaARN: arn, arrivalTimestamp: expect.any(Number), attemptEndingTimestamp: expect.any(Number) };
  const failed = (rawData: string, errorCode: string, errorMessage: unknown) => ({
    ...common,
    errorCode,
    errorMessage,
    rawData: Buffer.from(rawData).toString('base64'),
  });
  expect(linesOf(errors.bytes.toString())).toEqual([
    failed('fail', 'Lambda.ProcessingFailedStatus', 'ProcessingFailed status set for record'),
    failed('forget', 'Lambda.MissingRecordId', expect.stringMatching(/^One or more record Ids were not returned/)),
    failed('twice', 'Lambda.DuplicatedRecordId', expect.stringMatching(/^Multiple records were returned with the same record Id/)),
  ]);
  expect(objects).toHaveLength(2);
});

it('invokes the function with the documented event', async () => {
  await streams.create('event', transforming());
  await streams.put('event', 'event');
  const [object] = await streams.delivered('event');
  expect(JSON.parse(object!.bytes.toString())).toEqual({
    invocationId: expect.any(String),
    deliveryStreamArn: 'arn:aws:firehose:us-east-1:000000000000:deliverystream/event',
    region: 'us-east-1',
    records: [
      { recordId: expect.any(String), approximateArrivalTimestamp: expect.any(Number), data: Buffer.from('event').toString('base64') },
    ],
  });
});

it('tries again when the function fails, as often as the processor says; then all its records have failed', async () => {
  await streams.create('retried', transforming({ NumberOfRetries: '2' }));
  await streams.put('retried', 'throw', 'one');
  const [object, ...others] = await streams.delivered('retried');
  expect(others).toEqual([]);
  expect(object!.key).toMatch(/^processing-failed\/\d{4}\//);
  const error = { attemptsMade: 3, errorCode: 'Lambda.FunctionError' };
  expect(linesOf(object!.bytes.toString())).toMatchObject([error, error]);
  expect(streams.emulator.lines.join('\n')).toMatch(/delivery stream retried: 2 records failed with Lambda.FunctionError/);
});

it('counts records as missing where the function returns none', async () => {
  await streams.create('nothing', transforming());
  await streams.put('nothing', 'nothing');
  const [object] = await streams.delivered('nothing');
  expect(linesOf(object!.bytes.toString())).toMatchObject([{ attemptsMade: 1, errorCode: 'Lambda.MissingRecordId' }]);
});

it('takes partition keys from the function', async () => {
  await streams.create('keyed', {
    Prefix: 'by=!{partitionKeyFromLambda:first}/',
    ErrorOutputPrefix: '!{firehose:error-output-type}/',
    BufferingHints: { SizeInMBs: 64, IntervalInSeconds: 60 },
    DynamicPartitioningConfiguration: { Enabled: true },
    ...transforming(),
  });
  await streams.put('keyed', 'apple', 'bean', 'avocado', 'event');
  const objects = await streams.delivered('keyed');
  expect(objects.map(({ key }) => key.split('/')[0])).toEqual(['by=a', 'by=b', 'metadata-extraction-failed']);
  expect(textsOf(objects).slice(0, 2)).toEqual(['APPLEAVOCADO', 'BEAN']);
});
