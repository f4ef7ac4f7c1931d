// Decides who may call a method: everybody, callers that sign, or those whom an authorizer lets in.
import type { Ctx } from '#core/ctx';
import { toValue } from '#lib/vtl/values';
import type { MatchedExchange } from './exchange.ts';
import { GatewayError } from './gateway-error.ts';
import { authorizeSigned } from './iam-caller.ts';
import { authorizeByFunction } from './lambda-authorizer.ts';
import { authorizeByUserPool } from './user-pool-authorizer.ts';

const BY_TYPE = { CUSTOM: authorizeByFunction, COGNITO_USER_POOLS: authorizeByUserPool } as const;

export async function authorize(exchange: MatchedExchange, ctx: Ctx): Promise<void> {
  const { method } = exchange.matched;
  const type = method.authorizationType ?? 'NONE';
  if (type === 'AWS_IAM') return authorizeSigned(exchange, ctx);
  if (type !== 'CUSTOM' && type !== 'COGNITO_USER_POOLS') return;
  const authorizer = exchange.program.authorizer(method.authorizerId);
  if (!authorizer)
    throw new GatewayError('AUTHORIZER_CONFIGURATION_ERROR', {
      reason: `the authorizer ${method.authorizerId} is not in the deployment of the stage`,
    });
  exchange.authorizer = await BY_TYPE[type](authorizer, exchange, ctx);
  exchange.context.set('authorizer', toValue(exchange.authorizer));
}
