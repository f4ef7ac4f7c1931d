// The collections of passkeys: the passkeys of users, and registrations that have begun.
import { collection } from '#core/records';

export interface Passkey {
  /** Base64url, as the authenticator made it. */
  readonly id: string;
  readonly relyingPartyId: string;
  /** A JSON web key, as text. */
  readonly publicKey: string;
  /** Signatures that the authenticator has counted; 0 where it does not count. */
  readonly signatures: number;
  readonly attachment?: string | undefined;
  readonly transports: readonly string[];
  readonly createdMs: number;
}

/** By the hash of the passkey's id, which may be a kilobyte. */
export const passkeys = collection<[poolId: string, userKey: string, hash: string], Passkey>('cognito-idp.passkeys', { bulk: true });

/** A passkey that a user is about to make: one at a time. */
export interface PasskeyRegistration {
  readonly challenge: string;
  readonly clientId: string;
  readonly relyingPartyId: string;
  readonly expiresMs: number;
}

export const passkeyRegistrations = collection<[poolId: string, userKey: string], PasskeyRegistration>(
  'cognito-idp.passkey-registrations',
  { bulk: true },
);
