// AdminCreateUser: a user with a temporary password, who is invited.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type AdminCreateUserRequest, fault, operation } from '#model/cognito-idp';
import { invalid } from '#services/cognito-idp/faults';
import { sendMessage } from '#services/cognito-idp/messages/send-message';
import { findPool } from '#services/cognito-idp/pools/find-pool';
import { checkPassword, temporaryPassword } from '#services/cognito-idp/pools/password-policy';
import type { Pool, User } from '#services/cognito-idp/state';
import { runTrigger } from '#services/cognito-idp/triggers/run-trigger';
import { toldAttributes } from '#services/cognito-idp/triggers/user-attributes';
import { ADDRESSES, addressOfUsername, aliasExists, checkRequired, readAttributes } from '#services/cognito-idp/users/attributes';
import { describeUser } from '#services/cognito-idp/users/describe-user';
import {
  aliasNames,
  changeUser,
  findUser,
  lookUpUser,
  ownerOfAlias,
  putUser,
  signsInWithAddress,
} from '#services/cognito-idp/users/find-user';
import { newUser } from '#services/cognito-idp/users/new-user';
import { newPassword, temporaryUntilMs } from '#services/cognito-idp/users/passwords';

type Input = Omit<AdminCreateUserRequest, 'TemporaryPassword'> & { readonly TemporaryPassword?: string | undefined };

export const AdminCreateUser = operation('AdminCreateUser', async (input, ctx) => {
  const pool = findPool(input.UserPoolId, ctx);
  const password = input.TemporaryPassword ?? temporaryPassword(pool, (length, alphabet) => ctx.random(length, alphabet));
  checkPassword(password, pool);
  const user = input.MessageAction === 'RESEND' ? invitedAgain(input, pool, password, ctx) : await created(input, pool, password, ctx);
  if (input.MessageAction !== 'SUPPRESS') await invite(user, password, input, pool, ctx);
  return { User: describeUser(user) };
});

async function created(input: Input, pool: Frozen<Pool>, password: string, ctx: Ctx): Promise<Frozen<User>> {
  const { Username, UserAttributes, ValidationData, ClientMetadata, ForceAliasCreation = false } = input;
  const attributes = { ...addressOfUsername(Username, pool), ...readAttributes(UserAttributes, pool) };
  checkRequired(attributes, pool);
  checkFree(Username, attributes, ForceAliasCreation, pool, ctx);
  const fresh: User = newUser(
    { name: Username, attributes, password, status: 'FORCE_CHANGE_PASSWORD', passwordExpiresMs: temporaryUntilMs(pool, ctx) },
    pool,
    ctx,
  );
  const { status: _status, ...unsaved } = fresh;
  const request = {
    userAttributes: toldAttributes(fresh),
    validationData: ValidationData ? Object.fromEntries(ValidationData.map(({ Name, Value = '' }) => [Name, Value])) : null,
    ...(ClientMetadata && { clientMetadata: ClientMetadata }),
  };
  const answer = await runTrigger(
    'PreSignUp',
    {
      source: 'AdminCreateUser',
      username: fresh.username,
      clientId: 'CLIENT_ID_NOT_APPLICABLE',
      request,
      response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
    },
    pool,
    ctx,
  );
  const verified = {
    ...(answer?.['autoVerifyEmail'] === true && attributes['email'] && { email_verified: 'true' }),
    ...(answer?.['autoVerifyPhone'] === true && attributes['phone_number'] && { phone_number_verified: 'true' }),
  };
  // The function may have taken its time.
  checkFree(Username, attributes, ForceAliasCreation, pool, ctx);
  const user: User = { ...unsaved, status: fresh.status, attributes: { ...attributes, ...verified } };
  ctx.write((tx) => putUser(tx, pool, user, ctx));
  return user;
}

/** @throws Fault for names that other users have */
function checkFree(name: string, attributes: Readonly<Record<string, string>>, isForced: boolean, pool: Frozen<Pool>, ctx: Ctx): void {
  if (lookUpUser(name, pool, ctx)) throw fault('UsernameExistsException', 'User account already exists');
  for (const attribute of aliasNames(pool)) {
    const value = attributes[attribute];
    if (value === undefined || ownerOfAlias(attribute, value, pool, ctx) === undefined) continue;
    if (signsInWithAddress(pool)) throw fault('UsernameExistsException', `An account with the given ${attribute} already exists.`);
    const isVerified = attribute === 'preferred_username' || attributes[`${attribute}_verified`] === 'true';
    if (isVerified && !isForced) throw aliasExists(attribute);
  }
}

function invitedAgain({ Username }: Input, pool: Frozen<Pool>, password: string, ctx: Ctx): Frozen<User> {
  const user = findUser(Username, pool, ctx);
  if (user.status !== 'FORCE_CHANGE_PASSWORD')
    throw fault('UnsupportedUserStateException', `Resend not possible. ${user.username} is not in FORCE_CHANGE_PASSWORD state`);
  const changes = { password: newPassword(pool, user.username, password), passwordExpiresMs: temporaryUntilMs(pool, ctx) };
  return ctx.write((tx) => changeUser(tx, pool, user, changes, ctx));
}

async function invite(user: Frozen<User>, code: string, input: Input, pool: Frozen<Pool>, ctx: Ctx): Promise<void> {
  const mediums = input.DesiredDeliveryMediums ?? ['SMS'];
  const wanted = ADDRESSES.filter((attribute) => mediums.includes(attribute === 'email' ? 'EMAIL' : 'SMS'));
  // Without a word about it, a phone number is preferred, and an email will do.
  const possible = input.DesiredDeliveryMediums ? wanted : [...wanted, 'email' as const];
  const given = possible.filter((attribute) => user.attributes[attribute]);
  if (input.DesiredDeliveryMediums && given.length === 0) throw invalid(`Cannot send the message: the user has no ${wanted.join(' or ')}.`);
  for (const attribute of input.DesiredDeliveryMediums ? given : given.slice(0, 1)) {
    const destination = { attribute, to: user.attributes[attribute]! };
    await sendMessage(
      { reason: 'AdminCreateUser', user, destination, code, clientId: undefined, metadata: input.ClientMetadata },
      pool,
      ctx,
    );
  }
}
