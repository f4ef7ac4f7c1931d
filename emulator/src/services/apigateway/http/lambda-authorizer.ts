// Lambda authorizers: a function is asked, and answers yes or no, or with a policy.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html
import type { Frozen } from '#core/records';
import type { Authorizer } from '#model/apigatewayv2';
import { readPolicyAnswer } from '#services/apigateway/authorize/policy-answer';
import { callFunction, functionIn } from '#services/apigateway/calls/call-function';
import { FAILED, FORBIDDEN, UNAUTHORIZED } from './answers.ts';
import type { AuthorizerRefusal as Refusal } from './authorizer-refusal.ts';
import { authorizerResultsOf, resultKey } from './authorizer-results.ts';
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

export async function authorizeLambda(authorizer: Frozen<Authorizer>, exchange: Exchange): Promise<Refusal | undefined> {
  const { ctx, api, stage } = exchange;
  const identity = (authorizer.IdentitySource ?? []).map((source) => identityValue(source, exchange));
  if (identity.includes(undefined)) {
    const missing = (authorizer.IdentitySource ?? []).filter((_, at) => identity[at] === undefined);
    return { refused: UNAUTHORIZED, reason: `the request lacks a value of the identity source: ${missing.join(', ')}` };
  }
  const key = resultKey(api.id, stage.name, authorizer.AuthorizerId ?? '', identity as string[]);
  const results = authorizerResultsOf(ctx);
  const kept = results.get<Answer>(key, ctx.now());
  const answer = kept ?? (await ask(authorizer, identity as string[], exchange));
  if ('refused' in answer) return answer;
  const ttl = authorizer.AuthorizerResultTtlInSeconds ?? 0;
  if (!kept && ttl > 0) results.put(key, answer, ctx.now() + ttl * 1000);
  if (!answer.isAllowed(exchange.arnOf(true)))
    return { refused: FORBIDDEN, reason: `the authorizer did not allow ${exchange.arnOf(true)}` };
  exchange.authorizer = { kind: 'lambda', context: answer.context, principalId: answer.principalId };
  return undefined;
}

async function ask(authorizer: Frozen<Authorizer>, identity: readonly string[], exchange: Exchange): Promise<Answer | Refusal> {
  const { ctx, api, stage } = exchange;
  const called = await callFunction(
    {
      arn: functionIn(authorizer.AuthorizerUri ?? '', stage.variables),
      payload: authorizerEvent(authorizer, identity, exchange),
      sourceArn: `arn:aws:execute-api:${ctx.region}:${ctx.account}:${api.id}/authorizers/${authorizer.AuthorizerId}`,
      role: authorizer.AuthorizerCredentialsArn,
      timeoutMs: TIMEOUT_MS,
    },
    ctx,
  );
  if ('failed' in called) return { refused: FAILED, reason: called.failed, remedy: called.remedy };
  if (called.errorMessage !== undefined)
    return called.errorMessage === 'Unauthorized'
      ? { refused: UNAUTHORIZED, reason: 'the authorizer threw Unauthorized' }
      : { refused: FAILED, reason: `the authorizer failed: ${called.errorMessage}` };
  return authorizer.EnableSimpleResponses
    ? simple(called.payload)
    : (readPolicyAnswer(called.payload, ctx) ?? malformed('principalId and policyDocument'));
}

const malformed = (wanted: string): Refusal => ({
  refused: FAILED,
  reason: `the answer of the authorizer is not understood: it must be an object with ${wanted}`,
});

function simple(payload: unknown): Answer | Refusal {
  const { isAuthorized, context = {} } = (payload ?? {}) as { isAuthorized?: unknown; context?: unknown };
  if (typeof isAuthorized !== 'boolean' || typeof context !== 'object' || context === null)
    return malformed('isAuthorized (true or false), because simple responses are enabled');
  return { isAllowed: () => isAuthorized, context: context as Record<string, unknown> };
}
