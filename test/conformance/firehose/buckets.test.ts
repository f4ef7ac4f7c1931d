import { gunzipSync, inflateRawSync } from 'node:zlib';
import { uncompress } from 'snappyjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { processing, processor, type Streams, textsOf, useStreams } from './use-streams.ts';

let streams: Streams;

beforeAll(async () => {
  streams = await useStreams();
});
afterAll(() => streams.emulator.stop());

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const now = () => new Date(streams.emulator.clock.now()).toISOString();
const hour = () => now().slice(0, 13).replaceAll(/[-T]/g, '/');

it('concatenates records in an object that the hour, the stream, its version and a second name', async () => {
  await streams.create('plain');
  const at = now().slice(0, 19).replaceAll(/[T:]/g, '-');
  const path = hour();
  await streams.put('plain', 'one', '', 'two');
  const [object, ...others] = await streams.delivered('plain');
  expect(others).toEqual([]);
  expect(object!.key).toMatch(new RegExp(`^${path}/plain-1-${at}-${UUID}$`));
  expect(object!.bytes.toString()).toBe('onetwo');
  expect(object).toMatchObject({ encoding: undefined, type: 'application/octet-stream' });
});

it('puts the hour behind a prefix without expressions, and nothing between them', async () => {
  await streams.create('prefixed', { Prefix: 'raw' });
  await streams.put('prefixed', 'x');
  const [object] = await streams.delivered('prefixed');
  expect(object!.key).toMatch(new RegExp(`^raw${hour()}/prefixed-1-`));
});

it('evaluates expressions in the time zone of the stream, and random strings anew', async () => {
  await streams.create('dated', {
    Prefix: `day=!{timestamp:yyyy-MM-dd'T'HH}/!{timestamp:EEE}/!{firehose:random-string}/`,
    ErrorOutputPrefix: 'errors/!{firehose:error-output-type}/',
    CustomTimeZone: 'Asia/Tokyo',
  });
  const local = new Date(streams.emulator.clock.now() + 9 * 3_600_000);
  const day = local.toUTCString().slice(0, 3);
  await streams.put('dated', 'x');
  await streams.delivered('dated');
  await streams.put('dated', 'y');
  const objects = await streams.delivered('dated');
  const parts = objects.map(({ key }) => key.split('/'));
  expect(new Set(parts.map(([date]) => date))).toEqual(new Set([`day=${local.toISOString().slice(0, 13)}`]));
  expect(new Set(parts.map(([, name]) => name))).toEqual(new Set([day]));
  expect(new Set(parts.map(([, , random]) => random)).size).toBe(2);
  expect(parts[0]![2]).toMatch(/^[A-Za-z0-9]{11}$/);
});

it('packs objects as gzip, zip, and both kinds of snappy', async () => {
  const text = 'delivered '.repeat(10_000);
  const unpack: Record<string, (bytes: Buffer) => string> = {
    GZIP: (bytes) => gunzipSync(bytes).toString(),
    ZIP: (bytes) => inflateRawSync(bytes.subarray(30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28))).toString(),
    Snappy: (bytes) => {
      expect(bytes.subarray(0, 8)).toEqual(Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0]));
      return blocks(bytes.subarray(16), 0);
    },
    HADOOP_SNAPPY: (bytes) => blocks(bytes, 4),
  };
  const expected = {
    GZIP: ['gz', 'gzip'],
    ZIP: ['zip', 'zip'],
    Snappy: ['snappy', 'snappy-java'],
    HADOOP_SNAPPY: ['snappy', 'hadoop-snappy'],
  };
  for (const [format, [extension, encoding]] of Object.entries(expected)) {
    const name = `packed-${format.toLowerCase().replace('_', '-')}`;
    await streams.create(name, { CompressionFormat: format as 'GZIP' });
    await streams.put(name, text);
    const [object] = await streams.delivered(name);
    expect(object!.key).toMatch(new RegExp(`\\.${extension}$`));
    expect(object!.encoding).toBe(encoding);
    expect(unpack[format]!(object!.bytes)).toBe(text);
  }
});

/** Blocks with their packed length in front, and `skipped` bytes before that. */
function blocks(bytes: Buffer, skipped: number): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at + skipped);
    const from = at + skipped + 4;
    text += Buffer.from(uncompress(bytes.subarray(from, from + length))).toString();
    at = from + length;
  }
  return text;
}

it('gives objects the file extension of the destination instead', async () => {
  await streams.create('extended', { FileExtension: '.log.gz', CompressionFormat: 'GZIP' });
  await streams.put('extended', 'x');
  const [object] = await streams.delivered('extended');
  expect(object!.key).toMatch(new RegExp(`${UUID}\\.log\\.gz$`));
});

it('puts a delimiter between records, where a processor says so', async () => {
  await streams.create('lines', processing(processor('AppendDelimiterToRecord', { Delimiter: '\\n' })));
  await streams.put('lines', 'one', 'two');
  expect(textsOf(await streams.delivered('lines'))).toEqual(['one\ntwo']);
});

it('delivers at once what fills the buffer', async () => {
  await streams.create('full', { BufferingHints: { SizeInMBs: 1, IntervalInSeconds: 60 } });
  const half = Buffer.alloc(600 * 1024, 'x');
  await streams.put('full', half, half);
  await streams.emulator.idle();
  expect((await streams.objects('full')).map(({ bytes }) => bytes.length)).toEqual([half.length]);
  expect((await streams.delivered('full')).map(({ bytes }) => bytes.length)).toEqual([half.length, half.length]);
});

it('keeps records while there is no bucket, and delivers them once it is there', async () => {
  await streams.create('late');
  await streams.s3.deleteBucket({ Bucket: 'late' });
  await streams.put('late', 'kept');
  await streams.emulator.clock.advance('10s');
  expect(streams.emulator.lines.join('\n')).toMatch(/delivery stream late cannot deliver .* NoSuchBucket/);
  await streams.s3.createBucket({ Bucket: 'late' });
  await streams.emulator.clock.advance('1m');
  expect(textsOf(await streams.objects('late'))).toEqual(['kept']);
});

it('loses what it could not deliver for 24 hours', async () => {
  await streams.create('lost');
  await streams.s3.deleteBucket({ Bucket: 'lost' });
  await streams.put('lost', 'gone');
  await streams.emulator.clock.advance('25h');
  expect(streams.emulator.lines.join('\n')).toMatch(/delivery stream lost gave up/);
  await streams.s3.createBucket({ Bucket: 'lost' });
  await streams.emulator.clock.advance('1h');
  expect(await streams.objects('lost')).toEqual([]);
});

it('drops what is buffered with the stream, and begins anew under the same name', async () => {
  await streams.create('dropped');
  await streams.put('dropped', 'never');
  await streams.firehose.deleteDeliveryStream({ DeliveryStreamName: 'dropped' });
  await streams.firehose.createDeliveryStream({
    DeliveryStreamName: 'dropped',
    S3DestinationConfiguration: { RoleARN: 'arn:aws:iam::000000000000:role/delivery', BucketARN: 'arn:aws:s3:::dropped' },
  });
  await streams.put('dropped', 'again');
  expect(textsOf(await streams.delivered('dropped'))).toEqual(['again']);
});

it('keeps all records as they arrived in a bucket for backups', async () => {
  await streams.s3.createBucket({ Bucket: 'backups' });
  await streams.create('backed', {
    S3BackupMode: 'Enabled',
    S3BackupConfiguration: { RoleARN: 'arn:aws:iam::000000000000:role/delivery', BucketARN: 'arn:aws:s3:::backups', Prefix: 'source/' },
    ...processing(processor('AppendDelimiterToRecord')),
  });
  await streams.put('backed', 'one', 'two');
  expect(textsOf(await streams.delivered('backed'))).toEqual(['one\ntwo']);
  const [backup] = await streams.objects('backups');
  expect(backup!.key).toMatch(/^source\/\d{4}\//);
  expect(backup!.bytes.toString()).toBe('onetwo');
});

it('buffers for as long as the hints say, where the option asks for it', async () => {
  const slow = await useStreams({ environment: { FIREHOSE_BUFFERING: 'cloud' } });
  try {
    await slow.create('slow', { BufferingHints: { SizeInMBs: 1, IntervalInSeconds: 60 } });
    await slow.put('slow', 'x');
    await slow.emulator.clock.advance('59s');
    expect(await slow.objects('slow')).toEqual([]);
    expect(textsOf(await slow.delivered('slow'))).toEqual(['x']);
  } finally {
    await slow.emulator.stop();
  }
});
