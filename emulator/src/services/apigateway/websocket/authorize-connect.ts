// The authorizer of `$connect`: a function with a policy as its answer, or the signature of the handshake.
import type { Frozen } from '#core/records';
import { signatureFault, signerIn } from '#core/signer';
import { own } from '#lib/table';
import type { Authorizer, Route } from '#model/apigatewayv2';
import { executeArn } from '#services/apigateway/addresses/execute-arn';
import { readPolicyAnswer } from '#services/apigateway/authorize/policy-answer';
import { callFunction, errorMessageIn, payloadIn } from '#services/apigateway/calls/call-function';
import { functionArnOf } from '#services/apigateway/calls/function-uri';
import { signerRefusal } from '#services/apigateway/calls/signer-refusal';
import { headersOf, queryOf, variablesOf } from './events.ts';
import { accessRefusal, type MatchedRun, type RouteRefusal } from './route-call.ts';
import type { RouteLog } from './route-log.ts';
import type { Session } from './session.ts';
import { routeArn } from './session-facts.ts';

const TIMEOUT_MS = 10_000;
const NOTHING = new Uint8Array();
/** Headers of the connection itself, which only authorizers see (recorded). */
const HANDSHAKE = { Connection: 'upgrade', Upgrade: 'websocket', 'content-length': '0' };
const SOURCE = /^(route\.request\.header|route\.request\.querystring|context|stageVariables)\.(.+)$/;

/** @throws Refusal */
export async function authorizeConnect({ route, session, log }: MatchedRun): Promise<void> {
  const refusal = await refusalOf(route, session, log);
  if (refusal) throw refusal;
}

/** Undefined where the handshake may go on. */
async function refusalOf(route: Frozen<Route>, session: Session, log: RouteLog): Promise<RouteRefusal | undefined> {
  if (route.AuthorizationType === 'AWS_IAM') return bySignature(session);
  if (route.AuthorizationType !== 'CUSTOM') return undefined;
  const authorizer = session.parts.deployment.snapshot.authorizers.find(({ AuthorizerId }) => AuthorizerId === route.AuthorizerId);
  if (!authorizer) return accessRefusal(500, 'Internal server error', `authorizer ${route.AuthorizerId} was not deployed`);
  const startedMs = session.parts.ctx.now();
  const refused = await byFunction(authorizer, session, log);
  log.note('authorizer.latency', session.parts.ctx.now() - startedMs);
  log.note('authorizer.status', refused?.answer.status ?? 200);
  log.note('authorizer.error', refused?.failure.reason);
  return refused;
}

async function bySignature({ parts }: Session): Promise<RouteRefusal | undefined> {
  const { request, ctx } = parts;
  const isSigned = request.headers['authorization']?.includes('/execute-api/') === true || request.query.has('X-Amz-Credential');
  if (!isSigned) return accessRefusal(403, 'Missing Authentication Token', 'the handshake is not signed for execute-api');
  const wrong = await signatureFault(() => request.verifySignature(NOTHING, 'execute-api'));
  if (wrong) return accessRefusal(403, wrong.message, wrong.message.split('\n', 1)[0]!);
  const { headers, query, remoteAddress } = request;
  const signer = signerIn({ authorization: headers['authorization'], query }, 'execute-api', ctx);
  const access = { action: 'execute-api:Invoke', resource: routeArn(parts, '$connect') };
  const refused = signer && (await signerRefusal({ accessKeyId: signer.accessKeyId, access, headers, remoteAddress }, ctx));
  return refused && accessRefusal(403, refused.message, refused.reason);
}

async function byFunction(authorizer: Frozen<Authorizer>, session: Session, log: RouteLog): Promise<RouteRefusal | undefined> {
  const { ctx, api, stage, request } = session.parts;
  const sources = authorizer.IdentitySource ?? [];
  const missing = sources.filter((source) => !identityValue(source, session));
  if (missing.length > 0)
    return accessRefusal(401, 'Unauthorized', `the handshake lacks a value of the identity source: ${missing.join(', ')}`);
  const methodArn = routeArn(session.parts, '$connect');
  const event = {
    ...{ type: 'REQUEST', methodArn },
    ...headersOf(session.parts, HANDSHAKE),
    queryStringParameters: {},
    multiValueQueryStringParameters: {},
    ...queryOf(request.query),
    stageVariables: {},
    ...variablesOf(session),
    requestContext: log.context,
  };
  const sourceArn = executeArn(api.id, `authorizers/${authorizer.AuthorizerId}`, ctx);
  const arn = functionArnOf(authorizer.AuthorizerUri ?? '', stage.variables);
  const payload = Buffer.from(JSON.stringify(event));
  const called = await callFunction({ arn, payload, sourceArn, role: authorizer.AuthorizerCredentialsArn, timeoutMs: TIMEOUT_MS }, ctx);
  if ('failed' in called) return accessRefusal(500, 'Internal server error', called.failed, called.remedy);
  if (called.hasFailed) {
    const message = errorMessageIn(called.text);
    return message === 'Unauthorized'
      ? accessRefusal(401, message, 'the authorizer threw Unauthorized')
      : accessRefusal(500, 'Internal server error', `the authorizer failed: ${message}`);
  }
  const answer = readPolicyAnswer(payloadIn(called.text), ctx);
  const isUnderstood = answer !== undefined && Object.values(answer.context).every((value) => typeof value !== 'object' || value === null);
  if (!isUnderstood)
    return accessRefusal(
      500,
      'Internal server error',
      'the answer of the authorizer is not understood: it must be an object with principalId, policyDocument and a flat context',
    );
  if (!answer.isAllowed(methodArn))
    return accessRefusal(403, 'User is not authorized to access this resource', `the authorizer did not allow ${methodArn}`);
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
