// Decompresses the records of a batch. The size of what comes out is bounded, so that a small batch cannot fill the memory.
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { uncompress } from 'snappyjs';
import { WireError } from '#lib/kafka/wire-error';
import { decompressLz4 } from './lz4.ts';

/** Limit: bytes of the records of a batch after decompression. Snappy and LZ4 are decompressed in one go, in about 50 ms for as much as this. */
export const MAX_RECORDS_BYTES = 16 * 1024 * 1024;

const gunzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip);

const NAMES = ['none', 'gzip', 'snappy', 'lz4', 'zstd'] as const;

/** `gzip`, by the lowest bits of a batch's attributes. @throws WireError */
export function compressionOf(attributes: number): (typeof NAMES)[number] {
  const name = NAMES[attributes & 7];
  if (name === undefined) throw new WireError(`The compression ${attributes & 7} does not exist.`);
  return name;
}

/** @throws WireError where the bytes are damaged, or more than `most` come out */
export async function decompress(name: ReturnType<typeof compressionOf>, bytes: Buffer, most = MAX_RECORDS_BYTES): Promise<Buffer> {
  try {
    switch (name) {
      case 'none':
        return bytes;
      case 'gzip':
        return await gunzip(bytes, { maxOutputLength: most });
      case 'snappy':
        return unsnappy(bytes, most);
      case 'lz4':
        return decompressLz4(bytes, most);
      case 'zstd':
        return await unzstd(bytes, most);
    }
  } catch (error) {
    throw error instanceof WireError ? error : new WireError(`The records in ${name} are damaged: ${(error as Error).message}`);
  }
}

/** The frames of snappy-java: a magic, two versions, then blocks with their lengths. librdkafka and others send one bare block. */
const XERIAL = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0]);

function unsnappy(bytes: Buffer, most: number): Buffer {
  if (!bytes.subarray(0, XERIAL.length).equals(XERIAL)) return Buffer.from(uncompress(bytes, most));
  const blocks: Buffer[] = [];
  let left = most;
  for (let at = XERIAL.length + 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const block = Buffer.from(uncompress(bytes.subarray(at + 4, at + 4 + length), left));
    blocks.push(block);
    left -= block.length;
    at += 4 + length;
  }
  return Buffer.concat(blocks);
}

interface WithZstd {
  readonly zstdDecompress?: typeof zlib.gunzip;
}

/** Newer versions of Node.js have it: 22.15, 23.8 and later ones. */
async function unzstd(bytes: Buffer, most: number): Promise<Buffer> {
  const { zstdDecompress: run } = zlib as WithZstd;
  if (!run) throw new WireError('Records in zstd need Node.js 22.15 or later: let the producer use gzip, snappy or lz4.');
  return promisify<Buffer, zlib.ZlibOptions, Buffer>(run)(bytes, { maxOutputLength: most });
}
