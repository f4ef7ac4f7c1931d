// Lambda authorizers: a function is asked, and answers yes or no, or with a policy.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html
import type { Frozen } from '#core/records';
import type { Authorizer } from '#model/apigatewayv2';
import { executeArn } from '#services/apigateway/addresses/execute-arn';
import { authorizerResultsOf } from '#services/apigateway/authorize/authorizer-results';
import { readPolicyAnswer } from '#services/apigateway/authorize/policy-answer';
import { callFunction, errorMessageIn, payloadIn } from '#services/apigateway/calls/call-function';
import { functionArnOf } from '#services/apigateway/calls/function-uri';
import { FAILED, FORBIDDEN, UNAUTHORIZED, unauthorized } from './answers.ts';
import { authorizerEvent } from './events.ts';
import type { Exchange } from './exchange.ts';
import { identityValue } from './identity-source.ts';

const TIMEOUT_MS = 10_000;

/** The cached part of an authorizer's answer. A policy is judged again for each route. */
interface Answer {
  readonly isAllowed: (arn: string) => boolean;
  readonly context: Readonly<Record<string, unknown>>;
  readonly principalId?: string | undefined;
}

/** @throws Refusal */
export async function authorizeLambda(authorizer: Frozen<Authorizer>, exchange: Exchange): Promise<void> {
  const { ctx, api, stage } = exchange;
  const identity = (authorizer.IdentitySource ?? []).map((source) => identityValue(source, exchange));
  if (identity.includes(undefined)) {
    const missing = (authorizer.IdentitySource ?? []).filter((_, at) => identity[at] === undefined);
    throw unauthorized(UNAUTHORIZED, `the request lacks a value of the identity source: ${missing.join(', ')}`);
  }
  const key = { api: api.id, stage: stage.name, authorizer: authorizer.AuthorizerId ?? '', identity: identity as string[] };
  const results = authorizerResultsOf(ctx);
  const kept = results.get<Answer>(key, ctx.now());
  const answer = kept ?? (await ask(authorizer, identity as string[], exchange));
  const ttl = authorizer.AuthorizerResultTtlInSeconds ?? 0;
  if (!kept && ttl > 0) results.put(key, answer, ctx.now() + ttl * 1000);
  if (!answer.isAllowed(exchange.arnOf(true))) throw unauthorized(FORBIDDEN, `the authorizer did not allow ${exchange.arnOf(true)}`);
  exchange.authorizer = { kind: 'lambda', context: answer.context, principalId: answer.principalId };
}

async function ask(authorizer: Frozen<Authorizer>, identity: readonly string[], exchange: Exchange): Promise<Answer> {
  const { ctx, api, stage } = exchange;
  const called = await callFunction(
    {
      arn: functionArnOf(authorizer.AuthorizerUri ?? '', stage.variables),
      payload: Buffer.from(JSON.stringify(authorizerEvent(authorizer, identity, exchange))),
      sourceArn: executeArn(api.id, `authorizers/${authorizer.AuthorizerId}`, ctx),
      role: authorizer.AuthorizerCredentialsArn,
      timeoutMs: TIMEOUT_MS,
    },
    ctx,
  );
  if ('failed' in called) throw unauthorized(FAILED, called.failed, called.remedy);
  if (called.hasFailed) {
    const message = errorMessageIn(called.text);
    throw message === 'Unauthorized'
      ? unauthorized(UNAUTHORIZED, 'the authorizer threw Unauthorized')
      : unauthorized(FAILED, `the authorizer failed: ${message}`);
  }
  const payload = payloadIn(called.text);
  if (authorizer.EnableSimpleResponses) return simple(payload);
  const answer = readPolicyAnswer(payload, ctx);
  if (!answer) throw malformed('principalId and policyDocument');
  return answer;
}

const malformed = (wanted: string) =>
  unauthorized(FAILED, `the answer of the authorizer is not understood: it must be an object with ${wanted}`);

function simple(payload: unknown): Answer {
  const { isAuthorized, context = {} } = (payload ?? {}) as { isAuthorized?: unknown; context?: unknown };
  if (typeof isAuthorized !== 'boolean' || typeof context !== 'object' || context === null)
    throw malformed('isAuthorized (true or false), because simple responses are enabled');
  return { isAllowed: () => isAuthorized, context: context as Record<string, unknown> };
}
