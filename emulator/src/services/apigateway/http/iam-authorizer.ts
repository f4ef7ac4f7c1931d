// AWS_IAM: the signature names the caller.
import { accessKeyIn, signatureFault, signerOf } from '#services/apigateway/authorize/signer';
import { FORBIDDEN, unauthorized } from './answers.ts';
import type { Exchange } from './exchange.ts';

const SIGNING_NAME = 'execute-api';

/** @throws Refusal */
export async function authorizeIam(exchange: Exchange): Promise<void> {
  const { request, ctx } = exchange;
  const key = accessKeyIn({ authorization: request.headers['authorization'], query: request.query });
  if (key === undefined) throw unauthorized(FORBIDDEN, 'the request is not signed for execute-api');
  const body = await exchange.body();
  const wrong = await signatureFault(() => request.verifySignature(body, SIGNING_NAME));
  if (wrong) throw unauthorized(FORBIDDEN, wrong.message.split('\n', 1)[0]!);
  const { accessKey: accessKeyId, account, arn } = signerOf(key, ctx);
  exchange.authorizer = { kind: 'iam', accessKeyId, account, arn };
}
