// The attribute `identities` of users: at which providers they are known, and as whom. Pure.
import type { Frozen } from '#core/records';
import { isObject } from '#lib/json-object';
import type { IdentityProvider } from '#services/cognito-idp/federation-state';

/** The claim by which a link names the subject itself. */
export const SUBJECT = 'Cognito_Subject';

export interface Identity {
  readonly userId: string;
  readonly providerName: string;
  readonly providerType: string;
  readonly issuer: string | null;
  /** The user was made by this identity. */
  readonly primary: boolean;
  readonly dateCreated: number;
}

export function identitiesIn(attributes: Readonly<Record<string, string>>): Identity[] {
  try {
    const value: unknown = JSON.parse(attributes['identities'] ?? '[]');
    return Array.isArray(value) ? value.filter((each): each is Identity => isObject(each)) : [];
  } catch {
    return [];
  }
}

export const newIdentity = (userId: string, { name, type }: Frozen<IdentityProvider>, primary: boolean, dateCreated: number): Identity => ({
  userId,
  providerName: name,
  providerType: type,
  issuer: null,
  primary,
  dateCreated,
});

/** The attributes with these identities; an empty list leaves the attribute out. */
export function withIdentities(attributes: Readonly<Record<string, string>>, identities: readonly Identity[]): Record<string, string> {
  const { identities: _before, ...others } = attributes;
  return identities.length === 0 ? others : { ...others, identities: JSON.stringify(identities) };
}
