// Packs the content of objects, in the frames that the service writes: snappy as snappy-java and as Hadoop write it.
// https://docs.aws.amazon.com/firehose/latest/dev/create-destination.html; extensions and encodings as measured in https://github.com/floci-io/floci.
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { compress as snappy } from 'snappyjs';
import { ZipFile } from 'yazl';
import { nextTurn } from '#lib/next-turn';
import { table } from '#lib/table';

const packed = promisify(gzip);
/** Bytes that go into one block. */
const XERIAL_BLOCK = 32 * 1024;
const HADOOP_BLOCK = 256 * 1024;
/** Between two pauses, in which other calls are served. */
const BLOCKS_AT_ONCE_BYTES = 512 * 1024;
/** The magic of snappy-java, its version, and the oldest version that reads it. */
const XERIAL_HEADER = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0, 0, 0, 0, 1, 0, 0, 0, 1]);

interface Format {
  readonly extension: string;
  readonly encoding?: string;
  pack(content: Buffer): Promise<Buffer>;
}

const FORMATS: Readonly<Record<string, Format>> = table({
  UNCOMPRESSED: { extension: '', pack: (content) => Promise.resolve(content) },
  GZIP: { extension: '.gz', encoding: 'gzip', pack: (content) => packed(content) },
  ZIP: { extension: '.zip', encoding: 'zip', pack: zip },
  Snappy: {
    extension: '.snappy',
    encoding: 'snappy-java',
    pack: async (content) =>
      Buffer.concat([XERIAL_HEADER, ...(await inBlocks(content, XERIAL_BLOCK, ({ packed }) => [length(packed), packed]))]),
  },
  HADOOP_SNAPPY: {
    extension: '.snappy',
    encoding: 'hadoop-snappy',
    pack: async (content) =>
      Buffer.concat(await inBlocks(content, HADOOP_BLOCK, ({ block, packed }) => [length(block), length(packed), packed])),
  },
});

export const formatNamed = (name: string): Format => FORMATS[name]!;

async function zip(content: Buffer): Promise<Buffer> {
  const file = new ZipFile();
  file.addBuffer(content, randomUUID());
  file.end();
  const chunks: Buffer[] = [];
  for await (const chunk of file.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function length({ length }: Buffer): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}

async function inBlocks(
  content: Buffer,
  blockBytes: number,
  frame: (block: { block: Buffer; packed: Buffer }) => Buffer[],
): Promise<Buffer[]> {
  const frames: Buffer[] = [];
  for (let at = 0; at < content.length; at += blockBytes) {
    if (at > 0 && at % BLOCKS_AT_ONCE_BYTES === 0) await nextTurn();
    const block = content.subarray(at, at + blockBytes);
    frames.push(...frame({ block, packed: Buffer.from(snappy(block)) }));
  }
  return frames;
}
