// Callers that sign their requests (AWS_IAM). Identity policies are not evaluated; the signature is verified as far as the emulator is set to do so.
import { accountOf } from '#core/access-key';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { partitionOf } from '#lib/arn';
import type { Exchange } from './exchange.ts';
import { GatewayError } from './gateway-error.ts';
import { headerOf, type RestRequest } from './rest-request.ts';

const CREDENTIAL = /Credential=([^/,\s]+)\/\d{8}\/[^/]+\/execute-api\/aws4_request/;

/** The access key of a request that is signed for APIs; undefined for all others. */
export function accessKeyOf({ headers, rawQuery }: RestRequest): string | undefined {
  const presigned = new URLSearchParams(rawQuery).get('X-Amz-Credential');
  return CREDENTIAL.exec(headerOf(headers, 'authorization') ?? (presigned === null ? '' : `Credential=${presigned}`))?.[1];
}

/** @throws GatewayError for requests that are not signed, or whose signature is wrong */
export async function authorizeSigned(exchange: Exchange, ctx: Ctx): Promise<void> {
  const accessKey = accessKeyOf(exchange.request);
  if (accessKey === undefined)
    throw new GatewayError('MISSING_AUTHENTICATION_TOKEN', {
      reason: 'the method takes signed requests only (AWS_IAM), and it is not signed for execute-api',
    });
  try {
    await exchange.verifySignature?.();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new GatewayError(error.code.startsWith('Expired') ? 'EXPIRED_TOKEN' : 'INVALID_SIGNATURE', {
      message: error.message,
      reason: error.message.split('\n', 1)[0],
    });
  }
  const account = accountOf(accessKey);
  exchange.caller = {
    accountId: account,
    accessKey,
    caller: accessKey,
    user: accessKey,
    userArn: `arn:${partitionOf(ctx.region)}:iam::${account}:root`,
  };
  const identity = exchange.context.get('identity');
  if (identity instanceof Map) for (const [name, value] of Object.entries(exchange.caller)) identity.set(name, value);
}
