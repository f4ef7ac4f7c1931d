// AWS_IAM: the signature names the caller. Identity policies are not evaluated; the signature is verified where the emulator verifies signatures.
import { accountOf } from '#core/access-key';
import { Fault } from '#core/fault';
import { partitionOf } from '#lib/arn';
import { FORBIDDEN } from './answers.ts';
import type { AuthorizerRefusal as Refusal } from './authorizer-refusal.ts';
import type { Exchange } from './exchange.ts';

const CREDENTIAL = /Credential=([^/,\s]+)\/\d{8}\/[^/]+\/execute-api\/aws4_request/;
const SIGNING_NAME = 'execute-api';

export async function authorizeIam(exchange: Exchange): Promise<Refusal | undefined> {
  const { request, ctx } = exchange;
  const presigned = request.query.get('X-Amz-Credential');
  const credential = request.headers['authorization'] ?? (presigned === null ? '' : `Credential=${presigned}`);
  const accessKeyId = CREDENTIAL.exec(credential)?.[1];
  if (accessKeyId === undefined) return { refused: FORBIDDEN, reason: 'the request is not signed for execute-api' };
  try {
    await request.verifySignature(await exchange.body(), SIGNING_NAME);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { refused: FORBIDDEN, reason: error.message.split('\n', 1)[0]! };
  }
  const account = accountOf(accessKeyId);
  exchange.authorizer = { kind: 'iam', accessKeyId, account, arn: `arn:${partitionOf(ctx.region)}:iam::${account}:root` };
  return undefined;
}
