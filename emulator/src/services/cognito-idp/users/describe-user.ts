// A user as lists show it.
import type { Frozen } from '#core/records';
import type { UserType } from '#model/cognito-idp';
import type { User } from '#services/cognito-idp/state';
import { attributeList } from './attributes.ts';

/** `only`: the attributes to show, where a request names them. */
export const describeUser = (user: Frozen<User>, only?: readonly string[]): UserType => ({
  Username: user.username,
  Attributes: attributeList(user).filter(({ Name }) => !only?.length || only.includes(Name)),
  UserCreateDate: new Date(user.createdMs),
  UserLastModifiedDate: new Date(user.modifiedMs),
  Enabled: user.enabled,
  UserStatus: user.status,
  ...(user.mfaOptions?.length && { MFAOptions: user.mfaOptions }),
});
