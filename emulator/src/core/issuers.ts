// Public keys of issuers of tokens that run here: services publish them, and verifiers of other services find them without a request to anybody.
import { DEFAULT_ACCOUNT } from './access-key.ts';
import type { Ctx } from './ctx.ts';
import { collection, type Records, type Tx } from './records.ts';

export interface PublishedKey {
  /** The last part of the issuer's address. Its host differs by the way in which the emulator is reached. */
  readonly issuer: string;
  /** The modulus and the exponent of the RSA key (RFC 7518). */
  readonly n: string;
  readonly e: string;
}

const publishedKeys = collection<[kid: string], PublishedKey>('core.issuer-keys', { global: true });

const recordsIn = (ctx: Ctx): Records<[kid: string], PublishedKey> => ctx.in({ account: DEFAULT_ACCOUNT }).records(publishedKeys);

export const publishKey = (tx: Tx, kid: string, key: PublishedKey, ctx: Ctx): void => tx.put(recordsIn(ctx), [kid], key);

export const withdrawKey = (tx: Tx, kid: string, ctx: Ctx): void => tx.delete(recordsIn(ctx), [kid]);

/** Hosts of issuers here: the cloud's, and those of this machine. */
const HOST =
  /^https?:\/\/(?:[a-z0-9-]+\.[a-z0-9-]+\.amazonaws\.com|(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\]|host\.docker\.internal|(?:[a-z0-9-]+\.)*localhost\.localstack\.cloud)(?::\d+)?\/([^/]+)\/?$/;

/** The name of an issuer that may be one of those here: the last part of its address. */
export const issuerName = (address: string): string | undefined => HOST.exec(address)?.[1];

/** The key of an issuer here, whatever host its address has; undefined where the key is not one of that issuer. */
export function publishedKey(address: string, kid: string, ctx: Ctx): PublishedKey | undefined {
  const found = recordsIn(ctx).get([kid]);
  return found !== undefined && found.issuer === issuerName(address) ? found : undefined;
}
