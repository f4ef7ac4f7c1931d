// Encodes values as CBOR with definite lengths; dates are tag 1: in rpc-v2-cbor with seconds as a float, in awsCbor with milliseconds as a whole
// number.

class Encoder {
  #bytes = Buffer.allocUnsafe(1024);
  #at = 0;
  readonly #wholeDates: boolean;

  constructor(wholeDates: boolean) {
    this.#wholeDates = wholeDates;
  }

  #reserve(count: number): void {
    if (this.#at + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + count));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }

  #head(major: number, argument: number): void {
    this.#reserve(9);
    const type = major << 5;
    if (argument < 24) {
      this.#bytes[this.#at++] = type | argument;
    } else if (argument < 0x100) {
      this.#bytes[this.#at++] = type | 24;
      this.#bytes[this.#at++] = argument;
    } else if (argument < 0x10000) {
      this.#bytes[this.#at++] = type | 25;
      this.#at = this.#bytes.writeUInt16BE(argument, this.#at);
    } else if (argument < 0x100000000) {
      this.#bytes[this.#at++] = type | 26;
      this.#at = this.#bytes.writeUInt32BE(argument, this.#at);
    } else {
      this.#bytes[this.#at++] = type | 27;
      this.#at = this.#bytes.writeBigUInt64BE(BigInt(argument), this.#at);
    }
  }

  #byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#at++] = value;
  }

  #double(value: number): void {
    this.#byte(0xfb);
    this.#reserve(8);
    this.#at = this.#bytes.writeDoubleBE(value, this.#at);
  }

  #text(value: string): void {
    const length = Buffer.byteLength(value);
    this.#head(3, length);
    this.#reserve(length);
    this.#at += this.#bytes.write(value, this.#at);
  }

  #blob(value: Uint8Array): void {
    this.#head(2, value.length);
    this.#reserve(value.length);
    this.#bytes.set(value, this.#at);
    this.#at += value.length;
  }

  #number(value: number): void {
    if (!Number.isSafeInteger(value)) this.#double(value);
    else if (value >= 0) this.#head(0, value);
    else this.#head(1, -1 - value);
  }

  #map(value: object): void {
    const entries = Object.entries(value).filter(([, part]) => part !== undefined && part !== null);
    this.#head(5, entries.length);
    for (const [key, part] of entries) {
      this.#text(key);
      this.write(part);
    }
  }

  write(value: unknown): void {
    if (value === null || value === undefined) this.#byte(0xf6);
    else if (typeof value === 'string') this.#text(value);
    else if (typeof value === 'number') this.#number(value);
    else if (typeof value === 'boolean') this.#byte(value ? 0xf5 : 0xf4);
    else if (value instanceof Date) {
      this.#byte(0xc1);
      if (this.#wholeDates) this.#number(value.getTime());
      else this.#double(value.getTime() / 1000);
    } else if (value instanceof Uint8Array) this.#blob(value);
    else if (Array.isArray(value)) {
      this.#head(4, value.length);
      for (const item of value) this.write(item);
    } else this.#map(value);
  }

  end(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }
}

export function encodeCbor(value: unknown, { wholeDates = false } = {}): Uint8Array {
  const encoder = new Encoder(wholeDates);
  encoder.write(value);
  return encoder.end();
}
