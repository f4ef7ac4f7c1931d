// Users see and change themselves, by their access tokens.
import { fault, operation } from '#model/cognito-idp';
import { invalid } from '#services/cognito-idp/faults';
import { deliveryDetails } from '#services/cognito-idp/messages/addresses';
import { checkCode, newCode, putCode } from '#services/cognito-idp/messages/codes';
import { sendMessage } from '#services/cognito-idp/messages/send-message';
import { bearerOf } from '#services/cognito-idp/tokens/access-token';
import { revokeAll } from '#services/cognito-idp/tokens/grants';
import { ADDRESSES, aliasExists, attributeList, checkWritable, readAttributes } from '#services/cognito-idp/users/attributes';
import { aliasNames, changeUser, keyOf, ownerOfAlias } from '#services/cognito-idp/users/find-user';
import { changeAttributes, removeAttributes } from './change-attributes.ts';
import { forgetUser } from './forget-user.ts';

export const GetUser = operation('GetUser', ({ AccessToken }, ctx) => {
  const { user, client } = bearerOf(AccessToken, ctx);
  const readable = client.settings.ReadAttributes;
  const isReadable = (name: string) => name === 'sub' || (!name.startsWith('dev:') && (!readable?.length || readable.includes(name)));
  return {
    Username: user.username,
    UserAttributes: attributeList(user).filter(({ Name }) => isReadable(Name)),
    ...(user.mfaOptions?.length && { MFAOptions: user.mfaOptions }),
    ...(user.preferredFactor && { PreferredMfaSetting: user.preferredFactor }),
    ...(user.factors.length > 0 && { UserMFASettingList: user.factors }),
  };
});

export const DeleteUser = operation('DeleteUser', ({ AccessToken }, ctx) => {
  const { pool, user, there } = bearerOf(AccessToken, ctx);
  there.write((tx) => forgetUser(tx, pool, user, there));
});

export const GlobalSignOut = operation('GlobalSignOut', ({ AccessToken }, ctx) => {
  const { pool, user, there } = bearerOf(AccessToken, ctx);
  there.write((tx) => revokeAll(tx, pool, user, there));
});

export const UpdateUserAttributes = operation('UpdateUserAttributes', async ({ AccessToken, UserAttributes, ClientMetadata }, ctx) => {
  const { pool, user, client, there } = bearerOf(AccessToken, ctx);
  const given = readAttributes(UserAttributes, pool);
  return { CodeDeliveryDetailsList: await changeAttributes({ user, given, client, metadata: ClientMetadata }, pool, there) };
});

export const DeleteUserAttributes = operation('DeleteUserAttributes', ({ AccessToken, UserAttributeNames }, ctx) => {
  const { pool, user, client, there } = bearerOf(AccessToken, ctx);
  checkWritable(UserAttributeNames, client);
  removeAttributes(user, UserAttributeNames, pool, there);
});

const addressOf = (name: string) => {
  const found = ADDRESSES.find((each) => each === name);
  if (!found) throw invalid(`${name} cannot be verified: only email and phone_number can.`);
  return found;
};

export const GetUserAttributeVerificationCode = operation('GetUserAttributeVerificationCode', async (input, ctx) => {
  const { pool, user, client, there } = bearerOf(input.AccessToken, ctx);
  const attribute = addressOf(input.AttributeName);
  const to = user.pending?.[attribute] ?? user.attributes[attribute];
  if (!to) throw invalid(`User does not have an attribute ${attribute} to verify.`);
  const code = newCode(there);
  there.write((tx) => putCode(tx, pool, user, attribute, attribute, code, there));
  const destination = { attribute, to };
  await sendMessage(
    { reason: 'VerifyUserAttribute', user, destination, code, clientId: client.id, metadata: input.ClientMetadata },
    pool,
    there,
  );
  return { CodeDeliveryDetails: deliveryDetails(destination) };
});

export const VerifyUserAttribute = operation('VerifyUserAttribute', ({ AccessToken, AttributeName, Code }, ctx) => {
  const { pool, user, there } = bearerOf(AccessToken, ctx);
  const attribute = addressOf(AttributeName);
  const takeCode = checkCode(pool, user, attribute, Code, there);
  const value = user.pending?.[attribute] ?? user.attributes[attribute];
  if (value === undefined) throw fault('ExpiredCodeException', 'Invalid code provided, please request a code again.');
  const owner = aliasNames(pool).includes(attribute) ? ownerOfAlias(attribute, value, pool, there) : undefined;
  if (owner !== undefined && owner !== keyOf(user.username, pool)) throw aliasExists(attribute);
  const pending = Object.fromEntries(Object.entries(user.pending ?? {}).filter(([name]) => name !== attribute));
  there.write((tx) => {
    takeCode(tx);
    changeUser(
      tx,
      pool,
      user,
      { attributes: { ...user.attributes, [attribute]: value, [`${attribute}_verified`]: 'true' }, pending },
      there,
    );
  });
});
