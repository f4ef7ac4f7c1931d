// Callers that sign their requests (AWS_IAM).
import type { Ctx } from '#core/ctx';
import { accessKeyIn, signatureFault, signerOf } from '#services/apigateway/authorize/signer';
import type { Exchange } from './exchange.ts';
import { GatewayError } from './gateway-error.ts';
import { headerOf, type RestRequest } from './rest-request.ts';

/** The access key of a request that is signed for APIs; undefined for all others. */
export const accessKeyOf = ({ headers, rawQuery }: RestRequest): string | undefined =>
  accessKeyIn({ authorization: headerOf(headers, 'authorization'), query: new URLSearchParams(rawQuery) });

/** @throws GatewayError for requests that are not signed, or whose signature is wrong */
export async function authorizeSigned(exchange: Exchange, ctx: Ctx): Promise<void> {
  const accessKey = accessKeyOf(exchange.request);
  if (accessKey === undefined)
    throw new GatewayError('MISSING_AUTHENTICATION_TOKEN', {
      reason: 'the method takes signed requests only (AWS_IAM), and it is not signed for execute-api',
    });
  const wrong = exchange.verifySignature && (await signatureFault(exchange.verifySignature));
  if (wrong)
    throw new GatewayError(wrong.code.startsWith('Expired') ? 'EXPIRED_TOKEN' : 'INVALID_SIGNATURE', {
      message: wrong.message,
      reason: wrong.message.split('\n', 1)[0],
    });
  const { account, arn } = signerOf(accessKey, ctx);
  exchange.caller = { accountId: account, accessKey, caller: accessKey, user: accessKey, userArn: arn };
  const identity = exchange.context.get('identity');
  if (identity instanceof Map) for (const [name, value] of Object.entries(exchange.caller)) identity.set(name, value);
}
