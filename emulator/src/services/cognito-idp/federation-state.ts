// The collections of federation: identity providers of pools, identities that are linked to users, and sign-ins that are under way elsewhere.
import { collection } from '#core/records';

export type ProviderType = 'OIDC' | 'Google' | 'Facebook' | 'LoginWithAmazon' | 'SignInWithApple';

export interface IdentityProvider {
  readonly name: string;
  readonly type: ProviderType;
  readonly details: Readonly<Record<string, string>>;
  /** Claims of the provider by attributes of the pool. */
  readonly mapping: Readonly<Record<string, string>>;
  readonly identifiers: readonly string[];
  readonly createdMs: number;
  readonly modifiedMs: number;
}

export const identityProviders = collection<[poolId: string, name: string], IdentityProvider>('cognito-idp.identity-providers');

/** The user that somebody with this value of a claim signs in as. `claim`: `Cognito_Subject` for the subject itself. */
export const linkedIdentities = collection<
  [poolId: string, provider: string, claim: string, value: string],
  {
    readonly userKey: string;
    /** The user's: somebody who has the name later on is somebody else. */
    readonly sub: string;
  }
>('cognito-idp.linked-identities', { bulk: true });

export interface OutwardSignIn {
  readonly provider: string;
  readonly clientId: string;
  /** The parameters of the client's request. */
  readonly query: string;
  readonly nonce: string;
  /** The code verifier of PKCE. */
  readonly verifier: string;
  /** The address to which the provider leads back, as it was told. */
  readonly returnUri: string;
  /** The hash of the browser's cookie: another browser cannot end the sign-in. */
  readonly browser: string;
  readonly expiresMs: number;
}

/** By the hash of the state. */
export const outwardSignIns = collection<[poolId: string, hash: string], OutwardSignIn>('cognito-idp.outward-sign-ins', { bulk: true });
