// GetCallerIdentity, GetAccessKeyInfo, DecodeAuthorizationMessage.
import { accountOf } from '#core/access-key';
import { fault, operation } from '#model/sts';
import { callerOf } from './caller.ts';

export const GetCallerIdentity = operation('GetCallerIdentity', async (_, ctx) => {
  const { userId, account, arn } = await callerOf(ctx);
  return { UserId: userId, Account: account, Arn: arn };
});

export const GetAccessKeyInfo = operation('GetAccessKeyInfo', (input) => ({ Account: accountOf(input.AccessKeyId) }));

/** Always fails: no emulated service issues encoded messages. */
export const DecodeAuthorizationMessage = operation('DecodeAuthorizationMessage', () => {
  throw fault('InvalidAuthorizationMessageException', 'Message is not valid');
});
