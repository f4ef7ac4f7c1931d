// Bodies that clients compress (SDKs do so with large metric data).
import { gunzipSync } from 'node:zlib';
import { serialization } from '#protocol/refusals';
import type { WireRequest } from './wire.ts';

/** What a small body may unpack to. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The body as it was before compression. Not for payloads that are kept as they are sent. */
export function plainBody({ headers, body }: Pick<WireRequest, 'headers' | 'body'>): Uint8Array {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || body.length === 0 || !/(?:^|,)\s*gzip\s*$/i.test(encoding)) return body;
  try {
    return gunzipSync(body, { maxOutputLength: MOST_BYTES });
  } catch {
    throw serialization();
  }
}
