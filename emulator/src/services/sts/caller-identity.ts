// Who am I, whose key is this, what did that refusal say?
import { accountOf } from '#core/access-key';
import { fault, operation } from '#model/sts';
import { callerOf } from './caller.ts';

export const GetCallerIdentity = operation('GetCallerIdentity', async (_, ctx) => {
  const { userId, account, arn } = await callerOf(ctx);
  return { UserId: userId, Account: account, Arn: arn };
});

export const GetAccessKeyInfo = operation('GetAccessKeyInfo', (input) => ({ Account: accountOf(input.AccessKeyId) }));

/** Only services that refuse with an encoded message make messages to decode; none of those is emulated. */
export const DecodeAuthorizationMessage = operation('DecodeAuthorizationMessage', () => {
  throw fault('InvalidAuthorizationMessageException', 'Message is not valid');
});
