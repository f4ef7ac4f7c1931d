// Reads an event stream (application/vnd.amazon.eventstream): frames of headers and a JSON body.

export interface StreamEvent {
  readonly type: string;
  readonly body: unknown;
}

export async function* events(source: AsyncIterable<Uint8Array>): AsyncGenerator<StreamEvent> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    held = Buffer.concat([held, chunk]);
    while (held.length >= 12 && held.length >= held.readUInt32BE(0)) {
      const total = held.readUInt32BE(0);
      yield frame(held.subarray(0, total));
      held = held.subarray(total);
    }
  }
}

/** Total length, length of the headers, checksum; headers; body; checksum. */
function frame(bytes: Buffer): StreamEvent {
  const headersEnd = 12 + bytes.readUInt32BE(4);
  let type = '';
  for (let at = 12; at < headersEnd; ) {
    const nameEnd = at + 1 + bytes[at]!;
    const name = bytes.toString('utf8', at + 1, nameEnd);
    const valueEnd = nameEnd + 3 + bytes.readUInt16BE(nameEnd + 1);
    if (name === ':event-type' || name === ':exception-type') type = bytes.toString('utf8', nameEnd + 3, valueEnd);
    at = valueEnd;
  }
  const body = bytes.toString('utf8', headersEnd, bytes.length - 4);
  return { type, body: body ? JSON.parse(body) : undefined };
}
