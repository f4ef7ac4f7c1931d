// Where messages to a user go.
import type { Frozen } from '#core/records';
import type { CodeDeliveryDetailsType } from '#model/cognito-idp';
import type { Pool, User } from '#services/cognito-idp/state';
import type { Address } from '#services/cognito-idp/users/attributes';

export interface Destination {
  readonly attribute: Address;
  readonly to: string;
}

export const mediumOf = ({ attribute }: Pick<Destination, 'attribute'>): 'EMAIL' | 'SMS' => (attribute === 'email' ? 'EMAIL' : 'SMS');

/** `a***@e***`, `+*******1234` */
const masked = ({ attribute, to }: Destination): string => {
  if (attribute === 'phone_number') return `+${'*'.repeat(Math.max(to.length - 5, 0))}${to.slice(-4)}`;
  const [name = '', host = ''] = to.split('@');
  return `${name.slice(0, 1)}***@${host.slice(0, 1)}***`;
};

export const deliveryDetails = (destination: Destination): CodeDeliveryDetailsType => ({
  Destination: masked(destination),
  DeliveryMedium: mediumOf(destination),
  AttributeName: destination.attribute,
});

/** The address that a sign-up verifies: phone numbers before emails where the pool verifies both. */
export function addressToVerify({ attributes }: Pick<Frozen<User>, 'attributes'>, { settings }: Frozen<Pool>): Destination | undefined {
  const verified = settings.AutoVerifiedAttributes ?? [];
  for (const attribute of ['phone_number', 'email'] as const) {
    const to = attributes[attribute];
    if (verified.includes(attribute) && to) return { attribute, to };
  }
  return undefined;
}

const RECOVERY = { verified_email: 'email', verified_phone_number: 'phone_number' } as const;

/** The verified address by which a user gets back in. */
export function recoveryAddress({ attributes }: Frozen<User>, { settings }: Frozen<Pool>): Destination | undefined {
  const mechanisms = [...(settings.AccountRecoverySetting?.RecoveryMechanisms ?? [])].sort((a, b) => (a.Priority ?? 0) - (b.Priority ?? 0));
  for (const { Name = '' } of mechanisms) {
    const attribute = Object.hasOwn(RECOVERY, Name) ? RECOVERY[Name as keyof typeof RECOVERY] : undefined;
    const to = attribute && attributes[attribute];
    if (attribute && to && attributes[`${attribute}_verified`] === 'true') return { attribute, to };
  }
  return undefined;
}
