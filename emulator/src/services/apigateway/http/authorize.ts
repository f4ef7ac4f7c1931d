// Step: the authorizer of the route.
import type { RouteResponse } from '#core/route';
import { API_REFUSED } from '#services/apigateway/messages';
import { FAILED } from './answers.ts';
import type { AuthorizerRefusal } from './authorizer-refusal.ts';
import type { Exchange, Step } from './exchange.ts';
import { authorizeIam } from './iam-authorizer.ts';
import { authorizeJwt } from './jwt-authorizer.ts';
import { authorizeLambda } from './lambda-authorizer.ts';

export const authorize: Step = async (exchange) => {
  const { route, program } = exchange;
  const type = route?.AuthorizationType ?? 'NONE';
  if (type === 'NONE') return undefined;
  const authorizer = route?.AuthorizerId === undefined ? undefined : program.authorizers.get(route.AuthorizerId);
  if (type !== 'AWS_IAM' && !authorizer)
    return refuse(exchange, { refused: FAILED, reason: `authorizer ${route?.AuthorizerId} was not deployed` });
  const refusal =
    type === 'AWS_IAM'
      ? await authorizeIam(exchange)
      : type === 'JWT'
        ? await authorizeJwt(authorizer!, exchange)
        : await authorizeLambda(authorizer!, exchange);
  return refusal && refuse(exchange, refusal);
};

function refuse({ ctx, api, route, notes }: Exchange, { refused, reason }: AuthorizerRefusal): RouteResponse {
  notes.set('authorizer.error', reason);
  notes.set('error.message', reason);
  ctx.log.write(API_REFUSED, { api: api.id, route: route?.RouteKey ?? '', reason });
  return refused;
}
