// GetCallerIdentity, GetAccessKeyInfo, DecodeAuthorizationMessage.
import { accountOf } from '#core/access-key';
import { decodedMessage } from '#core/authorization/authorization-message';
import { fault, operation } from '#model/sts';
import { callerOf } from './caller.ts';

export const GetCallerIdentity = operation('GetCallerIdentity', async (_, ctx) => {
  const { userId, account, arn } = await callerOf(ctx);
  return { UserId: userId, Account: account, Arn: arn };
});

export const GetAccessKeyInfo = operation('GetAccessKeyInfo', (input) => ({ Account: accountOf(input.AccessKeyId) }));

/** Messages are issued where calls are judged (IAM_ENFORCEMENT). */
export const DecodeAuthorizationMessage = operation('DecodeAuthorizationMessage', ({ EncodedMessage }) => {
  const DecodedMessage = decodedMessage(EncodedMessage);
  if (DecodedMessage === undefined) throw fault('InvalidAuthorizationMessageException', 'Message is not valid');
  return { DecodedMessage };
});
