// Reads a message of Protocol Buffers by the description of its fields, into the form that its JSON has. Fields without a description are skipped. Pure.
import { dictionary } from '#lib/table';
import { type Field, type Fields, MAX_DEPTH, MAX_VALUES, MalformedMessage, type Scalar, TOO_MANY_VALUES } from './field-types.ts';

type Message = Record<string, unknown>;

const VARINT = 0;
const EIGHT_BYTES = 1;
const LENGTH = 2;
const FOUR_BYTES = 5;

const WIRE_TYPES: Readonly<Record<Scalar, number>> = {
  ...{ bool: VARINT, int32: VARINT, uint32: VARINT, int64: VARINT },
  ...{ fixed32: FOUR_BYTES, fixed64: EIGHT_BYTES, double: EIGHT_BYTES },
  ...{ string: LENGTH, hex: LENGTH, base64: LENGTH },
};
const TEXT = new TextDecoder();

/** @throws MalformedMessage */
export function readProtobuf(bytes: Uint8Array, fields: Fields): Message {
  return readMessage(new Reader(bytes), bytes.length, fields, 0);
}

function readMessage(reader: Reader, end: number, fields: Fields, depth: number): Message {
  if (depth > MAX_DEPTH) throw new MalformedMessage(`its messages are nested deeper than ${MAX_DEPTH}`);
  const message: Message = dictionary();
  while (reader.at < end) {
    reader.count();
    const tag = reader.small();
    const [known, wireType] = [fields[Math.floor(tag / 8)], tag % 8];
    if (known) readField(reader, message, known, { wireType, depth });
    else reader.skip(wireType);
  }
  if (reader.at !== end) throw new MalformedMessage('a field reaches beyond the end of its message');
  return message;
}

interface FieldTag {
  readonly wireType: number;
  readonly depth: number;
}

function readField(reader: Reader, message: Message, { name, type, isList }: Field, { wireType, depth }: FieldTag): void {
  if (typeof type === 'string') {
    const own = WIRE_TYPES[type];
    if (isList && own !== LENGTH && wireType === LENGTH) {
      const end = reader.endOfLength();
      for (; reader.at < end; reader.count()) push(message, name, readScalar(reader, type));
      return;
    }
    if (wireType !== own) throw new MalformedMessage(`the field ${name} has the wire type ${wireType}`);
    const value = readScalar(reader, type);
    if (isList) push(message, name, value);
    else message[name] = value;
    return;
  }
  if (wireType !== LENGTH) throw new MalformedMessage(`the field ${name} has the wire type ${wireType}`);
  const value = readMessage(reader, reader.endOfLength(), type(), depth + 1);
  if (isList) push(message, name, value);
  else message[name] = value;
}

function push(message: Message, name: string, value: unknown): void {
  const known = message[name] as unknown[] | undefined;
  if (known) known.push(value);
  else message[name] = [value];
}

function readScalar(reader: Reader, type: Scalar): unknown {
  switch (type) {
    case 'string':
      return TEXT.decode(reader.bytes());
    case 'hex':
      return reader.bytes().toString('hex');
    case 'base64':
      return reader.bytes().toString('base64');
    case 'bool':
      return reader.varint() !== 0n;
    case 'int32':
      return Number(BigInt.asIntN(32, reader.varint()));
    case 'uint32':
      return Number(BigInt.asUintN(32, reader.varint()));
    case 'int64':
      return BigInt.asIntN(64, reader.varint()).toString();
    case 'fixed32':
      return reader.take(4).readUInt32LE();
    case 'fixed64':
      return reader.take(8).readBigUInt64LE().toString();
    case 'double':
      return reader.take(8).readDoubleLE();
  }
}

class Reader {
  at = 0;
  #values = 0;
  readonly #buffer: Buffer;

  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    this.#buffer = Buffer.from(buffer, byteOffset, byteLength);
  }

  take(length: number): Buffer {
    const end = this.at + length;
    if (end > this.#buffer.length) throw new MalformedMessage('it ends within a field');
    const taken = this.#buffer.subarray(this.at, end);
    this.at = end;
    return taken;
  }

  #byte(): number {
    const byte = this.#buffer[this.at++];
    if (byte === undefined) throw new MalformedMessage('it ends within a field');
    return byte;
  }

  count(): void {
    if (++this.#values > MAX_VALUES) throw new MalformedMessage(TOO_MANY_VALUES);
  }

  /** A tag or a length: those of more than 53 bits are beyond any buffer. */
  small(): number {
    let [value, unit] = [0, 1];
    for (let count = 0; count < 10; count++, unit *= 128) {
      const byte = this.#byte();
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
    throw new MalformedMessage('a number has more than 64 bits');
  }

  varint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return BigInt.asUintN(64, value);
    }
    throw new MalformedMessage('a number has more than 64 bits');
  }

  /** Where the field ends whose length is next. */
  endOfLength(): number {
    const length = this.small();
    const end = this.at + length;
    if (end > this.#buffer.length) throw new MalformedMessage('it ends within a field');
    return end;
  }

  bytes(): Buffer {
    return this.take(this.endOfLength() - this.at);
  }

  skip(wireType: number): void {
    if (wireType === VARINT) this.varint();
    else if (wireType === EIGHT_BYTES) this.take(8);
    else if (wireType === LENGTH) this.bytes();
    else if (wireType === FOUR_BYTES) this.take(4);
    else throw new MalformedMessage(`a field has the wire type ${wireType}`);
  }
}
