// Cuts a stream of bytes into frames: four bytes of length, then the message.
import { WireError } from './wire-error.ts';

/** Limit: bytes of a request to a broker: `socket.request.max.bytes` of Kafka's brokers. */
export const MAX_FRAME_BYTES = 100 * 1024 * 1024;

/** Other protocols by their first bytes. */
const isHttp = (length: number): boolean => {
  const start = Buffer.alloc(4);
  start.writeInt32BE(length);
  return /^(GET |HEAD|POST|PUT |DELE|CONN|OPTI|TRAC|PATC|PRI )$/.test(start.toString('latin1'));
};
const isTls = (length: number): boolean => length >>> 16 === 0x1603;

function strange(length: number, most: number): string {
  if (isHttp(length)) return 'The client speaks HTTP.';
  if (isTls(length)) return 'The client speaks TLS; this broker speaks plain text.';
  return `A frame of ${length} bytes is announced; ${most} are the most.`;
}

export class FrameReader {
  readonly #max: number;
  #chunks: Buffer[] = [];
  #length = 0;

  constructor(max = MAX_FRAME_BYTES) {
    this.#max = max;
  }

  /** The frames that are complete with this chunk, without their lengths. @throws WireError where a length is none */
  push(chunk: Buffer): Buffer[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const frames: Buffer[] = [];
    for (let frame = this.#next(); frame; frame = this.#next()) frames.push(frame);
    return frames;
  }

  #next(): Buffer | undefined {
    if (this.#length < 4) return undefined;
    const length = this.#peekLength();
    if (length < 0 || length > this.#max) throw new WireError(strange(length, this.#max));
    if (this.#length < 4 + length) return undefined;
    const all = this.#joined();
    const rest = all.subarray(4 + length);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#length = rest.length;
    return all.subarray(4, 4 + length);
  }

  #peekLength(): number {
    if (this.#chunks[0]!.length < 4) this.#joined();
    return this.#chunks[0]!.readInt32BE(0);
  }

  /** All bytes as one chunk: joined once a frame is complete, so that a large frame is copied once. */
  #joined(): Buffer {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0]!;
  }
}
