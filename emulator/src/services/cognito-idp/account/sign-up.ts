// Users sign themselves up, and confirm it with a code.
import type { Frozen } from '#core/records';
import { fault, operation, type SignUpRequest } from '#model/cognito-idp';
import { type LocatedClient, locateClient } from '#services/cognito-idp/clients/find-client';
import { checkSecretHash } from '#services/cognito-idp/clients/secret-hash';
import { invalid, notAuthorized, userNotFound } from '#services/cognito-idp/faults';
import { addressToVerify, deliveryDetails } from '#services/cognito-idp/messages/addresses';
import { checkCode, newCode, putCode } from '#services/cognito-idp/messages/codes';
import { sendMessage } from '#services/cognito-idp/messages/send-message';
import { checkPassword } from '#services/cognito-idp/pools/password-policy';
import { allows, hidesUsers } from '#services/cognito-idp/sign-in/auth-flows';
import { openSession } from '#services/cognito-idp/sign-in/sessions';
import type { User } from '#services/cognito-idp/state';
import { runTrigger } from '#services/cognito-idp/triggers/run-trigger';
import { toldAttributes } from '#services/cognito-idp/triggers/user-attributes';
import { addressOfUsername, aliasExists, checkRequired, checkWritable, readAttributes } from '#services/cognito-idp/users/attributes';
import { aliasNames, keyOf, lookUpUser, ownerOfAlias, putUser, signsInWithAddress } from '#services/cognito-idp/users/find-user';
import { newUser } from '#services/cognito-idp/users/new-user';
import { afterConfirmation, confirmed } from './confirm-user.ts';

const PURPOSE = 'SignUp';

export const SignUp = operation('SignUp', async (input, ctx) => {
  const located = locateClient(input.ClientId, ctx);
  checkSecretHash(located.client, [input.Username], input.SecretHash);
  return signUp(input, located);
});

/** The secret hash has been checked, or was not needed. */
export async function signUp(input: SignUpRequest, located: LocatedClient) {
  const { Username, ClientMetadata, UserAttributes, ValidationData } = input;
  const { pool, client, there } = located;
  if (pool.settings.AdminCreateUserConfig?.AllowAdminCreateUserOnly) throw notAuthorized('SignUp is not permitted for this user pool');
  const password = passwordOf(input, located);
  const given = readAttributes(UserAttributes, pool);
  checkWritable(Object.keys(given), client);
  const attributes = { ...addressOfUsername(Username, pool), ...given };
  checkRequired(attributes, pool);
  checkFree(Username, attributes, located);
  const fresh = newUser({ name: Username, attributes, password, status: 'UNCONFIRMED' }, pool, there);
  const request = {
    userAttributes: toldAttributes(fresh),
    validationData: ValidationData ? Object.fromEntries(ValidationData.map(({ Name, Value = '' }) => [Name, Value])) : null,
    ...(ClientMetadata && { clientMetadata: ClientMetadata }),
  };
  const response = { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false };
  const answer = await runTrigger(
    'PreSignUp',
    { source: 'SignUp', username: fresh.username, clientId: client.id, request, response },
    pool,
    there,
  );
  // The function may have taken its time.
  checkFree(Username, attributes, located);
  const isConfirmed = answer?.['autoConfirmUser'] === true;
  const user: User = {
    ...fresh,
    status: isConfirmed ? 'CONFIRMED' : 'UNCONFIRMED',
    attributes: {
      ...attributes,
      ...(attributes['email'] && { email_verified: String(answer?.['autoVerifyEmail'] === true) }),
      ...(attributes['phone_number'] && { phone_number_verified: String(answer?.['autoVerifyPhone'] === true) }),
    },
  };
  const destination = isConfirmed ? undefined : addressToVerify(user, pool);
  const code = newCode(there);
  there.write((tx) => {
    putUser(tx, pool, user, there);
    if (destination) putCode(tx, pool, user, PURPOSE, destination.attribute, code, there);
  });
  if (destination)
    await sendMessage({ reason: 'SignUp', user, destination, code, clientId: client.id, metadata: ClientMetadata }, pool, there);
  if (isConfirmed) await afterConfirmation('ConfirmSignUp', user, ClientMetadata, client.id, pool, there);
  const session = allows('USER_AUTH', client) ? sessionFor(user, Username, isConfirmed, located) : undefined;
  return {
    UserConfirmed: isConfirmed,
    UserSub: user.sub,
    ...(destination && { CodeDeliveryDetails: deliveryDetails(destination) }),
    ...(session !== undefined && { Session: session }),
  };
}

/** Users sign up without a password only where they can sign in without one. */
function passwordOf({ Password }: SignUpRequest, { pool }: LocatedClient): string | undefined {
  const factors = pool.settings.Policies?.SignInPolicy?.AllowedFirstAuthFactors ?? [];
  if (Password !== undefined) checkPassword(Password, pool);
  else if (!factors.some((factor) => factor === 'EMAIL_OTP' || factor === 'SMS_OTP' || factor === 'WEB_AUTHN'))
    throw invalid('Missing required parameter Password');
  return Password;
}

const sessionFor = (user: User, givenName: string, isConfirmed: boolean, located: LocatedClient): string =>
  openSession(located, { givenName, userKey: keyOf(user.username, located.pool), flow: 'CHOICE' }, [isConfirmed ? 'CONFIRMED' : 'SIGN_UP']);

function checkFree(name: string, attributes: Readonly<Record<string, string>>, { pool, there }: LocatedClient): void {
  const found = lookUpUser(name, pool, there);
  if (found) throw fault('UsernameExistsException', 'User already exists');
  if (!signsInWithAddress(pool)) {
    const preferred = attributes['preferred_username'];
    // Only a confirmed user may have an alias of this kind.
    if (
      preferred !== undefined &&
      aliasNames(pool).includes('preferred_username') &&
      ownerOfAlias('preferred_username', preferred, pool, there)
    )
      throw aliasExists('preferred_username');
    return;
  }
  for (const attribute of aliasNames(pool)) {
    const value = attributes[attribute];
    if (value !== undefined && ownerOfAlias(attribute, value, pool, there))
      throw fault('UsernameExistsException', `An account with the given ${attribute} already exists.`);
  }
}

/** @throws Fault in words that tell nothing where the client may not tell who is there */
export function userOf(name: string, located: LocatedClient, hidden: () => Error): Frozen<User> {
  const found = lookUpUser(name, located.pool, located.there);
  if (found) return found;
  throw hidesUsers(located.client) ? hidden() : userNotFound('Username/client id combination not found.');
}

const expired = () => fault('ExpiredCodeException', 'Invalid code provided, please request a code again.');

export const ConfirmSignUp = operation('ConfirmSignUp', async (input, ctx) => {
  const located = locateClient(input.ClientId, ctx);
  checkSecretHash(located.client, [input.Username], input.SecretHash);
  const session = await confirmSignUp(
    input.Username,
    input.ConfirmationCode,
    input.ForceAliasCreation ?? false,
    input.ClientMetadata,
    located,
  );
  return input.Session !== undefined && allows('USER_AUTH', located.client) ? { Session: session() } : {};
});

/** Confirms the user; what it returns opens a session by which they sign in at once. */
export async function confirmSignUp(
  name: string,
  code: string,
  isForced: boolean,
  metadata: Readonly<Record<string, string>> | undefined,
  located: LocatedClient,
): Promise<() => string> {
  const { pool, client, there } = located;
  const user = userOf(name, located, expired);
  if (user.status !== 'UNCONFIRMED') throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
  const takeCode = checkCode(pool, user, PURPOSE, code, there);
  if (!isForced) checkAliases(user, located);
  await confirmed({ user, metadata, clientId: client.id, takeCode }, pool, there);
  return () => sessionFor(user as User, name, true, located);
}

/** An address that becomes an alias now may be one of another user. */
function checkAliases(user: Frozen<User>, { pool, there }: LocatedClient): void {
  const destination = addressToVerify(user, pool);
  if (!destination || !aliasNames(pool).includes(destination.attribute)) return;
  const owner = ownerOfAlias(destination.attribute, destination.to, pool, there);
  if (owner !== undefined && owner !== keyOf(user.username, pool)) throw aliasExists(destination.attribute);
}

export const ResendConfirmationCode = operation('ResendConfirmationCode', async (input, ctx) => {
  const located = locateClient(input.ClientId, ctx);
  checkSecretHash(located.client, [input.Username], input.SecretHash);
  return { CodeDeliveryDetails: await resendCode(input.Username, input.ClientMetadata, located) };
});

export async function resendCode(name: string, metadata: Readonly<Record<string, string>> | undefined, located: LocatedClient) {
  const { pool, client, there } = located;
  const user = lookUpUser(name, pool, there);
  if (!user && hidesUsers(client)) return falseDetails();
  if (!user) throw userNotFound('Username/client id combination not found.');
  if (user.status !== 'UNCONFIRMED') throw invalid('User is already confirmed.');
  const destination = addressToVerify(user, pool);
  if (!destination) throw invalid('Auto verification not turned on.');
  const code = newCode(there);
  there.write((tx) => putCode(tx, pool, user, PURPOSE, destination.attribute, code, there));
  await sendMessage({ reason: 'ResendCode', user, destination, code, clientId: client.id, metadata }, pool, there);
  return deliveryDetails(destination);
}

/** The answer for a name that nobody has. */
export const falseDetails = () => deliveryDetails({ attribute: 'email', to: 'a@a' });
