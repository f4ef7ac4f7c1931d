// Authorizers that are functions: TOKEN and REQUEST. Their results are kept for as long as the authorizer says; the policy is judged for each method.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-use-lambda-authorizer.html
import type { Ctx } from '#core/ctx';
import { decide } from '#core/policy/decide';
import { parsePolicy } from '#core/policy/parse-policy';
import type { PolicyDocument } from '#core/policy/policy-document';
import type { Frozen } from '#core/records';
import { formatArn } from '#lib/arn';
import { Regex, RegexTooCostly } from '#lib/regex/regex';
import type { Authorizer } from '#model/apigateway';
import { executeArn } from '#services/apigateway/addresses/execute-arn';
import { authorizerResultsOf } from '#services/apigateway/authorize/authorizer-results';
import { errorMessageIn } from '#services/apigateway/calls/call-function';
import { functionIn } from '#services/apigateway/calls/function-uri';
import { withVariables } from '#services/apigateway/calls/stage-variables';
import type { Exchange, MatchedExchange } from './exchange.ts';
import { GatewayError } from './gateway-error.ts';
import { identitySourcesOf } from './identity-sources.ts';
import { invokeFunction } from './integrations/invoke-function.ts';
import { sentKey } from './key.ts';
import { evaluateMapping } from './mappings.ts';
import { proxyEvent } from './proxy-event.ts';

export interface AuthorizerResult {
  readonly principalId: string;
  readonly policy: PolicyDocument;
  readonly policyText: string;
  readonly context: Readonly<Record<string, string>>;
  readonly usageIdentifierKey?: string | undefined;
}

/** Results of an authorizer that says nothing else are kept for this long. */
const DEFAULT_TTL_SECONDS = 300;
/** Limit: time that the function of an authorizer has. */
const MAX_FUNCTION_MS = 10_000;
const DENIED = 'User is not authorized to access this resource';

/** The part of the result that integrations see as `$context.authorizer`. @throws GatewayError for callers who may not pass */
export async function authorizeByFunction(
  authorizer: Frozen<Authorizer>,
  exchange: MatchedExchange,
  ctx: Ctx,
): Promise<Readonly<Record<string, unknown>>> {
  const identity = identityOf(authorizer, exchange);
  const ttlSeconds = authorizer.authorizerResultTtlInSeconds ?? DEFAULT_TTL_SECONDS;
  const results = authorizerResultsOf(ctx);
  const key = { api: exchange.stage.apiId, stage: exchange.stage.stage, authorizer: authorizer.id ?? '', identity };
  const isKept = ttlSeconds > 0 && identity.length > 0;
  const known = isKept ? results.get<AuthorizerResult>(key, ctx.now()) : undefined;
  const result = known ?? (await ask(authorizer, identity, exchange, ctx));
  if (isKept && !known) results.put(key, result, ctx.now() + ttlSeconds * 1000);
  checkPolicy(result, exchange, ctx);
  const { principalId, usageIdentifierKey, context } = result;
  return {
    ...context,
    principalId,
    ...(usageIdentifierKey !== undefined && { usageIdentifierKey }),
    integrationLatency: ctx.now() - exchange.startedMs,
  };
}

/** Asks the function, whatever it has answered before. @throws GatewayError */
export const askAuthorizer = (authorizer: Frozen<Authorizer>, exchange: MatchedExchange, ctx: Ctx): Promise<AuthorizerResult> =>
  ask(authorizer, identityOf(authorizer, exchange), exchange, ctx);

/** The values of the identity sources. @throws GatewayError 401 where one is missing, or the token has not the form that is wanted */
export function identityOf(
  { type, identitySource, identityValidationExpression }: Frozen<Authorizer>,
  exchange: MatchedExchange,
): readonly string[] {
  const { request, stage, context } = exchange;
  const sources = {
    path: exchange.matched.pathParameters,
    query: [...new URLSearchParams(request.rawQuery)],
    headers: request.headers,
    body: '',
    context,
    stageVariables: stage.variables,
  };
  return identitySourcesOf(identitySource).map((source) => {
    const value = evaluateMapping(source, sources);
    const isWellFormed = type !== 'TOKEN' || !identityValidationExpression || matches(identityValidationExpression, String(value ?? ''));
    if (value === undefined || value === '')
      throw new GatewayError('UNAUTHORIZED', { reason: `the request has no ${source}, which its authorizer asks for` });
    if (!isWellFormed) throw new GatewayError('UNAUTHORIZED', { reason: `${source} does not match ${identityValidationExpression}` });
    return String(value);
  });
}

function matches(expression: string, text: string): boolean {
  try {
    return new Regex(expression, { whole: true }).test(text);
  } catch (error) {
    if (error instanceof RegexTooCostly) return false;
    throw error;
  }
}

export const methodArn = ({ stage, request }: Exchange, ctx: Ctx): string =>
  executeArn(stage.apiId, `${stage.stage}/${request.method}${request.path}`, ctx);

async function ask(
  authorizer: Frozen<Authorizer>,
  identity: readonly string[],
  exchange: MatchedExchange,
  ctx: Ctx,
): Promise<AuthorizerResult> {
  const arn = functionIn(withVariables(authorizer.authorizerUri ?? '', exchange.stage.variables));
  if (arn === undefined)
    throw new GatewayError('AUTHORIZER_CONFIGURATION_ERROR', { reason: `the URI of the authorizer ${authorizer.name} names no function` });
  const payload = Buffer.from(JSON.stringify(eventFor(authorizer, identity, exchange, ctx)));
  const source = `authorizers/${authorizer.id}`;
  const call = { arn, payload, role: authorizer.authorizerCredentials, source, timeoutMs: MAX_FUNCTION_MS };
  const result = await invokeFunction(call, exchange, ctx).catch((error: unknown) => {
    if (!(error instanceof GatewayError)) throw error;
    const { reason, remedy } = error;
    throw new GatewayError('AUTHORIZER_CONFIGURATION_ERROR', { reason: `the authorizer ${authorizer.name}: ${reason}`, remedy });
  });
  if (result.hasFailed) {
    const thrown = errorMessageIn(result.text);
    const reason = `the authorizer ${authorizer.name} failed: ${thrown}`;
    throw thrown === 'Unauthorized' ? new GatewayError('UNAUTHORIZED', { reason }) : new GatewayError('AUTHORIZER_FAILURE', { reason });
  }
  const read = readResult(result.text);
  if (read) return read;
  exchange.log.write('Execution failed due to configuration error: Invalid JSON in response of authorizer');
  throw new GatewayError('AUTHORIZER_CONFIGURATION_ERROR', {
    reason: `the answer of the authorizer ${authorizer.name} is not understood: it must be an object with principalId and policyDocument`,
  });
}

function eventFor({ type }: Frozen<Authorizer>, [token]: readonly string[], exchange: MatchedExchange, ctx: Ctx): object {
  const arn = methodArn(exchange, ctx);
  if (type === 'TOKEN') return { type, methodArn: arn, authorizationToken: token };
  const { stage, requestId, extendedRequestId, startedMs: nowMs, traceId } = exchange;
  const { resourceId, resourcePath, pathParameters } = exchange.matched;
  const { apiId, deploymentId, variables: stageVariables } = stage;
  const facts = {
    apiId,
    deploymentId,
    stageVariables,
    stage: stage.stage,
    resourceId,
    resourcePath,
    pathParameters,
    requestId,
    extendedRequestId,
  };
  const {
    body: _,
    isBase64Encoded: __,
    ...event
  } = proxyEvent(exchange.request, {
    ...{ ...facts, nowMs, traceId, accountId: ctx.account, isBase64Encoded: false, apiKey: sentKey(exchange, ctx) },
  }) as Record<string, unknown>;
  return { type, methodArn: arn, ...event };
}

/** Undefined for what is no answer of an authorizer. Values of the context are scalars, handed on as texts. */
export function readResult(payload: string): AuthorizerResult | undefined {
  try {
    const { principalId, policyDocument, context = {}, usageIdentifierKey } = JSON.parse(payload) as Record<string, unknown>;
    if (typeof principalId !== 'string' || typeof policyDocument !== 'object') return undefined;
    if (usageIdentifierKey !== undefined && usageIdentifierKey !== null && typeof usageIdentifierKey !== 'string') return undefined;
    const values = Object.entries((context ?? {}) as object).map(([name, value]): [string, string] => {
      if (typeof value === 'object' && value !== null) throw new TypeError(`${name} is no scalar`);
      return [name, String(value)];
    });
    const policyText = JSON.stringify(policyDocument);
    const policy = parsePolicy(policyText);
    return {
      principalId,
      policy,
      policyText,
      context: Object.fromEntries(values),
      usageIdentifierKey: (usageIdentifierKey as string | null | undefined) ?? undefined,
    };
  } catch {
    return undefined;
  }
}

function checkPolicy({ policy }: AuthorizerResult, exchange: MatchedExchange, ctx: Ctx): void {
  // An identity of the API's own account that has this policy and no other.
  const arn = formatArn({ service: 'iam', region: '', account: ctx.account, resource: 'user/caller' });
  const principal = { kind: 'user', arn, account: ctx.account } as const;
  const context = { 'aws:SourceIp': exchange.request.remoteAddress };
  const request = { principal, action: 'execute-api:Invoke', resource: methodArn(exchange, ctx), context };
  const { allowed, reason } = decide(request, { identity: [policy] });
  if (allowed) return;
  const isDenied = reason === 'explicit-deny';
  throw new GatewayError('ACCESS_DENIED', {
    message: isDenied ? `${DENIED} with an explicit deny` : DENIED,
    reason: `the policy that the authorizer answered ${isDenied ? 'denies' : 'does not allow'} execute-api:Invoke on ${methodArn(exchange, ctx)}`,
  });
}
