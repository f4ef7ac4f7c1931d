// Reads a whole event stream (application/vnd.amazon.eventstream): frames of headers and a body, the reverse of `event-stream`.
interface ReadEvent {
  readonly type: string;
  /** JSON is read; other text stays. */
  readonly body: unknown;
}

const PRELUDE = 12;
const CHECKSUM = 4;
const TEXT = 7;
const BYTES = 6;
/** Bytes of the other types of headers, by their number. */
const SIZES: readonly number[] = [0, 0, 1, 2, 4, 8, -1, -1, 8, 16];

export function eventsIn(body: Uint8Array): ReadEvent[] {
  const bytes = Buffer.from(body);
  const events: ReadEvent[] = [];
  for (let at = 0; at + PRELUDE <= bytes.length; ) {
    const total = bytes.readUInt32BE(at);
    events.push(frame(bytes.subarray(at, at + total)));
    at += total;
  }
  return events;
}

function frame(bytes: Buffer): ReadEvent {
  const end = PRELUDE + bytes.readUInt32BE(4);
  let type = '';
  for (let at = PRELUDE; at < end; ) {
    const nameEnd = at + 1 + bytes[at]!;
    const name = bytes.toString('utf8', at + 1, nameEnd);
    const kind = bytes[nameEnd]!;
    const hasLength = kind === TEXT || kind === BYTES;
    const valueStart = nameEnd + (hasLength ? 3 : 1);
    const valueEnd = valueStart + (hasLength ? bytes.readUInt16BE(nameEnd + 1) : (SIZES[kind] ?? 0));
    if (name === ':event-type' || name === ':exception-type' || name === ':error-code') type = bytes.toString('utf8', valueStart, valueEnd);
    at = valueEnd;
  }
  return { type, body: bodyOf(bytes.toString('utf8', end, bytes.length - CHECKSUM)) };
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
