// AWS_IAM: the signature names the caller.
import { signatureFault, signerIn } from '#core/signer';
import { signerRefusal } from '#services/apigateway/calls/signer-refusal';
import { FORBIDDEN, unauthorized } from './answers.ts';
import type { Exchange } from './exchange.ts';

const SIGNING_NAME = 'execute-api';

/** @throws Refusal */
export async function authorizeIam(exchange: Exchange): Promise<void> {
  const { request, ctx } = exchange;
  const signer = signerIn({ authorization: request.headers['authorization'], query: request.query }, SIGNING_NAME, ctx);
  if (!signer) throw unauthorized(FORBIDDEN, 'the request is not signed for execute-api');
  const body = await exchange.body();
  const wrong = await signatureFault(() => request.verifySignature(body, SIGNING_NAME));
  if (wrong) throw unauthorized(FORBIDDEN, wrong.message.split('\n', 1)[0]!);
  const { headers, remoteAddress } = request;
  const access = { action: 'execute-api:Invoke', resource: exchange.arnOf(true) };
  const refused = await signerRefusal({ accessKeyId: signer.accessKeyId, access, headers, remoteAddress }, ctx);
  if (refused) throw unauthorized(FORBIDDEN, refused.reason, refused.remedy);
  exchange.authorizer = { kind: 'iam', ...signer };
}
