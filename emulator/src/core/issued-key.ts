// Access keys that services here made: a service that makes some (users' keys, temporary credentials) says so in its manifest.
import type { Ctx } from './ctx.ts';

export interface IssuedKey {
  readonly secret: string;
  /** Must come with the request, where the key has one. */
  readonly sessionToken?: string | undefined;
  readonly active: boolean;
  /** Milliseconds since 1970. */
  readonly expiresMs?: number | undefined;
}

/** The key with this id in the account of `ctx`; undefined when this service made none. */
export type FindIssuedKey = (accessKeyId: string, ctx: Ctx) => IssuedKey | undefined;
