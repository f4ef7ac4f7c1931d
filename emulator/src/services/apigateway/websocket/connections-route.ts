// `/STAGE/@connections/ID` on the host of an API: the management API, at the address that clients of the cloud use for it.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { RouteRequest, RouteResponse } from '#core/route';
import { signerIn } from '#core/signer';
import { executeArn } from '#services/apigateway/addresses/execute-arn';
import type { LocatedApi } from '#services/apigateway/addresses/locate';
import { type SignerRefusal, signerRefusal } from '#services/apigateway/calls/signer-refusal';
import { jsonAnswer } from '#services/apigateway/http/answers';
import { connectionsOf } from './connections.ts';

/** Many clients send the `@` percent-encoded, as the documentation of the service does. */
const PATH = /^\/+(?:([^/]+)\/+)?(?:@|%40)connections\/+([^/]+)\/?$/;
const SIGNING_NAME = 'execute-api';
/** An id that no connection has. */
const NONE = `${'-'.repeat(15)}=`;

export const isConnectionsPath = (path: string): boolean => PATH.test(path);

export async function answerConnections(
  { owner, there, path, stage }: LocatedApi,
  request: RouteRequest,
  ctx: Ctx,
): Promise<RouteResponse> {
  const [, first, encoded = ''] = PATH.exec(path) ?? [];
  const isSigned = request.headers['authorization'] !== undefined || request.query.has('X-Amz-Credential');
  if (!isSigned) return jsonAnswer(403, 'Missing Authentication Token', { 'x-amzn-errortype': 'MissingAuthenticationTokenException' });
  const body = await request.body();
  try {
    await request.verifySignature(body, SIGNING_NAME);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return jsonAnswer(403, error.message, { 'x-amzn-errortype': error.code });
  }
  const id = decoded(encoded);
  const connection = connectionsOf(ctx).get(id);
  // An id of another API, or of another stage, is as good as none.
  const isOthers = connection !== undefined && (connection.api !== owner.id || connection.stage !== (stage ?? decoded(first ?? '')));
  const refused = await refusalOf(request, { api: owner.id, stage: stage ?? decoded(first ?? ''), id }, there);
  if (refused) return jsonAnswer(403, refused.message, { 'x-amzn-errortype': 'ForbiddenException' });
  const asked = { method: request.method, path: `/@connections/${encodeURIComponent(isOthers ? NONE : id)}`, rawQuery: '', body };
  const headers = {
    host: `${SIGNING_NAME}.${owner.region}.amazonaws.com`,
    'content-type': request.headers['content-type'] ?? 'application/octet-stream',
  };
  return (await there.ask({ ...asked, headers })) ?? jsonAnswer(404, 'Not Found');
}

/** Where identities are enforced, the signer's policies decide. */
function refusalOf(
  { method, query, headers, remoteAddress }: RouteRequest,
  { api, stage, id }: { readonly api: string; readonly stage: string; readonly id: string },
  ctx: Ctx,
): Promise<SignerRefusal | undefined> | undefined {
  const signer = signerIn({ authorization: headers['authorization'], query }, SIGNING_NAME, ctx);
  const resource = executeArn(api, `${stage}/${method}/@connections/${id}`, ctx);
  const access = { action: 'execute-api:ManageConnections', resource };
  return signer && signerRefusal({ accessKeyId: signer.accessKeyId, access, headers, remoteAddress }, ctx);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
