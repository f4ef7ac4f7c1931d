// Bytes that break the rules: each ends with a sentence, and none takes more memory or time than it has bytes.
import { gzipSync } from 'node:zlib';
import { compress as snappy } from 'snappyjs';
import { expect, test } from 'vitest';
import { batchesIn, placeBatch, readBatchHeader } from './batches/batch-header.ts';
import { decompress } from './batches/compression.ts';
import { readRecords, writeBatch } from './batches/record-batch.ts';
import { FrameReader } from './frames.ts';
import { METADATA } from './messages/connection.ts';
import { WireReader } from './wire-reader.ts';

const PLAIN = { number: 4, isFlexible: false };

test('a frame comes in pieces, and two come in one', () => {
  const frames = new FrameReader();
  const frame = Buffer.from('0000000361626300000002', 'hex');
  expect(frames.push(frame.subarray(0, 2))).toEqual([]);
  expect(frames.push(frame.subarray(2, 6))).toEqual([]);
  expect(frames.push(Buffer.concat([frame.subarray(6), Buffer.from('de')])).map(String)).toEqual(['abc', 'de']);
});

test.each([['ffffffff'], ['7fffffff']])('a frame of the length %s is refused before it is there', (length) => {
  expect(() => new FrameReader().push(Buffer.from(length, 'hex'))).toThrow('bytes is announced');
});

test.each([
  ['GET / HTTP/1.1', 'speaks HTTP'],
  ['POST / HTTP/1.1', 'speaks HTTP'],
  ['PRI * HTTP/2.0', 'speaks HTTP'],
  ['\x16\x03\x01\x02\x00', 'speaks TLS'],
])('a client of another protocol is refused by its first bytes: %j', (bytes, reason) => {
  expect(() => new FrameReader().push(Buffer.from(bytes, 'latin1'))).toThrow(reason);
});

test('a list that counts more items than there are bytes is refused before it is made', () => {
  expect(() => METADATA.request.read(new WireReader(Buffer.from('7fffffff00', 'hex')), PLAIN)).toThrow('A list of 2147483647 items');
});

test('a message of many small lists is refused once these have too many items', () => {
  const one = Buffer.alloc(4 * 60_001);
  one.writeInt32BE(60_000, 0);
  expect(() => METADATA.request.read(new WireReader(one), PLAIN)).toThrow('more than 50000 items');
});

test('a message that ends too early is refused', () => {
  expect(() => METADATA.request.read(new WireReader(Buffer.from('000000010009', 'hex')), PLAIN)).toThrow('ends 9 bytes too early');
});

test('a batch whose content was changed is refused by its checksum', () => {
  const batch = writeBatch([{ key: null, value: Buffer.from('a'), headers: [], atMs: 1 }]);
  batch[batch.length - 2]! ^= 1;
  expect(() => readBatchHeader(batch)).toThrow('checksum');
});

test('a batch that is smaller than its header is refused; one that is cut off is left out', async () => {
  expect(() => batchesIn(Buffer.alloc(20))).toThrow('smaller than its header');
  const batch = writeBatch([{ key: null, value: Buffer.from('a'), headers: [], atMs: 1 }]);
  expect(batchesIn(Buffer.concat([batch, batch.subarray(0, 30)]))).toHaveLength(1);
  expect((await readRecords(batch.subarray(0, 40))).end).toBeUndefined();
});

test('batches that become large together are read in parts', async () => {
  const value = Buffer.alloc(7 * 1024 * 1024);
  const batch = writeBatch([{ key: null, value, headers: [], atMs: 1 }]);
  const all = Buffer.concat([0, 1, 2, 3].map((offset) => placed(batch, offset)));
  expect(await readRecords(all)).toMatchObject({ end: 3, records: [{ offset: 0 }, { offset: 1 }, { offset: 2 }] });
});

function placed(batch: Buffer, offset: number): Buffer {
  const copy = Buffer.from(batch);
  placeBatch(copy, offset);
  return copy;
}

const LIMIT = 1_000_000;
const ZEROS = Buffer.alloc(4 * LIMIT);

/** Ten times the limit in one block: a literal 0, then a match of it as long as the bytes say. */
const LZ4_BOMB = (() => {
  const block = Buffer.concat([Buffer.from([0x1f, 0, 1, 0]), Buffer.alloc(40_000, 255), Buffer.from([0])]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(block.length);
  return Buffer.concat([Buffer.from('04224d18604082', 'hex'), size, block, Buffer.alloc(4)]);
})();

test.each([
  ['gzip', gzipSync(ZEROS)],
  ['snappy', Buffer.from(snappy(ZEROS))],
  ['lz4', LZ4_BOMB],
] as const)('a bomb in %s stops at the limit', async (name, bomb) => {
  await expect(decompress(name, bomb, LIMIT)).rejects.toThrow(/larger than|too big/);
});

test('a block in LZ4 has literals and repeats what came before, also what it just wrote', async () => {
  // By hand, from the description of the format: "abc", nine bytes from three bytes before, "d".
  const content = Buffer.from('04224d18604082 08000000 3561626303001064 00000000'.replaceAll(' ', ''), 'hex');
  expect((await decompress('lz4', content)).toString()).toBe('abcabcabcabcd');
});
