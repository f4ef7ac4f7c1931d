// Callers that sign their requests (AWS_IAM).
import type { Ctx } from '#core/ctx';
import { type Signer, signatureFault, signerIn } from '#core/signer';
import type { Exchange } from './exchange.ts';
import { GatewayError } from './gateway-error.ts';
import { headerOf, type RestRequest } from './rest-request.ts';

/** The signer of a request that is signed for APIs; undefined for all others. */
export const signerOf = ({ headers, rawQuery }: RestRequest, ctx: Ctx): Signer | undefined =>
  signerIn({ authorization: headerOf(headers, 'authorization'), query: new URLSearchParams(rawQuery) }, 'execute-api', ctx);

/** @throws GatewayError for requests that are not signed, or whose signature is wrong */
export async function authorizeSigned(exchange: Exchange, ctx: Ctx): Promise<void> {
  const signer = signerOf(exchange.request, ctx);
  if (!signer)
    throw new GatewayError('MISSING_AUTHENTICATION_TOKEN', {
      reason: 'the method takes signed requests only (AWS_IAM), and it is not signed for execute-api',
    });
  const wrong = exchange.verifySignature && (await signatureFault(exchange.verifySignature));
  if (wrong)
    throw new GatewayError(wrong.code.startsWith('Expired') ? 'EXPIRED_TOKEN' : 'INVALID_SIGNATURE', {
      message: wrong.message,
      reason: wrong.message.split('\n', 1)[0],
    });
  const { accessKeyId: accessKey, account, arn } = signer;
  exchange.caller = { accountId: account, accessKey, caller: accessKey, user: accessKey, userArn: arn };
  const identity = exchange.context.get('identity');
  if (identity instanceof Map) for (const [name, value] of Object.entries(exchange.caller)) identity.set(name, value);
}
