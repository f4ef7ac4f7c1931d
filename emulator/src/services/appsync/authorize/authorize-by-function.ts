// Authorizers that are functions: their answers are kept for the time to live, on the emulator's clock, in memory.
// https://docs.aws.amazon.com/appsync/latest/devguide/security-authz.html#aws-lambda-authorization
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Owned } from '#core/owned';
import { parseArn } from '#lib/arn';
import { readObject } from '#lib/json-object';
import { matches } from './authorize-by-token.ts';
import { type ApiCaller, Unauthorized } from './caller.ts';
import { type Credentials, providersOf } from './credentials.ts';

const DEFAULT_TTL_S = 300;
const MAX_KEPT = 10_000;
const REFUSED = 'You are not authorized to make this call.';

type Answer = Readonly<Record<string, unknown>>;

class KeptAnswers implements Owned {
  readonly #answers = new Map<string, { readonly answer: Answer; readonly untilMs: number }>();

  get(key: string, nowMs: number): Answer | undefined {
    const kept = this.#answers.get(key);
    return kept && kept.untilMs > nowMs ? kept.answer : undefined;
  }

  put(key: string, answer: Answer, untilMs: number): void {
    if (this.#answers.size >= MAX_KEPT) this.#answers.delete(this.#answers.keys().next().value!);
    this.#answers.set(key, { answer, untilMs });
  }

  async stop(): Promise<void> {
    this.#answers.clear();
  }
}

/** Undefined where the API has no such authorizer. @throws Unauthorized */
export async function authorizeByFunction(token: string, credentials: Credentials): Promise<ApiCaller | undefined> {
  const config = providersOf(credentials.api).find(({ lambdaAuthorizerConfig }) => lambdaAuthorizerConfig)?.lambdaAuthorizerConfig;
  if (!config) return undefined;
  const { api, ctx, channel } = credentials;
  const { identityValidationExpression: expression } = config;
  if (expression && !matches(expression, token))
    throw new Unauthorized(REFUSED, 'the token does not match the identity validation expression');
  const kept = ctx.own('appsync.authorizer-answers', () => new KeptAnswers());
  const key = JSON.stringify([api.id, api.revision, token, channel]);
  const known = kept.get(key, ctx.now());
  const answer = known ?? (await ask(config.authorizerUri, token, credentials));
  const ttl = typeof answer['ttlOverride'] === 'number' ? answer['ttlOverride'] : (config.authorizerResultTtlInSeconds ?? DEFAULT_TTL_S);
  if (!known && ttl > 0) kept.put(key, answer, ctx.now() + ttl * 1000);
  if (answer['isAuthorized'] !== true) throw new Unauthorized(REFUSED, 'the authorizer does not let the request in');
  return callerOf(answer, channel !== undefined);
}

async function ask(
  arn: string,
  authorizationToken: string,
  { api, ctx, operation, channel, headers, requestId }: Credentials,
): Promise<Answer> {
  const { query: queryString, operationName, variables } = operation;
  const requestContext = { apiId: api.id, accountId: ctx.account, requestId, ...(channel ?? { queryString, operationName, variables }) };
  const payload = Buffer.from(JSON.stringify({ authorizationToken, requestContext, requestHeaders: headers }));
  const sourceArn = `arn:aws:appsync:${ctx.region}:${ctx.account}:apis/${api.id}`;
  const text = await invoked(arn, payload, sourceArn, ctx);
  const answer = readObject(text);
  if (!answer) throw new Unauthorized(REFUSED, 'the authorizer does not answer with an object');
  return answer;
}

async function invoked(arn: string, Payload: Uint8Array, sourceArn: string, ctx: Ctx): Promise<string> {
  const { account, region } = parseArn(arn) ?? {};
  try {
    const as = { service: 'appsync.amazonaws.com', sourceArn };
    const answer = await ctx.call('lambda', 'Invoke', { FunctionName: arn, Payload }, { as, account, region });
    const text = Buffer.from(answer.Payload ?? '').toString();
    if (answer.FunctionError !== undefined) throw new Unauthorized(REFUSED, `the authorizer failed: ${text.slice(0, 300)}`);
    return text;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new Unauthorized(REFUSED, `the authorizer cannot be called: ${error.code}: ${error.message}`);
  }
}

function callerOf({ resolverContext, handlerContext, deniedFields }: Answer, isEvent: boolean): ApiCaller {
  const denied = Array.isArray(deniedFields) ? deniedFields.map(String) : [];
  return {
    mode: 'AWS_LAMBDA',
    identity: isEvent ? { handlerContext: handlerContext ?? {} } : { resolverContext: resolverContext ?? {} },
    groups: [],
    deniedFields: new Set(denied.map((field) => field.replace(/^arn:.*\/types\/([^/]+)\/fields\/([^/]+)$/, '$1.$2'))),
    defaultAction: 'ALLOW',
  };
}
