// Writes answers of the OpenTelemetry protocol in the encoding of their requests. Pure.

export interface Rejected {
  /** Name of the count in JSON: `rejectedSpans`. */
  readonly name: string;
  readonly count: number;
  readonly message: string;
}

export type Encoding = 'protobuf' | 'json';

/** The answer to a request of which all was taken, or all but some. */
export function writeSuccess(encoding: Encoding, rejected: Rejected | undefined): Uint8Array | string {
  if (encoding === 'json')
    return JSON.stringify(rejected ? { partialSuccess: { [rejected.name]: rejected.count, errorMessage: rejected.message } } : {});
  if (!rejected) return new Uint8Array();
  const partial = Buffer.concat([Buffer.from([1 << 3]), varint(rejected.count), lengthDelimited(2, Buffer.from(rejected.message))]);
  return lengthDelimited(1, partial);
}

/** `google.rpc.Status`, which is the body of every failure. */
export const writeFailure = (encoding: Encoding, code: number, message: string): Uint8Array | string =>
  encoding === 'json'
    ? JSON.stringify({ code, message })
    : Buffer.concat([Buffer.from([1 << 3]), varint(code), lengthDelimited(2, Buffer.from(message))]);

const lengthDelimited = (field: number, bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([(field << 3) | 2]), varint(bytes.length), bytes]);

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}
