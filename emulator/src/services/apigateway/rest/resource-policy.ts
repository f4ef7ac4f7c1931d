// The resource policy of an API. A deny always decides; where nobody else says who may call, the policy must allow.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-authorization-flow.html
import type { Ctx } from '#core/ctx';
import type { PolicyPrincipal } from '#core/policy/access-request';
import { decide } from '#core/policy/decide';
import { parsePolicy } from '#core/policy/parse-policy';
import { PolicyError } from '#core/policy/policy-document';
import { masked } from '#services/apigateway/calls/signer-refusal';
import type { MatchedExchange } from './exchange.ts';
import { GatewayError, internalError } from './gateway-error.ts';
import { signerOf } from './iam-caller.ts';
import { methodArn } from './lambda-authorizer.ts';
import { headerOf } from './rest-request.ts';
import { wholePolicy } from './whole-policy.ts';

const WITH_AUTHORIZER = new Set(['CUSTOM', 'COGNITO_USER_POOLS']);

export function checkResourcePolicy(exchange: MatchedExchange, ctx: Ctx): void {
  const { policy: text } = exchange.program.snapshot.api;
  if (!text) return;
  const { authorizationType = 'NONE' } = exchange.matched.method;
  const signer = authorizationType === 'AWS_IAM' ? signerOf(exchange.request, ctx) : undefined;
  if (authorizationType === 'AWS_IAM' && !signer) return;
  const principal: PolicyPrincipal = signer ? { kind: 'account', arn: signer.arn, account: signer.account } : { kind: 'anonymous' };
  const resource = methodArn(exchange, ctx);
  const context = {
    'aws:SourceIp': exchange.request.remoteAddress,
    'aws:UserAgent': headerOf(exchange.request.headers, 'user-agent') ?? '',
  };
  const policy = exchange.program.policy(() => readPolicy(text, exchange, ctx));
  const { allowed, reason } = decide(
    { principal, action: 'execute-api:Invoke', resource, resourceAccount: ctx.account, context },
    { resource: policy },
  );
  const mustAllow = !WITH_AUTHORIZER.has(authorizationType);
  if (allowed || (reason === 'implicit-deny' && (!mustAllow || signer?.account === ctx.account))) return;
  const who = signer?.arn ?? 'anonymous';
  const explicit = reason === 'explicit-deny' ? ' with an explicit deny' : '';
  throw new GatewayError('ACCESS_DENIED', {
    message: `User: ${who} is not authorized to perform: execute-api:Invoke on resource: ${masked(resource, ctx)}${explicit}`,
  });
}

function readPolicy(text: string, exchange: MatchedExchange, ctx: Ctx) {
  try {
    return parsePolicy(wholePolicy(text, exchange, ctx));
  } catch (error) {
    if (error instanceof PolicyError) throw internalError(`the resource policy of the API is malformed: ${error.message}`);
    throw error;
  }
}
