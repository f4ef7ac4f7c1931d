// The few parts of a DNS message that an answer about an address needs (RFC 1035).

export const TYPE_A = 1;
export const TYPE_AAAA = 28;
const CLASS_IN = 1;
const HEADER_BYTES = 12;
const TTL_SECONDS = 10;

export const FORMAT_ERROR = 1;
export const SERVER_FAILURE = 2;

export interface Question {
  /** Lower case, without a trailing dot. */
  readonly name: string;
  readonly type: number;
  /** Where the question ends in its message. */
  readonly end: number;
}

export const isQuery = (message: Buffer): boolean => message.length >= HEADER_BYTES && (message[2]! & 0x80) === 0;

/** Undefined where the message is not one well-formed standard question about the internet. */
export function questionOf(message: Buffer): Question | undefined {
  const standard = (message[2]! & 0x78) === 0;
  if (!standard || message.readUInt16BE(4) !== 1) return undefined;
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at]; length !== 0; length = message[at]) {
    if (length === undefined || length > 63 || at + 1 + length >= message.length) return undefined;
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  if (at + 5 > message.length || message.readUInt16BE(at + 3) !== CLASS_IN) return undefined;
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** An authoritative answer; without addresses it says that the name exists and has no address of that type. */
export function answer(query: Buffer, { end, type }: Question, addresses: readonly Buffer[]): Buffer {
  const records = addresses.map((address) => {
    const head = Buffer.alloc(12);
    head.writeUInt16BE(0xc000 | HEADER_BYTES, 0); // a pointer to the name in the question
    head.writeUInt16BE(type, 2);
    head.writeUInt16BE(CLASS_IN, 4);
    head.writeUInt32BE(TTL_SECONDS, 6);
    head.writeUInt16BE(address.length, 10);
    return Buffer.concat([head, address]);
  });
  const head = header(query, 0x04, 0);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  return Buffer.concat([head, query.subarray(HEADER_BYTES, end), ...records]);
}

/** Includes the question, where it could be read, because resolvers compare it. */
export function failure(query: Buffer, code: number): Buffer {
  const head = header(query, 0, code);
  const question = questionOf(query);
  if (!question) return head;
  head.writeUInt16BE(1, 4);
  return Buffer.concat([head, query.subarray(HEADER_BYTES, question.end)]);
}

function header(query: Buffer, authoritative: number, code: number): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  query.copy(head, 0, 0, 2);
  head[2] = 0x80 | authoritative | (query[2]! & 0x79);
  head[3] = 0x80 | code;
  return head;
}
