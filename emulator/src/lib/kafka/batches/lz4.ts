// Decompresses LZ4: blocks in frames, as Kafka's producers write them. The size of what comes out is bounded before it is written.
// https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md and lz4_Block_format.md. Checksums of frames are passed over: batches have their own.
import { WireError } from '#lib/kafka/wire-error';

const MAGIC = 0x184d2204;
const MIN_MATCH = 4;

/** @throws WireError */
export function decompressLz4(bytes: Buffer, most: number): Buffer {
  const out = new Output(most);
  let at = 0;
  const step = (length: number): number => {
    if (length < 0 || at + length > bytes.length) throw new WireError('The content in LZ4 ends too early.');
    at += length;
    return at - length;
  };
  if (bytes.readUInt32LE(step(4)) !== MAGIC) throw new WireError('The content in LZ4 does not begin as a frame.');
  const flags = bytes[step(1)]!;
  step(1);
  if (flags & 0x08) step(8);
  if (flags & 0x01) step(4);
  step(1);
  for (;;) {
    const size = bytes.readUInt32LE(step(4));
    if (size === 0) return out.finish();
    const length = size & 0x7fffffff;
    const block = step(length);
    const content = bytes.subarray(block, block + length);
    if (size >>> 31) out.raw(content);
    else decompressBlock(content, out);
    if (flags & 0x10) step(4);
  }
}

function decompressBlock(block: Buffer, out: Output): void {
  let at = 0;
  const byte = (): number => {
    if (at >= block.length) throw new WireError('A block in LZ4 ends too early.');
    return block[at++]!;
  };
  const length = (first: number): number => {
    let sum = first;
    if (first === 15) {
      let more: number;
      do {
        more = byte();
        sum += more;
      } while (more === 255);
    }
    return sum;
  };
  while (at < block.length) {
    const token = byte();
    const literals = length(token >> 4);
    if (at + literals > block.length) throw new WireError('A block in LZ4 ends too early.');
    out.raw(block.subarray(at, at + literals));
    at += literals;
    if (at >= block.length) return;
    const distance = byte() | (byte() << 8);
    out.repeat(distance, length(token & 15) + MIN_MATCH);
  }
}

/** Bytes that may repeat what came before. */
class Output {
  readonly #most: number;
  #bytes: Buffer;
  #length = 0;

  constructor(most: number) {
    this.#most = most;
    this.#bytes = Buffer.allocUnsafe(Math.min(most, 65_536));
  }

  #room(bytes: number): number {
    const start = this.#length;
    this.#length += bytes;
    if (this.#length > this.#most) throw new WireError(`The content is larger than ${this.#most} bytes.`);
    if (this.#length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.min(this.#most, Math.max(this.#length, this.#bytes.length * 2)));
      this.#bytes.copy(larger, 0, 0, start);
      this.#bytes = larger;
    }
    return start;
  }

  raw(bytes: Buffer): void {
    const start = this.#room(bytes.length);
    bytes.copy(this.#bytes, start);
  }

  /** The stretch may reach into what it writes: it is copied byte by byte. */
  repeat(distance: number, length: number): void {
    if (distance === 0 || distance > this.#length) throw new WireError('A block in LZ4 repeats what is not there.');
    const start = this.#room(length);
    for (let at = start; at < start + length; at++) this.#bytes[at] = this.#bytes[at - distance]!;
  }

  finish(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}
