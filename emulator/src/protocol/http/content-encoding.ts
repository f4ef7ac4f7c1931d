// Decompresses bodies that clients compress (SDKs do so with large metric data).
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { serialization } from '#protocol/refusals';
import type { WireRequest } from './wire.ts';

/** Limit: bytes of a compressed body after decompression. */
const MAX_BYTES = 6 * 1024 * 1024;

const inflate = promisify(gunzip) as (bytes: Uint8Array, options: object) => Promise<Buffer>;

/** Whether the body must go through `inflated` before it is read. */
export const isCompressed = ({ headers, body }: Pick<WireRequest, 'headers' | 'body'>): boolean => {
  const encoding = headers['content-encoding'];
  return encoding !== undefined && body.length > 0 && /(?:^|,)\s*gzip\s*$/i.test(encoding);
};

/** The request with a decompressed body, inflated off the main thread. Not for payloads that are stored as sent. @throws Fault */
export async function inflated(request: WireRequest): Promise<WireRequest> {
  if (!isCompressed(request)) return request;
  try {
    const body = await inflate(request.body, { maxOutputLength: MAX_BYTES });
    return { ...request, headers: { ...request.headers, 'content-encoding': undefined }, body };
  } catch {
    throw serialization();
  }
}
