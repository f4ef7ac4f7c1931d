// Access keys that services here made. A service that makes keys (users' keys, temporary credentials) names its lookup in its manifest.
import type { Ctx } from './ctx.ts';

export interface IssuedKey {
  readonly secret: string;
  /** The session token that must come with the request, where the key has one. */
  readonly sessionToken?: string | undefined;
  readonly active: boolean;
  /** Milliseconds since 1970. */
  readonly expiresMs?: number | undefined;
}

/** The key with this id in the account of `ctx`; undefined when this service made no such key. */
export type FindIssuedKey = (accessKeyId: string, ctx: Ctx) => IssuedKey | undefined;
