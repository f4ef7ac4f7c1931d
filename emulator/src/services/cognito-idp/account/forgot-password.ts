// Users who have forgotten their password, or want another one.
import { fault, operation } from '#model/cognito-idp';
import { type LocatedClient, locateClient } from '#services/cognito-idp/clients/find-client';
import { checkSecretHash } from '#services/cognito-idp/clients/secret-hash';
import { invalid, notAuthorized, userNotFound } from '#services/cognito-idp/faults';
import { deliveryDetails, recoveryAddress } from '#services/cognito-idp/messages/addresses';
import { checkCode, newCode, putCode } from '#services/cognito-idp/messages/codes';
import { sendMessage } from '#services/cognito-idp/messages/send-message';
import { checkPassword } from '#services/cognito-idp/pools/password-policy';
import { hidesUsers } from '#services/cognito-idp/sign-in/auth-flows';
import { wrongPassword } from '#services/cognito-idp/sign-in/check-user';
import { migrateUser } from '#services/cognito-idp/sign-in/migrate-user';
import { bearerOf } from '#services/cognito-idp/tokens/access-token';
import { changeUser, lookUpUser } from '#services/cognito-idp/users/find-user';
import { hasPassword, passwordChange } from '#services/cognito-idp/users/passwords';
import { afterConfirmation } from './confirm-user.ts';
import { falseDetails, userOf } from './sign-up.ts';

const PURPOSE = 'ForgotPassword';

export const ForgotPassword = operation('ForgotPassword', async (input, ctx) => {
  const located = locateClient(input.ClientId, ctx);
  checkSecretHash(located.client, [input.Username], input.SecretHash);
  return { CodeDeliveryDetails: await forgotPassword(input.Username, input.ClientMetadata, located) };
});

export async function forgotPassword(
  name: string,
  metadata: Readonly<Record<string, string>> | undefined,
  { pool, client, there }: LocatedClient,
) {
  const user = lookUpUser(name, pool, there) ?? (await migrateUser({ name, source: 'ForgotPassword', metadata }, pool, client, there));
  if (!user && hidesUsers(client)) return falseDetails();
  if (!user) throw userNotFound('Username/client id combination not found.');
  if (!user.enabled) throw notAuthorized('User is disabled.');
  if (user.status === 'FORCE_CHANGE_PASSWORD' || user.status === 'EXTERNAL_PROVIDER')
    throw notAuthorized('User password cannot be reset in the current state.');
  const destination = recoveryAddress(user, pool);
  if (!destination) throw invalid('Cannot reset password for the user as there is no registered/verified email or phone_number');
  const code = newCode(there);
  there.write((tx) => putCode(tx, pool, user, PURPOSE, destination.attribute, code, there));
  await sendMessage({ reason: 'ForgotPassword', user, destination, code, clientId: client.id, metadata }, pool, there);
  return deliveryDetails(destination);
}

export const ConfirmForgotPassword = operation('ConfirmForgotPassword', async (input, ctx) => {
  const located = locateClient(input.ClientId, ctx);
  checkSecretHash(located.client, [input.Username], input.SecretHash);
  await confirmForgotPassword(input.Username, input.ConfirmationCode, input.Password, input.ClientMetadata, located);
});

export async function confirmForgotPassword(
  name: string,
  code: string,
  password: string,
  metadata: Readonly<Record<string, string>> | undefined,
  located: LocatedClient,
): Promise<void> {
  const { pool, client, there } = located;
  const user = userOf(name, located, () => fault('ExpiredCodeException', 'Invalid code provided, please request a code again.'));
  if (!user.enabled) throw notAuthorized('User is disabled.');
  const takeCode = checkCode(pool, user, PURPOSE, code, there);
  checkPassword(password, pool);
  const change = passwordChange(pool, user, password);
  const changed = there.write((tx) => {
    const verified = takeCode(tx);
    const attributes = { ...user.attributes, [`${verified}_verified`]: 'true' };
    return changeUser(tx, pool, user, { ...change, attributes, status: 'CONFIRMED', failures: undefined }, there);
  });
  await afterConfirmation('ConfirmForgotPassword', changed, metadata, client.id, pool, there);
}

export const ChangePassword = operation('ChangePassword', ({ AccessToken, PreviousPassword, ProposedPassword }, ctx) => {
  const { pool, user, there } = bearerOf(AccessToken, ctx);
  // Users who have none may set their first one.
  if (user.password && (PreviousPassword === undefined || !hasPassword(pool, user, PreviousPassword))) throw wrongPassword();
  checkPassword(ProposedPassword, pool);
  const change = passwordChange(pool, user, ProposedPassword);
  there.write((tx) => changeUser(tx, pool, user, change, there));
});
