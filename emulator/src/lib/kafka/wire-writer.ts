// Writes the primitive types of Kafka's protocol into a buffer that grows. https://kafka.apache.org/protocol#protocol_types

const FIRST_SIZE = 256;

export class WireWriter {
  #bytes = Buffer.allocUnsafe(FIRST_SIZE);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  #room(bytes: number): number {
    const start = this.#length;
    this.#length += bytes;
    if (this.#length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#length, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, start);
      this.#bytes = larger;
    }
    return start;
  }

  int8(value: number): void {
    const start = this.#room(1);
    this.#bytes.writeInt8(value, start);
  }
  int16(value: number): void {
    const start = this.#room(2);
    this.#bytes.writeInt16BE(value, start);
  }
  int32(value: number): void {
    const start = this.#room(4);
    this.#bytes.writeInt32BE(value, start);
  }
  uint32(value: number): void {
    const start = this.#room(4);
    this.#bytes.writeUInt32BE(value, start);
  }
  int64(value: number): void {
    const start = this.#room(8);
    this.#bytes.writeBigInt64BE(BigInt(value), start);
  }

  uvarint(value: number): void {
    let left = value;
    while (left >= 0x80) {
      this.#byte((left % 0x80) + 0x80);
      left = Math.floor(left / 0x80);
    }
    this.#byte(left);
  }
  /** Signed (zigzag), of up to 53 bits. */
  varint(value: number): void {
    this.uvarint(value < 0 ? -2 * value - 1 : 2 * value);
  }
  #byte(value: number): void {
    const start = this.#room(1);
    this.#bytes[start] = value;
  }

  raw(bytes: Uint8Array): void {
    const start = this.#room(bytes.length);
    this.#bytes.set(bytes, start);
  }

  /** The number of items; -1 for null. */
  count(count: number, isFlexible: boolean): void {
    if (isFlexible) this.uvarint(count + 1);
    else this.int32(count);
  }

  /** Returns the written bytes. The writer may not be used any more. */
  finish(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}
