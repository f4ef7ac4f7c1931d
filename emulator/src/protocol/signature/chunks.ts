// Signatures of the chunks of a streamed body: each chunk signs its bytes and the signature before it, the trailers come last.
// https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html
import type { Fault } from '#core/fault';
import { hmac, sha256 } from './canonical-request.ts';
import { faultsOf } from './faults.ts';

export interface ChunkSigning {
  readonly key: Buffer;
  readonly timestamp: string;
  readonly scope: string;
  /** The signature of the request, to which the first chunk is chained. */
  readonly seed: string;
  readonly accessKeyId: string;
}

export interface ChunkVerifier {
  /** @throws Fault SignatureDoesNotMatch */
  chunk(hash: string, signature: string | undefined): void;
  /** `text` as the client signed it: `name:value\n` for each trailer. */
  trailer(text: string, signature: string | undefined): void;
}

/** The value of `x-amz-content-sha256`. */
export const isSignedChunks = (payloadHash: string): boolean => payloadHash.startsWith('STREAMING-AWS4-HMAC-SHA256-PAYLOAD');

const EMPTY_HASH = sha256('');

export function chunkVerifier({ key, timestamp, scope, seed, accessKeyId }: ChunkSigning): ChunkVerifier {
  let previous = seed;
  const verify = (text: string, provided: string | undefined): void => {
    const expected = hmac(key, text).toString('hex');
    if (expected !== provided) throw mismatch(accessKeyId, provided, text);
    previous = expected;
  };
  return {
    chunk: (hash, signature) => verify(['AWS4-HMAC-SHA256-PAYLOAD', timestamp, scope, previous, EMPTY_HASH, hash].join('\n'), signature),
    trailer: (text, signature) => verify(['AWS4-HMAC-SHA256-TRAILER', timestamp, scope, previous, sha256(text)].join('\n'), signature),
  };
}

const mismatch = (accessKeyId: string, provided: string | undefined, stringToSign: string): Fault =>
  faultsOf('restXml').mismatch({ accessKeyId, provided: provided ?? '', stringToSign });
