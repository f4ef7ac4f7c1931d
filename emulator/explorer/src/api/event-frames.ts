// Reads an event stream (application/vnd.amazon.eventstream) frame by frame: lengths, headers, body, checksum.

export interface Frame {
  readonly type: string;
  readonly body: Uint8Array;
}

/** Frames of a stream of bytes, as soon as each is whole. */
export async function* frames(source: ReadableStream<Uint8Array>): AsyncGenerator<Frame> {
  const reader = source.getReader();
  let held = new Uint8Array(0);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const joined = new Uint8Array(held.length + value.length);
    joined.set(held);
    joined.set(value, held.length);
    held = joined;
    for (let size = lengthOf(held); size !== undefined && held.length >= size; size = lengthOf(held)) {
      yield frameOf(held.subarray(0, size));
      held = held.slice(size);
    }
  }
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const lengthOf = (bytes: Uint8Array): number | undefined => (bytes.length < 12 ? undefined : viewOf(bytes).getUint32(0));
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function frameOf(bytes: Uint8Array): Frame {
  const view = viewOf(bytes);
  const headersEnd = 12 + view.getUint32(4);
  let type = '';
  for (let at = 12; at < headersEnd; ) {
    const nameEnd = at + 1 + bytes[at]!;
    const valueEnd = nameEnd + 3 + view.getUint16(nameEnd + 1);
    const name = decode(bytes.subarray(at + 1, nameEnd));
    if (name === ':event-type' || name === ':exception-type') type = decode(bytes.subarray(nameEnd + 3, valueEnd));
    at = valueEnd;
  }
  return { type, body: bytes.subarray(headersEnd, bytes.length - 4) };
}
