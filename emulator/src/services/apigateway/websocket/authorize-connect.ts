// The authorizer of `$connect`: a function with a policy as its answer, or the signature of the handshake.
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import type { RouteResponse } from '#core/route';
import { own } from '#lib/table';
import type { Authorizer, Route } from '#model/apigatewayv2';
import { readPolicyAnswer } from '#services/apigateway/authorize/policy-answer';
import { callFunction, functionIn } from '#services/apigateway/calls/call-function';
import { jsonAnswer } from '#services/apigateway/http/answers';
import { headersOf, queryOf, variablesOf } from './events.ts';
import type { RouteLog } from './route-log.ts';
import type { Session } from './session.ts';
import { routeArn } from './session-facts.ts';

const TIMEOUT_MS = 10_000;
const NOTHING = new Uint8Array();
/** Headers of the connection itself, which only authorizers see (recorded). */
const HANDSHAKE = { Connection: 'upgrade', Upgrade: 'websocket', 'content-length': '0' };
const SOURCE = /^(route\.request\.header|route\.request\.querystring|context|stageVariables)\.(.+)$/;

/** Why the handshake is refused; undefined where it may go on. */
export interface ConnectRefusal {
  readonly refused: RouteResponse;
  /** The text for the client. */
  readonly message: string;
  readonly reason: string;
  /** The command that mends it. */
  readonly remedy?: string | undefined;
}

export const connectRefusal = (status: number, message: string, reason: string, remedy?: string): ConnectRefusal => ({
  refused: jsonAnswer(status, message),
  message,
  reason,
  remedy,
});

export async function authorizeConnect(route: Frozen<Route>, session: Session, log: RouteLog): Promise<ConnectRefusal | undefined> {
  if (route.AuthorizationType === 'AWS_IAM') return bySignature(session);
  if (route.AuthorizationType !== 'CUSTOM') return undefined;
  const authorizer = session.parts.deployment.snapshot.authorizers.find(({ AuthorizerId }) => AuthorizerId === route.AuthorizerId);
  if (!authorizer) return connectRefusal(500, 'Internal server error', `authorizer ${route.AuthorizerId} was not deployed`);
  const startedMs = session.parts.ctx.now();
  const refused = await byFunction(authorizer, session, log);
  log.note('authorizer.latency', session.parts.ctx.now() - startedMs);
  log.note('authorizer.status', refused?.refused.status ?? 200);
  log.note('authorizer.error', refused?.reason);
  return refused;
}

async function bySignature({ parts: { request } }: Session): Promise<ConnectRefusal | undefined> {
  const isSigned = request.headers['authorization']?.includes('/execute-api/') === true || request.query.has('X-Amz-Credential');
  if (!isSigned) return connectRefusal(403, 'Missing Authentication Token', 'the handshake is not signed for execute-api');
  try {
    await request.verifySignature(NOTHING, 'execute-api');
    return undefined;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return connectRefusal(403, error.message, error.message.split('\n', 1)[0]!);
  }
}

async function byFunction(authorizer: Frozen<Authorizer>, session: Session, log: RouteLog): Promise<ConnectRefusal | undefined> {
  const { ctx, api, stage, request } = session.parts;
  const sources = authorizer.IdentitySource ?? [];
  const missing = sources.filter((source) => !identityValue(source, session));
  if (missing.length > 0)
    return connectRefusal(401, 'Unauthorized', `the handshake lacks a value of the identity source: ${missing.join(', ')}`);
  const methodArn = routeArn(session.parts, '$connect');
  const payload = {
    ...{ type: 'REQUEST', methodArn },
    ...headersOf(session.parts, HANDSHAKE),
    queryStringParameters: {},
    multiValueQueryStringParameters: {},
    ...queryOf(request.query),
    stageVariables: {},
    ...variablesOf(session),
    requestContext: log.context,
  };
  const sourceArn = `arn:aws:execute-api:${ctx.region}:${ctx.account}:${api.id}/authorizers/${authorizer.AuthorizerId}`;
  const arn = functionIn(authorizer.AuthorizerUri ?? '', stage.variables);
  const called = await callFunction({ arn, payload, sourceArn, role: authorizer.AuthorizerCredentialsArn, timeoutMs: TIMEOUT_MS }, ctx);
  if ('failed' in called) return connectRefusal(500, 'Internal server error', called.failed, called.remedy);
  if (called.errorMessage === 'Unauthorized') return connectRefusal(401, 'Unauthorized', 'the authorizer threw Unauthorized');
  if (called.errorMessage !== undefined)
    return connectRefusal(500, 'Internal server error', `the authorizer failed: ${called.errorMessage}`);
  const answer = readPolicyAnswer(called.payload, ctx);
  const isUnderstood = answer !== undefined && Object.values(answer.context).every((value) => typeof value !== 'object' || value === null);
  if (!isUnderstood)
    return connectRefusal(
      500,
      'Internal server error',
      'the answer of the authorizer is not understood: it must be an object with principalId, policyDocument and a flat context',
    );
  if (!answer.isAllowed(methodArn))
    return connectRefusal(403, 'User is not authorized to access this resource', `the authorizer did not allow ${methodArn}`);
  session.authorizer = { principalId: answer.principalId, ...answer.context };
  session.usageKey = answer.usageIdentifierKey;
  return undefined;
}

function identityValue(source: string, { parts: { request, stage, connectionId } }: Session): string | undefined {
  const [, kind, name = ''] = SOURCE.exec(source) ?? [];
  switch (kind) {
    case 'route.request.header':
      return own(request.headers, name.toLowerCase());
    case 'route.request.querystring':
      return request.query.get(name) ?? undefined;
    case 'stageVariables':
      return own(stage.variables, name);
    default:
      return own({ connectionId, stage: stage.name, routeKey: '$connect' }, name);
  }
}
