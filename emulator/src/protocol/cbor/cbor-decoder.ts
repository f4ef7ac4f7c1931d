// Decodes CBOR as rpc-v2-cbor and awsCbor send it (maps, lists, text, bytes, numbers, tags 1 to 4, indefinite lengths), with bounds on depth and values.
import { serialization, tooManyValues } from '#protocol/refusals';
import { MAX_DEPTH, MAX_VALUES } from '#protocol/text';

const INDEFINITE = -1;
const BREAK = Symbol('break');

class Decoder {
  readonly #bytes: Buffer;
  #at = 0;
  #depth = 0;
  #values = 0;
  readonly #dateUnitMs: number;
  readonly #takesNumberKeys: boolean;

  constructor(bytes: Uint8Array, dateUnitMs: number, takesNumberKeys = false) {
    this.#dateUnitMs = dateUnitMs;
    this.#takesNumberKeys = takesNumberKeys;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get read(): number {
    return this.#at;
  }

  get ended(): boolean {
    return this.#at === this.#bytes.length;
  }

  #take(count: number): number {
    const start = this.#at;
    if (count > this.#bytes.length - start) throw serialization();
    this.#at += count;
    return start;
  }

  #count(): void {
    if (++this.#values > MAX_VALUES) throw tooManyValues();
  }

  #argument(info: number): number {
    if (info < 24) return info;
    if (info === 24) return this.#bytes[this.#take(1)]!;
    if (info === 25) return this.#bytes.readUInt16BE(this.#take(2));
    if (info === 26) return this.#bytes.readUInt32BE(this.#take(4));
    if (info === 27) return Number(this.#bytes.readBigUInt64BE(this.#take(8)));
    if (info === 31) return INDEFINITE;
    throw serialization();
  }

  item(): unknown {
    this.#count();
    const head = this.#bytes[this.#take(1)]!;
    const info = head & 31;
    const major = head >> 5;
    if (major === 7) return this.#simple(info);
    const argument = this.#argument(info);
    if (major === 0 || major === 1) {
      if (argument === INDEFINITE) throw serialization();
      return major === 0 ? argument : -1 - argument;
    }
    if (++this.#depth > MAX_DEPTH) throw serialization();
    const value = this.#container(major, argument);
    this.#depth--;
    return value;
  }

  #container(major: number, argument: number): unknown {
    if (major === 2) return this.#chunk(2, argument);
    if (major === 3) return this.#chunk(3, argument).toString('utf8');
    if (major === 4) return this.#list(argument);
    return major === 5 ? this.#map(argument) : this.#tagged(argument);
  }

  #chunk(major: number, length: number): Buffer {
    if (length !== INDEFINITE) {
      const start = this.#take(length);
      return this.#bytes.subarray(start, start + length);
    }
    const parts: Buffer[] = [];
    for (let head = this.#bytes[this.#take(1)]!; head !== 0xff; head = this.#bytes[this.#take(1)]!) {
      if (head >> 5 !== major || (head & 31) === 31) throw serialization();
      this.#count();
      parts.push(this.#chunk(major, this.#argument(head & 31)));
    }
    return Buffer.concat(parts);
  }

  #list(length: number): unknown[] {
    const items: unknown[] = [];
    while (length === INDEFINITE || items.length < length) {
      const value = this.item();
      if (value === BREAK) {
        if (length !== INDEFINITE) throw serialization();
        break;
      }
      items.push(value);
    }
    return items;
  }

  #map(length: number): Record<string, unknown> {
    const map = Object.create(null) as Record<string, unknown>;
    for (let count = 0; length === INDEFINITE || count < length; count++) {
      const key = this.item();
      if (key === BREAK && length === INDEFINITE) break;
      if (typeof key !== 'string' && !(this.#takesNumberKeys && typeof key === 'number')) throw serialization();
      const value = this.item();
      if (value === BREAK) throw serialization();
      map[key] = value;
    }
    return map;
  }

  #tagged(tag: number): unknown {
    const value = this.item();
    if (tag === 1 && typeof value === 'number') return new Date(Math.round(value * this.#dateUnitMs));
    if ((tag === 2 || tag === 3) && value instanceof Uint8Array && value.length <= 64) {
      const magnitude = BigInt(`0x0${Buffer.from(value).toString('hex')}`);
      return Number(tag === 2 ? magnitude : -1n - magnitude);
    }
    if (tag === 4 && Array.isArray(value)) return Number(value[1]) * 10 ** Number(value[0]);
    return value;
  }

  #simple(info: number): unknown {
    if (info === 20 || info === 21) return info === 21;
    if (info === 22) return null;
    if (info === 23) return undefined;
    if (info === 25) return halfFloat(this.#bytes.readUInt16BE(this.#take(2)));
    if (info === 26) return this.#bytes.readFloatBE(this.#take(4));
    if (info === 27) return this.#bytes.readDoubleBE(this.#take(8));
    if (info === 31) return BREAK;
    throw serialization();
  }
}

function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * 2 ** -14 * (fraction / 1024);
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * 2 ** (exponent - 15) * (1 + fraction / 1024);
}

/** Dates count seconds in rpc-v2-cbor, milliseconds in awsCbor. */
export function decodeCbor(bytes: Uint8Array, dateUnitMs = 1000): unknown {
  const decoder = new Decoder(bytes, dateUnitMs);
  const value = decoder.item();
  if (typeof value === 'symbol' || !decoder.ended) throw serialization();
  return value;
}

export interface CborItem {
  readonly value: unknown;
  /** Bytes of the item: more may follow it. */
  readonly length: number;
}

/** The first item of the bytes, in maps of which numbers may be keys (they become their text), as in COSE (RFC 9052). */
export function decodeCborItem(bytes: Uint8Array): CborItem {
  const decoder = new Decoder(bytes, 1000, true);
  const value = decoder.item();
  if (typeof value === 'symbol') throw serialization();
  return { value, length: decoder.read };
}
