// The collections of the login pages: who has signed in on them, and the codes that clients exchange for tokens.
import { collection } from '#core/records';

/** A sign-in on the pages of the login, which a browser's cookie stands for. */
export interface WebSession {
  readonly userKey: string;
  readonly authMs: number;
  readonly expiresMs: number;
}

/** By the hash of the cookie. */
export const webSessions = collection<[poolId: string, hash: string], WebSession>('cognito-idp.web-sessions', { bulk: true });

export interface AuthorizationCode {
  readonly userKey: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly nonce?: string | undefined;
  readonly codeChallenge?: string | undefined;
  readonly authMs: number;
  readonly expiresMs: number;
}

/** By the hash of the code. */
export const authorizationCodes = collection<[poolId: string, hash: string], AuthorizationCode>('cognito-idp.authorization-codes', {
  bulk: true,
});
