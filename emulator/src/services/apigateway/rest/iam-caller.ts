// Callers that sign their requests (AWS_IAM).
import type { Ctx } from '#core/ctx';
import { type Signer, signatureFault, signerIn } from '#core/signer';
import { signerRefusal } from '#services/apigateway/calls/signer-refusal';
import type { MatchedExchange } from './exchange.ts';
import { GatewayError } from './gateway-error.ts';
import { methodArn } from './lambda-authorizer.ts';
import { headerOf, type RestRequest } from './rest-request.ts';
import { wholePolicy } from './whole-policy.ts';

/** The signer of a request that is signed for APIs; undefined for all others. */
export const signerOf = ({ headers, rawQuery }: RestRequest, ctx: Ctx): Signer | undefined =>
  signerIn({ authorization: headerOf(headers, 'authorization'), query: new URLSearchParams(rawQuery) }, 'execute-api', ctx);

/** Where identities are enforced, the signer's policies and that of the API decide together. @throws GatewayError */
async function admit(exchange: MatchedExchange, { accessKeyId }: Signer, ctx: Ctx): Promise<void> {
  const { request, program } = exchange;
  const { policy } = program.snapshot.api;
  const refused = await signerRefusal(
    {
      accessKeyId,
      access: { action: 'execute-api:Invoke', resource: methodArn(exchange, ctx) },
      policy: () => (policy ? wholePolicy(policy, exchange, ctx) : undefined),
      headers: Object.fromEntries(request.headers.map(([name, value]) => [name.toLowerCase(), value])),
      remoteAddress: request.remoteAddress,
    },
    ctx,
  );
  if (refused) throw new GatewayError('ACCESS_DENIED', refused);
}

/** @throws GatewayError for requests that are not signed, whose signature is wrong, or whose signer may not */
export async function authorizeSigned(exchange: MatchedExchange, ctx: Ctx): Promise<void> {
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
  await admit(exchange, signer, ctx);
  const { accessKeyId: accessKey, account, arn } = signer;
  exchange.caller = { accountId: account, accessKey, caller: accessKey, user: accessKey, userArn: arn };
  const identity = exchange.context.get('identity');
  if (identity instanceof Map) for (const [name, value] of Object.entries(exchange.caller)) identity.set(name, value);
}
