// Reads a request's body whole, up to a limit.
import { Fault } from '#core/fault';

/** @throws Fault RequestEntityTooLarge (413) */
export async function readBody(source: AsyncIterable<Uint8Array>, mostBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of source) {
    sizeBytes += chunk.length;
    if (sizeBytes > mostBytes)
      throw new Fault('RequestEntityTooLargeException', `Request must be smaller than ${mostBytes} bytes for this operation`, {
        status: 413,
      });
    chunks.push(chunk);
  }
  return chunks.length === 1
    ? Buffer.from(chunks[0]!.buffer, chunks[0]!.byteOffset, chunks[0]!.byteLength)
    : Buffer.concat(chunks, sizeBytes);
}
