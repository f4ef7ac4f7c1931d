// Attributes of users, changed by administrators.
import { operation } from '#model/cognito-idp';
import { changeAttributes, removeAttributes } from '#services/cognito-idp/account/change-attributes';
import { findPool } from '#services/cognito-idp/pools/find-pool';
import { readAttributes } from '#services/cognito-idp/users/attributes';
import { findUser } from '#services/cognito-idp/users/find-user';

export const AdminUpdateUserAttributes = operation('AdminUpdateUserAttributes', async (input, ctx) => {
  const pool = findPool(input.UserPoolId, ctx);
  const user = findUser(input.Username, pool, ctx);
  await changeAttributes(
    { user, given: readAttributes(input.UserAttributes, pool), client: undefined, metadata: input.ClientMetadata },
    pool,
    ctx,
  );
});

export const AdminDeleteUserAttributes = operation('AdminDeleteUserAttributes', ({ UserPoolId, Username, UserAttributeNames }, ctx) => {
  const pool = findPool(UserPoolId, ctx);
  removeAttributes(findUser(Username, pool, ctx), UserAttributeNames, pool, ctx);
});
