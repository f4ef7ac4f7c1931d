// Reads the primitive types of Kafka's protocol from a message. Every length is checked against the bytes that are there before anything is
// allocated. https://kafka.apache.org/protocol#protocol_types
import { WireError } from './wire-error.ts';

const MAX_VARINT_BYTES = 5;
const MAX_VARLONG_BYTES = 10;
/** Limit: items of all lists of a message to a broker: more partitions than a cluster has. */
const MAX_ITEMS = 50_000;

export class WireReader {
  at = 0;
  readonly #bytes: Buffer;
  #items = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.at;
  }

  /** Moves on by a number of bytes, and returns where they begin. @throws WireError if the message ends earlier */
  #step(bytes: number): number {
    if (bytes < 0 || bytes > this.left) throw new WireError(`The message ends ${bytes - this.left} bytes too early.`);
    const start = this.at;
    this.at += bytes;
    return start;
  }

  int8(): number {
    return this.#bytes.readInt8(this.#step(1));
  }
  int16(): number {
    return this.#bytes.readInt16BE(this.#step(2));
  }
  int32(): number {
    return this.#bytes.readInt32BE(this.#step(4));
  }
  uint32(): number {
    return this.#bytes.readUInt32BE(this.#step(4));
  }
  /** Offsets and times in milliseconds. @throws WireError beyond the numbers that JavaScript can count by */
  int64(): number {
    return safe(this.#bytes.readBigInt64BE(this.#step(8)));
  }

  /** Unsigned, as lengths of flexible versions are. */
  uvarint(): number {
    let value = 0;
    for (let part = 0; part < MAX_VARINT_BYTES; part++) {
      const byte = this.#bytes[this.#step(1)]!;
      value += (byte & 0x7f) * 2 ** (7 * part);
      if (byte < 0x80) return value;
    }
    throw new WireError('A number of variable length has more than five bytes.');
  }

  /** Signed (zigzag), as numbers inside of records are. */
  varlong(): number {
    let value = 0n;
    for (let part = 0; part < MAX_VARLONG_BYTES; part++) {
      const byte = this.#bytes[this.#step(1)]!;
      value |= BigInt(byte & 0x7f) << BigInt(7 * part);
      if (byte < 0x80) return safe(BigInt.asIntN(64, (value >> 1n) ^ -(value & 1n)));
    }
    throw new WireError('A number of variable length has more than ten bytes.');
  }
  /** Signed (zigzag), of 32 bits: most numbers inside of records. */
  varint(): number {
    const value = this.uvarint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** A view, not a copy. */
  raw(bytes: number): Buffer {
    const start = this.#step(bytes);
    return this.#bytes.subarray(start, start + bytes);
  }
  text(bytes: number): string {
    const start = this.#step(bytes);
    return this.#bytes.toString('utf8', start, start + bytes);
  }

  /** The number of items, each of which takes at least one byte; -1 for null. */
  count(isFlexible: boolean): number {
    const count = isFlexible ? this.uvarint() - 1 : this.int32();
    if (count > this.left) throw new WireError(`A list of ${count} items stands in ${this.left} bytes.`);
    this.#items += Math.max(count, 0);
    if (this.#items > MAX_ITEMS) throw new WireError(`The message has more than ${MAX_ITEMS} items.`);
    return Math.max(count, -1);
  }

  /** Members that later versions add to a structure: passed over. */
  skipTagged(): void {
    const count = this.uvarint();
    if (count > this.left) throw new WireError(`A list of ${count} tagged members stands in ${this.left} bytes.`);
    for (let tag = 0; tag < count; tag++) {
      this.uvarint();
      this.#step(this.uvarint());
    }
  }
}

function safe(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new WireError(`${value} is no offset and no time.`);
  return number;
}
