// Administrators look at users, enable, disable and delete them, and set their passwords.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { operation } from '#model/cognito-idp';
import { forgetUser } from '#services/cognito-idp/account/forget-user';
import { invalid, notAuthorized } from '#services/cognito-idp/faults';
import { recoveryAddress } from '#services/cognito-idp/messages/addresses';
import { newCode, putCode } from '#services/cognito-idp/messages/codes';
import { sendMessage } from '#services/cognito-idp/messages/send-message';
import { findPool } from '#services/cognito-idp/pools/find-pool';
import { checkPassword } from '#services/cognito-idp/pools/password-policy';
import type { Pool, User } from '#services/cognito-idp/state';
import { revokeAll } from '#services/cognito-idp/tokens/grants';
import { attributeList } from '#services/cognito-idp/users/attributes';
import { changeUser, findUser } from '#services/cognito-idp/users/find-user';
import { passwordChange, temporaryUntilMs } from '#services/cognito-idp/users/passwords';

interface UserRef {
  readonly UserPoolId: string;
  readonly Username: string;
}

function located({ UserPoolId, Username }: UserRef, ctx: Ctx): { readonly pool: Frozen<Pool>; readonly user: Frozen<User> } {
  const pool = findPool(UserPoolId, ctx);
  return { pool, user: findUser(Username, pool, ctx) };
}

export const AdminGetUser = operation('AdminGetUser', (input, ctx) => {
  const { user } = located(input, ctx);
  return {
    Username: user.username,
    UserAttributes: attributeList(user),
    UserCreateDate: new Date(user.createdMs),
    UserLastModifiedDate: new Date(user.modifiedMs),
    Enabled: user.enabled,
    UserStatus: user.status,
    ...(user.mfaOptions?.length && { MFAOptions: user.mfaOptions }),
    ...(user.preferredFactor && { PreferredMfaSetting: user.preferredFactor }),
    ...(user.factors.length > 0 && { UserMFASettingList: user.factors }),
  };
});

export const AdminDeleteUser = operation('AdminDeleteUser', (input, ctx) => {
  const { pool, user } = located(input, ctx);
  ctx.write((tx) => forgetUser(tx, pool, user, ctx));
});

const switched = (enabled: boolean) => (input: UserRef, ctx: Ctx) => {
  const { pool, user } = located(input, ctx);
  ctx.write((tx) => {
    changeUser(tx, pool, user, { enabled }, ctx);
    if (!enabled) revokeAll(tx, pool, user, ctx);
  });
};

export const AdminEnableUser = operation('AdminEnableUser', switched(true));
export const AdminDisableUser = operation('AdminDisableUser', switched(false));

export const AdminUserGlobalSignOut = operation('AdminUserGlobalSignOut', (input, ctx) => {
  const { pool, user } = located(input, ctx);
  ctx.write((tx) => revokeAll(tx, pool, user, ctx));
});

export const AdminSetUserPassword = operation('AdminSetUserPassword', (input, ctx) => {
  const { Password, Permanent = false } = input;
  const { pool, user } = located(input, ctx);
  if (user.status === 'EXTERNAL_PROVIDER') throw invalid('Cannot set the password of a user of an external provider.');
  checkPassword(Password, pool);
  const status = Permanent ? ('CONFIRMED' as const) : ('FORCE_CHANGE_PASSWORD' as const);
  const passwordExpiresMs = Permanent ? undefined : temporaryUntilMs(pool, ctx);
  ctx.write((tx) =>
    changeUser(tx, pool, user, { ...passwordChange(pool, user, Password), status, passwordExpiresMs, failures: undefined }, ctx),
  );
});

export const AdminResetUserPassword = operation('AdminResetUserPassword', async (input, ctx) => {
  const { pool, user } = located(input, ctx);
  if (user.status !== 'CONFIRMED' && user.status !== 'RESET_REQUIRED')
    throw notAuthorized('User password cannot be reset in the current state.');
  const destination = recoveryAddress(user, pool);
  if (!destination) throw invalid('Cannot reset password for the user as there is no registered/verified email or phone_number');
  const code = newCode(ctx);
  ctx.write((tx) => {
    changeUser(tx, pool, user, { status: 'RESET_REQUIRED' }, ctx);
    putCode(tx, pool, user, 'ForgotPassword', destination.attribute, code, ctx);
  });
  await sendMessage({ reason: 'ForgotPassword', user, destination, code, clientId: undefined, metadata: input.ClientMetadata }, pool, ctx);
});

export const AdminSetUserSettings = operation('AdminSetUserSettings', (input, ctx) => {
  const { pool, user } = located(input, ctx);
  ctx.write((tx) => changeUser(tx, pool, user, { mfaOptions: input.MFAOptions }, ctx));
});
