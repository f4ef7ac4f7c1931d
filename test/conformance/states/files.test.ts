// Files of distributed Map states beyond lists and rows: Parquet, the files of listed objects and of manifests. Made from the documentation:
// https://docs.aws.amazon.com/step-functions/latest/dg/input-output-itemreader.html
import { gzipSync } from 'node:zlib';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PARQUET } from './parquet-file.ts';
import { type Machines, useMachines } from './use-machines.ts';

const Bucket = 'files';
let machines: Machines;
let s3: S3;
beforeAll(async () => {
  machines = await useMachines();
  s3 = machines.emulator.client(S3, { forcePathStyle: true });
  await s3.createBucket({ Bucket });
});
afterAll(() => machines.emulator.stop());

const put = (Key: string, Body: string | Uint8Array) => s3.putObject({ Bucket, Key, Body });
const ROWS = [
  { name: 'a', count: 1, at: '1970-01-01T00:00:00.000Z', raw: '/wI=' },
  // A count beyond the whole numbers of JSON.
  { name: 'b', count: '9007199254740993', at: '1970-01-01T00:00:01.000Z', raw: 'A' },
  { name: null, count: 3, at: '1970-01-01T00:00:02.000Z', raw: '' },
];

let number = 0;
const itemReader = (resource: string, Parameters: object, ReaderConfig: object) => ({
  ItemReader: { Resource: `arn:aws:states:::s3:${resource}`, ReaderConfig, Parameters: { Bucket, ...Parameters } },
});
const machineOf = (fields: object) => {
  const States = { P: { Type: 'Pass', End: true } };
  const ItemProcessor = { ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' }, StartAt: 'P', States };
  return machines.machine(`files-${++number}`, { M: { Type: 'Map', ItemProcessor, End: true, ...fields } });
};
const read = async (...reader: Parameters<typeof itemReader>): Promise<unknown> => {
  const { status, output, error, cause } = await machines.run(await machineOf(itemReader(...reader)));
  return status === 'SUCCEEDED' ? JSON.parse(output!) : `${error}: ${cause}`;
};

it('holds the rows of Parquet files as JSON', async () => {
  await put('rows.parquet', PARQUET);
  expect(await read('getObject', { Key: 'rows.parquet' }, { InputType: 'PARQUET' })).toEqual(ROWS);
  expect(await read('getObject', { Key: 'rows.parquet' }, { InputType: 'PARQUET', MaxItems: 1 })).toEqual([ROWS[0]]);
});

it('refuses what is no Parquet file', async () => {
  for (const broken of [Buffer.from('PAR1'), PARQUET.subarray(20)]) {
    await put('broken.parquet', broken);
    expect(await read('getObject', { Key: 'broken.parquet' }, { InputType: 'PARQUET' })).toMatch(
      /^States\.ItemReaderFailed: The Parquet file cannot be read: /,
    );
  }
});

it('reads the files of a listing one after the other', async () => {
  await put('days/', '');
  await put('days/1.jsonl', '{"n":1}\n{"n":2}');
  await put('days/2.jsonl', '{"n":3}');
  const listing = (config: object) => read('listObjectsV2', { Prefix: 'days/' }, { Transformation: 'LOAD_AND_FLATTEN', ...config });
  expect(await listing({ InputType: 'JSONL' })).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(await listing({ InputType: 'JSONL', MaxItems: 2 })).toEqual([{ n: 1 }, { n: 2 }]);
  expect(await listing({ InputType: 'CSV', CSVHeaderLocation: 'GIVEN', CSVHeaders: ['h'] })).toHaveLength(3);
  await expect(listing({})).rejects.toMatchObject({ name: 'InvalidDefinition', message: expect.stringContaining('LOAD_AND_FLATTEN') });
});

it('reads the results of a query', async () => {
  await put('results/1.csv.gz', gzipSync('a,b\n1,2\n'));
  await put('results/2.csv', 'a,b\n3,4\n');
  const manifest = (lines: string) => put('manifest.csv', lines);
  const query = (config: object) => read('getObject', { Key: 'manifest.csv' }, { ManifestType: 'ATHENA_DATA', ...config });
  await manifest(`s3://${Bucket}/results/1.csv.gz\ns3://${Bucket}/results/2.csv\n`);
  expect(await query({ InputType: 'CSV', CSVHeaderLocation: 'FIRST_ROW' })).toEqual([
    { a: '1', b: '2' },
    { a: '3', b: '4' },
  ]);
  await manifest(`s3://${Bucket}/rows.parquet`);
  expect(await query({ InputType: 'PARQUET' })).toEqual(ROWS);
  await manifest('results/1.csv.gz');
  expect(await query({ InputType: 'CSV', CSVHeaderLocation: 'FIRST_ROW' })).toContain('no URL of an object: results/1.csv.gz');
  await manifest(`s3://${Bucket}/results/none`);
  expect(await query({ InputType: 'JSONL' })).toContain('The specified key does not exist.');
});

it('reads inventories in Parquet', async () => {
  const manifest = { destinationBucket: `arn:aws:s3:::${Bucket}`, fileFormat: 'Parquet', fileSchema: 'message s3.inventory {}' };
  await put('manifest.json', JSON.stringify({ ...manifest, files: [{ key: 'rows.parquet' }] }));
  expect(await read('getObject', { Key: 'manifest.json' }, { InputType: 'MANIFEST' })).toEqual(ROWS);
  await put('manifest.json', JSON.stringify({ ...manifest, fileFormat: 'ORC', files: [] }));
  expect(await read('getObject', { Key: 'manifest.json' }, { InputType: 'MANIFEST' })).toContain(
    '"ORC" cannot be read here: use CSV or Parquet',
  );
});
