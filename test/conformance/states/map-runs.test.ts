// Distributed Map states: what readers read, how items become children, and how a run ends.
// Outputs and failures of readers: recorded answers of the service (localstack/localstack, scenarios, 2023-2025).
import { gzipSync } from 'node:zlib';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Machines, useMachines } from './use-machines.ts';

let machines: Machines;
let s3: S3;
const Bucket = 'items';
beforeAll(async () => {
  machines = await useMachines();
  s3 = machines.emulator.client(S3, { forcePathStyle: true });
  await s3.createBucket({ Bucket });
  // Loads what the tests need, so that none of them waits for it.
  await put('file', '[1]');
  await run(mapOver(reader('file', { InputType: 'JSON' })));
});
afterAll(() => machines.emulator.stop());

const PASS = { P: { Type: 'Pass', End: true } };
const processor = (States: object, ExecutionType = 'STANDARD') => ({
  ...{ ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType }, StartAt: Object.keys(States)[0], States },
});
const mapOver = (fields: object, States: object = PASS, type?: string) => ({
  M: { Type: 'Map', ItemProcessor: processor(States, type), End: true, ...fields },
});
const reader = (Key: string, ReaderConfig: object) => ({
  ItemReader: { Resource: 'arn:aws:states:::s3:getObject', ReaderConfig, Parameters: { Bucket, Key } },
});
const put = (Key: string, Body: string | Uint8Array) => s3.putObject({ Bucket, Key, Body });
const objectAt = async (Key: string): Promise<unknown> => JSON.parse(await (await s3.getObject({ Bucket, Key })).Body!.transformToString());
const FIRST_ROW = { InputType: 'CSV', CSVHeaderLocation: 'FIRST_ROW' };
const given = (...CSVHeaders: string[]) => ({ InputType: 'CSV', CSVHeaderLocation: 'GIVEN', CSVHeaders });
const CSV = 'H1,H2\nv1,"a ""quoted"", cell"\r\n\nv2\nv3,x,more\n';

let number = 0;
const run = async (states: object, input: unknown = {}) => {
  const ended = await machines.run(await machines.machine(`map-${++number}`, states), input);
  return { ...ended, value: ended.output === undefined ? undefined : JSON.parse(ended.output) };
};

describe('readers', () => {
  it.each<[string, string, object, unknown[]]>([
    ['a JSON list', '[{"a":1},2]', { InputType: 'JSON' }, [{ a: 1 }, 2]],
    ['a list within JSON', '{"x":{"y":[1,2]}}', { InputType: 'JSON', ItemsPointer: '/x/y' }, [1, 2]],
    ['lines of JSON', '{"a":1}\n\n{"a":2}', { InputType: 'JSONL' }, [{ a: 1 }, { a: 2 }]],
    [
      'rows',
      CSV,
      FIRST_ROW,
      [
        { H1: 'v1', H2: 'a "quoted", cell' },
        { H1: 'v2', H2: '' },
        { H1: 'v3', H2: 'x' },
      ],
    ],
    ['rows under given headers', 'a,b\nc,d', given('H'), [{ H: 'a' }, { H: 'c' }]],
    ['rows with another delimiter', 'a|b', { ...given('H', 'I'), CSVDelimiter: 'PIPE' }, [{ H: 'a', I: 'b' }]],
    ['the first items', '[1,2,3]', { InputType: 'JSON', MaxItems: 2 }, [1, 2]],
    ['all items where the limit is 0', '[1,2,3]', { InputType: 'JSON', MaxItems: 0 }, [1, 2, 3]],
  ])('read %s', async (_name, body, config, items) => {
    await put('file', body);
    expect((await run(mapOver(reader('file', config)))).value).toEqual(items);
  });

  it.each<[string, string, object, string]>([
    ['JSON that is no list', '{}', { InputType: 'JSON' }, 'Attempting to map over non-iterable node.'],
    ['duplicate headers', 'a', given('H', 'H'), 'CSV headers cannot contain duplicates.'],
    ['a negative limit', '[]', { InputType: 'JSON', MaxItemsPath: '$.limit' }, 'field MaxItems must be positive'],
  ])('refuse %s', async (_name, body, config, cause) => {
    await put('file', body);
    const { executionArn, ...ended } = await run(mapOver(reader('file', config)), { limit: -1 });
    expect(ended).toMatchObject({ status: 'FAILED', error: 'States.ItemReaderFailed', cause });
    expect((await machines.history(executionArn!)).map(({ type }) => type)).toEqual([
      ...['ExecutionStarted', 'MapStateEntered', 'MapStateStarted', 'MapRunStarted', 'MapRunFailed', 'MapStateFailed', 'ExecutionFailed'],
    ]);
  });

  it('read all items of a large file, and refuse one that is larger than any input', async () => {
    const orders = Array.from({ length: 20_000 }, (_, id) => ({ id, note: 'é "quoted" '.repeat(4) }));
    await put('file', JSON.stringify({ shop: { orders } }));
    const config = { InputType: 'JSON', ItemsPointer: '/shop/orders' };
    const count = { P: { Type: 'Pass', Parameters: { 'count.$': 'States.ArrayLength($.Items)', 'last.$': '$.Items[-1:]' }, End: true } };
    const { value, cause } = await run(mapOver({ ...reader('file', config), ItemBatcher: { MaxItemsPerBatch: 1_000 } }, count));
    expect(cause).toBeUndefined();
    const counts = value as { count: number; last: object[] }[];
    expect(counts.reduce((sum, { count: each }) => sum + each, 0)).toBe(20_000);
    expect(counts.at(-1)!.last).toEqual([orders.at(-1)]);
    expect((await run(mapOver(reader('file', { ...config, MaxItems: 2 })))).value).toEqual(orders.slice(0, 2));
    for (const [body, InputType] of [
      [`[1,"${'x'.repeat(1_100_000)}"]`, 'JSON'],
      [`1\n"${'x'.repeat(1_100_000)}"`, 'JSONL'],
      [`a\n${'x'.repeat(1_400_000)}`, 'CSV'],
    ] as const) {
      await put('file', body);
      const columns = InputType === 'CSV' ? { CSVHeaderLocation: 'FIRST_ROW' } : {};
      const failed = await run(mapOver(reader('file', { InputType, ...columns })));
      expect(`${failed.error}: ${failed.cause}`).toMatch(
        /^States\.ItemReaderFailed: An? (?:item|line|row) may have 1048576 characters here\.$/,
      );
    }
  });

  it('tell of a file that is not there', async () => {
    const { error, cause } = await run(mapOver(reader('nothing', { InputType: 'JSON' })));
    expect(error).toBe('States.ItemReaderFailed');
    expect(cause).toMatch(
      /^The specified key does not exist. \(Service: S3, Status Code: 404, Request ID: [^,]+, Extended Request ID: [^)]+\)/,
    );
  });

  it('list the objects of a bucket', async () => {
    await put('listed/1', 'a');
    await put('listed/2', 'bc');
    const ItemReader = { Resource: 'arn:aws:states:::s3:listObjectsV2', Parameters: { Bucket, Prefix: 'listed/' } };
    expect((await run(mapOver({ ItemReader }))).value).toMatchObject([
      { Key: 'listed/1', Size: 1, StorageClass: 'STANDARD', Etag: expect.any(String), LastModified: expect.any(Number) },
      { Key: 'listed/2', Size: 2 },
    ]);
  });

  it('read inventories', async () => {
    await put('data.csv.gz', gzipSync('"b","k1","10"\n"b","k2","20"\n'));
    const manifest = { destinationBucket: `arn:aws:s3:::${Bucket}`, fileFormat: 'CSV', fileSchema: 'Bucket, Key, Size' };
    await put('manifest.json', JSON.stringify({ ...manifest, files: [{ key: 'data.csv.gz' }] }));
    expect((await run(mapOver(reader('manifest.json', { InputType: 'MANIFEST' })))).value).toEqual([
      { Bucket: 'b', Key: 'k1', Size: '10' },
      { Bucket: 'b', Key: 'k2', Size: '20' },
    ]);
  });

  it('are refused where nothing here can read', async () => {
    const orc = machines.machine('orc', mapOver(reader('f', { InputType: 'ORC' })));
    await expect(orc).rejects.toMatchObject({
      name: 'InvalidDefinition',
      message: expect.stringContaining("The field 'InputType' should have one of these values: [MANIFEST, JSON, CSV, JSONL, PARQUET]"),
    });
  });
});

it('selects what becomes of each item, from paths and from expressions', async () => {
  await put('file', '["a","b"]');
  const ItemSelector = { 'index.$': '$$.Map.Item.Index', 'value.$': '$$.Map.Item.Value', 'from.$': '$.from' };
  const fields = { ...reader('file', { InputType: 'JSON' }), ItemSelector };
  expect((await run(mapOver(fields), { from: 1 })).value).toEqual([
    { index: 0, value: 'a', from: 1 },
    { index: 1, value: 'b', from: 1 },
  ]);
  const ItemReader = {
    ...{ Resource: 'arn:aws:states:::s3:getObject', ReaderConfig: { InputType: 'JSON', MaxItems: '{% $n := 1 %}' } },
    Arguments: { Bucket: '{% $states.input.bucket %}', Key: 'file' },
  };
  const states = mapOver({ ItemReader, ItemSelector: { v: '{% $states.context.Map.Item.Value %}' }, QueryLanguage: 'JSONata' });
  expect((await run(states, { bucket: Bucket })).value).toEqual([{ v: 'a' }]);
});

it('batches items by number and by size', async () => {
  const ItemBatcher = { MaxItemsPerBatch: 2, BatchInput: { 'x.$': '$.x' } };
  expect((await run(mapOver({ ItemBatcher, ItemsPath: '$.items' }), { items: [1, 2, 3], x: 'y' })).value).toEqual([
    { BatchInput: { x: 'y' }, Items: [1, 2] },
    { BatchInput: { x: 'y' }, Items: [3] },
  ]);
  const long = 'z'.repeat(30);
  expect((await run(mapOver({ ItemBatcher: { MaxInputBytesPerBatch: 80 } }), [long, long, long])).value).toEqual([
    { Items: [long, long] },
    { Items: [long] },
  ]);
});

it.each(['STANDARD', 'EXPRESS'])('runs %s children, as many at a time as it may, and counts them', async (type) => {
  const { sfn, emulator, describe: describeExecution } = machines;
  const waiting = { W: { Type: 'Wait', Seconds: 60, End: true } };
  const { executionArn, status } = await run(mapOver({ MaxConcurrency: 2, Label: `by-${type}` }, waiting, type), [1, 2, 3]);
  expect(status).toBe('RUNNING');
  const [listed] = (await sfn.listMapRuns({ executionArn: executionArn! })).mapRuns!;
  const { mapRunArn } = listed!;
  expect(mapRunArn).toMatch(new RegExp(`^arn:aws:states:us-east-1:000000000000:mapRun:map-\\d+/by-${type}:[0-9a-f-]{36}$`));
  expect(await sfn.describeMapRun({ mapRunArn: mapRunArn! })).toMatchObject({
    ...{ status: 'RUNNING', maxConcurrency: 2, executionArn },
    itemCounts: { pending: 1, running: 2, succeeded: 0, total: 3 },
    executionCounts: { pending: 1, running: 2, succeeded: 0, total: 3 },
  });
  await sfn.updateMapRun({ mapRunArn: mapRunArn!, maxConcurrency: 3 });
  await emulator.idle();
  expect((await sfn.describeMapRun({ mapRunArn: mapRunArn! })).executionCounts!.running).toBe(3);
  await emulator.clock.advance('1m');
  await emulator.idle();
  expect(await describeExecution(executionArn!)).toMatchObject({ status: 'SUCCEEDED', output: '[1,2,3]' });
  expect(await sfn.describeMapRun({ mapRunArn: mapRunArn! })).toMatchObject({ status: 'SUCCEEDED', itemCounts: { succeeded: 3 } });
  if (type === 'EXPRESS') return;
  const { executions } = await sfn.listExecutions({ mapRunArn: mapRunArn! });
  expect(executions).toHaveLength(3);
  const child = await describeExecution(executions![0]!.executionArn!);
  expect(child).toMatchObject({ mapRunArn, status: 'SUCCEEDED', stateMachineArn: listed!.stateMachineArn });
});

describe('failures', () => {
  const failing = {
    C: { Type: 'Choice', Choices: [{ Variable: '$', NumericEquals: 2, Next: 'F' }], Default: 'P' },
    F: { Type: 'Fail', Error: 'Bad', Cause: 'two' },
    ...PASS,
  };

  it('of one item fail a run that tolerates none', async () => {
    const { executionArn, ...ended } = await run(mapOver({}, failing), [1, 2, 3]);
    const threshold = 'The specified tolerated failure threshold was exceeded';
    expect(ended).toMatchObject({ status: 'FAILED', error: 'States.ExceedToleratedFailureThreshold', cause: threshold });
    const [{ mapRunArn } = {}] = (await machines.sfn.listMapRuns({ executionArn: executionArn! })).mapRuns!;
    expect(await machines.sfn.describeMapRun({ mapRunArn: mapRunArn! })).toMatchObject({ status: 'FAILED', itemCounts: { failed: 1 } });
  });

  it.each([{ ToleratedFailureCount: 1 }, { ToleratedFailurePercentage: 34 }])('may be tolerated: %j', async (tolerance) => {
    expect((await run(mapOver(tolerance, failing), [1, 2, 3])).value).toEqual([1, 3]);
  });

  it('can be caught', async () => {
    const Catch = [{ ErrorEquals: ['States.ExceedToleratedFailureThreshold'], Next: 'D' }];
    const states = { ...mapOver({ Catch, ToleratedFailurePercentage: 33 }, failing), D: { Type: 'Pass', Result: 'caught', End: true } };
    expect((await run(states, [1, 2, 3])).value).toBe('caught');
  });

  it('of the execution stop its children', async () => {
    const waiting = { W: { Type: 'Wait', Seconds: 60, End: true } };
    const { executionArn } = await run(mapOver({}, waiting), [1, 2]);
    const { sfn, emulator } = machines;
    await sfn.stopExecution({ executionArn: executionArn! });
    await emulator.idle();
    const [{ mapRunArn } = {}] = (await sfn.listMapRuns({ executionArn: executionArn! })).mapRuns!;
    const { executions } = await sfn.listExecutions({ mapRunArn: mapRunArn! });
    expect(executions!.map(({ status }) => status)).toEqual(['ABORTED', 'ABORTED']);
    const counts = { aborted: 2, running: 0 };
    expect(await sfn.describeMapRun({ mapRunArn: mapRunArn! })).toMatchObject({ status: 'ABORTED', executionCounts: counts });
  });
});

it('writes results into files, and answers where they are', async () => {
  const writer = (WriterConfig?: object) => ({
    ResultWriter: {
      Resource: 'arn:aws:states:::s3:putObject',
      Parameters: { Bucket, Prefix: 'out' },
      ...(WriterConfig && { WriterConfig }),
    },
  });
  const { value } = await run(mapOver(writer()), [{ a: 1 }, { a: 2 }]);
  expect(value).toEqual({ MapRunArn: expect.stringContaining(':mapRun:'), ResultWriterDetails: { Bucket, Key: expect.any(String) } });
  const { Key } = value.ResultWriterDetails;
  expect(Key).toMatch(/^out\/[0-9a-f-]{36}\/manifest.json$/);
  const manifest = (await objectAt(Key)) as { ResultFiles: { SUCCEEDED: { Key: string; Size: number }[] } };
  expect(manifest).toMatchObject({ DestinationBucket: Bucket, MapRunArn: value.MapRunArn, ResultFiles: { FAILED: [], PENDING: [] } });
  expect(await objectAt(manifest.ResultFiles.SUCCEEDED[0]!.Key)).toMatchObject([
    { Input: '{"a":1}', InputDetails: { Included: true }, Output: '{"a":1}', Status: 'SUCCEEDED', ExecutionArn: expect.any(String) },
    { Output: '{"a":2}' },
  ]);
  const compact = (await run(mapOver(writer({ Transformation: 'FLATTEN', OutputType: 'JSON' })), [[1, 2], [3]])).value;
  const files = ((await objectAt(compact.ResultWriterDetails.Key)) as typeof manifest).ResultFiles;
  expect(await objectAt(files.SUCCEEDED[0]!.Key)).toEqual([1, 2, 3]);
  const gone = { ResultWriter: { Resource: 'arn:aws:states:::s3:putObject', Parameters: { Bucket: 'no-such-bucket', Prefix: '' } } };
  expect(await run(mapOver(gone), [1])).toMatchObject({ status: 'FAILED', error: 'States.ResultWriterFailed' });
});
