import { expect, it } from 'vitest';
import { frames } from './event-frames.ts';

/** A frame with one header; checksums are not read. */
function frame(type: string, body: string): Uint8Array {
  const text = (value: string) => new TextEncoder().encode(value);
  const [name, value, content] = [text(':event-type'), text(type), text(body)];
  const headers = [name.length, ...name, 7, value.length >> 8, value.length & 255, ...value];
  const total = 12 + headers.length + content.length + 4;
  const size = (length: number) => [length >>> 24, (length >>> 16) & 255, (length >>> 8) & 255, length & 255];
  return Uint8Array.from([...size(total), ...size(headers.length), 0, 0, 0, 0, ...headers, ...content, 0, 0, 0, 0]);
}

it('reads frames however they are cut', async () => {
  const bytes = Uint8Array.from([...frame('PayloadChunk', 'one'), ...frame('PayloadChunk', 'two'), ...frame('InvokeComplete', '{}')]);
  for (const size of [1, 7, 64, bytes.length]) {
    const source = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
    const read: string[] = [];
    for await (const { type, body } of frames(source)) read.push(`${type} ${new TextDecoder().decode(body)}`);
    expect(read).toEqual(['PayloadChunk one', 'PayloadChunk two', 'InvokeComplete {}']);
  }
});
