// AdminConfirmSignUp: confirms without a code.
import { operation } from '#model/cognito-idp';
import { confirmed } from '#services/cognito-idp/account/confirm-user';
import { notAuthorized } from '#services/cognito-idp/faults';
import { findPool } from '#services/cognito-idp/pools/find-pool';
import { findUser } from '#services/cognito-idp/users/find-user';

export const AdminConfirmSignUp = operation('AdminConfirmSignUp', async ({ UserPoolId, Username, ClientMetadata }, ctx) => {
  const pool = findPool(UserPoolId, ctx);
  const user = findUser(Username, pool, ctx);
  if (user.status !== 'UNCONFIRMED') throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
  await confirmed({ user, metadata: ClientMetadata, clientId: 'CLIENT_ID_NOT_APPLICABLE' }, pool, ctx);
});
