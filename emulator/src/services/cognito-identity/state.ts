// The collections of identity pools.
import { collection } from '#core/records';
import type { CreateIdentityPoolInput, RoleMapping } from '#model/cognito-identity';

export interface IdentityPool {
  readonly id: string;
  readonly settings: Omit<CreateIdentityPoolInput, 'IdentityPoolTags'>;
  readonly tags: Readonly<Record<string, string>>;
  /** `authenticated` and `unauthenticated`. */
  readonly roles: Readonly<Record<string, string>>;
  readonly roleMappings: Readonly<Record<string, RoleMapping>>;
}

export const identityPools = collection<[id: string], IdentityPool>('cognito-identity.pools');

export interface Owner {
  readonly account: string;
  readonly region: string;
  readonly poolId: string;
}

/** Requests without a signature name a pool or an identity, not an account. */
export const owners = collection<[kind: 'pool' | 'identity', id: string], Owner>('cognito-identity.owners', { global: true });

export interface Identity {
  readonly id: string;
  /** The name of the user at each provider. */
  readonly logins: Readonly<Record<string, string>>;
  /** Users of a developer's own provider, by its name. */
  readonly developerUsers: Readonly<Record<string, readonly string[]>>;
  readonly createdMs: number;
  readonly modifiedMs: number;
  readonly isDisabled?: boolean | undefined;
}

export const identities = collection<[poolId: string, id: string], Identity>('cognito-identity.identities', { bulk: true });

/** The identity that a login belongs to: one in each pool. Users of developers have `dev:` before the provider. */
export const logins = collection<[poolId: string, provider: string, user: string], { readonly identityId: string }>(
  'cognito-identity.logins',
  {
    bulk: true,
  },
);

export interface PrincipalTags {
  readonly useDefaults: boolean;
  readonly tags: Readonly<Record<string, string>>;
}

export const principalTags = collection<[poolId: string, provider: string], PrincipalTags>('cognito-identity.principal-tags');

export interface SigningKey {
  readonly kid: string;
  /** PKCS #8, PEM. */
  readonly privateKey: string;
}

/** One key signs the tokens of all pools of an account. */
export const signingKeys = collection<[name: 'key'], SigningKey>('cognito-identity.keys', { global: true });
